/*
 * lockwarp/l1d.h: accesses, their order and data, with a memory that answers out of order.
 *
 *   test_l1d
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "lockstep/engines.h"
#include "lockstep/ports.h"
#include "lockwarp/l1d.h"

enum { MEMORY = 1 << 16, MOST = 64, WARPS = 8 };

typedef struct bench {
    lw_l1d_t *l1d;
    uint8_t memory[MEMORY];
    lw_l1d_request_t out[4096];
    uint8_t *bytes[4096]; /* of stores */
    unsigned n_out;
    unsigned seen[LW_L1D_DONE + 1], failed;
    uint64_t hash; /* of all events */
} bench_t;

static lw_l1d_t *made(const char *config, const char *policies, const char *engine, const char *set)
{
    lw_error_t error;
    const lw_l1d_config_t c = {.config = config,
                               .policies = policies,
                               .engine = engine,
                               .settings = &set,
                               .n_settings = set != NULL};
    lw_l1d_t *l = lw_l1d_new(&c, &error);
    if (!l)
        fail_msg("%s", error.text);
    return l;
}

static void refused(const char *config, const char *policies, const char *engine, const char *set,
                    const char *words)
{
    lw_error_t error;
    const lw_l1d_config_t c = {.config = config,
                               .policies = policies,
                               .engine = engine,
                               .settings = &set,
                               .n_settings = set != NULL};
    assert_null(lw_l1d_new(&c, &error));
    if (!strstr(error.text, words))
        fail_msg("'%s' has no '%s'", error.text, words);
}

static void l1d_100_what_cannot_be_made(void **state)
{
    (void)state;
    refused("nosuch", NULL, "c", NULL, "nosuch");
    refused(NULL, NULL, "c", NULL, "config: expected a preset or a file");
    refused("mrpb-s", "nosuch", "c", NULL, "nosuch");
    refused("mrpb-s", "mrpb", "C", NULL, "engine: 'C'; expected c, rtl or lockstep");
    refused("mrpb-s", "mrpb", "c", "l1_ways=0", "l1_ways");
    refused("las", "las-cta", "c", NULL, "las-cta: chooses the CTAs of a grid");
    refused("las", "las", "c", NULL, "las: chooses the CTAs of a grid");
    refused("las", "bcs", "c", NULL, "bcs: chooses the CTAs of a grid");
}

static void tick(bench_t *b)
{
    lw_l1d_event_t e;
    if (lw_l1d_tick(b->l1d))
        fail_msg("%s", lw_l1d_message(b->l1d));
    while (lw_l1d_next(b->l1d, &e)) {
        b->seen[e.what]++;
        b->failed += e.failed != 0;
        b->hash = (b->hash ^ (e.what + 8 * e.number + e.address + (e.cycle << 20))) *
                  UINT64_C(0x100000001b3);
    }
    while (b->n_out < 4096 && lw_l1d_take(b->l1d, &b->out[b->n_out]))
        b->n_out++;
}

/* The memory answers to request k. */
static void answer(bench_t *b, unsigned k)
{
    const lw_l1d_request_t r = b->out[k];
    uint8_t *at = &b->memory[r.address % MEMORY];
    if (r.write)
        memcpy(at, r.data, r.bytes);
    assert_int_equal(lw_l1d_reply(b->l1d, r.number, r.write ? NULL : at), LW_OK);
    b->out[k] = b->out[--b->n_out];
}

