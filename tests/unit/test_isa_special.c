/*
 * Rows without a vector handler: moves, predicates, carries, lane exchange, control; memory has
 * test_isa_memory.c. Each row has its case in the list before cover(): without one the program does
 * not compile.
 */
#include "isa_gen.h"

#include "isa/rows_special.inc"

#include <errno.h>

#include "isa/texture.h"

/* ---- textures ---- */

/* Elements in the bench's bytes: rows of `width`, `pitch` bytes apart. */
static uint32_t texel(const isa_texture_t *t, const uint8_t *bytes, int64_t x, int64_t y,
                      unsigned k)
{
    uint32_t v = 0;
    const uint8_t *p = bytes + y * t->pitch + (x * t->channels + k) * t->bytes;
    for (unsigned i = 0; i < t->bytes; i++)
        v |= (uint32_t)p[i] << 8 * i;
    if (t->kind == ISA_TEXTURE_SIGNED && t->bytes < 4 && v >> (8 * t->bytes - 1))
        v |= ~(uint32_t)0 << 8 * t->bytes;
    return v;
}

static int64_t between(int64_t x, int64_t n)
{
    return x < 0 ? 0 : x < n ? x : n - 1;
}

/* Lane l reads (l - 3) of a row of 20, or (l % 8 - 1, l / 8 - 1) of three rows of 6. */
static void one_texture(const isa_row_t *row, unsigned channels, unsigned bytes, unsigned kind)
{
    bool flat = row->name[4] == '1', real = row->t2 == PT_F32;
    text_t x;
    head(&x, "");
    put(&x, ".reg .b32 %%x, %%y; ld.param.u64 %%d1, [p];\n");
    if (flat)
        put(&x, "sub.s32 %%x, %%lane, 3;\n");
    else
        put(&x, "and.b32 %%x, %%lane, 7; sub.s32 %%x, %%x, 1; shr.u32 %%y, %%lane, 3;\n"
                "sub.s32 %%y, %%y, 1;\n");
    if (real)
        put(&x, ".reg .f32 %%fx, %%fy; cvt.rn.f32.s32 %%fx, %%x; cvt.rn.f32.s32 %%fy, %%y;\n"
                "add.f32 %%fx, %%fx, 0f3F400000; add.f32 %%fy, %%fy, 0f3E800000;\n");
    char name[64];
    snprintf(name, sizeof name, "tex.%.2s.v4%s", row->name + 4, row->name + 6);
    put(&x, "%s {%%r1, %%r2, %%r3, %%r4}, [%%d1, {%s}];\n", name,
        flat   ? "%x"
        : real ? "%fx, %fy"
               : "%x, %y");
    put(&x, "st.global.v4.u32 [%%out], {%%r1, %%r2, %%r3, %%r4};\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    uint64_t at = rig_alloc(&b.r, sizeof(isa_texture_t));
    isa_texture_t t = {.magic = ISA_TEXTURE_MAGIC,
                       .address = b.in,
                       .width = flat ? 20 : 6,
                       .height = flat ? 1 : 3,
                       .pitch = 112,
                       .channels = (uint8_t)channels,
                       .bytes = (uint8_t)bytes,
                       .kind = (uint8_t)kind};
    memcpy(rig_host(&b.r, at), &t, sizeof t);
    memcpy(b.param, &at, 8);
    run_bench(&b);
    for (int l = 0; l < (int)LANES; l++)
        for (unsigned k = 0; k < 4; k++) {
            int64_t u = flat ? l - 3 : between(l % 8 - 1, 6), v = flat ? 0 : between(l / 8 - 1, 3);
            bool none = k >= channels || u < 0 || u >= t.width;
            assert_int_equal(word(b.ob + 64 * l + 4 * k, 4), none ? 0 : texel(&t, b.ib, u, v, k));
        }
    rig_close(&b.r);
}

static void texture_case(const isa_row_t *row)
{
    for (unsigned channels = 1; channels <= 4; channels *= 2)
        for (unsigned bytes = row->t == PT_F32 ? 4 : 1; bytes <= 4; bytes *= 2)
            for (unsigned kind = 0; kind <= (bytes == 4 ? 2u : 1u); kind++)
                one_texture(row, channels, bytes, kind);
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

static void vote_cases(const isa_row_t *row)
{
    for (unsigned pattern = 0; pattern < 4; pattern++) {
        vote_case(row, false, pattern);
        vote_case(row, true, pattern);
    }
}

static void shuffle_cases(const isa_row_t *row)
{
    shuffle_case(row, false);
    shuffle_case(row, true);
}

static void match_cases(const isa_row_t *row)
{
    match_case(row, false);
    match_case(row, true);
}

/* What two threads exchange across a barrier is in test_isa_flow.c. */
static void barrier_case(const isa_row_t *row)
{
    char text[80];
    snprintf(text, sizeof text, "%s.sync 0;", row->name);
    no_effect_case(row, text);
}

/* Two warps meet at reducing barriers one after another, at the same and at others. */
static void reduce_case(const isa_row_t *row)
{
    static const unsigned from[] = {0, 1, 40, 64, 63, 64, 0, 32};
    const char *kind = strstr(row->name, ".red."), *operands[] = {"0", "1, 64", "%r4"};
    bool count = strstr(kind, "popc") != NULL;
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r4, 15;\n");
    for (unsigned k = 0; k < 8; k++) {
        put(&x, "setp.%s.u32 %%p1, %%lane, %u;\n", k & 1 ? "lt" : "ge", from[k]);
        put(&x, "%.*s.red.%s %s, %s, %s%%p1;\n", (int)(kind - row->name), row->name, kind + 5,
            count ? "%r1" : "%p2", operands[k / 2 % 3], k & 1 ? "!" : "");
        if (!count)
            put(&x, "selp.u32 %%r1, 1, 0, %%p2;\n");
        put(&x, "st.global.u32 [%%out+%u], %%r1;\n", 4 * k);
    }
    tail(&x);
    for (uint32_t warp = 32; warp <= 64; warp += 32) {
        bench_t b;
        open_bench(&b, &x, row);
        b.r.warp_size = warp;
        if (try_bench(&b, 64))
            fail_msg("%s", b.r.d.text);
        for (unsigned t = 0; t < 64; t++)
            for (unsigned k = 0; k < 8; k++)
                assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), count ? 64 - from[k]
                                                                 : strstr(kind, "and")
                                                                     ? from[k] == 0
                                                                     : from[k] < 64);
        rig_close(&b.r);
    }
}

