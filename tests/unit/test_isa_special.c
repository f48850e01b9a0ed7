/*
 * Every row without a vector handler: memory, atomics, moves, predicates, carries, lane exchange,
 * control. As in test_isa_ops.c a row that no case here covers fails.
 */
#include "isa_rig.h"

#include <ctype.h>
#include <errno.h>

#include "common/rng.h"
#include "isa/rows.h"

#define LANES 32u

typedef struct text {
    char s[8000];
    size_t n;
} text_t;

static void put(text_t *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(x->s + x->n, sizeof x->s - x->n, fmt, ap);
    va_end(ap);
    assert_true(n >= 0 && (size_t)n < sizeof x->s - x->n);
    x->n += (size_t)n;
}

static const char *suffix(const isa_row_t *row)
{
    return strrchr(row->name, '.') + 1;
}

static uint64_t cut(uint64_t x, unsigned bits)
{
    return bits >= 64 ? x : x & ((UINT64_C(1) << bits) - 1);
}

/* k(in, out): registers, lane number in %lane, addresses of the thread's bytes in %in and %out:
 * 64 of each. */
static void head(text_t *x, const char *extra)
{
    x->n = 0;
    put(x,
        RIG_HEAD "%s.entry k(.param .u64 i, .param .u64 o, .param .align 16 .b8 p[16]) {\n"
                 ".reg .b32 %%lane, %%r<20>; .reg .b64 %%in, %%out, %%d<20>, %%at;\n"
                 ".reg .b16 %%h<20>; .reg .pred %%p<20>;\n"
                 ".shared .align 16 .b8 sm[4096]; .local .align 16 .b8 lo[64];\n"
                 "mov.u32 %%lane, %%tid.x; mul.wide.u32 %%d0, %%lane, 64;\n"
                 "ld.param.u64 %%in, [i]; add.u64 %%in, %%in, %%d0;\n"
                 "ld.param.u64 %%out, [o]; add.u64 %%out, %%out, %%d0;\n",
        extra);
}

static void tail(text_t *x)
{
    put(x, "ret; }\n");
}

typedef struct bench {
    rig_t r;
    uint64_t in, out;
    uint8_t *ib, *ob;
    uint8_t param[16];
} bench_t;

static void open_bench(bench_t *b, const text_t *x, const isa_row_t *row)
{
    rig_open(&b->r, row->name, x->s);
    b->in = rig_alloc(&b->r, 64 * 64);
    b->out = rig_alloc(&b->r, 64 * 64);
    b->ib = rig_host(&b->r, b->in);
    b->ob = rig_host(&b->r, b->out);
    rng_t g;
    rng_seed(&g, 5);
    for (unsigned i = 0; i < 64 * 64; i++)
        b->ib[i] = (uint8_t)rng_u64(&g);
    for (unsigned i = 0; i < 16; i++)
        b->param[i] = (uint8_t)(0xf0 - 9 * i);
}

static int try_bench(bench_t *b, uint32_t threads)
{
    const isa_kernel_t *k = isa_kernel_find(b->r.m, "k");
    uint8_t params[64] = {0};
    memcpy(params + k->param[0].offset, &b->in, 8);
    memcpy(params + k->param[1].offset, &b->out, 8);
    memcpy(params + k->param[2].offset, b->param, 16);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {1, 1, 1},
                            .block = {threads, 1, 1},
                            .warp_size = b->r.warp_size,
                            .params = params,
                            .param_bytes = k->param_bytes,
                            .mem = {RIG_BASE, b->r.mem, RIG_BYTES}};
    isa_launch_t *l = isa_launch_new(&cfg, &b->r.d);
    assert_non_null(l);
    int e = isa_run_functional(l, 100000, &b->r.counts, &b->r.d);
    snprintf(b->r.fault, sizeof b->r.fault, "%s", isa_launch_fault(l));
    isa_launch_free(l);
    return e;
}

static void run_bench(bench_t *b)
{
    if (try_bench(b, LANES))
        fail_msg("%s", b->r.d.text);
}

static uint64_t word(const uint8_t *p, unsigned bytes)
{
    uint64_t v = 0;
    memcpy(&v, p, bytes);
    return v;
}

/* ---- loads and stores ---- */

typedef struct place {
    const char *name; /* modifier with its dot, or nothing: generic */
    const char *base; /* code that leaves the address in %at */
    bool writable;
    bool direct; /* [variable] can be used too */
} place_t;

static const place_t places[] = {
    {".global", "mov.u64 %at, %in;", true, false},
    {".shared", "mov.u64 %at, sm; add.u64 %at, %at, %d0;", true, false},
    {".local", "mov.u64 %at, lo;", true, false},
    {"", "mov.u64 %at, %in;", true, false},
    {"", "cvta.shared.u64 %at, sm; add.u64 %at, %at, %d0;", true, false},
    {"", "mov.u64 %at, lo; cvta.local.u64 %at, %at;", true, false},
    {".const", "mov.u64 %at, cc;", false, false},
    {".param", "mov.u64 %at, p;", false, false},
};

/* Bytes of thread t at the place before a load. */
static uint64_t place_bytes(const bench_t *b, const place_t *pl, unsigned t, unsigned at,
                            unsigned bytes)
{
    if (!strcmp(pl->name, ".const")) {
        uint8_t c[16];
        for (unsigned i = 0; i < 16; i++)
            c[i] = (uint8_t)(i * 37 + 120);
        return word(c + at, bytes);
    }
    if (!strcmp(pl->name, ".param"))
        return word(b->param + at, bytes);
    return word(b->ib + 64 * t + at, bytes);
}

