/*
 * Plans of traces (isa/address_plan.h): what CTAs touch, from the first executions of their loads.
 * Lines have 128 B. A kernel written here in Accel-Sim's format; one recorded in the native one.
 */
#include "trace_rig.h"

#include "driver/front_run.h"
#include "isa/address_plan.h"
#include "isa/isa.h"
#include "trace/native.h"

#define HEAD                                                                                       \
    "-kernel name = k\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (64,1,1)\n-shmem = 0\n"   \
    "-nregs = 20\n-binary version = 61\n-cuda stream id = 0\n"                                     \
    "-shmem base_addr = 0x00007f0000000000\n-local mem base_addr = 0x00007f0002000000\n"           \
    "-nvbit version = 1.5.5\n-accelsim tracer version = 4\n-enable lineinfo = 0\n\n"               \
    "#traces format = PC\n\n"
#define BLOCK(coord) "\n\n#BEGIN_TB\n\nthread block = " coord "\n\n"
#define END          "\n#END_TB\n"

/* Two loads of one array, the first of which comes again elsewhere; one without a thread. */
#define WARP(number, base, next)                                                                   \
    "warp = " number "\ninsts = 5\n"                                                               \
    "0010 ffffffff 1 R2 LDG.E 1 R0 4 1 " base " 4\n"                                               \
    "0018 ffffffff 1 R3 LDG.E 1 R0 4 1 " next " 4\n"                                               \
    "0020 00000000 1 R4 LDG.E 1 R0 4 0\n"                                                          \
    "0010 ffffffff 1 R2 LDG.E 1 R0 4 1 0x7e0000100000 4\n"                                         \
    "0030 ffffffff 0 EXIT 0 0\n"

typedef struct opened {
    trace_t *t;
    front_t *f;
    address_plan_t *p;
} opened_t;

static const address_plan_cfg_t cfg = {5, 16, 8, 2, 4, 128};

static void open_plan(opened_t *o, const char *path)
{
    diag_t d = {{0}};
    trace_step_t step;
    if (trace_open(path, &o->t, &d))
        fail_msg("%s", d.text);
    do
        if (trace_next(o->t, &step, &d))
            fail_msg("%s", d.text);
    while (step.kind == TRACE_COPY);
    assert_int_equal(step.kind, TRACE_LAUNCH);
    if (trace_load(o->t, &d))
        fail_msg("%s", d.text);
    o->f = step.front;
    o->p = address_plan_new(o->f, &cfg);
    assert_true(address_plan_facts(o->p)->from_trace);
}

static void close_plan(opened_t *o)
{
    address_plan_free(o->p);
    trace_close(o->t);
}

static void is(const opened_t *o, uint32_t cta, unsigned array, uint64_t x, uint64_t w,
               uint16_t region, uint64_t warp0, uint64_t warp1)
{
    uint64_t rects[5], subs[5];
    uint16_t regions[5];
    address_plan_rects(o->p, cta, rects);
    assert_int_equal(rects[array], x | w << 32 | (uint64_t)(w > 0) << 40);
    for (unsigned k = 0; k < 2; k++) {
        address_plan_warp(o->p, cta, k, regions, subs);
        assert_int_equal(regions[array], region);
        assert_int_equal(subs[array], k ? warp1 : warp0);
    }
}

/* CTA 0 has lines 0, 1 and 4, 5 of the array; CTA 1 lines 8, 9 and 12, 13. The run is 14 lines: of
 * 4 regions each has 4, a subregion one. The third load never has a thread; the loop's second turn
 * does not count. */
static void plan_trace_100_accelsim(void **state)
{
    (void)state;
    opened_t o;
    rig_write("kernelslist.g", "kernel-1.traceg\n");
    rig_write("kernel-1.traceg",
              HEAD BLOCK("0,0,0") WARP("0", "0x7e0000000000", "0x7e0000000200")
                  WARP("1", "0x7e0000000080", "0x7e0000000280") END BLOCK("1,0,0")
                      WARP("0", "0x7e0000000400", "0x7e0000000600")
                          WARP("1", "0x7e0000000480", "0x7e0000000680") END);
    open_plan(&o, rig_dir);
    const address_plan_facts_t *f = address_plan_facts(o.p);
    assert_int_equal(f->loads, 3);
    assert_int_equal(f->rect_loads, 2);
    assert_int_equal(f->other_loads, 1);
    assert_int_equal(f->irregular_loads, 0);
    assert_int_equal(f->arrays, 1);
    const address_plan_array_t *a = address_plan_array(o.p, 0);
    assert_int_equal(a->base, 0x7e0000000000);
    assert_int_equal(a->bytes, 14 * 128);
    assert_int_equal(a->pitch, 0);
    assert_int_equal(a->number, -1);
    is(&o, 0, 0, 0, 6, 0, 1, 2);
    is(&o, 1, 0, 8, 6, 2, 1, 2);
    /* A CTA that runs is as it was; one that is dropped is read again; one that has ended is gone.
     */
    front_cta_t *c = o.f->ops->cta_begin(o.f->ctx, 1);
    warp_step_t s;
    o.f->ops->step(o.f->ctx, o.f->ops->cta_warp(o.f->ctx, c, 1), &s);
    address_plan_drop(o.p, 1);
    is(&o, 1, 0, 8, 6, 2, 1, 2);
    assert_int_equal(o.f->ops->first(o.f->ctx, o.f->ops->cta_warp(o.f->ctx, c, 1))->pc, 0x18);
    o.f->ops->cta_end(o.f->ctx, c);
    address_plan_drop(o.p, 1);
    is(&o, 1, 0, 0, 0, 0, 0, 0);
    close_plan(&o);
}

