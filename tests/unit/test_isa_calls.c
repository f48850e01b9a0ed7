/*
 * Calls through pointers, the addresses of functions in variables, and what the driver provides:
 * vprintf and __assertfail.
 */
#include <errno.h>

#include "isa_rig.h"

#define H     RIG_HEAD
#define UNARY "(.param .b32 r) "

/* plus: x + 1; times: 3 x; twice: plus of plus, through its pointer */
#define FUNCS                                                                                      \
    ".func " UNARY "plus(.param .b32 x);\n.func " UNARY "times(.param .b32 x);\n"                  \
    ".visible .global .align 8 .u64 table[2] = {plus, times};\n"                                   \
    ".const .u64 one = plus;\n"                                                                    \
    ".func " UNARY "plus(.param .b32 x) { .reg .b32 %r; ld.param.b32 %r, [x];\n"                   \
    "add.s32 %r, %r, 1; st.param.b32 [r], %r; ret; }\n"                                            \
    ".func " UNARY "times(.param .b32 x) { .reg .b32 %r; .reg .pred %p; ld.param.b32 %r, [x];\n"   \
    "setp.eq.s32 %p, %r, 9; @%p st.param.b32 [r], 100; @%p ret;\n"                                 \
    "mul.lo.s32 %r, %r, 3; st.param.b32 [r], %r; ret; }\n"
#define REGS                                                                                       \
    ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<3>; .param .b32 x; .param .b32 y;\n"          \
    "ld.param.u64 %d1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4;\n"                    \
    "add.u64 %d1, %d1, %d2; st.param.b32 [x], %r1; st.param.b32 [y], -1;\n"
#define P     "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
#define STORE "ld.param.b32 %r2, [y]; st.global.b32 [%d1], %r2; ret; }\n"

static void check_lanes(const char *text, int (*want)(int lane))
{
    static const char *const simds[] = {"base", "avx2", "avx512"};
    for (unsigned s = 0; s < 3; s++)
        for (uint32_t lanes = 32; lanes <= 64; lanes += 32) {
            rig_t r;
            rig_open(&r, "call.ptx", text);
            r.simd = simds[s];
            r.warp_size = lanes;
            uint64_t out = rig_alloc(&r, 256);
            int rc = rig_run(&r, "k", 1, 40, &out, 1);
            if (rc && !strstr(r.d.text, "no handlers"))
                fail_msg("%s", r.d.text);
            for (int i = 0; i < 40 && !rc; i++)
                assert_int_equal(((int *)rig_host(&r, out))[i], want(i));
            rig_close(&r);
        }
}

static int by_parity(int i)
{
    return i & 1 ? (i == 9 ? 100 : 3 * i) : i + 1;
}

#define BY_PARITY                                                                                  \
    "and.b32 %r3, %r1, 1; mul.wide.u32 %d3, %r3, 8; mov.u64 %d4, table;\n"                         \
    "add.u64 %d4, %d4, %d3; ld.global.u64 %d5, [%d4];\n"

static void call_100_lanes_take_what_their_pointers_say(void **state)
{
    (void)state;
    check_lanes(H FUNCS ".entry k(.param .u64 out) {\n" REGS BY_PARITY P
                        "call (y), %d5, (x), proto;\n" STORE,
                by_parity);
    check_lanes(H FUNCS ".entry k(.param .u64 out) {\n" REGS BY_PARITY
                        "list: .calltargets plus, times;\ncall (y), %d5, (x), list;\n" STORE,
                by_parity);
}

static int odd_only(int i)
{
    return i & 1 ? by_parity(i) : -1;
}

static void call_101_a_guarded_call_is_of_some_lanes(void **state)
{
    (void)state;
    check_lanes(H FUNCS ".entry k(.param .u64 out) {\n" REGS BY_PARITY P
                        "setp.eq.u32 %p1, %r3, 1; @%p1 call (y), %d5, (x), proto;\n" STORE,
                odd_only);
    check_lanes(H FUNCS ".entry k(.param .u64 out) {\n" REGS BY_PARITY P
                        "setp.eq.u32 %p1, %r3, 0; @!%p1 call (y), %d5, (x), proto;\n" STORE,
                odd_only);
}

