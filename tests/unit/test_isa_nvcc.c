/*
 * What nvcc writes for sm_20 to sm_75: kernels by hand in its form (tests/unit/data/nvcc: headers,
 * debug directives, call sequences, depots of locals, inline assembly, branch tables) against the
 * same computation in C, for each instruction set and both warp sizes; and the opcodes and types
 * that the reader promises, one by one.
 */
#include "isa_rig.h"

#include "isa/texture.h"
#include "isa_values.h"

static const char *const simds[] = {"base", "avx2", "avx512"};

typedef void body_fn(rig_t *r);

static char *read_text(const char *name, char *path, size_t size)
{
    static char text[1 << 15];
    snprintf(path, size, "tests/unit/data/nvcc/%s.ptx", name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[n] = 0;
    return text;
}

/* Runs body with every instruction set of this machine; both warp sizes where lanes is 64. */
static void everywhere(const char *name, body_fn *body, uint32_t most_lanes)
{
    unsigned done = 0;
    char path[80];
    const char *text = read_text(name, path, sizeof path);
    for (unsigned s = 0; s < 3; s++)
        for (uint32_t lanes = 32; lanes <= most_lanes; lanes += 32) {
            rig_t r;
            rig_open(&r, path, text);
            r.simd = simds[s];
            r.warp_size = lanes;
            body(&r);
            done += !strstr(r.d.text, "no handlers");
            rig_close(&r);
        }
    assert_true(done >= most_lanes / 32); /* base runs everywhere */
}

/* A launch; false: not this instruction set. */
static bool launch(rig_t *r, const char *kernel, uint32_t grid, uint32_t block, const void *params,
                   uint32_t bytes)
{
    const isa_kernel_t *k = isa_kernel_find(r->m, kernel);
    assert_non_null(k);
    assert_int_equal(k->param_bytes, bytes);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {grid, 1, 1},
                            .block = {block, 1, 1},
                            .dyn_shared = r->dyn_shared,
                            .warp_size = r->warp_size,
                            .params = params,
                            .param_bytes = bytes,
                            .mem = {RIG_BASE, r->mem, RIG_BYTES},
                            .simd = r->simd};
    isa_launch_t *l = isa_launch_new(&cfg, &r->d);
    if (!l) {
        if (!strstr(r->d.text, "no handlers"))
            fail_msg("%s", r->d.text);
        return false;
    }
    if (isa_run_functional(l, 10000000, &r->counts, &r->d))
        fail_msg("%s", r->d.text);
    isa_launch_free(l);
    return true;
}

static void *place(rig_t *r, uint64_t *at, size_t bytes)
{
    *at = rig_alloc(r, bytes);
    return rig_host(r, *at);
}

/* ---- sm_20 ---- */

static void reduce(rig_t *r)
{
    enum { N = 1000, BLOCK = 256, GRID = 3 };
    struct {
        uint64_t in, out;
        int32_t n;
    } p = {.n = N};
    float *in = place(r, &p.in, N * 4), *out = place(r, &p.out, (1 + GRID) * 4);
    for (int i = 0; i < N; i++)
        in[i] = (float)(i * 37 % 101 - 50);
    r->dyn_shared = BLOCK * 4;
    if (!launch(r, "_Z6reducePKfPfi", GRID, BLOCK, &p, 20))
        return;
    float total = 0.0f, sum[GRID] = {0};
    for (int i = 0; i < N; i++) { /* whole numbers: any order gives the same */
        sum[i / BLOCK % GRID] += in[i];
        total += in[i];
    }
    assert_true(out[0] == total);
    for (int b = 0; b < GRID; b++)
        assert_true(out[1 + b] == sum[b]);
}

static void isa_900_sm_20_reduction(void **state)
{
    (void)state;
    everywhere("reduce.sm_20", reduce, 64);
}

/* ---- sm_30 ---- */

