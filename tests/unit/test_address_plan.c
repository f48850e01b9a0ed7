/*
 * Plans of kernels (isa/address_plan.h): rectangles and warps' ranges worked out by hand. Lines
 * have 128 B, coordinates 16 bits, sizes 8; regions and subregions are said where another number
 * shows more. Arrays are parameters P0 to P5, each in an allocation of its own.
 */
#include "isa/address_plan.h"
#include "isa_rig.h"

enum { ARRAYS = 6, LINE = 128 };

/* %d0 to %d5 are the arrays, %r6 the thread's number in x, %r4 is n. */
#define BEGIN                                                                                      \
    ".visible .entry k(.param .u64 P0, .param .u64 P1, .param .u64 P2, .param .u64 P3,\n"          \
    "  .param .u64 P4, .param .u64 P5, .param .u32 n) {\n"                                         \
    ".reg .pred %p<4>; .reg .b32 %r<30>; .reg .b64 %d<12>;\n"                                      \
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; ld.param.u32 %r4, [n];\n"   \
    "mov.u32 %r7, %tid.y; mov.u32 %r8, %ctaid.y; mov.u32 %r9, %ntid.y;\n"                          \
    "mad.lo.s32 %r6, %r2, %r3, %r1; mad.lo.s32 %r10, %r8, %r9, %r7;\n"                             \
    "ld.param.u64 %d0, [P0]; ld.param.u64 %d1, [P1]; ld.param.u64 %d2, [P2];\n"                    \
    "ld.param.u64 %d3, [P3]; ld.param.u64 %d4, [P4]; ld.param.u64 %d5, [P5];\n"
#define END "ret; }\n"
/* A word of an array, at an index and so many bytes behind it. */
#define AT(array, index, behind)                                                                   \
    "mul.wide.s32 %d9, " index ", 4; add.s64 %d9, %d" array ", %d9;\n"                             \
    "ld.global.u32 %r20, [%d9+" behind "];\n"
#define LOAD(array, index) AT(array, index, "0")

typedef struct planned {
    rig_t r;
    isa_launch_t *l;
    address_plan_t *p;
    uint64_t base[ARRAYS]; /* of the arrays */
    front_allocation_t allocation[ARRAYS];
} planned_t;

typedef struct shape {
    uint32_t grid[3], block[3];
    uint64_t bytes; /* of each array */
} shape_t;

static address_plan_cfg_t defaults(void)
{
    return (address_plan_cfg_t)ADDRESS_PLAN_DEFAULT(LINE);
}

/* The launch of a kernel k, with allocations or without. */
static void launch(planned_t *x, const char *body, const shape_t *s, bool allocations)
{
    char text[8192];
    struct {
        uint64_t array[ARRAYS];
        uint32_t n;
    } params = {.n = 7};
    snprintf(text, sizeof text, "%s%s%s%s", RIG_HEAD, BEGIN, body, END);
    memset(x, 0, sizeof *x);
    rig_open(&x->r, "k.ptx", text);
    for (unsigned a = 0; a < ARRAYS; a++) {
        params.array[a] = x->base[a] = rig_alloc(&x->r, s->bytes);
        x->allocation[a] = (front_allocation_t){x->base[a], x->base[a] + s->bytes};
    }
    const isa_kernel_t *k = isa_kernel_find(x->r.m, "k");
    isa_launch_cfg_t cfg = {.kernel = k,
                            .warp_size = 32,
                            .params = &params,
                            .param_bytes = k->param_bytes,
                            .mem = {RIG_BASE, x->r.mem, RIG_BYTES},
                            .allocation = allocations ? x->allocation : NULL,
                            .n_allocations = allocations ? ARRAYS : 0};
    memcpy(cfg.grid, s->grid, sizeof cfg.grid);
    memcpy(cfg.block, s->block, sizeof cfg.block);
    x->l = isa_launch_new(&cfg, &x->r.d);
    if (!x->l)
        fail_msg("%s", x->r.d.text);
}

static void plan(planned_t *x, const char *body, const shape_t *s, const address_plan_cfg_t *cfg)
{
    launch(x, body, s, true);
    x->p = address_plan_new(isa_launch_front(x->l), cfg);
    assert_false(address_plan_facts(x->p)->from_trace);
}

