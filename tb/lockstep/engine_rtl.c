/*
 * The engines rtl and lockstep. Under rtl the pair's C model is never evaluated nor ticked.
 *
 * The edge of the RTL is put off until somebody looks: as a rule it goes through it in one
 * evaluation with the settling of the next inputs, and the state is compared then. What is said of
 * a difference is the cycle of that edge.
 *
 * What the RTL does while its holder sleeps: `held` are the inputs in the cycles left out. The
 * module is still once a clock with these inputs has changed no state and told no fact; from then
 * on such clocks change nothing, and are left out. In lockstep it is still, too, once an idle model
 * has gone through a clock with idle inputs, both sides equal before and after.
 */
#include "lockstep/engines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit_dump.h"
#include "lockstep/pair.h"
#include "lockstep/stim.h"
#include "wave/wave.h"

enum { RESET_CYCLES = 2 };

typedef struct side {
    pair_t pair;
    stim_log_t *log;
    void *held;     /* inputs of cycles that are left out */
    bool rests;     /* all enables of `held` are 0 */
    bool asked;     /* the holder sleeps: what a clock with `held` changes is worth knowing */
    bool still;     /* see above */
    bool changed;   /* by the last clock that was watched, or a fact told in it */
    bool settled;   /* pair.in is settled and not yet clocked */
    bool continued; /* from a checkpoint: the log does not lead to this state */
    bool pending;   /* settled, and not in the log yet */
    wave_t *wave;   /* NULL: none asked for */
    char *wave_path;
    unit_inst_work_t work;
} side_t;

static side_t *side_of(const unit_inst_t *u)
{
    return u->side;
}

static bool is_lockstep(const unit_inst_t *u)
{
    return u->engine == &unit_engine_lockstep;
}

const unit_engine_t *unit_engine_find(const char *name)
{
    static const unit_engine_t *const engines[] = {&unit_engine_c, &unit_engine_rtl,
                                                   &unit_engine_lockstep};
    for (unsigned i = 0; i < sizeof engines / sizeof *engines; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}

/* ---- Made and freed ---- */

/* FNV-1a of the label, so that instances power up with different flops. */
static uint64_t flop_seed(const char *label)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *label; label++)
        h = (h ^ (unsigned char)*label) * UINT64_C(0x100000001b3);
    return h;
}

static int reset(unit_inst_t *u);

static int open_side(unit_inst_t *u, const void *cfg, diag_t *diag)
{
    const rtl_model_t *m = rtl_model(u->desc, cfg, diag);
    if (!m)
        return -EINVAL;
    side_t *s = calloc(1, sizeof *s);
    u->side = s;
    if (!s || !(s->held = calloc(1, u->desc->in_bytes)))
        return -ENOMEM;
    stim_head_t head = {.desc = u->desc, .flops = flop_seed(u->label)};
    stim_head_cfg(&head, cfg);
    int err = pair_open(&s->pair, u->desc, cfg, m, head.flops, diag);
    if (err)
        return err;
    s->pair.lean = true;
    if (is_lockstep(u))
        u->model = s->pair.state;
    s->log = stim_log_new(&head, UNIT_INST_LOG_BOUND);
    if (!s->log)
        return -ENOMEM;
    if (!reset(u))
        return 0;
    return diag_at(diag, u->desc->name, 0, 0, "fails in its first reset: %s",
                   s->pair.bad.text[0] ? s->pair.bad.text : "the model and its RTL differ");
}

static void close_side(unit_inst_t *u)
{
    side_t *s = u->side;
    if (!s)
        return;
    if (s->wave)
        wave_close(s->wave, NULL);
    free(s->wave_path);
    pair_close(&s->pair);
    stim_log_free(s->log);
    free(s->held);
    free(s);
}

/* ---- Cycles ---- */

/* An evaluation that no edge followed goes to the log as such. */
static void log_pending(side_t *s)
{
    if (s->pending)
        stim_log_put(s->log, STIM_EVAL, s->pair.in);
    s->pending = false;
}

static int fail_assert(pair_t *p)
{
    p->bad = (mismatch_t){.kind = MISMATCH_ASSERT};
    snprintf(p->bad.text, sizeof p->bad.text, "%s", p->rtl->model->message(p->rtl));
    return -1;
}

