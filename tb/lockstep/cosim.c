#include "lockstep/cosim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/activity_log.h"
#include "wave/wave.h"

enum { PROGRESS_EVERY = 1 << 15 };

stim_choice_t cosim_stimulus(const cosim_opts_t *o)
{
    return (stim_choice_t){.desc = o->desc,
                           .cfg = o->cfg,
                           .cycles = o->cycles,
                           .seed = o->seed,
                           .kind = o->kind,
                           .replay = o->replay};
}

static bool source_open(stim_source_t *s, const cosim_opts_t *o)
{
    const stim_choice_t c = cosim_stimulus(o);
    return stim_source_open(s, &c);
}

static stim_head_t head_of(const cosim_opts_t *o)
{
    const stim_choice_t c = cosim_stimulus(o);
    return stim_choice_head(&c);
}

/* Everything a run holds besides its result. */
typedef struct run {
    const cosim_opts_t *o;
    cosim_result_t *r;
    const stim_unit_t *stim;
    pair_t pair;
    stim_source_t source;
    stim_writer_t *record;
    activity_log_t *activity;
    wave_t *wave;
    uint64_t total;
} run_t;

static void keep_shot(run_t *u, stim_op_t op, uint64_t cycle)
{
    cosim_result_t *r = u->r;
    const unit_desc_t *d = u->o->desc;
    unsigned at = r->n_shots++ % COSIM_HISTORY;
    r->shot[at] = (cosim_shot_t){cycle, op};
    memcpy(r->shot_in + at * d->in_bytes, u->pair.in, d->in_bytes);
    memcpy(r->shot_out + at * d->out_bytes, u->pair.out, d->out_bytes);
    memcpy(r->shot_out_rtl + at * d->out_bytes, u->pair.out_rtl, d->out_bytes);
}

/* Turns the ring so that the oldest cycle is first. */
static void order_shots(run_t *u)
{
    cosim_result_t *r = u->r;
    const unit_desc_t *d = u->o->desc;
    if (r->n_shots <= COSIM_HISTORY)
        return;
    unsigned first = r->n_shots % COSIM_HISTORY;
    cosim_result_t old = *r;
    uint8_t *in = malloc(COSIM_HISTORY * d->in_bytes);
    uint8_t *out = malloc(COSIM_HISTORY * d->out_bytes);
    uint8_t *out_rtl = malloc(COSIM_HISTORY * d->out_bytes);
    for (unsigned i = 0; in && out && out_rtl && i < COSIM_HISTORY; i++) {
        unsigned from = (first + i) % COSIM_HISTORY;
        r->shot[i] = old.shot[from];
        memcpy(in + i * d->in_bytes, old.shot_in + from * d->in_bytes, d->in_bytes);
        memcpy(out + i * d->out_bytes, old.shot_out + from * d->out_bytes, d->out_bytes);
        memcpy(out_rtl + i * d->out_bytes, old.shot_out_rtl + from * d->out_bytes, d->out_bytes);
    }
    free(old.shot_in);
    free(old.shot_out);
    free(old.shot_out_rtl);
    r->shot_in = in;
    r->shot_out = out;
    r->shot_out_rtl = out_rtl;
    r->n_shots = in && out && out_rtl ? COSIM_HISTORY : 0;
}

static void watch(run_t *u)
{
    const pair_t *p = &u->pair;
    bool happened[COSIM_MAX_EVENTS] = {false};
    u->stim->watch(p->cfg, p->state, p->in, p->out, happened);
    for (unsigned k = 0; k < u->stim->n_events; k++)
        u->r->event[k] += happened[k];
}

static int one_cycle(run_t *u, stim_op_t op, const void *in)
{
    pair_t *p = &u->pair;
    cosim_result_t *r = u->r;
    if (u->o->flip)
        p->flip = p->cycle >= u->o->flip_from ? u->o->flip : NULL;
    uint64_t cycle = p->cycle;
    int err;
    if (op == STIM_RESET) {
        err = pair_reset(p, in);
        r->resets++;
    } else {
        err = pair_settle(p, in);
        if (!err && op == STIM_TICK) {
            watch(u);
            err = pair_edge(p);
        }
        r->evals += op == STIM_EVAL;
    }
    keep_shot(u, op, cycle);
    return err;
}

static void run_all(run_t *u)
{
    cosim_result_t *r = u->r;
    stim_op_t op;
    const void *in;
    uint64_t record = 0, unknown = 0; /* edges before the first reset */
    for (; stim_source_next(&u->source, &op, &in); record++) {
        if (u->record)
            stim_writer_put(u->record, op, in);
        uint64_t edges = u->pair.cycle;
        int err = one_cycle(u, op, in);
        unknown = u->pair.known ? unknown : u->pair.cycle;
        if (u->activity && u->pair.cycle != edges)
            activity_log_edge(u->activity, u->pair.in, u->pair.state);
        if (u->wave)
            wave_record(u->wave, &u->pair, op, record,
                        u->pair.cycle != edges || wave_time(0, u->pair.bad.kind) != 0);
        if (err) {
            r->failed = true;
            r->bad = u->pair.bad;
            r->record = record;
            break;
        }
        if (record % PROGRESS_EVERY == PROGRESS_EVERY - 1 && u->o->progress)
            u->o->progress(u->o->progress_ctx, record, u->total);
    }
    r->cycle = u->pair.cycle;
    r->cycles = u->pair.cycle - unknown;
    r->idle = u->pair.idle_edges;
    r->quiet = u->pair.sleep.quiet_cycles;
    r->skips = u->pair.sleep.skips;
    r->bits = u->pair.ports.bits;
    r->fields = u->o->desc->n_fields;
}