static void load_case(const isa_row_t *row, const place_t *pl, unsigned n, unsigned reg)
{
    static const char *const vec[] = {"", "", ".v2", "", ".v4"};
    unsigned bytes = ptx_type_bits(row->t) / 8;
    bool is_signed = ptx_type_class(row->t) == 's';
    text_t x;
    char cc[256], opcode[8];
    size_t k = 0;
    k += (size_t)snprintf(cc, sizeof cc, ".const .align 16 .b8 cc[16] = {");
    for (unsigned i = 0; i < 16; i++)
        k += (size_t)snprintf(cc + k, sizeof cc - k, "%s%u", i ? ", " : "", (i * 37 + 120) & 255);
    snprintf(cc + k, sizeof cc - k, "};\n");
    head(&x, cc);
    put(&x, "%s\n", pl->base);
    if (pl->writable) /* the thread's own bytes into the place */
        for (unsigned i = 0; i < 16; i++)
            put(&x, "ld.global.u8 %%h1, [%%in+%u]; st%s.u8 [%%at+%u], %%h1;\n", i, pl->name, i);
    put(&x, ".reg .b%u %%x<4>;\n", reg);
    snprintf(opcode, sizeof opcode, "%.*s", (int)(strchr(row->name, '.') - row->name), row->name);
    put(&x, "%s%s%s.%s %s%%x0", opcode, pl->name, vec[n], suffix(row), n > 1 ? "{" : "");
    for (unsigned i = 1; i < n; i++)
        put(&x, ", %%x%u", i);
    put(&x, "%s, [%%at];\n", n > 1 ? "}" : "");
    for (unsigned i = 0; i < n; i++)
        put(&x, "st.global.b%u [%%out+%u], %%x%u;\n", reg, 8 * i, i);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++)
        for (unsigned i = 0; i < n; i++) {
            uint64_t want = place_bytes(&b, pl, t, i * bytes, bytes);
            if (is_signed && want >> (8 * bytes - 1) & 1)
                want |= ~cut(~UINT64_C(0), 8 * bytes);
            uint64_t got = word(b.ob + 64 * t + 8 * i, 8);
            if (got != cut(want, reg))
                fail_msg("%s%s x%u into b%u: thread %u element %u is %llx, expected %llx",
                         row->name, pl->name, n, reg, t, i, (unsigned long long)got,
                         (unsigned long long)cut(want, reg));
        }
    rig_close(&b.r);
}

static void store_case(const isa_row_t *row, const place_t *pl, unsigned n, unsigned reg)
{
    static const char *const vec[] = {"", "", ".v2", "", ".v4"};
    unsigned bytes = ptx_type_bits(row->t) / 8;
    text_t x;
    head(&x, "");
    put(&x, "%s .reg .b%u %%x<4>;\n", pl->base, reg);
    for (unsigned i = 0; i < n; i++)
        put(&x, "ld.global.b%u %%x%u, [%%in+%u];\n", reg, i, 32 + 8 * i);
    for (unsigned i = 0; i < 16; i += 8)
        put(&x, "mov.u64 %%d1, 0; st%s.u64 [%%at+%u], %%d1;\n", pl->name, i);
    put(&x, "st%s%s.%s [%%at], %s%%x0", pl->name, vec[n], suffix(row), n > 1 ? "{" : "");
    for (unsigned i = 1; i < n; i++)
        put(&x, ", %%x%u", i);
    put(&x, "%s;\n", n > 1 ? "}" : "");
    for (unsigned i = 0; i < 16; i++)
        put(&x, "ld%s.u8 %%h1, [%%at+%u]; st.global.u8 [%%out+%u], %%h1;\n", pl->name, i, i);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    uint8_t before[64 * 64];
    memcpy(before, b.ib, sizeof before);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        uint8_t want[16] = {0};
        for (unsigned i = 0; i < n; i++)
            memcpy(want + i * bytes, before + 64 * t + 32 + 8 * i, bytes);
        if (memcmp(want, b.ob + 64 * t, 16))
            fail_msg("%s%s x%u from b%u: thread %u", row->name, pl->name, n, reg, t);
    }
    rig_close(&b.r);
}

static void memory_row(const isa_row_t *row)
{
    unsigned bits = ptx_type_bits(row->t);
    bool store = row->exec == EX_STORE, ldu = !strncmp(row->name, "ldu", 3);
    unsigned done = 0;
    for (unsigned p = 0; p < sizeof places / sizeof places[0]; p++)
        for (unsigned n = 1; n <= 4; n *= 2)
            for (unsigned reg = 16; reg <= 64; reg *= 2) {
                if (bits * n > 128 || reg < bits || (ldu && p != 0) ||
                    (store && !places[p].writable))
                    continue;
                if (store)
                    store_case(row, &places[p], n, reg);
                else
                    load_case(row, &places[p], n, reg);
                done++;
            }
    assert_true(done > 0);
}

/* ---- atomics ---- */

static uint64_t number(const isa_row_t *row, uint64_t x, bool *negative)
{
    unsigned bits = ptx_type_bits(row->t);
    *negative = ptx_type_class(row->t) == 's' && x >> (bits - 1) & 1;
    return x;
}

static bool below(const isa_row_t *row, uint64_t a, uint64_t b)
{
    bool na, nb;
    a = number(row, a, &na);
    b = number(row, b, &nb);
    return na != nb ? na : a < b; /* two's complement keeps the order within a sign */
}