static void l1d_200_a_miss_a_hit_and_a_store(void **state)
{
    (void)state;
    bench_t *b = calloc(1, sizeof *b);
    uint32_t number, data = 0, stored = 0xabcd;
    b->l1d = made("mrpb-s", NULL, "c", NULL);
    for (unsigned i = 0; i < MEMORY; i++)
        b->memory[i] = (uint8_t)(i * 7);
    lw_l1d_access_t x = {.address = 256, .bytes = 4, .pc = 8, .data = (uint8_t *)&data};
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &number), 1);
    for (unsigned i = 0; i < 50; i++)
        tick(b);
    assert_int_equal(b->seen[LW_L1D_MISS], 1);
    assert_int_equal(b->seen[LW_L1D_TAKEN], 1);
    assert_int_equal(b->seen[LW_L1D_DONE], 0);
    assert_int_equal(b->n_out, 1);
    assert_int_equal(b->out[0].address, 256);
    assert_int_equal(b->out[0].bytes, lw_l1d_line_bytes(b->l1d));
    answer(b, 0);
    for (unsigned i = 0; i < 50; i++)
        tick(b);
    assert_int_equal(b->seen[LW_L1D_DONE], 1);
    assert_memory_equal(&data, b->memory + 256, 4);
    x.address = 260;
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &number), 1);
    for (unsigned i = 0; i < 50; i++)
        tick(b);
    assert_int_equal(b->seen[LW_L1D_HIT], 1);
    assert_int_equal(b->seen[LW_L1D_DONE], 2);
    assert_int_equal(b->n_out, 0);
    assert_memory_equal(&data, b->memory + 260, 4);
    x = (lw_l1d_access_t){
        .address = 260, .bytes = 4, .pc = 16, .write = 1, .data = (uint8_t *)&stored};
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &number), 1);
    for (unsigned i = 0; i < 50; i++)
        tick(b);
    assert_int_equal(b->n_out, 1);
    assert_int_equal(b->out[0].bytes, 4);
    answer(b, 0);
    assert_memory_equal(b->memory + 260, &stored, 4);
    x.bytes = 0;
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &number), LW_INVALID);
    x.bytes = 1024;
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &number), LW_INVALID);
    x = (lw_l1d_access_t){.address = 0, .bytes = 4, .warp = 1000};
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &number), LW_INVALID);
    assert_int_equal(lw_l1d_reply(b->l1d, 77, NULL), LW_INVALID);
    lw_l1d_free(b->l1d);
    lw_l1d_free(NULL);
    free(b);
}

/* Offers an access, answers with an error or not to what leaves, and ends it. */
static void alone(bench_t *b, const lw_l1d_access_t *x, bool bad)
{
    uint32_t number;
    const unsigned done = b->seen[LW_L1D_DONE];
    assert_int_equal(lw_l1d_offer(b->l1d, x, &number), 1);
    for (unsigned i = 0; i < 1000 && b->seen[LW_L1D_DONE] == done; i++) {
        tick(b);
        while (bad && b->n_out)
            assert_int_equal(lw_l1d_fail(b->l1d, b->out[--b->n_out].number), LW_OK);
        while (b->n_out)
            answer(b, 0);
    }
    assert_int_equal(b->seen[LW_L1D_DONE], done + 1);
}

/* Of a read, a hit, a store, and a line that a failed store leaves. */
static void memory_fails(const char *config, const char *policies)
{
    bench_t *b = calloc(1, sizeof *b);
    uint32_t data = 0, stored = 0xabcd;
    b->l1d = made(config, policies, "c", NULL);
    for (unsigned i = 0; i < MEMORY; i++)
        b->memory[i] = (uint8_t)(i * 7);
    lw_l1d_access_t x = {.address = 260, .bytes = 4, .pc = 8, .data = (uint8_t *)&data};
    lw_l1d_access_t w = x;
    w.write = 1;
    w.data = (uint8_t *)&stored;
    alone(b, &x, true);
    assert_int_equal(b->failed, 1);
    assert_int_equal(b->seen[LW_L1D_MISS], 1);
    alone(b, &x, false);
    assert_int_equal(b->failed, 1);
    assert_int_equal(b->seen[LW_L1D_MISS], 2);
    assert_memory_equal(&data, b->memory + 260, 4);
    alone(b, &x, true); /* the memory is not asked */
    assert_int_equal(b->failed, 1);
    assert_int_equal(b->seen[LW_L1D_HIT], 1);
    alone(b, &w, true);
    assert_int_equal(b->failed, 2);
    alone(b, &x, false);
    assert_int_equal(b->failed, 2);
    assert_int_equal(b->seen[LW_L1D_MISS], 3);
    assert_memory_equal(&data, b->memory + 260, 4);
    alone(b, &w, false);
    alone(b, &x, false);
    assert_int_equal(b->failed, 2);
    assert_memory_equal(&data, &stored, 4);
    assert_int_equal(lw_l1d_fail(b->l1d, 77), LW_INVALID);
    lw_l1d_free(b->l1d);
    free(b);
}

