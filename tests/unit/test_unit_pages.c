/*
 * Every unit's section in docs/units/FAMILY.md lists exactly the parameters, fields and events
 * of its field list, with the field list's values. Runs in the root of the source tree.
 */
#include <glob.h>

#include "page_rig.h"
#include "unit_bench.h"

static void check_number(complaints_t *c, const char *unit, const char *name, const char *what,
                         const char *cell, uint32_t v)
{
    char want[16];
    snprintf(want, sizeof want, "%u", v);
    if (strcmp(cell, want) != 0)
        complain(c, "%s: %s: %s is %s, the code has %s\n", unit, name, what, cell, want);
}

/* Each returns the row's position in the code's list, or -1. */
static int check_param(complaints_t *c, const bench_t *b, const row_t *r)
{
    const unit_desc_t *d = b->d;
    for (unsigned i = 0; i < d->n_params; i++) {
        const unit_param_t *p = &d->params[i];
        if (strcmp(r->cell[0], p->name) != 0)
            continue;
        char range[32];
        snprintf(range, sizeof range, "%u..%u", p->min, p->max);
        if (strcmp(r->cell[1], p->rtl_name) != 0)
            complain(c, "%s: %s: RTL name %s\n", d->name, p->name, r->cell[1]);
        for (unsigned g = 0; g < UNIT_GEOMETRIES; g++)
            check_number(c, d->name, p->name, unit_geometry_name(g), r->cell[2 + g], p->value[g]);
        if (strcmp(r->cell[5], range) != 0)
            complain(c, "%s: %s: range %s, the code has %s\n", d->name, p->name, r->cell[5], range);
        if (r->n != 7 || strlen(r->cell[6]) == 0)
            complain(c, "%s: %s: no meaning\n", d->name, p->name);
        return (int)i;
    }
    return -1;
}

static int check_field(complaints_t *c, const bench_t *b, const row_t *r)
{
    static const char *const dirs[] = {"in", "out", "state"};
    const unit_desc_t *d = b->d;
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (strcmp(r->cell[0], f->name) != 0)
            continue;
        char bits[32];
        snprintf(bits, sizeof bits, "%u x %u", unit_field_values(f, b->cfg),
                 unit_field_value_w(f, b->cfg));
        if (strcmp(r->cell[1], dirs[f->dir]) != 0)
            complain(c, "%s: %s: direction %s\n", d->name, f->name, r->cell[1]);
        if (strcmp(r->cell[2], bits) != 0)
            complain(c, "%s: %s: bits %s, the code has %s\n", d->name, f->name, r->cell[2], bits);
        if (r->n != 4 || strlen(r->cell[3]) == 0)
            complain(c, "%s: %s: no meaning\n", d->name, f->name);
        return (int)i;
    }
    return -1;
}

static int check_event(complaints_t *c, const bench_t *b, const row_t *r)
{
    const unit_desc_t *d = b->d;
    const stim_unit_t *s = stim_unit_of(d);
    for (unsigned i = 0; i < s->n_events; i++) {
        if (strcmp(r->cell[0], s->events[i].name) != 0)
            continue;
        if (r->n != 2 || strlen(r->cell[1]) == 0)
            complain(c, "%s: %s: no sentence\n", d->name, s->events[i].name);
        return (int)i;
    }
    return -1;
}

typedef struct table {
    const char *kind; /* first cell of its head */
    int (*check)(complaints_t *, const bench_t *, const row_t *);
} table_t;

static const table_t tables[] = {
    {"parameter", check_param}, {"field", check_field}, {"event", check_event}};
enum { TABLES = sizeof tables / sizeof tables[0] };

/* The start of the unit's section, past its heading; NULL if there is none. */
static const char *section(const char *page, const char *unit)
{
    char heading[80];
    snprintf(heading, sizeof heading, "\n## %s\n", unit);
    const char *at = strstr(page, heading);
    return at ? at + strlen(heading) : NULL;
}

/* The rows of a section that were seen: a table's, by their place in the code's list. */
typedef bool seen_t[TABLES][UNIT_MAX_FIELDS];

