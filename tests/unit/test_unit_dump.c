/*
 * unit_dump: the text of a unit's ports and state, on a descriptor of this test's own and on every
 * unit that there is.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/unit_dump.h"
#include "unit_bench.h"

typedef struct toy_cfg {
    uint32_t entries;
} toy_cfg_t;

typedef struct toy_in {
    uint8_t push;
    uint32_t data;
} toy_in_t;

typedef struct toy_out {
    uint8_t ready;
} toy_out_t;

typedef struct toy {
    toy_cfg_t cfg;
    uint8_t valid[64];
    uint16_t num[64];
    uint32_t addr[64];
    uint64_t tag;
} toy_t;

static unsigned one(const void *cfg)
{
    (void)cfg;
    return 1;
}

static unsigned entries(const void *cfg)
{
    return ((const toy_cfg_t *)cfg)->entries;
}

static unsigned bits_16(const void *cfg)
{
    (void)cfg;
    return 16;
}

static unsigned bits_17(const void *cfg)
{
    (void)cfg;
    return 17;
}

static unsigned bits_64(const void *cfg)
{
    (void)cfg;
    return 64;
}

static bool valid_at(const void *cfg, const void *state, const void *in, unsigned i)
{
    (void)cfg, (void)in;
    return ((const toy_t *)state)->valid[i];
}

static const unit_field_t toy_fields[] = {
    {"push", UNIT_IN, UNIT_ENABLE, offsetof(toy_in_t, push), 1, false, 1, one, one, NULL, NULL,
     false},
    {"data", UNIT_IN, UNIT_DATA, offsetof(toy_in_t, data), 4, false, 1, bits_17, one, NULL, NULL,
     false},
    {"ready", UNIT_OUT, UNIT_NONE, offsetof(toy_out_t, ready), 1, false, 1, one, one, NULL, NULL,
     false},
    {"valid", UNIT_STATE, UNIT_NONE, offsetof(toy_t, valid), 1, false, 64, one, entries, NULL, NULL,
     false},
    {"num", UNIT_STATE, UNIT_NONE, offsetof(toy_t, num), 2, false, 64, bits_16, entries, NULL, NULL,
     false},
    {"addr", UNIT_STATE, UNIT_NONE, offsetof(toy_t, addr), 4, true, 64, bits_17, entries, valid_at,
     NULL, false},
    {"tag", UNIT_STATE, UNIT_NONE, offsetof(toy_t, tag), 8, false, 1, bits_64, one, NULL, NULL,
     false},
};

static const unit_desc_t toy_unit = {
    .name = "toy",
    .fields = toy_fields,
    .n_fields = sizeof toy_fields / sizeof *toy_fields,
};

/* The dump as text; to be freed. */
static char *text_of(const unit_desc_t *d, const void *cfg, const void *state, const void *in,
                     const void *out)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    assert_non_null(f);
    unit_dump(f, d, cfg, state, in, out);
    fclose(f);
    return text;
}

static void is_dump(const toy_t *u, const toy_in_t *in, const toy_out_t *out, const char *want)
{
    char *text = text_of(&toy_unit, &u->cfg, u, in, out);
    assert_string_equal(text, want);
    free(text);
}

static void unit_dump_010_shows_what_is_not_0(void **state)
{
    (void)state;
    toy_t u = {.cfg = {.entries = 4}};
    is_dump(&u, NULL, NULL, "toy\n  state all 0\n");
    u.num[3] = 65535;
    u.tag = UINT64_MAX;
    is_dump(&u, NULL, NULL, "toy\n  state num[3]=65535 tag=0xffffffffffffffff\n");
}

static void unit_dump_020_shows_ports_that_are_given(void **state)
{
    (void)state;
    const toy_t u = {.cfg = {.entries = 4}, .tag = 1};
    const toy_in_t in = {.push = 1, .data = 0x1f};
    const toy_out_t out = {0};
    is_dump(&u, &in, NULL, "toy\n  in    push=1 data=0x1f\n  state tag=0x1\n");
    is_dump(&u, NULL, &out, "toy\n  out   all 0\n  state tag=0x1\n");
    is_dump(&u, &in, &out, "toy\n  in    push=1 data=0x1f\n  out   all 0\n  state tag=0x1\n");
}