static int plus_two(int i)
{
    return i + 2;
}

/* A pointer in .const, one from mov, and a call through a pointer within a call through one. */
static void call_102_pointers_from_everywhere(void **state)
{
    (void)state;
    check_lanes(H FUNCS
                ".func " UNARY "apply(.param .b64 f, .param .b32 x) { .reg .b64 %d; .reg .b32 %r;\n"
                ".param .b32 a; .param .b32 b; ld.param.b64 %d, [f]; ld.param.b32 %r, [x];\n"
                "st.param.b32 [a], %r; " P "call (b), %d, (a), proto; ld.param.b32 %r, [b];\n"
                "st.param.b32 [r], %r; ret; }\n"
                ".entry k(.param .u64 out) {\n" REGS ".param .b64 f; ld.const.u64 %d3, [one];\n"
                "st.param.b64 [f], %d3; q: .callprototype (.param .b32 _) _ (.param .b64 _, .param "
                ".b32 _);\n"
                "mov.u64 %d4, apply; call (y), %d4, (f, x), q; ld.param.b32 %r2, [y];\n"
                "st.param.b32 [x], %r2; mov.u64 %d5, plus;\n" P
                "call (y), %d5, (x), proto;\n" STORE,
                plus_two);
}

/* Addresses byte by byte, as nvcc writes packed structs: the function times and v + 4, which holds
 * 2; the same address of v from an odd place on. */
#define BYTES(of)                                                                                  \
    "0XFF(" of "), 0xFF00(" of "), 0xFF0000(" of "), 0xFF000000(" of "), 0xFF00000000(" of "),\n"  \
    "0xFF0000000000(" of "), 0xFF000000000000(" of "), 0xFF00000000000000(" of ")"
static void call_106_addresses_in_packed_structs(void **state)
{
    (void)state;
    rig_t r;
    rig_open(
        &r, "packed.ptx",
        H FUNCS
        ".global .u32 v[2] = {1, 2};\n"
        ".global .align 8 .u8 t[25] = {" BYTES("times") ", " BYTES("generic(v)+4") ", 97, " BYTES(
            "v+4") "};\n"
                   ".entry k(.param .u64 out) { .reg .b32 %r<4>; .reg .b64 %d<6>;\n"
                   ".param .b32 x; .param .b32 y; " P
                   "ld.global.u64 %d1, [t]; ld.global.u64 %d2, [t+8]; ld.global.u32 %r1, [%d2];\n"
                   "st.param.b32 [x], %r1; call (y), %d1, (x), proto; ld.param.b32 %r2, [y];\n"
                   "ld.param.u64 %d3, [out]; st.global.u32 [%d3], %r2; mov.u64 %d4, t;\n"
                   "st.global.u64 [%d3+8], %d4; st.global.u64 [%d3+16], %d2; ret; }\n");
    uint64_t out = rig_alloc(&r, 24), seen[3], odd;
    RIG_RUN(&r, "k", 1, 1, out);
    memcpy(seen, rig_host(&r, out), sizeof seen);
    assert_int_equal((uint32_t)seen[0], 3 * 2);
    assert_int_equal(*(uint8_t *)rig_host(&r, seen[1] + 16), 97);
    memcpy(&odd, rig_host(&r, seen[1] + 17), sizeof odd);
    assert_int_equal(odd, seen[2]);
    rig_close(&r);
}

static const char *refusal_of(rig_t *r, const char *text)
{
    rig_open(r, "call.ptx", text);
    const char *why = isa_kernel_find(r->m, "k")->refusal;
    return why ? why : "none";
}

