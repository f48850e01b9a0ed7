/* Matrix Market files: every form, and what is refused where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "input_rig.h"

#include "workload/sparse.h"

#define REAL    "%%MatrixMarket matrix coordinate real general\n"
#define INTEGER "%%MatrixMarket matrix coordinate integer general\n"
#define SYMM    "%%MatrixMarket matrix coordinate real symmetric\n"
#define SKEW    "%%MatrixMarket matrix coordinate real skew-symmetric\n"

/* A symmetric file stores one of each pair; the reader gives both, the stored one first. */
static void workload_060_every_form_of_matrix_market(void **state)
{
    (void)state;
    static const reading_t cases[] = {
        {REAL "% note\n\n3 4 3\n1 1 1.5\n3 1 -2e0\n2 4 4\n",
         INPUT_MATRIX,
         3,
         4,
         0,
         3,
         {{0, 0, 1.5}, {2, 0, -2}, {1, 3, 4}}},
        {"%%matrixmarket MATRIX Coordinate Integer Symmetric\n3 3 2\n1 1 7\n3 1 -2\n",
         INPUT_MATRIX,
         3,
         3,
         0,
         3,
         {{0, 0, 7}, {2, 0, -2}, {0, 2, -2}}},
        {"%%MatrixMarket matrix coordinate pattern symmetric\n%\n3 3 2\n2 2\n3 2\n",
         INPUT_DISTANCES,
         3,
         3,
         0,
         3,
         {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}}},
        {SKEW "3 3 1\n3 2 0.5\n\n", INPUT_MATRIX, 3, 3, 0, 2, {{2, 1, 0.5}, {1, 2, -0.5}}},
        {REAL "3 3 0\n", INPUT_LINKS, 3, 3, 0, 0, {{0}}},
        /* Comments and blank lines between entries and after the last; tabs; leading spaces. */
        {"\n\n" REAL " 2\t2   2 \n\n%a\n 1 1\t3\n  % b\n%\n2 2 4\n\n%end\n",
         INPUT_MATRIX,
         2,
         2,
         0,
         2,
         {{0, 0, 3}, {1, 1, 4}}},
        /* Real numbers are weights where they are whole; stored zeros are edges of weight 0. */
        {REAL "2 2 3\n1 2 3.0\n2 1 -0\n2 2 1e3\n",
         INPUT_DISTANCES,
         2,
         2,
         0,
         3,
         {{0, 1, 3}, {1, 0, 0}, {1, 1, 1000}}},
        {INTEGER "1 1 1\n1 1 1073741823\n", INPUT_DISTANCES, 1, 1, 0, 1, {{0, 0, 1073741823}}},
        {SKEW "2 2 1\n2 1 -1\n", INPUT_LINKS, 2, 2, 0, 2, {{1, 0, -1}, {0, 1, 1}}},
    };
    must_read_any_ends(cases, sizeof cases / sizeof cases[0]);
}

