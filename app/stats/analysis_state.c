/*
 * The counts of an analysis in a checkpoint, in the middle of a launch. Hashes and trees are made
 * anew, of the lines in the order of their first access and in that of their last.
 */
#include <stdlib.h>

#include "common/state_members.h"
#include "stats/analysis_int.h"

/* clang-format off */
#define ANALYSIS_MEMBERS(F) \
    F(KEEP, gpu,) F(KEEP, failed,) F(KEEP, n_sms,) F(KEEP, sm,) F(MOST, warps_per_cta, 64) F(MADE, pc,) F(MADE, n_pcs,) \
    F(PART, by_type,) F(ANYS, read,) F(ANYS, evicted,) F(KEEP, row,) F(WALK, n_rows, rows_state(o, io)) F(PART, touched, touched_state(&o->touched, io))
#define HIST_MEMBERS(F) F(ANY, count,) F(ANY, sum,) F(ANYS, bucket,)
#define ROW_MEMBERS(F) \
    F(ANY, accesses,) F(ANYS, lines,) F(ANYS, reads,) F(PART, stack, hist_state(&o->stack, io)) \
    F(PART, reference, hist_state(&o->reference, io)) F(ANY, cold_misses,) F(ANYS, contention,)
#define SM_MEMBERS(F) \
    F(PART, tags, tags_state(a, &o->tags, io)) F(PART, reuse, reuse_state(&o->reuse, o->tags.n, io)) F(ANY, accesses,) \
    F(WALK, warp, state_bytes(io, o->warp, gpu_config(a->gpu)->warps_per_sm * sizeof *o->warp))
#define TAGS_MEMBERS(F) \
    F(MADE, key,) F(MADE, id,) F(MADE, line,) F(MADE, bucket,) F(WALK, n, lines_state(a, o, lines, io)) F(MADE, cap,) \
    F(MADE, line_cap,) F(MADE, n_buckets,) F(MADE, bucket_cap,)
#define LINE_MEMBERS(F) \
    F(ANY, first_warp,) F(ANY, evictor,) F(ANY, last,) F(ANY, accesses,) F(ANY, by_first,) F(ANY, distances,) \
    F(WALK, buckets, buckets_state(t, id, io)) F(MOST, row, a->n_rows ? a->n_rows - 1 : 0) F(MOST, gone, INFTAGS_BY_PREFETCH)
/* clang-format on */

STATE_LIST(struct analysis, ANALYSIS_MEMBERS);
STATE_LIST(reuse_hist_t, HIST_MEMBERS);
STATE_LIST(analysis_row_t, ROW_MEMBERS);
STATE_LIST(analysis_sm_t, SM_MEMBERS);
STATE_LIST(inftags_t, TAGS_MEMBERS);
STATE_LIST(inftags_line_t, LINE_MEMBERS);

static void no_memory(state_io_t *io)
{
    state_fail(io, "needs more memory than there is");
}

static void hist_state(reuse_hist_t *h, state_io_t *io)
{
    STATE_WALK(h, io, HIST_MEMBERS);
}

/* The loads of the kernels launched so far, which the GPU has. */
static void rows_state(analysis_t *a, state_io_t *io)
{
    if (state_loading(io) && !analysis_grow_rows(a, gpu_load_rows(a->gpu)))
        no_memory(io);
    state_expect(io, a->n_rows, "loads");
    for (unsigned i = 0; i < a->n_rows && !state_error(io); i++)
        STATE_WALK(&a->row[i], io, ROW_MEMBERS);
}

/* Lines read or written by any SM; their places in the hash do not matter. */
static void touched_state(lineset_t *s, state_io_t *io)
{
    uint64_t n = s->used, key;
    state_count(io, &n, UINT32_MAX / 4, "distinct lines");
    for (uint32_t i = 0; !state_loading(io) && i < s->cap; i++)
        if (s->key[i])
            STATE(io, s->key[i]);
    for (uint64_t i = 0; state_loading(io) && i < n && !state_error(io); i++) {
        STATE(io, key);
        if (state_holds(io, key != 0, "a line of no number"))
            state_holds(io, lineset_add_sparse(s, key - 1), "a line twice");
    }
}