static void end(planned_t *x)
{
    isa_launch_free(x->l); /* before the plan, as in a run that is cut */
    address_plan_free(x->p);
    rig_close(&x->r);
}

typedef struct rect {
    uint64_t x, y, w, h;
} rect_t;

static rect_t rect_of(planned_t *x, const address_plan_cfg_t *c, uint32_t cta, unsigned array)
{
    uint64_t rects[ADDRESS_PLAN_ARRAYS];
    memset(rects, 0xff, sizeof rects);
    address_plan_rects(x->p, cta, rects);
    const uint64_t v = rects[array], xy = (UINT64_C(1) << c->coord_w) - 1,
                   wh = (UINT64_C(1) << c->size_w) - 1;
    assert_int_equal(2 * (c->coord_w + c->size_w) < 64 ? v >> 2 * (c->coord_w + c->size_w) : 0, 0);
    return (rect_t){v & xy, v >> c->coord_w & xy, v >> 2 * c->coord_w & wh,
                    v >> (2 * c->coord_w + c->size_w) & wh};
}

static void is_rect(planned_t *x, const address_plan_cfg_t *c, uint32_t cta, unsigned array,
                    rect_t want)
{
    const rect_t r = rect_of(x, c, cta, array);
    if (r.x != want.x || r.y != want.y || r.w != want.w || r.h != want.h)
        fail_msg("CTA %u, array %u: %llu x %llu at (%llu, %llu); expected %llu x %llu at "
                 "(%llu, %llu)",
                 cta, array, (unsigned long long)r.w, (unsigned long long)r.h,
                 (unsigned long long)r.x, (unsigned long long)r.y, (unsigned long long)want.w,
                 (unsigned long long)want.h, (unsigned long long)want.x,
                 (unsigned long long)want.y);
}

static void is_warp(planned_t *x, uint32_t cta, unsigned warp, unsigned array, uint32_t region,
                    uint64_t subs)
{
    uint16_t r[ADDRESS_PLAN_ARRAYS];
    uint64_t s[ADDRESS_PLAN_ARRAYS];
    memset(r, 0xff, sizeof r);
    memset(s, 0xff, sizeof s);
    address_plan_warp(x->p, cta, warp, r, s);
    if (r[array] != region || s[array] != subs)
        fail_msg("CTA %u, warp %u, array %u: region %u, subregions %#llx; expected %u, %#llx", cta,
                 warp, array, r[array], (unsigned long long)s[array], region,
                 (unsigned long long)subs);
}

static void is_array(const planned_t *x, unsigned a, int number, uint64_t base, uint64_t bytes,
                     uint64_t pitch)
{
    const address_plan_array_t *is = address_plan_array(x->p, a);
    assert_int_equal(is->number, number);
    assert_int_equal(is->base, base);
    assert_int_equal(is->bytes, bytes);
    assert_int_equal(is->pitch, pitch);
}

/* ---- Shapes ---- */

/* Blocks of 256 words, 8 lines, of an array of 512 lines without a pitch. 16 regions of 32 lines,
 * 16 subregions of 2. CTA 5 begins at line 40, the 9th of region 1; its warp w has line 40 + w. */
static void plan_100_one_row(void **state)
{
    (void)state;
    planned_t x;
    address_plan_cfg_t c = defaults();
    c.region_w = 4;
    plan(&x, LOAD("0", "%r6"), &(shape_t){{64, 1, 1}, {256, 1, 1}, 65536}, &c);
    is_array(&x, 0, 0, x.base[0], 65536, 0);
    for (uint32_t cta = 0; cta < 64; cta++) {
        is_rect(&x, &c, cta, 0, (rect_t){8 * cta, 0, 8, 1});
        for (unsigned w = 0; w < 8; w++)
            is_warp(&x, cta, w, 0, cta / 4, 1u << (cta % 4 * 8 + w) / 2);
    }
    end(&x);
    /* With 1024 regions of a line each, rounded up, the CTA's is that of its first warp. */
    c = defaults();
    plan(&x, LOAD("0", "%r6"), &(shape_t){{64, 1, 1}, {256, 1, 1}, 65536}, &c);
    for (unsigned w = 0; w < 8; w++)
        is_warp(&x, 5, w, 0, 40, w == 0);
    end(&x);
}

