/* quiet, skip and idle of every unit against single ticks, from random states: what a skip leaves
 * is what n ticks with all enables 0 leave, no output changes and no fact is told meanwhile. */
#include "unit_bench.h"

enum { LONG = 5000, SAMPLES = 400 };

/* Two states agree in all that is compared: gated elements where the gate is open. */
static bool same_state(const bench_t *b, const void *other)
{
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        for (unsigned e = 0; f->dir == UNIT_STATE && e < f->count(b->cfg); e++)
            if (f->gate(b->cfg, b->state, b->in, e) &&
                unit_field_get(f, b->state, e) != unit_field_get(f, other, e))
                return false;
    }
    return true;
}

/* The outputs, which stand in `out`, against those of the first cycle asleep. */
static void check_outputs(const bench_t *b, const void *first, uint64_t k)
{
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        for (unsigned e = 0; f->dir == UNIT_OUT && e < f->count(b->cfg); e++) {
            const uint64_t now = unit_field_get(f, b->out, e);
            if (f->gated && !f->gate(b->cfg, b->state, b->in, e))
                continue;
            if (now != unit_field_get(f, first, e) || (f->kind == UNIT_FACT && now != 0))
                fail_msg("%s: %s[%u] is %lu in cycle %lu asleep", b->d->name, f->name, e,
                         (unsigned long)now, (unsigned long)k);
        }
    }
}

typedef struct seen {
    unsigned asleep, finite, moved, idle;
} seen_t;

/* Sleeps from the state as it is for as long as the unit says, or less. The state is as before. */
static void check_sleep(const bench_t *b, rng_t *r, seen_t *seen)
{
    const unit_desc_t *d = b->d;
    const uint64_t quiet = d->quiet(b->state);
    const bool ever = quiet == UNIT_QUIET_EVER;
    uint64_t n = ever ? rng_below(r, rng_percent(r, 10) ? LONG : 100) : quiet;
    if (!ever && rng_percent(r, 30))
        n = rng_below(r, (uint32_t)quiet + 1);
    void *start = malloc(d->state_bytes), *skipped = malloc(d->state_bytes);
    void *first = malloc(d->out_bytes);
    assert_true(start && skipped && first);
    memcpy(start, b->state, d->state_bytes);
    memcpy(skipped, b->state, d->state_bytes);
    (d->skip)(skipped, n); /* cmocka has a macro of that name */

    bench_drive(b, r, true);
    for (uint64_t k = 0; k < n; k++) {
        d->eval(b->state, b->in, b->out);
        if (k == 0)
            memcpy(first, b->out, d->out_bytes);
        check_outputs(b, first, k);
        d->tick(b->state, b->in);
    }
    if (!same_state(b, skipped))
        fail_msg("%s: %lu ticks and a skip of them differ", d->name, (unsigned long)n);
    const bool moved = !same_state(b, start);

    memcpy(skipped, start, d->state_bytes);
    (d->skip)(skipped, 1);
    memcpy(b->state, start, d->state_bytes);
    const bool still = same_state(b, skipped);
    assert_int_equal(d->idle(b->state), ever && still);
    seen->asleep += n > 0;
    seen->finite += !ever && n > 0;
    seen->moved += moved;
    seen->idle += ever && still;
    free(start);
    free(skipped);
    free(first);
}

static seen_t check_unit(const unit_desc_t *d, unit_geometry_t g, uint64_t seed)
{
    rng_t r;
    rng_seed(&r, seed);
    bench_t b = bench_at(d, g);
    seen_t seen = {0};
    unsigned calm = 0; /* cycles without enables, for a pipe to run empty */
    for (unsigned k = 0; k < SAMPLES; k++) {
        for (unsigned t = rng_below(&r, 12); t > 0; t--) {
            calm = calm ? calm - 1 : rng_percent(&r, 5) ? rng_below(&r, 64) : 0;
            bench_drive(&b, &r, calm || rng_percent(&r, 30));
            d->tick(b.state, b.in);
        }
        check_sleep(&b, &r, &seen);
    }
    bench_close(&b);
    return seen;
}

static void unit_sleep_010_a_skip_is_that_many_ticks(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (unit_geometry_t g = UNIT_PAPER; g < UNIT_GEOMETRIES; g++) {
            const seen_t seen = check_unit(unit_registry[u], g, 10 + g);
            assert_true(seen.asleep > 0 && seen.idle > 0);
        }
}

/* The pipe of mrpb moves while it sleeps, for a time that it knows, or with the register held. */
static void unit_sleep_020_state_moves_meanwhile(void **state)
{
    (void)state;
    static const char *const names[] = {"mrpb", "mrpb.latency"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        for (unit_geometry_t g = UNIT_PAPER; g < UNIT_GEOMETRIES; g++) {
            const seen_t seen = check_unit(unit_find(names[i]), g, 20 + g);
            assert_true(seen.finite > 5 && seen.moved > 5);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_sleep_010_a_skip_is_that_many_ticks),
        cmocka_unit_test(unit_sleep_020_state_moves_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