static void fence_case(const isa_row_t *row)
{
    char text[80];
    snprintf(text, sizeof text, "%s%s;", row->name,
             !strcmp(row->name, "membar.gl") ? ""
             : row->name[0] == 'm'           ? ".cta"
                                             : ".gpu");
    no_effect_case(row, text);
}

static void prefetch_case(const isa_row_t *row)
{
    char text[80];
    snprintf(text, sizeof text, "%s%s [%%in];",
             row->name[8] == 'u' ? "prefetchu" : "prefetch.global", strchr(row->name, '.'));
    no_effect_case(row, text);
}

static void bar_warp_case(const isa_row_t *row)
{
    no_effect_case(row, "bar.warp.sync -1;");
}

static void sleep_case(const isa_row_t *row)
{
    no_effect_case(row, "nanosleep.u32 100;");
}

/* The rows of the manual, listed a second time, and the case of each. */
typedef void case_fn(const isa_row_t *row);
#define CASE(id, fn)                                                                               \
    static void case_##id(const isa_row_t *row)                                                    \
    {                                                                                              \
        fn(row);                                                                                   \
    }
#define CASES_32_64(id, fn)                                                                        \
    CASE(id##_u32, fn) CASE(id##_s32, fn) CASE(id##_u64, fn) CASE(id##_s64, fn)
/* clang-format off */
#define CASES_MOV(id, fn) \
    CASES_32_64(id, fn) CASE(id##_b16, fn) CASE(id##_b32, fn) CASE(id##_b64, fn) \
    CASE(id##_u16, fn) CASE(id##_s16, fn) CASE(id##_f32, fn) CASE(id##_f64, fn)
CASES_MOV(mov, move_case) CASES_MOV(selp, select_case) CASE(mov_pred, special_moves)
CASE(and_pred, plogic_case) CASE(or_pred, plogic_case) CASE(xor_pred, plogic_case)
CASE(not_pred, plogic_case)
CASES_32_64(add_cc, carry_case) CASES_32_64(addc, carry_case) CASES_32_64(addc_cc, carry_case)
CASES_32_64(sub_cc, carry_case) CASES_32_64(subc, carry_case) CASES_32_64(subc_cc, carry_case)
CASES_32_64(mad_lo_cc, carry_case) CASES_32_64(mad_hi_cc, carry_case)
CASES_32_64(madc_lo, carry_case) CASES_32_64(madc_hi, carry_case)
CASES_32_64(madc_lo_cc, carry_case) CASES_32_64(madc_hi_cc, carry_case)
CASE(vote_all_pred, vote_cases) CASE(vote_any_pred, vote_cases) CASE(vote_uni_pred, vote_cases)
CASE(vote_ballot_b32, vote_cases) CASE(activemask_b32, activemask_case)
CASE(shfl_up_b32, shuffle_cases) CASE(shfl_down_b32, shuffle_cases)
CASE(shfl_bfly_b32, shuffle_cases) CASE(shfl_idx_b32, shuffle_cases)
CASE(match_any_b32, match_cases) CASE(match_any_b64, match_cases)
CASE(match_all_b32, match_cases) CASE(match_all_b64, match_cases)
CASE(cvta_u64, address_space_case) CASE(isspacep, address_space_case)
CASE(prefetch_L1, prefetch_case) CASE(prefetch_L2, prefetch_case) CASE(prefetchu_L1, prefetch_case)
CASE(tex_1d_f32_s32, texture_case) CASE(tex_1d_s32_s32, texture_case)
CASE(tex_1d_u32_s32, texture_case) CASE(tex_2d_f32_s32, texture_case)
CASE(tex_2d_s32_s32, texture_case) CASE(tex_2d_u32_s32, texture_case)
CASE(tex_2d_f32_f32, texture_case) CASE(tex_2d_s32_f32, texture_case)
CASE(tex_2d_u32_f32, texture_case)
CASE(bar, barrier_case) CASE(barrier, barrier_case) CASE(bar_warp, bar_warp_case)
CASE(bar_red_popc_u32, reduce_case) CASE(bar_red_and_pred, reduce_case)
CASE(bar_red_or_pred, reduce_case) CASE(barrier_red_popc_u32, reduce_case)
CASE(barrier_red_and_pred, reduce_case) CASE(barrier_red_or_pred, reduce_case)
CASE(membar, fence_case) CASE(membar_gl, fence_case) CASE(fence, fence_case)
CASE(fence_sc, fence_case) CASE(nanosleep_u32, sleep_case)
CASE(bra, control_case) CASE(brx_idx, control_case) CASE(call, control_case)
CASE(ret, control_case) CASE(exit, control_case) CASE(trap, control_case)
    /* clang-format on */

    static const struct {
    const char *name;
    case_fn *run;
} cases[] = {
#define X(id, nm, ex, operands, ty, ty2, al, ne, un) {nm, case_##id},
    ISA_OTHER_ROWS(X)
#undef X
};

static const isa_row_t *row_named(const char *name)
{
    for (unsigned i = isa_alu_row_count; i < isa_row_count; i++)
        if (!strcmp(isa_rows[i].name, name))
            return &isa_rows[i];
    fail_msg("no row %s", name);
    return NULL;
}

static void isa_510_every_row_but_memory(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cases[i].run(row_named(cases[i].name));
}

/* A reference, old nvcc's four coordinates for one dimension, and what is refused. */
static void isa_516_texture_references_and_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } bad[] = {
        {"tex.3d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %r5, %r5, %r5}];",
         "tex.3d.v4.f32.s32: texture reads of this form"},
        {"tex.1d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%r5}];",
         "tex.1d.v4.f32.f32: texture reads of this form"},
        {"tex.a1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %r6}];", "of this form"},
        {"tld4.r.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %r6}];", "'tld4': surfaces"},
        {"txq.width.b32 %r1, [%d1];", "'txq': surfaces"},
        {"tex.2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5}];", "expected {four registers}"},
        {"tex.1d.v4.s32.s32 {%r1, %r2}, [%d1, {%r5}];", "expected 4 elements"},
        {"tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%r1, {%r5}];", "expected .b64"},
        {"tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [64, {%r5}];", "expected a texture object"},
        {"tex.1d.s32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5}];", "v4"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        text_t x;
        diag_t d = {.text = ""};
        head(&x, "");
        put(&x, "%s\n", bad[i].text);
        tail(&x);
        isa_module_t *m = isa_module_parse("bad.ptx", x.s, x.n, &d);
        const char *said = m ? isa_kernel_find(m, "k")->refusal : d.text;
        if (!said || !strstr(said, bad[i].said))
            fail_msg("%s: said '%s'", bad[i].text, said ? said : "nothing");
        isa_module_free(m);
    }
    text_t x;
    diag_t d = {.text = ""};
    head(&x, ".global .texref t;\n");
    put(&x, "tex.1d.v4.s32.s32 {%%r1, %%r2, %%r3, %%r4}, [t, {%%r5, %%r5, %%r5, %%r5}];\n"
            "tex.1d.v4.u32.s32 {_, %%r2, _, _}, [t, %%r5];\n");
    tail(&x);
    isa_module_t *m = isa_module_parse("ref.ptx", x.s, x.n, &d);
    if (!m)
        fail_msg("%s", d.text);
    assert_int_equal(isa_symbol_count(m), 1);
    assert_int_equal(isa_symbol_at(m, 0)->bytes, sizeof(isa_texture_t));
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    unsigned reads = 0;
    for (unsigned i = 0; i < k->n_inst; i++)
        reads += k->inst[i].space == INST_SPACE_TEXTURE && k->inst[i].kind == INST_LOAD &&
                 k->inst[i].unit == INST_UNIT_LDST;
    assert_int_equal(reads, 2);
    isa_module_free(m);
}

/* A handle that is none, and whole numbers read as floats. */
static void isa_517_texture_faults(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        text_t x;
        bench_t b;
        head(&x, "");
        put(&x, "ld.param.u64 %%d1, [p]; mov.u32 %%r5, 0;\n"
                "tex.1d.v4.f32.s32 {%%r1, %%r2, %%r3, %%r4}, [%%d1, {%%r5}];\n");
        tail(&x);
        open_bench(&b, &x, row_named("tex.1d.f32.s32"));
        uint64_t at = rig_alloc(&b.r, sizeof(isa_texture_t)), far = 8;
        isa_texture_t t = {.magic = i == 1 ? 0 : ISA_TEXTURE_MAGIC,
                           .address = b.in,
                           .width = 4,
                           .height = 1,
                           .channels = 1,
                           .bytes = 2};
        memcpy(rig_host(&b.r, at), &t, sizeof t);
        memcpy(b.param, i == 0 ? &far : &at, 8);
        assert_int_not_equal(try_bench(&b, LANES), 0);
        if (!strstr(b.r.d.text, i < 2 ? "which is no texture" : "read as .f32"))
            fail_msg("%s", b.r.d.text);
        rig_close(&b.r);
    }
}

/* A wavefront of 64 is two warps of 32 to votes, exchanges and lane numbers. */
static void isa_511_wavefronts_of_64_exchange_within_halves(void **state)
{
    (void)state;
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r1, %%laneid; st.global.u32 [%%out], %%r1;\n"
            "mov.u32 %%r1, %%warpid; st.global.u32 [%%out+4], %%r1;\n"
            "setp.lt.u32 %%p1, %%lane, 40; vote.ballot.b32 %%r2, %%p1;\n"
            "st.global.u32 [%%out+8], %%r2; vote.all.pred %%p2, %%p1; selp.u32 %%r3, 1, 0, %%p2;\n"
            "st.global.u32 [%%out+12], %%r3; shfl.bfly.b32 %%r4, %%lane, 16, 31;\n"
            "st.global.u32 [%%out+16], %%r4; activemask.b32 %%r5; st.global.u32 [%%out+20], %%r5;\n"
            "mov.u32 %%r6, %%lanemask_lt; st.global.u32 [%%out+24], %%r6;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, &isa_rows[0]);
    b.r.warp_size = 64;
    if (try_bench(&b, 64))
        fail_msg("%s", b.r.d.text);
    for (uint32_t t = 0; t < 64; t++) {
        const uint32_t want[7] = {t % 32, t / 32,     t < 32 ? UINT32_MAX : 0xff, t < 32,
                                  t ^ 16, UINT32_MAX, (1u << t % 32) - 1};
        for (unsigned k = 0; k < 7; k++)
            assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), want[k]);
    }
    rig_close(&b.r);
}