static int settle(unit_inst_t *u, const void *in)
{
    side_t *s = u->side;
    pair_t *p = &s->pair;
    if (p->bad.kind)
        return -1;
    if (s->settled && same_bytes(in, p->in, u->desc->in_bytes))
        return 0;
    log_pending(s);
    s->settled = s->pending = true;
    s->work.evals++;
    if (is_lockstep(u)) {
        s->work.bits += p->ports.io_bits;
        int err = pair_settle(p, in);
        if (err && s->wave)
            wave_record(s->wave, p, STIM_EVAL, u->clock, false);
        return err;
    }
    *p->rtl->rst_n = 1;
    return pair_rtl_settle(p, in) ? fail_assert(p) : 0;
}

static int eval(unit_inst_t *u, const void *in, void *out)
{
    if (settle(u, in))
        return -1;
    pair_t *p = &side_of(u)->pair;
    if (is_lockstep(u))
        copy_bytes(out, p->out, u->desc->out_bytes);
    else
        p->rtl->model->get_out(p->rtl, out);
    return 0;
}

/* The RTL goes through an edge that it was spared so far. */
static int catch_up(const unit_inst_t *u)
{
    pair_t *p = &side_of(u)->pair;
    if (is_lockstep(u))
        return pair_catch_up(p);
    return pair_rtl_catch_up(p) ? fail_assert(p) : 0;
}

/* After an edge the ports show what depends on the state alone, whatever the inputs are. */
static int moore(unit_inst_t *u, void *out)
{
    pair_t *p = &side_of(u)->pair;
    if (p->bad.kind || catch_up(u))
        return -1;
    p->rtl->model->get_out(p->rtl, out);
    return is_lockstep(u) ? pair_moore(p) : 0;
}

/* Does the RTL tell a fact in the cycle that is settled? */
static bool tells(const pair_t *p)
{
    for (unsigned k = 0; k < p->ports.n_facts; k++)
        if (port_get(&p->ports.out[p->ports.fact[k]], 0))
            return true;
    return false;
}

/* `still`: nothing in the model can change. */
static int edge_of(unit_inst_t *u, bool still)
{
    side_t *s = u->side;
    pair_t *p = &s->pair;
    s->settled = s->pending = false;
    stim_log_put(s->log, STIM_TICK, p->in);
    s->work.ticks++;
    if (!is_lockstep(u)) {
        pair_rtl_edge_later(p);
        return 0;
    }
    s->work.bits += p->ports.bits - p->ports.io_bits;
    if (!s->wave)
        return pair_edge_later(p, still);
    int err = pair_edge(p);
    wave_record(s->wave, p, STIM_TICK, u->clock, true);
    return err;
}

static int edge(unit_inst_t *u)
{
    return edge_of(u, false);
}

/* A clock of which it is noticed whether it changes anything. */
static int watched_edge(unit_inst_t *u)
{
    side_t *s = u->side;
    bool told = tells(&s->pair);
    pair_rtl_snapshot(&s->pair);
    int err = edge(u) || catch_up(u) ? -1 : 0;
    s->changed = err || told || !pair_rtl_unchanged(&s->pair);
    return err;
}

static int tick(unit_inst_t *u, const void *in)
{
    side_t *s = u->side;
    if (s->pair.bad.kind)
        return -1;
    const bool as_held = s->asked && same_bytes(in, s->held, u->desc->in_bytes);
    if (s->still && as_held && !is_lockstep(u))
        return 0;
    if (settle(u, in))
        return -1;
    s->still = false;
    s->changed = true; /* as far as is known */
    return as_held && !is_lockstep(u) ? watched_edge(u) : edge(u);
}

static void hold(side_t *s, const void *held)
{
    copy_bytes(s->held, held, s->pair.desc->in_bytes);
    s->rests = ports_inputs_idle(&s->pair.ports, held);
}

static uint64_t rtl_sleep(unit_inst_t *u, const void *held)
{
    side_t *s = u->side;
    size_t n = u->desc->in_bytes;
    s->still = (s->still && same_bytes(held, s->held, n)) ||
               (s->asked && !s->changed && same_bytes(held, s->pair.in, n));
    s->asked = true;
    hold(s, held);
    return s->still ? UNIT_QUIET_EVER : 0;
}

