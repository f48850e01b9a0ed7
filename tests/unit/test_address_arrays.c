/*
 * The arrays of a kernel: which parameters and variables are arrays, which loads are of which
 * array, and the rectangle of an array that a CTA reads.
 */
#include "address_rig.h"
#include "isa/address_rect.h"

static void address_300_arrays_are_pointers(void **state)
{
    (void)state;
    rig_t r;
    unsigned n, programs;
    address_set_t *s =
        open_set(&r, RIG_HEAD
                 ".global .align 8 .f32 field[100];\n" BEGIN
                 "ld.param.u64 %d2, [B]; cvta.to.global.u64 %d2, %d2; cvt.u64.u32 %d3, %r6;\n"
                 "ld.global.f32 %f1, [field+40]; mov.u64 %d4, field; add.s64 %d4, %d4, %d3;\n"
                 "ld.global.f32 %f1, [%d4]; ld.global.f32 %f1, [%d1]; ld.global.u64 %d5, [%d2];\n"
                 "add.s64 %d6, %d2, %d5; st.global.f32 [%d6], %f1; ld.global.f32 %f2, [%d5];\n"
                 "setp.eq.s32 %p1, %r4, 7; selp.b64 %d7, %d1, %d2, %p1; ld.global.f32 %f1, [%d7];\n"
                 "add.s64 %d8, %d2, %d1; ld.global.f32 %f1, [%d8]; sub.s64 %d8, %d2, %d3;\n"
                 "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%d8]; ret; }\n");
    const address_array_t *a = address_arrays(s, &n);
    const address_program_t *p = address_programs(s, &programs);
    static const int array[] = {0, 0, 1, 2, 2, -1, -1, -1, 2};
    static const uint8_t bytes[] = {4, 4, 4, 8, 4, 4, 4, 4, 16};
    assert_int_equal(programs, 9);
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(p[i].array, array[i]);
        assert_int_equal(p[i].bytes, bytes[i]);
        assert_int_equal(p[i].store, i == 4);
        assert_int_equal(p[i].why, i == 4 || i == 5 ? ADDRESS_LOAD : ADDRESS_REGULAR);
    }
    assert_int_equal(n, 3);
    assert_string_equal(a[0].name, "field");
    assert_int_equal(a[0].param, -1);
    assert_int_equal(a[0].loads, 2);
    assert_string_equal(a[1].name, "A");
    assert_int_equal(a[1].param, 0);
    assert_string_equal(a[2].name, "B");
    assert_int_equal(a[2].param, 2);
    assert_int_equal(a[2].loads, 2);
    assert_int_equal(a[2].irregular_loads, 0);
    assert_int_equal(a[2].stores, 1);
    assert_int_equal(a[2].irregular_stores, 1);
    address_set_free(s);
    rig_close(&r);
}

typedef struct base_case {
    const char *body;  /* ends with the load in question */
    int array;         /* parameter of its array, -1: none */
    unsigned unsure_a; /* loads that may be of A; of B */
    unsigned unsure_b;
} base_case_t;

#define GET_B  "ld.param.u64 %d2, [B]; cvta.to.global.u64 %d2, %d2;"
#define LOADED "ld.global.u32 %r8, [%d1]; setp.eq.u32 %p1, %r8, 0;"

