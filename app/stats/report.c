#include "stats/report.h"

#include <inttypes.h>
#include <string.h>

#include "stats/json.h"

uint64_t report_hash(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* Sum of a policy's counters of these names. */
static uint64_t counted(const report_policy_t *p, const char *const *name, unsigned n)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < p->n_rows; i++)
        for (unsigned k = 0; k < n; k++)
            if (!strcmp(p->row[i].name, name[k]))
                sum += p->row[i].count;
    return sum;
}

energy_policies_t report_energy_policies(const report_t *r)
{
    static const char *const table_rows[] = {"lookups", "increments", "decrements"};
    energy_policies_t e = {.n_units = 0};
    for (unsigned i = 0; i < r->n_policies; i++) {
        const report_policy_t *p = &r->policy[i];
        const energy_unit_t *u = energy_unit_of(p->name);
        if (!strcmp(p->name, "abyp"))
            e.predictor = (energy_predictor_t){1, counted(p, table_rows, 3)};
        if (!u || e.n_units == ENERGY_MAX_UNITS)
            continue;
        e.unit[e.n_units].unit = u;
        e.unit[e.n_units++].events = counted(p, &u->counter, 1);
    }
    return e;
}

static double real(uint64_t v)
{
    return (double)v;
}

static void put_hash(cJSON *o, const char *key, uint64_t h)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, h);
    json_str(o, key, text);
}

static void put_counters(cJSON *o, const gpu_stat_group_t *g, const void *base)
{
    for (unsigned i = 0; i < g->n_stats; i++)
        json_u64(o, g->stats[i].name, gpu_stat_get(base, &g->stats[i]));
}

static void put_config(cJSON *root, const run_config_t *c)
{
    cJSON *o = json_object(root, "config");
    const char *name = NULL;
    char value[80];
    json_str(o, "name", c->name);
    for (unsigned i = 0; run_config_key(c, i, &name, value, sizeof value); i++)
        json_raw(o, name, value);
}

static void put_workload(cJSON *root, const report_workload_t *w)
{
    cJSON *o = json_object(root, "workload");
    json_str(o, "name", w->name);
    json_str(o, "suite", w->suite);
    json_str(o, "scale", w->scale);
    json_str(o, "variant", w->variant);
    if (w->has_seed)
        json_u64(o, "seed", w->seed);
    else
        json_str(o, "seed", NULL);
    put_hash(o, "kernel_hash", w->kernel_hash);
    if (w->has_input)
        put_hash(o, "input_hash", w->input_hash);
    else
        json_str(o, "input_hash", NULL);
    json_str(o, "filter", w->filter);
    json_u64(o, "launches", w->launches);
    json_u64(o, "timed_launches", w->timed_launches);
    if (w->slack_reads || w->slack_writes) {
        json_u64(o, "slack_reads", w->slack_reads);
        json_u64(o, "slack_writes", w->slack_writes);
    }
    json_str(o, "result", w->result);
}

static void put_policies(cJSON *root, const report_t *r)
{
    cJSON *list = json_array(root, "policies");
    for (unsigned p = 0; p < r->n_policies; p++) {
        const report_policy_t *policy = &r->policy[p];
        cJSON *o = cJSON_CreateObject();
        json_str(o, "name", policy->name);
        cJSON *options = json_object(o, "options");
        for (unsigned i = 0; i < policy->n_options; i++) {
            const report_option_t *v = &policy->option[i];
            if (v->text)
                json_str(options, v->name, v->text);
            else
                json_u64(options, v->name, v->value);
        }
        cJSON_AddItemToArray(list, o);
    }
}

static void put_units(cJSON *root, const report_t *r)
{
    cJSON *units = json_object(root, "units");
    for (unsigned p = 0; p < r->n_policies; p++) {
        const report_policy_t *policy = &r->policy[p];
        cJSON *o = json_object(units, policy->name);
        for (unsigned i = 0; i < policy->n_rows; i++) {
            const report_row_t *row = &policy->row[i];
            if (row->is_ratio)
                json_f64(o, row->name, row->ratio);
            else
                json_u64(o, row->name, row->count);
        }
    }
}