static void l1d_210_the_memory_fails(void **state)
{
    (void)state;
    memory_fails("mrpb-s", NULL);
    memory_fails("gpgpusim-322-gtx480", NULL);
    memory_fails("apcm-fermi", "apcm");
    memory_fails("apres", "sap");
}

/* Two reads of a line wait for one fill, which fails; others come while it does. All that are
 * looked up before the line is asked for again have failed, those that hit in the cycle of the fill
 * among them. */
static void l1d_220_all_that_meet_a_failed_fill(void **state)
{
    (void)state;
    bench_t *b = calloc(1, sizeof *b);
    uint32_t number;
    b->l1d = made("mrpb-s", NULL, "c", NULL);
    lw_l1d_access_t x = {.address = 512, .bytes = 4, .pc = 8};
    for (x.warp = 0; x.warp < 2; x.warp++)
        assert_int_equal(lw_l1d_offer(b->l1d, &x, &number), 1);
    for (unsigned i = 0; i < 50; i++)
        tick(b);
    assert_int_equal(b->n_out, 1);
    assert_int_equal(b->seen[LW_L1D_PENDING_HIT], 1);
    unsigned reads = 2, before = 0;
    for (unsigned i = 0; i < 100; i++) {
        if (i == 20)
            assert_int_equal(lw_l1d_fail(b->l1d, b->out[--b->n_out].number), LW_OK);
        reads += i < 40 && lw_l1d_offer(b->l1d, &x, &number) == 1;
        tick(b);
        if (b->seen[LW_L1D_MISS] == 1)
            before = b->seen[LW_L1D_PENDING_HIT] + b->seen[LW_L1D_HIT] + 1;
    }
    assert_int_equal(b->seen[LW_L1D_MISS], 2);
    assert_int_equal(b->n_out, 1);
    assert_true(before > 2 && before < reads);
    assert_int_equal(b->failed, before);
    answer(b, 0);
    for (unsigned i = 0; i < 60; i++)
        tick(b);
    assert_int_equal(b->seen[LW_L1D_DONE], reads);
    assert_int_equal(b->failed, before);
    lw_l1d_free(b->l1d);
    free(b);
}

/* A warp's access under way: a warp has one at a time, and only it writes to its part of the
 * memory, so that what it reads there is known. */
typedef struct one {
    bool busy, write;
    uint32_t number;
    uint64_t address;
    uint32_t bytes;
    uint8_t data[MOST], right[MOST];
} one_t;

static uint64_t count(const lw_l1d_t *l, const char *name)
{
    uint64_t v = 0;
    assert_int_equal(lw_l1d_count(l, name, &v), LW_OK);
    return v;
}

