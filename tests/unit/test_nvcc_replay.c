/*
 * What tests/nvcc/hardware.sh does on a GPU, on a driver API made of lockwarp's own front end, with
 * memory and variables elsewhere than where they were recorded, and warps in another order.
 */
#include <dirent.h>
#include <unistd.h>

#include "../nvcc/replay_compare.h"
#include "front_shuffled.h"
#include "isa/texture.h"
#include "isa_rig.h"

#define FAKE_BASE  UINT64_C(0x7000000000)
#define FAKE_BYTES ((size_t)8 << 20)

static uint8_t *fake_mem;
static uint64_t fake_used;
static uint64_t symbol_at[64], symbol_bytes[64];
static unsigned fake_symbols;
static int textures; /* that are there */
static const char *fake_text;
static int fake_error;     /* what loading a module ends with */
static bool fake_forgets;  /* the driver finds no variable */
static bool fake_disturbs; /* a launch writes the last byte of every variable */
static uint32_t fake_seed; /* 0: CTAs run one after another, as they were recorded */

static int fake_alloc(cu_ptr_t *at, size_t bytes)
{
    fake_used = (fake_used + 511) / 512 * 512 + 512;
    *at = FAKE_BASE + fake_used;
    fake_used += bytes;
    return fake_used > FAKE_BYTES;
}

static int fake_free(cu_ptr_t at)
{
    (void)at;
    return 0;
}

static int fake_load(void **module, const void *ptx)
{
    diag_t d = {{0}};
    if (fake_error)
        return fake_error;
    fake_used = 0;
    fake_text = ptx;
    memset(fake_mem, 0, FAKE_BYTES);
    isa_module_t *m = isa_module_parse("replay.ptx", ptx, strlen(ptx), &d);
    *module = m;
    unsigned n = m ? isa_symbol_count(m) : 0;
    assert_true(n <= 64);
    fake_symbols = n;
    for (unsigned i = 0; i < n; i++) {
        cu_ptr_t at;
        symbol_bytes[i] = isa_symbol_at(m, i)->bytes;
        fake_alloc(&at, symbol_bytes[i]);
        isa_symbol_place(m, i, symbol_at[i] = at);
    }
    for (unsigned i = 0; i < n; i++)
        isa_symbol_image(m, i, fake_mem + (symbol_at[i] - FAKE_BASE));
    return !m;
}

static int fake_unload(void *module)
{
    isa_module_free(module);
    return 0;
}

static int fake_function(void **function, void *module, const char *name)
{
    const isa_kernel_t *k = isa_kernel_find(module, name);
    memcpy(function, &k, sizeof k);
    return !k;
}

/* Drivers know the variables of a module by name that are .visible. */
static bool fake_visible(const char *name)
{
    size_t n = strlen(name);
    for (const char *at = fake_text; (at = strstr(at, "\n.visible .")) != NULL; at++) {
        const char *end = strchr(at + 1, '\n'), *found = strstr(at, name);
        if (found && (!end || found < end) && found[-1] == ' ' && strchr(" [;=", found[n]))
            return !fake_forgets;
    }
    return false;
}

static int fake_global(cu_ptr_t *at, size_t *bytes, void *module, const char *name)
{
    for (unsigned i = 0; i < isa_symbol_count(module); i++)
        if (!strcmp(isa_symbol_at(module, i)->name, name) && fake_visible(name)) {
            *at = symbol_at[i];
            *bytes = isa_symbol_at(module, i)->bytes;
            return 0;
        }
    return 500;
}

static int fake_to_device(cu_ptr_t to, const void *from, size_t bytes)
{
    memcpy(fake_mem + (to - FAKE_BASE), from, bytes);
    return 0;
}

static int fake_to_host(void *to, cu_ptr_t from, size_t bytes)
{
    memcpy(to, fake_mem + (from - FAKE_BASE), bytes);
    return 0;
}

