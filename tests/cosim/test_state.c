/*
 * A unit's state in a checkpoint (common/unit_state.h): of every unit, at every geometry, it is the
 * same bytes whichever engine holds the unit, and an instance that takes it, under any engine, goes
 * on as the one that it was taken of.
 */
#include "cosim_test.h"

#include <stdio.h>

#include "common/engine.h"
#include "lockstep/engines.h"
#include "lockstep/stim_gen.h"

#include "../unit/state_memory.h"

enum { ENGINES = 3, AFTER = 400, STOPS = 4 };

static const char *const engine_names[ENGINES] = {"c", "rtl", "lockstep"};

static unit_inst_t *made(const unit_desc_t *d, const void *cfg, unsigned engine)
{
    diag_t diag = {{0}};
    unit_inst_t *u = unit_inst_new(d, cfg, unit_engine_find(engine_names[engine]), "test", &diag);
    if (!u)
        fail_msg("%s", diag.text);
    return u;
}

static memory_t saved(unit_inst_t *u)
{
    memory_t m = {NULL, 0, 0};
    diag_t diag = {{0}};
    state_io_t *io = state_save(put, &m);
    unit_inst_state(u, NULL, NULL, io);
    if (state_close(io, &diag))
        fail_msg("%s", diag.text);
    return m;
}

static void load(unit_inst_t *u, memory_t *m)
{
    diag_t diag = {{0}};
    m->at = 0;
    state_io_t *io = state_load(get, m);
    unit_inst_state(u, NULL, NULL, io);
    if (state_close(io, &diag))
        fail_msg("%s under %s: %s", u->desc->name, u->engine->name, diag.text);
}

/* An output differs where it means something; `ref` is of engine c. */
static void same_outputs(const unit_inst_t *ref, const void *cfg, const void *in, const void *want,
                         const void *have, const char *how, uint64_t cycle)
{
    const unit_desc_t *d = ref->desc;
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        for (unsigned i = 0; f->dir == UNIT_OUT && i < f->count(cfg); i++)
            if (unit_field_get(f, want, i) != unit_field_get(f, have, i) &&
                (!f->gated || f->gate(cfg, ref->model, in, i)))
                fail_msg("%s, %s, cycle %llu: %s[%u] is 0x%llx; expected 0x%llx", d->name, how,
                         (unsigned long long)cycle, f->name, i,
                         (unsigned long long)unit_field_get(f, have, i),
                         (unsigned long long)unit_field_get(f, want, i));
    }
}

/* One cycle of all instances with the same inputs; outputs are those of the first, engine c. */
static void clock_all(unit_inst_t *const *u, unsigned n, const void *cfg, stim_op_t op,
                      const void *in, void *want, void *have, const char *how, uint64_t cycle)
{
    for (unsigned i = 0; i < n; i++) {
        if (op == STIM_RESET) {
            assert_int_equal(unit_inst_reset(u[i]), 0);
            continue;
        }
        assert_int_equal(unit_inst_eval(u[i], in, i ? have : want), 0);
        if (i)
            same_outputs(u[0], cfg, in, want, have, how, cycle);
    }
    for (unsigned i = 0; op == STIM_TICK && i < n; i++)
        assert_int_equal(unit_inst_tick(u[i], in), 0);
    for (unsigned i = 0; i < n; i++)
        assert_false(unit_inst_failed(u[i]));
}

