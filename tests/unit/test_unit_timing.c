/*
 * The timing diagrams of the pages in docs/units are what the C model does with the stimulus that
 * stands above them, and the RTL where it is built does the same. A diagram is a block behind
 *
 *     <!-- timing FILE.stim FIRST-LAST ROW... -->
 *
 * A row is NAME, NAME[INDEX] or an event of the unit, with ?NAME where it is shown only while that
 * is 1, and =LABEL for another name; | is an empty line. Cycle 0 is the first after reset. One bit
 * is drawn as a line, more as a hexadecimal number. "test_unit_timing PAGE.md" prints the page as
 * it has to be. Runs in the root of the source tree.
 */
#include <glob.h>

#include "unit_bench.h"

#include "lockstep/engines.h"
#include "lockstep/ports.h"
#include "lockstep/stim.h"

enum { CELL = 4, MAX_ROWS = 40, MAX_TEXT = 256 << 10, LABEL = 20 };

/* What a row shows of the unit: a field's element or an event. */
typedef struct signal {
    const unit_field_t *field;
    const stim_event_t *event;
    unsigned index;
} signal_t;

typedef struct line {
    char label[LABEL + 1];
    signal_t of, gate;
    bool empty, gated;
} line_t;

typedef struct diagram {
    char file[128];
    unsigned first, last, n;
    line_t line[MAX_ROWS];
} diagram_t;

typedef struct text {
    char *at;
    size_t n;
} text_t;

static void __attribute__((format(printf, 2, 3))) put(text_t *t, const char *form, ...)
{
    va_list ap;
    va_start(ap, form);
    int n = vsnprintf(t->at + t->n, MAX_TEXT - t->n, form, ap);
    va_end(ap);
    assert_true(n >= 0 && t->n + (size_t)n < MAX_TEXT);
    t->n += (size_t)n;
}

/* ---- What is to be shown ---- */

static signal_t find_signal(const unit_desc_t *d, const char *name)
{
    char plain[64];
    signal_t s = {0};
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name, "["), name);
    sscanf(name + strlen(plain), "[%u]", &s.index);
    for (unsigned i = 0; i < d->n_fields; i++)
        if (strcmp(d->fields[i].name, plain) == 0)
            s.field = &d->fields[i];
    const stim_unit_t *stim = stim_unit_of(d);
    for (unsigned i = 0; i < stim->n_events; i++)
        if (strcmp(stim->events[i].name, plain) == 0)
            s.event = &stim->events[i];
    const bool planes = s.field && s.field->kind == UNIT_PLANES; /* a number for each bit */
    const unsigned most = !s.field ? 1 : planes ? 8u * s.field->elem_bytes : s.field->capacity;
    if (!s.field == !s.event || s.index >= most)
        fail_msg("%s has no \"%s\", or two", d->name, name);
    return s;
}

/* "NAME?GATE=LABEL" */
static line_t line_of(const unit_desc_t *d, char *word)
{
    line_t l = {.empty = strcmp(word, "|") == 0};
    if (l.empty)
        return l;
    char *label = strchr(word, '='), *gate = strchr(word, '?');
    if (label)
        *label++ = 0;
    if (gate)
        *gate++ = 0;
    l.of = find_signal(d, word);
    l.gated = gate != NULL;
    if (gate)
        l.gate = find_signal(d, gate);
    snprintf(l.label, sizeof l.label, "%s", label ? label : word);
    return l;
}

static uint64_t value(const bench_t *b, const signal_t *s)
{
    if (s->field)
        return unit_field_value(s->field, b->cfg, bench_base(b, s->field), s->index);
    const stim_unit_t *stim = stim_unit_of(b->d);
    bool happened[64] = {false};
    stim->watch(b->cfg, b->state, b->in, b->out, happened);
    return happened[s->event - stim->events];
}

/* ---- The run ---- */