static uint64_t atom_result(const isa_row_t *row, uint64_t old, uint64_t b, uint64_t c)
{
    unsigned bits = ptx_type_bits(row->t);
    char op[8];
    const char *dot = strchr(row->name, '.') + 1;
    snprintf(op, sizeof op, "%.*s", (int)strcspn(dot, "."), dot);
    if (!strcmp(op, "add") && row->t == PT_F32) {
        float x, y;
        uint32_t u = (uint32_t)old, v = (uint32_t)b;
        memcpy(&x, &u, 4);
        memcpy(&y, &v, 4);
        x += y;
        memcpy(&u, &x, 4);
        return u;
    }
    if (!strcmp(op, "add") && row->t == PT_F64) {
        double x, y;
        memcpy(&x, &old, 8);
        memcpy(&y, &b, 8);
        x += y;
        memcpy(&old, &x, 8);
        return old;
    }
    uint64_t r = !strcmp(op, "add")    ? old + b
                 : !strcmp(op, "min")  ? (below(row, b, old) ? b : old)
                 : !strcmp(op, "max")  ? (below(row, old, b) ? b : old)
                 : !strcmp(op, "and")  ? old & b
                 : !strcmp(op, "or")   ? old | b
                 : !strcmp(op, "xor")  ? old ^ b
                 : !strcmp(op, "inc")  ? (old >= b ? 0 : old + 1)
                 : !strcmp(op, "dec")  ? (old == 0 || old > b ? b : old - 1)
                 : !strcmp(op, "exch") ? b
                                       : (old == b ? c : old);
    return cut(r, bits);
}

/* All lanes but one in eight work on 4 cells, in the order of the lanes. */
static void atom_case(const isa_row_t *row, bool shared)
{
    unsigned bits = ptx_type_bits(row->t), size = bits / 8;
    bool red = row->exec == EX_RED, cas = strstr(row->name, ".cas.") != NULL;
    char op[40];
    text_t x;
    snprintf(op, sizeof op, "%s%s%s", red ? "red" : "atom", shared ? ".shared" : ".global",
             strchr(row->name, '.'));
    head(&x, "");
    put(&x, "and.b32 %%r1, %%lane, 3; mul.wide.u32 %%d2, %%r1, %u;\n", size);
    if (shared)
        put(&x, "mov.u64 %%at, sm;\n");
    else
        put(&x, "ld.param.u64 %%at, [i]; add.u64 %%at, %%at, 2048;\n");
    put(&x,
        "add.u64 %%at, %%at, %%d2; and.b32 %%r2, %%lane, 7; setp.ne.u32 %%p1, %%r2, 5;\n"
        ".reg .b%u %%x<4>; ld.global.b%u %%x0, [%%in]; ld.global.b%u %%x1, [%%in+8];\n"
        "ld.global.b%u %%x2, [%%in+16]; mov.b%u %%x3, 77;\n",
        bits, bits, bits, bits, bits);
    if (shared) /* lanes 0 to 3 bring their first cell */
        put(&x, "setp.lt.u32 %%p2, %%lane, 4; @%%p2 st.shared.b%u [%%at], %%x2; bar.sync 0;\n",
            bits);
    else
        put(&x, "setp.lt.u32 %%p2, %%lane, 4; @%%p2 st.global.b%u [%%at], %%x2;\n", bits);
    put(&x, "@%%p1 %s %s[%%at], %%x0%s;\n", op, red ? "" : "%x3, ", cas ? ", %x1" : "");
    put(&x, "st.global.b%u [%%out], %%x3; ld%s.b%u %%x3, [%%at]; st.global.b%u [%%out+8], %%x3;\n",
        bits, shared ? ".shared" : ".global", bits, bits);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    for (unsigned t = 0; t < LANES; t++) { /* values that meet often */
        uint64_t v = t % 5 * UINT64_C(0x4000000040000000) + t % 3, w = t * 3, first = t % 4 * 2;
        float f[3] = {(float)t * 0.3f, 0.0f, 1.5f};
        double d[3] = {t * 0.7, 0.0, 2.5};
        if (ptx_type_class(row->t) == 'f') {
            memcpy(&v, bits == 32 ? (void *)&f[0] : (void *)&d[0], size);
            memcpy(&first, bits == 32 ? (void *)&f[2] : (void *)&d[2], size);
        } else if (cas || strstr(row->name, ".inc.") || strstr(row->name, ".dec.")) {
            v = cas ? (t % 4 * 2) + (t >= 8 ? 3 * (t - 4) : 0) : t % 7;
        }
        memcpy(b.ib + 64 * t, &v, 8);
        memcpy(b.ib + 64 * t + 8, &w, 8);
        memcpy(b.ib + 64 * t + 16, &first, 8);
    }
    uint64_t cell[4], old[LANES];
    for (unsigned k = 0; k < 4; k++)
        cell[k] = word(b.ib + 64 * k + 16, size);
    for (unsigned t = 0; t < LANES; t++) {
        old[t] = 77;
        if ((t & 7) == 5)
            continue;
        old[t] = cell[t & 3];
        cell[t & 3] =
            atom_result(row, cell[t & 3], word(b.ib + 64 * t, size), word(b.ib + 64 * t + 8, size));
    }
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        uint64_t got = word(b.ob + 64 * t, size), now = word(b.ob + 64 * t + 8, size);
        if (got != (red ? 77 : old[t]) || now != cell[t & 3])
            fail_msg("%s: lane %u had %llx, expected %llx; cell %llx, expected %llx", op, t,
                     (unsigned long long)got, (unsigned long long)(red ? 77 : old[t]),
                     (unsigned long long)now, (unsigned long long)cell[t & 3]);
    }
    rig_close(&b.r);
}

/* ---- moves, selection, predicates ---- */