/* The distances of a line, by bucket. */
static void buckets_state(inftags_t *t, uint32_t id, state_io_t *io)
{
    uint8_t n = 0;
    for (uint32_t b = t->line[id].buckets; !state_loading(io) && b != INFTAGS_NONE;
         b = t->bucket[b].next)
        n++;
    state_number(io, &n, sizeof n, REUSE_BUCKETS, "buckets");
    uint32_t at = t->line[id].buckets;
    for (uint8_t i = 0; i < n && !state_error(io); i++) {
        inftags_bucket_t b = state_loading(io) ? (inftags_bucket_t){0} : t->bucket[at];
        at = b.next;
        state_number(io, &b.bucket, sizeof b.bucket, REUSE_BUCKETS - 1, "bucket");
        STATE(io, b.count);
        if (state_loading(io) && !state_error(io) && !inftags_bucket(t, id, b.bucket, b.count))
            no_memory(io);
    }
}

/* One line, number id. */
static void line_state(const analysis_t *a, inftags_t *t, uint32_t id, uint64_t line,
                       state_io_t *io)
{
    STATE(io, line);
    if (state_loading(io) &&
        state_holds(io, line != UINT64_MAX && inftags_find(t, line) == INFTAGS_NONE,
                    "a line twice") &&
        !inftags_add(t, line))
        no_memory(io);
    if (!state_error(io))
        STATE_WALK(&t->line[id], io, LINE_MEMBERS);
}

static void lines_state(const analysis_t *a, inftags_t *t, const uint64_t *lines, state_io_t *io)
{
    uint64_t n = t->n;
    state_count(io, &n, UINT32_MAX / 4, "lines");
    if (state_loading(io))
        state_holds(io, !n || a->n_rows, "lines that no load has read");
    for (uint32_t id = 0; id < n && !state_error(io); id++)
        line_state(a, t, id, lines ? lines[id] : 0, io);
}

static void tags_state(const analysis_t *a, inftags_t *t, state_io_t *io)
{
    uint64_t *lines = state_loading(io) ? NULL : inftags_lines(t);
    if (!lines && !state_loading(io))
        no_memory(io);
    else
        STATE_WALK(t, io, TAGS_MEMBERS);
    free(lines);
}

/* The n lines in the order of their last accesses. */
static void reuse_state(reuse_t *r, uint32_t n, state_io_t *io)
{
    for (uint32_t i = 0; state_loading(io) && i < n && !state_error(io); i++)
        if (!reuse_add(r))
            no_memory(io);
    uint8_t *seen = state_loading(io) ? state_alloc(io, n, 1) : NULL;
    uint32_t at = 0;
    for (uint32_t i = 0; i < n && !state_error(io); i++) {
        uint32_t item = 0;
        uint64_t distance;
        while (!state_loading(io) && r->who[at] == REUSE_NONE)
            at++;
        item = state_loading(io) ? 0 : r->who[at++];
        state_number(io, &item, sizeof item, n - 1, "items");
        if (!state_loading(io) || state_error(io))
            continue;
        if (state_holds(io, !seen[item]++, "a line twice") && !reuse_again(r, item, &distance))
            no_memory(io);
    }
    free(seen);
}

void analysis_state(analysis_t *a, state_io_t *io)
{
    state_section(io, "analysis");
    if (a->failed)
        no_memory(io);
    STATE_WALK(a, io, ANALYSIS_MEMBERS);
    for (unsigned i = 0; i < ANALYSIS_TYPES; i++)
        hist_state(&a->by_type[i], io);
    for (unsigned i = 0; i < a->n_sms && !state_error(io); i++)
        STATE_WALK(&a->sm[i], io, SM_MEMBERS);
    if (!state_loading(io) || state_error(io))
        return;
    state_holds(io, !gpu_launch(a->gpu) || a->warps_per_cta, "CTAs without warps");
    if (gpu_launching(a->gpu) && !analysis_take_launch(a))
        no_memory(io);
}