static int fake_together(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                         unsigned by, unsigned bz, unsigned shared, void *stream, void **params)
{
    const isa_kernel_t *k = function;
    uint8_t block[512] = {0};
    cu_ptr_t workspace;
    isa_counts_t counts;
    diag_t d = {{0}};
    (void)stream;
    fake_alloc(&workspace, ISA_GRID_BYTES);
    for (unsigned i = 0; i < k->n_params; i++)
        memcpy(block + k->param[i].offset, params[i], k->param[i].bytes);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {gx, gy, gz},
                            .block = {bx, by, bz},
                            .dyn_shared = shared,
                            .warp_size = 32,
                            .params = block,
                            .param_bytes = k->param_bytes,
                            .mem = {FAKE_BASE, fake_mem, FAKE_BYTES},
                            .grid_workspace = workspace};
    isa_launch_t *l = isa_launch_new(&cfg, &d);
    int rc = !l          ? -1
             : fake_seed ? shuffled_run(isa_launch_front(l), fake_seed)
                         : isa_run_functional(l, 0, &counts, &d);
    isa_launch_free(l);
    for (unsigned i = 0; fake_disturbs && i < fake_symbols; i++)
        fake_mem[symbol_at[i] - FAKE_BASE + symbol_bytes[i] - 1] ^= 0x80;
    return rc;
}

static int fake_launch(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                       unsigned by, unsigned bz, unsigned shared, void *stream, void **params,
                       void **extra)
{
    (void)extra;
    return fake_together(function, gx, gy, gz, bx, by, bz, shared, stream, params);
}

static int fake_synchronize(void)
{
    return 0;
}

/* An object is the address of our own description. */
static int fake_tex_create(cu_ptr_t *object, const cu_resource_t *r, const cu_texture_t *x,
                           const void *view)
{
    bool rows = r->type == CU_PITCH;
    int format = rows ? r->of.rows.format : r->of.linear.format;
    int kind = format == CU_FLOAT    ? ISA_TEXTURE_FLOAT
               : format >= CU_SIGNED ? ISA_TEXTURE_SIGNED
                                     : ISA_TEXTURE_UNSIGNED;
    int size = kind == ISA_TEXTURE_FLOAT ? 2 : format - (kind ? CU_SIGNED : CU_UNSIGNED);
    isa_texture_t t = {.magic = ISA_TEXTURE_MAGIC,
                       .address = rows ? r->of.rows.at : r->of.linear.at,
                       .height = rows ? (uint32_t)r->of.rows.height : 1,
                       .pitch = rows ? (uint32_t)r->of.rows.pitch : 0,
                       .channels = (uint8_t)(rows ? r->of.rows.channels : r->of.linear.channels),
                       .bytes = (uint8_t)(1 << size),
                       .kind = (uint8_t)kind};
    t.width = (uint32_t)(rows ? r->of.rows.width : r->of.linear.bytes / t.bytes / t.channels);
    assert_true((x->flags == CU_READ_AS_INTEGER) == (kind != ISA_TEXTURE_FLOAT) && !view);
    assert_true(x->address_mode[0] == CU_CLAMP && x->address_mode[1] == CU_CLAMP && !x->filter);
    assert_true(!rows || t.pitch % 32 == 0); /* what today's GPUs ask for */
    textures++;
    fake_alloc(object, sizeof t);
    memcpy(fake_mem + (*object - FAKE_BASE), &t, sizeof t);
    return 0;
}

static int fake_tex_destroy(cu_ptr_t object)
{
    textures--;
    memset(fake_mem + (object - FAKE_BASE), 0, sizeof(isa_texture_t));
    return 0;
}

static const cuda_t fake = {fake_load,       fake_unload,   fake_function,    fake_global,
                            fake_alloc,      fake_free,     fake_to_device,   fake_to_host,
                            fake_launch,     fake_together, fake_synchronize, fake_tex_create,
                            fake_tex_destroy};

static char dir[] = "/tmp/lw_replay_XXXXXX";

/* The programs' own tests, which stand beside this one, record their launches. */
static int setup(void **state)
{
    static const char *const tests[] = {"programs", "memory", "threads", "numbers"};
    char self[400], command[900];
    int failed = 0;
    (void)state;
    fake_mem = malloc(FAKE_BYTES);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (!mkdtemp(dir) || n <= 0 || !fake_mem)
        return -1;
    self[n] = 0;
    *strrchr(self, '/') = 0;
    setenv("LW_NVCC_RECORD", dir, 1);
    for (unsigned i = 0; i < sizeof tests / sizeof tests[0] && !failed; i++) {
        snprintf(command, sizeof command, "'%s/test_nvcc_%s' >/dev/null 2>&1", self, tests[i]);
        failed = system(command);
    }
    return failed;
}

static int teardown(void **state)
{
    char command[100];
    (void)state;
    free(fake_mem);
    snprintf(command, sizeof command, "rm -r '%s'", dir);
    return system(command);
}

static bool stem_of(const struct dirent *e, char *stem, size_t size)
{
    const char *dot = strrchr(e->d_name, '.');
    if (!dot || strcmp(dot, ".launch"))
        return false;
    snprintf(stem, size, "%s/%.*s", dir, (int)(dot - e->d_name), e->d_name);
    return true;
}