static const base_case_t bases[] = {
    /* data or a thread chooses the array */
    {GET_B LOADED "selp.b64 %d3, %d1, %d2, %p1; ld.global.u32 %r9, [%d3+4]; ret; }", -1, 1, 1},
    {GET_B LOADED "mov.u64 %d3, %d1; @%p1 mov.u64 %d3, %d2; ld.global.u32 %r9, [%d3]; ret; }", -1,
     1, 1},
    {GET_B "setp.lt.u32 %p1, %r1, 3; mov.u64 %d3, %d1; @%p1 bra T; mov.u64 %d3, %d2; T: "
           "ld.global.u32 %r9, [%d3]; ret; }",
     -1, 1, 1},
    /* all threads alike: regular, and yet of no one array */
    {GET_B "setp.eq.u32 %p1, %r4, 3; selp.b64 %d3, %d1, %d2, %p1; ld.global.u32 %r9, [%d3]; ret; }",
     -1, 1, 1},
    /* another place of the same array */
    {LOADED "add.s64 %d3, %d1, 8; @%p1 add.s64 %d3, %d1, 64; ld.global.u32 %r9, [%d3]; ret; }", 0,
     0, 0},
    {LOADED "mov.u64 %d3, %d1; T: ld.global.u8 %r9, [%d3]; add.s64 %d4, %d3, 1; setp.eq.u32 %p2, "
            "%r9, 3; @%p2 bra U; add.s64 %d4, %d3, 2; U: mov.u64 %d3, %d4; setp.lt.u32 %p3, %r9, 9;"
            "@%p3 bra T; ret; }",
     0, 0, 0},
    /* through a loaded pointer: anywhere; but one that comes round a loop begins in A */
    {"ld.global.u64 %d3, [%d1]; ld.global.u32 %r9, [%d3]; ret; }", -1, 0, 0},
    {"T: ld.global.u64 %d1, [%d1]; setp.ne.u64 %p1, %d1, 0; @%p1 bra T; ret; }", -1, 1, 0},
    /* from A in the first turn, from B in the second */
    {GET_B "mov.u64 %d3, %d1; mov.u32 %r9, 0; T: ld.global.u32 %r8, [%d3]; mad.wide.u32 %d3, %r8, "
           "4, %d2; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 3; @%p1 bra T; ret; }",
     -1, 1, 1},
};

static void address_305_a_load_of_one_of_several_arrays_is_charged_to_each(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        const base_case_t *c = &bases[i];
        char text[4096];
        rig_t r;
        unsigned n, arrays, unsure[2] = {0, 0};
        snprintf(text, sizeof text, "%s%s%s", RIG_HEAD, BEGIN, c->body);
        address_set_t *s = open_set(&r, text);
        const address_program_t *p = address_programs(s, &n);
        const address_array_t *a = address_arrays(s, &arrays);
        uint64_t params[8] = {RIG_BASE, 7};
        const uint32_t cta[3] = {0, 0, 0};
        address_launch_t l = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .params = params};
        address_eval_t *e = address_eval_new(s, &l);
        int array = p[n - 1].array;
        if ((array < 0 ? -1 : a[array].param) != c->array)
            fail_msg("%s: array %d; expected %d", c->body, array, c->array);
        for (unsigned k = 0; k < arrays; k++) {
            unsigned sure = 0;
            address_rect_t rect = {0, 0, 0, 0};
            unsure[a[k].param == 2] += a[k].unsure_loads;
            for (unsigned j = 0; j < n; j++)
                sure += !p[j].store && !p[j].why && p[j].array == (int)k;
            assert_int_equal(address_array_rect(e, k, cta, 128, &rect), sure > 0);
        }
        if (unsure[0] != c->unsure_a || unsure[1] != c->unsure_b)
            fail_msg("%s: %u and %u loads that may be of A and B; expected %u and %u", c->body,
                     unsure[0], unsure[1], c->unsure_a, c->unsure_b);
        address_eval_free(e);
        address_set_free(s);
        rig_close(&r);
    }
}

/* Each pointer in a struct parameter is an array of its own. */
static void address_420_pointers_in_a_struct_are_arrays(void **state)
{
    (void)state;
    rig_t r;
    unsigned n;
    address_set_t *s = open_set(
        &r, RIG_HEAD
        ".visible .entry k(.param .align 8 .b8 P[24], .param .u64 Q) {\n"
        ".reg .b32 %r<9>; .reg .b64 %d<10>; mov.u32 %r1, %tid.x; mul.wide.u32 %d9, %r1, 4;\n"
        "ld.param.u64 %d1, [P]; ld.param.u64 %d2, [P+16]; ld.param.u64 %d3, [Q];\n"
        "add.s64 %d1, %d1, %d9; add.s64 %d2, %d2, %d9; add.s64 %d3, %d3, %d9;\n"
        "ld.global.u32 %r2, [%d1]; ld.global.u32 %r3, [%d2]; ld.global.u32 %r4, [%d3]; ret; }\n");
    const address_array_t *a = address_arrays(s, &n);
    assert_int_equal(n, 3);
    assert_string_equal(a[0].name, "P[0:8]");
    assert_string_equal(a[1].name, "P[16:8]");
    assert_string_equal(a[2].name, "Q");
    for (unsigned k = 0; k < n; k++) {
        assert_int_equal(a[k].param, k / 2);
        assert_int_equal(a[k].loads, 1);
    }
    address_set_free(s);
    rig_close(&r);
}