/* Rows of 128 words, 4 lines; blocks of 32 x 16 threads have a line of 16 rows. Of 128 rows a
 * region has 4, a subregion one; a region is a line wide. Warp w is row w of its block. */
static void plan_110_several_rows(void **state)
{
    (void)state;
    planned_t x;
    const address_plan_cfg_t c = defaults();
    plan(&x, "mad.lo.s32 %r11, %r10, 128, %r6;" LOAD("0", "%r11"),
         &(shape_t){{4, 8, 1}, {32, 16, 1}, 65536}, &c);
    is_array(&x, 0, 0, x.base[0], 65536, 512);
    for (uint32_t cta = 0; cta < 32; cta++) {
        const uint32_t bx = cta % 4, by = cta / 4;
        is_rect(&x, &c, cta, 0, (rect_t){bx, 16 * by, 1, 16});
        for (unsigned w = 0; w < 16; w++)
            is_warp(&x, cta, w, 0, 4 * by << 5 | bx, w < 4 ? 1u << 4 * w : 0);
    }
    end(&x);
    /* 2 x 2 regions of 2 lines by 64 rows, with 8 subregions: 4 by 2, of a line (rounded up) by 32
     * rows. Blocks of 64 x 2: warps 0 and 1 are a row's halves. */
    address_plan_cfg_t few = defaults();
    few.region_w = 2;
    few.subs = 8;
    plan(&x, "mad.lo.s32 %r11, %r10, 128, %r6;" LOAD("0", "%r11"),
         &(shape_t){{2, 64, 1}, {64, 2, 1}, 65536}, &few);
    is_rect(&x, &few, 2 * 50 + 1, 0, (rect_t){2, 100, 2, 2});
    is_warp(&x, 2 * 50 + 1, 0, 0, 3, 1u << 4);
    is_warp(&x, 2 * 50 + 1, 1, 0, 3, 1u << 5);
    is_warp(&x, 2 * 50 + 1, 2, 0, 3, 1u << 4);
    is_warp(&x, 2 * 10, 3, 0, 0, 1u << 1);
    end(&x);
}

/* A row of each block: the pitch is the step from block to block in y. */
static void plan_120_a_row_a_block(void **state)
{
    (void)state;
    planned_t x;
    const address_plan_cfg_t c = defaults();
    plan(&x, "mad.lo.s32 %r11, %r8, 128, %r1;" LOAD("0", "%r11"),
         &(shape_t){{1, 128, 1}, {128, 1, 1}, 65536}, &c);
    is_array(&x, 0, 0, x.base[0], 65536, 512);
    is_rect(&x, &c, 100, 0, (rect_t){0, 100, 4, 1});
    is_warp(&x, 100, 0, 0, 25 << 5, 1);
    is_warp(&x, 100, 1, 0, 25 << 5, 0); /* line 1 is in the next region */
    end(&x);
}

/* A[tid * 64 + i] in a loop over i: a row of 2 lines a thread, at the loop's first iteration in the
 * row's first line. 128 rows: a region has 4 of them. */
static void plan_130_columns(void **state)
{
    (void)state;
    planned_t x;
    const address_plan_cfg_t c = defaults();
    plan(&x,
         "mov.u32 %r12, 0; L: mad.lo.s32 %r11, %r6, 64, %r12;" LOAD(
             "0", "%r11") "add.u32 %r12, %r12, 1; setp.lt.u32 %p1, %r12, %r4; @%p1 bra L;",
         &(shape_t){{4, 1, 1}, {32, 1, 1}, 32768}, &c);
    is_array(&x, 0, 0, x.base[0], 32768, 256);
    for (uint32_t cta = 0; cta < 4; cta++) {
        is_rect(&x, &c, cta, 0, (rect_t){0, 32 * cta, 1, 32});
        is_warp(&x, cta, 0, 0, 8 * cta << 5, 0x1111);
    }
    end(&x);
}