/* Random accesses; the hash of all that has happened. */
static uint64_t exercise(const char *config, const char *policies, const char *engine,
                         const char *set, unsigned cycles)
{
    bench_t *b = calloc(1, sizeof *b);
    one_t *one = calloc(WARPS, sizeof *one);
    uint8_t *right = calloc(1, MEMORY);
    uint64_t rejected = 0, offered = 0;
    rng_t rng;
    rng_seed(&rng, 11);
    b->l1d = made(config, policies, engine, set);
    for (unsigned i = 0; i < MEMORY; i++)
        b->memory[i] = right[i] = (uint8_t)rng_u64(&rng);
    for (unsigned c = 0; c < cycles; c++) {
        for (uint32_t w = 0; w < WARPS; w++) {
            one_t *o = &one[w];
            if (o->busy || rng_below(&rng, 4) || c > cycles - 3000)
                continue;
            o->write = rng_below(&rng, 4) == 0;
            o->bytes = 4u << rng_below(&rng, 5);
            o->address = rng_below(&rng, MEMORY / WARPS / MOST) * MOST * WARPS + w * MOST;
            if (rng_below(&rng, 2))
                o->address %= 4096;
            for (uint32_t i = 0; o->write && i < o->bytes; i++)
                o->data[i] = (uint8_t)rng_u64(&rng);
            const lw_l1d_access_t x = {.address = o->address,
                                       .bytes = o->bytes,
                                       .pc = 8 * rng_below(&rng, 12),
                                       .warp = w,
                                       .write = o->write,
                                       .uncached = rng_below(&rng, 16) == 0,
                                       .data = o->data};
            const int rc = lw_l1d_offer(b->l1d, &x, &o->number);
            assert_true(rc >= 0);
            if (rc == 0)
                rejected++;
            if (rc == 0)
                continue;
            offered++;
            o->busy = true;
            if (o->write)
                memcpy(right + o->address, o->data, o->bytes);
            else
                memcpy(o->right, right + o->address, o->bytes);
        }
        if (lw_l1d_tick(b->l1d))
            fail_msg("%s", lw_l1d_message(b->l1d));
        lw_l1d_event_t e;
        while (lw_l1d_next(b->l1d, &e)) {
            b->seen[e.what]++;
            b->hash = (b->hash ^ (e.what + 8 * e.number + e.address + (e.cycle << 20))) *
                      UINT64_C(0x100000001b3);
            for (uint32_t w = 0; e.what == LW_L1D_DONE && w < WARPS; w++)
                if (one[w].busy && one[w].number == e.number) {
                    one[w].busy = false;
                    if (!one[w].write && memcmp(one[w].data, one[w].right, one[w].bytes))
                        fail_msg("%s %s: warp %u reads what is wrong at 0x%lx", config, policies, w,
                                 (unsigned long)one[w].address);
                }
        }
        while (b->n_out < 4096 && lw_l1d_take(b->l1d, &b->out[b->n_out]))
            b->n_out++;
        /* Any of those that are out, every third cycle. */
        if (b->n_out && (c % 3 == 0 || c > cycles - 3000))
            answer(b, (unsigned)rng_below(&rng, b->n_out));
    }
    assert_int_equal(b->n_out, 0);
    assert_memory_equal(b->memory, right, MEMORY);
    assert_int_equal(b->seen[LW_L1D_DONE], offered);
    assert_int_equal(b->seen[LW_L1D_TAKEN], offered);
    assert_int_equal(b->seen[LW_L1D_HIT], count(b->l1d, "hits"));
    assert_int_equal(b->seen[LW_L1D_MISS], count(b->l1d, "misses"));
    assert_int_equal(b->seen[LW_L1D_UNCACHED], count(b->l1d, "uncached_reads"));
    assert_int_equal(b->seen[LW_L1D_WRITE], count(b->l1d, "writes"));
    assert_true(b->seen[LW_L1D_HIT] > 100 && b->seen[LW_L1D_MISS] > 100);
    assert_int_equal(count(b->l1d, "acks_due"), count(b->l1d, "acks_received"));
    assert_int_equal(count(b->l1d, "sectors_asked"), count(b->l1d, "sectors_received"));
    (void)rejected;
    const uint64_t hash = b->hash;
    lw_l1d_free(b->l1d);
    free(one);
    free(right);
    free(b);
    return hash;
}

/* Static wavefront limiting to one warp: of two that have an access to issue, the older one goes
 * first, in whichever order they were offered. A warp offers one at a time, and the other one goes
 * on when the older one has nothing under way. */
