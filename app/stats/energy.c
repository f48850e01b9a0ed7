#include "stats/energy.h"

#include <math.h>
#include <string.h>

/* CACTI 7, 45 nm, itrs-hp cells, access mode normal, output as wide as a block. */
typedef struct cacti_cache {
    double bytes, block, ways;
    double read_nj, write_nj, leak_mw;
} cacti_cache_t;

static const cacti_cache_t cacti[] = {
    {16384, 128, 4, 0.37652, 0.36076, 27.0162},    {32768, 128, 8, 1.18594, 1.17993, 48.7964},
    {16384, 64, 8, 0.273504, 0.268175, 25.9776},   {32768, 64, 8, 0.276876, 0.277153, 45.2999},
    {131072, 128, 8, 1.20531, 1.245, 159.866},     {131072, 128, 16, 2.53786, 2.55638, 167.194},
    {262144, 64, 16, 0.669973, 0.735103, 319.123},
};

static const char cacti_source[] = "CACTI 7, 45 nm";
static const char cacti_scaled[] =
    "CACTI 7, 45 nm, nearest geometry; assumed: energy ~ sqrt(bytes), leakage ~ bytes";

/* The figures of a cache: its own row, or the nearest one scaled by capacity. Blocks differ more
 * than ways in what they do to the energy of a block-wide access, hence the weight. */
static cacti_cache_t cache_energy(double bytes, double block, double ways, const char **source)
{
    const cacti_cache_t *best = cacti;
    double least = HUGE_VAL;
    for (unsigned i = 0; i < sizeof cacti / sizeof cacti[0]; i++) {
        double far = fabs(log2(cacti[i].bytes / bytes)) + 4 * fabs(log2(cacti[i].block / block)) +
                     fabs(log2(cacti[i].ways / ways));
        if (far < least) {
            least = far;
            best = &cacti[i];
        }
    }
    cacti_cache_t e = *best;
    double size = bytes / best->bytes;
    e.read_nj *= sqrt(size);
    e.write_nj *= sqrt(size);
    e.leak_mw *= size;
    *source = least == 0 ? cacti_source : cacti_scaled;
    return e;
}

static void add(energy_t *e, const char *name, double events, double nj, const char *source,
                int is_static, energy_component_t c)
{
    energy_part_t *part = &e->part[c];
    e->item[e->n++] = (energy_item_t){name, events, nj, source, is_static, c};
    *(is_static ? &e->static_nj : &e->dynamic_nj) += events * nj;
    *(is_static ? &part->static_nj : &part->dynamic_nj) += events * nj;
}

const char *energy_component_name(energy_component_t c)
{
    static const char *const names[] = {"l1", "l2", "l3", "icnt", "dram"};
    return names[c];
}

/* Simulated time in milliseconds: 1 mW for 1 ms is 1000 nJ. */
static double milliseconds(const run_config_t *c, const gpu_stats_t *s)
{
    return (double)s->run.cycles / (1e3 * (double)c->gpu.core_mhz);
}

/* Reads, stores, and prefetches that came out of their queue. */
static double l1_lookups(const gpu_stats_l1d_t *l1)
{
    uint64_t prefetches = l1->prefetches_asked - l1->prefetches_dropped_queue;
    return (double)l1->accesses + (double)l1->writes + (double)prefetches;
}

static double sum(uint64_t a, uint64_t b)
{
    return (double)a + (double)b;
}

/* An L2 or L3 of n slices. */
static void add_level(energy_t *e, const gpu_cfg_t *g, const gpu_stats_l2_t *s, double sets,
                      double ways, double n, double ms, energy_component_t part,
                      const char *const name[3])
{
    const char *source = NULL;
    double block = (double)g->line_bytes;
    cacti_cache_t k = cache_energy(sets * ways * block, block, ways, &source);
    double reads = sum(s->reads, s->atomics), writes = sum(s->writes, s->fills);
    add(e, name[0], reads, k.read_nj, source, 0, part);
    add(e, name[1], writes, k.write_nj, source, 0, part);
    add(e, name[2], ms * n, k.leak_mw * 1e3, source, 1, part);
}

static void add_unit(energy_t *e, const energy_unit_t *u, unsigned item, double events, double nj)
{
    const int is_static = item == 2;
    add(e, u->item[item], events, nj, u->source, is_static, ENERGY_L1);
    *(is_static ? &e->units.static_nj : &e->units.dynamic_nj) += events * nj;
}