static void call_103_what_a_pointer_may_reach_is_refused(void **state)
{
    (void)state;
    rig_t r;
    assert_string_equal(
        refusal_of(&r, H FUNCS ".func " UNARY "bad(.param .b32 x) { frob; ret; }\n"
                               ".global .u64 third = bad;\n.entry k(.param .u64 out) {\n" REGS P
                               "call (y), %d5, (x), proto;\n" STORE),
        "call.ptx:13:44: unknown instruction 'frob' in 'frob' of function 'bad', which kernel 'k' "
        "reaches");
    rig_close(&r);
    assert_non_null(strstr(
        refusal_of(&r,
                   H ".entry k(.param .u64 out) {\n" REGS P "call (y), %d5, (x), proto;\n" STORE),
        "no function of this prototype has its address taken in 'call (y), %d5, (x), proto'"));
    rig_close(&r);
    assert_non_null(strstr(
        refusal_of(&r, H ".func " UNARY "odd(.param .b32 x) { .reg .b32 %r; mov.u32 %r, 1; }\n"
                         ".global .u64 f = odd;\n.entry k(.param .u64 out) {\n" REGS P
                         "call (y), %d5, (x), proto;\n" STORE),
        "function 'odd', which a pointer may hold, ends without ret"));
    rig_close(&r);
}

static void call_104_pointers_that_hold_no_function_are_faults(void **state)
{
    (void)state;
    static const char *const wrong[] = {"mov.u64 %d5, 0;", "mov.u64 %d5, other;",
                                        "add.u64 %d5, %d5, 8;"};
    for (unsigned k = 0; k < 3; k++) {
        char text[4000];
        rig_t r;
        snprintf(text, sizeof text, "%s%s%s",
                 H FUNCS ".func other() { ret; }\n.entry k(.param .u64 out) {\n" REGS BY_PARITY,
                 wrong[k], P "call (y), %d5, (x), proto;\n" STORE);
        rig_open(&r, "call.ptx", text);
        uint64_t out = rig_alloc(&r, 256);
        assert_int_equal(rig_run(&r, "k", 1, 32, &out, 1), -EFAULT);
        assert_non_null(strstr(r.fault, "lane 0: call of 0x"));
        assert_non_null(strstr(r.fault, "expected the address of a function of this prototype"));
        rig_close(&r);
    }
}

/* A function that calls itself through a pointer is expanded once; taking that way is a fault. */
static void call_105_recursion_through_a_pointer_is_a_fault(void **state)
{
    (void)state;
    static const char text[] =
        H ".func down(.param .b32 x);\n.global .u64 self = down;\n"
          ".func down(.param .b32 x) { .reg .b32 %r; .reg .b64 %d; .reg .pred %p; .param .b32 a;\n"
          "ld.param.b32 %r, [x]; setp.eq.s32 %p, %r, 0; @%p ret;\n"
          "ld.global.u64 %d, [self]; sub.s32 %r, %r, 1; st.param.b32 [a], %r;\n"
          "q: .callprototype _ (.param .b32 _);\ncall %d, (a), q; ret; }\n"
          ".func leaf(.param .b32 x) { ret; }\n.global .u64 second = leaf;\n"
          ".entry k(.param .b32 n) { .reg .b32 %r; .param .b32 a; ld.param.b32 %r, [n];\n"
          "st.param.b32 [a], %r; call down, (a); ret; }\n";
    rig_t r;
    rig_open(&r, "down.ptx", text);
    RIG_RUN(&r, "k", 1, 1, 0);
    const uint64_t one = 1;
    assert_int_equal(rig_run(&r, "k", 1, 1, &one, 1), -EFAULT);
    assert_non_null(strstr(r.fault, "that is not under way"));
    rig_close(&r);
}

/* ---- The driver's functions ---- */

#define PRINTF ".extern .func " UNARY "vprintf(.param .b64 f, .param .b64 a);\n"

