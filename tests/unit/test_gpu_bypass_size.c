/*
 * What a bypassed read moves: the sizes of its request and of its replies, and its way out of the
 * L1D beside the queue of misses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_l1d_spy.h"

/* ---- Sizes of bypassed reads ---- */

/* The words [first, first + n) of a line, by the lanes in turn. */
typedef struct words {
    uint32_t first, n;
    uint32_t bytes; /* the smallest aligned block that holds them */
} words_t;

static uint64_t addr_words(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const words_t *w = s->user;
    (void)at;
    return BASE + (w->first + lane % w->n) * 4;
}

static void run_words(const gpu_cfg_t *c, const words_t *w, spy_t *x, uint8_t cache_op,
                      gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0)->cache_op = cache_op;
    s.addr = addr_words;
    s.user = w;
    gpu_t *g = gpu_new(c);
    gpu_attach(g, &spy_hooks, x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
}

static const words_t some_words[] = {{0, 1, 32},   {31, 1, 32},  {8, 8, 32},   {7, 2, 64},
                                     {16, 16, 64}, {15, 2, 128}, {8, 16, 128}, {0, 32, 128}};
enum { SOME_WORDS = sizeof some_words / sizeof some_words[0] };

/* Replies of so many bytes in all, none of more than a sector. */
static void assert_replies(const gpu_cfg_t *c, const gpu_stats_t *st, uint32_t bytes)
{
    uint32_t sector = c->l2_sector_bytes, each = bytes < sector ? bytes : sector;
    uint32_t flits = (c->header_bytes + each + c->flit_bytes - 1) / c->flit_bytes;
    assert_int_equal(st->icnt_reply.payload_bytes, bytes);
    assert_int_equal(st->icnt_reply.packets_out, bytes / each);
    assert_int_equal(st->icnt_reply.flits, bytes / each * flits);
    assert_int_equal(st->l2.reads, bytes / each);
}

static void gpu_bypass_080_bypassed_reads_may_keep_their_size(void **state)
{
    (void)state;
    for (uint32_t sector = 128; sector >= 32; sector /= 2)
        for (unsigned i = 0; i < SOME_WORDS; i++) {
            const words_t *w = &some_words[i];
            gpu_cfg_t c = one_clock();
            gpu_stats_t st;
            c.l2_sector_bytes = sector;
            for (unsigned size = GPU_BYPASS_LINE; size <= GPU_BYPASS_ASKED; size++) {
                bool asked = size == GPU_BYPASS_ASKED;
                c.l1_bypass_size = size;
                spy_t x = {.decision = GPU_L1_BYPASS};
                run_words(&c, w, &x, 0, &st);
                assert_int_equal(st.l1d.bypasses, 1);
                assert_replies(&c, &st, asked ? w->bytes : 128);
                /* A miss fills the line whatever its lanes touch. */
                x = (spy_t){.decision = GPU_L1_NORMAL};
                run_words(&c, w, &x, 0, &st);
                assert_int_equal(st.l1d.fills, 1);
                assert_replies(&c, &st, 128);
                /* A volatile read has always asked for no more sectors than it touches. */
                uint32_t sectors = w->first / (sector / 4);
                sectors = (w->first + w->n - 1) / (sector / 4) - sectors + 1;
                x = (spy_t){.decision = GPU_L1_NORMAL};
                run_words(&c, w, &x, 1, &st);
                assert_int_equal(st.l1d.uncached_reads, 1);
                assert_replies(&c, &st, asked ? w->bytes : sectors * sector);
            }
        }
}

/* A line that may be filled late is sent whole: by the reply that brings the bit back, or, where no
 * single reply can, always. */
static void gpu_bypass_081_a_late_fill_has_the_whole_line(void **state)
{
    (void)state;
    for (uint32_t sector = 128; sector >= 32; sector /= 2)
        for (unsigned i = 0; i < 2 * SOME_WORDS; i++) {
            const words_t *w = &some_words[i / 2];
            gpu_cfg_t c = one_clock();
            gpu_stats_t st;
            spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = i & 1};
            c.l2_sector_bytes = sector;
            c.l1_bypass_size = GPU_BYPASS_ASKED;
            run_words(&c, w, &x, 0, &st);
            assert_int_equal(st.l1d.late_fills, x.advise);
            assert_replies(&c, &st, x.advise || sector < 128 ? 128 : w->bytes);
        }
}

/* Warp 1, which is the first, reads so many words of the line, the others one of each other piece.
 */
static uint64_t addr_parts(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *n = s->user;
    return BASE + (at->warp != 1 ? (at->warp + 3) % 4 * 8 : lane % *n) * 4;
}

static void gpu_bypass_082_a_read_waits_for_a_reply_that_has_its_data(void **state)
{
    (void)state;
    static const struct {
        uint32_t words, reads;
    } want[] = {{1, 4}, {9, 3}, {17, 1}, {32, 1}};
    for (unsigned i = 0; i < 2 * sizeof want / sizeof want[0]; i++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        synth_t s;
        spy_t x = {.decision = GPU_L1_BYPASS};
        c.l1_bypass_merge = true;
        c.l1_bypass_size = i & 1;
        synth_init(&s, 1, 4, 32);
        synth_load(&s, 1, 0);
        s.addr = addr_parts;
        s.user = &want[i / 2].words;
        gpu_t *g = gpu_new(&c);
        gpu_attach(g, &spy_hooks, &x, NULL);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        assert_int_equal(st.l1d.bypasses, i & 1 ? want[i / 2].reads : 1);
        assert_int_equal(st.l1d.bypasses + st.l1d.pending_hits, 4);
        gpu_free(g);
        synth_free(&s);
    }
}

