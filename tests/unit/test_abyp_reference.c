/*
 * A second, deliberately naive reading of listing 1 (Tian et al., GPGPU-8, 2015), written from
 * the paper: blocks of addresses, arrays of ints, one access from lookup to installation at a
 * time. The models of abyp and abyp.l2bit, wired to a plain cache, must predict, return and
 * hold the same after every one of millions of random accesses.
 *
 * Two sentences of section 3 stand beside the listing: an L2 block keeps the bypass prediction
 * that came with a request (and the listing clears it when it was set before), and an empty
 * place has no block whose last PC could be blamed. The paper's table has 128 entries; in one that
 * is no power of two, a hash beyond the last entry finds none: no prediction, no training.
 */
#include "unit_bench.h"

#include "abyp/abyp.h"
#include "abyp/abyp_l2bit.h"

enum { MAX_BLOCKS = 4096, MAX_LINES = 2048, MAX_TABLE = 1024, L2_SETS = 256, L2_WAYS = 16 };

/* The listing's variables. */
typedef struct paper {
    int entries, index_bits, largest, threshold, ignored_bits;
    int prediction_table[MAX_TABLE];
    int block_hashed_pc[MAX_LINES]; /* of the L1 line that holds the block */
    int l2_bypass_bit[MAX_BLOCKS];
    int l2_has_block[MAX_BLOCKS];
} paper_t;

static int paper_hash(const paper_t *p, uint32_t pc)
{
    int hash = 0;
    for (int bit = p->ignored_bits; bit < 32; bit++)
        if (pc >> bit & 1)
            hash ^= 1 << (bit - p->ignored_bits) % p->index_bits;
    return hash;
}

/* SendMemReq and RecvMemPkt at once: the returned bypassBit. */
static int paper_l2(paper_t *p, int block, int is_bypassed)
{
    int bypass_bit = p->l2_has_block[block] && p->l2_bypass_bit[block];
    p->l2_has_block[block] = 1;
    p->l2_bypass_bit[block] = is_bypassed && !bypass_bit;
    return bypass_bit;
}

typedef struct answer {
    int bypassed; /* by prediction */
    int returned; /* bypassBit */
} answer_t;

/* The entry of a hash, NULL if there is none. */
static int *paper_entry(paper_t *p, int hash)
{
    return hash < p->entries ? &p->prediction_table[hash] : NULL;
}

/* One access, with the line where the block is, or the victim's. */
static answer_t paper_access(paper_t *p, int block, uint32_t pc, int is_hit, int line, int occupied)
{
    int *entry = paper_entry(p, p->block_hashed_pc[line]);
    const int *own = paper_entry(p, paper_hash(p, pc));
    answer_t a = {0, 0};
    if (is_hit) {
        if (entry && *entry > 0)
            *entry -= 1;
        p->block_hashed_pc[line] = paper_hash(p, pc);
        return a;
    }
    a.bypassed = own && *own >= p->threshold;
    if (!a.bypassed && occupied && entry && *entry < p->largest)
        *entry += 1;
    a.returned = paper_l2(p, block, a.bypassed);
    if (!a.bypassed || a.returned)
        p->block_hashed_pc[line] = paper_hash(p, pc);
    return a;
}

/* The cache around both: which block stands in which L1 line, and when it was touched. */
typedef struct cache {
    int sets, ways;
    int block[MAX_LINES]; /* -1: empty */
    long touched[MAX_LINES];
    long now;
} cache_t;

/* The line that holds the block, or the victim's: an empty one, else the least recent. */
static int cache_find(const cache_t *c, int block, int *is_hit)
{
    const int first = block % c->sets * c->ways;
    int victim = first;
    for (int line = first; line < first + c->ways; line++) {
        if (c->block[line] == block) {
            *is_hit = 1;
            return line;
        }
        if (c->touched[line] < c->touched[victim])
            victim = line;
    }
    *is_hit = 0;
    return victim;
}

static void cache_touch(cache_t *c, int line, int block)
{
    c->block[line] = block;
    c->touched[line] = ++c->now;
}

typedef struct system {
    paper_t paper;
    cache_t cache;
    abyp_t abyp;
    abyp_l2bit_t l2;
    int l2_present[MAX_BLOCKS]; /* block n lives in set n % 256, way n / 256: never evicted */
    uint64_t hits, kept, bypassed, late, retried;
} system_t;

static system_t *system_new(const abyp_cfg_t *cfg)
{
    system_t *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->paper.entries = (int)cfg->entries;
    s->paper.index_bits = 1;
    while (1 << s->paper.index_bits < s->paper.entries)
        s->paper.index_bits++;
    s->paper.largest = (1 << cfg->ctr_w) - 1;
    s->paper.threshold = (int)cfg->threshold;
    s->paper.ignored_bits = (int)cfg->pc_shift;
    s->cache.sets = (int)cfg->sets;
    s->cache.ways = (int)cfg->ways;
    for (int i = 0; i < MAX_LINES; i++)
        s->cache.block[i] = -1;
    assert_int_equal(abyp_init(&s->abyp, cfg), 0);
    assert_int_equal(abyp_l2bit_init(&s->l2, &(abyp_l2bit_cfg_t){.sets = L2_SETS, .ways = L2_WAYS}),
                     0);
    return s;
}

static void compare_state(const system_t *s)
{
    for (int i = 0; i < s->paper.entries; i++)
        assert_int_equal(s->abyp.table.ctrs.ctr[i], s->paper.prediction_table[i]);
    for (int i = 0; i < s->cache.sets * s->cache.ways; i++)
        assert_int_equal(s->abyp.tags.hash[i], s->paper.block_hashed_pc[i]);
    for (int b = 0; b < MAX_BLOCKS; b++)
        assert_int_equal(s->l2.bypass[b % L2_SETS * L2_WAYS + b / L2_SETS],
                         s->paper.l2_bypass_bit[b]);
}