static void check_missing(complaints_t *c, const unit_desc_t *d, seen_t seen)
{
    for (unsigned i = 0; i < d->n_params; i++)
        if (!seen[0][i])
            complain(c, "%s: parameter %s is missing\n", d->name, d->params[i].name);
    for (unsigned i = 0; i < d->n_fields; i++)
        if (!seen[1][i])
            complain(c, "%s: field %s is missing\n", d->name, d->fields[i].name);
    const stim_unit_t *s = stim_unit_of(d);
    for (unsigned i = 0; i < s->n_events; i++)
        if (!seen[2][i])
            complain(c, "%s: event %s is missing\n", d->name, s->events[i].name);
}

/* Compares a page's section with the code; complaints in *c. */
static void check_section(complaints_t *c, const char *page, const unit_desc_t *d)
{
    const char *at = section(page, d->name);
    if (at == NULL) {
        complain(c, "%s: no section\n", d->name);
        return;
    }
    bench_t b = bench_at(d, UNIT_PAPER);
    seen_t seen = {{false}};
    assert_true(d->n_fields <= UNIT_MAX_FIELDS);
    const table_t *now = NULL;
    while (*at && strncmp(at, "## ", 3) != 0) {
        const size_t len = strcspn(at, "\n");
        const row_t r = row_cut(at, *at == '|' ? len : 0);
        if (*at != '|') {
            now = NULL;
        } else if (now == NULL) {
            for (unsigned t = 0; t < TABLES; t++)
                if (strcmp(r.cell[0], tables[t].kind) == 0)
                    now = &tables[t];
        } else if (r.cell[0][0] != '-') {
            const int i = now->check(c, &b, &r);
            bool *rows = seen[now - tables];
            if (i < 0)
                complain(c, "%s: unknown %s %s\n", d->name, now->kind, r.cell[0]);
            else if (rows[i])
                complain(c, "%s: %s %s twice\n", d->name, now->kind, r.cell[0]);
            else
                rows[i] = true;
        }
        at += len + (at[len] == '\n');
    }
    check_missing(c, d, seen);
    bench_close(&b);
}

static char *page_of(const unit_desc_t *d)
{
    char path[128];
    snprintf(path, sizeof path, "docs/units/%.*s.md", (int)strcspn(d->name, "."), d->name);
    return page_read(path);
}

static void pages_010_list_what_the_code_has(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        char *page = page_of(unit_registry[u]);
        complaints_t c = {.used = 0};
        check_section(&c, page, unit_registry[u]);
        if (c.used)
            fail_msg("%s", c.text);
        free(page);
    }
}

static void pages_020_name_no_unknown_unit(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        char *page = page_of(unit_registry[u]);
        const size_t family = strcspn(unit_registry[u]->name, ".");
        for (const char *at = strstr(page, "\n## "); at; at = strstr(at + 1, "\n## ")) {
            char title[80];
            snprintf(title, sizeof title, "%.*s", (int)strcspn(at + 4, "\n"), at + 4);
            if (strncmp(title, unit_registry[u]->name, family) == 0 &&
                (title[family] == '.' || title[family] == 0) && unit_find(title) == NULL)
                fail_msg("docs/units: section %s is no unit", title);
        }
        free(page);
    }
}

/* A page without its line at `line`, or with the line's name changed. */
static char *page_spoiled(const char *page, const char *line, bool drop)
{
    char *copy = strdup(page);
    assert_non_null(copy);
    char *at = copy + (line - page);
    if (drop) {
        const char *rest = at + strcspn(at, "\n") + 1;
        memmove(at, rest, strlen(rest) + 1);
    } else {
        at[3] = at[3] == 'x' ? 'y' : 'x'; /* "| `NAME" */
    }
    return copy;
}

static void pages_030_check_notices_every_lost_or_renamed_row(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        const unit_desc_t *d = unit_registry[u];
        char *page = page_of(d);
        const char *at = section(page, d->name);
        unsigned rows = 0;
        assert_non_null(at);
        while (*at && strncmp(at, "## ", 3) != 0) {
            if (strncmp(at, "| `", 3) == 0) {
                rows++;
                for (int drop = 0; drop < 2; drop++) {
                    char *bad = page_spoiled(page, at, drop);
                    complaints_t c = {.used = 0};
                    check_section(&c, bad, d);
                    if (c.used == 0)
                        fail_msg("%s: unnoticed: %.*s", d->name, (int)strcspn(at, "\n"), at);
                    free(bad);
                }
            }
            at += strcspn(at, "\n");
            at += *at == '\n';
        }
        assert_int_equal(rows, d->n_params + d->n_fields + stim_unit_of(d)->n_events);
        free(page);
    }
}

