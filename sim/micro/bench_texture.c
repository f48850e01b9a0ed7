/*
 * Texture reads of words that the L2 holds, one warp, one slice.
 */
/* clang-format off */
/*
 *   chains   lanes on one word, 16 and 128 B apart; a block of l1t_line_bytes a cycle. Without a
 *            texture cache a read costs const_latency and blocks - 1. With one, its last block is
 *            accessed blocks - 1 after the first, a result a cycle later and on its way to the
 *            registers another one, l1_fill_delay long; the first read is asked of the L2, a packet
 *            a cycle after each access, and a result in the cycle of its reply at the earliest, one
 *            a cycle, in order
 *   order    a line, another, the first again: the third's data are behind the second's
 *   one      the same with room for one fragment: a read is refused until the one before is a
 *            result
 */
/* clang-format on */
#include <stdio.h>
#include <string.h>

#include "isa/texture.h"
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/micro.h"

enum { HOPS = 16, BYTES = 8192 };

typedef struct machine {
    gpu_cfg_t c;
    derive_t d;
    uint64_t add; /* issue to use, of two registers */
} machine_t;

static void machine(const micro_t *m, machine_t *k, bool cache, uint32_t fragments)
{
    memset(k, 0, sizeof *k);
    k->c = gather_machine(&m->cfg);
    k->c.icnt_in_flits = k->c.icnt_out_flits = 4096;
    k->c.l2_queue = k->c.l2_reply_queue = 256;
    if (k->c.l1t_line_bytes > k->c.line_bytes)
        k->c.l1t_line_bytes = k->c.line_bytes;
    k->c.l1t_sets = cache ? 16 : 0;
    k->c.l1t_ways = 24;
    k->c.l1t_fragments = fragments;
    k->c.l1t_requests = 64;
    k->c.l1t_results = 4;
    k->d = derive_from(&k->c);
    k->add = derive_alu(&k->c, INST_OP_INT_ADD, 2);
}

/* The coordinate is there from the cycle returned on, the object from *object on. */
static uint64_t begin(const machine_t *k, derive_issue_t *w, uint64_t *object)
{
    *w = derive_warp(&k->c);
    *object = derive_next(w, true, 0) + derive_param(&k->c);
    uint64_t tid = derive_next(w, false, 0) + derive_alu(&k->c, INST_OP_LOGIC, 0);
    return derive_next(w, false, tid) + derive_alu(&k->c, INST_OP_LOGIC, 1);
}

/* In the memory stage: a texture read, which has the object and a coordinate. */
static uint64_t stage_of(const machine_t *k, uint64_t issue)
{
    return issue + derive_stage_delay(&k->c, 2);
}

static micro_result_t launch(micro_t *m, const machine_t *k, const char *kernel)
{
    uint64_t base = derive_base(&k->c), word[4];
    const isa_texture_t t = {.magic = ISA_TEXTURE_MAGIC,
                             .address = base,
                             .width = BYTES / 4,
                             .height = 1,
                             .pitch = BYTES,
                             .channels = 1,
                             .bytes = 4};
    memcpy(word, &t, sizeof word);
    micro_poke_t poke[4];
    for (unsigned i = 0; i < 4; i++)
        poke[i] = (micro_poke_t){base + BYTES + 8 * i, word[i]};
    micro_launch_t l = {.module = "texture",
                        .kernel = kernel,
                        .grid = 1,
                        .block = k->c.warp_size,
                        .arg = {dev_arg_ptr(base + BYTES)},
                        .n_args = 1,
                        .bytes = BYTES + sizeof t,
                        .poke = poke,
                        .n_pokes = 4,
                        .preload = BYTES,
                        .cfg = &k->c};
    return micro_launch(m, &l);
}

/* The first access of so many blocks is in the memory stage in cycle `stage`: data used. */
static uint64_t first_read(const machine_t *k, uint64_t stage, uint32_t blocks)
{
    derive_packet_t p = {.any = false};
    uint64_t result = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        derive_packet(&k->d, &p, stage + i + 1, k->c.l1t_line_bytes);
        result = i ? max_of(result + 1, p.back) : p.back;
    }
    return result + 1 + k->c.l1_fill_delay;
}