static bool units_l2(system_t *s, int block, bool bypass)
{
    const abyp_l2bit_in_t in = {.acc_en = 1,
                                .acc_hit = s->l2_present[block] != 0,
                                .acc_bypass = bypass,
                                .acc_set = (uint16_t)(block % L2_SETS),
                                .acc_way = (uint8_t)(block / L2_SETS)};
    abyp_l2bit_out_t out;
    abyp_l2bit_eval(&s->l2, &in, &out);
    abyp_l2bit_tick(&s->l2, &in);
    s->l2_present[block] = 1;
    return out.ret_bypass;
}

/* One access of the units, after some refusals, the reply in a later cycle. */
static answer_t units_access(system_t *s, int block, uint32_t pc, int is_hit, int line,
                             int occupied, unsigned refusals)
{
    abyp_in_t in = {.acc_valid = 1,
                    .acc_pc = pc,
                    .acc_hit = is_hit != 0,
                    .acc_set = (uint16_t)(line / s->cache.ways),
                    .acc_way = (uint8_t)(line % s->cache.ways),
                    .vic_valid = occupied != 0};
    abyp_out_t out;
    for (; refusals > 0; refusals--, s->retried++)
        abyp_tick(&s->abyp, &in);
    in.acc_accept = 1;
    abyp_eval(&s->abyp, &in, &out);
    abyp_tick(&s->abyp, &in);

    answer_t a = {out.predict, 0};
    if (!is_hit)
        a.returned = units_l2(s, block, out.predict);
    if (out.predict && a.returned) {
        in = (abyp_in_t){.fill_valid = 1,
                         .fill_set = in.acc_set,
                         .fill_way = in.acc_way,
                         .fill_hash = out.acc_hash};
        abyp_tick(&s->abyp, &in);
    }
    return a;
}

static void system_access(system_t *s, int block, uint32_t pc, unsigned refusals)
{
    int is_hit;
    const int line = cache_find(&s->cache, block, &is_hit);
    const int occupied = s->cache.block[line] >= 0;
    const answer_t want = paper_access(&s->paper, block, pc, is_hit, line, occupied);
    const answer_t got = units_access(s, block, pc, is_hit, line, occupied, refusals);
    assert_int_equal(got.bypassed, want.bypassed);
    assert_int_equal(got.returned, want.returned);
    s->hits += is_hit != 0;
    s->kept += !is_hit && !want.bypassed;
    s->bypassed += want.bypassed != 0;
    s->late += want.bypassed && want.returned;
    if (is_hit || !want.bypassed || want.returned)
        cache_touch(&s->cache, line, block);
}

/* Streaming loads, loads that reuse a small set and loads in between, mixed at random. */
static void run(const abyp_cfg_t *cfg, unsigned accesses, uint64_t seed)
{
    rng_t r;
    rng_seed(&r, seed);
    system_t *s = system_new(cfg);
    const int lines = s->cache.sets * s->cache.ways;
    unsigned stream = 0;
    for (unsigned k = 0; k < accesses; k++) {
        const unsigned load = rng_below(&r, 24);
        uint32_t pc = (load << cfg->pc_shift) * 0x11; /* loads share table entries at times */
        int block = 0;
        if (load < 8)
            block = (int)(stream++ % MAX_BLOCKS);
        else if (load < 16)
            block = (int)rng_below(&r, (uint32_t)(lines / 2 + 1));
        else
            block = (int)rng_below(&r, MAX_BLOCKS);
        if (rng_percent(&r, 2))
            pc = (uint32_t)rng_u64(&r);
        system_access(s, block, pc, rng_percent(&r, 10) ? rng_below(&r, 3) : 0);
        if (k % 8192 == 0)
            compare_state(s);
    }
    compare_state(s);
    /* every branch of the listing was taken often */
    assert_true(s->hits > accesses / 100);
    assert_true(s->kept > accesses / 100);
    assert_true(s->bypassed > accesses / 100);
    assert_true(s->late > accesses / 1000);
    assert_true(s->retried > accesses / 100);
    free(s);
}

static void run_geometry(unit_geometry_t g, unsigned accesses)
{
    abyp_cfg_t cfg;
    unit_cfg_geometry(&abyp_unit, g, &cfg);
    run(&cfg, accesses, 1000 + g);
}

static void abyp_reference_010_paper_geometry(void **state)
{
    (void)state;
    run_geometry(UNIT_PAPER, 2000000);
}

static void abyp_reference_020_small_geometry(void **state)
{
    (void)state;
    run_geometry(UNIT_SMALL, 1000000);
}

static void abyp_reference_030_large_geometry(void **state)
{
    (void)state;
    run_geometry(UNIT_LARGE, 1000000);
}

static void abyp_reference_040_odd_geometries(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 40);
    for (unsigned k = 0; k < 20; k++) {
        const uint32_t ctr_w = 2 + rng_below(&r, 3);
        const abyp_cfg_t cfg = {.entries = 16 + rng_below(&r, 1009),
                                .ctr_w = ctr_w,
                                .threshold = 1 + rng_below(&r, (1u << ctr_w) - 1),
                                .pc_shift = rng_below(&r, 9),
                                .sets = 1 + rng_below(&r, 50),
                                .ways = 1 + rng_below(&r, 20)};
        run(&cfg, 100000, 4000 + k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abyp_reference_010_paper_geometry),
        cmocka_unit_test(abyp_reference_020_small_geometry),
        cmocka_unit_test(abyp_reference_030_large_geometry),
        cmocka_unit_test(abyp_reference_040_odd_geometries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
