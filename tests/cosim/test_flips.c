/* Every bit of every field list, inverted on one side, is reported in that cycle with its field
 * and index: each in a run of its own, but for the state of the larger geometries, whose bits are
 * inverted and put back one a cycle in one run.
 *
 *   test_flips [long]
 *
 * The larger geometries are left to long. */
#include "cosim_test.h"

#include <stdio.h>

#include "lockstep/cosim.h"

enum { AFTER = 150, SPREAD = 61, LIMIT = 20000, BLIND = 100000, PATIENCE = 5000000 };

static bool is_long;

/* The first cycle from `from` on in which the element is compared: for a gated output, one whose
 * gate is true before the edge; for gated state, after an edge that leaves it true. Found with the
 * C model alone. */
static uint64_t first_compared(const cosim_opts_t *o, const unit_field_t *f, unsigned index,
                               uint64_t from)
{
    const unit_desc_t *d = o->desc;
    if (!f->gated)
        return from;
    void *cfg = calloc(1, d->cfg_bytes), *state = calloc(1, d->state_bytes);
    memcpy(cfg, o->cfg, d->cfg_bytes);
    assert_int_equal(d->init(state, cfg), 0);
    stim_gen_t *gen = stim_gen_new(d, o->cfg, o->seed, STIM_RANDOM);
    stim_op_t op;
    const void *in;
    uint64_t c = 0;
    for (; c < LIMIT && stim_gen_next(gen, &op, &in); c++) {
        if (f->dir == UNIT_OUT && c >= from && f->gate(cfg, state, in, index))
            break;
        if (op == STIM_RESET)
            d->init(state, cfg);
        else
            d->tick(state, in);
        if (f->dir == UNIT_STATE && c >= from && f->gate(cfg, state, in, index))
            break;
    }
    stim_gen_free(gen);
    free(cfg);
    free(state);
    return c;
}

/* Which value a report shows for a flip, and which bit of it. */
static pair_flip_t shown(const unit_field_t *f, unsigned index, unsigned bit)
{
    if (f->kind != UNIT_PLANES)
        return (pair_flip_t){.index = index, .bit = bit};
    return (pair_flip_t){.index = bit, .bit = index};
}

static void flip_one(cosim_opts_t *o, unsigned field, unsigned index, unsigned bit, bool model)
{
    const unit_field_t *f = &o->desc->fields[field];
    pair_flip_t flip = {.model = model, .field = field, .index = index, .bit = bit};
    o->flip = &flip;
    uint64_t expected = first_compared(o, f, index, AFTER + (field * 7 + index * 3 + bit) % SPREAD);
    if (expected >= LIMIT)
        fail_msg("%s: %s[%u] is not compared in %d cycles", o->desc->name, f->name, index, LIMIT);
    o->flip_from = expected;
    cosim_result_t r;
    diag_t diag = {0};
    assert_int_equal(cosim_run(o, &r, &diag), 0);
    char label[UNIT_LABEL];
    static const mismatch_kind_t kinds[] = {MISMATCH_IN, MISMATCH_OUT, MISMATCH_STATE};
    const pair_flip_t seen = shown(f, index, bit);
    if (!r.failed || r.bad.kind != kinds[f->dir] || r.bad.field != f || r.bad.index != seen.index ||
        (r.bad.model ^ r.bad.rtl) != UINT64_C(1) << seen.bit || r.cycle != expected)
        fail_msg("%s %s: bit %u of %s[%u] flipped in cycle %lu: %s, kind %d, %s[%u], cycle %lu",
                 o->desc->name, unit_cfg_label(o->desc, o->cfg, label, sizeof label), bit, f->name,
                 index, (unsigned long)expected, r.failed ? "failed" : "passed", (int)r.bad.kind,
                 r.bad.field ? r.bad.field->name : "-", r.bad.index, (unsigned long)r.cycle);
    cosim_result_free(&r);
}

/* Inverts a bit of state during an edge, and puts it back. True: the comparison saw it, as just
 * that. False: the element was not compared, for its gate had become false. */
static bool flip_and_restore(pair_t *p, const port_bind_t *b, const pair_flip_t *flip)
{
    const uint64_t bit = UINT64_C(1) << flip->bit;
    p->flip = flip;
    const int err = pair_edge(p);
    p->flip = NULL;
    const mismatch_t bad = p->bad;
    if (flip->model)
        unit_field_set(b->field, p->state, flip->index,
                       unit_field_get(b->field, p->state, flip->index) ^ bit);
    else
        port_set(b, flip->index, port_get(b, flip->index) ^ bit);
    const pair_flip_t seen = shown(b->field, flip->index, flip->bit);
    if (err && (bad.kind != MISMATCH_STATE || bad.field != b->field || bad.index != seen.index ||
                (bad.model ^ bad.rtl) != UINT64_C(1) << seen.bit))
        fail_msg("%s: bit %u of %s[%u] flipped: kind %d, %s[%u]", p->desc->name, flip->bit,
                 b->field->name, flip->index, (int)bad.kind, bad.field ? bad.field->name : "-",
                 bad.index);
    if (!err && b->field->gate(p->cfg, p->state, p->in, flip->index))
        fail_msg("%s: bit %u of %s[%u] flipped unnoticed", p->desc->name, flip->bit, b->field->name,
                 flip->index);
    p->bad = (mismatch_t){0};
    return err != 0;
}

