/*
 * Shrinking a failing stimulus: remove cycles as long as it still fails (the last few alone
 * first, then delta debugging), then zero inputs.
 *
 * Source: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE
 * 28(2), 2002 (ddmin, complements only).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/cosim.h"

/*
 * What shrinking may cost in all. Work is counted and no clock is read, so that the same failure
 * shrinks to the same stimulus. A unit of work is about a nanosecond: a trial opens a model and its
 * RTL, copies the stimulus and runs until it differs. A unit with much state has as many fewer
 * trials. The largest units shrink for about three seconds, those with much logic and little state
 * longer; none for more than ten (tests/cosim/test_shrink.c).
 */
#define BUDGET UINT64_C(3000000000)
enum {
    OPEN = 50000,         /* a trial, */
    OPEN_STATE_BYTES = 1, /* and for a byte of the C model's state */
    COPY = 10,            /* a record */
    CYCLE = 300,          /* a cycle, */
    CYCLE_BITS = 16,      /* and for so many bits compared one more */
};

typedef struct shrink {
    const cosim_opts_t *o;
    const cosim_result_t *want;
    stim_t best, try;
    uint64_t spent;
    int err;
    diag_t *diag;
} shrink_t;

static bool affordable(const shrink_t *s)
{
    return !s->err && s->spent < BUDGET;
}

/* Does `try` fail in the same way? Then it becomes the best, cut off after its failing cycle. */
static bool fails(shrink_t *s)
{
    cosim_opts_t o = *s->o;
    cosim_result_t r;
    o.replay = &s->try;
    o.wave = o.record = o.activity = NULL;
    o.progress = NULL;
    int err = cosim_run(&o, &r, s->diag);
    if (err)
        s->err = err;
    s->spent += OPEN + OPEN_STATE_BYTES * o.desc->state_bytes + COPY * s->try.n +
                (r.failed ? r.record + 1 : s->try.n) * (CYCLE + s->want->bits / CYCLE_BITS);
    bool same =
        !err && r.failed && r.bad.kind == s->want->bad.kind && r.bad.field == s->want->bad.field;
    if (same) {
        s->try.n = s->try.records = (size_t)r.record + 1;
        stim_t old = s->best;
        s->best = s->try;
        s->try = old;
    }
    cosim_result_free(&r);
    return same;
}

static void try_clear(shrink_t *s)
{
    s->try.n = 0;
    s->try.records = 0;
}

static void take(shrink_t *s, size_t from, size_t to)
{
    for (size_t i = from; i < to && !s->err; i++)
        s->err = stim_push(&s->try, (stim_op_t)s->best.op[i], stim_in(&s->best, i), 1);
}

/* The first reset cycle and the last n cycles. */
static void keep_tail(shrink_t *s)
{
    size_t first = 0;
    while (first < s->best.n && s->best.op[first] != STIM_RESET)
        first++;
    for (size_t n = 4; n < s->best.n / 2 && affordable(s); n *= 4) {
        try_clear(s);
        take(s, first, first + 1);
        take(s, s->best.n - n, s->best.n);
        if (!s->err && fails(s))
            return;
    }
}

/* Removes chunks of falling size; back to larger ones is not needed for a small result. */
static void remove_chunks(shrink_t *s)
{
    for (size_t size = s->best.n / 2; size >= 1 && affordable(s); size /= 2)
        for (size_t end = s->best.n; end > 0 && affordable(s);) {
            size_t from = end > size ? end - size : 0;
            try_clear(s);
            take(s, 0, from);
            take(s, end, s->best.n);
            bool gone = !s->err && s->try.n && fails(s);
            end = from;
            if (gone && end > s->best.n)
                end = s->best.n;
        }
}

static bool is_zero(const stim_t *s, const unit_field_t *f, unsigned count, size_t i)
{
    for (unsigned e = 0; e < count; e++)
        if (unit_field_get(f, stim_in(s, i), e))
            return false;
    return true;
}

/* Zeroes one input, in record i or (SIZE_MAX) in all; true if anything was there to zero. */
static bool zero_input(shrink_t *s, const unit_field_t *f, unsigned count, size_t i)
{
    const size_t from = i == SIZE_MAX ? 0 : i, to = i == SIZE_MAX ? s->best.n : i + 1;
    bool any = false;
    for (size_t k = from; k < to && !any; k++)
        any = !is_zero(&s->best, f, count, k);
    if (!any)
        return false;
    try_clear(s);
    take(s, 0, s->best.n);
    for (size_t k = from; k < to && !s->err; k++)
        for (unsigned e = 0; e < count; e++)
            unit_field_set(f, stim_in(&s->try, k), e, 0);
    return true;
}

static void zero_inputs(shrink_t *s)
{
    const unit_desc_t *d = s->o->desc;
    for (unsigned k = 0; k < d->n_fields && affordable(s); k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir != UNIT_IN)
            continue;
        unsigned count = f->capacity > 1 ? f->count(s->o->cfg) : 1;
        if (!zero_input(s, f, count, SIZE_MAX) || s->err || fails(s))
            continue;
        for (size_t i = 0; i < s->best.n && affordable(s); i++)
            if (zero_input(s, f, count, i) && !s->err)
                fails(s);
    }
}

/* One record a cycle, so that each can be removed. */
static int expand(const stim_t *from, stim_t *to)
{
    stim_init(to, &from->head);
    for (size_t i = 0; i < from->n; i++)
        for (uint64_t t = 0; t < from->times[i]; t++)
            if (stim_push(to, (stim_op_t)from->op[i], stim_in(from, i), 1))
                return -ENOMEM;
    return 0;
}

int cosim_shrink(const cosim_opts_t *o, const cosim_result_t *r, stim_t *s, diag_t *diag)
{
    if (s->records > COSIM_SHRINK_MAX)
        return 0;
    shrink_t work = {.o = o, .want = r, .diag = diag};
    stim_init(&work.try, &s->head);
    work.err = expand(s, &work.best);
    if (!work.err) {
        take(&work, 0, work.best.n);
        if (!work.err && fails(&work)) {
            keep_tail(&work);
            size_t before;
            do {
                before = work.best.n;
                remove_chunks(&work);
            } while (work.best.n < before && affordable(&work));
            zero_inputs(&work);
            remove_chunks(&work);
        }
    }
    if (!work.err) {
        stim_t old = *s;
        *s = work.best;
        work.best = old;
    }
    stim_free(&work.best);
    stim_free(&work.try);
    if (work.err == -ENOMEM)
        diag_at(diag, o->desc->name, 0, 0, "out of memory");
    return work.err;
}