/* setp and testp read the predicate they combine with before they write either result. */
static void isa_512_a_predicate_combined_with_may_be_a_result(void **state)
{
    (void)state;
    for (unsigned which = 1; which <= 2; which++) {
        text_t x;
        head(&x, "");
        put(&x,
            "and.b32 %%r1, %%lane, 1; setp.ne.u32 %%p%u, %%r1, 0;\n"
            "setp.lt.and.u32 %%p1|%%p2, %%lane, 10, %%p%u;\n"
            "selp.u32 %%r2, 1, 0, %%p1; selp.u32 %%r3, 1, 0, %%p2;\n"
            "st.global.v2.u32 [%%out], {%%r2, %%r3};\n",
            which, which);
        tail(&x);
        bench_t b;
        open_bench(&b, &x, &isa_rows[0]);
        run_bench(&b);
        for (uint32_t t = 0; t < LANES; t++) {
            assert_int_equal(word(b.ob + 64 * t, 4), t < 10 && t % 2);
            assert_int_equal(word(b.ob + 64 * t + 4, 4), t >= 10 && t % 2);
        }
        rig_close(&b.r);
    }
}

/* A shuffle from a lane that takes no part gives 0, and the launch keeps the first place. Lanes 0
 * to 9 read the lane three above them, of which 7 to 9 find none that takes part. */