static void move_case(const isa_row_t *row)
{
    unsigned bits = ptx_type_bits(row->t);
    text_t x;
    head(&x, "");
    put(&x, ".reg .b%u %%x<4>; ld.global.b%u %%x0, [%%in]; mov.b%u %%x1, 9; mov.b%u %%x2, 8;\n",
        bits, bits, bits, bits);
    put(&x, "setp.lt.u32 %%p1, %%lane, 20;\n");
    put(&x, "mov.%s %%x1, %%x0; @%%p1 mov.%s %%x2, %%x0;\n", suffix(row), suffix(row));
    put(&x, "st.global.b%u [%%out], %%x1; st.global.b%u [%%out+8], %%x2;\n", bits, bits);
    for (unsigned n = 2; n <= 4 && ptx_type_class(row->t) == 'b' && bits / n >= 8; n *= 2) {
        unsigned part = bits / n;
        if (part < 16)
            continue; /* .b8 registers are as rare as they are slow */
        put(&x, "{ .reg .b%u %%y<4>; mov.b%u {%%y0, %%y1%s}, %%x0;\n", part, bits,
            n == 4 ? ", %y2, %y3" : "");
        for (unsigned k = 0; k < n; k++)
            put(&x, "st.global.b%u [%%out+%u], %%y%u;\n", part, 16 * n / 2 + k * part / 8, k);
        put(&x, "mov.b%u %%x3, {%%y1, %%y0%s}; st.global.b%u [%%out+%u], %%x3; }\n", bits,
            n == 4 ? ", %y3, %y2" : "", bits, 40 + 4 * n);
    }
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        const uint8_t *i = b.ib + 64 * t, *o = b.ob + 64 * t;
        assert_memory_equal(i, o, bits / 8);
        assert_int_equal(word(o + 8, bits / 8), t < 20 ? word(i, bits / 8) : 8);
        for (unsigned n = 2; n <= 4 && ptx_type_class(row->t) == 'b' && bits / n >= 16; n *= 2) {
            unsigned part = bits / n / 8;
            assert_memory_equal(o + 8 * n, i, bits / 8);
            for (unsigned k = 0; k < n; k++) /* pairs exchanged */
                assert_memory_equal(o + 40 + 4 * n + k * part, i + (k ^ 1) * part, part);
        }
    }
    rig_close(&b.r);
}

static void special_moves(const isa_row_t *row) /* mov.pred, and the special registers once */
{
    text_t x;
    head(&x, "");
    put(&x, "setp.lt.u32 %%p1, %%lane, 9; mov.pred %%p2, %%p1; mov.pred %%p3, !%%p1;\n"
            "mov.pred %%p4, 1; mov.pred %%p5, 0; @%%p1 mov.pred %%p5, 1;\n");
    for (unsigned k = 2; k <= 5; k++)
        put(&x, "selp.u32 %%r1, 1, 0, %%p%u; st.global.u32 [%%out+%u], %%r1;\n", k, 4 * k - 8);
    static const char *const sregs[] = {
        "%laneid", "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge",
        "%ntid.x", "%nctaid.z",    "%warpid",      "%nwarpid",     "%tid.y",       "%ctaid.x"};
    for (unsigned k = 0; k < 12; k++)
        put(&x, "mov.u32 %%r2, %s; st.global.u32 [%%out+%u], %%r2;\n", sregs[k], 16 + 4 * k);
    put(&x, "mov.u32 %%r3, %%clock; mov.u64 %%d3, %%clock64; cvt.u32.u64 %%r4, %%d3;\n"
            "sub.u32 %%r4, %%r4, %%r3; setp.ne.u32 %%p6, %%r4, 1; @%%p6 trap;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (uint32_t t = 0; t < LANES; t++) {
        const uint32_t want[16] = {t < 9,
                                   t >= 9,
                                   1,
                                   t < 9,
                                   t,
                                   1u << t,
                                   (1u << t) - 1,
                                   (uint32_t)((UINT64_C(2) << t) - 1),
                                   (uint32_t) ~((UINT64_C(2) << t) - 1),
                                   ~((1u << t) - 1),
                                   LANES,
                                   1,
                                   0,
                                   1,
                                   0,
                                   0};
        for (unsigned k = 0; k < 16; k++)
            assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), want[k]);
    }
    rig_close(&b.r);
}

static void select_case(const isa_row_t *row)
{
    unsigned bits = ptx_type_bits(row->t);
    text_t x;
    head(&x, "");
    put(&x,
        ".reg .b%u %%x<4>; ld.global.b%u %%x0, [%%in]; ld.global.b%u %%x1, [%%in+8];\n"
        "and.b32 %%r1, %%lane, 5; setp.eq.u32 %%p1, %%r1, 4; setp.lt.u32 %%p2, %%lane, 20;\n"
        "mov.b%u %%x3, 3; selp.%s %%x2, %%x0, %%x1, %%p1; @%%p2 selp.%s %%x3, %%x0, %%x1, !%%p1;\n"
        "st.global.b%u [%%out], %%x2; st.global.b%u [%%out+8], %%x3;\n",
        bits, bits, bits, bits, suffix(row), suffix(row), bits, bits);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        const uint8_t *i = b.ib + 64 * t, *o = b.ob + 64 * t;
        bool p = (t & 5) == 4;
        assert_memory_equal(o, i + (p ? 0 : 8), bits / 8);
        assert_int_equal(word(o + 8, bits / 8), t < 20 ? word(i + (p ? 8 : 0), bits / 8) : 3);
    }
    rig_close(&b.r);
}