/* Shares of the scheduler-cycles; with `issued` they sum to 1. */
static void put_stalls(cJSON *totals, const gpu_stats_sm_t *s)
{
    cJSON *o = json_object(totals, "stalls");
    double all = real(s->scheduler_cycles);
    json_u64(o, "scheduler_cycles", s->scheduler_cycles);
    json_u64(o, "issued", s->issued);
    json_u64(o, "structural", s->stall_structural);
    json_u64(o, "raw_memory", s->stall_raw_memory);
    json_u64(o, "raw_data", s->stall_raw_data);
    json_u64(o, "idle", s->stall_idle);
    json_ratio(o, "issued_share", real(s->issued), all);
    json_ratio(o, "structural_share", real(s->stall_structural), all);
    json_ratio(o, "raw_memory_share", real(s->stall_raw_memory), all);
    json_ratio(o, "raw_data_share", real(s->stall_raw_data), all);
    json_ratio(o, "idle_share", real(s->stall_idle), all);
}

static void put_energy(cJSON *totals, const report_t *r)
{
    energy_t e;
    const energy_policies_t policies = report_energy_policies(r);
    energy_compute(r->config, &r->stats, &policies, &e);
    cJSON *o = json_object(totals, "energy");
    json_str(o, "table", energy_choice_name(e.table));
    json_f64(o, "total_nj", e.dynamic_nj + e.static_nj);
    json_f64(o, "dynamic_nj", e.dynamic_nj);
    json_f64(o, "static_nj", e.static_nj);
    const energy_part_t *l1 = &e.part[ENERGY_L1];
    json_f64(o, "l1_nj", l1->dynamic_nj + l1->static_nj);
    json_f64(o, "l1_dynamic_nj", l1->dynamic_nj);
    json_f64(o, "l1_static_nj", l1->static_nj);
    json_f64(o, "units_nj", e.units.dynamic_nj + e.units.static_nj);
    json_f64(o, "units_dynamic_nj", e.units.dynamic_nj);
    json_f64(o, "units_static_nj", e.units.static_nj);
    /* Of one L1: the paper's unit. */
    double ns = real(r->stats.run.cycles) * 1e3 / (double)r->config->gpu.core_mhz;
    double l1s = (double)r->config->gpu.n_sms;
    json_ratio(o, "l1_dynamic_mw", l1->dynamic_nj * 1e3 / l1s, ns);
    json_ratio(o, "l1_static_mw", l1->static_nj * 1e3 / l1s, ns);
    cJSON *components = json_object(o, "components");
    for (unsigned c = 0; c < ENERGY_COMPONENTS; c++) {
        cJSON *part = json_object(components, energy_component_name((energy_component_t)c));
        json_f64(part, "nj", e.part[c].dynamic_nj + e.part[c].static_nj);
        json_f64(part, "dynamic_nj", e.part[c].dynamic_nj);
        json_f64(part, "static_nj", e.part[c].static_nj);
    }
    cJSON *items = json_array(o, "items");
    for (unsigned i = 0; i < e.n; i++) {
        const energy_item_t *it = &e.item[i];
        cJSON *row = cJSON_CreateObject();
        json_str(row, "name", it->name);
        json_str(row, "component", energy_component_name(it->component));
        json_f64(row, it->is_static ? "milliseconds" : "events", it->events);
        json_f64(row, it->is_static ? "nj_per_millisecond" : "nj_per_event", it->nj);
        json_f64(row, "nj", it->events * it->nj);
        json_str(row, "source", it->source);
        cJSON_AddItemToArray(items, row);
    }
}

