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
#include "common/bits.h"
#include "policy/prefetcher.h"
#include "policy/stamps.h"

enum { WARPS = 64 };

typedef struct entry {
    uint64_t base;
    int64_t stride; /* bytes a warp; 0: none yet */
    uint32_t pc;
    uint32_t warp;
} entry_t;

typedef struct sm {
    entry_t *table;
    stamps_t used;        /* of its entries; never: empty */
    uint32_t warp[WARPS]; /* number in the grid of the warp in a slot */
} sm_t;

typedef struct counts {
    uint64_t loads;      /* looked up */
    uint64_t allocated;  /* entries */
    uint64_t no_stride;  /* same warp, or no whole stride */
    uint64_t mismatches; /* strides entered or replaced */
    uint64_t confirmed;
} counts_t;

struct policy {
    policy_run_t run;
    prefetcher_t out;
    uint32_t entries, distance, degree; /* options */
    sm_t *sm;
    counts_t n;
};

static const policy_option_t options[] = {
    {"entries", 64, 1, 1024, "loads that the table of an SM holds",
     .at = offsetof(policy_t, entries)},
    {"distance", 1, 1, 64, "warps ahead of the load that is issued",
     .at = offsetof(policy_t, distance)},
    {"degree", 1, 1, 64, "prefetches a confirmed load", .at = offsetof(policy_t, degree)},
    {PREFETCHER_QUEUE, .at = offsetof(policy_t, out.queue)},
};

static uint32_t entries(const policy_t *p)
{
    return p->entries;
}

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(PART, out, prefetcher_state(&o->out, io)) F(KEEP, entries,) F(KEEP, distance,) \
    F(KEEP, degree,) F(KEEP, sm,) F(COUNTS, n,)
#define ENTRY_MEMBERS(F) \
    F(ANY, base,) F(ANY, stride,) F(ANY, pc,) F(ANY, warp,)
#define SM_MEMBERS(F) \
    F(KEEP, table,) F(PART, used, STATE(io, o->used.clock)) F(ANYS, warp,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(entry_t, ENTRY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);

static void walk_entry(const policy_t *p, void *element, state_io_t *io)
{
    entry_t *e = element;
    (void)p;
    STATE_WALK(e, io, ENTRY_MEMBERS);
}

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *e = element;
    (void)p;
    STATE_WALK(e, io, SM_MEMBERS);
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, table),
     .size = sizeof(entry_t),
     .count = entries,
     .launch = true,
     .walk = walk_entry},
    {.at = offsetof(sm_t, used.touch), .size = sizeof(uint64_t), .count = entries, .launch = true},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .walk = walk_sm,
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
};

static const policy_count_t counts[] = {
    {"loads", offsetof(policy_t, n.loads)},
    {"entries_allocated", offsetof(policy_t, n.allocated)},
    {"no_stride", offsetof(policy_t, n.no_stride)},
    {"mismatches", offsetof(policy_t, n.mismatches)},
    {"confirmed", offsetof(policy_t, n.confirmed)},
    {"asked", offsetof(policy_t, out.asked)},
    {"queue_full", offsetof(policy_t, out.queue_full)},
    {"outside", offsetof(policy_t, out.outside)},
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    (void)front;
    policy_forget(ctx);
}

static void on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    const policy_t *p = ctx;
    for (uint32_t i = 0; i < e->n_warps; i++)
        p->sm[e->sm].warp[e->first_warp + i] = e->cta * e->n_warps + i;
}

/* The load's entry, or NULL if it has none yet: the first free one, or the least recently used, is
 * then its own. */
static entry_t *entry_of(policy_t *p, sm_t *sm, uint32_t pc, uint32_t warp, uint64_t addr)
{
    uint32_t i = 0;
    while (i < p->entries && !(sm->used.touch[i] && sm->table[i].pc == pc))
        i++;
    bool found = i < p->entries;
    if (!found) {
        i = (uint32_t)stamps_oldest(&sm->used, 0, p->entries);
        sm->table[i] = (entry_t){.base = addr, .pc = pc, .warp = warp};
        p->n.allocated++;
    }
    stamps_use(&sm->used, i);
    return found ? &sm->table[i] : NULL;
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

static void on_load_issue(void *ctx, const gpu_load_issue_t *e)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[e->sm];
    const warp_step_t *step = e->step;
    const uint32_t pc = e->inst->pc, slot = e->warp;
    if (step->space != INST_SPACE_GLOBAL || !step->active)
        return;
    uint32_t warp = sm->warp[slot];
    uint64_t addr = step->addr[bits_lowest(step->active)], line = p->run.cfg->line_bytes;
    p->n.loads++;
    entry_t *entry = entry_of(p, sm, pc, warp, addr);
    if (!entry || !train(p, entry, warp, addr))
        return;
    p->n.confirmed++;
    uint64_t last = addr / line;
    for (uint32_t k = 0; k < p->degree; k++) {
        uint64_t to = addr + (uint64_t)entry->stride * (p->distance + k);
        if (to / line != last)
            prefetcher_ask(&p->out, &p->run, e->sm, to, pc, slot);
        last = to / line;
    }
}

static const gpu_hooks_t hooks = {
    .policy = "str",
    .on_kernel_start = on_kernel_start,
    .on_cta_ready = on_cta_ready,
    .on_load_issue = on_load_issue,
};

static int init(policy_t *p, diag_t *d)
{
    return prefetcher_init(&p->out, &p->run, d);
}

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_str = {
    .name = "str",
    .doc = "stride prefetching by PC between warps (Lee et al., 2010)",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .init = init,
    .walk = walk,
};