/* "%d|..." of a 4-byte, an 8-byte, a double and a string argument, by each lane of a warp. */
static void call_110_vprintf_formats_each_lane(void **state)
{
    (void)state;
    rig_t r;
    rig_open(
        &r, "print.ptx",
        H PRINTF
        /* "%03d|%lx|%.2f|%s|%c%%\n" */
        ".global .b8 f[24] = {37, 48, 51, 100, 124, 37, 108, 120, 124, 37, 46, 50, 102, 124, 37, "
        "115,"
        " 124, 37, 99, 37, 37, 10, 0};\n"
        ".global .b8 s[3] = {104, 105, 0};\n"
        ".entry k(.param .u64 out) { .local .align 8 .b8 a[40]; .reg .b32 %r<4>; .reg .b64 %d<6>;\n"
        ".param .b64 p; .param .b64 q; .param .b32 y; .reg .pred %p;\n"
        "mov.u32 %r1, %tid.x; st.local.b32 [a], %r1; st.local.b64 [a+8], 0x123456789abc;\n"
        "st.local.f64 [a+16], 0d3FF8000000000000; mov.u64 %d1, s; cvta.global.u64 %d1, %d1;\n"
        "st.local.b64 [a+24], %d1; st.local.b32 [a+32], 120; mov.u64 %d2, a;\n"
        "cvta.local.u64 %d2, %d2; st.param.b64 [q], %d2; mov.u64 %d3, f; cvta.global.u64 %d3, "
        "%d3;\n"
        "st.param.b64 [p], %d3; setp.lt.u32 %p, %r1, 2; @!%p ret; call (y), vprintf, (p, q);\n"
        "ld.param.b32 %r2, [y]; ld.param.u64 %d4, [out]; st.global.b32 [%d4], %r2; ret; }\n");
    uint64_t out = rig_alloc(&r, 4);
    RIG_RUN(&r, "k", 1, 32, out);
    assert_string_equal(r.printed, "000|123456789abc|1.50|hi|x%\n001|123456789abc|1.50|hi|x%\n");
    assert_int_equal(*(uint32_t *)rig_host(&r, out), 5);
    rig_close(&r);
}

typedef struct printing {
    const char *format;
    uint64_t args[2]; /* of 8 bytes each */
    unsigned n;       /* arguments that the format takes */
} printing_t;

/* A kernel that prints by a format with the arguments at an address. */
static void print_open(rig_t *r)
{
    rig_open(r, "print.ptx",
             H PRINTF ".entry k(.param .b64 f0, .param .b64 a0, .param .b64 out) { .reg .b64 %d;\n"
                      ".reg .b32 %r; .param .b64 p; .param .b64 q; .param .b32 y;\n"
                      "ld.param.b64 %d, [f0]; st.param.b64 [p], %d; ld.param.b64 %d, [a0];\n"
                      "st.param.b64 [q], %d; call (y), vprintf, (p, q); ld.param.b32 %r, [y];\n"
                      "ld.param.b64 %d, [out]; st.global.b32 [%d], %r; ret; }\n");
}

/* What it prints; its result in *taken. */
static int print_call(rig_t *r, const printing_t *c, int *taken)
{
    size_t n = strlen(c->format) + 1;
    const uint64_t at[] = {rig_alloc(r, n), rig_alloc(r, 16), rig_alloc(r, 4)};
    memcpy(rig_host(r, at[0]), c->format, n);
    memcpy(rig_host(r, at[1]), c->args, sizeof c->args);
    int rc = rig_run(r, "k", 1, 1, at, 3);
    memcpy(taken, rig_host(r, at[2]), sizeof *taken);
    return rc;
}

static int print_one(rig_t *r, const printing_t *c, int *taken)
{
    print_open(r);
    return print_call(r, c, taken);
}

/* With a precision no byte behind it is read: an array needs no NUL. */
static void call_116_vprintf_of_an_array_without_end(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        rig_t r;
        int taken = 0;
        print_open(&r);
        uint64_t at = RIG_BASE + RIG_BYTES - 4;
        memset(rig_host(&r, at), 'x', 4);
        const printing_t p = {whole ? "%s" : "%.4s|", {at}, 1};
        assert_int_equal(print_call(&r, &p, &taken), whole ? -EFAULT : 0);
        assert_string_equal(whole ? "" : r.printed, whole ? "" : "xxxx|");
        rig_close(&r);
    }
}

