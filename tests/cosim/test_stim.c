/* Stimulus: files are exact and checked, the log is bounded, the generator is deterministic, and a
 * run of the default length holds what finds deep faults.
 *
 *   test_stim [long]    long: only the last, under three seeds */
#include "cosim_test.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "lockstep/stim.h"
#include "lockstep/stim_gen.h"
#include "lockstep/stim_unit.h"

enum { RECORDS = 4000 };

static stim_head_t head_of(const char *unit, unit_geometry_t g)
{
    stim_head_t h = {.desc = unit_find(unit), .seed = 5, .flops = UINT64_MAX};
    assert_non_null(h.desc);
    stim_head_cfg(&h, cfg_at(h.desc, g));
    return h;
}

/* Records of all three kinds, some repeated. */
static void fill(stim_t *s, const stim_head_t *h, unsigned records)
{
    stim_init(s, h);
    stim_gen_t *gen = stim_gen_new(h->desc, h->cfg, h->seed, STIM_RANDOM);
    stim_op_t op;
    const void *in;
    for (unsigned n = 0; n < records; n++) {
        assert_true(stim_gen_next(gen, &op, &in));
        if (n % 7 == 3)
            op = STIM_EVAL;
        assert_int_equal(stim_push(s, op, in, 1 + (n % 5 == 0)), 0);
    }
    stim_gen_free(gen);
}

/* Every record of both, one after the other; only the fields count, not padding. */
static void assert_same(const stim_t *a, const stim_t *b)
{
    const unit_desc_t *d = a->head.desc;
    assert_ptr_equal(a->head.desc, b->head.desc);
    assert_memory_equal(a->head.cfg, b->head.cfg, d->cfg_bytes);
    assert_int_equal(a->head.seed, b->head.seed);
    assert_int_equal(a->head.flops, b->head.flops);
    assert_int_equal(a->records, b->records);
    size_t i = 0, j = 0;
    uint64_t ti = 0, tj = 0;
    for (uint64_t n = 0; n < a->records; n++) {
        assert_int_equal(a->op[i], b->op[j]);
        for (unsigned k = 0; k < d->n_fields; k++)
            if (d->fields[k].dir == UNIT_IN)
                assert_int_equal(unit_field_get(&d->fields[k], stim_in(a, i), 0),
                                 unit_field_get(&d->fields[k], stim_in(b, j), 0));
        if (++ti == a->times[i])
            ti = 0, i++;
        if (++tj == b->times[j])
            tj = 0, j++;
    }
}

static void stim_100_a_file_read_back_is_the_same(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++)
            for (int packed = 0; packed < 2; packed++) {
                const char *path = packed ? "stim_100.stim.zst" : "stim_100.stim";
                stim_head_t h = head_of(unit_registry[u]->name, (unit_geometry_t)g);
                stim_t a, b;
                diag_t diag = {0};
                fill(&a, &h, RECORDS);
                assert_int_equal(stim_write(&a, path, &diag), 0);
                if (stim_read(&b, path, &diag))
                    fail_msg("%s", diag.text);
                assert_same(&a, &b);
                stim_free(&a);
                stim_free(&b);
            }
}

static char *slurp(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = malloc(1 << 20);
    *n = fread(text, 1, 1 << 20, f);
    fclose(f);
    return text;
}

