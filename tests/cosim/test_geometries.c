/* The standing list of unusual geometries (geometries.csv) is complete and in range. */
#include "cosim_test.h"

#include <stdio.h>

enum { LINE = 512, AT_LEAST = 40 };

typedef struct row {
    const unit_desc_t *desc;
    uint32_t cfg[UNIT_MAX_PARAMS];
    char text[LINE];
} row_t;

static row_t rows[1024];
static unsigned n_rows, n_sample;

static void read_params(row_t *r, char *text)
{
    unit_cfg_geometry(r->desc, UNIT_PAPER, r->cfg);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = 0;
        const unit_param_t *p = unit_param_find(r->desc, word);
        if (!p)
            fail_msg("%s: no parameter %s", r->text, word);
        unit_param_set(p, r->cfg, (uint32_t)strtoul(equals + 1, NULL, 10));
    }
    if (unit_cfg_try(r->desc, r->cfg))
        fail_msg("%s: the unit refuses it", r->text);
}

static int read_list(void **state)
{
    (void)state;
    char line[LINE], *cell[5];
    FILE *f = fopen(GEOMETRIES, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    assert_string_equal(line, "unit,parameters,cycles,run,why\n");
    while (fgets(line, sizeof line, f)) {
        row_t *r = &rows[n_rows++];
        assert_true(n_rows < sizeof rows / sizeof rows[0]);
        snprintf(r->text, sizeof r->text, "%s", line);
        char *at = line;
        for (unsigned i = 0; i < 4; i++) {
            cell[i] = at;
            assert_non_null(at = strchr(at, ','));
            *at++ = 0;
        }
        r->desc = unit_find(cell[0]);
        if (!r->desc)
            fail_msg("%s: no such unit", r->text);
        assert_true(strcmp(cell[3], "sample") == 0 || strcmp(cell[3], "long") == 0);
        n_sample += strcmp(cell[3], "sample") == 0;
        read_params(r, cell[1]);
    }
    fclose(f);
    return 0;
}

static bool same_family(const unit_desc_t *a, const unit_desc_t *b)
{
    char x[64], y[64];
    return strcmp(unit_family(a, x, sizeof x), unit_family(b, y, sizeof y)) == 0;
}

static void geometries_100_forty_of_each_family(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        unsigned n = 0;
        for (unsigned i = 0; i < n_rows; i++)
            n += same_family(rows[i].desc, unit_registry[u]);
        if (n < AT_LEAST)
            fail_msg("family of %s: %u geometries", unit_registry[u]->name, n);
    }
    assert_true(n_sample >= 6);
}

static bool any_has(const unit_desc_t *d, const unit_param_t *p, uint32_t v)
{
    for (unsigned i = 0; i < n_rows; i++)
        if (rows[i].desc == d && unit_param_get(p, rows[i].cfg) == v)
            return true;
    return false;
}

/* Both ends of the range of every parameter of every unit. */
static void geometries_110_both_ends_of_every_range(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        const unit_desc_t *d = unit_registry[u];
        for (unsigned k = 0; k < d->n_params; k++) {
            const unit_param_t *p = &d->params[k];
            if (!any_has(d, p, p->min))
                fail_msg("%s: no row with %s %u", d->name, p->name, p->min);
            if (!any_has(d, p, p->max))
                fail_msg("%s: no row with %s %u", d->name, p->name, p->max);
        }
    }
}

static void geometries_120_no_two_are_the_same(void **state)
{
    (void)state;
    for (unsigned i = 0; i < n_rows; i++)
        for (unsigned k = 0; k < i; k++)
            if (rows[i].desc == rows[k].desc &&
                memcmp(rows[i].cfg, rows[k].cfg, rows[i].desc->cfg_bytes) == 0)
                fail_msg("%sand %sare the same", rows[i].text, rows[k].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometries_100_forty_of_each_family),
        cmocka_unit_test(geometries_110_both_ends_of_every_range),
        cmocka_unit_test(geometries_120_no_two_are_the_same),
    };
    return cmocka_run_group_tests(tests, read_list, NULL);
}