static void pages_040_check_notices_a_wrong_number(void **state)
{
    (void)state;
    const unit_desc_t *d = unit_find("common.fifo");
    const char *const right[] = {"| 8 | 3 | 24 |", "| 1..64 |", "| 8 x 64 |", "`Depth`",
                                 "| state | 1 x 4"};
    const char *const wrong[] = {"| 8 | 4 | 24 |", "| 1..65 |", "| 8 x 32 |", "`DEPTH`",
                                 "| out   | 1 x 4"};
    for (unsigned i = 0; i < sizeof right / sizeof right[0]; i++) {
        char *page = page_of(d);
        char *at = strstr((char *)section(page, d->name), right[i]);
        assert_non_null(at);
        assert_int_equal(strlen(right[i]), strlen(wrong[i]));
        memcpy(at, wrong[i], strlen(wrong[i]));
        complaints_t c = {.used = 0};
        check_section(&c, page, d);
        assert_true(c.used > 0);
        free(page);
    }
}

static void pages_050_every_page_belongs_to_a_family(void **state)
{
    (void)state;
    glob_t g;
    assert_int_equal(glob("docs/units/*.md", 0, NULL, &g), 0);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        const char *base = strrchr(g.gl_pathv[i], '/') + 1;
        const size_t len = strlen(base) - strlen(".md");
        bool known = false;
        for (unsigned u = 0; u < unit_registry_count; u++)
            known |= strcspn(unit_registry[u]->name, ".") == len &&
                     strncmp(unit_registry[u]->name, base, len) == 0;
        if (!known)
            fail_msg("%s: no unit of that family", g.gl_pathv[i]);
    }
    globfree(&g);
}

/* A guide shows code as "`PATH`", an empty line and a block in some language: its lines stand in
 * that file, in that order. Returns the number of blocks. */
static unsigned check_quotes(const char *guide, complaints_t *c)
{
    static const char fence[] = "`\n\n```";
    unsigned blocks = 0;
    for (const char *at = strstr(guide, fence); at; at = strstr(at, fence)) {
        const char *name = at;
        while (name > guide && name[-1] != '`')
            name--;
        char path[128];
        snprintf(path, sizeof path, "%.*s", (int)(at - name), name);
        char *file = page_read(path);
        const char *from = file;
        at += strlen(fence);
        at += strcspn(at, "\n") + 1; /* the language */
        while (strncmp(at, "```", 3) != 0 && *at) {
            const size_t len = strcspn(at, "\n") + 1;
            char line[256];
            snprintf(line, sizeof line, "%.*s", (int)len, at);
            const char *found = strstr(from, line);
            if (found)
                from = found + len;
            else
                complain(c, "%s does not have: %s", path, line);
            at += len;
        }
        free(file);
        blocks++;
    }
    return blocks;
}

static void pages_060_guide_quotes_the_source(void **state)
{
    (void)state;
    char *guide = page_read("docs/guide/adding-a-unit.md");
    complaints_t c = {.used = 0};
    assert_true(check_quotes(guide, &c) >= 5);
    if (c.used)
        fail_msg("%s", c.text);

    /* and the check notices a word that the source does not have */
    char *at = strstr(guide, "out->count = u->cnt;");
    assert_non_null(at);
    at[0] = 'O';
    check_quotes(guide, &c);
    assert_true(c.used > 0);
    free(guide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_010_list_what_the_code_has),
        cmocka_unit_test(pages_020_name_no_unknown_unit),
        cmocka_unit_test(pages_030_check_notices_every_lost_or_renamed_row),
        cmocka_unit_test(pages_040_check_notices_a_wrong_number),
        cmocka_unit_test(pages_050_every_page_belongs_to_a_family),
        cmocka_unit_test(pages_060_guide_quotes_the_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
