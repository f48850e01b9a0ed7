#include "lockstep/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/pair.h"
#include "lockstep/stim.h"
#include "wave/wave.h"

enum { RESET_CYCLES = 2 };

/* The Verilated side. Under rtl the pair's C model is never evaluated nor ticked. */
struct unit_inst_rtl {
    pair_t pair;
    char *label;
    stim_log_t *log;
    bool settled; /* pair.in is settled and not yet clocked */
    bool pending; /* settled, and not in the log yet */
    bool quiet;   /* rtl: the last tick had idle inputs and changed nothing */
    wave_t *wave; /* NULL: none asked for */
    char *wave_path;
    unit_inst_work_t work;
};

static const char *const engine_names[] = {"c", "rtl", "lockstep"};

const char *unit_engine_name(unit_engine_t e)
{
    return engine_names[e];
}

int unit_engine_find(const char *name)
{
    for (int e = UNIT_ENGINE_C; e <= UNIT_ENGINE_LOCKSTEP; e++)
        if (strcmp(engine_names[e], name) == 0)
            return e;
    return -1;
}

/* FNV-1a of the label, so that instances power up with different flops. */
static uint64_t flop_seed(const char *label)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *label; label++)
        h = (h ^ (unsigned char)*label) * UINT64_C(0x100000001b3);
    return h;
}

static int rtl_side(unit_inst_t *u, const void *cfg, const char *label, diag_t *diag)
{
    const rtl_model_t *m = rtl_model(u->desc, cfg, diag);
    if (!m)
        return -EINVAL;
    struct unit_inst_rtl *r = calloc(1, sizeof *r);
    u->rtl = r;
    if (!r || !(r->label = strdup(label)))
        return -ENOMEM;
    stim_head_t head = {.desc = u->desc, .flops = flop_seed(label)};
    stim_head_cfg(&head, cfg);
    int err = pair_open(&r->pair, u->desc, cfg, m, head.flops, diag);
    if (err)
        return err;
    if (u->engine == UNIT_ENGINE_LOCKSTEP)
        u->state = r->pair.state;
    r->log = stim_log_new(&head, UNIT_INST_LOG_BOUND);
    return r->log ? unit_inst_reset(u) : -ENOMEM;
}

unit_inst_t *unit_inst_new(const unit_desc_t *d, const void *cfg, unit_engine_t e,
                           const char *label, diag_t *diag)
{
    unit_inst_t *u = calloc(1, sizeof *u);
    int err = u ? 0 : -ENOMEM;
    if (u) {
        u->desc = d;
        u->engine = e;
        if (e != UNIT_ENGINE_C) {
            err = rtl_side(u, cfg, label, diag);
        } else if (!(u->state = calloc(1, d->state_bytes))) {
            err = -ENOMEM;
        } else if (d->init(u->state, cfg)) {
            const unit_param_t *which = NULL;
            if (unit_cfg_check(d, cfg, &which) && which)
                err = diag_at(diag, d->name, 0, 0,
                              "%s is out of range; expected %" PRIu32 " to %" PRIu32, which->name,
                              which->min, which->max);
            else
                err = diag_at(diag, d->name, 0, 0, "the unit refuses these parameters");
        }
    }
    if (!err)
        return u;
    if (err == -ENOMEM)
        diag_at(diag, d->name, 0, 0, "out of memory");
    unit_inst_free(u);
    return NULL;
}

void unit_inst_free(unit_inst_t *u)
{
    if (!u)
        return;
    if (u->rtl) {
        if (u->rtl->wave)
            wave_close(u->rtl->wave, NULL);
        free(u->rtl->wave_path);
        pair_close(&u->rtl->pair);
        stim_log_free(u->rtl->log);
        free(u->rtl->label);
        free(u->rtl);
    } else {
        free(u->state);
    }
    free(u);
}

void unit_inst_state(unit_inst_t *u, state_io_t *io)
{
    if (u->engine != UNIT_ENGINE_C) {
        state_fail(io, "cannot hold the state of the RTL; expected engine c");
        return;
    }
    state_section(io, u->desc->name);
    state_expect(io, u->desc->state_bytes, "bytes of state");
    state_bytes(io, u->state, u->desc->state_bytes);
    STATE(io, u->time);
}

/* An evaluation that no edge followed goes to the log as such. */
static void log_pending(struct unit_inst_rtl *r)
{
    if (r->pending)
        stim_log_put(r->log, STIM_EVAL, r->pair.in);
    r->pending = false;
}

static int fail_assert(pair_t *p)
{
    p->bad = (mismatch_t){.kind = MISMATCH_ASSERT};
    snprintf(p->bad.text, sizeof p->bad.text, "%s", p->rtl->model->message(p->rtl));
    return -1;
}

static int settle(unit_inst_t *u, const void *in)
{
    struct unit_inst_rtl *r = u->rtl;
    pair_t *p = &r->pair;
    if (p->bad.kind)
        return -1;
    if (r->settled && memcmp(in, p->in, u->desc->in_bytes) == 0)
        return 0;
    log_pending(r);
    r->settled = r->pending = true;
    r->work.evals++;
    if (u->engine == UNIT_ENGINE_LOCKSTEP) {
        r->work.bits += p->ports.io_bits;
        int err = pair_settle(p, in);
        if (err && r->wave)
            wave_record(r->wave, p, STIM_EVAL, u->time, false);
        return err;
    }
    memcpy(p->in, in, u->desc->in_bytes);
    *p->rtl->rst_n = 1;
    p->rtl->model->drive(p->rtl, in);
    return rtl_settle(p->rtl) ? fail_assert(p) : 0;
}