/* i begins at 40 and steps by 32 words: all that counts is line 1 of 40 words behind the start. */
static void plan_140_first_iteration(void **state)
{
    (void)state;
    planned_t x;
    const address_plan_cfg_t c = defaults();
    plan(&x,
         "mov.u32 %r12, 40; L: " LOAD("0", "%r12") "add.u32 %r12, %r12, 32; setp.lt.u32 %p1, %r12, "
                                                   "4000; @%p1 bra L;",
         &(shape_t){{2, 1, 1}, {32, 1, 1}, 65536}, &c);
    is_rect(&x, &c, 0, 0, (rect_t){1, 0, 1, 1});
    is_rect(&x, &c, 1, 0, (rect_t){1, 0, 1, 1});
    end(&x);
}

/* The box around two loads of one array, and a load that lies in two lines. */
static void plan_150_loads_of_one_array(void **state)
{
    (void)state;
    planned_t x;
    address_plan_cfg_t c = defaults();
    c.region_w = 1;
    c.subs = 32; /* of 4 lines */
    plan(&x, AT("0", "%r6", "4096") LOAD("0", "%r6"), &(shape_t){{2, 1, 1}, {256, 1, 1}, 32768},
         &c);
    is_rect(&x, &c, 1, 0, (rect_t){8, 0, 40, 1}); /* lines 8 to 15 and 40 to 47 */
    is_warp(&x, 1, 0, 0, 0, 1u << 2 | 1u << 10);
    assert_int_equal(address_plan_facts(x.p)->rect_loads, 2);
    end(&x);
    /* 8 bytes at byte 124 of each second line */
    c = defaults();
    c.region_w = 1;
    c.subs = 64;
    plan(&x,
         "mul.wide.s32 %d9, %r1, 256; add.s64 %d9, %d0, %d9;"
         "ld.global.u64 %d10, [%d9+124];",
         &(shape_t){{1, 1, 1}, {2, 1, 1}, 16384}, &c);
    is_array(&x, 0, 0, x.base[0], 16384, 256); /* rows of 256 B, for a thread each */
    is_rect(&x, &c, 0, 0, (rect_t){0, 0, 2, 2});
    end(&x);
}

/* ---- Limits ---- */

/* 520 lines are 255; with sizes of 4 bits 15. Starts have their lowest bits. */
static void plan_200_sizes_saturate_and_starts_do_not(void **state)
{
    (void)state;
    planned_t x;
    address_plan_cfg_t c = defaults();
    static const char two[] = AT("0", "%r6", "65536") LOAD("0", "%r6");
    const shape_t s = {{8, 1, 1}, {256, 1, 1}, 131072};
    plan(&x, two, &s, &c);
    is_rect(&x, &c, 3, 0, (rect_t){24, 0, 255, 1});
    end(&x);
    c.coord_w = 4;
    c.size_w = 4;
    plan(&x, two, &s, &c);
    is_rect(&x, &c, 3, 0, (rect_t){24 % 16, 0, 15, 1});
    is_rect(&x, &c, 1, 0, (rect_t){8, 0, 15, 1});
    end(&x);
    /* 254, 255 and 256 rows of a line: a column of so many threads */
    c = defaults();
    for (uint32_t rows = 254; rows < 257; rows++) {
        plan(&x, "mul.lo.s32 %r11, %r1, 32;" LOAD("0", "%r11"),
             &(shape_t){{1, 1, 1}, {rows, 1, 1}, 65536}, &c);
        is_rect(&x, &c, 0, 0, (rect_t){0, 0, 1, rows < 255 ? rows : 255});
        end(&x);
    }
    /* The last bit of each size and coordinate, and all fields of 64 bits: 24, 24, 8, 8. */
    c.coord_w = 24;
    plan(&x, "mad.lo.s32 %r11, %r1, 32, -32;" LOAD("0", "%r11"),
         &(shape_t){{1, 1, 1}, {256, 1, 1}, 65536}, &c);
    is_rect(&x, &c, 0, 0, (rect_t){0, 0xffffff, 1, 255}); /* row -1 */
    is_warp(&x, 0, 0, 0, 0, 0x1 | 0x10 | 0x100 | 0x1000); /* the nearest region has 16 rows, by 4 */
    end(&x);
}