static void plogic_case(const isa_row_t *row)
{
    bool not = row->name[0] == 'n';
    char op = row->name[0];
    text_t x;
    head(&x, "");
    put(&x, "and.b32 %%r1, %%lane, 1; setp.ne.u32 %%p1, %%r1, 0; and.b32 %%r2, %%lane, 2;\n"
            "setp.ne.u32 %%p2, %%r2, 0; setp.lt.u32 %%p3, %%lane, 16; mov.pred %%p4, 1;\n");
    put(&x, "@%%p3 %s %%p4, %%p1%s;\n", row->name, not ? "" : ", %p2");
    put(&x, "selp.u32 %%r3, 1, 0, %%p4; st.global.u32 [%%out], %%r3;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        bool p = t & 1, q = t >> 1 & 1;
        bool r = op == 'n' ? !p : op == 'a' ? p && q : op == 'o' ? p || q : p != q;
        assert_int_equal(word(b.ob + 64 * t, 4), t < 16 ? r : 1);
    }
    rig_close(&b.r);
}

/* ---- condition code ---- */

static void carry_case(const isa_row_t *row)
{
    typedef __int128 i128;
    typedef unsigned __int128 u128;
    unsigned bits = ptx_type_bits(row->t);
    bool mad = row->name[0] == 'm', sub = row->name[0] == 's',
         hi = strstr(row->name, ".hi") != NULL;
    bool in = strstr(row->name, "c.") && (!strncmp(row->name + 3, "c", 1)),
         out = strstr(row->name, ".cc");
    text_t x;
    head(&x, "");
    put(&x, ".reg .b%u %%x<6>;\n", bits);
    for (unsigned k = 0; k < 3; k++)
        put(&x, "ld.global.b%u %%x%u, [%%in+%u];\n", bits, k, 8 * k);
    put(&x,
        "and.b32 %%r1, %%lane, 1; neg.s32 %%r1, %%r1; add.cc.u32 %%r2, %%r1, %%r1;\n" /* odd: 1 */
        "%s %%x3, %%x0, %%x1%s; st.global.b%u [%%out], %%x3;\n"
        "addc.u32 %%r3, 0, 0; st.global.u32 [%%out+8], %%r3;\n",
        row->name, mad ? ", %x2" : "", bits);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    for (unsigned t = 0; t < LANES; t += 3) /* extremes */
        for (unsigned k = 0; k < 3; k++) {
            uint64_t v = (t / 3 + k) % 3 ? UINT64_MAX - k : (t + k) % 2;
            memcpy(b.ib + 64 * t + 8 * k, &v, 8);
        }
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        uint64_t a = word(b.ib + 64 * t, bits / 8), c = word(b.ib + 64 * t + 8, bits / 8);
        u128 flag = in ? t & 1 : 0, sum;
        if (mad) {
            i128 p = a, q = c;
            if (ptx_type_class(row->t) == 's') {
                p = bits == 64 ? (i128)(int64_t)a : (i128)(int32_t)a;
                q = bits == 64 ? (i128)(int64_t)c : (i128)(int32_t)c;
            }
            u128 product = (u128)p * (u128)q;
            a = cut((uint64_t)(hi ? product >> bits : product), bits);
            c = word(b.ib + 64 * t + 16, bits / 8);
        }
        sum = sub ? (u128)a - c - flag : (u128)a + c + flag;
        assert_int_equal(word(b.ob + 64 * t, bits / 8), cut((uint64_t)sum, bits));
        bool carry = out ? (sub ? a < c + flag : sum >> bits != 0) : t & 1;
        assert_int_equal(word(b.ob + 64 * t + 8, 4), carry);
    }
    rig_close(&b.r);
}

/* ---- lanes of a warp ---- */

/* Runs op on random predicates in the lanes where lane % 5 != 2. */
static void vote_case(const isa_row_t *row, bool sync, unsigned pattern)
{
    bool ballot = row->t == PT_B32;
    char op[8];
    snprintf(op, sizeof op, "%.4s", row->name + 5);
    text_t x;
    head(&x, "");
    put(&x,
        "rem.u32 %%r1, %%lane, 5; setp.ne.u32 %%p1, %%r1, 2; ld.global.u32 %%r2, [%%in];\n"
        "setp.ne.u32 %%p2, %%r2, 0; mov.u32 %%r3, 99; setp.eq.u32 %%p3, %%r3, 99;\n"
        "@%%p1 vote%s.%s %s, %%p2%s; selp.u32 %%r4, 1, 0, %%p3;\n"
        "st.global.u32 [%%out], %s;\n",
        sync ? ".sync" : "", row->name + 5, ballot ? "%r3" : "%p3", sync ? ", -1" : "",
        ballot ? "%r3" : "%r4");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    uint32_t yes = 0, in = 0;
    for (unsigned t = 0; t < LANES; t++) {
        uint32_t v = pattern == 0 ? 0 : pattern == 1 ? 1 : pattern == 2 ? t == 7 : t * 7 % 3 == 1;
        memcpy(b.ib + 64 * t, &v, 4);
        bool takes = t % 5 != 2;
        in |= (uint32_t)takes << t;
        yes |= (uint32_t)(takes && v) << t;
    }
    run_bench(&b);
    uint32_t want = !strcmp(op, "all.")   ? yes == in
                    : !strcmp(op, "any.") ? yes != 0
                    : !strcmp(op, "uni.") ? yes == in || !yes
                                          : yes;
    for (unsigned t = 0; t < LANES; t++)
        assert_int_equal(word(b.ob + 64 * t, 4), t % 5 != 2 ? want : ballot ? 99 : 1);
    rig_close(&b.r);
}