/* ---- Rectangles ---- */

typedef struct rect_case {
    const char *body; /* with loads of A, which is 64 KB into memory */
    uint32_t grid[3], block[3], cta[3];
    bool has;
    address_rect_t rect; /* of all loads */
    uint64_t pitch;
} rect_case_t;

#define LOAD(index)                                                                                \
    "mul.wide.s32 %d9, " index ", 4; add.s64 %d9, %d1, %d9; ld.global.u32 %r20, [%d9];\n"
#define ROW(length, row)                                                                           \
    "mov.u32 %r7, %tid.y; mov.u32 %r8, %ctaid.y; mov.u32 %r10, %ntid.y;\n"                         \
    "mad.lo.s32 " row ", %r8, %r10, %r7; mad.lo.s32 %r12, " row ", " length ", %r6;\n"

static const rect_case_t rects[] = {
    /* one row: 64 threads x 4 B are two lines a CTA */
    {LOAD("%r6"), {9, 1, 1}, {64, 1, 1}, {3, 0, 0}, true, {6, 0, 2, 1}, 0},
    /* with the element before: a line before the array */
    {"add.s32 %r9, %r6, -1;" LOAD("%r9"), {9, 1, 1}, {64, 1, 1}, {0, 0, 0}, true, {-1, 0, 3, 1}, 0},
    /* both neighbours: bytes -4 to 259 */
    {"add.s32 %r9, %r6, -1;" LOAD("%r9") "add.s32 %r9, %r6, 1;" LOAD("%r9"),
     {9, 1, 1},
     {64, 1, 1},
     {0, 0, 0},
     true,
     {-1, 0, 4, 1},
     0},
    /* 16 bytes a thread: 8 threads a line */
    {"mul.wide.s32 %d9, %r6, 16; add.s64 %d9, %d1, %d9; ld.global.v4.u32 {%r7, %r8, %r9, %r10}, "
     "[%d9];\n",
     {9, 1, 1},
     {64, 1, 1},
     {1, 0, 0},
     true,
     {8, 0, 8, 1},
     0},
    /* rows of 256 B: block (1, 1) has bytes 32 to 63 of rows 4 to 7 */
    {ROW("64", "%r11") LOAD("%r12"), {2, 2, 1}, {8, 4, 1}, {1, 1, 0}, true, {0, 4, 1, 4}, 256},
    /* the same with 33 columns to the right: bytes 164 to 195 are lines 1 and 1 */
    {ROW("64", "%r11") "add.s32 %r12, %r12, 33;" LOAD("%r12"),
     {2, 2, 1},
     {8, 4, 1},
     {1, 1, 0},
     true,
     {1, 4, 1, 4},
     256},
    /* columns: A[tid * 64] */
    {"mul.lo.s32 %r9, %r6, 64;" LOAD("%r9"),
     {2, 1, 1},
     {32, 1, 1},
     {1, 0, 0},
     true,
     {0, 32, 1, 32},
     256},
    /* a row a block: A[ctaid.y * 128 + tid] */
    {"mov.u32 %r8, %ctaid.y; mad.lo.s32 %r9, %r8, 128, %r1;" LOAD("%r9"),
     {1, 5, 1},
     {64, 1, 1},
     {0, 4, 0},
     true,
     {0, 4, 2, 1},
     512},
    /* rows of 192 B, 64 threads in x: the last of each is in the next row, so whole rows are taken;
     * bytes 0 to 255 and 192 to 447 are in rows 0 to 2 */
    {ROW("48", "%r11") LOAD("%r12"), {1, 1, 1}, {64, 2, 1}, {0, 0, 0}, true, {0, 0, 2, 3}, 192},
    /* one word for all */
    {"ld.global.u32 %r20, [%d1+400];\n", {4, 4, 1}, {16, 16, 1}, {3, 3, 0}, true, {3, 0, 1, 1}, 0},
    /* an irregular load of the array beside a regular one, and alone */
    {LOAD("%r6") LOAD("%r20"), {9, 1, 1}, {64, 1, 1}, {3, 0, 0}, true, {6, 0, 2, 1}, 0},
    {"mov.u32 %r6, %clock;" LOAD("%r6"), {9, 1, 1}, {64, 1, 1}, {3, 0, 0}, false, {0, 0, 0, 0}, 0},
};