static void workload_061_bad_matrices_are_refused_at_their_place(void **state)
{
    (void)state;
    static const refusal_t cases[] = {
        {"%MatrixMarket", ":1:1: \"%MatrixMarket\", expected the banner: %%matrixmarket", 0},
        {"%%MatrixMarket", ":1:15: the end of the file, expected the object: matrix", 0},
        {"%%MatrixMarket vector", ":1:16: \"vector\", expected the object: matrix", 0},
        {"%%MatrixMarket matrix array real general\n",
         ":1:23: \"array\", expected the format: coordinate", 0},
        {"%%MatrixMarket matrix coordinate complex general\n",
         ":1:34: \"complex\", expected the field: real, integer, pattern", 0},
        {"%%MatrixMarket matrix coordinate real hermitian\n",
         ":1:39: \"hermitian\", expected the symmetry: general, symmetric, skew-symmetric", 0},
        {"%%MatrixMarket matrix coordinate real\n3 3 0\n",
         ":1:38: the end of the line, expected the symmetry", 0},
        {"%%MatrixMarket matrix coordinate real general x\n",
         ":1:47: \"x\", expected the end of the line after the five words of the banner", 0},
        {REAL, ":2:1: the end of the file, expected a whole number (the row count)", 0},
        {REAL "% only\n% comments", ":3:11: the end of the file, expected a whole number", 0},
        {REAL "0 3 1\n", ":2:1: \"0\", expected the row count from 1 to 67108864", 0},
        {REAL "3\n3 1\n", ":2:2: the end of the line, expected a whole number (the column", 0},
        {REAL "3 3\n", ":2:4: the end of the line, expected a whole number (the entry count", 0},
        {REAL "3 3 1 1\n1 1 1\n", ":2:7: \"1\", expected the end of the line after the three", 0},
        {REAL "3 3 1000\n1 1 1\n", ":2:5: 1000 as the entry count, expected at most", 0},
        {REAL "3 3 -1\n1 1 1\n", ":2:5: \"-1\", expected the entry count from 0", 0},
        {REAL "3 3 99999999999999999999\n", ":2:5: \"99999999999999999999\", expected the entry",
         0},
        {REAL "67108864 1 0\n",
         ":2:1: 67108864 as the row count, expected at most 1048576 of a file of 59 bytes", 0},
        {REAL "1 1048577 0\n", ":2:3: 1048577 as the column count, expected at most 1048576", 0},
        {SYMM "3 4 1\n1 1 1\n", ":2:3: \"4\", expected 3 columns, as many as rows (a symmetric", 0},
        {REAL "4 3 1\n1 1 1\n", ":2:3: \"3\", expected 4 columns, as many as rows (nodes of a",
         INPUT_LINKS},
        {REAL "3 4 1\n1 1 1\n", ":2:3: \"4\", expected 3 columns, as many as rows (nodes of a",
         INPUT_DISTANCES},
        {REAL "3 3 1\n4 1 1\n", ":3:1: \"4\", expected a row from 1 to 3", 0},
        {REAL "3 3 1\n1 0 1\n", ":3:3: \"0\", expected a column from 1 to 3", 0},
        {REAL "3 3 1\n1\n1 1\n", ":3:2: the end of the line, expected a whole number (a column)",
         0},
        {REAL "3 3 1\n1 1\n1\n", ":3:4: the end of the line, expected a number of single", 0},
        {REAL "3 3 1\n1 1", ":3:4: the end of the file, expected a number of single", 0},
        {REAL "3 3 1\n1 1 x\n", ":3:5: \"x\", expected a number", 0},
        {REAL "3 3 1\n1 1 1e99\n", ":3:5: \"1e99\", expected a number of single precision", 0},
        {REAL "3 3 1\n1 1 1 1\n", ":3:7: \"1\", expected the end of the line after an entry", 0},
        {REAL "3 3 1\n1.0 1 1\n", ":3:1: \"1.0\", expected a whole number (a row)", 0},
        {REAL "3 3 2\n1 1 1\n", ":4:1: the end of the file, expected a whole number (a row)", 0},
        {REAL "3 3 1\n1 1 1\n2 2 2\n", ":4:1: \"2\" after the last entry", 0},
        {SYMM "3 3 1\n1 2 1\n", ":3:3: entry (1, 2), expected one on or below the diagonal", 0},
        {SKEW "3 3 1\n2 2 1\n",
         ":3:3: entry (2, 2), expected one below the diagonal of a skew-symmetric matrix", 0},
        {INTEGER "1 1 1\n1 1 1.5\n", ":3:5: \"1.5\", expected a whole number (a value)", 0},
        {INTEGER "1 1 1\n1 1 2147483648\n", ":3:5: \"2147483648\", expected a value from", 0},
        {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n",
         ":3:5: \"1\", expected the end of the line after an entry", 0},
        {"%%MatrixMarket\x01 matrix", ":1:1: \"%%MatrixMarket?\", expected the banner", 0},
    };
    must_refuse(cases, sizeof cases / sizeof cases[0]);
}

