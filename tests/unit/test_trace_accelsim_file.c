/*
 * Files of Accel-Sim traces: the order of blocks and warps, lists, every container, and large
 * traces. The kernels are written here by hand.
 */
#include "accelsim_rig.h"

/* ---- Blocks and warps ---- */

static void trace_050_blocks_come_in_any_order(void **state)
{
    (void)state;
    opened_t o;
#define PLACED(c, pc) BLOCK(c) WARP("1", "1") pc " ffffffff 1 R1 MOV 0 0\n" WARP("0", "0") END
    open_text(&o, HEAD_OF("4", "0", "(2,2,1)", "(64,1,1)") PLACED("1,1,0", "0030")
                      PLACED("0,1,0", "0020") PLACED("0,0,0", "0000") PLACED("1,0,0", "0010"));
    assert_int_equal(o.f->warps_per_cta, 2);
    static const uint32_t file[] = {3, 2, 0, 1}; /* CTA number: x fastest */
    assert_memory_equal(o.f->cta_order, file, sizeof file);
    static const uint32_t order[] = {2, 0, 3, 1};
    for (unsigned k = 0; k < 4; k++) {
        begin(&o, order[k], 0);
        end_warp(&o); /* a warp of no instructions has nothing to do */
        o.w = o.f->ops->cta_warp(o.f->ctx, o.cta, 1);
        o.next = o.f->ops->first(o.f->ctx, o.w);
        at(&o, 0x10 * order[k], UINT32_MAX);
        end_warp(&o);
        o.f->ops->cta_end(o.f->ctx, o.cta);
    }
    o.cta = NULL;
    close_trace(&o);
}

static void trace_051_an_absent_warp_has_nothing_to_do(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, HEAD_OF("4", "0", "(1,1,1)", "(96,1,1)") BLOCK("0,0,0")
                      WARP("1", "1") "0010 ffffffff 0 EXIT 0 0\n" END);
    begin(&o, 0, 0);
    end_warp(&o);
    o.w = o.f->ops->cta_warp(o.f->ctx, o.cta, 2);
    assert_null(o.f->ops->first(o.f->ctx, o.w));
    close_trace(&o);
}

static void trace_052_a_block_may_be_empty(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, HEAD BLOCK("0,0,0") END);
    assert_int_equal(o.f->n_inst, 0);
    begin(&o, 0, 0);
    end_warp(&o);
    close_trace(&o);
}

/* ---- Lists and containers ---- */

static void trace_060_the_list_gives_copies_and_launches_in_order(void **state)
{
    (void)state;
    diag_t d = {{0}};
    trace_t *t;
    trace_step_t s;
    rig_write("kernelslist.g", "MemcpyHtoD,0x00007f0000000100,4096\n\nMemcpyDtoH,0x1,2\n"
                               "kernel-1.traceg\r\nncclCommInitAll\nMemcpyHtoD,0x200,0\n"
                               "kernel-2.traceg");
    rig_write("kernel-1.traceg", ONE("1", "0010 ffffffff 0 EXIT 0 0\n"));
    rig_write("kernel-2.traceg", HEAD_OF("4", "0", "(7,1,1)", "(32,1,1)"));
    must(trace_open(rig_path("kernelslist.g"), &t, &d), &d);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_COPY);
    assert_int_equal(s.addr, 0x7f0000000100);
    assert_int_equal(s.bytes, 4096);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_LAUNCH);
    assert_string_equal(s.front->kernel, "k");
    must(trace_next(t, &s, &d), &d); /* passed over without loading */
    assert_int_equal(s.kind, TRACE_COPY);
    assert_int_equal(s.bytes, 0);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_LAUNCH);
    assert_int_equal(s.front->grid[0], 7); /* known before it is loaded */
    assert_true(trace_load(t, &d) < 0);    /* its blocks are missing */
    d.text[0] = 0;
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_END);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_END);
    trace_close(t);
}

/* Counts a trace's instructions and sums its addresses. */
static uint64_t count_all(const char *path, uint64_t *sum)
{
    diag_t d = {{0}};
    trace_t *t;
    trace_step_t s;
    warp_step_t w;
    uint64_t n = 0;
    *sum = 0;
    must(trace_open(path, &t, &d), &d);
    for (;;) {
        must(trace_next(t, &s, &d), &d);
        if (s.kind == TRACE_END)
            break;
        if (s.kind == TRACE_COPY)
            continue;
        front_t *f = s.front;
        must(trace_load(t, &d), &d);
        for (uint32_t c = 0; c < f->grid[0] * f->grid[1] * f->grid[2]; c++) {
            front_cta_t *cta = f->ops->cta_begin(f->ctx, c);
            for (uint32_t k = 0; k < f->warps_per_cta; k++) {
                front_warp_t *warp = f->ops->cta_warp(f->ctx, cta, k);
                w.next = f->ops->first(f->ctx, warp);
                while (w.next) {
                    const inst_t *i = w.next;
                    f->ops->step(f->ctx, warp, &w);
                    n++;
                    for (uint64_t m = i->unit == INST_UNIT_LDST ? w.active : 0; m; m &= m - 1)
                        *sum += w.addr[bits_lowest(m)];
                }
            }
            f->ops->cta_end(f->ctx, cta);
        }
    }
    trace_close(t);
    return n;
}

