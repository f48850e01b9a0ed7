/* las.cta: what its jobs look at, which finished CTAs they take, what a start drops of their
 * results, and when an SM waits, by the rules of docs/units/las.md. */
#include "las_cta_rig.h"
#include "unit_bench.h"

/* A finish marks every place that it names and that holds a CTA, from the first to the last one.
 * The lowest place is taken out of the scores first. */
static void las_cta_100_every_place_can_finish(void **state)
{
    (void)state;
    las_cta_cfg_t c = paper();
    c.sms = 2, c.slots = 2, c.window = 4;
    las_cta_t *u = make(&c);
    for (unsigned i = 0; i < 4; i++)
        cycle(u, add(&c, i, 100 * i));
    for (unsigned i = 0; i < 4; i++)
        next_grant(u, 3);
    all_jobs(u);
    for (unsigned p = 0; p < 4; p++)
        assert_true(u->running.valid[p] && !u->ended[p]);

    cycle(u, (las_cta_in_t){.finish_en = 1, .finish = {3, 3}});
    for (unsigned p = 0; p < 4; p++)
        assert_int_equal(u->ended[p], 1);
    for (unsigned p = 0; p < 4; p++) {
        assert_false(u->busy);
        cycle(u, (las_cta_in_t){0}); /* the job begins */
        assert_true(u->busy && u->job == 0 && u->sm == p / 2 && u->slot == p % 2);
        until_done(u);
        assert_true(!u->running.valid[p] && !u->ended[p]);
    }
    free(u);
}

/* Three window groups of two candidates. The one that is dispatched is compared with the groups
 * that have another known candidate. The only candidate of group 2 goes first. */
static void las_cta_110_a_dispatch_looks_at_groups_with_another_known_candidate(void **state)
{
    (void)state;
    static const struct {
        uint8_t todo[3];
        unsigned cycles; /* one per look, and one without any */
    } after[] = {{{1, 1, 0}, 2}, {{1, 1, 0}, 2}, {{0, 1, 0}, 1}, {{0, 1, 0}, 1}, {{0, 0, 0}, 1}};
    las_cta_cfg_t c = paper();
    c.sms = 1, c.slots = 5, c.window = 6, c.pairs = 2;
    las_cta_t *u = make(&c);
    for (unsigned place = 0; place < 5; place++)
        cycle(u, add(&c, (place + 1) % 5, 100 * place)); /* the last one has number 0 */
    all_jobs(u);
    assert_int_equal(u->known, 31);
    for (unsigned cta = 0; cta < 5; cta++) {
        assert_int_equal(next_grant(u, 1).grant_cta, cta);
        assert_true(u->busy && u->job == 2);
        assert_memory_equal(u->todo, after[cta].todo, 3);
        for (unsigned k = 0; k < after[cta].cycles; k++) {
            assert_true(u->busy);
            assert_int_equal(cycle(u, (las_cta_in_t){0}).compares, cta < 4);
        }
        assert_false(u->busy);
        all_jobs(u);
    }
    free(u);
}

/* The result of the job's only look leaves the last step of las.overlap in the next cycle. */
static void until_result(las_cta_t *u, unsigned job)
{
    assert_true(u->busy && u->job == job);
    assert_true(cycle(u, (las_cta_in_t){0}).compares);
    for (unsigned k = 0; k < 3; k++)
        cycle(u, (las_cta_in_t){0});
    assert_true(u->tag_en[3] && u->tag_job[3] == job);
}

/* CTA 0 is dispatched to SM 1, or finishes there. CTA 1, in place 1 of the window, shares 2 lines
 * with it. If a kernel starts in the cycle of the result, the scores stay as they are. */
static void las_cta_120_a_start_drops_the_result_of_its_cycle(void **state)
{
    (void)state;
    for (unsigned starts = 0; starts < 2; starts++)
        for (unsigned finishes = 0; finishes < 2; finishes++) {
            las_cta_cfg_t c = paper();
            c.sms = 2, c.slots = 2, c.window = 3;
            las_cta_t *u = make(&c);
            cycle(u, add(&c, 0, 0));
            cycle(u, add(&c, 1, 2));
            all_jobs(u);
            assert_int_equal(next_grant(u, 2).grant_cta, 0);
            if (finishes) {
                all_jobs(u);
                cycle(u, (las_cta_in_t){.finish_en = 1, .finish = {0, 1}});
                cycle(u, (las_cta_in_t){0}); /* the job begins */
            }
            const unsigned before = finishes ? 2 : 0, lines = starts ? before : 2 - before;
            until_result(u, finishes ? 0 : 2);
            assert_int_equal(u->scores.score[1 * 2 + 1], before);
            assert_int_equal(u->scores.total[1], before);
            cycle(u, (las_cta_in_t){.start_en = (uint8_t)starts});
            assert_int_equal(u->scores.score[1 * 2 + 1], lines);
            assert_int_equal(u->scores.total[1], lines);
            free(u);
        }
}

/* An SM waits if one has room and a CTA is in the window. With `room_en`, but no bit in `room`, no
 * SM has room. Whether the CTA is known already does not matter. */
static void las_cta_130_nobody_waits_if_no_sm_has_room(void **state)
{
    (void)state;
    las_cta_cfg_t c = paper();
    c.sms = 2;
    las_cta_t *u = make(&c);
    assert_false(cycle(u, room(1)).waits); /* the window is empty */
    cycle(u, add(&c, 0, 0));
    for (unsigned known = 0; known < 2; known++) {
        assert_int_equal(u->known, known);
        assert_false(cycle(u, room(0)).waits);
        assert_false(cycle(u, (las_cta_in_t){.room = 3}).waits);
        all_jobs(u);
    }
    assert_true(cycle(u, room(2)).waits);
    free(u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_cta_100_every_place_can_finish),
        cmocka_unit_test(las_cta_110_a_dispatch_looks_at_groups_with_another_known_candidate),
        cmocka_unit_test(las_cta_120_a_start_drops_the_result_of_its_cycle),
        cmocka_unit_test(las_cta_130_nobody_waits_if_no_sm_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