static void workload_062_weights_of_a_matrix_are_whole_and_not_negative(void **state)
{
    (void)state;
#define WEIGHT ", expected a whole number (a value) from 0 to 1073741823"
    static const refusal_t cases[] = {
        {REAL "2 2 1\n1 2 0.5\n", ":3:5: \"0.5\"" WEIGHT, INPUT_DISTANCES},
        {REAL "2 2 1\n1 2 -1\n", ":3:5: \"-1\"" WEIGHT, INPUT_DISTANCES},
        {REAL "2 2 1\n1 2 1073741824\n", ":3:5: \"1073741824\"" WEIGHT, INPUT_DISTANCES},
        {INTEGER "2 2 1\n1 2 -1\n", ":3:5: \"-1\", expected a value from 0 to 1073741823",
         INPUT_DISTANCES},
        {SKEW "2 2 1\n2 1 1\n",
         ":1:39: \"skew-symmetric\", expected the symmetry: general, symmetric (the weights",
         INPUT_DISTANCES},
    };
    must_refuse(cases, sizeof cases / sizeof cases[0]);
}

/* The values of a matrix are those of the file in single precision. */
static void workload_063_a_matrix_written_is_the_matrix_read(void **state)
{
    (void)state;
    host_t h = new_host(4);
    sparse_t m, back;
    assert_int_equal(sparse_make(&h, 300, 45, 16, &m), 0);
    const char *name = new_file("");
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fprintf(f, "%s%u %u %u\n", REAL, m.rows, m.cols, m.entries);
    for (uint32_t i = 0; i < m.entries; i++)
        fprintf(f, "%d %d %.9g\n", m.row[i] + 1, m.col[i] + 1, (double)m.value[i]);
    fclose(f);
    if (sparse_read(&h, name, &back))
        fail_msg("%s", diag.text);
    unlink(name);
    assert_int_equal(back.rows, m.rows);
    assert_int_equal(back.cols, m.cols);
    assert_int_equal(back.entries, m.entries);
    assert_memory_equal(back.row, m.row, m.entries * sizeof *m.row);
    assert_memory_equal(back.col, m.col, m.entries * sizeof *m.col);
    assert_memory_equal(back.value, m.value, m.entries * sizeof *m.value);
    host_close(&h, 0);
}

/* Real files: counts as their headers say, read here in another way. */
static void workload_064_real_matrices_have_the_counts_of_their_headers(void **state)
{
    (void)state;
    static const char *const files[] = {DATA "1138_bus.mtx", DATA "ca-GrQc.mtx",
                                        DATA "fe_4elt2.mtx"};
    unsigned found = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        FILE *f = fopen(files[i], "r");
        if (!f)
            continue;
        found++;
        char line[256];
        unsigned rows = 0, cols = 0, stored = 0, diagonal = 0, r, c;
        while (fgets(line, sizeof line, f) && line[0] == '%')
            continue;
        assert_int_equal(sscanf(line, "%u %u %u", &rows, &cols, &stored), 3);
        while (fgets(line, sizeof line, f))
            if (sscanf(line, "%u %u", &r, &c) == 2)
                diagonal += r == c;
        fclose(f);
        for (input_use_t use = INPUT_MATRIX; use <= INPUT_DISTANCES; use++) {
            host_t h = new_host(1);
            input_t in;
            if (input_read(&h, files[i], use, &in))
                fail_msg("%s", diag.text);
            assert_int_equal(in.rows, rows);
            assert_int_equal(in.cols, cols);
            assert_int_equal(in.entries, 2 * stored - diagonal); /* all three are symmetric */
            host_close(&h, 0);
        }
    }
    if (!found)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_060_every_form_of_matrix_market),
        cmocka_unit_test(workload_061_bad_matrices_are_refused_at_their_place),
        cmocka_unit_test(workload_062_weights_of_a_matrix_are_whole_and_not_negative),
        cmocka_unit_test(workload_063_a_matrix_written_is_the_matrix_read),
        cmocka_unit_test(workload_064_real_matrices_have_the_counts_of_their_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
