#include "policy/policy_frame.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "policy/policy.h"

/* A record is struct policy or an element of an array with parts; it is known by its parts. */
typedef unsigned char record_t;

static const policy_run_t *run_of(const policy_t *p)
{
    return (const policy_run_t *)p;
}

uint32_t policy_sms(const policy_t *p)
{
    return run_of(p)->cfg->n_sms;
}

uint32_t policy_slices(const policy_t *p)
{
    return gpu_n_slices(run_of(p)->gpu);
}

uint32_t policy_l1_sets(const policy_t *p)
{
    return run_of(p)->cfg->l1_sets;
}

uint32_t policy_l1_lines(const policy_t *p)
{
    return run_of(p)->cfg->l1_sets * run_of(p)->cfg->l1_ways;
}

policy_row_t policy_ratio(const char *name, uint64_t a, uint64_t b)
{
    return (policy_row_t){.name = name, .is_ratio = true, .ratio = b ? (double)a / (double)b : 0};
}

static record_t *array_of(const record_t *record, const policy_part_t *t)
{
    record_t *array;
    memcpy(&array, record + t->at, sizeof array);
    return array;
}

static unit_inst_t *unit_of(const record_t *record, const policy_part_t *t)
{
    unit_inst_t *unit;
    memcpy(&unit, record + t->at, sizeof unit);
    return unit;
}

/* ---- Made and freed ---- */

typedef struct maker {
    const policy_t *p;
    const unit_engine_t *engine;
    diag_t *d;
    char label[24]; /* of the record at hand */
} maker_t;

static int out_of_memory(const maker_t *m)
{
    return diag_at(m->d, run_of(m->p)->ops->name, 0, 0, "out of memory");
}

static int make_unit(maker_t *m, record_t *record, const policy_part_t *t)
{
    if (t->when && !t->when(m->p))
        return 0;
    void *cfg = calloc(1, t->unit->cfg_bytes);
    if (!cfg)
        return out_of_memory(m);
    t->configure(m->p, cfg);
    unit_inst_t *unit = unit_inst_new(t->unit, cfg, m->engine, m->label, m->d);
    free(cfg);
    memcpy(record + t->at, &unit, sizeof unit);
    return unit ? 0 : -EINVAL;
}

static int make_parts(maker_t *m, record_t *record, const policy_part_t *parts, unsigned n);

static int make_array(maker_t *m, record_t *record, const policy_part_t *t)
{
    uint32_t count = t->count(m->p);
    record_t *array = calloc(count ? count : 1, t->size);
    memcpy(record + t->at, &array, sizeof array);
    if (!array)
        return out_of_memory(m);
    int rc = 0;
    for (uint32_t i = 0; t->parts && i < count && !rc; i++) {
        if (t->each)
            snprintf(m->label, sizeof m->label, "%s%" PRIu32, t->each, i);
        rc = make_parts(m, array + i * t->size, t->parts, t->n_parts);
    }
    return rc;
}

static int make_parts(maker_t *m, record_t *record, const policy_part_t *parts, unsigned n)
{
    int rc = 0;
    for (unsigned i = 0; i < n && !rc; i++)
        rc = parts[i].unit ? make_unit(m, record, &parts[i]) : make_array(m, record, &parts[i]);
    return rc;
}

static void free_parts(const policy_t *p, const record_t *record, const policy_part_t *parts,
                       unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        const policy_part_t *t = &parts[k];
        if (t->unit) {
            unit_inst_free(unit_of(record, t));
            continue;
        }
        record_t *array = array_of(record, t);
        for (uint32_t i = 0; array && t->parts && i < t->count(p); i++)
            free_parts(p, array + i * t->size, t->parts, t->n_parts);
        free(array);
    }
}

static int set_options(policy_t *p, const uint64_t *opt, diag_t *d)
{
    const policy_ops_t *ops = run_of(p)->ops;
    for (unsigned k = 0; k < ops->n_options; k++) {
        const policy_option_t *o = &ops->options[k];
        char name[64];
        snprintf(name, sizeof name, "%s.%s", ops->name, o->name);
        if (o->pow2 && !bits_is_pow2(opt[k]))
            return diag_at(d, name, 0, 0, "expected a power of two");
        uint32_t value = (uint32_t)opt[k];
        memcpy((record_t *)p + o->at, &value, sizeof value);
    }
    return 0;
}

int policy_new(const policy_ops_t *ops, const policy_env_t *env, const uint64_t *opt,
               policy_t **out, diag_t *d)
{
    policy_t *p = calloc(1, ops->bytes);
    if (!p)
        return diag_at(d, ops->name, 0, 0, "out of memory");
    *(policy_run_t *)p = (policy_run_t){.ops = ops, .gpu = env->gpu, .cfg = env->cfg};
    maker_t m = {.p = p, .engine = env->engine, .d = d};
    int rc = set_options(p, opt, d);
    rc = rc || !ops->fits ? rc : ops->fits(p, d);
    rc = rc ? rc : make_parts(&m, (record_t *)p, ops->parts, ops->n_parts);
    rc = rc || !ops->init ? rc : ops->init(p, d);
    if (rc)
        policy_free(p);
    else
        *out = p;
    return rc;
}