static uint64_t total_of(const cosim_opts_t *o, const void *cfg)
{
    if (o->replay)
        return o->replay->records;
    if (o->kind == STIM_RANDOM)
        return o->cycles;
    const stim_unit_t *s = stim_unit_of(o->desc);
    uint64_t n = 0;
    for (unsigned i = 0; i < s->n_directed; i++)
        n += s->directed[i].cycles(cfg);
    return n;
}

static int open_all(run_t *u, diag_t *diag)
{
    const cosim_opts_t *o = u->o;
    const unit_desc_t *d = o->desc;
    cosim_result_t *r = u->r;
    if (u->stim->n_events > COSIM_MAX_EVENTS)
        return diag_at(diag, d->name, 0, 0, "%u events; at most %d are supported",
                       u->stim->n_events, COSIM_MAX_EVENTS);
    stim_head_t head = head_of(o);
    r->shot_in = calloc(COSIM_HISTORY, d->in_bytes);
    r->shot_out = calloc(COSIM_HISTORY, d->out_bytes);
    r->shot_out_rtl = calloc(COSIM_HISTORY, d->out_bytes);
    if (!r->shot_in || !r->shot_out || !r->shot_out_rtl || !source_open(&u->source, o))
        return -ENOMEM;
    u->total = total_of(o, o->cfg);
    for (unsigned k = 0; k < u->stim->n_events; k++)
        r->possible[k] = stim_event_possible(u->stim, k, o->cfg);
    int err = pair_open(&u->pair, d, o->cfg, o->model, head.flops, diag);
    if (err)
        return err;
    if (u->pair.rtl->select)
        *u->pair.rtl->select = (uint16_t)o->select;
    else if (o->select)
        return diag_at(diag, d->name, 0, 0, "this model has no faults to select");
    if (o->record && !(u->record = stim_writer_open(o->record, &head, diag)))
        return -EIO;
    if (o->activity && !(u->activity = activity_log_open(d, u->pair.cfg)))
        return -ENOMEM;
    if (o->wave && !(u->wave = wave_open(o->wave, &u->pair, diag)))
        return -EIO;
    return 0;
}

int cosim_run(const cosim_opts_t *o, cosim_result_t *r, diag_t *diag)
{
    memset(r, 0, sizeof *r);
    run_t u = {.o = o, .r = r, .stim = stim_unit_of(o->desc)};
    int err = open_all(&u, diag);
    if (!err) {
        run_all(&u);
        order_shots(&u);
    }
    if (u.record) {
        int e = stim_writer_close(u.record, diag);
        err = err ? err : e;
    }
    if (u.activity) {
        int e = activity_log_close(u.activity, o->activity, diag);
        err = err ? err : e;
    }
    if (u.wave) {
        int e = wave_close(u.wave, diag);
        err = err ? err : e;
        uint64_t at = r->failed ? wave_time(r->record, r->bad.kind) : 0;
        err = err ? err : wave_gtkw(o->wave, &u.pair, &r->bad, at, diag);
    }
    stim_source_close(&u.source);
    pair_close(&u.pair);
    if (err == -ENOMEM)
        diag_at(diag, o->desc->name, 0, 0, "out of memory");
    return err;
}

void cosim_result_free(cosim_result_t *r)
{
    free(r->shot_in);
    free(r->shot_out);
    free(r->shot_out_rtl);
    memset(r, 0, sizeof *r);
}

/* The records of a run, cut off after its failing one, from record `from` on. */
static int cut(const cosim_opts_t *o, const cosim_result_t *r, uint64_t from, stim_t *s)
{
    stim_head_t head = head_of(o);
    stim_init(s, &head);
    stim_source_t source;
    if (!source_open(&source, o))
        return -ENOMEM;
    stim_op_t op;
    const void *in;
    int err = 0;
    for (uint64_t n = 0; !err && n <= r->record && stim_source_next(&source, &op, &in); n++)
        if (n >= from)
            err = stim_push(s, op, in, 1);
    stim_source_close(&source);
    return err;
}

/* The first record of the last reset before the failing record; 0: none. */
static int last_reset(const cosim_opts_t *o, const cosim_result_t *r, uint64_t *from)
{
    stim_source_t source;
    if (!source_open(&source, o))
        return -ENOMEM;
    stim_op_t op, before = STIM_TICK;
    const void *in;
    *from = 0;
    for (uint64_t n = 0; n < r->record && stim_source_next(&source, &op, &in); n++) {
        if (op == STIM_RESET && before != STIM_RESET)
            *from = n;
        before = op;
    }
    stim_source_close(&source);
    return 0;
}

int cosim_failing_stimulus(const cosim_opts_t *o, const cosim_result_t *r, stim_t *s, diag_t *diag)
{
    uint64_t from;
    int err = last_reset(o, r, &from);
    if (!err)
        err = cut(o, r, from, s);
    if (!err && from) {
        cosim_opts_t again = *o;
        cosim_result_t result;
        again.replay = s;
        again.wave = again.record = again.activity = NULL;
        again.progress = NULL;
        err = cosim_run(&again, &result, diag);
        bool enough = !err && result.failed && result.bad.kind == r->bad.kind &&
                      result.bad.field == r->bad.field;
        cosim_result_free(&result);
        if (!err && !enough) { /* something that no reset clears matters */
            stim_free(s);
            err = cut(o, r, 0, s);
        }
    }
    if (err) {
        stim_free(s);
        diag_at(diag, o->desc->name, 0, 0, "out of memory");
    }
    return err;
}