static void spit(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* A small file, as text. */
static char *small_file(size_t *n)
{
    stim_head_t h = head_of("common.sat_ctr_table", UNIT_SMALL);
    stim_t s;
    diag_t diag = {0};
    fill(&s, &h, 40);
    assert_int_equal(stim_write(&s, "stim_small.stim", &diag), 0);
    stim_free(&s);
    return slurp("stim_small.stim", n);
}

static void stim_110_every_truncation_is_refused(void **state)
{
    (void)state;
    size_t n;
    char *text = small_file(&n);
    for (size_t cut = 0; cut < n; cut++) {
        spit("stim_cut.stim", text, cut);
        stim_t s;
        diag_t diag = {0};
        assert_int_equal(stim_read(&s, "stim_cut.stim", &diag), -EINVAL);
        assert_int_equal(strncmp(diag.text, "stim_cut.stim:", 14), 0);
    }
    free(text);
}

static void stim_120_every_truncation_of_a_packed_file_is_refused(void **state)
{
    (void)state;
    stim_head_t h = head_of("common.sat_ctr_table", UNIT_SMALL);
    stim_t s;
    diag_t diag = {0};
    fill(&s, &h, 40);
    assert_int_equal(stim_write(&s, "stim_small.stim.zst", &diag), 0);
    stim_free(&s);
    size_t n;
    char *text = slurp("stim_small.stim.zst", &n);
    for (size_t cut = 0; cut < n; cut++) {
        spit("stim_cut.stim.zst", text, cut);
        memset(&diag, 0, sizeof diag);
        assert_int_equal(stim_read(&s, "stim_cut.stim.zst", &diag), -EINVAL);
        assert_true(diag.text[0]);
    }
    free(text);
}

/* Any byte changed: read with another meaning, or refused with a message; never a crash. */
static void stim_130_a_changed_byte_never_harms(void **state)
{
    (void)state;
    size_t n;
    char *text = small_file(&n);
    rng_t rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 20000; round++) {
        size_t at = rng_below(&rng, (uint32_t)n);
        char old = text[at];
        text[at] = (char)(rng_below(&rng, 3) ? "0123456789abcdef rte*\n"[rng_below(&rng, 22)]
                                             : (int)rng_below(&rng, 256));
        spit("stim_bad.stim", text, n);
        text[at] = old;
        stim_t s;
        diag_t diag = {0};
        int err = stim_read(&s, "stim_bad.stim", &diag);
        assert_true(err ? diag.text[0] != 0 : diag.text[0] == 0);
        if (!err)
            stim_free(&s);
    }
    free(text);
}

/* The line replaced by another, and where the message must point. */
typedef struct bad_line {
    const char *prefix, *with, *where, *what;
} bad_line_t;

static void stim_140_a_message_names_line_and_column(void **state)
{
    (void)state;
    static const char head[] = "lockwarp-stimulus 1\nunit common.sat_ctr_table\n"
                               "param entries 4\nparam ctr_w 2\nseed 1\nflops 2\n"
                               "columns rd_idx inc_en inc_idx dec_en dec_idx\n";
    static const char body[] = "r 0 0 0 0 0\nt 3 1 2 0 1\n*3\nend 5\n";
    static const bad_line_t cases[] = {
        {"lockwarp", "lockwarp-stimulus 2", ":1:1:", "format 2; expected 1"},
        {"lockwarp", "hello", ":1:1:", "expected 'lockwarp-stimulus'"},
        {"unit", "unit nobody", ":2:1:", "a unit's name"},
        {"param entries", "param entries 0", ":3:1:", "entries is out of range; expected"},
        {"param ctr_w", "param width 2", ":4:1:", "'param ctr_w' and a decimal"},
        {"seed", "seed 99999999999999999999", ":5:1:", "'seed'"},
        {"columns", "columns rd_idx inc_en", ":7:22:", "expected 'columns rd_idx"},
        {"t 3", "t 4 1 2 0 1", ":9:3:", "at most 2 bits"},
        {"t 3", "t 3 1 2 0", ":9:10:", "a value is missing"},
        {"t 3", "t 3 1 2 0 1 1", ":9:12:", "more values than inputs"},
        {"t 3", "t 3 1 x 0 1", ":9:6:", "hexadecimal"},
        {"t 3", "q 3 1 2 0 1", ":9:1:", "expected 'r', 't', 'e', '*' or 'end'"},
        {"t 3", "t 11111111111111111 1 2 0 1", ":9:3:", "too large"},
        {"*3", "*0", ":10:2:", "1 or more"},
        {"*3", "*99999999999999999999999", ":10:2:", "repetitions"},
        {"*3", "*1099511627776", ":10:2:", "2^40"},
        {"end", "end 6", ":11:1:", "expected 'end 5'"},
        {"end", "end 5\nmore", ":12:1:", "after the end"},
    };
    char whole[1024];
    snprintf(whole, sizeof whole, "%s%s", head, body);
    spit("stim_140.stim", whole, strlen(whole));
    stim_t s;
    diag_t diag = {0};
    assert_int_equal(stim_read(&s, "stim_140.stim", &diag), 0);
    assert_int_equal(s.records, 5);
    stim_free(&s);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const bad_line_t *c = &cases[i];
        const char *at = strstr(whole, c->prefix);
        while (at != whole && at[-1] != '\n')
            at = strstr(at + 1, c->prefix);
        char text[2048];
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, c->with,
                 strchr(at, '\n'));
        spit("stim_140.stim", text, strlen(text));
        memset(&diag, 0, sizeof diag);
        assert_int_equal(stim_read(&s, "stim_140.stim", &diag), -EINVAL);
        if (!strstr(diag.text, c->where) || !strstr(diag.text, c->what))
            fail_msg("'%s': %s; expected %s %s", c->with, diag.text, c->where, c->what);
    }
}

