/*
 * The native trace: whatever a front end does comes back step by step, in any order of CTAs, and a
 * file that was changed is refused or still says the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cJSON.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/bits.h"
#include "common/rng.h"
#include "trace/native.h"
#include "trace/native_code.h"
#include "trace/native_file.h"

enum { INSTS = 40, CTAS = 11, WARPS = 5, REGIONS = 64, LOCAL_BYTES = 1 << 14 };

/* A front end that does all that front.h allows, a function of CTA, warp and step alone: straight
 * runs and jumps anywhere, masks of every kind, addresses in lines and anywhere. */
typedef struct wild {
    front_t front;
    inst_t inst[INSTS];
    uint32_t steps; /* of a warp, at most */
    uint8_t region[REGIONS];
} wild_t;

struct front_warp {
    front_cta_t *cta;
    uint32_t warp, at, step;
    rng_t rng;
    uint64_t mask, base[INSTS], stride[INSTS];
};

struct front_cta {
    uint32_t cta, region;
    struct front_warp warp[WARPS];
};

static front_cta_t *wild_begin(void *ctx, uint32_t cta)
{
    wild_t *w = ctx;
    front_cta_t *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->cta = cta;
    while (w->region[c->region])
        c->region++;
    w->region[c->region] = 1;
    for (uint32_t k = 0; k < WARPS; k++) {
        struct front_warp *x = &c->warp[k];
        x->cta = c;
        x->warp = k;
        rng_seed(&x->rng, cta * 100 + k + 1);
        x->mask = bits_mask(w->front.warp_size);
        for (uint32_t i = 0; i < INSTS; i++) {
            x->base[i] = w->front.arena_base + rng_u64(&x->rng) % 100000 * 4;
            x->stride[i] = rng_u64(&x->rng) % 3 * 4;
        }
    }
    return c;
}

static front_warp_t *wild_warp(void *ctx, front_cta_t *c, unsigned warp)
{
    (void)ctx;
    return &c->warp[warp];
}

static const inst_t *wild_first(void *ctx, front_warp_t *x)
{
    wild_t *w = ctx;
    if (x->warp == 3 && x->cta->cta == 2) /* a warp with nothing to do */
        return NULL;
    x->at = x->warp == 4 ? 3 : 0;
    return &w->inst[x->at];
}

static uint64_t wild_address(wild_t *w, front_warp_t *x, uint32_t lane, unsigned how)
{
    uint64_t local = w->front.local_base + x->cta->region * w->front.local_cta_bytes;
    switch (how) {
    case 0:
    case 1:
    case 2:
        return x->base[x->at] + x->stride[x->at] * lane;
    case 3:
        return w->front.arena_base + rng_u64(&x->rng) % 4096;
    case 4:
        return local + (lane * 4 + rng_u64(&x->rng) % 64 * 128) % LOCAL_BYTES;
    case 5:
        return lane & 1 ? local + lane : w->front.arena_base + lane * 8;
    default:
        return rng_u64(&x->rng);
    }
}

static void wild_step(void *ctx, front_warp_t *x, warp_step_t *out)
{
    wild_t *w = ctx;
    const inst_t *i = &w->inst[x->at];
    uint64_t all = bits_mask(w->front.warp_size);
    unsigned how = (unsigned)(rng_u64(&x->rng) % 24);
    if (how == 0)
        x->mask = rng_u64(&x->rng) & all;
    else if (how == 1)
        x->mask = all;
    else if (how == 2)
        x->mask &= rng_u64(&x->rng);
    memset(out, 0xaa, sizeof *out);
    out->active = how == 3 ? 0 : how == 4 ? rng_u64(&x->rng) & all : x->mask;
    out->space = i->space;
    out->barrier = (uint8_t)(x->at % 16);
    out->barrier_warps = (uint16_t)(x->at % 3);
    if (i->space == INST_SPACE_GENERIC)
        out->space = (uint8_t)(INST_SPACE_GLOBAL + rng_u64(&x->rng) % 3);
    if (inst_is_memory(i)) {
        unsigned kind = (unsigned)(rng_u64(&x->rng) % 12);
        x->base[x->at] += x->at * 4;
        for (uint32_t k = 0; k < w->front.warp_size; k++)
            out->addr[k] = wild_address(w, x, k, kind);
    }
    uint32_t next = x->at + 1;
    if (how >= 20 || next == INSTS)
        next = (uint32_t)(rng_u64(&x->rng) % INSTS);
    x->at = next;
    out->next = ++x->step < w->steps + x->warp ? &w->inst[next] : NULL;
}