static uint64_t lockstep_sleep(unit_inst_t *u, const void *held)
{
    side_t *s = u->side;
    s->still = s->still && same_bytes(held, s->held, u->desc->in_bytes);
    hold(s, held);
    return u->desc->quiet(u->model);
}

static int rtl_skip(unit_inst_t *u, uint64_t n)
{
    side_t *s = u->side;
    for (; n && !s->still; n--) {
        if (settle(u, s->held) || watched_edge(u))
            return -1;
        s->still = !s->changed;
    }
    return 0;
}

/* Inputs whose outputs nobody asks for. In lockstep they are compared only if the RTL tells a fact:
 * what is quiet tells none. */
static int settle_unasked(unit_inst_t *u, const void *in)
{
    side_t *s = u->side;
    pair_t *p = &s->pair;
    if (!is_lockstep(u) || s->wave)
        return settle(u, in);
    if (p->bad.kind)
        return -1;
    log_pending(s);
    s->work.evals++;
    if (pair_settle_unasked(p, in))
        return -1;
    return tells(p) ? pair_settle(p, in) : 0;
}

/* Both sides clocked and compared, until neither moves any more: an idle model that goes through a
 * clock with idle inputs, and the RTL equal to it before and after. */
static int lockstep_skip(unit_inst_t *u, uint64_t n)
{
    side_t *s = u->side;
    for (; n; n--) {
        const bool idle = u->desc->idle(u->model);
        if (s->still && idle)
            break;
        if (settle_unasked(u, s->held) || (s->rests ? edge_of(u, idle) : watched_edge(u)))
            return -1;
        s->still = s->rests ? idle : !s->changed;
    }
    return s->pair.bad.kind ? -1 : 0;
}

static int reset(unit_inst_t *u)
{
    side_t *s = u->side;
    pair_t *p = &s->pair;
    if (catch_up(u))
        return -1;
    log_pending(s);
    s->settled = s->still = false;
    memset(p->in, 0, u->desc->in_bytes);
    hold(s, p->in);
    for (int i = 0; i < RESET_CYCLES; i++) {
        stim_log_put(s->log, STIM_RESET, p->in);
        if (is_lockstep(u)) {
            if (pair_reset(p, p->in))
                return -1;
            continue;
        }
        if (p->bad.kind)
            return -1;
        *p->rtl->rst_n = 0;
        p->rtl->model->drive(p->rtl, p->in);
        if (rtl_settle(p->rtl) || rtl_edge(p->rtl))
            return fail_assert(p);
    }
    return 0;
}

/* ---- Checkpoints ---- */

static void read_state(const pair_t *p, void *state)
{
    for (unsigned k = 0; k < p->ports.n_state; k++)
        port_read(&p->ports.state[k], state);
}

/* In lockstep both sides are equal, and the model says which elements mean something. */
static int get_state(unit_inst_t *u, void *state)
{
    pair_t *p = &side_of(u)->pair;
    if (p->bad.kind || catch_up(u) || (is_lockstep(u) && pair_compare_state(p)))
        return -1;
    read_state(p, state);
    return 0;
}

/* The RTL takes the state, and so does the model in lockstep; what was known of inputs that are
 * held, and of edges to come, is not of this state. */
static int set_state(unit_inst_t *u, const void *state)
{
    side_t *s = u->side;
    if (s->pair.bad.kind || catch_up(u))
        return -1;
    log_pending(s);
    s->settled = s->still = s->asked = false;
    s->changed = s->continued = true;
    return pair_set_state(&s->pair, state, is_lockstep(u));
}

/* ---- Reports and waves ---- */

static int wave(unit_inst_t *u, const char *path, diag_t *diag)
{
    side_t *s = u->side;
    (void)catch_up(u); /* a difference is kept */
    if (!(s->wave_path = strdup(path)))
        return diag_at(diag, path, 0, 0, "out of memory");
    s->wave = wave_open(path, &s->pair, diag);
    s->pair.lean = false; /* a wave shows the inputs as the RTL has them */
    return s->wave ? 0 : -EIO;
}