/* Rows of 64 words, a thread each: the pitch is the threads' step. */
static const char column[] =
    ".version 3.2\n.target sm_20\n.address_size 64\n"
    ".visible .entry k(.param .u64 A) {\n.reg .b32 %r<9>; .reg .b64 %d<9>;\n"
    "ld.param.u64 %d1, [A]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
    "mad.lo.s32 %r4, %r2, %r3, %r1; mul.wide.s32 %d2, %r4, 256; add.s64 %d2, %d1, %d2;\n"
    "ld.global.u32 %r5, [%d2]; st.global.u32 [%d2], %r5; ret; }\n";

static void record(const char *path)
{
    enum { BYTES = 1 << 16 };
    const uint64_t base = 0x10000000;
    uint64_t n = 0, threads = 0;
    diag_t d = {{0}};
    uint8_t *mem = calloc(1, BYTES);
    isa_module_t *m = isa_module_parse("k.ptx", column, sizeof column - 1, &d);
    const isa_launch_cfg_t launch = {.kernel = isa_kernel_find(m, "k"),
                                     .grid = {2, 1, 1},
                                     .block = {64, 1, 1},
                                     .warp_size = 32,
                                     .params = &base,
                                     .param_bytes = sizeof base,
                                     .mem = {base, mem, BYTES}};
    const trace_about_t about = {.program = "test", .warp_size = 32};
    isa_launch_t *l = isa_launch_new(&launch, &d);
    trace_record_t *r = trace_record_open(path, &about, &d);
    assert_true(l && r);
    front_t *f = trace_record_launch(r, isa_launch_front(l), &d);
    /* A recorder passes a program on: its plan is the program's. */
    address_plan_t *p = address_plan_new(f, &cfg);
    assert_false(address_plan_facts(p)->from_trace);
    address_plan_free(p);
    assert_int_equal(front_run(f, &n, &threads, &d), 0);
    assert_int_equal(trace_record_launch_end(r, &d), 0);
    assert_int_equal(trace_record_finish(r, &d), 0);
    isa_launch_free(l);
    isa_module_free(m);
    free(mem);
}

/* CTA c has rows 64 c to 64 c + 63 in line 0 of two. 128 rows (the last is cut) by 2 lines in 2 x 2
 * regions of 1 line by 64 rows, 2 x 2 subregions of 1 by 32 (rounded up). */
static void plan_trace_200_native(void **state)
{
    (void)state;
    opened_t o;
    record(rig_path("k.lwt"));
    open_plan(&o, rig_path("k.lwt"));
    const address_plan_array_t *a = address_plan_array(o.p, 0);
    assert_int_equal(address_plan_facts(o.p)->rect_loads, 1);
    assert_int_equal(a->base, 0x10000000);
    assert_int_equal(a->bytes, 127 * 256 + 4);
    assert_int_equal(a->pitch, 256);
    for (uint64_t cta = 0; cta < 2; cta++) {
        uint64_t rects[5], subs[5];
        uint16_t regions[5];
        address_plan_rects(o.p, (uint32_t)cta, rects);
        assert_int_equal(rects[0], 64 * cta << 16 | UINT64_C(1) << 32 | UINT64_C(64) << 40);
        for (unsigned w = 0; w < 2; w++) {
            address_plan_warp(o.p, (uint32_t)cta, w, regions, subs);
            assert_int_equal(regions[0], 2 * cta);
            assert_int_equal(subs[0], w ? 4 : 1);
        }
    }
    close_plan(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan_trace_100_accelsim),
        cmocka_unit_test(plan_trace_200_native),
    };
    return cmocka_run_group_tests_name("address_plan_trace", tests, rig_setup, rig_teardown);
}
