/*
 * Policy str: stride prefetching by PC between warps (Lee et al., "Many-thread aware prefetching
 * mechanisms for GPGPU applications", MICRO 2010; the STR of the apres paper, section III-C).
 *
 * A table an SM holds for each load's PC (least recently used replaced) the warp that issued it
 * last, its address and a stride a warp. A load of warp w at address a gives the stride
 *
 *     (a - base address) / (w - warp of the entry)
 *
 * which is none if the warps are the same or the division leaves a remainder. The same stride twice
 * in succession, not 0, is confirmed, and the line at a + distance x stride is prefetched, with
 * `degree` of them at a + (distance + 1) x stride and so on. Another stride replaces the entry's.
 * The base address and the warp are replaced each time.
 *
 * A warp's number is that of its first thread in the grid over the warp size, as in Table I of the
 * apres paper; the address is that of the lowest active lane.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "policy/prefetcher.h"

enum { OPT_ENTRIES, OPT_DISTANCE, OPT_DEGREE, OPT_QUEUE, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_ENTRIES] = {"entries", 64, 1, 1024, "loads that the table of an SM holds"},
    [OPT_DISTANCE] = {"distance", 1, 1, 64, "warps ahead of the load that is issued"},
    [OPT_DEGREE] = {"degree", 1, 1, 64, "prefetches a confirmed load"},
    [OPT_QUEUE] = PREFETCHER_QUEUE,
};

enum { WARPS = 64 };

typedef struct entry {
    uint64_t used; /* time of the last load; 0: empty */
    uint64_t base;
    int64_t stride; /* bytes a warp; 0: none yet */
    uint32_t pc;
    uint32_t warp;
} entry_t;

typedef struct counts {
    uint64_t loads;      /* looked up */
    uint64_t allocated;  /* entries */
    uint64_t no_stride;  /* same warp, or no whole stride */
    uint64_t mismatches; /* strides entered or replaced */
    uint64_t confirmed;
} counts_t;

struct policy {
    prefetcher_t out;
    uint32_t n_sms, entries, distance, degree;
    uint64_t clock;
    entry_t *table;          /* [SM * entries + i] */
    uint32_t (*warp)[WARPS]; /* [SM]: number in the grid of the warp in a slot */
    counts_t n;
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    prefetcher_start(&p->out, front);
    memset(p->table, 0, (size_t)p->n_sms * p->entries * sizeof *p->table);
}

static void on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    policy_t *p = ctx;
    for (uint32_t i = 0; i < e->n_warps; i++)
        p->warp[e->sm][e->first_warp + i] = e->cta * e->n_warps + i;
}

/* The load's entry, or NULL if it has none yet: the first free one, or the least recently used, is
 * then its own. */
static entry_t *entry_of(policy_t *p, uint32_t sm, uint32_t pc, uint32_t warp, uint64_t addr)
{
    entry_t *t = p->table + (size_t)sm * p->entries, *old = t;
    p->clock++;
    for (uint32_t i = 0; i < p->entries; i++) {
        if (t[i].used && t[i].pc == pc) {
            t[i].used = p->clock;
            return &t[i];
        }
        if (t[i].used < old->used)
            old = &t[i];
    }
    *old = (entry_t){.used = p->clock, .base = addr, .pc = pc, .warp = warp};
    p->n.allocated++;
    return NULL;
}

/* True if the load's stride is confirmed; the entry is brought up to date. */
static bool train(policy_t *p, entry_t *e, uint32_t warp, uint64_t addr)
{
    int64_t warps = (int64_t)warp - (int64_t)e->warp, bytes = (int64_t)(addr - e->base);
    e->warp = warp;
    e->base = addr;
    if (warps == 0 || bytes == INT64_MIN || bytes % warps != 0) {
        p->n.no_stride++;
        return false;
    }
    if (bytes / warps == e->stride)
        return e->stride != 0;
    e->stride = bytes / warps;
    p->n.mismatches++;
    return false;
}

static void on_load_issue(void *ctx, uint32_t sm, uint32_t slot, const inst_t *inst,
                          const warp_step_t *step, uint64_t cycle)
{
    policy_t *p = ctx;
    (void)cycle;
    if (step->space != INST_SPACE_GLOBAL || !step->active)
        return;
    uint32_t warp = p->warp[sm][slot];
    uint64_t addr = step->addr[bits_lowest(step->active)], line = p->out.line_bytes;
    p->n.loads++;
    entry_t *e = entry_of(p, sm, inst->pc, warp, addr);
    if (!e || !train(p, e, warp, addr))
        return;
    p->n.confirmed++;
    uint64_t last = addr / line;
    for (uint32_t k = 0; k < p->degree; k++) {
        uint64_t to = addr + (uint64_t)e->stride * (p->distance + k);
        if (to / line != last)
            prefetcher_ask(&p->out, sm, to, inst->pc, slot);
        last = to / line;
    }
}

static const gpu_hooks_t hooks = {
    .policy = "str",
    .on_kernel_start = on_kernel_start,
    .on_cta_ready = on_cta_ready,
    .on_load_issue = on_load_issue,
};

static void destroy(policy_t *p)
{
    if (p) {
        free(p->table);
        free(p->warp);
    }
    free(p);
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    policy_t *p = calloc(1, sizeof *p);
    if (p) {
        p->table = calloc(env->cfg->n_sms * opt[OPT_ENTRIES], sizeof *p->table);
        p->warp = calloc(env->cfg->n_sms, sizeof *p->warp);
    }
    if (!p || !p->table || !p->warp || !prefetcher_init(&p->out, env, opt[OPT_QUEUE])) {
        destroy(p);
        return diag_at(d, "str", 0, 0, "out of memory");
    }
    p->n_sms = env->cfg->n_sms;
    p->entries = (uint32_t)opt[OPT_ENTRIES];
    p->distance = (uint32_t)opt[OPT_DISTANCE];
    p->degree = (uint32_t)opt[OPT_DEGREE];
    *out = p;
    return 0;
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const policy_row_t all[] = {
        {"loads", false, p->n.loads, 0},
        {"entries_allocated", false, p->n.allocated, 0},
        {"no_stride", false, p->n.no_stride, 0},
        {"mismatches", false, p->n.mismatches, 0},
        {"confirmed", false, p->n.confirmed, 0},
        {"asked", false, p->out.asked, 0},
        {"queue_full", false, p->out.queue_full, 0},
        {"outside", false, p->out.outside, 0},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    (void)p, (void)i;
    return NULL;
}

STATE_LAYOUT("str's policy", sizeof(policy_t) - sizeof(counts_t) - sizeof(prefetcher_t), 40);

static void state(policy_t *p, state_io_t *io)
{
    prefetcher_state(&p->out, io);
    STATE(io, p->clock);
    state_bytes(io, p->table, (size_t)p->n_sms * p->entries * sizeof *p->table);
    state_bytes(io, p->warp, p->n_sms * sizeof *p->warp);
    STATE(io, p->n);
}

const policy_ops_t policy_str = {
    .name = "str",
    .doc = "stride prefetching by PC between warps (Lee et al., 2010)",
    .hooks = &hooks,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};
