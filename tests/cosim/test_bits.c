/* Every bit of what the lockstep compares is 0 in some cycle and 1 in another of a run of the
 * default length, at every geometry: what the stimulus never moves, a fault may hold.
 *
 *   test_bits [LIST]
 *
 * The model runs alone, under the stimulus that `lockwarp cosim` has. A bit counts in the cycles in
 * which it is compared, and in any element of its field. What stands still needs a row with a
 * reason in LIST (without one bits.csv): units, geometries, fields, the value that is not seen,
 * bits (hexadecimal; all; or top, the highest), reason. A row is stale when a unit, geometry or
 * field of it has none of these bits standing still.
 */
#include "cosim_test.h"

#include <inttypes.h>
#include <stdio.h>

#include "lockstep/cosim.h"
#include "lockstep/model_files.h"
#include "report/csv.h"

enum { SEED = 1 };

/* Bits that an element has had at 0 and at 1. */
typedef struct seen {
    uint64_t at[2];
} seen_t;

typedef struct field_seen {
    const unit_field_t *f;
    unsigned count, open; /* elements; how many of them have not seen everything */
    uint64_t all;
    seen_t *seen;
} field_seen_t;

typedef struct run {
    const unit_desc_t *d;
    const void *cfg;
    void *state, *out;
    field_seen_t field[UNIT_MAX_FIELDS];
    unsigned n;
} run_t;

static const char *list_name;
static csv_t list;
static char *text;

static void open_run(run_t *r, const unit_desc_t *d, const void *cfg)
{
    *r = (run_t){
        .d = d, .cfg = cfg, .state = calloc(1, d->state_bytes), .out = calloc(1, d->out_bytes)};
    assert_true(r->state && r->out);
    assert_int_equal(d->init(r->state, cfg), 0);
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir == UNIT_IN || f->kind == UNIT_FACT)
            continue;
        field_seen_t *s = &r->field[r->n++];
        *s = (field_seen_t){.f = f, .all = bits_mask(f->width(cfg))};
        s->count = s->open = f->count(cfg);
        assert_non_null(s->seen = calloc(s->count + 1, sizeof *s->seen));
    }
}

static void close_run(run_t *r)
{
    for (unsigned k = 0; k < r->n; k++)
        free(r->field[k].seen);
    free(r->state);
    free(r->out);
}

static bool complete(const field_seen_t *s, unsigned i)
{
    return (s->seen[i].at[0] & s->seen[i].at[1] & s->all) == s->all;
}

static void look(run_t *r, const void *in, unit_dir_t dir, const void *base)
{
    for (unsigned k = 0; k < r->n; k++) {
        field_seen_t *s = &r->field[k];
        for (unsigned i = 0; s->f->dir == dir && s->open && i < s->count; i++) {
            if (complete(s, i) || (s->f->gated && !s->f->gate(r->cfg, r->state, in, i)))
                continue;
            const uint64_t v = unit_field_get(s->f, base, i);
            s->seen[i].at[0] |= ~v;
            s->seen[i].at[1] |= v;
            s->open -= complete(s, i);
        }
    }
}

static void play(run_t *r)
{
    const stim_choice_t c = {.desc = r->d, .cfg = r->cfg, .cycles = COSIM_CYCLES, .seed = SEED};
    stim_source_t s;
    stim_op_t op;
    const void *in;
    assert_true(stim_source_open(&s, &c));
    while (stim_source_next(&s, &op, &in)) {
        r->d->eval(r->state, in, r->out);
        look(r, in, UNIT_OUT, r->out);
        if (op == STIM_RESET)
            r->d->init(r->state, r->cfg);
        else if (op == STIM_TICK)
            r->d->tick(r->state, in);
        look(r, in, UNIT_STATE, r->state);
    }
    stim_source_close(&s);
}

/* Bits that no element of the field has had at this value. */
static uint64_t never(const field_seen_t *s, unsigned value)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < s->count; i++)
        seen |= s->seen[i].at[value];
    return s->count ? s->all & ~seen : 0;
}

/* Is the word one of those in the text? */
static bool has_word(const char *words, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at++)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

static const char *cell(unsigned row, const char *column)
{
    return csv_cell(&list, row, csv_find(&list, column));
}

