/*
 * Policy sld: prefetching by spatial locality detection (Jog et al., "Orchestrated scheduling and
 * prefetching for GPGPUs", ISCA 2013). Memory is divided into macro blocks of `lines` aligned
 * consecutive lines; when `touches` of them have been read, the others are prefetched.
 *
 * A table an SM holds the macro blocks read last (least recently read replaced) with a bit a line.
 * A line is touched when the L1 has accepted a read of it, whatever it met. A block is prefetched
 * once as long as the table holds it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "policy/prefetcher.h"

enum { OPT_LINES, OPT_TOUCHES, OPT_ENTRIES, OPT_QUEUE, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_LINES] = {"lines", 4, 2, 32, "lines of a macro block, a power of two"},
    [OPT_TOUCHES] = {"touches", 2, 1, 31, "lines touched that make the others worth prefetching"},
    [OPT_ENTRIES] = {"entries", 64, 1, 1024, "macro blocks that the table of an SM holds"},
    [OPT_QUEUE] = PREFETCHER_QUEUE,
};

typedef struct entry {
    uint64_t block; /* line number / lines, + 1; 0: empty */
    uint64_t used;  /* time of the last touch */
    uint32_t lines; /* touched */
    uint32_t pad;
} entry_t;

typedef struct counts {
    uint64_t touches;  /* reads looked up */
    uint64_t blocks;   /* entered into the table */
    uint64_t detected; /* of which the rest was prefetched */
} counts_t;

struct policy {
    prefetcher_t out;
    uint32_t n_sms, lines, touches, entries;
    uint64_t clock;
    entry_t *table; /* [SM * entries + i] */
    counts_t n;
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    prefetcher_start(&p->out, front);
    memset(p->table, 0, (size_t)p->n_sms * p->entries * sizeof *p->table);
}

/* The block's entry: the one it has, or the first free one, or the least recently touched. */
static entry_t *entry_of(policy_t *p, uint32_t sm, uint64_t block)
{
    entry_t *t = p->table + (size_t)sm * p->entries, *old = t;
    for (uint32_t i = 0; i < p->entries; i++) {
        if (t[i].block == block + 1)
            return &t[i];
        if (t[i].used < old->used)
            old = &t[i];
    }
    *old = (entry_t){.block = block + 1};
    p->n.blocks++;
    return old;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    const gpu_req_t *q = r->req;
    uint64_t block = q->line / p->lines;
    entry_t *e = entry_of(p, q->sm, block);
    e->used = ++p->clock;
    e->lines |= 1u << (q->line % p->lines);
    p->n.touches++;
    if (bits_popcount(e->lines) != p->touches)
        return;
    p->n.detected++;
    for (uint32_t i = 0; i < p->lines; i++)
        if (!(e->lines >> i & 1))
            prefetcher_ask(&p->out, q->sm, (block * p->lines + i) * p->out.line_bytes, q->pc,
                           q->warp);
}

static const gpu_hooks_t hooks = {
    .policy = "sld",
    .on_kernel_start = on_kernel_start,
    .on_l1_result = on_l1_result,
};

static void destroy(policy_t *p)
{
    if (p)
        free(p->table);
    free(p);
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    if (!bits_is_pow2(opt[OPT_LINES]))
        return diag_at(d, "sld.lines", 0, 0, "expected a power of two");
    if (opt[OPT_TOUCHES] >= opt[OPT_LINES])
        return diag_at(d, "sld.touches", 0, 0, "expected less than sld.lines");
    policy_t *p = calloc(1, sizeof *p);
    if (p)
        p->table = calloc(env->cfg->n_sms * opt[OPT_ENTRIES], sizeof *p->table);
    if (!p || !p->table || !prefetcher_init(&p->out, env, opt[OPT_QUEUE])) {
        destroy(p);
        return diag_at(d, "sld", 0, 0, "out of memory");
    }
    p->n_sms = env->cfg->n_sms;
    p->lines = (uint32_t)opt[OPT_LINES];
    p->touches = (uint32_t)opt[OPT_TOUCHES];
    p->entries = (uint32_t)opt[OPT_ENTRIES];
    *out = p;
    return 0;
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const policy_row_t all[] = {
        {"touches", false, p->n.touches, 0},         {"blocks", false, p->n.blocks, 0},
        {"detected", false, p->n.detected, 0},       {"asked", false, p->out.asked, 0},
        {"queue_full", false, p->out.queue_full, 0}, {"outside", false, p->out.outside, 0},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    (void)p, (void)i;
    return NULL;
}

STATE_LAYOUT("sld's policy", sizeof(policy_t) - sizeof(counts_t) - sizeof(prefetcher_t), 32);

static void state(policy_t *p, state_io_t *io)
{
    prefetcher_state(&p->out, io);
    STATE(io, p->clock);
    state_bytes(io, p->table, (size_t)p->n_sms * p->entries * sizeof *p->table);
    STATE(io, p->n);
}

const policy_ops_t policy_sld = {
    .name = "sld",
    .doc = "prefetching of macro blocks by spatial locality detection (Jog et al., 2013)",
    .hooks = &hooks,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};