static void unit_dump_030_gates_and_counts_hide_elements(void **state)
{
    (void)state;
    toy_t u = {.cfg = {.entries = 4}};
    u.addr[1] = u.addr[2] = 7; /* addr[1] holds what an entry left behind */
    u.valid[2] = 1;
    u.num[4] = 9; /* behind the last entry of this geometry */
    is_dump(&u, NULL, NULL, "toy\n  state valid[2]=1 addr[2]=0x7\n");
    u.cfg.entries = 5;
    is_dump(&u, NULL, NULL, "toy\n  state valid[2]=1 num[4]=9 addr[2]=0x7\n");
}

static void unit_dump_040_counts_what_it_leaves_out(void **state)
{
    (void)state;
    toy_t u = {.cfg = {.entries = 64}};
    for (unsigned i = 0; i < UNIT_DUMP_ELEMENTS; i++)
        u.valid[50 + i] = 1;
    /* A line ends before the word that would go beyond column 100: 7 and 8 times 12 are 103. */
    const char *all = "toy\n  state valid[50]=1 valid[51]=1 valid[52]=1 valid[53]=1 valid[54]=1 "
                      "valid[55]=1 valid[56]=1\n        valid[57]=1\n";
    is_dump(&u, NULL, NULL, all);
    u.valid[60] = u.valid[61] = u.valid[63] = 1;
    const char *some = "toy\n  state valid[50]=1 valid[51]=1 valid[52]=1 valid[53]=1 valid[54]=1 "
                       "valid[55]=1 valid[56]=1\n        valid[57]=1 valid ... 3 more\n";
    is_dump(&u, NULL, NULL, some);
}

/* Every unit, with all inputs 0 and 1 in turn: each line fits, and a field is named if and only if
 * it has an element to show. */
static void unit_dump_050_every_unit(void **state)
{
    (void)state;
    for (unsigned n = 0; n < unit_registry_count; n++) {
        const unit_desc_t *d = unit_registry[n];
        bench_t b = bench_at(d, UNIT_PAPER);
        unsigned shown = 0;
        for (unsigned k = 0; k < 200; k++) {
            memset(b.in, 0, d->in_bytes);
            for (unsigned i = 0; i < d->n_fields; i++)
                if (d->fields[i].dir == UNIT_IN)
                    unit_field_set(&d->fields[i], b.in, 0, k & 1);
            d->eval(b.state, b.in, b.out);
            char *text = text_of(d, b.cfg, b.state, b.in, b.out);
            assert_int_equal(strncmp(text, d->name, strlen(d->name)), 0);
            for (const char *p = text; *p; p += strcspn(p, "\n") + 1)
                assert_in_range(strcspn(p, "\n"), 1, 100);
            for (unsigned i = 0; i < d->n_fields; i++) {
                const unit_field_t *f = &d->fields[i];
                const void *base = f->dir == UNIT_IN ? b.in : f->dir == UNIT_OUT ? b.out : b.state;
                bool any = false;
                for (unsigned e = 0; e < f->count(b.cfg); e++)
                    any |= unit_field_get(f, base, e) && f->gate(b.cfg, b.state, b.in, e);
                char name[80];
                snprintf(name, sizeof name, f->capacity > 1 ? " %s[" : " %s=", f->name);
                assert_int_equal(strstr(text, name) != NULL, any);
                shown += any;
            }
            free(text);
            d->tick(b.state, b.in);
        }
        assert_true(shown > 0);
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_dump_010_shows_what_is_not_0),
        cmocka_unit_test(unit_dump_020_shows_ports_that_are_given),
        cmocka_unit_test(unit_dump_030_gates_and_counts_hide_elements),
        cmocka_unit_test(unit_dump_040_counts_what_it_leaves_out),
        cmocka_unit_test(unit_dump_050_every_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
