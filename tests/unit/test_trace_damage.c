/*
 * Damaged Accel-Sim traces: every one is refused with the file, the line and what was expected, and
 * a trace changed at random is refused or runs, whatever it says.
 */
#include "gpu_synth.h"
#include "trace_rig.h"

#include "common/rng.h"
#include "gpu/gpu.h"

/* A good kernel: two blocks of two warps (48 threads), every kind of line. */
static const char good[] =
    "-kernel name = k\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (48,1,1)\n-shmem = 64\n"
    "-nregs = 20\n-binary version = 61\n-cuda stream id = 0\n"
    "-shmem base_addr = 0x00007f0000000000\n-local mem base_addr = 0x00007f0002000000\n"
    "-nvbit version = 1.5.5\n-accelsim tracer version = 5\n-enable lineinfo = 0\n\n"
    "#traces format = PC\n\n#BEGIN_TB\n\nthread block = 0,0,0\n\n"
    "warp = 0\ninsts = 9\n"
    "0008 ffffffff 1 R1 MOV 0 0 40 \n"
    "0010 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7e0000000000 4 0 \n"
    "0018 0000000f 1 R3 LDS.64 1 R4 8 0 0x0 0x8 0x20 0x18 0 \n"
    "0020 0000ff00 0 STG.E 2 R4 R2 4 2 0x7e0000001000 4 4 8 -4 4 4 4 0 \n"
    "0028 ffffffff 0 BAR.SYNC 0 0 0 \n"
    "0030 ffffffff 1 R5 LDL 1 R1 4 1 0x40 0 0 \n"
    "0038 ffffffff 0 RED.E.ADD 2 R4 R2 4 1 0x7e0000002000 0 0 \n"
    "0010 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7e0000000080 4 0 \n"
    "0040 ffffffff 0 EXIT 0 0 0 \n\n"
    "warp = 1\ninsts = 2\n"
    "0028 0000ffff 0 BAR.SYNC 0 0 0 \n0040 0000ffff 0 EXIT 0 0 0 \n\n#END_TB\n\n#BEGIN_TB\n\n"
    "thread block = 1,0,0\n\nwarp = 0\ninsts = 1\n0040 ffffffff 0 EXIT 0 0 0 \n\n#END_TB\n";

/* Opens the folder's trace and runs all of it without a GPU, or on gpu. The error's text, "" if
 * there is none. */
static const char *run_all(const char *path, gpu_t *gpu, diag_t *d)
{
    trace_t *t;
    trace_step_t s;
    warp_step_t w;
    d->text[0] = 0;
    int rc = trace_open(path, &t, d);
    assert_true(!rc == !d->text[0] && !rc == (t != NULL));
    while (!rc && !(rc = trace_next(t, &s, d)) && s.kind != TRACE_END) {
        if (s.kind == TRACE_COPY) {
            if (gpu)
                gpu_l2_preload(gpu, s.addr, s.bytes);
            continue;
        }
        rc = trace_load(t, d);
        if (rc)
            break;
        if (gpu) {
            gpu_status_t status = gpu_run(gpu, s.front);
            if (status != GPU_OK && status != GPU_MISFIT && status != GPU_MAX_CYCLES)
                fail_msg("status %d: %s", status, gpu_message(gpu));
            continue;
        }
        front_t *f = s.front;
        for (uint32_t c = 0; c < f->grid[0] * f->grid[1] * f->grid[2]; c++) {
            front_cta_t *cta = f->ops->cta_begin(f->ctx, c);
            for (uint32_t k = 0; k < f->warps_per_cta; k++) {
                front_warp_t *warp = f->ops->cta_warp(f->ctx, cta, k);
                w.next = f->ops->first(f->ctx, warp);
                while (w.next) {
                    assert_true(w.next >= f->inst && w.next < f->inst + f->n_inst);
                    f->ops->step(f->ctx, warp, &w);
                }
            }
            f->ops->cta_end(f->ctx, cta);
        }
    }
    assert_true(!rc == !d->text[0]);
    trace_close(t);
    return d->text;
}

static const char *run_text(const char *text, size_t n, gpu_t *gpu, diag_t *d)
{
    if (access(rig_path("kernelslist.g"), F_OK))
        rig_write("kernelslist.g", "MemcpyHtoD,0x7e0000000000,4096\nkernel-1.traceg\n");
    rig_write_bytes("kernel-1.traceg", text, n);
    return run_all(rig_dir, gpu, d);
}

