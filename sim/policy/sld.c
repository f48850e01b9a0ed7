/*
 * Policy sld: prefetching by spatial locality detection (Jog et al., "Orchestrated scheduling and
 * prefetching for GPGPUs", ISCA 2013). Memory is divided into macro blocks of `lines` aligned
 * consecutive lines; when `touches` of them have been read, the others are prefetched.
 *
 * A table an SM holds the macro blocks read last (least recently read replaced) with a bit a line.
 * A line is touched when the L1 has accepted a read of it, whatever it met. A block is prefetched
 * once as long as the table holds it: by the read that touches the last line needed, not by others
 * of lines that were touched before.
 */
#include "common/bits.h"
#include "policy/prefetcher.h"
#include "policy/stamps.h"

typedef struct entry {
    uint64_t block; /* line number / lines, + 1; 0: empty */
    uint32_t lines; /* touched */
    uint32_t pad;
} entry_t;

typedef struct sm {
    entry_t *table;
    stamps_t touched; /* of its entries */
} sm_t;

typedef struct counts {
    uint64_t touches;  /* reads looked up */
    uint64_t blocks;   /* entered into the table */
    uint64_t detected; /* of which the rest was prefetched */
} counts_t;

struct policy {
    policy_run_t run;
    prefetcher_t out;
    uint32_t lines, touches, entries; /* options */
    sm_t *sm;
    counts_t n;
};

static const policy_option_t options[] = {
    {"lines", 4, 2, 32, "lines of a macro block, a power of two", .at = offsetof(policy_t, lines),
     .pow2 = true},
    {"touches", 2, 1, 31, "lines touched that make the others worth prefetching",
     .at = offsetof(policy_t, touches)},
    {"entries", 64, 1, 1024, "macro blocks that the table of an SM holds",
     .at = offsetof(policy_t, entries)},
    {PREFETCHER_QUEUE, .at = offsetof(policy_t, out.queue)},
};

static uint32_t entries(const policy_t *p)
{
    return p->entries;
}

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(PART, out, prefetcher_state(&o->out, io)) F(KEEP, lines,) F(KEEP, touches,) \
    F(KEEP, entries,) F(KEEP, sm,) F(COUNTS, n,)
#define ENTRY_MEMBERS(F) \
    F(ANY, block,) F(ANY, lines,) F(KEEP, pad,)
#define SM_MEMBERS(F) \
    F(KEEP, table,) F(PART, touched, STATE(io, o->touched.clock))
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
    {.at = offsetof(sm_t, touched.touch),
     .size = sizeof(uint64_t),
     .count = entries,
     .launch = true},
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
    {"touches", offsetof(policy_t, n.touches)},
    {"blocks", offsetof(policy_t, n.blocks)},
    {"detected", offsetof(policy_t, n.detected)},
    {"asked", offsetof(policy_t, out.asked)},
    {"queue_full", offsetof(policy_t, out.queue_full)},
    {"outside", offsetof(policy_t, out.outside)},
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    (void)front;
    policy_forget(ctx);
}

/* The block's entry: the one it has, or the first free one, or the least recently touched; it is
 * touched. */
static entry_t *entry_of(policy_t *p, sm_t *sm, uint64_t block)
{
    uint32_t i = 0;
    while (i < p->entries && sm->table[i].block != block + 1)
        i++;
    if (i == p->entries) {
        i = (uint32_t)stamps_oldest(&sm->touched, 0, p->entries);
        sm->table[i] = (entry_t){.block = block + 1};
        p->n.blocks++;
    }
    stamps_use(&sm->touched, i);
    return &sm->table[i];
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    const gpu_req_t *q = r->req;
    uint64_t block = q->line / p->lines;
    entry_t *e = entry_of(p, &p->sm[q->sm], block);
    uint32_t before = e->lines;
    e->lines |= 1u << (q->line % p->lines);
    p->n.touches++;
    if (e->lines == before || bits_popcount(e->lines) != p->touches)
        return;
    p->n.detected++;
    for (uint32_t i = 0; i < p->lines; i++)
        if (!(e->lines >> i & 1))
            prefetcher_ask(&p->out, &p->run, q->sm, (block * p->lines + i) * p->run.cfg->line_bytes,
                           q->pc, q->warp);
}

static const gpu_hooks_t hooks = {
    .policy = "sld",
    .on_kernel_start = on_kernel_start,
    .on_l1_result = on_l1_result,
};

static int init(policy_t *p, diag_t *d)
{
    if (p->touches >= p->lines)
        return diag_at(d, "sld.touches", 0, 0, "expected less than sld.lines");
    return prefetcher_init(&p->out, &p->run, d);
}

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_sld = {
    .name = "sld",
    .doc = "prefetching of macro blocks by spatial locality detection (Jog et al., 2013)",
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