static void isa_515_shuffles_from_lanes_that_take_no_part_give_0(void **state)
{
    (void)state;
    for (unsigned some = 0; some < 2; some++) {
        text_t x;
        head(&x, "");
        put(&x,
            "add.u32 %%r1, %%lane, 100; mov.u32 %%r2, 7; setp.lt.u32 %%p1, %%lane, %u;\n"
            "@%%p1 shfl.down.b32 %%r2|%%p2, %%r1, 3, 31; selp.u32 %%r3, 1, 0, %%p2;\n"
            "st.global.v2.u32 [%%out], {%%r2, %%r3};\n",
            some ? 10u : LANES);
        tail(&x);
        bench_t b;
        open_bench(&b, &x, &isa_rows[0]);
        run_bench(&b);
        const uint32_t part = some ? 10 : LANES;
        for (uint32_t t = 0; t < part; t++) {
            const bool in_range = t + 3 < LANES;
            const uint32_t source = in_range ? t + 3 : t;
            assert_int_equal(word(b.ob + 64 * t, 4), source < part ? 100 + source : 0);
            assert_int_equal(word(b.ob + 64 * t + 4, 4), in_range);
        }
        assert_int_equal(strstr(b.r.warning, "shfl.down.b32") != NULL, some);
        assert_int_equal(strstr(b.r.warning, "3 lanes") != NULL, some);
        rig_close(&b.r);
    }
}

