/* Every workload at the papers' sizes, functionally: right, and of the size that the list gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "workload_sizes.h"

static void workload_510_paper_runs_have_the_listed_sizes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++)
        workload_run_sized(workload_registry[i], SCALE_PAPER, NULL, NULL);
}

/* The inputs of single papers; those that are the size above run once more. */
static void workload_511_papers_own_runs_have_the_listed_sizes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++)
        for (unsigned s = SCALES_OF_ALL; s < SCALES; s++)
            if (workload_registry[i]->geometry[s])
                workload_run_sized(workload_registry[i], (workload_scale_t)s, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_510_paper_runs_have_the_listed_sizes),
        cmocka_unit_test(workload_511_papers_own_runs_have_the_listed_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