/* The same state under every engine; each of them goes on as the reference. */
static void from_here(unit_inst_t *const *u, const void *cfg, stim_gen_t *gen, const char *how)
{
    const unit_desc_t *d = u[0]->desc;
    memory_t m[ENGINES];
    unit_inst_t *next[ENGINES + 1] = {u[0]};
    void *want = calloc(1, d->out_bytes), *have = calloc(1, d->out_bytes);
    for (unsigned e = 0; e < ENGINES; e++) {
        m[e] = saved(u[e]);
        if (m[e].n != m[0].n || memcmp(m[e].data, m[0].data, m[0].n))
            fail_msg("%s, %s: the state is another under %s than under c", d->name, how,
                     engine_names[e]);
    }
    for (unsigned e = 0; e < ENGINES; e++) {
        next[e + 1] = made(d, cfg, e);
        load(next[e + 1], &m[(e + 1) % ENGINES]);
        memory_t again = saved(next[e + 1]);
        assert_int_equal(again.n, m[0].n);
        assert_memory_equal(again.data, m[0].data, again.n);
        free(again.data);
        unit_inst_moore(u[0], want);
        unit_inst_moore(next[e + 1], have);
        for (unsigned k = 0; k < d->n_fields; k++)
            if (d->fields[k].kind == UNIT_MOORE && d->fields[k].dir == UNIT_OUT)
                for (unsigned i = 0; i < d->fields[k].count(cfg); i++)
                    assert_int_equal(unit_field_get(&d->fields[k], have, i),
                                     unit_field_get(&d->fields[k], want, i));
    }
    stim_op_t op;
    const void *in;
    for (unsigned c = 0; c < AFTER && stim_gen_next(gen, &op, &in); c++)
        clock_all(next, ENGINES + 1, cfg, op, in, want, have, how, c);
    for (unsigned e = 0; e < ENGINES; e++) {
        free(m[e].data);
        unit_inst_free(next[e + 1]);
    }
    free(want);
    free(have);
}

static void at_geometry(const unit_desc_t *d, unit_geometry_t g, uint64_t seed)
{
    const void *cfg = cfg_at(d, g);
    void *want = calloc(1, d->out_bytes), *have = calloc(1, d->out_bytes);
    rng_t r;
    rng_seed(&r, seed + (uint64_t)g);
    for (unsigned stop = 0; stop < STOPS; stop++) {
        char how[80];
        uint64_t draw = rng_below(&r, UINT32_MAX);
        unsigned cycles = rng_below(&r, 3000);
        unit_inst_t *u[ENGINES];
        stim_gen_t *gen = stim_gen_new(d, cfg, draw, STIM_RANDOM);
        stim_op_t op;
        const void *in;
        snprintf(how, sizeof how, "%s geometry, seed %llu, stopped at %u", unit_geometry_name(g),
                 (unsigned long long)seed, cycles);
        for (unsigned e = 0; e < ENGINES; e++)
            u[e] = made(d, cfg, e);
        for (unsigned c = 0; c < cycles && stim_gen_next(gen, &op, &in); c++)
            clock_all(u, ENGINES, cfg, op, in, want, have, how, c);
        from_here(u, cfg, gen, how);
        stim_gen_free(gen);
        for (unsigned e = 0; e < ENGINES; e++)
            unit_inst_free(u[e]);
    }
    free(want);
    free(have);
}

static uint64_t seed = 1;

static void cosim_state_100_goes_on_under_every_engine(void **state)
{
    (void)state;
    NEEDS_RTL();
    for (unsigned k = 0; k < unit_registry_count; k++)
        for (unit_geometry_t g = 0; g < UNIT_GEOMETRIES; g++)
            at_geometry(unit_registry[k], g, seed);
}

/* ---- The lists ---- */

/* Is the state at that offset of the unit's struct a field of its list, its own or a view? */
static bool listed(const unit_desc_t *d, size_t offset)
{
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == UNIT_STATE && d->fields[k].offset == offset)
            return true;
    return false;
}

static void check_subs(const unit_desc_t *top, const unit_desc_t *d, size_t base, const void *cfg)
{
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir == UNIT_STATE && !f->view && !listed(top, base + f->offset))
            fail_msg("%s: the list lacks a view of %s's %s", top->name, d->name, f->name);
    }
    for (unsigned k = 0; k < d->n_subs; k++)
        for (unsigned i = 0; i < d->subs[k].count(cfg); i++)
            check_subs(top, d->subs[k].unit,
                       base + d->subs[k].offset + i * d->subs[k].unit->state_bytes, cfg);
}

/* Or the RTL's state of that part would be neither compared nor saved. */
static void cosim_state_200_a_unit_lists_the_state_of_its_parts(void **state)
{
    (void)state;
    for (unsigned k = 0; k < unit_registry_count; k++)
        check_subs(unit_registry[k], unit_registry[k], 0, cfg_at(unit_registry[k], UNIT_PAPER));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        seed = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cosim_state_100_goes_on_under_every_engine),
        cmocka_unit_test(cosim_state_200_a_unit_lists_the_state_of_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
