/* abyp: the hash, listing 1 step by step, retries, late fills and what meets in one cycle. */
#include "unit_bench.h"

#include "abyp/abyp.h"
#include "abyp/abyp_l2bit.h"

enum { THRESHOLD = 8, SETS = 32, WAYS = 8, MAX = 15 };

static abyp_t make(void)
{
    abyp_t u = {0};
    abyp_cfg_t cfg;
    unit_cfg_geometry(&abyp_unit, UNIT_PAPER, &cfg);
    cfg.threshold = THRESHOLD;
    assert_int_equal(cfg.sets, SETS);
    assert_int_equal(cfg.ways, WAYS);
    assert_int_equal(abyp_init(&u, &cfg), 0);
    return u;
}

static abyp_out_t look(const abyp_t *u, abyp_in_t in)
{
    abyp_out_t out;
    abyp_eval(u, &in, &out);
    return out;
}

static abyp_out_t cycle(abyp_t *u, abyp_in_t in)
{
    const abyp_out_t out = look(u, in);
    abyp_tick(u, &in);
    return out;
}

static unsigned hash_of(const abyp_t *u, uint32_t pc)
{
    return look(u, (abyp_in_t){.acc_pc = pc}).acc_hash;
}

/* An accepted access to line (1, 2). */
static abyp_in_t hit(uint32_t pc)
{
    return (abyp_in_t){
        .acc_valid = 1, .acc_pc = pc, .acc_hit = 1, .acc_accept = 1, .acc_set = 1, .acc_way = 2};
}

static abyp_in_t miss(uint32_t pc, bool victim)
{
    return (abyp_in_t){.acc_valid = 1,
                       .acc_pc = pc,
                       .acc_accept = 1,
                       .acc_set = 1,
                       .acc_way = 2,
                       .vic_valid = victim};
}

enum { LINE = 1 * WAYS + 2 };

static unsigned ctr(const abyp_t *u, uint32_t pc)
{
    return u->table.ctrs.ctr[hash_of(u, pc)];
}

static unsigned line_hash(const abyp_t *u)
{
    return u->tags.hash[LINE];
}

static void abyp_010_hash_example(void **state)
{
    (void)state;
    const abyp_t u = make();
    const uint32_t shifted = 0x1238 >> 3; /* 0x247: chunks 0b1000111 and 0b0000100 */
    assert_int_equal(hash_of(&u, 0x1238), (shifted & 0x7f) ^ (shifted >> 7));
    assert_int_equal(hash_of(&u, 0x1238), 0x43);
}

/* Bit b of the shifted PC lands on bit b mod width. */
static void abyp_020_every_pc_bit_lands_where_its_chunk_puts_it(void **state)
{
    (void)state;
    for (uint32_t entries = 1; entries <= 1024; entries += 1 + entries / 5)
        for (uint32_t shift = 0; shift <= 8; shift++) {
            abyp_t u = {0};
            abyp_cfg_t cfg;
            unsigned width = 1;
            while (1u << width < entries)
                width++;
            unit_cfg_geometry(&abyp_unit, UNIT_PAPER, &cfg);
            cfg.entries = entries;
            cfg.pc_shift = shift;
            assert_int_equal(abyp_init(&u, &cfg), 0);
            uint32_t all = 0;
            for (unsigned bit = 0; bit < 32; bit++) {
                const unsigned want = bit < shift ? 0 : 1u << (bit - shift) % width;
                assert_int_equal(hash_of(&u, UINT32_C(1) << bit), want);
                all ^= want;
            }
            assert_int_equal(hash_of(&u, UINT32_MAX), all); /* XOR is linear */
        }
}

static void abyp_030_hash_stands_without_an_access(void **state)
{
    (void)state;
    abyp_t u = make();
    memset(u.table.ctrs.ctr, MAX, sizeof u.table.ctrs.ctr);
    const abyp_out_t out = look(&u, (abyp_in_t){.acc_pc = 0x1238, .acc_accept = 1});
    assert_int_equal(out.acc_hash, 0x43);
    assert_int_equal(out.predict, 0);
}