/* Of programs in CUDA C. */
static unsigned program_texts(void)
{
    unsigned n = 0;
    struct dirent *e;
    DIR *d = opendir("tests/nvcc");
    assert_non_null(d);
    while ((e = readdir(d)) != NULL) {
        const char *dot = strrchr(e->d_name, '.');
        n += dot && !strcmp(dot, ".cu");
    }
    closedir(d);
    return n;
}

static void replay_100_every_recorded_launch_repeats(void **state)
{
    (void)state;
    unsigned launches = 0, programs = 0, changed = 0;
    struct dirent *e;
    DIR *d = opendir(dir);
    assert_non_null(d);
    while ((e = readdir(d)) != NULL) {
        char stem[400];
        replay_t r;
        if (!stem_of(e, stem, sizeof stem))
            continue;
        launches++;
        programs += strstr(stem, "-0") != NULL && !strcmp(strstr(stem, "-0"), "-0");
        if (!replay_open(&r, stem) || !replay_run(&r, &fake))
            fail_msg("%s: %s", e->d_name, r.message);
        if (replay_compare(&r))
            fail_msg("%s: %s", e->d_name, r.message);
        changed += memcmp(r.before, r.after, r.bytes) != 0;
        r.n_fields = 0;
        if (replay_compare(&r)) /* the same front end in the same order gives the same bits */
            fail_msg("%s: %s", e->d_name, r.message);
        replay_close(&r);
    }
    closedir(d);
    assert_int_equal(programs, program_texts());
    assert_int_equal(textures, 0);
    assert_true(launches >= programs && changed == launches);
}

/* No result depends on the order of CTAs and warps but those that their tests declare, and these
 * do. */
static void replay_102_warps_in_any_order(void **state)
{
    (void)state;
    static const char *const ordered[] = {"atomics-0", "barriers-0"};
    unsigned found = 0;
    struct dirent *e;
    DIR *d = opendir(dir);
    assert_non_null(d);
    while ((e = readdir(d)) != NULL) {
        char stem[400];
        bool any = false, declared = false;
        if (!stem_of(e, stem, sizeof stem))
            continue;
        for (unsigned k = 0; k < 2; k++)
            declared |= !strcmp(strrchr(stem, '/') + 1, ordered[k]);
        for (fake_seed = 1; fake_seed <= 4; fake_seed++) {
            replay_t r;
            if (!replay_open(&r, stem) || !replay_run(&r, &fake) || replay_compare(&r))
                fail_msg("%s, seed %u: %s", e->d_name, fake_seed, r.message);
            r.n_fields = 0;
            any |= replay_compare(&r) != 0;
            replay_close(&r);
        }
        assert_int_equal(any, declared);
        found += declared;
    }
    closedir(d);
    fake_seed = 0;
    assert_int_equal(found, 2);
}

/* A number against another as its field has them: of a type and with an error. */
static bool near(unsigned bytes, double ulps, double absolute, uint64_t got, uint64_t want)
{
    const replay_field_t f = {0, bytes, 1, bytes, true, ulps, absolute};
    return replay_near(&f, got, want) && replay_near(&f, want, got);
}