static void address_400_rectangles(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        const rect_case_t *c = &rects[i];
        char text[4096];
        rig_t r;
        snprintf(text, sizeof text, "%s%s%s ret; }\n", RIG_HEAD, BEGIN, c->body);
        address_set_t *s = open_set(&r, text);
        uint64_t params[8] = {RIG_BASE + 65536, 7};
        address_launch_t l = {.params = params};
        memcpy(l.grid, c->grid, sizeof l.grid);
        memcpy(l.block, c->block, sizeof l.block);
        address_eval_t *e = address_eval_new(s, &l);
        address_rect_t got = {0, 0, 0, 0};
        assert_int_equal(address_array_base(e, 0), RIG_BASE + 65536);
        assert_int_equal(address_pitch(e, 0, 128), c->pitch);
        if (address_array_rect(e, 0, c->cta, 128, &got) != c->has || got.x != c->rect.x ||
            got.y != c->rect.y || got.width != c->rect.width || got.height != c->rect.height)
            fail_msg("%s: %llu x %llu at (%lld, %lld)", c->body, (unsigned long long)got.width,
                     (unsigned long long)got.height, (long long)got.x, (long long)got.y);
        address_eval_free(e);
        address_set_free(s);
        rig_close(&r);
    }
}

/* Lines are cache lines also where the array's pointer is none's start: the first 64 bytes of the
 * array are in line 0, the next in line 1. */
static void address_410_lines_of_an_array_are_cache_lines(void **state)
{
    (void)state;
    static const struct {
        uint32_t block, cta;
        address_rect_t rect;
    } cases[] = {
        {16, 0, {0, 0, 1, 1}}, /* bytes 0 to 63 of the array */
        {16, 1, {1, 0, 1, 1}}, /* 64 to 127 */
        {16, 2, {1, 0, 1, 1}}, /* 128 to 191: the same line */
        {32, 0, {0, 0, 2, 1}}, {32, 1, {1, 0, 2, 1}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_t r;
        address_set_t *s = open_set(&r, RIG_HEAD BEGIN LOAD("%r6") " ret; }\n");
        uint64_t params[8] = {RIG_BASE + 64, 7};
        address_launch_t l = {.grid = {9, 1, 1}, .block = {cases[i].block, 1, 1}, .params = params};
        const uint32_t cta[3] = {cases[i].cta, 0, 0};
        address_eval_t *e = address_eval_new(s, &l);
        address_rect_t got = {0, 0, 0, 0};
        assert_true(address_array_rect(e, 0, cta, 128, &got));
        assert_memory_equal(&got, &cases[i].rect, sizeof got);
        address_eval_free(e);
        address_set_free(s);
        rig_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(address_300_arrays_are_pointers),
        cmocka_unit_test(address_305_a_load_of_one_of_several_arrays_is_charged_to_each),
        cmocka_unit_test(address_400_rectangles),
        cmocka_unit_test(address_410_lines_of_an_array_are_cache_lines),
        cmocka_unit_test(address_420_pointers_in_a_struct_are_arrays),
    };
    return cmocka_run_group_tests_name("address_arrays", tests, NULL, NULL);
}