/* A word a lane: of the fewest pieces four requests of 32 B, by half-warp two of 64 B; both ways. A
 * volatile load of a quarter of a line is 32 B of it. */
static void gpu_bypass_086_halves_of_segments(void **state)
{
    (void)state;
    static const words_t line = {0, 32, 128}, quarter = {8, 8, 32};
    for (unsigned how = GPU_COALESCE_LINES; how <= GPU_COALESCE_HALVES; how++) {
        if (how == GPU_COALESCE_SEGMENTS)
            continue;
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        synth_t s;
        uint32_t n = how == GPU_COALESCE_HALVES ? 2 : 4;
        c.coalescer = how;
        c.l1_bypass_size = GPU_BYPASS_ASKED;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, 1, 0);
        s.addr = addr_words;
        s.user = &line;
        synth_run(&c, &s, &st);
        assert_int_equal(st.icnt_req.packets_in, n);
        assert_int_equal(st.icnt_req.payload_bytes, 128);
        assert_int_equal(st.icnt_reply.payload_bytes, 128);
        assert_int_equal(st.icnt_req.flits, n * ((8 + 128 / n + 31) / 32));
        synth_free(&s);
        spy_t x = {.decision = GPU_L1_NORMAL};
        run_words(&c, &quarter, &x, 1, &st);
        assert_replies(&c, &st, 32);
    }
}

/* ---- The way out of bypassed reads ---- */

/* A load of n lines, which misses; then one of one other line, volatile. */
static uint64_t addr_then_one(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *n = s->user;
    return BASE + (at->inst ? 64 : lane % *n) * 128;
}

static uint64_t latency_behind(const gpu_cfg_t *c, uint32_t n, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_load(&s, 2, 0)->cache_op = 1;
    s.addr = addr_then_one;
    s.user = &n;
    gpu_t *g = gpu_new(c);
    gpu_load_row_t row;
    gpu_l2_preload(g, BASE, 65 * 128);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_load_row(g, 1, &row);
    gpu_free(g);
    synth_free(&s);
    return row.s.latency_sum;
}

/* Issued a cycle after the other, the load is behind it in the memory stage; in the queue it is
 * behind it, too: it waits l1_miss_delay, and its
 * reply for those of the misses, which come one a cycle and take five of the port each. */
static void gpu_bypass_084_beside_the_queue_a_read_passes_misses(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 8; n++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        c.dram_channels = c.l2_slices = 1; /* one order of the replies */
        c.l1_miss_delay = 100;
        c.l1_bypass_path = GPU_BYPASS_BESIDE;
        uint64_t beside = latency_behind(&c, n, &st);
        c.l1_bypass_path = GPU_BYPASS_QUEUE;
        assert_int_equal(latency_behind(&c, n, &st), beside + 100 + 4 * n);
    }
}

static uint64_t first_lanes(const synth_t *s, const synth_at_t *at)
{
    const uint32_t *p = s->user;
    (void)at;
    return bits_mask(p[0]);
}

/* An input buffer of a flit: a read's packet is taken by the crossbar in the cycle after it came,
 * before the SM's turn, so the next enters then; an atomic's two flits occupy its port for a cycle
 * more, in which the next waits. Stores stay in the queue. */
static void gpu_bypass_085_the_crossbar_rejects(void **state)
{
    (void)state;
    static const struct {
        inst_kind_t kind;
        uint64_t net, inject;
    } want[] = {{INST_LOAD, 0, 0}, {INST_ATOMIC, 4 - 1, 0}, {INST_REDUCE, 4 - 1, 0}};
    const uint32_t lines[2] = {5, 1};
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        synth_t s;
        c.icnt_in_flits = 1;
        c.l1_inject_queue = 1;
        c.l1_miss_delay = 20;
        c.l1_bypass_path = GPU_BYPASS_BESIDE;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, want[i].kind, INST_SPACE_GLOBAL, 1, 0)->cache_op = 1;
        s.mask = first_lanes;
        s.addr = addr_lines;
        s.user = lines;
        synth_run(&c, &s, &st);
        assert_int_equal(st.l1d.fail_net, want[i].net);
        assert_int_equal(st.l1d.fail_inject_queue, want[i].inject);
        assert_int_equal(st.icnt_req.packets_in, 5);
        synth_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_bypass_080_bypassed_reads_may_keep_their_size),
        cmocka_unit_test(gpu_bypass_081_a_late_fill_has_the_whole_line),
        cmocka_unit_test(gpu_bypass_082_a_read_waits_for_a_reply_that_has_its_data),
        cmocka_unit_test(gpu_bypass_084_beside_the_queue_a_read_passes_misses),
        cmocka_unit_test(gpu_bypass_085_the_crossbar_rejects),
        cmocka_unit_test(gpu_bypass_086_halves_of_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