/* The RTL, where it is built, in lockstep with the model. */
static unit_inst_t *lockstep(const unit_desc_t *d, const stim_t *s)
{
    bench_t b = bench_at(d, (unit_geometry_t)unit_cfg_geometry_of(d, s->head.cfg));
    diag_t diag = {{0}};
    unit_inst_t *u = NULL;
    if (rtl_available()) {
        u = unit_inst_new(d, b.cfg, &unit_engine_lockstep, "timing", &diag);
        if (u == NULL)
            fail_msg("%s", diag.text);
    }
    bench_close(&b);
    return u;
}

/* before: what the cell on the left shows, NOTHING if there is none. */
#define NOTHING UINT64_MAX
static void draw_cell(text_t *t, const bench_t *b, const line_t *l, uint64_t before)
{
    const uint64_t v = value(b, &l->of);
    const char *level = v ? "\u203e" : "_";
    if (l->of.field && unit_field_value_w(l->of.field, b->cfg) > 1)
        put(t, "%-*lx", CELL, (unsigned long)v);
    else
        put(t, "%s%s%s%s",
            before == NOTHING || before == v ? level
            : v                              ? "/"
                                             : "\\",
            level, level, level);
}

/* A line's next cell; what it shows. */
static uint64_t next_cell(text_t *t, const bench_t *b, const line_t *l, uint64_t before)
{
    if (l->empty)
        return NOTHING;
    if (l->gated && !value(b, &l->gate)) {
        put(t, "%*s", CELL, "");
        return NOTHING;
    }
    draw_cell(t, b, l, before);
    return value(b, &l->of);
}

/* Every cycle of the diagram into every line. */
static void run(const stim_t *s, const diagram_t *g, text_t *lines)
{
    const unit_desc_t *d = s->head.desc;
    bench_t b = bench_at(d, (unit_geometry_t)unit_cfg_geometry_of(d, s->head.cfg));
    unit_inst_t *u = lockstep(d, s);
    uint64_t before[MAX_ROWS] = {0};
    unsigned now = 0;
    for (size_t i = 0; i < s->n; i++)
        for (uint64_t k = 0; k < s->times[i]; k++) {
            memcpy(b.in, stim_in(s, i), d->in_bytes);
            if (s->op[i] == STIM_RESET) { /* the stimulus begins with it */
                assert_int_equal(now, 0);
                continue;
            }
            assert_int_equal(s->op[i], STIM_TICK);
            d->eval(b.state, b.in, b.out);
            for (unsigned r = 0; r < g->n && now >= g->first && now <= g->last; r++)
                before[r] =
                    next_cell(&lines[r], &b, &g->line[r], now == g->first ? NOTHING : before[r]);
            if (u) {
                assert_int_equal(unit_inst_eval(u, b.in, b.out), 0);
                assert_int_equal(unit_inst_tick(u, b.in), 0);
            }
            d->tick(b.state, b.in);
            now++;
        }
    if (now <= g->last)
        fail_msg("%s has %u cycles", g->file, now);
    if (u)
        unit_inst_free(u);
    bench_close(&b);
}

/* ---- The page ---- */

/* The unit that a stimulus is of; the rows need it. */
static stim_t stimulus(const char *path)
{
    stim_t s;
    diag_t diag = {{0}};
    if (stim_read(&s, path, &diag))
        fail_msg("%s", diag.text);
    return s;
}

static void put_trimmed(text_t *t, const char *label, const char *cells, unsigned wide)
{
    size_t n = strlen(cells);
    while (n && cells[n - 1] == ' ')
        n--;
    if (n || *label)
        put(t, "%-*s%.*s", (int)wide, label, (int)n, cells);
    put(t, "\n");
}

