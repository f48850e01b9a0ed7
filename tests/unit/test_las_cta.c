/* las.cta: the worked example and the times of docs/units/las.md, and every grant and score against
 * rectangles whose common lines are counted by a reference of plain C. */
#include "las_cta_rig.h"
#include "unit_bench.h"

static void las_cta_010_worked_example(void **state)
{
    (void)state;
    las_cta_cfg_t c = paper();
    c.window = 3, c.sms = 2, c.slots = 2, c.pairs = 2, c.arrays = 1, c.new_first = 1;
    las_cta_t *u = make(&c);
    assert_true(las_cta_idle(u));
    cycle(u, add(&c, 0, 0));
    cycle(u, add(&c, 1, 8));
    assert_true(cycle(u, add(&c, 2, 2)).add_ready);
    assert_false(cycle(u, add(&c, 9, 2)).add_ready);
    las_cta_out_t out = next_grant(u, 3);
    assert_true(out.grant_sm == 0 && out.grant_slot == 0 && out.grant_cta == 0);
    assert_true(!out.shares && !out.unshared);
    out = next_grant(u, 3);
    assert_true(out.grant_sm == 1 && out.grant_slot == 0 && out.grant_cta == 1);
    assert_true(!out.shares && !out.unshared);
    out = next_grant(u, 3);
    assert_true(out.grant_sm == 0 && out.grant_slot == 1 && out.grant_cta == 2);
    assert_true(out.shares && !out.unshared);
    all_jobs(u);
    assert_false(cycle(u, room(3)).waits); /* the window is empty */
    free(u);
}

static void las_cta_020_new_first(void **state)
{
    (void)state;
    for (unsigned new_first = 0; new_first < 2; new_first++) {
        las_cta_cfg_t c = paper();
        c.new_first = new_first;
        las_cta_t *u = make(&c);
        cycle(u, add(&c, 5, 0));
        while (u->known == 0)
            cycle(u, (las_cta_in_t){0});
        cycle(u, add(&c, 4, 0));
        const las_cta_out_t out = cycle(u, room(2));
        assert_true(out.searches == !new_first && out.waits);
        assert_int_equal(next_grant(u, 2).grant_cta, new_first ? 4 : 5);
        free(u);
    }
}

/* With 8 pairs, 32 candidates that are known and CTAs on 15 SMs. */
static void las_cta_030_times(void **state)
{
    (void)state;
    const las_cta_cfg_t c = paper();
    las_cta_t *u = make(&c);
    for (unsigned i = 0; i < 32; i++)
        cycle(u, add(&c, i, 100 * i));
    all_jobs(u);
    for (unsigned s = 0; s < 15; s++) {
        assert_int_equal(next_grant(u, 0x7fff).grant_sm, s); /* each in turn */
        all_jobs(u);
        cycle(u, add(&c, 32 + s, 50 * s));
        assert_true(s < 14 || until_done(u) == 16);
        all_jobs(u);
    }
    assert_int_equal(bits_popcount(u->known), 32);

    unsigned search = 1;
    assert_true(cycle(u, room(4)).searches);
    do
        search++;
    while (!cycle(u, (las_cta_in_t){0}).grants); /* although its room is gone */
    assert_int_equal(search, 9);
    assert_true(u->busy && u->job == 2);
    assert_int_equal(until_done(u), 4);

    cycle(u, add(&c, 60, 1));
    all_jobs(u);
    cycle(u, (las_cta_in_t){.finish_en = 1, .finish = {[7] = 1}});
    assert_int_equal(until_done(u), 5);
    assert_true(!u->running.valid[7 * 8] && !las_cta_idle(u));
    unsigned wait = 0;
    while (!cycle(u, room(4)).searches)
        wait++;
    assert_int_equal(wait, 4); /* for the results of the finish */
    free(u);
}

static void las_cta_040_a_finish(void **state)
{
    (void)state;
    las_cta_cfg_t c = paper();
    c.sms = 2, c.slots = 2, c.window = 3;
    las_cta_t *u = make(&c);
    cycle(u, add(&c, 0, 0));
    cycle(u, add(&c, 1, 2));
    const las_cta_out_t out = next_grant(u, 2); /* SM 0 has no room */
    assert_true(out.grant_sm == 1 && out.grant_slot == 0 && out.grant_cta == 0);
    all_jobs(u);
    assert_int_equal(u->scores.score[1 * 2 + 1], 2);
    cycle(u, (las_cta_in_t){.finish_en = 1, .finish = {3, 6}}); /* none of them holds a CTA */
    assert_true(las_cta_idle(u));
    cycle(u, (las_cta_in_t){.finish_en = 1, .finish = {3, 7}});
    assert_true(u->ended[2] && !u->ended[0] && !u->ended[1] && !u->ended[3]);
    assert_false(cycle(u, room(3)).searches); /* the finish comes first */
    assert_true(u->busy && u->job == 0 && u->sm == 1 && u->slot == 0);
    while (u->busy)
        cycle(u, (las_cta_in_t){.finish_en = 1, .finish = {3, 7}});
    assert_true(!u->running.valid[2] && !u->ended[2]);
    assert_int_equal(u->scores.score[1 * 2 + 1], 2); /* the result is on its way */
    all_jobs(u);
    assert_int_equal(u->scores.score[1 * 2 + 1], 0);
    assert_int_equal(u->scores.total[1], 0);
    free(u);
}