/* All bits of one state field, both sides, in a run in which nothing else differs. An element
 * whose gate is false before the edge has to wait; where that does not end, a gate may be true for
 * one cycle at a time, and every edge is tried. */
static void flip_field(pair_t *p, stim_gen_t *gen, const port_bind_t *b)
{
    unsigned *done = calloc(b->count, sizeof *done); /* flips of each element: bits, then sides */
    unsigned at = 0, elements = 0;
    uint64_t idle = 0;
    stim_op_t op;
    const void *in;
    while (elements < b->count && stim_gen_next(gen, &op, &in)) {
        if (op == STIM_RESET) {
            assert_int_equal(pair_reset(p, in), 0);
            continue;
        }
        assert_int_equal(pair_settle(p, in), 0);
        unsigned tries = b->count;
        while (tries && (done[at] == 2u * b->width ||
                         (idle < BLIND && !b->field->gate(p->cfg, p->state, p->in, at)))) {
            at = at + 1 < b->count ? at + 1 : 0;
            tries--;
        }
        if (tries == 0) {
            assert_int_equal(pair_edge(p), 0);
            if (++idle > PATIENCE)
                fail_msg("%s: elements of %s are never compared", p->desc->name, b->field->name);
            continue;
        }
        const pair_flip_t flip = {.model = done[at] >= b->width,
                                  .field = (unsigned)(b->field - p->desc->fields),
                                  .index = at,
                                  .bit = done[at] % b->width};
        const bool seen = flip_and_restore(p, b, &flip);
        if (seen && ++done[at] == 2u * b->width)
            elements++;
        if (!seen && idle >= BLIND && ++idle > PATIENCE)
            fail_msg("%s: elements of %s are never compared", p->desc->name, b->field->name);
    }
    free(done);
}

static void flip_state(const cosim_opts_t *o)
{
    const unit_desc_t *d = o->desc;
    void *cfg = calloc(1, d->cfg_bytes);
    pair_t p;
    diag_t diag = {0};
    memcpy(cfg, o->cfg, d->cfg_bytes);
    assert_int_equal(pair_open(&p, d, cfg, o->model, o->seed, &diag), 0);
    stim_gen_t *gen = stim_gen_new(d, o->cfg, o->seed, STIM_RANDOM);
    for (unsigned k = 0; k < p.ports.n_state; k++)
        flip_field(&p, gen, &p.ports.state[k]);
    stim_gen_free(gen);
    pair_close(&p);
    free(cfg);
}

static uint64_t flip_all(unit_geometry_t g)
{
    uint64_t n = 0;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        const unit_desc_t *d = unit_registry[u];
        cosim_opts_t o = {
            .desc = d, .cfg = cfg_at(d, g), .model = model_at(d, g), .cycles = LIMIT, .seed = 11};
        uint32_t cfg[16];
        assert_true(d->cfg_bytes <= sizeof cfg);
        unit_cfg_geometry(d, g, cfg);
        if (g != UNIT_SMALL) {
            flip_state(&o);
            n += unit_state_bits(d, cfg);
        }
        for (unsigned k = 0; k < d->n_fields; k++) {
            const unit_field_t *f = &d->fields[k];
            if (g != UNIT_SMALL && f->dir == UNIT_STATE)
                continue;
            for (unsigned i = 0; i < f->count(cfg); i++)
                for (unsigned b = 0; b < f->width(cfg); b++) {
                    /* both sides, where there are two to flip */
                    flip_one(&o, k, i, b, false);
                    if (f->dir != UNIT_IN)
                        flip_one(&o, k, i, b, true);
                    n++;
                }
        }
    }
    return n;
}

static void flips_100_every_bit_at_the_small_geometry(void **state)
{
    (void)state;
    NEEDS_RTL();
    print_message("%lu bits\n", (unsigned long)flip_all(UNIT_SMALL));
}

static void flips_110_every_bit_at_the_papers_geometry(void **state)
{
    (void)state;
    NEEDS_RTL();
    if (!is_long)
        skip();
    print_message("%lu bits\n", (unsigned long)flip_all(UNIT_PAPER));
}

static void flips_120_every_bit_at_the_large_geometry(void **state)
{
    (void)state;
    NEEDS_RTL();
    if (!is_long)
        skip();
    print_message("%lu bits\n", (unsigned long)flip_all(UNIT_LARGE));
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flips_100_every_bit_at_the_small_geometry),
        cmocka_unit_test(flips_110_every_bit_at_the_papers_geometry),
        cmocka_unit_test(flips_120_every_bit_at_the_large_geometry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