/* Listing 1 with two loads on one line. Each step names the branch taken. */
static void abyp_040_listing_1_walked(void **state)
{
    (void)state;
    const uint32_t a = 0x1238, b = 0x40;
    abyp_t u = make();
    const unsigned ha = hash_of(&u, a), hb = hash_of(&u, b);
    assert_int_not_equal(ha, hb);

    /* a misses, the place is empty: not bypassed, nothing trained, hash installed */
    assert_false(cycle(&u, miss(a, false)).predict);
    assert_int_equal(line_hash(&u), ha);
    assert_int_equal(ctr(&u, a), 0);

    /* a streams: its own blocks are the victims, each replacement trains it up */
    for (unsigned k = 0; k < THRESHOLD; k++) {
        assert_int_equal(ctr(&u, a), k);
        assert_false(cycle(&u, miss(a, true)).predict);
    }
    assert_int_equal(ctr(&u, a), THRESHOLD);

    /* the threshold is met: bypassed, no victim, so no training and no hash */
    const abyp_t before = u;
    for (unsigned k = 0; k < 3; k++)
        assert_true(cycle(&u, miss(a, true)).predict);
    assert_memory_equal(&u, &before, sizeof u);

    /* b is judged by its own counter, and its victim is a's last block */
    assert_false(cycle(&u, miss(b, true)).predict);
    assert_int_equal(ctr(&u, a), THRESHOLD + 1);
    assert_int_equal(ctr(&u, b), 0);
    assert_int_equal(line_hash(&u), hb);

    /* a hits b's block: b led to reuse; its counter stays at 0; the line is a's now */
    assert_false(cycle(&u, hit(a)).predict); /* a hit is never bypassed */
    assert_int_equal(ctr(&u, b), 0);
    assert_int_equal(line_hash(&u), ha);

    /* b hits a's block twice: the first trains a, the second finds b's own hash */
    cycle(&u, hit(b));
    assert_int_equal(ctr(&u, a), THRESHOLD);
    cycle(&u, hit(b));
    assert_int_equal(ctr(&u, a), THRESHOLD);
    assert_int_equal(ctr(&u, b), 0);

    /* a is bypassed; the bypassBit comes back set: filled after all, no counter moves */
    assert_true(cycle(&u, miss(a, true)).predict);
    cycle(&u,
          (abyp_in_t){.fill_valid = 1, .fill_set = 1, .fill_way = 2, .fill_hash = (uint16_t)ha});
    assert_int_equal(line_hash(&u), ha);
    assert_int_equal(ctr(&u, a), THRESHOLD);
    assert_int_equal(ctr(&u, b), 0);

    /* the block is referenced again: a falls below the threshold and is kept from now on */
    cycle(&u, hit(a));
    assert_int_equal(ctr(&u, a), THRESHOLD - 1);
    assert_false(look(&u, miss(a, true)).predict);
}

static void abyp_050_counters_saturate(void **state)
{
    (void)state;
    abyp_t u = make();
    const uint32_t a = 0x1238, b = 0x40;
    for (unsigned k = 0; k < MAX + 5; k++) {
        cycle(&u, (abyp_in_t){.fill_valid = 1,
                              .fill_set = 1,
                              .fill_way = 2,
                              .fill_hash = (uint16_t)hash_of(&u, a)});
        cycle(&u, miss(b, true));
        assert_int_equal(ctr(&u, a), k + 1 < MAX ? k + 1 : MAX);
    }
    cycle(&u, hit(b)); /* b's counter is 0 and stays there */
    assert_int_equal(ctr(&u, b), 0);
}

static void abyp_060_rejected_access_does_nothing_and_predicts_anew(void **state)
{
    (void)state;
    abyp_t u = make();
    const uint32_t a = 0x1238;
    u.tags.hash[LINE] = (uint16_t)hash_of(&u, a);
    u.table.ctrs.ctr[hash_of(&u, a)] = THRESHOLD - 1;
    abyp_in_t in = miss(a, true);
    in.acc_accept = 0;
    const abyp_t before = u;
    for (unsigned k = 0; k < 4; k++)
        assert_false(cycle(&u, in).predict);
    in.acc_hit = 1;
    cycle(&u, in);
    assert_memory_equal(&u, &before, sizeof u);
    in.acc_hit = 0;

    /* meanwhile another load lifts the counter: the retry is bypassed */
    u.table.ctrs.ctr[hash_of(&u, a)] = THRESHOLD;
    assert_true(look(&u, in).predict);
}