void policy_free(policy_t *p)
{
    if (!p)
        return;
    if (run_of(p)->ops->end)
        run_of(p)->ops->end(p);
    free_parts(p, (record_t *)p, run_of(p)->ops->parts, run_of(p)->ops->n_parts);
    free(p);
}

/* ---- At work ---- */

static void forget_parts(const policy_t *p, record_t *record, const policy_part_t *parts,
                         unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        const policy_part_t *t = &parts[k];
        if (t->unit)
            continue;
        record_t *array = array_of(record, t);
        uint32_t count = t->count(p);
        if (t->launch || (t->lines && run_of(p)->cfg->l1_flush))
            memset(array, 0, count * t->size);
        for (uint32_t i = 0; t->parts && i < count; i++)
            forget_parts(p, array + i * t->size, t->parts, t->n_parts);
    }
}

void policy_forget(policy_t *p)
{
    forget_parts(p, (record_t *)p, run_of(p)->ops->parts, run_of(p)->ops->n_parts);
}

unsigned policy_report(const policy_t *p, policy_row_t *rows)
{
    const policy_ops_t *ops = run_of(p)->ops;
    for (unsigned i = 0; i < ops->n_counts; i++) {
        rows[i] = (policy_row_t){.name = ops->counts[i].name};
        memcpy(&rows[i].count, (const record_t *)p + ops->counts[i].at, sizeof rows[i].count);
    }
    return ops->n_counts + (ops->derive ? ops->derive(p, rows + ops->n_counts) : 0);
}

/* Number *i of the record's units; *i less as many as there are, if there are fewer. */
static unit_inst_t *instance_in(const policy_t *p, const record_t *record,
                                const policy_part_t *parts, unsigned n, unsigned *i)
{
    unit_inst_t *unit = NULL;
    for (unsigned k = 0; k < n && !unit; k++) {
        const policy_part_t *t = &parts[k];
        if (t->unit && unit_of(record, t) && (*i)-- == 0)
            return unit_of(record, t);
        for (uint32_t j = 0; t->parts && !unit && j < t->count(p); j++)
            unit = instance_in(p, array_of(record, t) + j * t->size, t->parts, t->n_parts, i);
    }
    return unit;
}

unit_inst_t *policy_instance(const policy_t *p, unsigned i)
{
    const policy_ops_t *ops = run_of(p)->ops;
    return instance_in(p, (const record_t *)p, ops->parts, ops->n_parts, &i);
}

/* ---- Saved ---- */

/* A unit's state, with what it must agree with: the record that the unit is a part of. */
typedef struct checker {
    const policy_t *p;
    const record_t *record;
    const policy_part_t *part;
} checker_t;

static void check_unit(void *ctx, const void *state, state_io_t *io)
{
    const checker_t *c = ctx;
    if (c->part->check)
        c->part->check(c->p, c->record, state, io);
}

static void parts_state(const policy_t *p, record_t *record, const policy_part_t *parts, unsigned n,
                        state_io_t *io);

static void element_state(const policy_t *p, record_t *element, const policy_part_t *t,
                          state_io_t *io)
{
    if (t->walk)
        t->walk(p, element, io);
    else if (!t->parts)
        state_number(io, element, t->size, t->most ? t->most : UINT64_MAX, "a number of an array");
    if (t->parts)
        parts_state(p, element, t->parts, t->n_parts, io);
}

/* Arrays before units, which are checked against them. */
static void parts_state(const policy_t *p, record_t *record, const policy_part_t *parts, unsigned n,
                        state_io_t *io)
{
    for (unsigned k = 0; k < n; k++) {
        const policy_part_t *t = &parts[k];
        for (uint32_t i = 0; !t->unit && i < t->count(p) && !state_error(io); i++)
            element_state(p, array_of(record, t) + i * t->size, t, io);
    }
    for (unsigned k = 0; k < n && !state_error(io); k++) {
        checker_t c = {p, record, &parts[k]};
        if (parts[k].unit && unit_of(record, &parts[k]))
            unit_inst_state(unit_of(record, &parts[k]), check_unit, &c, io);
    }
}

void policy_state(policy_t *p, state_io_t *io)
{
    const policy_ops_t *ops = run_of(p)->ops;
    if (ops->walk)
        ops->walk(p, io);
    parts_state(p, (record_t *)p, ops->parts, ops->n_parts, io);
    if (ops->check && state_loading(io) && !state_error(io))
        ops->check(p, io);
}