static void stim_150_a_log_holds_what_was_put(void **state)
{
    (void)state;
    stim_head_t h = head_of("abyp", UNIT_PAPER);
    stim_t a, b;
    diag_t diag = {0};
    fill(&a, &h, 30000); /* more than a chunk */
    stim_log_t *l = stim_log_new(&h, 1 << 24);
    for (size_t i = 0; i < a.n; i++)
        for (uint64_t t = 0; t < a.times[i]; t++)
            stim_log_put(l, (stim_op_t)a.op[i], stim_in(&a, i));
    assert_true(stim_log_complete(l));
    assert_true(stim_log_bytes(l) > 0);
    assert_true(stim_log_bytes(l) < a.records * h.desc->in_bytes / 2);
    assert_int_equal(stim_log_write(l, "stim_150.stim.zst", &diag), 0);
    assert_int_equal(stim_read(&b, "stim_150.stim.zst", &diag), 0);
    assert_same(&a, &b);
    stim_log_free(l);
    stim_free(&a);
    stim_free(&b);
}

static void stim_160_a_log_keeps_its_bound(void **state)
{
    (void)state;
    enum { BOUND = 200000 };
    stim_head_t h = head_of("abyp", UNIT_PAPER);
    stim_log_t *l = stim_log_new(&h, BOUND);
    stim_gen_t *gen = stim_gen_new(h.desc, h.cfg, 1, STIM_RANDOM);
    stim_op_t op;
    const void *in;
    for (unsigned n = 0; n < 200000 && stim_log_complete(l); n++) {
        assert_true(stim_gen_next(gen, &op, &in));
        stim_log_put(l, op, in);
        assert_true(stim_log_bytes(l) <= BOUND);
    }
    assert_false(stim_log_complete(l));
    diag_t diag = {0};
    assert_int_not_equal(stim_log_write(l, "stim_160.stim", &diag), 0);
    assert_non_null(strstr(diag.text, "exceeds 200000 bytes"));
    assert_int_not_equal(access("stim_160.stim", F_OK), 0);
    stim_gen_free(gen);
    stim_log_free(l);
}

/* Same seed, same cycles; another seed, others; and no input wider than its port. */
static void stim_170_the_generator_is_deterministic_and_in_range(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            const unit_desc_t *d = unit_registry[u];
            uint32_t cfg[16];
            unit_cfg_geometry(d, (unit_geometry_t)g, cfg);
            stim_gen_t *gen[3];
            for (unsigned i = 0; i < 3; i++)
                gen[i] = stim_gen_new(d, cfg, i / 2, STIM_RANDOM);
            unsigned other = 0, resets = 0;
            for (unsigned n = 0; n < 100000; n++) {
                stim_op_t op[3];
                const void *in[3];
                for (unsigned i = 0; i < 3; i++)
                    assert_true(stim_gen_next(gen[i], &op[i], &in[i]));
                assert_int_equal(op[0], op[1]);
                resets += op[0] == STIM_RESET;
                for (unsigned k = 0; k < d->n_fields; k++) {
                    const unit_field_t *f = &d->fields[k];
                    if (f->dir != UNIT_IN)
                        continue;
                    uint64_t v = unit_field_get(f, in[0], 0);
                    assert_int_equal(v, unit_field_get(f, in[1], 0));
                    assert_int_equal(v & ~bits_mask(f->width(cfg)), 0);
                    other += v != unit_field_get(f, in[2], 0);
                }
            }
            assert_true(other > 1000);
            if (resets <= 3) /* some in the middle of the run */
                fail_msg("%s, %s: %u resets", d->name, unit_geometry_name((unit_geometry_t)g),
                         resets);
            for (unsigned i = 0; i < 3; i++)
                stim_gen_free(gen[i]);
        }
}

