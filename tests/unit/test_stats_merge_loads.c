/* One row for a load, however many programs of a kernel's name have held it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stats/merge_loads.h"

static gpu_load_row_t row(const char *kernel, uint32_t pc, uint64_t hits, uint64_t misses)
{
    return (gpu_load_row_t){.kernel = kernel, .pc = pc, .s = {.hits = hits, .misses = misses}};
}

static void merge_010_rows_of_a_kernel_are_added_in_order_of_pc(void **state)
{
    (void)state;
    char again[] = "zeta"; /* another string of the same text */
    gpu_load_row_t r[] = {row("zeta", 0x10, 1, 2), row("zeta", 0x40, 3, 4),
                          row("beta", 0x10, 5, 6), row(again, 0x10, 10, 20),
                          row(again, 0x20, 7, 8),  row("beta", 0x10, 100, 0)};
    unsigned n = 6;
    assert_int_equal(merge_loads(r, &n), 0);
    const gpu_load_row_t want[] = {row("zeta", 0x10, 11, 22), row("zeta", 0x20, 7, 8),
                                   row("zeta", 0x40, 3, 4), row("beta", 0x10, 105, 6)};
    assert_int_equal(n, 4);
    for (unsigned i = 0; i < n; i++) {
        assert_string_equal(r[i].kernel, want[i].kernel);
        assert_int_equal(r[i].pc, want[i].pc);
        assert_int_equal(r[i].s.hits, want[i].s.hits);
        assert_int_equal(r[i].s.misses, want[i].s.misses);
    }
}

static void merge_020_nothing_stays_nothing(void **state)
{
    (void)state;
    gpu_load_row_t none;
    unsigned n = 0;
    assert_int_equal(merge_loads(&none, &n), 0);
    assert_int_equal(n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merge_010_rows_of_a_kernel_are_added_in_order_of_pc),
        cmocka_unit_test(merge_020_nothing_stays_nothing),
    };
    return cmocka_run_group_tests_name("merge_loads", tests, NULL, NULL);
}
