/*
 * Launch files against a device of the test's own, which records what it is asked to do: buffer
 * contents, arguments, order and number of launches, comparisons, dumps.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "driver/launch_file.h"
#include "driver/texture.h"

enum { MEMORY = 1 << 16, MAX_LAUNCHES = 16, MAX_ARGS = 8, MAX_SYMBOLS = 4, VARIABLE = 16 };

typedef struct arg_bytes {
    uint32_t bytes;
    uint8_t byte[64];
} arg_bytes_t;

typedef struct launched {
    char kernel[32];
    dim3_t grid, block;
    uint32_t shared;
    arg_bytes_t args[MAX_ARGS];
    unsigned n_args;
} launched_t;

struct dev {
    uint8_t memory[MEMORY];
    uint64_t used;
    launched_t launched[MAX_LAUNCHES];
    unsigned launches;
    struct {
        char name[32];
        uint8_t byte[VARIABLE];
    } symbol[MAX_SYMBOLS];
    unsigned symbols;
    int error;
};

struct dev_module {
    int unused;
};

dev_module_t *dev_module_link(device_t *d, const dev_ptx_t *ptx, unsigned n)
{
    static dev_module_t module;
    (void)d, (void)ptx, (void)n;
    return &module;
}

int dev_error(const device_t *d)
{
    return d->error;
}

uint64_t dev_alloc(device_t *d, uint64_t bytes)
{
    uint64_t at = DEV_BASE + d->used;
    d->used += (bytes + 255) / 256 * 256;
    assert_true(d->used <= MEMORY);
    return at;
}

int dev_write(device_t *d, uint64_t dst, const void *src, uint64_t bytes)
{
    memcpy(d->memory + (dst - DEV_BASE), src, bytes);
    return 0;
}

int dev_read(device_t *d, void *dst, uint64_t src, uint64_t bytes)
{
    memcpy(dst, d->memory + (src - DEV_BASE), bytes);
    return 0;
}

int dev_launch(device_t *d, dev_module_t *m, const char *kernel, dim3_t grid, dim3_t block,
               uint32_t shared, const dev_arg_t *args, unsigned n_args)
{
    (void)m;
    assert_true(d->launches < MAX_LAUNCHES && n_args <= MAX_ARGS);
    launched_t *l = &d->launched[d->launches++];
    snprintf(l->kernel, sizeof l->kernel, "%s", kernel);
    l->grid = grid;
    l->block = block;
    l->shared = shared;
    l->n_args = n_args;
    for (unsigned i = 0; i < n_args; i++) {
        arg_bytes_t *x = &l->args[i];
        const void *from = args[i].data ? args[i].data : (const void *)&args[i].bits;
        x->bytes = args[i].bytes;
        assert_true(x->bytes <= sizeof x->byte);
        memcpy(x->byte, from, x->bytes);
    }
    return 0;
}

int dev_check_kernel(device_t *d, const dev_module_t *m, const char *kernel)
{
    (void)d, (void)m, (void)kernel;
    return 0;
}

/* No kernel reads what nothing is bound to. */
int dev_check_textures(device_t *d, const dev_module_t *m, const char *kernel)
{
    (void)d, (void)m, (void)kernel;
    return 0;
}

/* Every kernel's arguments fit, and every variable has VARIABLE bytes. */
int dev_check_arg(device_t *d, const dev_module_t *m, const char *kernel, unsigned i,
                  uint32_t bytes)
{
    (void)d, (void)m, (void)kernel, (void)i, (void)bytes;
    return 0;
}

int dev_symbol_bytes(device_t *d, const dev_module_t *m, const char *symbol, uint64_t *bytes)
{
    (void)d, (void)m, (void)symbol;
    *bytes = VARIABLE;
    return 0;
}

int dev_symbol_write(device_t *d, dev_module_t *m, const char *symbol, uint64_t offset,
                     const void *src, uint64_t bytes)
{
    (void)m;
    assert_true(d->symbols < MAX_SYMBOLS && d->launches == 0);
    assert_int_equal(offset, 0);
    assert_int_equal(bytes, VARIABLE);
    snprintf(d->symbol[d->symbols].name, sizeof d->symbol[0].name, "%s", symbol);
    memcpy(d->symbol[d->symbols++].byte, src, VARIABLE);
    return 0;
}