static void las_cta_050_a_kernel_starts(void **state)
{
    (void)state;
    las_cta_cfg_t c = paper();
    las_cta_t *u = make(&c);
    cycle(u, add(&c, 0, 0));
    cycle(u, add(&c, 1, 2));
    next_grant(u, 8);
    all_jobs(u);
    assert_int_equal(u->next_sm, 4);
    assert_true(cycle(u, room(1)).searches);
    cycle(u, room(1)); /* las.select holds a candidate */
    las_cta_in_t in = add(&c, 3, 0);
    in.start_en = in.room_en = in.finish_en = 1;
    in.room = 1, in.finish[3] = 1;
    const las_cta_out_t out = cycle(u, in);
    assert_true(out.add_ready && !out.grants && !out.waits && !out.compares && !out.searches);
    assert_true(!u->busy && u->known == 0 && u->next_sm == 0 && u->fresh.len == 0);
    for (unsigned p = 0; p < 120; p++)
        assert_true(!u->running.valid[p] && !u->ended[p]);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(u->window.valid[i], 0);
    /* what the search had found is gone, too */
    assert_true(las_cta_idle(u) && las_cta_quiet(u) == UNIT_QUIET_EVER);
    assert_true(las_select_idle(&u->select) && !u->select.best_valid);
    const las_cta_t before = *u;
    cycle(u, (las_cta_in_t){0});
    assert_memory_equal(u, &before, sizeof *u);
    free(u);
}

/* ---- a reference ---- */

/* Of each candidate and of each place: is there a CTA, is it known, what it touches. */
typedef struct cta {
    bool present, known;
    uint32_t number;
    uint64_t rects[8];
} cta_t;

typedef struct model {
    const las_cta_cfg_t *c;
    cta_t window[64], running[256];
    unsigned grants, shares, unshared, finishes;
} model_t;

static unsigned common(unsigned a, unsigned a_size, unsigned b, unsigned b_size)
{
    unsigned n = 0;
    for (unsigned x = a; x < a + a_size; x++)
        n += x >= b && x - b < b_size;
    return n;
}

static unsigned bits_of(uint64_t packed, unsigned at, unsigned width)
{
    return (unsigned)(packed >> at & bits_mask(width));
}

static unsigned lines(const las_cta_cfg_t *c, const cta_t *a, const cta_t *b)
{
    const unsigned y = c->coord_w, w = 2 * c->coord_w, h = w + c->size_w, size = c->size_w;
    unsigned n = 0;
    for (unsigned k = 0; k < c->arrays; k++) {
        const uint64_t ra = a->rects[k], rb = b->rects[k];
        n += common(bits_of(ra, 0, y), bits_of(ra, w, size), bits_of(rb, 0, y),
                    bits_of(rb, w, size)) *
             common(bits_of(ra, y, y), bits_of(ra, h, size), bits_of(rb, y, y),
                    bits_of(rb, h, size));
    }
    return n;
}

static unsigned here(const model_t *m, const cta_t *of, unsigned sm)
{
    unsigned n = 0;
    for (unsigned p = sm * m->c->slots; p < (sm + 1) * m->c->slots; p++)
        n += m->running[p].present ? lines(m->c, of, &m->running[p]) : 0;
    return n;
}

static unsigned everywhere(const model_t *m, const cta_t *of)
{
    unsigned n = 0;
    for (unsigned sm = 0; sm < m->c->sms; sm++)
        n += here(m, of, sm);
    return n;
}

/* Whichever of the known candidates the SM gets. */
static unsigned best(const model_t *m, unsigned sm)
{
    unsigned found = 64, most = 0, least = 0;
    for (unsigned i = 0; i < m->c->window; i++) {
        const cta_t *k = &m->window[i];
        if (!k->known)
            continue;
        const unsigned score = here(m, k, sm), total = everywhere(m, k);
        const bool lower = found == 64 || k->number < m->window[found].number;
        if (found == 64 || score > most || (score == most && score > 0 && lower) ||
            (score == most && score == 0 && (total < least || (total == least && lower)))) {
            found = i;
            most = score;
            least = total;
        }
    }
    return found;
}

