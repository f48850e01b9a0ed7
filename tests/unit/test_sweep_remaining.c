/* How long a sweep still takes, by what its runs took: the clock is the test's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "sweep/remaining.h"

static void check(const remaining_t *r, double expected)
{
    double s = remaining_s(r);
    if (s < expected * (1 - 1e-12) || s > expected * (1 + 1e-12))
        fail_msg("%.15g s; expected %.15g", s, expected);
}

/* With nothing known but estimates they are what is left, divided among the jobs. */
static void sweep_remaining_100_estimates(void **state)
{
    (void)state;
    const remaining_run_t begun[2] = {{10, 0}, {20, 0}};
    check(&(remaining_t){.waiting_s = 60, .jobs = 1}, 60);
    check(&(remaining_t){.waiting_s = 60, .jobs = 3}, 20);
    check(&(remaining_t){.waiting_s = 60, .jobs = 2, .n = 2, .run = begun}, 45);
    check(&(remaining_t){.waiting_s = 0, .jobs = 2}, 0);
}

/* What has ended tells how much longer than its estimate the rest takes. */
static void sweep_remaining_110_what_has_ended(void **state)
{
    (void)state;
    const remaining_run_t begun = {10, 4};
    check(&(remaining_t){.done_s = 5, .spent_s = 20, .waiting_s = 30, .jobs = 1}, 120);
    check(&(remaining_t){.done_s = 8, .spent_s = 4, .waiting_s = 30, .jobs = 1}, 15);
    check(&(remaining_t){.done_s = 5, .spent_s = 20, .jobs = 1, .n = 1, .run = &begun}, 36);
}

/* No more jobs than one help the longest run. */
static void sweep_remaining_120_the_longest(void **state)
{
    (void)state;
    const remaining_run_t begun[2] = {{100, 1}, {2, 1}};
    check(&(remaining_t){.waiting_s = 4, .jobs = 8, .n = 2, .run = begun}, 99);
}

/* One run, its estimate right: a second less with each second, to the end. */
static void sweep_remaining_200_counts_down(void **state)
{
    (void)state;
    for (unsigned t = 0; t < 90; t++) {
        const remaining_run_t run = {100, t};
        check(&(remaining_t){.jobs = 1, .n = 1, .run = &run}, 100 - t);
    }
}

/* A run longer than its estimate: there is always something left, and what waits becomes longer,
 * too. */
static void sweep_remaining_210_longer_than_estimated(void **state)
{
    (void)state;
    for (unsigned t = 11; t < 1000; t += 7) {
        const remaining_run_t run = {10, t};
        check(&(remaining_t){.jobs = 1, .n = 1, .run = &run}, 0.1 * t);
        check(&(remaining_t){.waiting_s = 20, .jobs = 1, .n = 1, .run = &run}, 2.1 * t);
    }
}

/* Another run that is early says nothing; only what is late or has ended does. */
static void sweep_remaining_220_early_and_late(void **state)
{
    (void)state;
    const remaining_run_t run[2] = {{10, 30}, {10, 5}};
    check(&(remaining_t){.waiting_s = 10, .jobs = 1, .n = 2, .run = run}, 30 + 3 + 25);
    check(
        &(remaining_t){.done_s = 10, .spent_s = 10, .waiting_s = 10, .jobs = 1, .n = 2, .run = run},
        20 + 3 + 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweep_remaining_100_estimates),
        cmocka_unit_test(sweep_remaining_110_what_has_ended),
        cmocka_unit_test(sweep_remaining_120_the_longest),
        cmocka_unit_test(sweep_remaining_200_counts_down),
        cmocka_unit_test(sweep_remaining_210_longer_than_estimated),
        cmocka_unit_test(sweep_remaining_220_early_and_late),
    };
    return cmocka_run_group_tests_name("sweep_remaining", tests, NULL, NULL);
}
