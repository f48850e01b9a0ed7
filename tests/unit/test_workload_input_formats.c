/* Which format a file has, whatever its name; damaged files of all formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "input_rig.h"

#include <errno.h>

#include "workload/graph.h"

static void workload_090_a_file_that_is_none_of_them(void **state)
{
    (void)state;
#define NONE                                                                                       \
    ", expected the start of a Matrix Market file (%%MatrixMarket), of a DIMACS graph (c or p) "   \
    "or of a Rodinia graph (its node count)"
    static const refusal_t cases[] = {
        {"", ":1:1: the end of the file" NONE, 0},
        {"\n \n\r\n", ":4:1: the end of the file" NONE, INPUT_LINKS},
        {"# a comment\n1 2\n", ":1:1: \"#\"" NONE, INPUT_DISTANCES},
        {"\n  <html>\n", ":2:3: \"<html>\"" NONE, 0},
        {"\x1f\x8b\x08\x01", ":1:1: \"????\"" NONE, 0},
        {"problem\n", ":1:1: \"problem\"" NONE, 0},
    };
    must_refuse(cases, sizeof cases / sizeof cases[0]);
}

/* One graph in the four forms: as distances, links and matrix the same entries by row. */
static void workload_091_every_format_gives_the_same_graph(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 4\n2 1\n3 1\n4 3\n4 4\n",
        "p edge 4 4\ne 2 1\ne 3 1\ne 4 3\ne 4 4\n",
        "p sp 4 7\na 2 1 1\na 1 2 1\na 3 1 1\na 1 3 1\na 4 3 1\na 3 4 1\na 4 4 1\n",
        "4\n0 2\n2 1\n3 2\n5 2\n0\n7\n1 1\n2 1\n0 1\n0 1\n3 1\n2 1\n3 1\n",
    };
    static const int32_t degree[] = {2, 1, 2, 2}, target[] = {1, 2, 0, 0, 3, 2, 3};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (int weights = 0; weights < 2; weights++) {
            host_t h = new_host(1);
            graph_t g;
            const char *name = new_file(texts[i]);
            int rc = graph_read(&h, name, weights, &g);
            unlink(name);
            if (rc)
                fail_msg("case %zu: %s", i, diag.text);
            assert_int_equal(g.nodes, 4);
            assert_int_equal(g.edges, 7);
            for (uint32_t v = 0; v < 4; v++)
                assert_int_equal(g.node[v].degree, degree[v]);
            assert_memory_equal(g.target, target, sizeof target);
            for (uint32_t e = 0; e < 7; e++)
                assert_int_equal(g.weight[e], 1);
            host_close(&h, 0);
        }
    }
}

/* Draws one change of a text: a byte replaced, removed or put in, a piece removed or doubled, or
 * the end cut off. Pieces that the formats are made of are put in more often than other bytes. */
static size_t mutate(rng_t *rng, char *text, size_t n, size_t room)
{
    static const char bytes[] = "0123456789 \n\r\t-+.eEacp%x\x80\x01";
    static const char *const pieces[] = {"99999999999", "-1", "0",    "\n\n", "4294967296", "1e308",
                                         "p sp ",       "e ", "a ",   "c ",   "%",          "nan",
                                         "2147483647",  ".5", "1 1 ", "\r\n", "67108864"};
    size_t at = rng_below(rng, (uint32_t)n + 1);
    size_t most = n - at < 12 ? n - at : 12, piece = most ? 1 + rng_below(rng, (uint32_t)most) : 0;
    const char *in = pieces[rng_below(rng, sizeof pieces / sizeof pieces[0])];
    switch (rng_below(rng, 6)) {
    case 0:
        if (at < n)
            text[at] = bytes[rng_below(rng, sizeof bytes - 1)];
        return n;
    case 1:
        memmove(text + at, text + at + piece, n - at - piece);
        return n - piece;
    case 2:
        if (n + piece > room)
            return n;
        memmove(text + at + piece, text + at, n - at);
        return n + piece;
    case 3:
        return rng_below(rng, 4) ? n : at;
    default:
        if (n + strlen(in) > room)
            return n;
        memmove(text + at + strlen(in), text + at, n - at);
        memcpy(text + at, in, strlen(in));
        return n + strlen(in);
    }
}

/* Whatever a file has become, it is read within its bounds, or refused with one line that names
 * line and column and says what was expected. */
static void workload_092_damaged_files_are_read_or_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "%%MatrixMarket matrix coordinate real general\n5 5 4\n1 2 3\n5 1 -2.5\n3 3 1e3\n2 2 1\n",
        "%%MatrixMarket matrix coordinate integer symmetric\n% c\n4 4 3\n2 1 3\n4 4 7\n3 1 9\n",
        "%%MatrixMarket matrix coordinate pattern skew-symmetric\n4 4 2\n2 1\n4 1\n",
        "c x\np sp 4 4\na 1 2 5\na 2 4 6\na 3 3 0\na 4 1 12\n",
        "p edge 5 4\ne 1 2\ne 5 3\nc y\ne 4 4\ne 2 3\n",
        "4\n0 2\n2 1\n3 2\n5 2\n\n0\n\n7\n1 1\n2 1\n0 1\n0 1\n3 1\n2 1\n3 1\n",
    };
    enum { TIMES = 1000, TEXTS = sizeof texts / sizeof texts[0], MOST_NODES = 1 << 20 };
    unsigned taken[TEXTS] = {0}, refused[TEXTS] = {0};
    rng_t rng;
    rng_seed(&rng, 92);
    for (unsigned i = 0; i < TIMES * TEXTS; i++) {
        char text[512];
        size_t n = strlen(texts[i % TEXTS]);
        memcpy(text, texts[i % TEXTS], n);
        for (unsigned times = 1 + rng_below(&rng, 3); times; times--)
            n = mutate(&rng, text, n, sizeof text);
        host_t h = new_host(1);
        input_t in;
        const char *name = new_file_of(text, n);
        int rc = input_read(&h, name, (input_use_t)(i / TEXTS % 3), &in);
        unlink(name);
        if (rc) {
            size_t head = strlen(name);
            unsigned line, column;
            if (rc != -EINVAL || strncmp(diag.text, name, head) ||
                sscanf(diag.text + head, ":%u:%u: ", &line, &column) != 2 ||
                !strstr(diag.text, ", expected ") || strchr(diag.text, '\n'))
                fail_msg("%d, %s of:\n%.*s", rc, diag.text, (int)n, text);
            refused[i % TEXTS]++;
        } else {
            assert_in_range(in.rows, 1, MOST_NODES);
            assert_in_range(in.cols, 1, MOST_NODES);
            assert_true(in.source < in.rows);
            assert_true(in.entries <= 2 * n / 4);
            for (uint32_t e = 0; e < in.entries; e++)
                assert_true(in.row[e] >= 0 && in.col[e] >= 0 && (uint32_t)in.row[e] < in.rows &&
                            (uint32_t)in.col[e] < in.cols);
            taken[i % TEXTS]++;
        }
        host_close(&h, 0);
    }
    for (unsigned i = 0; i < TEXTS; i++) /* both happen, whatever the text */
        assert_true(taken[i] > 10 && refused[i] > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_090_a_file_that_is_none_of_them),
        cmocka_unit_test(workload_091_every_format_gives_the_same_graph),
        cmocka_unit_test(workload_092_damaged_files_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