/* A grant is that of the reference; its SM has the place. */
static void grant(model_t *m, const las_cta_out_t *out)
{
    const unsigned i = best(m, out->grant_sm), p = out->grant_sm * m->c->slots + out->grant_slot;
    assert_true(i < 64 && out->grant_slot < m->c->slots && !m->running[p].present);
    assert_int_equal(out->grant_cta, m->window[i].number);
    const bool shares = here(m, &m->window[i], out->grant_sm) > 0;
    assert_int_equal(out->shares, shares);
    assert_int_equal(out->unshared, !shares && everywhere(m, &m->window[i]) > 0);
    m->grants++;
    m->shares += out->shares;
    m->unshared += out->unshared;
    m->running[p] = m->window[i];
    m->window[i] = (cta_t){0};
}

/* Results are on their way. */
static bool flies(const las_cta_t *u)
{
    return u->sum_en || memchr(u->tag_en, 1, sizeof u->tag_en);
}

/* Between jobs the scores of the known candidates are those of the reference. */
static void compare(model_t *m, const las_cta_t *u)
{
    for (unsigned p = 0; p < m->c->sms * m->c->slots; p++)
        if (m->running[p].present && !u->running.valid[p]) {
            m->running[p].present = false;
            m->finishes++;
        }
    for (unsigned i = 0; i < m->c->window; i++) {
        m->window[i].known = u->known >> i & 1;
        assert_int_equal(u->window.valid[i], m->window[i].present);
        if (u->busy || !m->window[i].known || flies(u))
            continue;
        assert_true(m->window[i].present);
        for (unsigned sm = 0; sm < m->c->sms; sm++)
            assert_int_equal(u->scores.score[i * m->c->sms + sm], here(m, &m->window[i], sm));
        assert_int_equal(u->scores.total[i], everywhere(m, &m->window[i]));
    }
}

static void add_some(model_t *m, const las_cta_out_t *out, const las_cta_in_t *in)
{
    unsigned i = 0;
    while (i < m->c->window && m->window[i].present)
        i++;
    assert_int_equal(out->add_ready, i < m->c->window);
    if (!in->add_en || i == m->c->window)
        return;
    m->window[i] = (cta_t){.present = true, .number = in->add_cta};
    memcpy(m->window[i].rects, in->add_rects, m->c->arrays * sizeof *in->add_rects);
}

/* How many grants shared lines with CTAs on other SMs alone. */
static unsigned random_run(las_cta_cfg_t c, unsigned cycles, uint64_t seed)
{
    las_cta_t *u = make(&c);
    model_t *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->c = &c;
    rng_t rng;
    rng_seed(&rng, seed);
    for (unsigned k = 0; k < cycles; k++) {
        las_cta_in_t in = {.add_en = rng_below(&rng, 8) == 0,
                           .add_cta = k & (uint32_t)bits_mask(c.cta_w)};
        const unsigned range = (unsigned)bits_mask(c.coord_w < 5 ? c.coord_w : 5) + 1;
        const unsigned sizes = (unsigned)bits_mask(c.size_w < 3 ? c.size_w : 3) + 1;
        for (unsigned a = 0; a < c.arrays; a++)
            in.add_rects[a] = rect(&c, rng_below(&rng, range), rng_below(&rng, range),
                                   rng_below(&rng, sizes), rng_below(&rng, sizes));
        in.room_en = rng_below(&rng, 2) != 0;
        in.room = (uint32_t)rng_u64(&rng);
        in.finish_en = rng_below(&rng, 32) == 0;
        in.finish[rng_below(&rng, c.sms)] = UINT64_C(1) << rng_below(&rng, c.slots);
        const las_cta_out_t out = cycle(u, in);
        add_some(m, &out, &in); /* a place that is left in this cycle is not free yet */
        if (out.grants)
            grant(m, &out);
        compare(m, u);
    }
    assert_true(m->grants > 50 && m->shares > 20 && m->finishes > 50);
    const unsigned unshared = m->unshared;
    free(u);
    free(m);
    return unshared;
}