static void abyp_070_accept_without_an_access_does_nothing(void **state)
{
    (void)state;
    abyp_t u = make();
    abyp_in_t in = miss(0x1238, true);
    in.acc_valid = 0;
    const abyp_t before = u;
    cycle(&u, in);
    in.acc_hit = 1;
    cycle(&u, in);
    assert_memory_equal(&u, &before, sizeof u);
}

/* A line last touched by `old` is filled by `filled` and accessed by b in one cycle. */
static abyp_t meet(abyp_in_t access, uint32_t old, uint32_t filled)
{
    abyp_t u = make();
    for (unsigned i = 0; i < 128; i++)
        u.table.ctrs.ctr[i] = THRESHOLD - 2;
    u.tags.hash[LINE] = (uint16_t)hash_of(&u, old);
    access.fill_valid = 1;
    access.fill_set = 1;
    access.fill_way = 2;
    access.fill_hash = (uint16_t)hash_of(&u, filled);
    cycle(&u, access);
    return u;
}

static void abyp_080_fill_comes_before_the_access_of_its_cycle(void **state)
{
    (void)state;
    const uint32_t old = 0x1238, filled = 0x80, b = 0x40;

    abyp_t u = meet(hit(b), old, filled);
    assert_int_equal(ctr(&u, filled), THRESHOLD - 3);
    assert_int_equal(ctr(&u, old), THRESHOLD - 2);
    assert_int_equal(line_hash(&u), hash_of(&u, b));

    u = meet(miss(b, true), old, filled);
    assert_int_equal(ctr(&u, filled), THRESHOLD - 1);
    assert_int_equal(ctr(&u, old), THRESHOLD - 2);
    assert_int_equal(line_hash(&u), hash_of(&u, b));

    abyp_in_t rejected = hit(b);
    rejected.acc_accept = 0; /* the fill happens all the same */
    u = meet(rejected, old, filled);
    assert_int_equal(ctr(&u, filled), THRESHOLD - 2);
    assert_int_equal(line_hash(&u), hash_of(&u, filled));
}

static void abyp_090_fill_under_a_bypassing_miss_stays(void **state)
{
    (void)state;
    abyp_t u = make();
    const uint32_t a = 0x1238, filled = 0x80;
    u.table.ctrs.ctr[hash_of(&u, a)] = THRESHOLD;
    abyp_in_t in = miss(a, true);
    in.fill_valid = 1;
    in.fill_set = 1;
    in.fill_way = 2;
    in.fill_hash = (uint16_t)hash_of(&u, filled);
    assert_true(cycle(&u, in).predict);
    assert_int_equal(line_hash(&u), in.fill_hash);
    assert_int_equal(ctr(&u, filled), 0);
    assert_int_equal(ctr(&u, a), THRESHOLD);
}

static void abyp_100_victim_of_the_same_load_is_trained_after_the_lookup(void **state)
{
    (void)state;
    abyp_t u = make();
    const uint32_t a = 0x1238;
    u.tags.hash[LINE] = (uint16_t)hash_of(&u, a);
    u.table.ctrs.ctr[hash_of(&u, a)] = THRESHOLD - 1;
    assert_false(cycle(&u, miss(a, true)).predict); /* the value before the edge */
    assert_true(cycle(&u, miss(a, true)).predict);
}

static void abyp_110_refuses_what_its_parts_refuse(void **state)
{
    (void)state;
    abyp_t u = {0};
    abyp_cfg_t cfg;
    unit_cfg_geometry(&abyp_unit, UNIT_PAPER, &cfg);
    cfg.sets = 1024;
    cfg.ways = 3;
    assert_int_equal(abyp_init(&u, &cfg), -EINVAL);
    cfg.ways = 2;
    assert_int_equal(abyp_init(&u, &cfg), 0);
}