static void chain(micro_t *m, bool cache, uint32_t words)
{
    machine_t k;
    machine(m, &k, cache, 128);
    uint32_t apart = 4 * words, line = k.c.l1t_line_bytes;
    uint32_t blocks =
        (uint32_t)ceil_div((k.c.warp_size - 1) * apart + 4, line > apart ? line : apart);
    derive_issue_t w;
    uint64_t object, t = begin(&k, &w, &object);
    t = max_of(t, object);
    for (int i = 0; i < HOPS; i++) {
        uint64_t stage = stage_of(&k, derive_next(&w, true, t));
        uint64_t last = stage + blocks - 1;
        t = !cache ? last + k.c.const_latency - 1
            : i    ? last + 2 + k.c.l1_fill_delay
                   : first_read(&k, stage, blocks);
        t = derive_next(&w, false, t) + k.add;
    }
    unsigned time =
        micro_expect(m, MICRO_EXACT, "core cycles", (double)derive_end(&w, t),
                     "chain of %d, %s, %u B apart", HOPS, cache ? "cache" : "no cache", apart);
    unsigned hits = micro_expect(m, MICRO_EXACT, "blocks",
                                 (double)blocks * (cache ? HOPS - 1 : HOPS), "  hits");
    unsigned misses = micro_expect(m, MICRO_EXACT, "blocks", cache ? blocks : 0, "  misses");
    unsigned bytes = micro_expect(m, MICRO_EXACT, "B", cache ? (double)blocks * line : 0,
                                  "  payload of replies");
    unsigned full = micro_expect(m, MICRO_EXACT, "cycles", 0, "  refused by the queue of misses");
    char kernel[24];
    snprintf(kernel, sizeof kernel, "texture_chain_%u", words);
    micro_result_t r = launch(m, &k, kernel);
    micro_got(m, time, (double)r.s.run.cycles);
    micro_got(m, hits, (double)r.s.sm.tex_hits);
    micro_got(m, misses, (double)r.s.sm.tex_misses);
    micro_got(m, bytes, (double)r.s.icnt_reply.payload_bytes);
    micro_got(m, full, (double)r.s.sm.tex_fail_requests);
}

static void order(micro_t *m, uint32_t fragments)
{
    machine_t k;
    machine(m, &k, true, fragments);
    derive_issue_t w;
    uint64_t object, t = begin(&k, &w, &object);
    uint64_t other = derive_next(&w, false, t) + derive_alu(&k.c, INST_OP_INT_ADD, 1);
    t = max_of(t, object);
    uint64_t a = stage_of(&k, derive_next(&w, true, t));
    uint64_t b = stage_of(&k, derive_next(&w, true, max_of(other, object)));
    uint64_t c = stage_of(&k, derive_next(&w, true, t)), refused = 0;
    derive_packet_t p = {.any = false};
    derive_packet(&k.d, &p, a + 1, k.c.l1t_line_bytes);
    uint64_t result = p.back;
    b = max_of(b, a + 1);
    if (fragments == 1 && b < result) {
        refused += result - b;
        b = result;
    }
    derive_packet(&k.d, &p, b + 1, k.c.l1t_line_bytes);
    result = max_of(p.back, result + 1);
    c = max_of(c, b + 1);
    if (fragments == 1 && c < result) {
        refused += result - c;
        c = result;
    }
    result = max_of(result, c) + 1; /* it is the oldest, and here */
    t = derive_next(&w, false, result + 1 + k.c.l1_fill_delay) + k.add;
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles", (double)derive_end(&w, t),
                                 "a line, another, the first again, room for %u", fragments);
    unsigned fails = micro_expect(m, MICRO_EXACT, "cycles", (double)refused, "  refused");
    micro_result_t r = launch(m, &k, "texture_order");
    micro_got(m, time, (double)r.s.run.cycles);
    micro_got(m, fails, (double)r.s.sm.tex_fail_fragments);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    micro_with(m, "l1t_sets");
    if (c->l2_sector_bytes != c->line_bytes || c->ldst_queue < 4) {
        micro_skip(m, "textures: sectors or a short LDST queue");
        return;
    }
    for (unsigned cache = 0; cache < 2; cache++) {
        chain(m, cache, 0);
        chain(m, cache, 4);
        chain(m, cache, 32);
    }
    order(m, 128);
    order(m, 1);
}

const micro_bench_t micro_texture = {
    "texture", "texture reads: blocks, misses and hits in order, refused ones", run};