/* Object number k of the test is 0xfeed00 + k; what was asked for is kept. */
static dev_texture_t textured[4];
static char bound[4][32];
static unsigned textures;

uint64_t dev_texture_object(device_t *d, const dev_texture_t *t)
{
    (void)d;
    bound[textures][0] = 0;
    textured[textures++] = *t;
    return 0xfeed00 + textures - 1;
}

int dev_texture_bind(device_t *d, dev_module_t *m, const char *texref, const dev_texture_t *t)
{
    (void)d, (void)m;
    snprintf(bound[textures], sizeof bound[0], "%s", texref);
    textured[textures++] = *t;
    return 0;
}

static char dir[] = "/tmp/lw_launch_XXXXXX";

static int setup(void **state)
{
    (void)state;
    return mkdtemp(dir) ? 0 : -1;
}

static const char *path_of(const char *name)
{
    static char path[2][96];
    static unsigned which;
    char *p = path[which++ % 2];
    snprintf(p, sizeof path[0], "%s/%s", dir, name);
    return p;
}

static int teardown(void **state)
{
    (void)state;
    static const char *const names[] = {"l.yaml", "out.txt", "out.bin"};
    for (unsigned i = 0; i < 3; i++)
        unlink(path_of(names[i]));
    return rmdir(dir);
}

/* Reads and runs a launch file on a fresh device. */
static int run(const char *text, device_t *dev, diag_t *d)
{
    launch_file_t f;
    const dev_ptx_t ptx = {"k.ptx", "", 0};
    memset(dev, 0, sizeof *dev);
    d->text[0] = 0;
    assert_int_equal(file_write(path_of("l.yaml"), text, strlen(text), d), 0);
    int rc = launch_file_read(path_of("l.yaml"), &f, d);
    if (!rc)
        rc = launch_file_run(&f, dev, &ptx, 1, d);
    launch_file_free(&f);
    return rc;
}

static device_t dev;
static diag_t diag;

static void driver_101_launches_go_out_in_order_with_their_arguments(void **state)
{
    (void)state;
    int rc = run("buffers:\n"
                 "  a: {type: u8, size: 1}\n"
                 "  b: {type: f64, size: 40}\n"
                 "scalars:\n"
                 "  n: {type: s32, value: -2}\n"
                 "  x: {type: f32, value: 1.5}\n"
                 "launches:\n"
                 "  - {kernel: first, grid: [4, 3, 2], block: 64, shared: 96,\n"
                 "     args: [b, n, {buffer: b, offset: 16}, x, {type: u16, value: 7}]}\n"
                 "  - {kernel: second, grid: 1, block: [8, 8], repeat: 3}\n",
                 &dev, &diag);
    assert_string_equal(diag.text, "");
    assert_int_equal(rc, 0);
    assert_int_equal(dev.launches, 4);
    const launched_t *l = &dev.launched[0];
    assert_string_equal(l->kernel, "first");
    assert_true(l->grid.x == 4 && l->grid.y == 3 && l->grid.z == 2);
    assert_true(l->block.x == 64 && l->block.y == 1 && l->block.z == 1);
    assert_int_equal(l->shared, 96);
    assert_int_equal(l->n_args, 5);
    uint64_t b = DEV_BASE + 256; /* after a, which takes one aligned piece */
    float x = 1.5f;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    static const uint32_t bytes[5] = {8, 4, 8, 4, 2};
    const uint64_t want[5] = {b, 0xfffffffe, b + 16, bits, 7};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(l->args[i].bytes, bytes[i]);
        assert_memory_equal(l->args[i].byte, &want[i], bytes[i]);
    }
    for (unsigned i = 1; i < 4; i++) {
        assert_string_equal(dev.launched[i].kernel, "second");
        assert_int_equal(dev.launched[i].block.y, 8);
        assert_int_equal(dev.launched[i].n_args, 0);
    }
}

/* As a C compiler lays it out. */
struct inner {
    uint8_t tag;
    uint16_t list[3];
};

struct outer {
    float x;
    uint64_t p; /* of an address */
    struct inner in;
    int8_t last;
};