static void shuffle_case(const isa_row_t *row, bool sync)
{
    const char mode = row->name[5]; /* u, d, b, i */
    text_t x;
    head(&x, "");
    put(&x,
        "ld.global.u32 %%r1, [%%in]; ld.global.u32 %%r2, [%%in+4]; ld.global.u32 %%r3, [%%in+8];\n"
        "shfl%s%s %%r4|%%p1, %%r1, %%r2, %%r3%s; selp.u32 %%r5, 1, 0, %%p1;\n"
        "st.global.u32 [%%out], %%r4; st.global.u32 [%%out+4], %%r5;\n"
        "shfl%s%s %%r1, %%r1, 1, 31%s; st.global.u32 [%%out+8], %%r1;\n",
        sync ? ".sync" : "", row->name + 4, sync ? ", -1" : "", sync ? ".sync" : "", row->name + 4,
        sync ? ", -1" : "");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    for (unsigned t = 0; t < LANES; t++) {
        uint32_t by = t % 3 ? t * 5 % 32 : 2, c = (t & 4 ? 0x1800u : 0) | (mode == 'u' ? 0 : 31);
        memcpy(b.ib + 64 * t + 4, &by, 4);
        memcpy(b.ib + 64 * t + 8, &c, 4);
    }
    run_bench(&b);
    for (uint32_t t = 0; t < LANES; t++) {
        uint32_t by = (uint32_t)word(b.ib + 64 * t + 4, 4),
                 c = (uint32_t)word(b.ib + 64 * t + 8, 4);
        for (unsigned again = 0; again < 2; again++) { /* second: by 1, c 31 */
            if (again)
                by = 1, c = 31;
            /* the manual's pseudocode */
            int lane = (int)t, bval = by & 31, cval = c & 31, mask = c >> 8 & 31;
            int max_lane = (lane & mask) | (cval & ~mask), min_lane = lane & mask, j;
            bool ok;
            switch (mode) {
            case 'u':
                j = lane - bval;
                ok = j >= max_lane;
                break;
            case 'd':
                j = lane + bval;
                ok = j <= max_lane;
                break;
            case 'b':
                j = lane ^ bval;
                ok = j <= max_lane;
                break;
            default:
                j = min_lane | (bval & ~mask);
                ok = j <= max_lane;
            }
            uint32_t want = (uint32_t)word(b.ib + 64 * (ok ? (unsigned)j : t), 4);
            assert_int_equal(word(b.ob + 64 * t + (again ? 8 : 0), 4), want);
            if (!again)
                assert_int_equal(word(b.ob + 64 * t + 4, 4), ok);
        }
    }
    rig_close(&b.r);
}

static void match_case(const isa_row_t *row, bool same)
{
    bool all = strstr(row->name, ".all.") != NULL;
    unsigned bits = ptx_type_bits(row->t);
    text_t x;
    head(&x, "");
    put(&x,
        ".reg .b%u %%x; ld.global.b%u %%x, [%%in]; setp.ne.u32 %%p1, %%lane, 11;\n"
        "mov.u32 %%r1, 0; @%%p1 match.%s.sync.b%u %%r1%s, %%x, -1; st.global.u32 [%%out], %%r1;\n",
        bits, bits, all ? "all" : "any", bits, all ? "|%p2" : "");
    if (all)
        put(&x, "selp.u32 %%r2, 1, 0, %%p2; st.global.u32 [%%out+4], %%r2;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    for (unsigned t = 0; t < LANES; t++) {
        uint64_t v = same ? 5 : UINT64_C(0x100000000) * (t % 2) + t % 3;
        memcpy(b.ib + 64 * t, &v, 8);
    }
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        uint32_t equal = 0, in = 0;
        for (unsigned k = 0; k < LANES; k++) {
            in |= (uint32_t)(k != 11) << k;
            equal |= (uint32_t)(k != 11 &&
                                word(b.ib + 64 * k, bits / 8) == word(b.ib + 64 * t, bits / 8))
                     << k;
        }
        uint32_t want = t == 11 ? 0 : all && equal != in ? 0 : equal;
        assert_int_equal(word(b.ob + 64 * t, 4), want);
        if (all && t != 11)
            assert_int_equal(word(b.ob + 64 * t + 4, 4), equal == in);
    }
    rig_close(&b.r);
}

/* Lanes that take part see one another. */
static void activemask_case(const isa_row_t *row)
{
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r1, 0; setp.ge.u32 %%p1, %%lane, 12; @%%p1 bra J; activemask.b32 %%r1;\n"
            "J: st.global.u32 [%%out], %%r1;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++)
        assert_int_equal(word(b.ob + 64 * t, 4), t < 12 ? 0xfff : 0);
    rig_close(&b.r);
}

static void address_space_case(const isa_row_t *row)
{
    static const char *const spaces[] = {"global", "shared", "local"};
    text_t x;
    head(&x, "");
    put(&x,
        "mov.u64 %%d1, sm; mov.u64 %%d2, lo;\n"
        "cvta.global.u64 %%d4, %%in; cvta.shared.u64 %%d5, %%d1; cvta.local.u64 %%d6, %%d2;\n"
        "cvta.to.global.u64 %%d7, %%d4; cvta.to.shared.u64 %%d8, %%d5;\n"
        "cvta.to.local.u64 %%d9, %%d6; setp.ne.u64 %%p1, %%d7, %%in; @%%p1 trap;\n"
        "setp.ne.u64 %%p1, %%d8, %%d1; @%%p1 trap; setp.ne.u64 %%p1, %%d9, %%d2; @%%p1 trap;\n");
    for (unsigned a = 0; a < 3; a++)
        for (unsigned s = 0; s < 3; s++)
            put(&x,
                "isspacep.%s %%p2, %%d%u; selp.u32 %%r1, 1, 0, %%p2; st.global.u32 [%%out+%u], "
                "%%r1;\n",
                spaces[s], 4 + a, 12 * a + 4 * s);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned a = 0; a < 3; a++)
        for (unsigned s = 0; s < 3; s++)
            assert_int_equal(word(b.ob + 12 * a + 4 * s, 4), a == s);
    rig_close(&b.r);
}