static void wild_end(void *ctx, front_cta_t *c)
{
    wild_t *w = ctx;
    w->region[c->region] = 0;
    free(c);
}

static const front_ops_t wild_ops = {.cta_begin = wild_begin,
                                     .cta_warp = wild_warp,
                                     .first = wild_first,
                                     .step = wild_step,
                                     .cta_end = wild_end};

static void wild_init(wild_t *w, uint32_t lanes, uint32_t steps)
{
    memset(w, 0, sizeof *w);
    w->steps = steps;
    for (uint32_t i = 0; i < INSTS; i++) {
        inst_t *x = &w->inst[i];
        x->pc = 8 * i;
        x->dst.w[i % 4] = UINT64_C(1) << (i * 7 % 64);
        x->use.w[3] = UINT64_C(1) << 63;
        x->loop = (uint16_t)(i % 3);
        x->initiation = (uint8_t)(i % 5);
        x->op = (uint8_t)(i % INST_OPS);
        x->sources = (uint8_t)(i % 7);
        if (i % 4 == 1) {
            x->unit = INST_UNIT_LDST;
            x->kind = (uint8_t)(INST_LOAD + i % 3);
            x->space = (uint8_t)(INST_SPACE_GLOBAL + i / 4 % 7);
            x->width = (uint8_t)(1u << (i % 5));
            x->cache_op = i & 1;
        } else if (i % 9 == 4) {
            x->unit = INST_UNIT_CTRL;
            x->kind = (uint8_t)(INST_BARRIER + i % 4);
        }
    }
    w->front = (front_t){.ops = &wild_ops,
                         .ctx = w,
                         .kernel = "wild \"kernel\"",
                         .grid = {CTAS, 1, 1},
                         .block = {WARPS * lanes, 1, 1},
                         .warp_size = lanes,
                         .warps_per_cta = WARPS,
                         .regs_per_thread = 21,
                         .shared_bytes = 48,
                         .inst = w->inst,
                         .n_inst = INSTS,
                         .arena_base = 0x10000000,
                         .arena_bytes = 0x123456,
                         .local_base = UINT64_C(0x123456789a000),
                         .local_cta_bytes = LOCAL_BYTES};
}

static char dir[] = "/tmp/lw-native-XXXXXX";

static const char *in_dir(const char *name)
{
    static char path[2][sizeof dir + 64];
    static unsigned k;
    k ^= 1;
    snprintf(path[k], sizeof path[k], "%s/%s", dir, name);
    return path[k];
}

/* One step of each warp of `open` CTAs after another, CTAs in the order given. f2: compared with f,
 * step by step; NULL: none. */