int unit_inst_eval_rtl(unit_inst_t *u, const void *in, void *out)
{
    if (settle(u, in))
        return -1;
    pair_t *p = &u->rtl->pair;
    if (u->engine == UNIT_ENGINE_LOCKSTEP)
        memcpy(out, p->out, u->desc->out_bytes);
    else
        p->rtl->model->get_out(p->rtl, out);
    return 0;
}

/* The edge of the Verilated module alone; notices whether an idle one changed anything. */
static int edge_alone(struct unit_inst_rtl *r, bool idle)
{
    pair_t *p = &r->pair;
    if (idle)
        pair_rtl_snapshot(p);
    if (rtl_edge(p->rtl))
        return fail_assert(p);
    p->cycle++;
    r->quiet = idle && pair_rtl_unchanged(p);
    return 0;
}

int unit_inst_tick_rtl(unit_inst_t *u, const void *in)
{
    struct unit_inst_rtl *r = u->rtl;
    pair_t *p = &r->pair;
    if (p->bad.kind)
        return -1;
    bool idle = ports_inputs_idle(&p->ports, in);
    if (idle && unit_inst_idle_rtl(u))
        return 0;
    if (settle(u, in))
        return -1;
    r->settled = r->pending = false;
    stim_log_put(r->log, STIM_TICK, in);
    r->work.ticks++;
    if (u->engine == UNIT_ENGINE_RTL)
        return edge_alone(r, idle);
    r->work.bits += p->ports.bits - p->ports.io_bits;
    int err = pair_edge(p);
    if (r->wave)
        wave_record(r->wave, p, STIM_TICK, u->time, true);
    return err;
}

bool unit_inst_idle_rtl(const unit_inst_t *u)
{
    if (u->engine == UNIT_ENGINE_LOCKSTEP)
        return u->desc->idle(u->state);
    return u->rtl->quiet;
}

int unit_inst_reset(unit_inst_t *u)
{
    if (u->engine == UNIT_ENGINE_C) {
        void *cfg = malloc(u->desc->cfg_bytes);
        if (!cfg)
            return -1;
        memcpy(cfg, u->state, u->desc->cfg_bytes); /* every state struct begins with its cfg */
        int err = u->desc->init(u->state, cfg);
        free(cfg);
        return err ? -1 : 0;
    }
    struct unit_inst_rtl *r = u->rtl;
    pair_t *p = &r->pair;
    log_pending(r);
    r->settled = r->quiet = false;
    memset(p->in, 0, u->desc->in_bytes);
    for (int i = 0; i < RESET_CYCLES; i++) {
        stim_log_put(r->log, STIM_RESET, p->in);
        if (u->engine == UNIT_ENGINE_LOCKSTEP) {
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

int unit_inst_wave(unit_inst_t *u, const char *path, diag_t *diag)
{
    if (u->engine != UNIT_ENGINE_LOCKSTEP)
        return diag_at(diag, path, 0, 0, "a waveform shows both sides; it needs -e lockstep");
    struct unit_inst_rtl *r = u->rtl;
    if (!(r->wave_path = strdup(path)))
        return diag_at(diag, path, 0, 0, "out of memory");
    r->wave = wave_open(path, &r->pair, diag);
    return r->wave ? 0 : -EIO;
}

int unit_inst_wave_end(unit_inst_t *u, diag_t *diag)
{
    struct unit_inst_rtl *r = u->rtl;
    if (!r || !r->wave)
        return 0;
    char save[4096];
    size_t len = strlen(r->wave_path);
    if (len > 4 && strcmp(r->wave_path + len - 4, ".fst") == 0)
        len -= 4;
    snprintf(save, sizeof save, "%.*s.gtkw", (int)len, r->wave_path);
    uint64_t at = r->pair.bad.kind ? wave_time(u->time, r->pair.bad.kind) : 0;
    int err = wave_gtkw(save, r->wave_path, &r->pair, &r->pair.bad, at, diag);
    int closed = wave_close(r->wave, diag);
    r->wave = NULL;
    return err ? err : closed;
}

const char *unit_inst_label(const unit_inst_t *u)
{
    return u->rtl ? u->rtl->label : NULL;
}

bool unit_inst_failed(const unit_inst_t *u)
{
    return u->rtl && u->rtl->pair.bad.kind != MISMATCH_NONE;
}

int unit_inst_report(const unit_inst_t *u, FILE *out, const char *dir, const char *when)
{
    if (!unit_inst_failed(u))
        return 0;
    struct unit_inst_rtl *r = u->rtl;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s-%s.stim.zst", dir, u->desc->name, r->label);
    fprintf(out, "lockwarp: %s of %s: %s%s%s\n", u->desc->name, r->label,
            u->engine == UNIT_ENGINE_LOCKSTEP ? "model and RTL differ" : "the RTL failed",
            when ? " at " : "", when ? when : "");
    mismatch_print_where(&r->pair.bad, r->pair.cycle, out);
    mismatch_print_values(&r->pair.bad, out);
    log_pending(r);
    diag_t diag = {0};
    if (stim_log_write(r->log, path, &diag)) {
        fprintf(out, "  stimulus:  %s\n", diag.text);
        return -EIO;
    }
    fprintf(out, "  stimulus:  %s\n  replay:    lockwarp cosim -u %s --stimulus %s\n", path,
            u->desc->name, path);
    return 0;
}

unit_inst_work_t unit_inst_work(const unit_inst_t *u)
{
    return u->rtl ? u->rtl->work : (unit_inst_work_t){0};
}