static void driver_106_structs_are_laid_out_as_in_c(void **state)
{
    (void)state;
    int rc = run("buffers:\n"
                 "  a: {type: u8, size: 300}\n"
                 "  b: {type: f64, size: 40}\n"
                 "scalars:\n"
                 "  x: {type: f32, value: 1.5}\n"
                 "symbols:\n"
                 "  filled: {type: u32, size: 4, init: iota}\n"
                 "  listed: {type: u64, values: [1, 0xffffffffffffffff]}\n"
                 "  struct: {struct: [{buffer: b, offset: 24}, x, {type: s8, value: -1}]}\n"
                 "launches:\n"
                 "  - kernel: k\n"
                 "    grid: 1\n"
                 "    block: 32\n"
                 "    args:\n"
                 "      - {type: s16, values: [-1, 2, -3]}\n"
                 "      - struct:\n"
                 "          - x\n"
                 "          - b\n"
                 "          - struct: [{type: u8, value: 9}, {type: u16, values: [1, 2, 3]}]\n"
                 "          - {type: s8, value: -4}\n",
                 &dev, &diag);
    assert_string_equal(diag.text, "");
    assert_int_equal(rc, 0);
    const uint64_t b = DEV_BASE + 512;
    static const int16_t list[3] = {-1, 2, -3};
    struct outer o;
    memset(&o, 0, sizeof o); /* the padding too */
    o.x = 1.5f;
    o.p = b;
    o.in.tag = 9;
    for (unsigned k = 0; k < 3; k++)
        o.in.list[k] = (uint16_t)(k + 1);
    o.last = -4;
    const launched_t *l = &dev.launched[0];
    assert_int_equal(l->n_args, 2);
    assert_int_equal(l->args[0].bytes, sizeof list);
    assert_memory_equal(l->args[0].byte, list, sizeof list);
    assert_int_equal(l->args[1].bytes, sizeof o);
    assert_memory_equal(l->args[1].byte, &o, sizeof o);
    /* Variables are written before the first launch. */
    static const uint32_t iota[4] = {0, 1, 2, 3};
    static const uint64_t values[2] = {1, UINT64_MAX};
    uint8_t mixed[VARIABLE] = {0};
    const uint64_t at = b + 24;
    const float x = 1.5f;
    memcpy(mixed, &at, 8);
    memcpy(mixed + 8, &x, 4);
    mixed[12] = 0xff;
    assert_int_equal(dev.symbols, 3);
    assert_string_equal(dev.symbol[0].name, "filled");
    assert_memory_equal(dev.symbol[0].byte, iota, VARIABLE);
    assert_memory_equal(dev.symbol[1].byte, values, VARIABLE);
    assert_string_equal(dev.symbol[2].name, "struct");
    assert_memory_equal(dev.symbol[2].byte, mixed, VARIABLE);
}

static void driver_102_buffers_start_as_described(void **state)
{
    (void)state;
    static const char tail[] = "launches:\n  - {kernel: k, grid: 1, block: 1}\n";
    char text[512];
    snprintf(text, sizeof text,
             "buffers:\n"
             "  i: {type: u16, size: 64, init: iota}\n"
             "  v: {type: s8, size: 3, init: [-128, 0, 127]}\n"
             "  r: {type: u32, size: 32, init: random, seed: 9, min: 10, max: 19}\n%s",
             tail);
    assert_int_equal(run(text, &dev, &diag), 0);
    for (unsigned k = 0; k < 64; k++)
        assert_int_equal(elem_load(ELEM_U16, dev.memory + 2 * k).u, k);
    assert_int_equal((int8_t)dev.memory[256], -128);
    assert_int_equal((int8_t)dev.memory[258], 127);
    uint32_t first[32], again[32];
    memcpy(first, dev.memory + 512, sizeof first);
    bool varies = false;
    for (unsigned k = 0; k < 32; k++) {
        assert_in_range(first[k], 10, 19);
        varies |= first[k] != first[0];
    }
    assert_true(varies);
    assert_int_equal(run(text, &dev, &diag), 0); /* the same seed, the same values */
    memcpy(again, dev.memory + 512, sizeof again);
    assert_memory_equal(first, again, sizeof first);
}