/* _ stands for a result nobody wants; the other results are there. */
static void isa_513_sinks_leave_the_other_results(void **state)
{
    (void)state;
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r1, 7; mov.u32 %%r2, 7; mov.u32 %%r3, 7;\n"
            "shfl.sync.up.b32 _|%%p1, %%lane, 3, 0, -1; shfl.down.b32 _|%%p2, %%lane, 3, 31;\n"
            "match.all.sync.b32 _|%%p3, %%lane, -1; match.all.sync.b32 _|%%p4, 5, -1;\n"
            "shfl.sync.idx.b32 %%r1|_, %%lane, 4, 31, -1; match.all.sync.b32 %%r2|_, 5, -1;\n"
            "cvt.u64.u32 %%d3, %%lane; mov.b64 {%%r3, _}, %%d3; setp.lt.u32 _|%%p5, %%lane, 4;\n");
    for (unsigned k = 1; k <= 5; k++)
        put(&x, "selp.u32 %%r4, 1, 0, %%p%u; st.global.u32 [%%out+%u], %%r4;\n", k, 4 * k - 4);
    put(&x, "st.global.u32 [%%out+20], %%r1; st.global.u32 [%%out+24], %%r2;\n"
            "st.global.u32 [%%out+28], %%r3;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, &isa_rows[0]);
    run_bench(&b);
    for (uint32_t t = 0; t < LANES; t++) {
        const uint32_t want[8] = {t >= 3, t + 3 < LANES, 0, 1, t >= 4, 4, UINT32_MAX, t};
        for (unsigned k = 0; k < 8; k++)
            assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), want[k]);
    }
    rig_close(&b.r);
}