static uint64_t single(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t twice(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Twice the error, in units of the last place of the type, or absolute. */
static void replay_104_numbers_within_their_error(void **state)
{
    (void)state;
    assert_true(near(4, 2, 0, single(1), single(1 + 4 * 0x1p-23f)));
    assert_false(near(4, 2, 0, single(1), single(1 + 5 * 0x1p-23f)));
    assert_true(near(4, 2, 0, single(1000), single(1000 + 4 * 0x1p-14f)));
    assert_false(near(4, 2, 0, single(1000), single(1000 + 5 * 0x1p-14f)));
    assert_false(near(4, 2, 0, single(9e-7f), single(-1e-12f))); /* nothing absolute */
    assert_true(near(4, 0, 0x1p-20, single(9e-7f), single(-9e-7f)));
    assert_false(near(4, 0, 0x1p-20, single(2e-6f), single(-1e-6f)));
    assert_false(near(4, 0, 0x1p-20, single(2), single(2 + 0x1p-22f))); /* up to 1 alone */
    assert_false(near(4, 0, 0, single(0), single(-0.0f)));
    assert_true(near(4, 1, 0, single(0), single(0x1p-148f))); /* subnormal: 2^-149 is a unit */
    assert_false(near(4, 1, 0, single(0), single(0x1.8p-148f)));
    assert_true(near(4, 0, 0, 0x7fffffff, 0xffc00000)); /* not a number */
    assert_false(near(4, 9, 1, 0x7fffffff, single(1)));
    assert_false(near(4, 9, 1, single(INFINITY), single(0x1.fffffep127f)));
    assert_false(near(4, 9, 1, single(INFINITY), single(-INFINITY)));
    assert_true(near(8, 1, 0, twice(1), twice(1 + 0x1p-51)));
    assert_false(near(8, 1, 0, twice(1), twice(1 + 0x1.8p-51)));
    assert_true(near(8, 0, 0, UINT64_C(0x7ff8000000000000), UINT64_C(0xfff8000000000000)));
    assert_true(near(2, 0.5, 0, 0x3c00, 0x3c01)); /* 1 and a unit more */
    assert_false(near(2, 0.5, 0, 0x3c00, 0x3c02));
    assert_false(near(2, 0.5, 0, 0x3c00, 0xc700)); /* 1 for -7 */
    assert_true(near(2, 0.5, 0, 0x0000, 0x0001) && !near(2, 0.5, 0, 0x0000, 0x0002));
    assert_true(near(2, 0, 0, 0x7e00, 0xfe01) && !near(2, 0.5, 0, 0x7c00, 0x7bff));
}

/* The last bit of what a test declares approximate may differ, of its neighbours none. */
static void replay_105_errors_are_of_their_fields(void **state)
{
    (void)state;
    static const struct {
        const char *program;
        unsigned fields, bytes, approximate; /* bytes of a struct, and of it approximate */
    } of[] = {{"floats", 9, 168, 9}, {"halves", 1, 64, 1}, {"doubles", 23, 224, 4}};
    for (unsigned k = 0; k < sizeof of / sizeof *of; k++) {
        char stem[400];
        replay_t r;
        unsigned may = 0;
        snprintf(stem, sizeof stem, "%s/%s-0", dir, of[k].program);
        assert_true(replay_open(&r, stem));
        assert_int_equal(r.n_fields, of[k].fields);
        memcpy(r.got, r.after, r.bytes);
        for (uint64_t at = r.bytes - of[k].bytes; at < r.bytes; at++) {
            r.got[at] ^= 1;
            may += replay_compare(&r) == 0;
            r.got[at] ^= 1;
        }
        assert_int_equal(may, of[k].approximate);
        replay_close(&r);
    }
}

/* A variable that lockwarp's run leaves as it was is compared as well, and one that the driver does
 * not find is an error. */
static void replay_106_all_variables(void **state)
{
    (void)state;
    static const char *const programs[] = {"barriers", "constants", "groups", "floats"};
    for (unsigned k = 0; k < sizeof programs / sizeof *programs; k++) {
        char stem[400];
        replay_t r;
        snprintf(stem, sizeof stem, "%s/%s-0", dir, programs[k]);
        assert_true(replay_open(&r, stem));
        assert_true(r.n_symbols > 0);
        fake_disturbs = true;
        assert_true(replay_run(&r, &fake));
        fake_disturbs = false;
        assert_int_equal(replay_compare(&r), r.n_symbols + r.n_pointers); /* two words of these */
        fake_forgets = true;
        assert_false(replay_run(&r, &fake));
        fake_forgets = false;
        assert_non_null(strstr(r.message, "the driver finds no variable "));
        replay_close(&r);
    }
}

/* Pointers in variables are compared by what they point to. */
static void replay_107_pointers(void **state)
{
    (void)state;
    char stem[400];
    replay_t r;
    uint64_t p;
    snprintf(stem, sizeof stem, "%s/constants-0", dir);
    assert_true(replay_open(&r, stem));
    assert_int_equal(r.n_pointers, 2); /* middle, word */
    assert_true(replay_run(&r, &fake));
    memcpy(&p, r.got + r.pointers[0], sizeof p);
    assert_true(p >= r.base && p < r.base + r.bytes);
    assert_true(replay_back(&r, 1 << 20, (1 << 20) + 5) == r.base + 5);
    assert_true(replay_back(&r, 1 << 20, r.symbol[1].at + 3) == r.base + r.symbol[1].offset + 3);
    assert_true(replay_back(&r, 1 << 20, 77) == 77);
    replay_close(&r);
}

/* An old driver or GPU is no difference. */
static void replay_109_too_old(void **state)
{
    (void)state;
    static const struct {
        int error;
        bool unfit;
        const char *message;
    } of[] = {{222, true, "the driver is older than PTX 9.0"},
              {221, true, "the driver's PTX compiler is not installed"},
              {218, false, "error 218 of cuModuleLoadData"}};
    char stem[400];
    replay_t r;
    snprintf(stem, sizeof stem, "%s/loops-0", dir);
    assert_true(replay_open(&r, stem));
    for (unsigned k = 0; k < sizeof of / sizeof *of; k++) {
        fake_error = of[k].error;
        assert_false(replay_run(&r, &fake));
        assert_string_equal(r.message, of[k].message);
        assert_int_equal(r.unfit, of[k].unfit);
    }
    fake_error = 0;
    assert_true(replay_run(&r, &fake) && !r.unfit);
    assert_true(replay_fits(&r, 75) && replay_fits(&r, 120) && !replay_fits(&r, 72));
    assert_string_equal(r.message, "the GPU is older than sm_75");
    replay_close(&r);
}

static void replay_108_what_the_driver_gets(void **state)
{
    (void)state;
    char *text = replay_explicit(".global .u32 a;\n.const .f32 b;\n.weak .global .u32 c;\n"
                                 ".extern .global .u32 d;\nld.global .f32 %f1, [a];\n"
                                 "add.f32 x;{mul.f16 x;}\tsub.ftz.f32 x;mul.sat.f64 x;\n"
                                 "add.rz.f32 x;mul.rn.f64 x;add.s32 x;mul.lo.u32 x;fma.rn.f32 x;\n"
                                 "atom.add.f32 x;red.global.add.f64 x;$add.f32:%sub.f32 _mul.f32");
    assert_string_equal(text, ".visible .global .u32 a;\n.visible .const .f32 b;\n"
                              ".weak .global .u32 c;\n.extern .global .u32 d;\n"
                              "ld.global .f32 %f1, [a];\n"
                              "add.rn.f32 x;{mul.rn.f16 x;}\tsub.rn.ftz.f32 x;mul.rn.sat.f64 x;\n"
                              "add.rz.f32 x;mul.rn.f64 x;add.s32 x;mul.lo.u32 x;fma.rn.f32 x;\n"
                              "atom.add.f32 x;red.global.add.f64 x;$add.f32:%sub.f32 _mul.f32");
    free(text);
}

static void replay_103_values_in_any_order(void **state)
{
    (void)state;
    char stem[400];
    replay_t r;
    snprintf(stem, sizeof stem, "%s/atomics-0", dir);
    assert_true(replay_open(&r, stem));
    assert_int_equal(r.n_fields, 1);
    memcpy(r.got, r.after, r.bytes);
    uint8_t *ticket = r.got + r.field[0].offset, first[4];
    memcpy(first, ticket, 4);
    memcpy(ticket, ticket + 4, 4);
    assert_int_equal(replay_compare(&r), 1); /* one is there twice, another not at all */
    assert_non_null(strstr(r.message, "sorted value 0 of those from byte "));
    memcpy(ticket + 4, first, 4);
    assert_int_equal(replay_compare(&r), 0);
    r.got[r.field[0].offset + 4 * r.field[0].count] ^= 1; /* behind them */
    assert_int_equal(replay_compare(&r), 1);
    replay_close(&r);
}

/* A word that differs is found and said. */
static void replay_101_differences_are_found(void **state)
{
    (void)state;
    char stem[400];
    replay_t r;
    snprintf(stem, sizeof stem, "%s/loops-0", dir);
    assert_true(replay_open(&r, stem));
    assert_true(replay_run(&r, &fake));
    assert_int_equal(replay_compare(&r), 0);
    r.got[r.bytes - 8] ^= 1;
    assert_int_equal(replay_compare(&r), 1);
    assert_non_null(strstr(r.message, "; lockwarp has 0x"));
    replay_close(&r);
    snprintf(stem, sizeof stem, "%s/nothing-0", dir);
    assert_false(replay_open(&r, stem));
    assert_string_equal(r.message, "the recording is not complete");
    replay_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replay_100_every_recorded_launch_repeats),
        cmocka_unit_test(replay_101_differences_are_found),
        cmocka_unit_test(replay_102_warps_in_any_order),
        cmocka_unit_test(replay_103_values_in_any_order),
        cmocka_unit_test(replay_104_numbers_within_their_error),
        cmocka_unit_test(replay_105_errors_are_of_their_fields),
        cmocka_unit_test(replay_106_all_variables),
        cmocka_unit_test(replay_107_pointers),
        cmocka_unit_test(replay_108_what_the_driver_gets),
        cmocka_unit_test(replay_109_too_old),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