static void lanes(rig_t *r)
{
    enum { N = 96 };
    struct {
        uint64_t in, out;
    } p;
    int32_t *in = place(r, &p.in, N * 4);
    uint32_t(*out)[16] = place(r, &p.out, N * 64);
    for (int i = 0; i < N; i++)
        in[i] = i < 32 ? 3 * i + 1 : (i * 7919 % 4001) - 2000;
    if (!launch(r, "_Z5lanesPKiPi", 1, N, &p, 16))
        return;
    for (int i = 0; i < N; i++) {
        int first = i & ~31, lane = i & 31, x = in[i];
        uint32_t u = (uint32_t)x, sum = 0, ballot = 0;
        for (int k = 0; k < 32; k++) {
            sum += (uint32_t)in[first + k];
            ballot |= (uint32_t)(in[first + k] > 0) << k;
        }
        uint32_t below = 0, top = 0, reverse = 0;
        for (int k = 0; k < 32; k++) {
            below += k < lane && (ballot >> k & 1);
            top = ballot >> k & 1 ? (uint32_t)k : top;
            reverse |= (u >> k & 1) << (31 - k);
        }
        uint32_t unsigned_field = u >> 4 & 0x1ff, field = u >> 3 & 0x3f;
        uint32_t signed_field = field & 0x20 ? field | ~UINT32_C(0x3f) : field;
        uint32_t zeros = 0;
        while (zeros < 32 && !(u >> (31 - zeros) & 1))
            zeros++;
        const uint32_t want[15] = {sum,
                                   ballot,
                                   below,
                                   top,
                                   lane ? (uint32_t)in[i - 1] : UINT32_MAX,
                                   (ballot != 0) | (uint32_t)(ballot == UINT32_MAX) << 1,
                                   u >> 24 | (u >> 8 & 0xff00) | (u << 8 & 0xff0000) | u << 24,
                                   reverse,
                                   unsigned_field,
                                   signed_field,
                                   (signed_field & ~(UINT32_C(0x1ff) << 20)) | unsigned_field << 20,
                                   zeros,
                                   u << 7 | u >> 25,
                                   (uint32_t)(x * i), /* both fit in 24 bits */
                                   (uint32_t)(x > i ? x - i : i - x)};
        for (unsigned k = 0; k < 15; k++)
            if (out[i][k] != want[k])
                fail_msg("thread %d word %u: 0x%x, expected 0x%x", i, k, out[i][k], want[k]);
    }
}

static void isa_901_sm_30_lanes_and_bits(void **state)
{
    (void)state;
    everywhere("lanes.sm_30", lanes, 64);
}

/* ---- sm_35 ---- */

static void local(rig_t *r)
{
    enum { N = 50 };
    struct {
        uint64_t in, out;
        int32_t n;
    } p = {.n = N};
    float(*in)[4] = place(r, &p.in, 64 * 16), *out = place(r, &p.out, 64 * 4);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            in[i][k] = (float)(i * 5 + k * k - 60);
    if (!launch(r, "_Z5localPK6float4Pfi", 2, 32, &p, 20))
        return;
    for (int i = 0; i < N; i++) {
        const float *x = in[i];
        float a[8] = {x[0], x[1], x[2], x[3], x[0] + x[0], x[1] + x[1], 2 * x[2] + 1, x[3] * -0.5f};
        int k = i & 7;
        float tap = (float)(k + 1), sum = 0.0f;
        a[k] += tap;
        for (int j = 0; j <= k; j++)
            sum += a[j];
        assert_true(out[i] == sum * 10.0f + tap); /* halves and whole numbers: exact */
    }
    for (int i = N; i < 64; i++)
        assert_true(out[i] == 0.0f);
}

static void isa_902_sm_35_local_array_and_call(void **state)
{
    (void)state;
    everywhere("local.sm_35", local, 64);
}

/* ---- sm_50 ---- */

