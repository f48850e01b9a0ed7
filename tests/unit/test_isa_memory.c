/*
 * Memory: every load, store and atomic row in every space, forms of addresses, faults. Each row has
 * its case in the list before the tests: without one the program does not compile.
 */
#include "isa_gen.h"

#include "isa/rows_special.inc"

#include <errno.h>

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

static void atom_row(const isa_row_t *row)
{
    atom_case(row, false);
    atom_case(row, true);
}

/* The rows of the manual, listed a second time, and the case of each. */
typedef void case_fn(const isa_row_t *row);
#define CASE(id, fn)                                                                               \
    static void case_##id(const isa_row_t *row)                                                    \
    {                                                                                              \
        fn(row);                                                                                   \
    }
/* clang-format off */
#define CASES_MEM(id) \
    CASE(id##_b8, memory_row) CASE(id##_b16, memory_row) CASE(id##_b32, memory_row) \
    CASE(id##_b64, memory_row) CASE(id##_u8, memory_row) CASE(id##_u16, memory_row) \
    CASE(id##_u32, memory_row) CASE(id##_u64, memory_row) CASE(id##_s8, memory_row) \
    CASE(id##_s16, memory_row) CASE(id##_s32, memory_row) CASE(id##_s64, memory_row) \
    CASE(id##_f32, memory_row) CASE(id##_f64, memory_row)
#define CASES_INT(op) \
    CASE(op##_u32, atom_row) CASE(op##_s32, atom_row) CASE(op##_u64, atom_row) CASE(op##_s64, atom_row)
#define CASES_BITS(op) CASE(op##_b32, atom_row) CASE(op##_b64, atom_row)
#define CASES_ATOM(kind) \
    CASES_INT(kind##_add) CASE(kind##_add_f32, atom_row) CASE(kind##_add_f64, atom_row) \
    CASES_INT(kind##_min) CASES_INT(kind##_max) CASES_BITS(kind##_and) CASES_BITS(kind##_or) \
    CASES_BITS(kind##_xor) CASE(kind##_inc_u32, atom_row) CASE(kind##_dec_u32, atom_row)
CASES_MEM(ld) CASES_MEM(ldu) CASES_MEM(st)
CASES_ATOM(atom) CASES_ATOM(red) CASES_BITS(atom_exch) CASES_BITS(atom_cas)
    /* clang-format on */

    static const struct {
    const char *name;
    case_fn *run;
} cases[] = {
#define X(id, nm, ex, operands, ty, ty2, al, ne, un) {nm, case_##id},
    ISA_MEMORY_ROWS(X)
#undef X
};

/* Runs the cases whose row's name begins so. */
static void run_cases(const char *prefix)
{
    unsigned done = 0;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const isa_row_t *row = NULL;
        if (strncmp(cases[i].name, prefix, strlen(prefix)))
            continue;
        for (unsigned k = isa_alu_row_count; k < isa_row_count; k++)
            if (!strcmp(isa_rows[k].name, cases[i].name))
                row = &isa_rows[k];
        assert_non_null(row);
        cases[i].run(row);
        done++;
    }
    assert_true(done > 0);
}

static void isa_500_loads_and_stores(void **state)
{
    (void)state;
    run_cases("ld.");
    run_cases("ldu.");
    run_cases("st.");
}

static void isa_501_atomics_go_in_the_order_of_lanes(void **state)
{
    (void)state;
    run_cases("atom.");
    run_cases("red.");
}

/* 32-bit address registers, immediates as addresses, offsets below the base. */
static void isa_502_forms_of_addresses(void **state)
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
static void isa_503_generic_access_to_several_spaces(void **state)
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

static void isa_504_bad_addresses_are_faults(void **state)
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

/* Lane i loads a word at a + 4 i and stores it 8 bytes further; atomics count as writes. */
static const char edge[] =
    RIG_HEAD ".entry k(.param .u64 a) { .reg .b32 %r<4>; .reg .b64 %d<4>;\n"
             "ld.param.u64 %d1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4;\n"
             "add.u64 %d1, %d1, %d2; ld.global.u32 %r2, [%d1]; add.u32 %r2, %r2, 1;\n"
             "st.global.u32 [%d1+8], %r2; bar.sync 0; atom.global.add.u32 %r3, [%d1], 0; ret; }\n";

static void isa_505_memory_around_the_arena_is_counted(void **state)
{
    (void)state;
    static const char *const simds[] = {"base", "avx2", "avx512"};
    enum { BELOW = 64, ABOVE = 32 };
    for (unsigned s = 0; s < 3; s++)
        for (uint32_t lanes = 32; lanes <= 64; lanes += 32) {
            rig_t r;
            rig_open(&r, "edge.ptx", edge);
            r.simd = simds[s];
            r.warp_size = lanes;
            r.below = BELOW;
            r.above = ABOVE;
            const uint64_t base = RIG_BASE + BELOW, end = RIG_BASE + RIG_BYTES - ABOVE;
            /* 32 threads from 3 words below: 3 loads, 1 store and 3 atomics are outside. */
            const uint64_t low = base - 12, high = end - 4 * 32 + 4, far = RIG_BASE - 4;
            int rc = rig_run(&r, "k", 1, 32, &low, 1);
            if (rc && strstr(r.d.text, "no handlers")) {
                rig_close(&r);
                continue;
            }
            assert_int_equal(rc, 0);
            assert_int_equal(r.slack.reads, 3);
            assert_int_equal(r.slack.writes, 1 + 3);
            assert_string_equal(r.warning, "");
            assert_string_equal(
                r.slack_warning,
                "k: pc 0x20 (edge.ptx:6:24) 'ld.global.u32 %r2, [%d1]': CTA 0 warp 0 lane 0: load "
                "of "
                "4 "
                "bytes at 0x10000034: 3 reads and 4 writes of threads outside of allocated memory, "
                "in the page that is mapped around it");
            assert_int_equal(*(uint32_t *)rig_host(&r, base - 4), 1); /* kept */
            /* The last word of 32 threads ends 4 bytes above: 1 load, 3 stores, 1 atomic. */
            RIG_RUN(&r, "k", 1, 32, high);
            assert_int_equal(r.slack.reads, 1);
            assert_int_equal(r.slack.writes, 3 + 1);
            assert_int_equal(rig_run(&r, "k", 1, 32, &far, 1), -EFAULT);
            assert_non_null(strstr(r.fault, "lane 0: load of 4 bytes at 0xffffffc is outside"));
            assert_int_equal(r.slack.reads + r.slack.writes, 0);
            const uint64_t odd = base - 2;
            assert_int_equal(rig_run(&r, "k", 1, 1, &odd, 1), -EFAULT);
            assert_non_null(strstr(r.fault, "is misaligned"));
            rig_close(&r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_500_loads_and_stores),
        cmocka_unit_test(isa_501_atomics_go_in_the_order_of_lanes),
        cmocka_unit_test(isa_502_forms_of_addresses),
        cmocka_unit_test(isa_503_generic_access_to_several_spaces),
        cmocka_unit_test(isa_504_bad_addresses_are_faults),
        cmocka_unit_test(isa_505_memory_around_the_arena_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