static void add_units(energy_t *e, const energy_policies_t *p, double cycles, double ms, double sms)
{
    for (unsigned i = 0; i < p->n_units; i++) {
        const energy_unit_t *u = p->unit[i].unit;
        add_unit(e, u, 0, cycles * sms, u->clock_nj);
        add_unit(e, u, 1, (double)p->unit[i].events, u->event_nj);
        add_unit(e, u, 2, ms * sms, u->leak_mw * 1e3);
    }
}

static void compute_cacti(const run_config_t *c, const gpu_stats_t *s, const energy_policies_t *p,
                          energy_t *e)
{
    static const char *const l2[] = {"l2_read", "l2_write_fill", "l2_leakage"};
    static const char *const l3[] = {"l3_read", "l3_write_fill", "l3_leakage"};
    const gpu_cfg_t *g = &c->gpu;
    const char *source = NULL;
    double ms = milliseconds(c, s), block = (double)g->line_bytes;
    double ways = (double)g->l1_ways, channels = (double)g->dram_channels;
    cacti_cache_t l1 = cache_energy((double)g->l1_sets * ways * block, block, ways, &source);
    add(e, "l1_lookup", l1_lookups(&s->l1d), l1.read_nj, source, 0, ENERGY_L1);
    add(e, "l1_fill", sum(s->l1d.fills, s->l1d.late_fills), l1.write_nj, source, 0, ENERGY_L1);
    add(e, "l1_leakage", ms * (double)g->n_sms, l1.leak_mw * 1e3, source, 1, ENERGY_L1);
    double slices = channels * (double)g->l2_slices;
    add_level(e, g, &s->l2, (double)g->l2_sets, (double)g->l2_ways, slices, ms, ENERGY_L2, l2);
    if (g->l3_enabled)
        add_level(e, g, &s->l3, (double)g->l3_sets, (double)g->l3_ways, channels, ms, ENERGY_L3,
                  l3);
    /* 0.1 pJ/bit/mm over 10 mm of wire, and as much again in the switch. */
    add(e, "icnt_flit", sum(s->icnt_req.flits, s->icnt_reply.flits),
        (double)g->flit_bytes * 8 * 0.1e-3 * 10 * 2, "assumed: 2 pJ a bit across the chip", 0,
        ENERGY_ICNT);
    double columns = (double)s->dram.bus_busy_cycles / (double)g->dram_burst;
    add(e, "dram_column", columns, (double)g->dram_atom_bytes * 8 * 12e-3,
        "assumed: GDDR5, 12 pJ a bit with its interface", 0, ENERGY_DRAM);
    add(e, "dram_activate", (double)s->dram.activates, 2.0, "assumed: GDDR5, 2 nJ an activation", 0,
        ENERGY_DRAM);
    add_units(e, p, (double)s->run.cycles, ms, (double)g->n_sms);
}

static void compute_abyp(const run_config_t *c, const gpu_stats_t *s, const energy_predictor_t *p,
                         energy_t *e)
{
    static const char source[] = "abyp, Table 3";
    const gpu_stats_l1d_t *l1 = &s->l1d;
    double fills = sum(l1->fills, l1->late_fills);
    add(e, "l1_tag", l1_lookups(l1) + fills, p->present ? 0.0017867 : 0.00134096, source, 0,
        ENERGY_L1);
    add(e, "l1_data", (double)l1->accesses + fills, 0.106434, source, 0,
        ENERGY_L1); /* in parallel */
    if (p->present)
        add(e, "prediction_table", (double)p->table_accesses, 0.000126232, source, 0, ENERGY_L1);
    add(e, "l1_leakage", milliseconds(c, s) * (double)c->gpu.n_sms,
        (p->present ? 7.72904 : 7.538627) * 1e3, source, 1, ENERGY_L1);
}

void energy_compute(const run_config_t *c, const gpu_stats_t *s, const energy_policies_t *p,
                    energy_t *out)
{
    memset(out, 0, sizeof *out);
    out->table = (energy_choice_t)c->energy;
    if (out->table == ENERGY_ABYP_TABLE3)
        compute_abyp(c, s, &p->predictor, out);
    else
        compute_cacti(c, s, p, out);
}