static int wave_end(unit_inst_t *u, diag_t *diag)
{
    side_t *s = u->side;
    if (!s->wave)
        return 0;
    uint64_t at = s->pair.bad.kind ? wave_time(u->clock, s->pair.bad.kind) : 0;
    int err = wave_close(s->wave, diag);
    s->wave = NULL;
    return err ? err : wave_gtkw(s->wave_path, &s->pair, &s->pair.bad, at, diag);
}

/* The state of the Verilated module in the C struct of the unit; NULL: no memory. */
static void *state_of_rtl(const unit_inst_t *u)
{
    const pair_t *p = &side_of(u)->pair;
    void *state = calloc(1, u->desc->state_bytes);
    if (!state)
        return NULL;
    u->desc->init(state, p->cfg); /* gates look at the parts' parameters, too */
    read_state(p, state);
    return state;
}

static void dump_rtl(const unit_inst_t *u, FILE *out)
{
    (void)catch_up(u); /* a difference is kept */
    const pair_t *p = &side_of(u)->pair;
    void *state = state_of_rtl(u), *in = calloc(1, u->desc->in_bytes);
    void *ports = calloc(1, u->desc->out_bytes);
    if (state && in && ports) {
        p->rtl->model->get_in(p->rtl, in);
        p->rtl->model->get_out(p->rtl, ports);
        unit_dump(out, u->desc, p->cfg, state, in, ports);
    } else {
        fprintf(out, "%s: out of memory\n", u->desc->name);
    }
    free(state);
    free(in);
    free(ports);
}

static bool failed(const unit_inst_t *u)
{
    return catch_up(u) || side_of(u)->pair.bad.kind != MISMATCH_NONE;
}

static int report(const unit_inst_t *u, FILE *out, const char *dir, const char *when)
{
    side_t *s = u->side;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s-%s.stim.zst", dir, u->desc->name, u->label);
    fprintf(out, "lockwarp: %s of %s: %s%s%s\n", u->desc->name, u->label,
            is_lockstep(u) ? "model and RTL differ" : "the RTL failed", when ? " at " : "",
            when ? when : "");
    mismatch_print_where(&s->pair.bad, s->pair.cycle, out);
    mismatch_print_values(&s->pair.bad, out);
    if (s->continued) {
        fprintf(out, "  stimulus:  none, because the run was continued from a checkpoint\n");
        return 0;
    }
    log_pending(s);
    diag_t diag = {0};
    if (stim_log_write(s->log, path, &diag)) {
        fprintf(out, "  stimulus:  %s\n", diag.text);
        return -EIO;
    }
    fprintf(out, "  stimulus:  %s\n  replay:    lockwarp cosim -u %s --stimulus %s\n", path,
            u->desc->name, path);
    return 0;
}

static int record(const unit_inst_t *u, const char *path, diag_t *diag)
{
    side_t *s = u->side;
    if (catch_up(u))
        return diag_at(diag, path, 0, 0, "the two sides have differed");
    if (s->continued)
        return diag_at(diag, path, 0, 0,
                       "the run was continued from a checkpoint: there is no stimulus from reset");
    log_pending(s);
    return stim_log_write(s->log, path, diag);
}

static unit_inst_work_t work(const unit_inst_t *u)
{
    return side_of(u)->work;
}

const unit_engine_t unit_engine_rtl = {
    .name = "rtl",
    .open = open_side,
    .close = close_side,
    .reset = reset,
    .eval = eval,
    .moore = moore,
    .tick = tick,
    .sleep = rtl_sleep,
    .skip = rtl_skip,
    .get_state = get_state,
    .set_state = set_state,
    .failed = failed,
    .dump = dump_rtl,
    .work = work,
    .report = report,
    .record = record,
};

const unit_engine_t unit_engine_lockstep = {
    .name = "lockstep",
    .waves = true,
    .open = open_side,
    .close = close_side,
    .reset = reset,
    .eval = eval,
    .moore = moore,
    .tick = tick,
    .sleep = lockstep_sleep,
    .skip = lockstep_skip,
    .get_state = get_state,
    .set_state = set_state,
    .failed = failed,
    .dump = dump_rtl,
    .work = work,
    .report = report,
    .record = record,
    .wave = wave,
    .wave_end = wave_end,
};