static void l1d_320_a_policy_chooses_the_warp(void **state)
{
    (void)state;
    bench_t *b = calloc(1, sizeof *b);
    uint32_t young, old, more;
    b->l1d = made("apcm-fermi", "ccws_swl", "c", "ccws_swl.limit=1");
    lw_l1d_access_t x = {.address = 0, .bytes = 4, .warp = 9};
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &young), 1);
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &more), 0);
    x = (lw_l1d_access_t){.address = 4096, .bytes = 4, .warp = 3};
    assert_int_equal(lw_l1d_offer(b->l1d, &x, &old), 1);
    for (unsigned i = 0; i < 100; i++)
        tick(b);
    assert_int_equal(b->seen[LW_L1D_TAKEN], 1);
    assert_int_equal(b->n_out, 1);
    assert_int_equal(b->out[0].address, 4096);
    answer(b, 0);
    for (unsigned i = 0; i < 100; i++)
        tick(b);
    assert_int_equal(b->seen[LW_L1D_DONE], 1);
    assert_int_equal(b->seen[LW_L1D_TAKEN], 2);
    assert_int_equal(b->out[0].address, 0);
    answer(b, 0);
    for (unsigned i = 0; i < 100; i++)
        tick(b);
    assert_int_equal(b->seen[LW_L1D_DONE], 2);
    lw_l1d_free(b->l1d);
    free(b);
}

static const char *const compositions[][3] = {
    {"mrpb-s", NULL},
    {"mrpb-s", "mrpb"},
    {"abyp-gcn", "abyp"},
    {"abyp-gcn", "abyp+mrpb"},
    {"apcm-fermi", "apcm"},
    {"apres", "sap"},
    {"apres", "str+abyp"},
    {"sm2-gtx480", "abyp+apcm+mrpb"},
    {"gpgpusim-320-c2050", "mrpb"},
    {"gpgpusim-322-gtx480", "pd"},
    /* Those that choose warps. */
    {"apres", "apres"},
    {"apres", "laws+abyp+mrpb"},
    {"apcm-kepler", "laws+apcm"},
    {"las", "las-warp"},
    {"apcm-fermi", "ccws"},
    {"apcm-fermi", "ccws_swl"},
    {"apcm-fermi", "ccws_swl", "ccws_swl.limit=1"},
    {"apcm-fermi", "pcal"},
    {"apcm-fermi", "mascar"},
    {"apcm-fermi", "pa+str"},
};

static void l1d_300_data_and_order_of_any_composition(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof compositions / sizeof compositions[0]; i++)
        exercise(compositions[i][0], compositions[i][1], "c", compositions[i][2], 30000);
}

static void l1d_310_every_engine_is_the_same(void **state)
{
    (void)state;
    if (!rtl_available())
        skip();
    const uint64_t c = exercise("abyp-gcn", "abyp+mrpb", "c", NULL, 6000);
    assert_true(c == exercise("abyp-gcn", "abyp+mrpb", "c", NULL, 6000));
    assert_true(c == exercise("abyp-gcn", "abyp+mrpb", "rtl", NULL, 6000));
    assert_true(c == exercise("abyp-gcn", "abyp+mrpb", "lockstep", NULL, 6000));
    assert_true(c != exercise("abyp-gcn", "abyp+mrpb", "c", "abyp.threshold=9", 6000));
    assert_true(c != exercise("abyp-gcn", "mrpb", "c", NULL, 6000));
    static const char *const choose[][2] = {{"apres", "apres"}, {"las", "las-warp"}};
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t p = exercise(choose[i][0], choose[i][1], "c", NULL, 6000);
        assert_true(p == exercise(choose[i][0], choose[i][1], "rtl", NULL, 6000));
        assert_true(p == exercise(choose[i][0], choose[i][1], "lockstep", NULL, 6000));
        assert_true(p != exercise(choose[i][0], NULL, "c", NULL, 6000));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l1d_100_what_cannot_be_made),
        cmocka_unit_test(l1d_200_a_miss_a_hit_and_a_store),
        cmocka_unit_test(l1d_210_the_memory_fails),
        cmocka_unit_test(l1d_220_all_that_meet_a_failed_fill),
        cmocka_unit_test(l1d_300_data_and_order_of_any_composition),
        cmocka_unit_test(l1d_310_every_engine_is_the_same),
        cmocka_unit_test(l1d_320_a_policy_chooses_the_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