static void trace_061_every_container_gives_the_same(void **state)
{
    (void)state;
    static const char *const suffix[] = {"", ".xz", ".zst", ".gz"};
    static const int filter[] = {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD,
                                 ARCHIVE_FILTER_GZIP};
    static const char kernel[] = ONE("2", "0010 00000003 1 R1 LDG.E 1 R2 4 1 0x1000 4\n"
                                          "0020 ffffffff 0 EXIT 0 0\n");
    /* the list in the middle, kernels in another order than its own, something else too */
    const rig_entry_t entry[] = {{"./t/kernel-2.traceg", kernel},
                                 {"./t/notes", "none"},
                                 {"./t/kernelslist.g", "kernel-1.traceg\nkernel-2.traceg\n"},
                                 {"./t/kernel-1.traceg", kernel}};
    const uint64_t want = 2 * (0x1000 + 0x1004);
    uint64_t sum;
    for (unsigned k = 0; k < 4; k++) {
        char name[64], list[128];
        snprintf(name, sizeof name, "kernel-1.traceg%s", suffix[k]);
        rig_pack(name, filter[k], false, &entry[0], 1);
        /* the name as it is; a name without the suffix of the only file there */
        snprintf(list, sizeof list, "kernel-1.traceg\n%s\n", name);
        rig_write("kernelslist.g", list);
        assert_int_equal(count_all(rig_dir, &sum), 4);
        assert_int_equal(sum, want);
        unlink(rig_path(name));
        rig_pack("all.tar", filter[k], true, entry, 4);
        assert_int_equal(count_all(rig_path("all.tar"), &sum), 4);
        assert_int_equal(sum, want);
    }
}

static void trace_062_the_hash_is_of_the_bytes(void **state)
{
    (void)state;
    diag_t d = {{0}};
    uint64_t hash[4];
    static const char *const imm[] = {"0", "0", "1", "0"};
    for (unsigned k = 0; k < 4; k++) {
        char text[2048];
        trace_t *t;
        snprintf(text, sizeof text,
                 HEAD_OF("5", "0", "(1,1,1)", "(32,1,1)") BLOCK("0,0,0")
                     WARP("0", "1") "0010 ffffffff 0 EXIT 0 0 %s\n" END,
                 imm[k]);
        rig_write("kernel-1.traceg", text);
        rig_write("kernelslist.g", k == 3 ? "kernel-1.traceg\n\n" : "kernel-1.traceg\n");
        must(trace_open(rig_dir, &t, &d), &d);
        must(trace_hash(t, &hash[k], &d), &d);
        trace_close(t);
    }
    assert_int_equal(hash[0], hash[1]);
    assert_int_not_equal(hash[0], hash[2]);
    assert_int_not_equal(hash[0], hash[3]);
}

/* ---- Larger traces ---- */

/* Lines beyond the reader's buffer, every one another address. */
static void trace_070_a_long_trace_is_read_through_its_window(void **state)
{
    (void)state;
    enum { N = 60000 };
    FILE *f = fopen(rig_path("kernel-1.traceg"), "w");
    assert_non_null(f);
    fprintf(f, HEAD BLOCK("0,0,0") WARP("0", "%d"), N);
    uint64_t want = 0, sum;
    for (uint64_t k = 0; k < N; k++) {
        fprintf(f, "%04x %08x 1 R%u LDG.E 1 R2 4 2 0x%012llx %d\n", (unsigned)(k % 7) * 8,
                3u << k % 31, (unsigned)(k % 7), (unsigned long long)(0x7f0000000000 + 64 * k),
                (int)(k % 5) * 1000);
        want += 2 * (0x7f0000000000 + 64 * k) + k % 5 * 1000;
    }
    fprintf(f, END);
    assert_true(ftell(f) > 3 << 20);
    assert_int_equal(fclose(f), 0);
    rig_write("kernelslist.g", "kernel-1.traceg\n");
    assert_int_equal(count_all(rig_dir, &sum), N);
    assert_int_equal(sum, want);
}

static void trace_071_the_real_traces_have_their_instructions(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t insts;
    } real[] = {{"bench-traces/vecadd-256k.tar.zst", 98304},
                {"bench-traces/atax-512.tar.zst", 131264},
                {"bench-traces/atax-1024.tar.zst", 524672},
                {"bench-traces/reuse.tar.zst", 492960},
                {"accelsim-matrixmul-32", 4416},
                {"accelsim-vectoradd-100", 344}};
    unsigned found = 0;
    for (unsigned i = 0; i < sizeof real / sizeof real[0]; i++) {
        const char *path = rig_data(real[i].name);
        uint64_t sum;
        if (!path)
            continue;
        assert_int_equal(count_all(path, &sum), real[i].insts);
        found++;
    }
    if (!found) {
        print_message("no traces beside the project (LW_SHARED_DATA)\n");
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(trace_050_blocks_come_in_any_order),
        CASE(trace_051_an_absent_warp_has_nothing_to_do),
        CASE(trace_052_a_block_may_be_empty),
        CASE(trace_060_the_list_gives_copies_and_launches_in_order),
        CASE(trace_061_every_container_gives_the_same),
        CASE(trace_062_the_hash_is_of_the_bytes),
        CASE(trace_070_a_long_trace_is_read_through_its_window),
        CASE(trace_071_the_real_traces_have_their_instructions),
    };
    return cmocka_run_group_tests_name("trace_accelsim_file", tests, NULL, NULL);
}