static void interp(rig_t *r)
{
    enum { N = 20, T = 256 };
    struct {
        uint64_t code;
        int32_t n;
        uint64_t out, bins;
    } p = {.n = N};
    uint32_t(*code)[2] = place(r, &p.code, N * 8);
    uint32_t *out = place(r, &p.out, T * 4), *bins = place(r, &p.bins, 64);
    for (uint32_t k = 0; k < N; k++) {
        code[k][0] = k * 5 + 2; /* the thread's number is added to it, modulo 7 */
        code[k][1] = k * 2654435761u;
    }
    if (!launch(r, "interp", T / 128, 128, &p, 32))
        return;
    uint32_t want_bins[16] = {0}, stopped = 0;
    for (uint32_t t = 0; t < T; t++) {
        uint32_t x = t;
        for (uint32_t k = 0; k < N; k++) {
            uint32_t op = (code[k][0] + t) % 7, arg = code[k][1];
            if (op == 6) {
                stopped++;
                break;
            }
            x = op == 0   ? x + arg
                : op == 1 ? x ^ arg
                : op == 2 ? x * (arg | 1)
                : op == 3 ? (arg & 31 ? x << (arg & 31) | x >> (32 - (arg & 31)) : x)
                : op == 4 ? x >> 1
                          : ~x - arg;
        }
        assert_int_equal(out[t], x);
        want_bins[x & 15]++;
    }
    assert_true(stopped > 0);
    assert_memory_equal(bins, want_bins, sizeof want_bins);
}

static void isa_903_sm_50_switch_in_a_loop(void **state)
{
    (void)state;
    everywhere("interp.sm_50", interp, 64);
}

/* ---- sm_60 ---- */

static void doubles(rig_t *r)
{
    enum { N = 70 };
    struct {
        uint64_t in, out, sum, small;
        int32_t n;
    } p = {.n = N};
    double *in = place(r, &p.in, N * 8), *out = place(r, &p.out, N * 8), *sum = place(r, &p.sum, 8);
    struct {
        float f;
        uint16_t h;
        uint8_t b[2];
    } *small = place(r, &p.small, N * 8);
    for (int i = 0; i < N; i++)
        in[i] = (i % 3 ? 1 : -1) * (i + 1) / 8.0;
    if (!launch(r, "doubles", 3, 32, &p, 36))
        return;
    double want_sum = 0.0;
    for (int i = 0; i < N; i++) {
        double x = in[i];
        if (x < 0) {
            assert_true(out[i] == -sqrt(-x / 3.0));
        } else {
            double want = 1.0 / sqrt(x); /* two Newton steps in one from 20 bits */
            assert_true(fabs(out[i] - want) <= 4 * 0x1p-53 * want);
        }
        want_sum += trunc(x);
        /* multiples of 1/8 below 9, and three times of them, are halves */
        assert_int_equal(small[i].h, ref_to_half(3.0 * x, false, FE_TONEAREST));
        assert_true(small[i].f == (x > 3.0 ? -1.0f : (float)(3.0 * x)));
        assert_int_equal(small[i].b[0], (uint8_t)(3 * i));
        assert_int_equal(small[i].b[1], (uint8_t)(3 * i) >> 7);
    }
    assert_true(*sum == want_sum);
}

static void isa_904_sm_60_doubles_and_halves(void **state)
{
    (void)state;
    everywhere("doubles.sm_60", doubles, 64);
}

/* ---- sm_70 ---- */

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void filter(rig_t *r)
{
    enum { N = 300 };
    struct {
        uint64_t in, out, count;
        int32_t n;
    } p = {.n = N};
    int32_t *in = place(r, &p.in, N * 4), *out = place(r, &p.out, N * 4);
    uint32_t *count = place(r, &p.count, 4), kept = 0;
    int32_t want[N];
    for (int i = 0; i < N; i++) {
        in[i] = i >= 64 && i < 96 ? -1 : i * 389 % 997 - 400;
        if (in[i] > 0)
            want[kept++] = in[i];
    }
    if (!launch(r, "filter", 3, 128, &p, 28))
        return;
    assert_int_equal(*count, kept);
    qsort(out, kept, sizeof *out, by_value); /* warps may come in any order */
    qsort(want, kept, sizeof *want, by_value);
    assert_memory_equal(out, want, kept * sizeof *out);
    for (uint32_t i = kept; i < N; i++)
        assert_int_equal(out[i], 0);
}