typedef struct damage {
    const char *from, *to; /* the first place of `from` becomes `to` */
    int lines;             /* from the line of that place to the line that is named */
    const char *says;
} damage_t;

static const damage_t damages[] = {
    /* the header */
    {"-kernel name = k\n", "", 13, "ends without '-kernel name'"},
    {"-grid dim = (2,1,1)\n", "", 11, "ends without '-grid dim'"},
    {"-nregs = 20\n", "", 8, "ends without '-nregs'"},
    {"name = k", "name =", 0, "-kernel name is empty"},
    {"(2,1,1)", "(2,1)", 0, "expected (x,y,z)"},
    {"(2,1,1)", "(0,1,1)", 0, "expected (x,y,z), each at least 1"},
    {"(2,1,1)", "(2,1,1", 0, "expected (x,y,z)"},
    {"(2,1,1)", "(2147483647,65535,65535)", 12, "expected at most 2^32 - 1 blocks"},
    {"(48,1,1)", "(48,22,1)", 11, "expected at most 1024 threads"},
    {"nregs = 20", "nregs = 257", 0, "expected a whole number up to 256"},
    {"nregs = 20", "nregs = -1", 0, "expected a whole number up to 256"},
    {"shmem = 64", "shmem = 64k", 0, "expected a whole number"},
    {"0x00007f0000000000", "0x0000zf0000000000", 0, "expected a hexadecimal address"},
    {"version = 5\n", "version = 6\n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = 6.1\n", 0, "is '6.1'; expected a version up to 5"},
    {"version = 5\n", "version = \n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = 5.\n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = .5\n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = 5.x\n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = 5..1\n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = -1.2\n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = 5 1\n", 0, "expected a version up to 5"},
    {"version = 5\n", "version = 4294967297.1\n", 0, "expected a version up to 5"},
    {"-nregs = 20\n", "-nregs = 20\n-nregs = 20\n", 1, "-nregs for the second time"},
    {"-nregs = 20\n", "nregs = 20\n", 0, "expected '-key = value'"},
    /* blocks and warps */
    {"#BEGIN_TB", "BEGIN_TB", 0, "expected '#BEGIN_TB'"},
    {"thread block = 0,0,0", "thread block = 0,0", 0, "expected 'thread block = x,y,z'"},
    {"thread block = 1,0,0", "thread block = 2,0,0", 0, "expected one of the grid (2,1,1)"},
    {"thread block = 1,0,0", "thread block = 0,0,0", 0, "thread block for the second time"},
    {"(2,1,1)", "(3,1,1)", 45, "after 2 thread blocks; expected the 3 of the grid"},
    {"warp = 1\n", "warp = 2\n", 0, "warp 2; expected 0 to 1"},
    {"warp = 1\n", "warp = 0\n", 0, "warp 0 for the second time"},
    {"warp = 1\n", "warp 1\n", 0, "expected 'warp = N' or '#END_TB'"},
    {"insts = 2\n", "inst = 2\n", 0, "expected 'insts = N'"},
    {"insts = 2\n", "insts = 3\n", 4, "'#END_TB'; expected a PC in hexadecimal"},
    {"insts = 2\n", "insts = 1\n", 2, "expected 'warp = N' or '#END_TB'"},
    {"insts = 2\n", "insts = 99999999999\n", 0, "expected 'insts = N'"},
    {"#END_TB\n\n#BEGIN_TB", "\n#BEGIN_TB", 1, "'#BEGIN_TB'; expected 'warp = N' or '#END_TB'"},
    /* instruction lines */
    {"0008 ffffffff", "000g ffffffff", 0, "'000g'; expected a PC in hexadecimal"},
    {"0008 ffffffff", "0008 ffffffgf", 0, "expected a mask of 8 hexadecimal digits"},
    {"0008 ffffffff", "0008 fffffff", 0, "expected a mask of 8 hexadecimal digits"},
    {"0028 0000ffff", "0028 0001ffff", 0, "expected lanes of 0000ffff"},
    {"1 R1 MOV", "x R1 MOV", 0, "expected the number of destination registers"},
    {"1 R1 MOV", "2 R1 MOV", 0, "'MOV'; expected a register R0 to R255"},
    {"1 R1 MOV", "1 R256 MOV", 0, "'R256'; expected a register R0 to R255"},
    {"1 R1 MOV", "1 P1 MOV", 0, "'P1'; expected a register"},
    {"1 R1 MOV", "1 R1 MOVE", 0, "unknown opcode 'MOVE'"},
    {"1 R1 MOV", "1 R1 mov", 0, "'mov'; expected an opcode"},
    {"1 R1 MOV", "1 R1 TEX.LZ", 0, "'TEX.LZ', of which a trace has no addresses"},
    {"MOV 0 0 40", "MOV 0 0", 0, "expected an immediate"},
    {"MOV 0 0 40", "MOV 0", 0, "the end of the line; expected the memory width"},
    {"MOV 0 0 40", "MOV", 0, "expected the number of source registers"},
    {"MOV 0 0 40", "MOV 0 0 40 1", 0, "'1'; expected the end of the line"},
    {"MOV 0 0 40", "MOV 0 0 4z", 0, "'4z'; expected an immediate"},
    {"LDG.E 1 R4 4 1 0x7e0000000000 4 0", "LDG.E 1 R4 0 0", 0, "with memory width 0"},
    {"LDG.E 1 R4 4 1", "LDG.E 1 R4 4 3", 0, "expected the addresses' mode, 0, 1 or 2"},
    {"4 1 0x7e0000000000 4", "4 1 7e0000000000 4", 0, "expected address 1 of 1"},
    {"4 1 0x7e0000000000 4", "4 1 0x7g0000000000 4", 0, "expected address 1 of 1"},
    {"4 1 0x7e0000000000 4", "4 1 0x2000000000000 4", 0, "below 2^49"},
    {"4 1 0x7e0000000000 4", "4 1 0x10 -4", 0, "to an address from 0 to 2^49"},
    {"4 1 0x7e0000000000 4", "4 1 0x7e0000000000 x4", 0, "expected difference 1 of 1"},
    {"0x0 0x8 0x20 0x18 0", "0x0 0x8 0x20 0", 0, "expected address 4 of 4"},
    {"0x0 0x8 0x20 0x18 0", "0x0 0x8 0x20 0x18 0x30 0", 0, "'0'; expected the end of the line"},
    {"0x0 0x8 0x20 0x18 0", "0x0 0x8 0x20 0x1000000 0", 0,
     "a shared address outside the window of 16 MB; expected an offset in it"},
    {"4 4 8 -4 4 4 4 0", "4 4 8 -4 4 0", 0, "expected difference 7 of 7"},
    {"4 4 8 -4 4 4 4 0", "4 4 8 -4 4 4 99999999999999999 0", 0, "expected difference 7 of 7"},
    {"0000ff00 0 STG.E 2 R4 R2 4 2", "0000fd00 0 STG.E 2 R4 R2 4 1", 0,
     "active lanes side by side"},
    {"1 R5 LDL 1 R1 4 1 0x40", "1 R5 LDL 1 R1 4 1 0x1000040", 0, "a local address outside"},
    {"0010 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7e0000000080", /* line 31: first on line 24 */
     "0010 ffffffff 1 R2 LDG.E.CG 1 R4 4 1 0x7e0000000080", 0,
     "PC 0x10 is LDG.E.CG; expected LDG.E, as on line 24"},
    {"0010 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7e0000000080",
     "0010 ffffffff 1 R3 LDG.E 1 R4 4 1 0x7e0000000080", 0, "has other registers than on line 24"},
};

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static void check(const char *text, size_t n, int line, const char *says, const char *what)
{
    diag_t d;
    char where[256];
    run_text(text, n, NULL, &d);
    snprintf(where, sizeof where, "%s/kernel-1.traceg:%d: ", rig_dir, line);
    if (strncmp(d.text, where, strlen(where)) || !strstr(d.text, says))
        fail_msg("%s: '%s'; expected '%s...%s'", what, d.text, where, says);
}