static void drive(front_t *f, front_t *f2, const uint32_t *order, uint32_t open)
{
    front_cta_t *cta[CTAS][2] = {{NULL}};
    const inst_t *next[CTAS][WARPS];
    uint32_t begun = 0, done = 0, live[CTAS];
    front_t *const both[2] = {f, f2};
    static warp_step_t st[2];
    while (done < CTAS) {
        while (begun < CTAS && begun - done < open) {
            uint32_t n = order[begun];
            live[n] = 0;
            for (unsigned b = 0; b < (f2 ? 2 : 1); b++) {
                cta[n][b] = both[b]->ops->cta_begin(both[b]->ctx, n);
                for (uint32_t k = 0; k < WARPS; k++) {
                    const inst_t *i = both[b]->ops->first(
                        both[b]->ctx, both[b]->ops->cta_warp(both[b]->ctx, cta[n][b], k));
                    if (b)
                        assert_int_equal(i ? i - f2->inst : -1,
                                         next[n][k] ? next[n][k] - f->inst : -1);
                    else
                        live[n] += i != NULL;
                    if (!b)
                        next[n][k] = i;
                }
            }
            begun++;
        }
        for (uint32_t o = 0; o < begun; o++) {
            uint32_t n = order[o];
            for (uint32_t k = 0; k < WARPS && cta[n][0]; k++) {
                if (!next[n][k])
                    continue;
                const inst_t *i = next[n][k];
                for (unsigned b = 0; b < (f2 ? 2 : 1); b++)
                    both[b]->ops->step(both[b]->ctx,
                                       both[b]->ops->cta_warp(both[b]->ctx, cta[n][b], k), &st[b]);
                assert_false(f->error || (f2 && f2->error));
                next[n][k] = st[0].next;
                live[n] -= !st[0].next;
                if (!f2)
                    continue;
                assert_int_equal(st[0].active, st[1].active);
                assert_int_equal(st[0].next ? st[0].next - f->inst : -1,
                                 st[1].next ? st[1].next - f2->inst : -1);
                if (i->kind == INST_BARRIER && st[0].active) {
                    assert_int_equal(st[0].barrier, st[1].barrier);
                    assert_int_equal(st[0].barrier_warps, st[1].barrier_warps);
                }
                if (!inst_is_memory(i) || !st[0].active)
                    continue;
                assert_int_equal(st[0].space, st[1].space);
                for (uint64_t m = st[0].active; m; m &= m - 1)
                    assert_int_equal(st[0].addr[bits_lowest(m)], st[1].addr[bits_lowest(m)]);
            }
            if (cta[n][0] && !live[n]) {
                for (unsigned b = 0; b < (f2 ? 2 : 1); b++)
                    both[b]->ops->cta_end(both[b]->ctx, cta[n][b]);
                cta[n][0] = NULL;
                done++;
            }
        }
    }
}

static const uint32_t forward[CTAS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static const uint32_t shuffled[CTAS] = {7, 2, 10, 0, 5, 1, 9, 3, 8, 6, 4};

static void record(const char *path, wild_t *w, unsigned launches)
{
    diag_t d = {{0}};
    const char *const command[] = {"lockwarp", "with \"quotes\"", NULL};
    trace_about_t about = {
        .program = "test", .command = command, .workload = "wild", .warp_size = w->front.warp_size};
    trace_record_t *r = trace_record_open(path, &about, &d);
    assert_non_null(r);
    trace_record_copy(r, 0x10000000, 4096, false);
    trace_record_copy(r, UINT64_C(0x7f0000000000), 12, true);
    for (unsigned k = 0; k < launches; k++) {
        front_t *f = trace_record_launch(r, &w->front, &d);
        assert_non_null(f);
        drive(f, NULL, k & 1 ? shuffled : forward, 1 + 3 * k);
        assert_int_equal(trace_record_launch_end(r, &d), 0);
    }
    assert_int_equal(access(path, F_OK), -1); /* no half a trace under the final name */
    assert_int_equal(trace_record_finish(r, &d), 0);
}

static trace_t *open_native(const char *path)
{
    diag_t d = {{0}};
    trace_t *t;
    if (trace_native_open(path, &t, &d))
        fail_msg("%s", d.text);
    return t;
}

static void check_replay(uint32_t lanes, uint32_t steps)
{
    wild_t w;
    diag_t d = {{0}};
    trace_step_t s;
    wild_init(&w, lanes, steps);
    const char *path = in_dir("wild.lwt");
    unlink(path);
    record(path, &w, 3);
    trace_t *t = open_native(path);
    assert_int_equal(trace_next(t, &s, &d), 0); /* the copy that preloaded, only */
    assert_int_equal(s.kind, TRACE_COPY);
    assert_int_equal(s.addr, UINT64_C(0x7f0000000000));
    assert_int_equal(s.bytes, 12);
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(trace_next(t, &s, &d), 0);
        assert_int_equal(s.kind, TRACE_LAUNCH);
        assert_string_equal(s.front->kernel, w.front.kernel);
        assert_int_equal(s.front->n_inst, INSTS);
        for (uint32_t i = 0; i < INSTS; i++)
            assert_memory_equal(&s.front->inst[i], &w.inst[i], sizeof(inst_t));
#define EQUAL(f) assert_int_equal(s.front->f, w.front.f);
        EQUAL(grid[0])
        EQUAL(block[0])
        EQUAL(warp_size)
        EQUAL(warps_per_cta)
        EQUAL(regs_per_thread)
        EQUAL(shared_bytes)
        EQUAL(arena_base)
        EQUAL(arena_bytes)
        EQUAL(local_base)
        EQUAL(local_cta_bytes)
#undef EQUAL
        drive(&w.front, s.front, k == 1 ? forward : shuffled, 2 + k);
    }
    assert_int_equal(trace_next(t, &s, &d), 0);
    assert_int_equal(s.kind, TRACE_END);
    trace_close(t);
}