/* Of 5 counters the hashes 5, 6 and 7 name none; of 1 counter the hash 1. */
static void abyp_120_hash_without_a_counter_keeps_and_trains_nothing(void **state)
{
    (void)state;
    for (uint32_t entries = 1; entries <= 5; entries += 4) {
        const uint32_t hashes = entries == 1 ? 2 : 8;
        abyp_t u = {0};
        const abyp_cfg_t cfg = {
            .entries = entries, .ctr_w = 4, .threshold = 1, .pc_shift = 2, .sets = 4, .ways = 8};
        assert_int_equal(abyp_init(&u, &cfg), 0);
        memset(u.table.ctrs.ctr, 9, entries);
        for (uint32_t h = 0; h < hashes; h++) {
            const uint32_t pc = h << 2;
            assert_int_equal(hash_of(&u, pc), h);
            assert_int_equal(look(&u, miss(pc, true)).predict, h < entries);
            if (h < entries)
                continue;
            u.tags.hash[LINE] = (uint16_t)h;
            cycle(&u, miss(pc, true)); /* the victim would count up, */
            cycle(&u, hit(pc));        /* the block that is hit down */
            assert_int_equal(line_hash(&u), h);
            for (unsigned i = 0; i < entries; i++)
                assert_int_equal(u.table.ctrs.ctr[i], 9);
        }
    }
}

/* Of 3 sets and 5 ways, set 3 and ways 5 to 7 are none: nothing is trained, not even counter 0,
 * whose hash is what such a line reads as. */
static void abyp_130_line_that_is_none_trains_nothing_and_keeps_no_hash(void **state)
{
    (void)state;
    abyp_t u = {0};
    const abyp_cfg_t cfg = {
        .entries = 4, .ctr_w = 4, .threshold = 8, .pc_shift = 0, .sets = 3, .ways = 5};
    assert_int_equal(abyp_init(&u, &cfg), 0);
    memset(u.table.ctrs.ctr, 5, 4);
    const abyp_t before = u;
    for (uint16_t set = 0; set < 4; set++)
        for (uint16_t way = 0; way < 8; way++) {
            if (set < 3 && way < 5)
                continue;
            abyp_in_t in = miss(1, true);
            in.acc_set = in.fill_set = set;
            in.acc_way = in.fill_way = way;
            in.fill_hash = 2;
            for (unsigned k = 0; k < 4; k++) {
                in.acc_hit = k & 1;
                in.fill_valid = k >= 2;
                assert_false(cycle(&u, in).predict);
                assert_memory_equal(&u, &before, sizeof u);
            }
            u.table.ctrs.ctr[1] = 8; /* its load is predicted as on any line */
            in.acc_hit = 0;
            assert_true(look(&u, in).predict);
            u.table.ctrs.ctr[1] = 5;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abyp_010_hash_example),
        cmocka_unit_test(abyp_020_every_pc_bit_lands_where_its_chunk_puts_it),
        cmocka_unit_test(abyp_030_hash_stands_without_an_access),
        cmocka_unit_test(abyp_040_listing_1_walked),
        cmocka_unit_test(abyp_050_counters_saturate),
        cmocka_unit_test(abyp_060_rejected_access_does_nothing_and_predicts_anew),
        cmocka_unit_test(abyp_070_accept_without_an_access_does_nothing),
        cmocka_unit_test(abyp_080_fill_comes_before_the_access_of_its_cycle),
        cmocka_unit_test(abyp_090_fill_under_a_bypassing_miss_stays),
        cmocka_unit_test(abyp_100_victim_of_the_same_load_is_trained_after_the_lookup),
        cmocka_unit_test(abyp_110_refuses_what_its_parts_refuse),
        cmocka_unit_test(abyp_120_hash_without_a_counter_keeps_and_trains_nothing),
        cmocka_unit_test(abyp_130_line_that_is_none_trains_nothing_and_keeps_no_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