static void damage_010_the_good_kernel_runs(void **state)
{
    (void)state;
    diag_t d;
    assert_string_equal(run_text(good, strlen(good), NULL, &d), "");
}

static void damage_020_every_damage_is_named_with_its_line(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        const damage_t *x = &damages[i];
        char text[4096];
        const char *at = strstr(good, x->from);
        assert_non_null(at);
        int n = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, x->to,
                         at + strlen(x->from));
        check(text, (size_t)n, line_of(good, at) + x->lines, x->says, x->to);
    }
}

/* Cut off after any byte: refused, but where only line ends are missing. */
static void damage_021_a_truncated_kernel_is_refused(void **state)
{
    (void)state;
    size_t last = strlen(good) - 1; /* without the last newline it is whole */
    for (size_t n = 0; n < last; n++) {
        diag_t d;
        char where[256];
        run_text(good, n, NULL, &d);
        snprintf(where, sizeof where, "%s/kernel-1.traceg:", rig_dir);
        if (strncmp(d.text, where, strlen(where)))
            fail_msg("cut after %zu bytes: '%s'", n, d.text);
    }
    diag_t d;
    assert_string_equal(run_text(good, last, NULL, &d), "");
}

static void damage_022_a_second_kernel_is_checked_in_its_turn(void **state)
{
    (void)state;
    diag_t d = {{0}};
    trace_t *t;
    trace_step_t s;
    rig_write("kernelslist.g", "kernel-1.traceg\nkernel-2.traceg\nkernel-3.traceg\n");
    rig_write("kernel-1.traceg", good);
    rig_write_bytes("kernel-2.traceg", good, strlen(good) - 9);
    assert_int_equal(trace_open(rig_dir, &t, &d), 0);
    assert_int_equal(trace_next(t, &s, &d), 0);
    assert_int_equal(trace_load(t, &d), 0);
    assert_int_equal(trace_next(t, &s, &d), 0);
    assert_true(trace_load(t, &d) < 0);
    assert_non_null(strstr(d.text, "kernel-2.traceg:46: the file ends; expected 'warp = N'"));
    d.text[0] = 0;
    assert_true(trace_next(t, &s, &d) < 0);
    assert_non_null(strstr(d.text, "kernel-3.traceg: cannot open: No such file"));
    trace_close(t);
}