/* Ratios that people ask for, in the groups they belong to. */
static void put_derived(cJSON *totals, const report_t *r)
{
    const gpu_stats_t *s = &r->stats;
    const gpu_cfg_t *g = &r->config->gpu;
    cJSON *l1 = cJSON_GetObjectItem(totals, "l1d");
    double reads = real(s->l1d.accesses);
    json_ratio(l1, "hit_rate", real(s->l1d.hits), reads);
    json_ratio(l1, "pending_hit_rate", real(s->l1d.pending_hits), reads);
    json_ratio(l1, "miss_rate", real(s->l1d.misses) + real(s->l1d.bypasses), reads);
    json_ratio(l1, "zero_reuse_rate", real(s->l1d.zero_reuse_evictions), real(s->l1d.evictions));
    static const char *const levels[] = {"l2", "l3"};
    const gpu_stats_l2_t *stats[] = {&s->l2, &s->l3};
    for (unsigned i = 0; i < 2; i++)
        json_ratio(cJSON_GetObjectItem(totals, levels[i]), "read_miss_rate",
                   real(stats[i]->read_misses), real(stats[i]->reads) + real(stats[i]->atomics));
    cJSON *dram = cJSON_GetObjectItem(totals, "dram");
    json_ratio(dram, "row_hit_rate", real(s->dram.row_hits),
               real(s->dram.reads) + real(s->dram.writes));
    json_ratio(dram, "bus_utilization", real(s->dram.bus_busy_cycles),
               real(s->run.dram_cycles) * (double)g->dram_channels);
    json_ratio(dram, "read_latency", real(s->dram.read_latency_sum), real(s->dram.reads));
    cJSON *sm = cJSON_GetObjectItem(totals, "sm");
    json_ratio(sm, "load_latency", real(s->sm.load_latency_sum), real(s->sm.loads_completed));
    json_ratio(sm, "requests_per_load", real(s->sm.load_requests), real(s->sm.global_loads));
    json_ratio(sm, "occupancy", real(s->sm.resident_warp_cycles),
               real(s->run.cycles) * (double)g->n_sms * (double)g->warps_per_sm);
}

/* Means beside the sums, in core cycles. A segment's is over the loads' requests that pass it. */
static void put_latency(cJSON *totals, const report_t *r)
{
    const gpu_stats_t *s = &r->stats;
    const gpu_stats_latency_t *l = &s->latency;
    const gpu_cfg_t *g = &r->config->gpu;
    double icnt = real(g->core_mhz) / real(g->icnt_mhz), l2 = real(g->core_mhz) / real(g->l2_mhz),
           dram = real(g->core_mhz) / real(g->dram_mhz);
    cJSON *o = cJSON_GetObjectItem(totals, "latency");
    json_ratio(o, "l1_mean", real(l->l1_cycles), real(l->l1_requests));
    json_ratio(o, "pending_mean", real(l->pending_cycles), real(l->pending_requests));
    json_ratio(o, "l2_mean", real(l->l2_cycles), real(l->l2_requests));
    json_ratio(o, "l3_mean", real(l->l3_cycles), real(l->l3_requests));
    json_ratio(o, "dram_mean", real(l->dram_cycles), real(l->dram_requests));
    json_ratio(
        o, "mean",
        real(l->l1_cycles + l->pending_cycles + l->l2_cycles + l->l3_cycles + l->dram_cycles),
        real(l->l1_requests + l->pending_requests + l->l2_requests + l->l3_requests +
             l->dram_requests));
    cJSON *segments = json_object(o, "segments");
    json_ratio(segments, "request_crossbar", icnt * real(s->icnt_req.read_cycles),
               real(s->icnt_req.read_packets));
    json_ratio(segments, "l2", l2 * real(s->l2.read_cycles), real(s->l2.reads));
    json_ratio(segments, "l3", l2 * real(s->l3.read_cycles), real(s->l3.reads));
    json_ratio(segments, "dram", dram * real(s->dram.read_latency_sum), real(s->dram.reads));
    json_ratio(segments, "reply_crossbar", icnt * real(s->icnt_reply.read_cycles),
               real(s->icnt_reply.read_packets - s->icnt_reply.atomic_packets));
}