static void trace_native_010_every_step_comes_back(void **state)
{
    (void)state;
    check_replay(32, 300);
    check_replay(64, 300);
    check_replay(1, 50);
}

/* Streams of more than a chunk a CTA: pieces are unpacked as warps come to them. */
static void trace_native_020_chunks(void **state)
{
    (void)state;
    check_replay(32, 9000);
    trace_counts_t c;
    trace_step_t s;
    diag_t d = {{0}};
    trace_t *t = open_native(in_dir("wild.lwt"));
    uint64_t chunks = 0, ctas = 0, insts = 0;
    do {
        assert_int_equal(trace_native_next(t, &s, &c, &d), 0);
        chunks += c.chunks;
        ctas += c.ctas;
        insts += c.warp_instructions;
    } while (s.kind != TRACE_END);
    assert_true(chunks > 2 * ctas);
    /* Warp k makes 9000 + k steps, but for the one that has nothing to do. */
    assert_int_equal(insts, 3 * (CTAS * (5 * 9000 + 10) - 9003));
    trace_close(t);
}

/* Runs whatever the file's launches hold; false: refused on the way. */
static bool replay_all(const char *path, uint64_t *hash)
{
    diag_t d = {{0}};
    trace_t *t;
    trace_step_t s;
    bool ok = true;
    *hash = 1;
    if (trace_native_open(path, &t, &d)) {
        assert_true(d.text[0]);
        return false;
    }
    static warp_step_t st;
    for (;;) {
        int rc = trace_next(t, &s, &d);
        ok = rc == 0;
        if (!ok || s.kind == TRACE_END)
            break;
        *hash = *hash * 31 + s.bytes + s.addr;
        if (s.kind != TRACE_LAUNCH)
            continue;
        front_t *f = s.front;
        uint32_t n = f->grid[0] * f->grid[1] * f->grid[2];
        *hash = *hash * 31 + f->shared_bytes + f->regs_per_thread + n;
        for (uint32_t k = 0; k < n && !f->error; k++) {
            front_cta_t *c = f->ops->cta_begin(f->ctx, k);
            for (uint32_t w = 0; w < f->warps_per_cta; w++) {
                front_warp_t *x = f->ops->cta_warp(f->ctx, c, w);
                const inst_t *i = f->ops->first(f->ctx, x);
                while (i && !f->error) {
                    f->ops->step(f->ctx, x, &st);
                    *hash =
                        *hash * 31 + st.active + (st.active ? st.addr[bits_lowest(st.active)] : 0);
                    i = st.next;
                }
            }
            f->ops->cta_end(f->ctx, c);
        }
        if (f->error) {
            ok = false;
            trace_fault(t, &d);
            break;
        }
    }
    assert_true(ok || d.text[0]);
    trace_close(t);
    return ok;
}

static uint8_t *slurp(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    struct stat st;
    assert_int_equal(fstat(fileno(f), &st), 0);
    *n = (size_t)st.st_size;
    uint8_t *p = malloc(*n);
    assert_non_null(p);
    assert_int_equal(fread(p, 1, *n, f), *n);
    fclose(f);
    return p;
}