/* Instructions without an effect on values: what follows them still runs. */
static void no_effect_case(const isa_row_t *row, const char *text)
{
    text_t x;
    head(&x, "");
    put(&x, "%s\nst.global.u32 [%%out], %%lane;\n", text);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++)
        assert_int_equal(word(b.ob + 64 * t, 4), t);
    rig_close(&b.r);
}

/* Control: test_isa_flow.c has the behaviour; here each row is read and runs. */
static void control_case(const isa_row_t *row)
{
    text_t x;
    head(&x, ".func nothing() { ret; }\n");
    put(&x, "st.global.u32 [%%out], %%lane; mov.u32 %%r1, 0;\n");
    const char *n = row->name;
    if (!strcmp(n, "bra"))
        put(&x, "bra L; trap; L: bra.uni M; trap; M:\n");
    else if (!strcmp(n, "brx.idx"))
        put(&x, "T: .branchtargets A; brx.idx %%r1, T; trap; A:\n");
    else if (!strcmp(n, "call"))
        put(&x, "call nothing; call.uni nothing, ();\n");
    else if (!strcmp(n, "exit"))
        put(&x, "exit; trap;\n");
    else if (!strcmp(n, "ret"))
        put(&x, "ret; trap;\n");
    else if (!strcmp(n, "trap"))
        put(&x, "setp.eq.u32 %%p1, %%lane, 6; @%%p1 trap;\n");
    else
        fail_msg("%s: no case", n);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    int e = try_bench(&b, LANES);
    if (!strcmp(n, "trap")) {
        assert_int_equal(e, -EFAULT);
        assert_non_null(strstr(b.r.fault, "lane 6: trap"));
    } else {
        assert_int_equal(e, 0);
        assert_int_equal(word(b.ob + 64 * 31, 4), 31);
    }
    rig_close(&b.r);
}

static void cover(const isa_row_t *row)
{
    char text[80];
    switch (row->exec) {
    case EX_LOAD:
    case EX_STORE:
        memory_row(row);
        return;
    case EX_ATOM:
    case EX_RED:
        atom_case(row, false);
        atom_case(row, true);
        return;
    case EX_MOV:
        if (row->t == PT_PRED)
            special_moves(row);
        else
            move_case(row);
        return;
    case EX_SELP:
        select_case(row);
        return;
    case EX_PLOGIC:
        plogic_case(row);
        return;
    case EX_CARRY:
        carry_case(row);
        return;
    case EX_VOTE:
        for (unsigned pattern = 0; pattern < 4; pattern++) {
            vote_case(row, false, pattern);
            vote_case(row, true, pattern);
        }
        return;
    case EX_SHFL:
        shuffle_case(row, false);
        shuffle_case(row, true);
        return;
    case EX_MATCH:
        match_case(row, false);
        match_case(row, true);
        return;
    case EX_ACTIVEMASK:
        activemask_case(row);
        return;
    case EX_CVTA:
    case EX_ISSPACEP:
        address_space_case(row);
        return;
    case EX_BAR:
        snprintf(text, sizeof text, "%s.sync 0;", row->name);
        no_effect_case(row, text);
        return;
    case EX_MEMBAR:
        snprintf(text, sizeof text, "%s%s;", row->name,
                 !strcmp(row->name, "membar.gl") ? ""
                 : row->name[0] == 'm'           ? ".cta"
                                                 : ".gpu");
        no_effect_case(row, text);
        return;
    case EX_PREFETCH:
        snprintf(text, sizeof text, "%s%s [%%in];",
                 row->name[8] == 'u' ? "prefetchu" : "prefetch.global", strchr(row->name, '.'));
        no_effect_case(row, text);
        return;
    case EX_NOP:
        no_effect_case(row, row->name[0] == 'b' ? "bar.warp.sync -1;" : "nanosleep.u32 100;");
        return;
    default:
        control_case(row);
    }
}

static void cover_all(unsigned from, unsigned to, unsigned exec_from, unsigned exec_to)
{
    unsigned done = 0;
    for (unsigned i = from; i < to; i++)
        if (isa_rows[i].exec >= exec_from && isa_rows[i].exec <= exec_to) {
            cover(&isa_rows[i]);
            done++;
        }
    assert_true(done > 0);
}

static void isa_500_loads_and_stores(void **state)
{
    (void)state;
    cover_all(isa_alu_row_count, isa_row_count, EX_LOAD, EX_STORE);
}

static void isa_501_atomics_go_in_the_order_of_lanes(void **state)
{
    (void)state;
    cover_all(isa_alu_row_count, isa_row_count, EX_ATOM, EX_RED);
}

static void isa_502_moves_selection_predicates_carries(void **state)
{
    (void)state;
    cover_all(isa_alu_row_count, isa_row_count, EX_ALU32, EX_MOV);
}

static void isa_503_everything_else(void **state)
{
    (void)state;
    cover_all(isa_alu_row_count, isa_row_count, EX_PREFETCH, EX_NOP);
}