static void put_packets(cJSON *direction, const char *class, uint64_t packets, uint64_t payload,
                        const gpu_cfg_t *g)
{
    cJSON *o = json_object(direction, class);
    json_u64(o, "packets", packets);
    json_u64(o, "header_bytes", packets * g->header_bytes);
    json_u64(o, "payload_bytes", payload);
}

/* A crossbar's packets by class: with data of reads in `data` and without in the other. */
static void put_direction(cJSON *traffic, const gpu_stats_icnt_t *s, bool replies,
                          const gpu_cfg_t *g)
{
    cJSON *o = json_object(traffic, replies ? "icnt_reply" : "icnt_request");
    uint64_t reads = s->read_packets - (replies ? s->atomic_packets : 0);
    uint64_t writes = s->write_packets - (replies ? 0 : s->atomic_packets);
    uint64_t payload = s->payload_bytes - s->atomic_payload_bytes;
    uint64_t bytes = s->flits * g->flit_bytes;
    uint64_t used = s->payload_bytes + s->packets_in * g->header_bytes;
    put_packets(o, replies ? "data" : "read", reads, replies ? payload : 0, g);
    put_packets(o, replies ? "acknowledgement" : "write", writes, replies ? 0 : payload, g);
    put_packets(o, "atomic", s->atomic_packets, s->atomic_payload_bytes, g);
    json_u64(o, "bytes", bytes);
    json_u64(o, "padding_bytes", bytes > used ? bytes - used : 0);
}

/* Bytes moved, by direction. */
static void put_traffic(cJSON *totals, const report_t *r)
{
    const gpu_stats_t *s = &r->stats;
    const gpu_cfg_t *g = &r->config->gpu;
    cJSON *o = json_object(totals, "traffic");
    json_u64(o, "icnt_request_bytes", s->icnt_req.flits * g->flit_bytes);
    json_u64(o, "icnt_reply_bytes", s->icnt_reply.flits * g->flit_bytes);
    json_u64(o, "dram_bytes", s->dram.read_bytes + s->dram.write_bytes);
    put_direction(o, &s->icnt_req, false, g);
    put_direction(o, &s->icnt_reply, true, g);
    json_u64(o, "l2_fetched_bytes", s->l2.fills * g->l2_sector_bytes);
    json_u64(o, "l2_written_back_bytes", s->l2.writeback_sectors * g->l2_sector_bytes);
    json_u64(o, "l3_fetched_bytes", s->l3.fills * g->l2_sector_bytes);
    json_u64(o, "l3_written_back_bytes", s->l3.writeback_sectors * g->l2_sector_bytes);
    json_u64(o, "dram_read_bytes", s->dram.read_bytes);
    json_u64(o, "dram_written_bytes", s->dram.write_bytes);
}

static double load_misses(const gpu_stats_load_t *s)
{
    return real(s->misses) + real(s->bypasses);
}

static double load_reads(const gpu_stats_load_t *s)
{
    return real(s->hits) + real(s->pending_hits) + load_misses(s);
}

/* Of the loads behind `last` in that order (NULL: of all), the first. */
static const gpu_load_row_t *next_load(const report_t *r, const gpu_load_row_t *last)
{
    const gpu_load_row_t *next = NULL;
    for (const gpu_load_row_t *l = r->loads; l < r->loads + r->n_loads; l++) {
        const uint64_t n = l->s.requests;
        if (last && (n > last->s.requests || (n == last->s.requests && l <= last)))
            continue;
        if (!next || n > next->s.requests)
            next = l;
    }
    return next;
}

/* The loads with most requests, most first: statistics of a run, which per_load's are not. */
static void put_top_loads(cJSON *totals, const report_t *r)
{
    enum { TOP = 4 };
    cJSON *list = json_array(totals, "top_loads");
    const gpu_load_row_t *l = next_load(r, NULL);
    for (unsigned i = 0; l && i < TOP; i++, l = next_load(r, l)) {
        cJSON *o = cJSON_CreateObject();
        json_str(o, "kernel", l->kernel);
        json_u64(o, "pc", l->pc);
        json_u64(o, "requests", l->s.requests);
        json_ratio(o, "miss_rate", load_misses(&l->s), load_reads(&l->s));
        cJSON_AddItemToArray(list, o);
    }
}