/* Directed stimulus: a reset, then every step once, with the inputs that the list gives. */
static void stim_180_directed_stimulus_is_the_lists_steps(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        const unit_desc_t *d = unit_registry[u];
        uint32_t cfg[16];
        uint64_t expected[1024];
        unit_cfg_geometry(d, UNIT_SMALL, cfg);
        stim_gen_t *gen = stim_gen_new(d, cfg, 1, STIM_DIRECTED);
        stim_op_t op;
        const void *in;
        for (int i = 0; i < 2; i++) {
            assert_true(stim_gen_next(gen, &op, &in));
            assert_int_equal(op, STIM_RESET);
        }
        const stim_unit_t *unit = stim_unit_of(d);
        assert_true(d->in_bytes <= sizeof expected);
        for (unsigned s = 0; s < unit->n_directed; s++)
            for (unsigned k = 0; k < unit->directed[s].cycles(cfg); k++) {
                assert_true(stim_gen_next(gen, &op, &in));
                assert_int_equal(op, STIM_TICK);
                memset(expected, 0, sizeof expected);
                unit->directed[s].drive(cfg, k, expected);
                assert_memory_equal(in, expected, d->in_bytes);
            }
        assert_false(stim_gen_next(gen, &op, &in));
        stim_gen_free(gen);
    }
}

enum { MILLION = 1000000, SEEDS = 3 };

static uint64_t seeds = 1; /* long: SEEDS */

static const unit_field_t *field(const unit_desc_t *d, const char *name)
{
    for (unsigned k = 0; k < d->n_fields; k++)
        if (!strcmp(d->fields[k].name, name))
            return &d->fields[k];
    fail_msg("%s has no field %s", d->name, name);
    return NULL;
}

/* Told every cycle of random stimulus with the model's state before it. */
typedef void watch_t(void *ctx, const unit_desc_t *d, const void *cfg, const void *state,
                     stim_op_t op, const void *in);

static void watch_run(const unit_desc_t *d, unit_geometry_t g, uint64_t seed, watch_t *watch,
                      void *ctx)
{
    void *cfg = calloc(1, d->cfg_bytes), *state = calloc(1, d->state_bytes);
    unit_cfg_geometry(d, g, cfg);
    assert_int_equal(d->init(state, cfg), 0);
    stim_gen_t *gen = stim_gen_new(d, cfg, seed, STIM_RANDOM);
    stim_op_t op;
    const void *in;
    for (unsigned n = 0; n < MILLION; n++) {
        assert_true(stim_gen_next(gen, &op, &in));
        watch(ctx, d, cfg, state, op, in);
        if (op == STIM_RESET)
            d->init(state, cfg);
        else
            d->tick(state, in);
    }
    stim_gen_free(gen);
    free(cfg);
    free(state);
}

/* The longest run of cycles in which something holds, and how many there are in all. */
typedef struct stretch {
    unsigned now, longest, all;
    const char *name; /* what must be at its most, for the test below */
    bool least;
} stretch_t;

static void stretch_add(stretch_t *s, bool holds)
{
    s->now = holds ? s->now + 1 : 0;
    s->all += holds;
    if (s->now > s->longest)
        s->longest = s->now;
}

static void watch_reset(void *ctx, const unit_desc_t *d, const void *cfg, const void *state,
                        stim_op_t op, const void *in)
{
    (void)d, (void)cfg, (void)state, (void)in;
    stretch_add(ctx, op != STIM_RESET);
}

/* A quarter of a run at least is one stretch without a reset, and the rest is reset often. */
static void stim_190_a_quarter_of_a_run_is_not_reset(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        for (unsigned u = 0; u < unit_registry_count; u++) {
            stretch_t s = {0};
            watch_run(unit_registry[u], UNIT_SMALL, seed, watch_reset, &s);
            if (s.longest < MILLION / 4 || s.all > MILLION - 100)
                fail_msg("%s: %u cycles without a reset, %u resets", unit_registry[u]->name,
                         s.longest, MILLION - s.all);
        }
}

/* Is every element of a field what it is when the structure is full (or, least, empty)? */
static void watch_full(void *ctx, const unit_desc_t *d, const void *cfg, const void *state,
                       stim_op_t op, const void *in)
{
    stretch_t *s = ctx;
    const unit_field_t *f = field(d, s->name);
    uint64_t most = bits_mask(unit_field_value_w(f, cfg));
    for (unsigned i = 0; i < d->n_params; i++)
        if (!strcmp(d->params[i].name, "depth"))
            most = *(const uint32_t *)((const char *)cfg + d->params[i].offset);
    bool all = true;
    for (unsigned i = 0; i < unit_field_values(f, cfg) && all; i++)
        all = unit_field_value(f, cfg, state, i) == (s->least ? 0 : most);
    stretch_add(s, all);
    (void)op, (void)in;
}