/* ---- Lists and containers ---- */

static void list_says(const char *list, int line, const char *says)
{
    diag_t d;
    char where[256];
    rig_write("kernelslist.g", list);
    run_all(rig_dir, NULL, &d);
    if (line)
        snprintf(where, sizeof where, "%s/kernelslist.g:%d: ", rig_dir, line);
    else
        snprintf(where, sizeof where, "%s/kernelslist.g: ", rig_dir);
    if (strncmp(d.text, where, strlen(where)) || !strstr(d.text, says))
        fail_msg("'%s': '%s'; expected '%s...%s'", list, d.text, where, says);
}

static void damage_030_bad_lists(void **state)
{
    (void)state;
    rig_write("kernel-1.traceg", good);
    list_says("", 0, "no kernel in the list");
    list_says("MemcpyHtoD,0x100,5\nsomething\n", 0, "no kernel in the list");
    list_says("kernel-1.traceg\nMemcpyHtoD 0x100,5\n", 2, "expected MemcpyHtoD,0xADDRESS,BYTES");
    list_says("MemcpyHtoD,100,5\n", 1, "expected MemcpyHtoD,0xADDRESS,BYTES");
    list_says("MemcpyHtoD,0x100\n", 1, "expected MemcpyHtoD,0xADDRESS,BYTES");
    list_says("MemcpyHtoD,0x100,-5\n", 1, "expected MemcpyHtoD,0xADDRESS,BYTES");
    list_says("MemcpyHtoD,0x100,5 bytes\n", 1, "expected MemcpyHtoD,0xADDRESS,BYTES");
    list_says("MemcpyHtoD,0x2000000000000,5\n", 1, "below 2^49");
    list_says("MemcpyHtoD,0x100,999999999999999\n", 1, "at most 2^38 bytes");
}

static void damage_031_bad_paths(void **state)
{
    (void)state;
    diag_t d;
    assert_non_null(strstr(run_all(rig_dir, NULL, &d), "/kernelslist.g: cannot open"));
    assert_non_null(strstr(run_all(rig_path("nosuch"), NULL, &d), "/nosuch: cannot open"));
    rig_write("kernelslist.g", "kernel-9.traceg\n");
    assert_non_null(strstr(run_all(rig_dir, NULL, &d), "/kernel-9.traceg: cannot open"));
    rig_write("kernelslist.g", "kernel-1.traceg\n");
    rig_write("kernel-1.traceg", "");
    assert_non_null(
        strstr(run_all(rig_dir, NULL, &d), "/kernel-1.traceg: the file ends within the header"));
}

