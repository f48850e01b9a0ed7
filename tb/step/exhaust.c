#include "step/exhaust.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "step/invariant.h"
#include "step/state_code.h"
#include "step/state_set.h"

enum { PROGRESS_EVERY = 1 << 16 };

/* How a state was reached first. */
typedef struct origin {
    uint32_t from;  /* number of the state before; that of the reset state is its own */
    uint32_t input; /* number of the inputs */
} origin_t;

typedef struct search {
    const exhaust_opts_t *o;
    exhaust_result_t *r;
    step_t step;
    input_space_t space;
    state_set_t set;
    origin_t *origin;
    size_t capacity;
    uint64_t *code; /* of the state behind a step */
    void *from[2];  /* the state before it: elements without meaning are 0, or all ones */
} search_t;

static int add(search_t *s, const void *state, uint32_t from, uint32_t input)
{
    state_code_of(&s->step.pair.ports, s->o->cfg, state, s->code);
    int added = state_set_add(&s->set, s->code);
    if (added < 0)
        return -ENOMEM;
    if (!added)
        return 0;
    if (s->set.n > s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 1024;
        origin_t *origin = realloc(s->origin, capacity * sizeof *origin);
        if (!origin)
            return -ENOMEM;
        s->origin = origin;
        s->capacity = capacity;
    }
    s->origin[s->set.n - 1] = (origin_t){from, input};
    return 0;
}

/* The stimulus that leads to state n: a reset, then the inputs of each step. */
static int push_path(search_t *s, size_t n, stim_t *path)
{
    bool reset;
    if (n == 0) {
        memset(s->step.in, 0, s->o->desc->in_bytes);
        return stim_push(path, STIM_RESET, s->step.in, 1);
    }
    size_t length = 0;
    for (size_t i = n; i; i = s->origin[i].from)
        length++;
    size_t *states = malloc(length * sizeof *states);
    int err = states ? push_path(s, 0, path) : -ENOMEM;
    for (size_t i = n, k = length; !err && i; i = s->origin[i].from)
        states[--k] = i;
    for (size_t k = 0; !err && k < length; k++) {
        input_space_get(&s->space, s->origin[states[k]].input, s->step.in, &reset);
        err = stim_push(path, reset ? STIM_RESET : STIM_TICK, s->step.in, 1);
    }
    free(states);
    return err;
}

/* The step that was just taken from state n differs. */
static int fails(search_t *s, size_t n, uint64_t input)
{
    exhaust_result_t *r = s->r;
    const unit_desc_t *d = s->o->desc;
    r->end = EXHAUST_DIFFERS;
    r->bad = s->step.pair.bad;
    r->reset = s->step.reset;
    memcpy(r->state, s->step.state, d->state_bytes);
    memcpy(r->in, s->step.in, d->in_bytes);
    int err = push_path(s, n, &r->path);
    input_space_get(&s->space, input, s->step.in, &r->reset);
    return err ? err : stim_push(&r->path, r->reset ? STIM_RESET : STIM_TICK, s->step.in, 1);
}

/* All steps from state n. Half of them are with the one form of it, half with the other: which it
 * is depends on all bits of the inputs' number, so on none of the inputs alone. */
static int expand(search_t *s, size_t n)
{
    const uint64_t inputs = UINT64_C(1) << (s->space.bits + 1);
    exhaust_result_t *r = s->r;
    for (uint64_t i = 0; i < inputs; i++) {
        if (r->transitions == s->o->limit) {
            r->end = EXHAUST_LIMITED;
            return 0;
        }
        r->transitions++;
        input_space_get(&s->space, i, s->step.in, &s->step.reset);
        s->step.state = s->from[bits_popcount(i ^ n) & 1];
        if (step_take(&s->step))
            return fails(s, n, i);
        r->broken = !invariant_holds(s->o->desc, s->step.pair.state);
        if (r->broken)
            return fails(s, n, i);
        int err = add(s, s->step.pair.state, (uint32_t)n, (uint32_t)i);
        if (err)
            return err;
        if (r->transitions % PROGRESS_EVERY == 0 && s->o->progress)
            s->o->progress(s->o->progress_ctx, r->transitions, s->set.n * inputs);
    }
    return 0;
}

static unsigned depth_of(const search_t *s)
{
    unsigned depth = 0;
    for (size_t i = s->set.n ? s->set.n - 1 : 0; i; i = s->origin[i].from)
        depth++;
    return depth;
}

static int search(search_t *s)
{
    int err = add(s, s->step.state, 0, 0); /* the reset state */
    for (size_t n = 0; !err && n < s->set.n && s->r->end == EXHAUST_ALL; n++) {
        const uint64_t *code = state_set_get(&s->set, n);
        state_code_to(&s->step.pair.ports, code, s->from[0]);
        state_code_to_ones(&s->step.pair.ports, s->o->cfg, code, s->from[1]);
        err = expand(s, n);
    }
    s->r->states = s->set.n;
    s->r->depth = depth_of(s);
    return err;
}

int exhaust_run(const exhaust_opts_t *o, exhaust_result_t *r, diag_t *diag)
{
    const unit_desc_t *d = o->desc;
    search_t s = {.o = o, .r = r};
    stim_head_t head = {.desc = d, .flops = 1};
    memset(r, 0, sizeof *r);
    stim_head_cfg(&head, o->cfg);
    stim_init(&r->path, &head);
    int err = step_open(&s.step, d, o->cfg, o->model, o->select, diag);
    if (err)
        return err;
    input_space_init(&s.space, &s.step.pair.ports, o->hold, o->n_holds);
    r->input_bits = s.space.bits + 1;
    r->state = malloc(d->state_bytes);
    r->in = malloc(d->in_bytes);
    s.from[0] = s.step.state;
    s.from[1] = calloc(1, d->state_bytes);
    s.code = malloc(state_code_words(&s.step.pair.ports) * sizeof *s.code);
    if (!r->state || !r->in || !s.code || !s.from[1] || d->init(s.from[1], o->cfg) ||
        !state_set_init(&s.set, state_code_words(&s.step.pair.ports)))
        err = -ENOMEM;
    else if (r->input_bits > 31 || UINT64_C(1) << r->input_bits > o->limit)
        r->end = EXHAUST_LIMITED;
    else
        err = search(&s);
    if (err == -ENOMEM)
        diag_at(diag, d->name, 0, 0, "out of memory");
    state_set_free(&s.set);
    free(s.origin);
    free(s.code);
    s.step.state = s.from[0];
    free(s.from[1]);
    step_close(&s.step);
    return err;
}

void exhaust_result_free(exhaust_result_t *r)
{
    stim_free(&r->path);
    free(r->state);
    free(r->in);
    *r = (exhaust_result_t){0};
}