static uint64_t of_double(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Integers of one and two bytes, widths and precisions of either sign, null pointers, a % at the
 * end, conversions that C has not: as the C library prints the same values. */
static void call_114_vprintf_converts_as_c_does(void **state)
{
    (void)state;
    const struct {
        printing_t p;
        const char *want;
    } cases[] = {
        {{"%hhd|", {300}, 1}, "44|"},
        {{"%hhu|", {(uint64_t)(uint32_t)-1}, 1}, "255|"},
        {{"%hd|", {70000}, 1}, "4464|"},
        {{"%hx|", {0x12345}, 1}, "2345|"},
        {{"%hho|", {0777}, 1}, "377|"},
        {{"%ld|", {UINT64_C(1) << 40}, 1}, "1099511627776|"},
        {{"%zu|", {UINT64_MAX}, 1}, "18446744073709551615|"},
        {{"%-6d|%+d|", {UINT64_C(9) << 32 | 7}, 2}, "7     |+9|"},
        {{"%s|", {0}, 1}, "(null)|"},
        {{"%.3s|", {0}, 1}, "|"},
        {{"%p|", {0}, 1}, "(nil)|"},
        {{"%12p|", {0xabc}, 1}, "       0xabc|"},
        {{"end%", {0}, 0}, "end%"},
        {{"%-", {0}, 0}, "%-"},
        {{"%5q|%%|", {0}, 0}, "%5q|%|"},
        {{"%-010.3f|", {of_double(-1.5)}, 1}, "-1.500    |"},
        {{"%----------------------------------------------------------5d|", {7}, 1}, "7    |"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_t r;
        int taken = 0;
        assert_int_equal(print_one(&r, &cases[i].p, &taken), 0);
        if (strcmp(r.printed, cases[i].want))
            fail_msg("%s: '%s'; expected '%s'", cases[i].p.format, r.printed, cases[i].want);
        assert_int_equal(taken, cases[i].p.n);
        rig_close(&r);
    }
    static const struct {
        const char *format;
        uint64_t star;
        const char *want;
    } stars[] = {{"%.*f|", UINT32_MAX, "1.250000|"},
                 {"%.*f|", 1, "1.2|"},
                 {"%*.1f|", (uint32_t)-6, "1.2   |"},
                 {"%*.1f|", 6, "   1.2|"}};
    for (size_t i = 0; i < sizeof stars / sizeof stars[0]; i++) {
        rig_t r;
        int taken = 0;
        const printing_t p = {stars[i].format, {stars[i].star, of_double(1.25)}, 2};
        assert_int_equal(print_one(&r, &p, &taken), 0);
        assert_string_equal(r.printed, stars[i].want);
        assert_int_equal(taken, 2);
        rig_close(&r);
    }
}

/* No buffer cuts a format, a string, a field or a line; what is beyond 1 MiB is a fault. */
static void call_115_vprintf_cuts_nothing(void **state)
{
    (void)state;
    static char format[6000], want[12000];
    rig_t r;
    int taken = 0;
    memset(format, 'x', 5000);
    memcpy(format + 5000, "%d|", 4);
    const printing_t p = {format, {7}, 1};
    assert_int_equal(print_one(&r, &p, &taken), 0);
    assert_int_equal(taken, 1);
    memcpy(want, format, 5000);
    memcpy(want + 5000, "7|", 3);
    assert_string_equal(r.printed, want);
    rig_close(&r);

    const printing_t wide = {"%5000d|", {7}, 1};
    assert_int_equal(print_one(&r, &wide, &taken), 0);
    assert_int_equal(strlen(r.printed), 5001);
    rig_close(&r);

    const printing_t string = {"%s|%s|", {RIG_BASE, RIG_BASE}, 2}; /* the format itself */
    assert_int_equal(print_one(&r, &string, &taken), 0);
    assert_string_equal(r.printed, "%s|%s||%s|%s||");
    rig_close(&r);

    const printing_t huge[] = {
        {"%1048577d", {7}, 1}, {"%*d", {UINT32_C(1) << 31, 7}, 2}, {"%1048570d%10d", {7, 7}, 2}};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(print_one(&r, &huge[i], &taken), -EFAULT);
        assert_non_null(strstr(r.fault, "with more than 1 MiB of text"));
        rig_close(&r);
    }
}

static void call_111_vprintf_outside_of_memory_is_a_fault(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "print.ptx",
             H PRINTF ".global .b8 f[3] = {37, 100, 0};\n"
                      ".entry k(.param .b64 f0, .param .b64 a0) { .reg .b64 %d; .param .b64 p;\n"
                      ".param .b64 q; .param .b32 y; ld.param.b64 %d, [f0]; st.param.b64 [p], %d;\n"
                      "ld.param.b64 %d, [a0]; st.param.b64 [q], %d; call (y), vprintf, (p, q);\n"
                      "ret; }\n");
    const uint64_t format[] = {8, RIG_BASE}, args[] = {RIG_BASE, 8};
    assert_int_equal(rig_run(&r, "k", 1, 1, format, 2), -EFAULT);
    assert_non_null(strstr(r.fault, "vprintf with a format at 0x8, outside of memory"));
    assert_int_equal(rig_run(&r, "k", 1, 1, args, 2), -EFAULT);
    assert_non_null(strstr(r.fault, "vprintf of \"%d\" with an argument outside of memory"));
    rig_close(&r);
}