/* 32-bit address registers, immediates as addresses, offsets below the base. */
static void isa_504_forms_of_addresses(void **state)
{
    (void)state;
    text_t x;
    head(&x, ".global .align 8 .u32 cell[4] = {10, 20, 30, 40};\n"
             ".global .u64 to = generic(cell);\n.global .u64 past = cell+8;\n");
    put(&x,
        "mov.u32 %%r1, sm; mov.u32 %%r2, 321; st.shared.u32 [%%r1+8], %%r2;\n"
        "ld.shared.u32 %%r3, [sm+8]; st.global.u32 [%%out], %%r3;\n"
        "add.u32 %%r1, %%r1, 12; ld.shared.u32 %%r4, [%%r1+-4]; st.global.u32 [%%out+4], %%r4;\n"
        "ld.shared.u32 %%r5, [8]; st.global.u32 [%%out+8], %%r5;\n"
        "ld.global.u32 %%r6, [cell+12]; st.global.u32 [%%out+12], %%r6;\n"
        "ld.u32 %%r6, [cell]; st.global.u32 [%%out+16], %%r6;\n"
        "ld.global.u64 %%d1, [to]; ld.u32 %%r6, [%%d1+4]; st.global.u32 [%%out+20], %%r6;\n"
        "ld.global.u64 %%d1, [past]; ld.u32 %%r6, [%%d1]; st.global.u32 [%%out+24], %%r6;\n"
        "ld.local.u32 %%r6, [lo+4]; st.global.u32 [%%out+28], %%r6;\n"
        "mov.u64 %%d2, cell+4; ld.global.u32 %%r6, [%%d2]; st.global.u32 [%%out+32], %%r6;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, &isa_rows[isa_alu_row_count]);
    run_bench(&b);
    static const uint32_t want[9] = {321, 321, 321, 40, 10, 20, 30, 0, 20};
    for (unsigned t = 0; t < LANES; t++)
        for (unsigned k = 0; k < 9; k++)
            assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), want[k]);
    rig_close(&b.r);
}

/* Lanes of one access in three spaces at once. */
static void isa_505_generic_access_to_several_spaces(void **state)
{
    (void)state;
    text_t x;
    head(&x, "");
    put(&x, "cvta.shared.u64 %%d1, sm; add.u64 %%d1, %%d1, %%d0; mov.u64 %%d2, lo;\n"
            "cvta.local.u64 %%d2, %%d2; rem.u32 %%r1, %%lane, 3; mov.u64 %%at, %%out;\n"
            "setp.eq.u32 %%p1, %%r1, 1; @%%p1 mov.u64 %%at, %%d1;\n"
            "setp.eq.u32 %%p2, %%r1, 2; @%%p2 mov.u64 %%at, %%d2;\n"
            "st.u32 [%%at], %%lane; bar.sync 0; ld.u32 %%r2, [%%at];\n"
            "st.global.u32 [%%out+4], %%r2;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, &isa_rows[isa_alu_row_count]);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        assert_int_equal(word(b.ob + 64 * t, 4), t % 3 == 0 ? t : 0);
        assert_int_equal(word(b.ob + 64 * t + 4, 4), t);
    }
    rig_close(&b.r);
}

typedef struct fault {
    const char *code, *message;
} fault_t;

static void isa_506_bad_addresses_are_faults(void **state)
{
    (void)state;
    static const fault_t faults[] = {
        {"ld.global.u32 %r1, [%in+2];", "lane 0: load of 4 bytes"},
        {"ld.global.u32 %r1, [%in+2];", "is misaligned"},
        {"mov.u64 %d1, 0; ld.global.u32 %r1, [%d1];",
         "lane 0: load of 4 bytes at 0x0 is outside device memory"},
        {"setp.eq.u32 %p1, %lane, 9; mov.u64 %d1, 64; @%p1 st.global.u64 [%d1], %d1;",
         "lane 9: store of 8 bytes at 0x40 is outside device memory"},
        {"mov.u64 %d1, 4096; ld.shared.u32 %r1, [%d1];",
         "lane 0: load of 4 bytes at 0x1000 is outside shared memory"},
        {"ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [sm+8];", "of 16 bytes at 0x8 in shared memory"},
        {"ld.local.u32 %r1, [lo+64];", "load of 4 bytes at 0x40 is outside local memory"},
        {"mov.u64 %d1, 96; ld.param.u64 %d2, [%d1];", "outside parameter memory"},
        {"mov.u64 %d1, -8; atom.global.add.u32 %r1, [%d1], 1;",
         "atomic operation of 4 bytes at 0xfffffffffffffff8 is outside device memory"},
        {"cvta.local.u64 %d1, lo; red.add.u32 [%d1], 1;", "atomic operation on local memory"},
        {"mov.u64 %d1, 0x10100000; st.global.u8 [%d1], %h1;",
         "store of 1 bytes at 0x10100000 is outside device memory"},
        {"mov.u64 %d1, 0x10000000; ld.global.u8 %h1, [%d1-1];",
         "load of 1 bytes at 0xfffffff is outside device memory"},
    };
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
        text_t x;
        head(&x, "");
        put(&x, "%s", faults[k].code);
        tail(&x);
        bench_t b;
        open_bench(&b, &x, &isa_rows[0]);
        int e = try_bench(&b, LANES);
        if (e != -EFAULT || !strstr(b.r.fault, faults[k].message))
            fail_msg("%s: %d '%s', expected '%s'", faults[k].code, e, b.r.fault, faults[k].message);
        assert_ptr_equal(strstr(b.r.fault, "k: pc 0x"), b.r.fault); /* kernel, pc, line */
        rig_close(&b.r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_500_loads_and_stores),
        cmocka_unit_test(isa_501_atomics_go_in_the_order_of_lanes),
        cmocka_unit_test(isa_502_moves_selection_predicates_carries),
        cmocka_unit_test(isa_503_everything_else),
        cmocka_unit_test(isa_504_forms_of_addresses),
        cmocka_unit_test(isa_505_generic_access_to_several_spaces),
        cmocka_unit_test(isa_506_bad_addresses_are_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