static void damage_032_bad_archives(void **state)
{
    (void)state;
    static const int filter[] = {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD};
    const rig_entry_t no_list[] = {{"t/kernel-1.traceg", good}};
    const rig_entry_t no_kernel[] = {{"t/kernelslist.g", "kernel-1.traceg\n"}, {"t/x", good}};
    const rig_entry_t whole[] = {{"t/kernelslist.g", "kernel-1.traceg\n"},
                                 {"t/kernel-1.traceg", good}};
    diag_t d;
    rig_pack("a.tar", ARCHIVE_FILTER_NONE, true, no_list, 1);
    assert_non_null(strstr(run_all(rig_path("a.tar"), NULL, &d), "a.tar: holds no kernelslist.g"));
    rig_pack("a.tar", ARCHIVE_FILTER_NONE, true, no_kernel, 2);
    assert_non_null(
        strstr(run_all(rig_path("a.tar"), NULL, &d), "a.tar: holds no t/kernel-1.traceg"));
    for (unsigned k = 0; k < 3; k++) { /* cut in the middle: what is unpacked is not the whole */
        char *bytes;
        struct stat st;
        rig_pack("a.tar", filter[k], true, whole, 2);
        assert_string_equal(run_all(rig_path("a.tar"), NULL, &d), "");
        assert_int_equal(stat(rig_path("a.tar"), &st), 0);
        size_t n = (size_t)st.st_size;
        assert_non_null(bytes = malloc(n));
        FILE *f = fopen(rig_path("a.tar"), "rb");
        assert_non_null(f);
        assert_int_equal(fread(bytes, 1, n, f), n);
        fclose(f);
        rig_write_bytes("a.tar", bytes, n / 2);
        if (!run_all(rig_path("a.tar"), NULL, &d)[0])
            fail_msg("half of the tar under filter %u was read", k);
        for (size_t i = 20; i < n; i++) /* garbage behind the magic */
            bytes[i] = (char)(i * 37);
        rig_write_bytes("a.tar", bytes, n);
        if (!run_all(rig_path("a.tar"), NULL, &d)[0])
            fail_msg("garbage under filter %u was read", k);
        rig_write_bytes("kernel-1.traceg", bytes, n);
        rig_write("kernelslist.g", "kernel-1.traceg\n");
        if (!strstr(run_all(rig_dir, NULL, &d), "kernel-1.traceg"))
            fail_msg("garbage under filter %u was read as a kernel", k);
        free(bytes);
    }
}

/* ---- At random ---- */

/* Changes text in one to four places; its new length. */
static size_t mutate(rng_t *r, char *text, size_t n)
{
    static const char alphabet[] = "0123456789abcdefxR -=,#\n.()LDGSTEXIBAMOV\0\377";
    for (unsigned k = 1 + rng_below(r, 4); k && n > 8; k--) {
        size_t at = rng_below(r, (uint32_t)n), len = 1 + rng_below(r, 12);
        len = len < n - at ? len : n - at;
        switch (rng_below(r, 4)) {
        case 0: /* another byte */
            text[at] = alphabet[rng_below(r, sizeof alphabet - 1)];
            break;
        case 1: /* some bytes less */
            memmove(text + at, text + at + len, n - at - len);
            n -= len;
            break;
        case 2: /* some bytes twice */
            memmove(text + at + len, text + at, n - at);
            n += len;
            break;
        default: { /* some bytes from elsewhere */
            size_t from = rng_below(r, (uint32_t)(n - len + 1));
            memmove(text + at, text + from, len);
        }
        }
    }
    return n;
}

static void damage_040_random_changes_are_refused_or_run(void **state)
{
    (void)state;
    enum { TURNS = 3000 };
    rng_t r;
    unsigned ran = 0, on_gpu = 0;
    gpu_cfg_t cfg = synth_preset(PLAIN);
    rng_seed(&r, 7);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        char text[sizeof good + 64];
        diag_t d;
        memcpy(text, good, sizeof good);
        size_t n = mutate(&r, text, sizeof good - 1);
        bool refused = run_text(text, n, NULL, &d)[0];
        ran += !refused;
        if (!refused && on_gpu < 60) { /* what was taken also runs in time */
            gpu_t *gpu = gpu_new(&cfg);
            assert_non_null(gpu);
            gpu_set_max_cycles(gpu, 1000000);
            assert_string_equal(run_text(text, n, gpu, &d), "");
            gpu_free(gpu);
            on_gpu++;
        }
    }
    print_message("%u of %u ran, %u of them on the GPU\n", ran, TURNS, on_gpu);
    assert_true(ran > TURNS / 50 && ran < TURNS / 2); /* both outcomes are met */
    assert_true(on_gpu == 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(damage_010_the_good_kernel_runs),
        CASE(damage_020_every_damage_is_named_with_its_line),
        CASE(damage_021_a_truncated_kernel_is_refused),
        CASE(damage_022_a_second_kernel_is_checked_in_its_turn),
        CASE(damage_030_bad_lists),
        CASE(damage_031_bad_paths),
        CASE(damage_032_bad_archives),
        CASE(damage_040_random_changes_are_refused_or_run),
    };
    return cmocka_run_group_tests_name("trace_damage", tests, NULL, NULL);
}
