/*
 * Addresses of Accel-Sim traces: the three address modes, generic and local accesses, and the
 * memory that a trace tells of. The kernels are written here by hand.
 */
#include "accelsim_rig.h"

static void trace_010_mode_0_lists_an_address_for_every_active_lane(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("1", "0280 00108100 0 STG.E.U8 2 R6 R16 1 0 0x00007fc84152116d "
                           "0x00007fc841521498 0x00007fc8415216a7\n"));
    begin(&o, 0, 0);
    const inst_t *i = at(&o, 0x280, 0x00108100);
    assert_int_equal(i->unit, INST_UNIT_LDST);
    assert_int_equal(i->kind, INST_STORE);
    assert_int_equal(i->width, 1);
    assert_int_equal(o.s.space, INST_SPACE_GLOBAL);
    assert_int_equal(o.s.addr[8], 0x7fc84152116d); /* the mask's bits are 8, 15, 20 */
    assert_int_equal(o.s.addr[15], 0x7fc841521498);
    assert_int_equal(o.s.addr[20], 0x7fc8415216a7);
    end_warp(&o);
    close_trace(&o);
}

static void trace_011_mode_1_is_a_base_and_a_stride(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("3", "0090 ffffffff 1 R0 LDG.E.U8 1 R4 1 1 0x7fc841520000 1\n"
                           "0098 000003c0 1 R0 LDG.E 1 R4 4 1 0x7fc841520000 -128\n"
                           "00a0 ffffffff 1 R2 LDG.E 1 R4 4 1 0x100000000 4294967296\n"));
    begin(&o, 0, 0);
    at(&o, 0x90, UINT32_MAX);
    for (unsigned k = 0; k < 32; k++)
        assert_int_equal(o.s.addr[k], 0x7fc841520000 + k);
    at(&o, 0x98, 0x3c0); /* lanes 6 to 9 */
    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(o.s.addr[6 + k], 0x7fc841520000 - 128 * k);
    at(&o, 0xa0, UINT32_MAX); /* a stride of more than 32 bits */
    for (uint64_t k = 0; k < 32; k++)
        assert_int_equal(o.s.addr[k], 0x100000000 * (k + 1));
    end_warp(&o);
    close_trace(&o);
}

static void trace_012_mode_2_is_a_base_and_differences(void **state)
{
    (void)state;
    static const unsigned delta[] = {5, 2, 5, 2, 5, 3, 1, 5, 1};
    opened_t o;
    open_text(&o, ONE("2", "00d0 6190a142 0 STG.E.U8 2 R4 R255 1 2 0x7fc841520001 5 2 5 2 5 3 1 5 "
                           "1\n"
                           "00e0 00000010 1 R6 LDG.E 1 R4 4 2 0x7fc841520040\n"));
    begin(&o, 0, 0);
    at(&o, 0xd0, 0x6190a142);
    uint64_t want = 0x7fc841520001;
    unsigned k = 0;
    for (uint64_t m = 0x6190a142; m; m &= m - 1, k++) {
        assert_int_equal(o.s.addr[bits_lowest(m)], want);
        want += k < 9 ? delta[k] : 0;
    }
    assert_int_equal(k, 10);
    at(&o, 0xe0, 0x10); /* one active lane has no differences */
    assert_int_equal(o.s.addr[4], 0x7fc841520040);
    end_warp(&o);
    close_trace(&o);
}