/* %dynamic_smem_size is what the launch asked for, without what aligns it behind 5 static bytes. */
static void isa_514_dynamic_shared_memory_is_the_launch_s_own(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "dyn.ptx",
             RIG_HEAD ".extern .shared .align 64 .b8 more[];\n"
                      ".entry k(.param .u64 out) { .reg .b32 %r<4>; .reg .b64 %d<2>;\n"
                      ".shared .b8 five[5]; ld.param.u64 %d1, [out]; st.shared.u8 [five], 1;\n"
                      "mov.u32 %r1, %dynamic_smem_size; mov.u32 %r2, %total_smem_size;\n"
                      "mov.u32 %r3, more; st.global.u32 [%d1], %r1; st.global.u32 [%d1+4], %r2;\n"
                      "st.global.u32 [%d1+8], %r3; ret; }\n");
    uint64_t out = rig_alloc(&r, 16);
    const uint32_t *got = rig_host(&r, out);
    static const uint32_t want[][4] = {{0, 0, 5, 64}, {4, 4, 68, 64}, {100, 100, 164, 64}};
    for (unsigned k = 0; k < sizeof want / sizeof want[0]; k++) {
        r.dyn_shared = want[k][0];
        RIG_RUN(&r, "k", 1, 1, out);
        assert_memory_equal(got, want[k] + 1, 12);
    }
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_510_every_row_but_memory),
        cmocka_unit_test(isa_516_texture_references_and_refusals),
        cmocka_unit_test(isa_517_texture_faults),
        cmocka_unit_test(isa_511_wavefronts_of_64_exchange_within_halves),
        cmocka_unit_test(isa_512_a_predicate_combined_with_may_be_a_result),
        cmocka_unit_test(isa_513_sinks_leave_the_other_results),
        cmocka_unit_test(isa_515_shuffles_from_lanes_that_take_no_part_give_0),
        cmocka_unit_test(isa_514_dynamic_shared_memory_is_the_launch_s_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