/* Before the array: line -2 is 0xfffe, its region the nearest; no digit is set there. */
static void plan_210_outside_of_the_array(void **state)
{
    (void)state;
    planned_t x;
    address_plan_cfg_t c = defaults();
    c.region_w = 2;
    plan(&x, AT("0", "%r6", "-256"), &(shape_t){{4, 1, 1}, {128, 1, 1}, 8192}, &c);
    is_rect(&x, &c, 0, 0, (rect_t){0xfffe, 0, 4, 1});
    is_warp(&x, 0, 0, 0, 0, 0);
    is_warp(&x, 0, 2, 0, 0, 1); /* line 0 of 64, in 16 a region and one a subregion */
    is_rect(&x, &c, 1, 0, (rect_t){2, 0, 4, 1});
    end(&x);
    /* Behind it, too: lines 64 to 67 of 64. */
    plan(&x, AT("0", "%r6", "8192"), &(shape_t){{4, 1, 1}, {128, 1, 1}, 8192}, &c);
    is_rect(&x, &c, 0, 0, (rect_t){64, 0, 4, 1});
    is_warp(&x, 0, 0, 0, 3, 0);
    end(&x);
}

/* Five of six arrays, in the order of their first loads; stores do not count. */
static void plan_220_the_sixth_array_is_left_out(void **state)
{
    (void)state;
    planned_t x;
    address_plan_cfg_t c = defaults();
    static const char six[] =
        "mul.wide.s32 %d9, %r6, 4; add.s64 %d9, %d4, %d9; st.global.u32 [%d9], %r6;" LOAD(
            "3", "%r6") LOAD("0", "%r6") LOAD("5", "%r6") LOAD("1", "%r6") LOAD("2", "%r6")
            LOAD("4", "%r6") AT("4", "%r6", "128") LOAD("3", "%r1");
    const shape_t s = {{4, 1, 1}, {64, 1, 1}, 4096};
    static const uint8_t order[] = {3, 0, 5, 1, 2, 4};
    for (unsigned kept = 1; kept <= ADDRESS_PLAN_ARRAYS; kept++) {
        c.arrays = kept;
        plan(&x, six, &s, &c);
        const address_plan_facts_t *f = address_plan_facts(x.p);
        const unsigned n = kept < ARRAYS ? kept : ARRAYS;
        assert_int_equal(f->arrays, n);
        assert_int_equal(f->beyond_arrays, ARRAYS - n);
        assert_int_equal(f->loads, 8);
        /* P3 has two loads, and P4, which is the last one, too. */
        assert_int_equal(f->rect_loads, kept < ARRAYS ? kept + 1 : 8);
        assert_int_equal(f->beyond_loads, 8 - f->rect_loads);
        assert_int_equal(f->irregular_loads + f->other_loads, 0);
        for (unsigned a = 0; a < n; a++) {
            assert_int_equal(address_plan_array(x.p, a)->base, x.base[order[a]]);
            /* P3 also from its start on, P4 a line more */
            is_rect(&x, &c, 3, a,
                    a == 0   ? (rect_t){0, 0, 8, 1}
                    : a == 5 ? (rect_t){6, 0, 3, 1}
                             : (rect_t){6, 0, 2, 1});
        }
        for (unsigned a = n; a < kept; a++) {
            is_rect(&x, &c, 3, a, (rect_t){0, 0, 0, 0});
            is_warp(&x, 3, 0, a, 0, 0);
        }
        end(&x);
    }
}

/* ---- Loads without a rectangle ---- */