static uint64_t bits_of(unsigned row, uint64_t all)
{
    const char *bits = cell(row, "bits");
    if (strcmp(bits, "top") == 0)
        return all & ~(all >> 1);
    return strcmp(bits, "all") == 0 ? all : strtoull(bits, NULL, 16);
}

static bool is_of(unsigned row, const run_t *r, const char *geometry, const unit_field_t *f,
                  unsigned value)
{
    return has_word(cell(row, "units"), r->d->name) &&
           has_word(cell(row, "geometries"), geometry) && has_word(cell(row, "fields"), f->name) &&
           cell(row, "never")[0] == (char)('0' + value);
}

/* The bits that stand still and have no reason, and rows of which none stands still. */
static unsigned judge(const run_t *r, const char *geometry, const field_seen_t *s, unsigned value)
{
    const uint64_t still = never(s, value);
    uint64_t excused = 0;
    unsigned bad = 0;
    for (unsigned row = 0; row < list.n_rows; row++)
        if (is_of(row, r, geometry, s->f, value)) {
            excused |= bits_of(row, s->all);
            if (!(still & bits_of(row, s->all))) {
                print_message("%s:%d: %s, %s, %s: all these bits are seen at %u\n", list_name,
                              list.line[row + 1], r->d->name, geometry, s->f->name, value);
                bad++;
            }
        }
    if (still & ~excused) {
        print_message("%s, %s: %s has %u x %u bits; never %u in %" PRIx64 "\n", r->d->name,
                      geometry, s->f->name, s->count, s->f->width(r->cfg), value, still & ~excused);
        bad++;
    }
    return bad;
}

static void bits_100_each_is_0_and_1(void **state)
{
    (void)state;
    unsigned bad = 0;
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            run_t r;
            open_run(&r, unit_registry[u], cfg_at(unit_registry[u], (unit_geometry_t)g));
            play(&r);
            for (unsigned k = 0; k < r.n; k++)
                for (unsigned value = 0; value < 2; value++)
                    bad += judge(&r, unit_geometry_name((unit_geometry_t)g), &r.field[k], value);
            close_run(&r);
        }
    assert_int_equal(bad, 0);
}

/* A word of a row that is no unit, geometry or field would excuse nothing and be seen by nobody. */
static void bits_110_each_row_names_what_there_is(void **state)
{
    (void)state;
    for (unsigned row = 0; row < list.n_rows; row++) {
        bool unit = false, field = false;
        char words[256], *rest = words;
        assert_true(cell(row, "reason")[0]);
        snprintf(words, sizeof words, "%s", cell(row, "units"));
        for (char *word; (word = strtok_r(rest, " ", &rest)); unit = true) {
            const unit_desc_t *d = unit_find(word);
            if (!d)
                fail_msg("%s:%d: no unit %s", list_name, list.line[row + 1], word);
            char fields[512], *left = fields;
            snprintf(fields, sizeof fields, "%s", cell(row, "fields"));
            for (char *name; (name = strtok_r(left, " ", &left)); field = true) {
                bool found = false;
                for (unsigned k = 0; k < d->n_fields; k++)
                    found |= strcmp(d->fields[k].name, name) == 0 && d->fields[k].dir != UNIT_IN;
                if (!found)
                    fail_msg("%s:%d: %s has no %s", list_name, list.line[row + 1], word, name);
            }
        }
        char places[64], *left = places;
        snprintf(places, sizeof places, "%s", cell(row, "geometries"));
        for (char *word; (word = strtok_r(left, " ", &left));)
            assert_true(unit_geometry_find(word) >= 0);
        assert_true(unit && field);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_110_each_row_names_what_there_is),
        cmocka_unit_test(bits_100_each_is_0_and_1),
    };
    size_t n;
    diag_t diag = {{0}};
    list_name = argc > 1 ? argv[1] : BITS;
    text = model_file_read(list_name, &n);
    if (!text || csv_read(list_name, text, n, &list, &diag)) {
        fprintf(stderr, "test_bits: %s: %s\n", list_name, diag.text);
        return 2;
    }
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    csv_free(&list);
    free(text);
    return failures;
}