static void spit(const char *path, const void *p, size_t n)
{
    unlink(path); /* a file written anew is not forced to the disk, one overwritten is */
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void trace_native_030_changed_files_are_refused(void **state)
{
    (void)state;
    enum { TRIES = 4000 };
    wild_t w;
    rng_t rng;
    size_t n;
    uint64_t good, hash;
    wild_init(&w, 32, 20);
    const char *path = in_dir("good.lwt"), *bad = in_dir("bad.lwt");
    record(path, &w, 1);
    assert_true(replay_all(path, &good));
    uint8_t *whole = slurp(path, &n), *copy = malloc(n + 64);
    assert_non_null(copy);
    rng_seed(&rng, 5);
    unsigned refused = 0;
    for (unsigned k = 0; k < TRIES; k++) {
        size_t len = n;
        memcpy(copy, whole, n);
        unsigned how = (unsigned)(rng_u64(&rng) % 8);
        if (how == 0) {
            len = rng_u64(&rng) % n; /* cut */
        } else if (how == 1) {       /* a piece taken out */
            size_t at = rng_u64(&rng) % n, gap = 1 + rng_u64(&rng) % 64;
            gap = gap < n - at ? gap : n - at;
            memmove(copy + at, copy + at + gap, n - at - gap);
            len = n - gap;
        } else {
            for (unsigned m = 0; m < how - 1; m++)
                copy[rng_u64(&rng) % n] ^= (uint8_t)(1u << rng_u64(&rng) % 8);
        }
        if (len == n && !memcmp(copy, whole, n))
            continue;
        spit(bad, copy, len);
        if (!replay_all(bad, &hash))
            refused++;
        else
            assert_int_equal(hash, good); /* a bit that zstd does not look at */
    }
    assert_true(refused > TRIES * 98 / 100);
    free(copy);
    free(whole);
}

/* Past the checksums: streams of any bytes end or are refused, inside their bounds. */
static void trace_native_040_any_stream(void **state)
{
    (void)state;
    wild_t w;
    rng_t rng;
    diag_t d = {{0}};
    wild_init(&w, 32, 60);
    nat_prog_t *p = nat_prog_copy(&w.front, &d);
    nat_shape_t shape = {p, 32, w.front.arena_base, w.front.local_base, w.front.local_cta_bytes};
    nat_enc_t e = {.run = 0};
    nat_dec_t dec = {.run = 0};
    nat_pred_init(&e.p, &shape);
    nat_pred_init(&dec.p, &shape);
    front_cta_t *c = wild_begin(&w, 0);
    wild_first(&w, &c->warp[0]);
    nat_enc_begin(&e, 0);
    static warp_step_t st;
    for (const inst_t *i = w.inst; i; i = st.next) {
        wild_step(&w, &c->warp[0], &st);
        nat_enc_step(&e, &st, st.next ? (uint32_t)(st.next - w.inst) : INSTS, c->region);
    }
    nat_enc_flush(&e);
    wild_end(&w, c);
    rng_seed(&rng, 9);
    unsigned damaged = 0, ended = 0;
    uint8_t *ctrl = malloc(e.ctrl.n), *addr = malloc(e.addr.n); /* exact: ASan sees one beyond */
    assert_true(ctrl && addr);
    for (unsigned k = 0; k < 6000; k++) {
        memcpy(ctrl, e.ctrl.at, e.ctrl.n);
        memcpy(addr, e.addr.at, e.addr.n);
        for (unsigned m = 0; m < k % 4; m++) {
            ctrl[rng_u64(&rng) % e.ctrl.n] = (uint8_t)rng_u64(&rng);
            addr[rng_u64(&rng) % e.addr.n] = (uint8_t)rng_u64(&rng);
        }
        dec.ctrl = (nat_cur_t){.at = ctrl, .end = ctrl + e.ctrl.n};
        dec.addr = (nat_cur_t){.at = addr, .end = addr + e.addr.n};
        bool ok = nat_dec_begin(&dec);
        for (unsigned n = 0; ok && n < 1000 && dec.p.cur < INSTS && !nat_dec_hungry(&dec); n++)
            ok = nat_dec_step(&dec, &st, 1);
        damaged += !ok;
        ended += ok && dec.p.cur == INSTS;
        if (k % 4 == 0)
            assert_true(ok && dec.p.cur == INSTS);
    }
    assert_true(damaged > 500 && ended >= 1500);
    free(ctrl);
    free(addr);
    nat_enc_free(&e);
    nat_pred_free(&dec.p);
    nat_prog_free(p);
}

/* Copies a frame of one file to another, now and then with a byte changed. */
static nat_frame_t move_frame(nat_file_t *from, nat_writer_t *to, const nat_frame_t *at, rng_t *rng,
                              bool change)
{
    diag_t d = {{0}};
    nat_frame_t out;
    uint8_t *raw = nat_file_frame(from, at, &d);
    assert_non_null(raw);
    for (unsigned k = 0; change && k < 3; k++)
        raw[rng_u64(rng) % at->raw] = (uint8_t)rng_u64(rng);
    assert_int_equal(nat_writer_frame(to, raw, at->raw, &out, &d), 0);
    free(raw);
    return out;
}

/* A file with damaged contents under right checksums: what only someone who wants to would write.
 */
static void rewrite(const char *from, const char *to, rng_t *rng)
{
    diag_t d = {{0}};
    nat_file_t *f = nat_file_open(from, &d);
    nat_writer_t *w = nat_writer_open(to, nat_file_header(f), &d);
    assert_true(f && w);
    cJSON *steps = cJSON_Duplicate(nat_file_directory(f), true);
    cJSON *o = cJSON_GetObjectItem(steps, "steps")->child;
    while (!cJSON_GetObjectItem(o, "launch"))
        o = o->next;
    o = cJSON_GetObjectItem(o, "launch");
    uint64_t v[3];
    assert_int_equal(nat_json_u64(o, "index_offset", UINT64_MAX, &v[0], from, &d), 0);
    assert_int_equal(nat_json_u64(o, "index_bytes", UINT32_MAX, &v[1], from, &d), 0);
    assert_int_equal(nat_json_u64(o, "index_raw", UINT32_MAX, &v[2], from, &d), 0);
    nat_frame_t at = {v[0], (uint32_t)v[1], (uint32_t)v[2]};
    nat_chunks_t *ctas = nat_index_read(f, &at, CTAS, &d);
    assert_non_null(ctas);
    unsigned what = (unsigned)(rng_u64(rng) % 3);
    for (uint32_t k = 0; k < CTAS; k++)
        for (uint32_t c = 0; c < ctas[k].n; c++)
            ctas[k].at[c].frame = move_frame(f, w, &ctas[k].at[c].frame, rng, what == 0);
    nat_buf_t index = {.at = NULL};
    nat_index_pack(ctas, CTAS, &index);
    if (what == 1)
        index.at[rng_u64(rng) % index.n] ^= (uint8_t)(1u << rng_u64(rng) % 8);
    assert_int_equal(nat_writer_frame(w, index.at, index.n, &at, &d), 0);
    char hex[24];
    snprintf(hex, sizeof hex, "0x%llx", (unsigned long long)at.offset);
    cJSON_ReplaceItemInObject(o, "index_offset", cJSON_CreateString(hex));
    cJSON_ReplaceItemInObject(o, "index_bytes", cJSON_CreateNumber(at.bytes));
    cJSON_ReplaceItemInObject(o, "index_raw", cJSON_CreateNumber(at.raw));
    if (what == 2) {
        char *text = cJSON_PrintUnformatted(steps);
        cJSON *changed = NULL;
        for (unsigned k = 0; k < 50 && !changed; k++) { /* until it is JSON again */
            size_t place = rng_u64(rng) % strlen(text);
            char was = text[place];
            text[place] = "0123456789\"x,]}[{a-."[rng_u64(rng) % 21];
            changed = cJSON_Parse(text);
            text[place] = was;
        }
        free(text);
        if (changed) {
            cJSON_Delete(steps);
            steps = changed;
        }
    }
    assert_int_equal(nat_writer_finish(w, steps, &d), 0);
    cJSON_Delete(steps);
    free(index.at);
    nat_index_free(ctas, CTAS);
    nat_file_close(f);
}

static void trace_native_045_damage_under_right_checksums(void **state)
{
    (void)state;
    wild_t w;
    rng_t rng;
    uint64_t good, hash;
    wild_init(&w, 32, 20);
    const char *path = in_dir("right.lwt"), *bad = in_dir("wrong.lwt");
    record(path, &w, 1);
    assert_true(replay_all(path, &good));
    rng_seed(&rng, 3);
    unsigned refused = 0;
    for (unsigned k = 0; k < 2000; k++) {
        unlink(bad);
        rewrite(path, bad, &rng);
        refused += !replay_all(bad, &hash);
    }
    assert_true(refused > 500); /* others say something else, within their bounds */
}

static void refused_with(const char *path, const char *text)
{
    diag_t d = {{0}};
    trace_t *t;
    assert_true(trace_native_open(path, &t, &d) < 0);
    if (!strstr(d.text, text) || !strstr(d.text, path))
        fail_msg("'%s' does not say '%s'", d.text, text);
}

static void trace_native_050_says_what_is_wrong(void **state)
{
    (void)state;
    wild_t w;
    size_t n;
    wild_init(&w, 32, 20);
    const char *path = in_dir("say.lwt");
    record(path, &w, 1);
    uint8_t *p = slurp(path, &n);
    spit(path, p, n - 1);
    refused_with(path, "cut short");
    spit(path, p, 4);
    refused_with(path, "expected a trace");
    p[8] = 3;
    spit(path, p, n);
    refused_with(path, "version 3; this program reads versions 1 to 2");
    p[8] = 2;
    p[30] ^= 1;
    spit(path, p, n);
    refused_with(path, "header's checksum");
    p[30] ^= 1;
    p[0] = 'x';
    spit(path, p, n);
    refused_with(path, "not a trace");
    refused_with(dir, "not a regular file");
    refused_with(in_dir("absent.lwt"), "No such file");
    free(p);
}

/* A recorder that is given up leaves nothing behind. */
static void trace_native_060_discarded(void **state)
{
    (void)state;
    diag_t d = {{0}};
    wild_t w;
    wild_init(&w, 32, 20);
    char command[128];
    trace_about_t about = {.program = "test"};
    trace_record_t *r = trace_record_open(in_dir("gone.lwt"), &about, &d);
    assert_non_null(r);
    front_t *f = trace_record_launch(r, &w.front, &d);
    assert_non_null(f);
    front_cta_t *c = f->ops->cta_begin(f->ctx, 0); /* one CTA of eleven, and not to its end */
    f->ops->cta_end(f->ctx, c);
    assert_true(trace_record_launch_end(r, &d) < 0);
    assert_non_null(strstr(d.text, "1 of 11 CTAs"));
    trace_record_discard(r);
    snprintf(command, sizeof command, "ls %s | grep -q gone", dir);
    assert_int_not_equal(system(command), 0);
    d.text[0] = 0;
    assert_null(trace_record_open("/nonexistent/x.lwt", &about, &d));
    assert_non_null(strstr(d.text, "/nonexistent/x.lwt: cannot create"));
}

static int make_dir(void **state)
{
    (void)state;
    return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", dir);
    return system(command);
}

/* A program as it was written before `op` and `sources` were kept. */
static void trace_native_070_programs_without_classes(void **state)
{
    (void)state;
    static wild_t w;
    diag_t d = {{0}};
    wild_init(&w, 32, 1);
    nat_prog_t *p = nat_prog_copy(&w.front, &d);
    assert_non_null(p);
    cJSON *o = nat_prog_json(p), *row;
    nat_prog_t *same = nat_prog_read(o, "new", &d);
    assert_non_null(same);
    assert_true(nat_prog_same(same, &w.front));
    nat_prog_free(same);
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(o, "instructions"))
    {
        cJSON_DeleteItemFromObjectCaseSensitive(row, "op");
        cJSON_DeleteItemFromObjectCaseSensitive(row, "sources");
    }
    nat_prog_t *old = nat_prog_read(o, "old", &d);
    if (!old)
        fail_msg("%s", d.text);
    for (uint32_t i = 0; i < old->n_inst; i++) {
        bool reads_it = inst_regset_meets(&old->inst[i].use, &old->inst[i].dst);
        assert_int_equal(old->inst[i].op, INST_OP_LOGIC);
        assert_int_equal(old->inst[i].sources, reads_it ? 0 : 1); /* use has one register */
        assert_int_equal(old->inst[i].pc, p->inst[i].pc);
    }
    nat_prog_free(old);
    row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(o, "instructions"), 1);
    cJSON_AddStringToObject(row, "op", "int_sub");
    assert_null(nat_prog_read(o, "bad", &d));
    assert_non_null(strstr(d.text, "'op' is 'int_sub'"));
    cJSON_Delete(o);
    nat_prog_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trace_native_010_every_step_comes_back),
        cmocka_unit_test(trace_native_020_chunks),
        cmocka_unit_test(trace_native_030_changed_files_are_refused),
        cmocka_unit_test(trace_native_040_any_stream),
        cmocka_unit_test(trace_native_045_damage_under_right_checksums),
        cmocka_unit_test(trace_native_050_says_what_is_wrong),
        cmocka_unit_test(trace_native_060_discarded),
        cmocka_unit_test(trace_native_070_programs_without_classes),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