/* The words of a comment, and what is drawn for them. */
static void draw(char *words, text_t *to)
{
    diagram_t g = {.n = 0};
    text_t lines[MAX_ROWS];
    char *rest = NULL, *word = strtok_r(words, " \n", &rest);
    snprintf(g.file, sizeof g.file, "%s", word ? word : "");
    stim_t s = stimulus(g.file);
    word = strtok_r(NULL, " \n", &rest);
    if (word == NULL || sscanf(word, "%u-%u", &g.first, &g.last) != 2 || g.first > g.last)
        fail_msg("%s: no cycles FIRST-LAST behind it", g.file);
    while ((word = strtok_r(NULL, " \n", &rest))) {
        assert_true(g.n < MAX_ROWS);
        lines[g.n] = (text_t){calloc(1, MAX_TEXT), 0};
        g.line[g.n++] = line_of(s.head.desc, word);
    }
    run(&s, &g, lines);
    size_t wide = strlen("cycle");
    for (unsigned r = 0; r < g.n; r++)
        wide = strlen(g.line[r].label) > wide ? strlen(g.line[r].label) : wide;
    put(to, "```text\n%-*s", (int)wide + 2, "cycle");
    for (unsigned c = g.first; c <= g.last; c++)
        put(to, c < g.last ? "%-*u" : "%u\n", c < g.last ? CELL : (int)c, c);
    for (unsigned r = 0; r < g.n; r++) {
        put_trimmed(to, g.line[r].label, lines[r].at, (unsigned)wide + 2);
        free(lines[r].at);
    }
    put(to, "```\n");
    stim_free(&s);
}

/* The page with its diagrams drawn anew; how many there are. */
static unsigned redraw(const char *page, text_t *to)
{
    static const char mark[] = "<!-- timing ";
    unsigned n = 0;
    for (const char *at; (at = strstr(page, mark)); n++) {
        const char *end = strstr(at, "-->\n```text\n");
        const char *after = end ? strstr(end + 11, "\n```\n") : NULL;
        if (after == NULL)
            fail_msg("no block behind %.60s", at);
        char *words = strndup(at + strlen(mark), (size_t)(end - at) - strlen(mark));
        put(to, "%.*s", (int)(end + 4 - page), page);
        draw(words, to);
        free(words);
        page = after + 5;
    }
    put(to, "%s", page);
    return n;
}

static char *page_read(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL)
        fail_msg("%s: cannot open", path);
    char *text = calloc(1, MAX_TEXT);
    assert_non_null(text);
    assert_true(fread(text, 1, MAX_TEXT - 1, f) < MAX_TEXT - 1);
    fclose(f);
    return text;
}

/* The first lines that differ. */
static void same_page(const char *path, const char *is, const char *has_to_be)
{
    unsigned line = 1;
    for (; *is && *is == *has_to_be; is++, has_to_be++)
        line += *is == '\n';
    if (*is != *has_to_be)
        fail_msg("%s:%u: the model draws another line than this one", path, line);
}

static void timing_010_diagrams_are_what_the_units_do(void **state)
{
    (void)state;
    glob_t found;
    unsigned n = 0;
    assert_int_equal(glob("docs/units/*.md", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *page = page_read(found.gl_pathv[i]);
        text_t drawn = {calloc(1, MAX_TEXT), 0};
        n += redraw(page, &drawn);
        same_page(found.gl_pathv[i], page, drawn.at);
        free(drawn.at);
        free(page);
    }
    globfree(&found);
    assert_true(n > 0);
}

/* Every stimulus beside the pages is that of a diagram. */
static void timing_020_no_stimulus_is_left_over(void **state)
{
    (void)state;
    glob_t files, pages;
    assert_int_equal(glob("docs/units/timing/*", 0, NULL, &files), 0);
    assert_int_equal(glob("docs/units/*.md", 0, NULL, &pages), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        bool used = false;
        char mark[200];
        snprintf(mark, sizeof mark, "<!-- timing %s ", files.gl_pathv[i]);
        for (size_t k = 0; k < pages.gl_pathc; k++) {
            char *page = page_read(pages.gl_pathv[k]);
            used |= strstr(page, mark) != NULL;
            free(page);
        }
        if (!used)
            fail_msg("%s: no diagram is of it", files.gl_pathv[i]);
    }
    globfree(&files);
    globfree(&pages);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        char *page = page_read(argv[1]);
        text_t drawn = {calloc(1, MAX_TEXT), 0};
        redraw(page, &drawn);
        fputs(drawn.at, stdout);
        free(drawn.at);
        free(page);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timing_010_diagrams_are_what_the_units_do),
        cmocka_unit_test(timing_020_no_stimulus_is_left_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