static void las_cta_060_grants_and_scores(void **state)
{
    (void)state;
    unsigned unshared = 0;
    FOR_GEOMETRIES(g)
    {
        las_cta_cfg_t c;
        unit_cfg_geometry(&las_cta_unit, g, &c);
        c.cta_w = 32; /* numbers that do not come again */
        unshared += random_run(c, 20000, 60 + g);
    }
    las_cta_cfg_t c = paper();
    c.pairs = 1, c.sms = 2, c.slots = 3, c.window = 5;
    unshared += random_run(c, 20000, 64);
    c.pairs = 32, c.sms = 1;
    assert_int_equal(random_run(c, 20000, 65), 0);
    assert_true(unshared > 10);
}

static void las_cta_070_a_product_that_is_refused(void **state)
{
    (void)state;
    las_cta_cfg_t c = paper();
    las_cta_t *u = malloc(sizeof *u);
    assert_non_null(u);
    c.sms = 32, c.slots = 8;
    assert_int_equal(las_cta_init(u, &c), 0);
    c.slots = 9;
    assert_int_equal(las_cta_init(u, &c), -EINVAL);
    c = paper();
    assert_int_equal(las_cta_groups(&c), 15);
    c.pairs = 1, c.window = 64, c.sms = 7, c.slots = 9;
    assert_int_equal(las_cta_groups(&c), 64);
    free(u);
}

/* CTA 0 runs on SM 1. CTA 1, which shares 2 lines with it, has been compared in the cycle before:
 * it is known, and in place 0 of the window. */
static las_cta_t *just_known(void)
{
    las_cta_cfg_t c = paper();
    c.sms = 2, c.slots = 2, c.window = 3;
    las_cta_t *u = make(&c);
    cycle(u, add(&c, 0, 0));
    assert_int_equal(next_grant(u, 2).grant_cta, 0);
    all_jobs(u);
    cycle(u, add(&c, 1, 2));
    cycle(u, (las_cta_in_t){0}); /* the job begins, and looks in the next cycle */
    assert_true(cycle(u, add(&c, 2, 40)).compares);
    assert_true(!u->busy && u->known == 1 && u->fresh.len == 1);
    return u;
}

/* CTA 2 is to be compared. It waits with the search, which waits for the results. */
static void las_cta_080_no_new_candidate_while_a_search_waits_for_results(void **state)
{
    (void)state;
    las_cta_t *u = just_known();
    for (unsigned k = 0; k < 4; k++) {
        const las_cta_out_t out = cycle(u, room(1));
        assert_true(out.waits && !out.searches && !u->busy);
    }
    assert_true(cycle(u, room(1)).searches);
    const las_cta_out_t out = next_grant(u, 1);
    assert_true(out.grant_sm == 0 && out.grant_cta == 1 && out.unshared);
    free(u);

    u = just_known(); /* no SM has room: it begins at once */
    assert_false(cycle(u, (las_cta_in_t){0}).searches);
    assert_true(u->busy && u->job == 3 && u->at == 1);
    free(u);
}

/* A start leaves the scores alone. Neither the sum of that cycle nor a CTA that comes changes them.
 */
static void las_cta_090_a_start_changes_no_score(void **state)
{
    (void)state;
    const las_cta_in_t start = {.start_en = 1};
    las_cta_t *u = just_known();
    while (!u->sum_en)
        cycle(u, (las_cta_in_t){0});
    assert_true(u->sum == 2 && u->sum_sm == 1 && u->sum_at == 0);
    cycle(u, start);
    assert_true(u->scores.score[1] == 0 && u->scores.total[0] == 0 && !u->sum_en);
    free(u);

    u = just_known();
    assert_int_equal(next_grant(u, 1).grant_cta, 1); /* its place keeps its scores */
    all_jobs(u);
    assert_true(!u->window.valid[0] && u->scores.score[1] == 2 && u->scores.total[0] == 2);
    las_cta_in_t in = add(&u->cfg, 3, 0);
    in.start_en = 1;
    cycle(u, in);
    assert_true(!u->window.valid[0] && u->scores.score[1] == 2 && u->scores.total[0] == 2);
    cycle(u, add(&u->cfg, 3, 0)); /* a new candidate has no scores */
    assert_true(u->window.valid[0] && u->scores.score[1] == 0 && u->scores.total[0] == 0);
    free(u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_cta_010_worked_example),
        cmocka_unit_test(las_cta_020_new_first),
        cmocka_unit_test(las_cta_030_times),
        cmocka_unit_test(las_cta_040_a_finish),
        cmocka_unit_test(las_cta_050_a_kernel_starts),
        cmocka_unit_test(las_cta_060_grants_and_scores),
        cmocka_unit_test(las_cta_070_a_product_that_is_refused),
        cmocka_unit_test(las_cta_080_no_new_candidate_while_a_search_waits_for_results),
        cmocka_unit_test(las_cta_090_a_start_changes_no_score),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