static void put_totals(cJSON *root, const report_t *r)
{
    cJSON *totals = json_object(root, "totals");
    const gpu_stats_t *s = &r->stats;
    if (!r->timing) {
        json_u64(totals, "warp_instructions", r->warp_instructions);
        json_u64(totals, "thread_instructions", r->thread_instructions);
        return;
    }
    json_bool(totals, "stopped", r->stopped);
    for (unsigned i = 0; i < gpu_stat_group_count; i++) {
        const gpu_stat_group_t *g = &gpu_stat_groups[i];
        bool whole = strcmp(g->name, "run") == 0; /* the whole GPU's stand beside the groups */
        put_counters(whole ? totals : json_object(totals, g->name), g, (const char *)s + g->offset);
    }
    json_ratio(totals, "ipc_thread", real(s->run.thread_instructions), real(s->run.cycles));
    json_ratio(totals, "ipc_warp", real(s->run.warp_instructions), real(s->run.cycles));
    put_stalls(totals, &s->sm);
    put_derived(totals, r);
    put_latency(totals, r);
    put_traffic(totals, r);
    put_energy(totals, r);
    put_top_loads(totals, r);
}

static void put_loads(cJSON *root, const report_t *r)
{
    cJSON *list = json_array(root, "per_load");
    for (unsigned i = 0; i < r->n_loads; i++) {
        const gpu_load_row_t *row = &r->loads[i];
        cJSON *o = cJSON_CreateObject();
        json_str(o, "kernel", row->kernel);
        json_u64(o, "pc", row->pc);
        put_counters(o, &gpu_stat_load_group, &row->s);
        json_ratio(o, "miss_rate", load_misses(&row->s), load_reads(&row->s));
        json_ratio(o, "requests_per_access", real(row->s.requests), real(row->s.accesses));
        cJSON_AddItemToArray(list, o);
    }
}

static void put_host(cJSON *root, const report_t *r)
{
    const report_host_t *h = &r->host;
    double instructions = real(r->timing ? r->stats.run.warp_instructions : r->warp_instructions);
    cJSON *o = json_object(root, "host");
    json_str(o, "program", h->program);
    cJSON *argv = json_array(o, "command");
    for (unsigned i = 0; h->argv && h->argv[i]; i++)
        cJSON_AddItemToArray(argv, cJSON_CreateString(h->argv[i]));
    json_f64(o, "wall_s", h->wall_s);
    json_ratio(o, "warp_instructions_per_s", instructions, h->wall_s);
    json_ratio(o, "cycles_per_s", real(r->stats.run.cycles), h->wall_s);
    json_u64(o, "peak_rss_kb", h->peak_rss_kb);
    json_u64(o, "resumed", h->resumed);
    json_u64(o, "rtl_evals", h->rtl_evals);
    json_u64(o, "rtl_ticks", h->rtl_ticks);
    json_u64(o, "compared_bits", h->compared_bits);
    put_counters(json_object(o, "sleep"), &gpu_stat_sleep_group, &h->sleep);
}

cJSON *report_json(const report_t *r)
{
    cJSON *root = cJSON_CreateObject();
    if (!root)
        return NULL;
    json_str(root, "schema", REPORT_SCHEMA);
    json_str(root, "engine", r->engine);
    put_config(root, r->config);
    put_workload(root, &r->workload);
    put_policies(root, r);
    put_totals(root, r);
    put_units(root, r);
    put_loads(root, r);
    if (r->analysis)
        cJSON_AddItemToObject(root, "analysis", analysis_json(r->analysis));
    if (r->intervals)
        cJSON_AddItemToObject(root, "intervals", intervals_json(r->intervals));
    put_host(root, r);
    return root;
}