static void driver_103_comparisons_obey_their_tolerances(void **state)
{
    (void)state;
    static const struct {
        const char *type, *init, *values, *tolerance;
        int rc;
    } cases[] = {
        {"f32", "[1, 2]", "[1, 2]", "", 0},
        {"f32", "[1, 2]", "[1, 2.001]", "", 1},
        {"f32", "[1, 2]", "[1, 2.001]", ", abs: 0.002", 0},
        {"f64", "[1, 2000]", "[1, 2001]", ", rel: 0.001", 0},
        {"f64", "[1, 2000]", "[1, 2001]", ", rel: 0.0001", 1},
        {"s32", "[-5, 5]", "[-6, 5]", ", abs: 1", 0},
        {"s32", "[-5, 5]", "[-7, 5]", ", abs: 1", 1},
        {"u64", "[0, 18446744073709551615]", "[1, 18446744073709551615]", ", abs: 1", 0},
        {"u64", "[0, 18446744073709551615]", "[0, 18446744073709551614]", "", 1},
        {"s64", "[-9223372036854775808, 0]", "[9223372036854775807, 0]", ", abs: 1e18", 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "buffers:\n  b: {type: %s, size: 2, init: %s}\n"
                 "launches:\n  - {kernel: k, grid: 1, block: 1}\n"
                 "compare:\n  - {buffer: b, values: %s%s}\n",
                 cases[i].type, cases[i].init, cases[i].values, cases[i].tolerance);
        int rc = run(text, &dev, &diag);
        if (rc != cases[i].rc)
            fail_msg("case %u: %d (%s); expected %d", i, rc, diag.text, cases[i].rc);
        if (rc == 1)
            assert_non_null(strstr(diag.text, "l.yaml:6:5: wrong result: b["));
    }
}

static void driver_104_dumps_come_back_as_inputs(void **state)
{
    (void)state;
    for (unsigned binary = 0; binary < 2; binary++) {
        char text[768];
        const char *file = binary ? "out.bin" : "out.txt", *format = binary ? "raw" : "text";
        snprintf(text, sizeof text,
                 "buffers:\n  b: {type: f32, size: 100, init: random, min: -1e30, max: 1e30}\n"
                 "launches:\n  - {kernel: k, grid: 1, block: 1}\n"
                 "dump:\n  - {buffer: b, file: %s, format: %s}\n",
                 file, format);
        assert_int_equal(run(text, &dev, &diag), 0);
        snprintf(text, sizeof text,
                 "buffers:\n  b: {type: f32, size: 100, init: {file: %s, format: %s}}\n"
                 "  c: {type: f32, size: 100, init: random, min: -1e30, max: 1e30}\n"
                 "launches:\n  - {kernel: k, grid: 1, block: 1}\n"
                 "compare:\n  - {buffer: c, file: %s, format: %s}\n",
                 file, format, file, format);
        int rc = run(text, &dev, &diag);
        assert_string_equal(diag.text, "");
        assert_int_equal(rc, 0);
        assert_memory_equal(dev.memory, dev.memory + 512, 400);
    }
}