/* Differences of every size that a record has: 1, 2, 4 and 8 bytes, at both ends of each. */
static void trace_013_differences_of_every_size(void **state)
{
    (void)state;
    static const int64_t delta[] = {1,
                                    127,
                                    -128,
                                    128,
                                    -129,
                                    32767,
                                    -32768,
                                    32768,
                                    -32769,
                                    INT32_MAX,
                                    INT32_MIN,
                                    INT64_C(1) << 31,
                                    -(INT64_C(1) << 31) - 1};
    for (unsigned i = 1; i < sizeof delta / sizeof delta[0]; i++) {
        char text[2048];
        opened_t o;
        uint64_t base = 0x400000000000;
        snprintf(text, sizeof text,
                 ONE("1", "0010 00000015 1 R0 LDG.E 1 R4 4 2 0x%llx %lld %lld\n"),
                 (unsigned long long)base, (long long)delta[i], (long long)delta[i - 1]);
        open_text(&o, text);
        begin(&o, 0, 0);
        at(&o, 0x10, 0x15);
        assert_int_equal(o.s.addr[0], base);
        assert_int_equal(o.s.addr[2], base + (uint64_t)delta[i]);
        assert_int_equal(o.s.addr[4], base + (uint64_t)delta[i] + (uint64_t)delta[i - 1]);
        close_trace(&o);
    }
}

static void trace_014_an_access_without_lanes_has_no_address(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("3", "0010 00000000 1 R0 LDG.E 1 R4 4 1 0x0 0\n"
                           "0018 00000000 1 R0 LDG.E 1 R4 4 1 0x0000000000000000 0\n"
                           "0010 00000001 1 R0 LDG.E 1 R4 4 1 0x7f0 0\n"));
    begin(&o, 0, 0);
    at(&o, 0x10, 0);
    at(&o, 0x18, 0);
    at(&o, 0x10, 1);
    assert_int_equal(o.s.addr[0], 0x7f0);
    end_warp(&o);
    assert_int_equal(o.f->arena_base, 0x7f0); /* the zeros were no accesses */
    assert_int_equal(o.f->arena_bytes, 4);
    close_trace(&o);
}

/* ---- Generic and local addresses ---- */

static void trace_040_generic_accesses_go_to_their_window(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("3", "0010 ffffffff 1 R1 LD.E 1 R2 4 1 0x7f0000000040 4\n"
                           "0010 ffffffff 1 R1 LD.E 1 R2 4 1 0x7e0000000040 4\n"
                           "0010 ffffffff 1 R1 LD.E 1 R2 4 1 0x7f0002000040 0\n"));
    begin(&o, 0, 0);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.space, INST_SPACE_SHARED);
    assert_int_equal(o.s.addr[0], 0x40);
    assert_int_equal(o.s.addr[31], 0x40 + 31 * 4);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.space, INST_SPACE_GLOBAL);
    assert_int_equal(o.s.addr[1], 0x7e0000000044);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.space, INST_SPACE_LOCAL);
    close_trace(&o);
}

/* Two CTAs of two warps, offsets 0x40 to 0x47: two words a thread. */
static void trace_041_local_words_lie_side_by_side(void **state)
{
    (void)state;
    opened_t o;
#define LOCAL_WARP(n) WARP(n, "1") "0010 ffffffff 1 R1 LDL 1 R2 4 1 0x44 0\n"
#define LOCAL_BLOCK(c)                                                                             \
    BLOCK(c)                                                                                       \
    WARP("0", "2")                                                                                 \
    "0008 ffffffff 0 STL 2 R2 R1 4 1 0x40 0\n"                                                     \
    "0010 00000008 1 R1 LDL 1 R2 4 1 0x44 0\n" LOCAL_WARP("1") END
    open_text(&o,
              HEAD_OF("4", "0", "(2,1,1)", "(64,1,1)") LOCAL_BLOCK("0,0,0") LOCAL_BLOCK("1,0,0"));
    uint64_t base = o.f->local_base, cta = o.f->local_cta_bytes;
    assert_int_equal(cta, 2 * 2 * 32 * 4); /* warps, words, lanes, bytes */
    assert_int_equal(o.f->arena_bytes, 0);
    assert_true(base >= UINT64_C(1) << 49);                /* beyond every address of a trace */
    front_cta_t *first = o.f->ops->cta_begin(o.f->ctx, 0); /* place 0 */
    begin(&o, 1, 0);                                       /* place 1 */
    at(&o, 0x8, UINT32_MAX);
    for (unsigned k = 0; k < 32; k++)
        assert_int_equal(o.s.addr[k], base + cta + 4 * k);
    at(&o, 0x10, 8);
    assert_int_equal(o.s.addr[3], base + cta + (32 + 3) * 4);
    end_warp(&o);
    o.w = o.f->ops->cta_warp(o.f->ctx, o.cta, 1);
    o.next = o.f->ops->first(o.f->ctx, o.w);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.addr[5], base + cta + (2 * 32 + 32 + 5) * 4);
    o.f->ops->cta_end(o.f->ctx, first);
    close_trace(&o);
}