/* Structures are driven to full and stay there; and are empty as well. */
static void stim_200_structures_stay_full(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *field;
        unsigned in_a_row; /* at least */
    } cases[] = {
        {"common.cam", "valid", 4000},   {"common.fifo", "cnt", 4000},
        {"mrpb.fifo_bank", "len", 4000}, {"mrpb.drain_sel", "vis", 4000},
        {"mrpb", "len", 4000},           {"common.sat_ctr_table", "ctr", 4000},
        {"mrpb.latency", "valid", 1000},
    };
    enum { IN_ALL = 10000 };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++)
            for (uint64_t seed = 1; seed <= seeds; seed++)
                for (int least = 0; least < 2; least++) {
                    stretch_t s = {.name = cases[i].field, .least = least};
                    watch_run(unit_find(cases[i].unit), (unit_geometry_t)g, seed, watch_full, &s);
                    if (s.longest < (least ? 1 : cases[i].in_a_row) ||
                        s.all < (least ? 1000 : IN_ALL))
                        fail_msg("%s, %s, seed %u: %s in %u cycles, %u of them in a row",
                                 cases[i].unit, unit_geometry_name((unit_geometry_t)g),
                                 (unsigned)seed, least ? "empty" : "full", s.all, s.longest);
                }
}

/* How the inputs of common.sat_ctr_table went. */
typedef struct habits {
    uint64_t in_window, hot, at_hot; /* cycles; the first inc_idx; how often it was that */
    unsigned bursts;                 /* windows of 500 cycles in which it nearly always was */
    uint8_t held[64];
    unsigned asleep, sleeps, long_sleeps, each_length[9];
} habits_t;

static void end_sleep(habits_t *h)
{
    h->sleeps += h->asleep > 0;
    h->long_sleeps += h->asleep > 100;
    if (h->asleep < sizeof h->each_length / sizeof h->each_length[0])
        h->each_length[h->asleep]++;
    h->asleep = 0;
}

static void watch_habits(void *ctx, const unit_desc_t *d, const void *cfg, const void *state,
                         stim_op_t op, const void *in)
{
    enum { WINDOW = 500 };
    habits_t *h = ctx;
    const uint64_t at = unit_field_get(field(d, "inc_idx"), in, 0);
    if (h->in_window++ == 0)
        h->hot = at;
    h->at_hot += at == h->hot;
    if (h->in_window == WINDOW) {
        h->bursts += h->at_hot >= WINDOW * 9 / 10;
        h->in_window = h->at_hot = 0;
    }
    const bool idle = op == STIM_TICK && !unit_field_get(field(d, "inc_en"), in, 0) &&
                      !unit_field_get(field(d, "dec_en"), in, 0);
    assert_true(d->in_bytes <= sizeof h->held);
    if (h->asleep && (!idle || memcmp(h->held, in, d->in_bytes) != 0))
        end_sleep(h);
    if (idle) {
        memcpy(h->held, in, d->in_bytes);
        h->asleep++;
    }
    (void)cfg, (void)state;
}

/* Bursts at one index, and sleep (enables 0, all else held) of each length. */
static void stim_210_bursts_and_sleep(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        habits_t h = {0};
        watch_run(unit_find("common.sat_ctr_table"), UNIT_PAPER, seed, watch_habits, &h);
        assert_true(h.bursts >= 100);
        assert_true(h.sleeps >= 5000 && h.long_sleeps >= 30);
        for (unsigned n = 1; n < sizeof h.each_length / sizeof h.each_length[0]; n++)
            assert_true(h.each_length[n] >= 50);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stim_100_a_file_read_back_is_the_same),
        cmocka_unit_test(stim_110_every_truncation_is_refused),
        cmocka_unit_test(stim_120_every_truncation_of_a_packed_file_is_refused),
        cmocka_unit_test(stim_130_a_changed_byte_never_harms),
        cmocka_unit_test(stim_140_a_message_names_line_and_column),
        cmocka_unit_test(stim_150_a_log_holds_what_was_put),
        cmocka_unit_test(stim_160_a_log_keeps_its_bound),
        cmocka_unit_test(stim_170_the_generator_is_deterministic_and_in_range),
        cmocka_unit_test(stim_180_directed_stimulus_is_the_lists_steps),
    };
    const struct CMUnitTest of_runs[] = {
        cmocka_unit_test(stim_190_a_quarter_of_a_run_is_not_reset),
        cmocka_unit_test(stim_200_structures_stay_full),
        cmocka_unit_test(stim_210_bursts_and_sleep),
    };
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        seeds = SEEDS;
    else if (cmocka_run_group_tests(tests, NULL, NULL))
        return 1;
    return cmocka_run_group_tests(of_runs, NULL, NULL);
}