static void call_112_assertfail_ends_the_launch(void **state)
{
    (void)state;
    rig_t r;
    rig_open(
        &r, "assert.ptx",
        H
        ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n,"
        " .param .b64 c);\n"
        ".global .b8 text[12] = {105, 60, 53, 0, 97, 46, 99, 117, 0, 107, 0, 0};\n"
        ".entry k() { .reg .b64 %d<3>; .reg .b32 %r; .reg .pred %p; .param .b64 a; .param .b64 b;\n"
        ".param .b32 l; .param .b64 n; .param .b64 c; mov.u64 %d1, text; st.param.b64 [a], %d1;\n"
        "add.u64 %d2, %d1, 4; st.param.b64 [b], %d2; st.param.b32 [l], 12;\n"
        "add.u64 %d2, %d1, 9; st.param.b64 [n], %d2; st.param.b64 [c], 1; mov.u32 %r, %tid.x;\n"
        "setp.ge.u32 %p, %r, 5; @%p call __assertfail, (a, b, l, n, c); ret; }\n");
    assert_int_equal(rig_run(&r, "k", 1, 5, NULL, 0), 0);
    assert_int_equal(rig_run(&r, "k", 1, 8, NULL, 0), -EFAULT);
    assert_non_null(strstr(r.fault, "CTA 0 warp 0 lane 5: assertion 'i<5' failed in a.cu:12, "
                                    "function 'k'"));
    rig_close(&r);
}

/* Another header is no function of the driver. */
static void call_113_only_the_headers_of_the_driver(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "print.ptx",
             H ".extern .func vprintf(.param .b64 f);\n"
               ".entry k() { .param .b64 p; call vprintf, (p); ret; }\n");
    assert_non_null(
        strstr(isa_kernel_find(r.m, "k")->refusal, "call of 'vprintf', which has no body"));
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(call_100_lanes_take_what_their_pointers_say),
        cmocka_unit_test(call_101_a_guarded_call_is_of_some_lanes),
        cmocka_unit_test(call_102_pointers_from_everywhere),
        cmocka_unit_test(call_103_what_a_pointer_may_reach_is_refused),
        cmocka_unit_test(call_104_pointers_that_hold_no_function_are_faults),
        cmocka_unit_test(call_105_recursion_through_a_pointer_is_a_fault),
        cmocka_unit_test(call_106_addresses_in_packed_structs),
        cmocka_unit_test(call_110_vprintf_formats_each_lane),
        cmocka_unit_test(call_111_vprintf_outside_of_memory_is_a_fault),
        cmocka_unit_test(call_112_assertfail_ends_the_launch),
        cmocka_unit_test(call_114_vprintf_converts_as_c_does),
        cmocka_unit_test(call_116_vprintf_of_an_array_without_end),
        cmocka_unit_test(call_115_vprintf_cuts_nothing),
        cmocka_unit_test(call_113_only_the_headers_of_the_driver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