static void plan_300_irregular_loads_make_none(void **state)
{
    (void)state;
    planned_t x;
    const address_plan_cfg_t c = defaults();
    /* P0 regular; P1 at what P0 has; P0 or P2, as data say; P3 by the clock. */
    plan(&x,
         LOAD("0", "%r6") LOAD("1", "%r20") "setp.eq.u32 %p1, %r4, 7; selp.b64 %d8, %d0, %d2, %p1;"
                                            "mul.wide.s32 %d9, %r6, 4; add.s64 %d9, %d8, %d9;"
                                            "ld.global.u32 %r20, [%d9+1024]; mov.u32 %r21, "
                                            "%clock;" LOAD("3", "%r21"),
         &(shape_t){{4, 1, 1}, {64, 1, 1}, 4096}, &c);
    const address_plan_facts_t *f = address_plan_facts(x.p);
    assert_int_equal(f->loads, 4);
    assert_int_equal(f->rect_loads, 1);
    assert_int_equal(f->irregular_loads, 2);
    assert_int_equal(f->other_loads, 1);
    assert_int_equal(f->beyond_loads, 0);
    assert_int_equal(f->arrays, 3);
    is_rect(&x, &c, 2, 0, (rect_t){4, 0, 2, 1});
    is_rect(&x, &c, 2, 1, (rect_t){0, 0, 0, 0});
    is_rect(&x, &c, 2, 2, (rect_t){0, 0, 0, 0});
    is_warp(&x, 2, 0, 1, 0, 0);
    end(&x);
    plan(&x, "", &(shape_t){{4, 1, 1}, {64, 1, 1}, 4096}, &c);
    assert_int_equal(address_plan_facts(x.p)->loads, 0);
    is_rect(&x, &c, 3, 4, (rect_t){0, 0, 0, 0});
    is_warp(&x, 3, 1, 4, 0, 0);
    end(&x);
}

/* ---- Allocations ---- */

/* An array goes from its pointer to the end of the allocation that it points into; where none is
 * known, to the end of the memory in use. */
static void plan_400_an_array_is_its_allocation(void **state)
{
    (void)state;
    planned_t x;
    const address_plan_cfg_t c = defaults();
    const shape_t s = {{1, 1, 1}, {32, 1, 1}, 4096};
    plan(&x, LOAD("1", "%r6") LOAD("0", "%r6"), &s, &c);
    is_array(&x, 0, 0, x.base[1], 4096, 0);
    is_array(&x, 1, 1, x.base[0], 4096, 0);
    end(&x);
    /* All allocations but the first begin 512 B later than the pointer, that one earlier. */
    launch(&x, LOAD("1", "%r6") LOAD("0", "%r6"), &s, true);
    for (unsigned a = 0; a < ARRAYS; a++)
        x.allocation[a].first += a ? 512 : -UINT64_C(512);
    x.p = address_plan_new(isa_launch_front(x.l), &c);
    is_array(&x, 0, 0, x.base[1], RIG_BASE + RIG_BYTES - x.base[1], 0);
    is_array(&x, 1, 1, x.base[0], 4096, 0);
    end(&x);
    launch(&x, LOAD("1", "%r6"), &s, false);
    x.p = address_plan_new(isa_launch_front(x.l), &c);
    is_array(&x, 0, 0, x.base[1], RIG_BASE + RIG_BYTES - x.base[1], 0);
    end(&x);
}

/* CTAs in any order, and asked for twice: one's box is not another one's. */
static void plan_410_any_order(void **state)
{
    (void)state;
    planned_t x;
    address_plan_cfg_t c = defaults();
    c.region_w = 4;
    plan(&x, LOAD("0", "%r6"), &(shape_t){{64, 1, 1}, {256, 1, 1}, 65536}, &c);
    static const uint32_t order[] = {63, 0, 0, 17, 5, 17, 63};
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++) {
        is_warp(&x, order[i], 1, 0, order[i] / 4, 1u << (order[i] % 4 * 8 + 1) / 2);
        is_rect(&x, &c, order[(i + 3) % 7], 0, (rect_t){8 * order[(i + 3) % 7], 0, 8, 1});
        address_plan_drop(x.p, order[i]);
    }
    end(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan_100_one_row),
        cmocka_unit_test(plan_110_several_rows),
        cmocka_unit_test(plan_120_a_row_a_block),
        cmocka_unit_test(plan_130_columns),
        cmocka_unit_test(plan_140_first_iteration),
        cmocka_unit_test(plan_150_loads_of_one_array),
        cmocka_unit_test(plan_200_sizes_saturate_and_starts_do_not),
        cmocka_unit_test(plan_210_outside_of_the_array),
        cmocka_unit_test(plan_220_the_sixth_array_is_left_out),
        cmocka_unit_test(plan_300_irregular_loads_make_none),
        cmocka_unit_test(plan_400_an_array_is_its_allocation),
        cmocka_unit_test(plan_410_any_order),
    };
    return cmocka_run_group_tests_name("address_plan", tests, NULL, NULL);
}