static void isa_905_sm_70_one_atomic_for_a_warp(void **state)
{
    (void)state;
    everywhere("filter.sm_70", filter, 32);
}

/* ---- sm_75 ---- */

static void half2(rig_t *r)
{
    enum { N = 100 };
    struct {
        float a;
        uint32_t n;
        int8_t w[8];
        uint64_t x, y, out;
    } p = {4.0f, N, {5, -3, 127, -128, 0, 1, -1, 64}, 0, 0, 0};
    uint16_t(*x)[2] = place(r, &p.x, N * 4), (*y)[2] = place(r, &p.y, N * 4);
    struct {
        int64_t sum;
        uint64_t bits;
    } *out = place(r, &p.out, N * 16);
    int before[N][2];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 2; k++) {
            int a = i * 7 % 41 - 20 + k, b = i * 3 % 29 - 14;
            x[i][k] = (uint16_t)ref_to_half(a, false, FE_TONEAREST);
            y[i][k] = (uint16_t)ref_to_half(b, false, FE_TONEAREST);
            before[i][k] = 2 * a + b; /* a half of 4 */
        }
    if (!launch(r, "half2", 2, 64, &p, 40))
        return;
    for (uint32_t i = 0; i < N; i++) {
        for (int k = 0; k < 2; k++)
            assert_int_equal(y[i][k], ref_to_half(before[i][k], false, FE_TONEAREST));
        int32_t dot = 0, spread = (int8_t)i;
        for (int k = 0; k < 4; k++) /* the weight, then its sign in three bytes */
            dot += spread * (k ? p.w[i & 7] >> 7 : p.w[i & 7]);
        uint32_t mixed = (i * 0x01010101u) ^ (uint32_t)dot ^ i;
        assert_true(out[i].sum == (int64_t)((uint64_t)mixed * 3 + (i & 7)) + before[i][1]);
        float low = (float)before[i][0];
        uint32_t bits;
        memcpy(&bits, &low, 4);
        assert_int_equal(out[i].bits, bits);
    }
    assert_int_equal(*(uint32_t *)rig_host(r, RIG_BASE), N); /* calls is the first variable */
}

static void isa_906_sm_75_pairs_of_halves(void **state)
{
    (void)state;
    everywhere("half2.sm_75", half2, 64);
}

/* ---- a texture reference ---- */

static void texture(rig_t *r)
{
    uint64_t out_at;
    isa_texture_t t = {.magic = ISA_TEXTURE_MAGIC,
                       .width = 60,
                       .height = 1,
                       .channels = 1,
                       .bytes = 4,
                       .kind = ISA_TEXTURE_FLOAT};
    float *in = place(r, &t.address, 60 * 4), *out = place(r, &out_at, 64 * 4);
    for (int i = 0; i < 60; i++)
        in[i] = (float)i + 0.5f;
    memcpy(rig_host(r, RIG_BASE), &t, sizeof t); /* tex_ref is the first variable */
    if (!launch(r, "texture", 1, 64, &out_at, 8))
        return;
    for (int i = 0; i < 64; i++) /* 0 behind the end */
        assert_true(out[i] == (i < 60 ? in[i] : 0.0f));
}

static void isa_907_sm_30_texture(void **state)
{
    (void)state;
    everywhere("texture.sm_30", texture, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_900_sm_20_reduction),
        cmocka_unit_test(isa_901_sm_30_lanes_and_bits),
        cmocka_unit_test(isa_902_sm_35_local_array_and_call),
        cmocka_unit_test(isa_903_sm_50_switch_in_a_loop),
        cmocka_unit_test(isa_904_sm_60_doubles_and_halves),
        cmocka_unit_test(isa_905_sm_70_one_atomic_for_a_warp),
        cmocka_unit_test(isa_906_sm_75_pairs_of_halves),
        cmocka_unit_test(isa_907_sm_30_texture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
