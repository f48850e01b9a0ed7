/* docs/guide/json.md against the counters of the program, both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/file.h"
#include "gpu/gpu_stats.h"

static char *read_doc(void)
{
    char *text = NULL;
    size_t bytes = 0;
    diag_t d = {{0}};
    file_read("docs/guide/json.md", 1 << 20, &text, &bytes, &d);
    assert_string_equal(d.text, "");
    return text;
}

/* Every counter's row must stand in the text; returns how many there are. */
static unsigned check_group(const char *doc, const gpu_stat_group_t *g, const char *prefix)
{
    for (unsigned i = 0; i < g->n_stats; i++) {
        char row[512];
        snprintf(row, sizeof row, "\n| `%s%s` | %s |\n", prefix, g->stats[i].name, g->stats[i].doc);
        if (!strstr(doc, row))
            fail_msg("docs/guide/json.md lacks this row:%s", row);
    }
    return g->n_stats;
}

static void stats_101_the_page_lists_every_counter_and_no_other(void **state)
{
    (void)state;
    char *doc = read_doc();
    unsigned counters = check_group(doc, &gpu_stat_load_group, "");
    for (unsigned i = 0; i < gpu_stat_group_count; i++) {
        const gpu_stat_group_t *g = &gpu_stat_groups[i];
        char prefix[32];
        if (!strcmp(g->name, "icnt_reply") || !strcmp(g->name, "l3"))
            continue; /* the page says: as icnt_req and l2 */
        bool run = strcmp(g->name, "run") == 0;
        snprintf(prefix, sizeof prefix, "%s%s", run ? "" : g->name, run ? "" : ".");
        counters += check_group(doc, g, prefix);
    }
    unsigned rows = 0;
    const char *tables = strstr(doc, "\n## totals: counters");
    assert_non_null(tables);
    for (const char *at = tables; (at = strstr(at, "\n| `")); at++)
        rows++;
    assert_int_equal(rows, counters);
    free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stats_101_the_page_lists_every_counter_and_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