static void driver_105_text_files_are_checked_to_the_number(void **state)
{
    (void)state;
    static const struct {
        const char *file, *message;
    } cases[] = {
        {"1 2", "out.txt:1: 2 numbers; expected 3"},
        {"1\n2\n3 4", "out.txt:3: more than 3 numbers"},
        {"1\n2x\n3", "out.txt:2: '2x'; expected a u8"},
        {"1 2 256", "out.txt:1: '256'; expected a u8"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        diag.text[0] = 0;
        assert_int_equal(
            file_write(path_of("out.txt"), cases[i].file, strlen(cases[i].file), &diag), 0);
        assert_int_equal(run("buffers:\n"
                             "  b: {type: u8, size: 3, init: {file: out.txt, format: text}}\n"
                             "launches:\n  - {kernel: k, grid: 1, block: 1}\n",
                             &dev, &diag),
                         -EINVAL);
        if (!strstr(diag.text, cases[i].message) || !strstr(diag.text, "l.yaml:2:32: "))
            fail_msg("%s; expected %s", diag.text, cases[i].message);
        assert_int_equal(dev.launches, 0);
    }
}

static void driver_107_textures_are_buffers_with_a_shape(void **state)
{
    (void)state;
    textures = 0;
    int rc = run("buffers:\n"
                 "  a: {type: f32, size: 41}\n"
                 "  b: {type: s16, size: 64}\n"
                 "textures:\n"
                 "  plain: {buffer: a}\n"
                 "  shaped: {buffer: b, channels: 2, width: 7, height: 4}\n"
                 "  ref: {buffer: a, channels: 4, symbol: tex_ref}\n"
                 "launches:\n"
                 "  - {kernel: k, grid: 1, block: 1, args: [shaped, a, plain]}\n",
                 &dev, &diag);
    assert_string_equal(diag.text, "");
    assert_int_equal(rc, 0);
    assert_int_equal(textures, 3);
    static const dev_texture_t want[] = {{.address = DEV_BASE,
                                          .width = 41,
                                          .height = 1,
                                          .channels = 1,
                                          .bytes = 4,
                                          .kind = DEV_TEXEL_FLOAT},
                                         {.address = DEV_BASE + 256,
                                          .width = 7,
                                          .height = 4,
                                          .channels = 2,
                                          .bytes = 2,
                                          .kind = DEV_TEXEL_SIGNED},
                                         {.address = DEV_BASE,
                                          .width = 10,
                                          .height = 1,
                                          .channels = 4,
                                          .bytes = 4,
                                          .kind = DEV_TEXEL_FLOAT}};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(textured[i].address, want[i].address);
        assert_int_equal(textured[i].width, want[i].width);
        assert_int_equal(textured[i].height, want[i].height);
        assert_int_equal(textured[i].channels, want[i].channels);
        assert_int_equal(textured[i].bytes, want[i].bytes);
        assert_int_equal(textured[i].kind, want[i].kind);
        assert_string_equal(bound[i], i == 2 ? "tex_ref" : "");
    }
    const launched_t *l = &dev.launched[0];
    const uint64_t args[3] = {0xfeed01, DEV_BASE, 0xfeed00};
    assert_int_equal(l->n_args, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(l->args[i].bytes, 8);
        assert_memory_equal(l->args[i].byte, &args[i], 8);
    }
}

static void driver_108_wrong_textures_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *texture, *said;
    } bad[] = {
        {"{buffer: c}", ":6:15: no buffer 'c'"},
        {"{buffer: a, channels: 3}", ":6:28: channels is 3; expected 1, 2 or 4"},
        {"{buffer: a, channels: 5}", ":6:28: channels"},
        {"{buffer: a, width: 42}", ":6:6: 42 x 1 elements of 1 channels in a buffer of 41"},
        {"{buffer: a, height: 50}", ":6:6: 0 x 50 elements"},
        {"{buffer: d}", "buffer 'd' has elements of 8 bytes"},
        {"{buffer: a, colour: 1}", ":6:18: "},
        {"{buffer: a, symbol: tex_ref}", ":8:44: texture 't' is bound to 'tex_ref'"},
        {"{buffer: a, channels: 4, width: 2147483648, height: 2147483648}",
         ":6:6: 2147483648 x 2147483648 elements of 4 channels in a buffer of 41"},
        {"{buffer: a, symbol: ref}\n  u: {buffer: a, symbol: ref}",
         ":7:26: texture 't' is bound to 'ref' already; expected one texture a symbol"},
        {"{buffer: a, symbol: ref}\nsymbols:\n  ref: {type: u64, size: 4, init: zero}",
         ":8:3: texture 't' is bound to 'ref'; expected it here or there"},
        {"{buffer: a, symbol: ref}\n  u:", ":7:3: a texture is empty; expected a mapping"},
        {"{buffer: a, symbol: }", ":6:18: symbol is empty; expected text"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "buffers:\n  a: {type: f32, size: 41}\n  d: {type: f64, size: 4}\n"
                 "\ntextures:\n  t: %s\nlaunches:\n"
                 "  - {kernel: k, grid: 1, block: 1, args: [ t]}\n",
                 bad[i].texture);
        assert_int_not_equal(run(text, &dev, &diag), 0);
        if (!strstr(diag.text, bad[i].said))
            fail_msg("%s: said '%s'", bad[i].texture, diag.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driver_101_launches_go_out_in_order_with_their_arguments),
        cmocka_unit_test(driver_102_buffers_start_as_described),
        cmocka_unit_test(driver_103_comparisons_obey_their_tolerances),
        cmocka_unit_test(driver_104_dumps_come_back_as_inputs),
        cmocka_unit_test(driver_105_text_files_are_checked_to_the_number),
        cmocka_unit_test(driver_106_structs_are_laid_out_as_in_c),
        cmocka_unit_test(driver_107_textures_are_buffers_with_a_shape),
        cmocka_unit_test(driver_108_wrong_textures_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