static void trace_042_addresses_far_apart_get_no_dense_range(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("2", "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x1000 0\n"
                           "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x40000ffc 0\n"));
    assert_int_equal(o.f->arena_base, 0x1000); /* exactly 1 GB */
    assert_int_equal(o.f->arena_bytes, 1 << 30);
    close_trace(&o);
    open_text(&o, ONE("2", "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x1000 0\n"
                           "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x40001000 0\n"));
    assert_int_equal(o.f->arena_bytes, 0);
    close_trace(&o);
}

/* Device memory is what is copied, to the byte, and the pages of 4 KB that any kernel touches, also
 * one that comes later: here a load across two pages, one lane far away, a store of the second
 * kernel. Shared and local accesses touch none. */
static void trace_043_memory_that_the_trace_tells_of(void **state)
{
    (void)state;
    static const struct {
        uint64_t addr;
        bool has;
    } want[] = {{0x4fffff, false},   {0x500000, true},   {0x500063, true},    {0x500064, false},
                {0xfff, false},      {0x1000, true},     {0x2fff, true},      {0x3000, false},
                {0x7fffffff, false}, {0x80000000, true}, {0x80000fff, true},  {0x80001000, false},
                {0x8fff, false},     {0x9000, true},     {0x9fff, true},      {0xa000, false},
                {0x40, false},       {0x10000, false},   {UINT64_MAX, false}, {0, false}};
    opened_t o;
    rig_write("kernelslist.g", "kernel-1.traceg\nMemcpyHtoD,0x500000,100\nkernel-2.traceg\n");
    rig_write("kernel-1.traceg", ONE("3", "0008 00000001 0 STS 1 R2 4 1 0x40 0\n"
                                          "0010 00000003 1 R1 LDG.E 1 R2 4 1 0x1ffe 0\n"
                                          "0018 00000003 1 R1 LDG.E 1 R2 4 2 0x1100 2147479296\n"));
    rig_write("kernel-2.traceg", ONE("1", "0010 00000001 0 STG.E 2 R2 R1 4 1 0x9800 0\n"));
    open_path(&o, rig_dir);
    for (unsigned i = 0; i < sizeof want / sizeof *want; i++)
        if (o.f->ops->allocated(o.f->ctx, want[i].addr) != want[i].has)
            fail_msg("0x%" PRIx64 ": expected to be %sallocated", want[i].addr,
                     want[i].has ? "" : "not ");
    close_trace(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(trace_010_mode_0_lists_an_address_for_every_active_lane),
        CASE(trace_011_mode_1_is_a_base_and_a_stride),
        CASE(trace_012_mode_2_is_a_base_and_differences),
        CASE(trace_013_differences_of_every_size),
        CASE(trace_014_an_access_without_lanes_has_no_address),
        CASE(trace_040_generic_accesses_go_to_their_window),
        CASE(trace_041_local_words_lie_side_by_side),
        CASE(trace_042_addresses_far_apart_get_no_dense_range),
        CASE(trace_043_memory_that_the_trace_tells_of),
    };
    return cmocka_run_group_tests_name("trace_accelsim_address", tests, NULL, NULL);
}
