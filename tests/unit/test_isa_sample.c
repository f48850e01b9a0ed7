/*
 * Kernels as clang 14 compiles them (tests/unit/data/sample.cu) against the same computation in
 * C, for both targets, both warp sizes and every instruction set this machine has. The PTX is
 * made by
 *   clang-14 -x cuda --cuda-device-only --cuda-path=/nonexistent --cuda-gpu-arch=sm_20
 *     -nocudainc -nocudalib -S -O2 -fno-unroll-loops sample.cu
 */
#include "isa_rig.h"

#include <math.h>

static const char *const files[] = {"tests/unit/data/sample.sm_20.ptx",
                                    "tests/unit/data/sample.sm_70.ptx"};
static const char *const simds[] = {"base", "avx2", "avx512"};

typedef void body_fn(rig_t *r);

/* Runs body in every combination of file, warp size and instruction set. */
static void everywhere(body_fn *body)
{
    unsigned done = 0;
    for (unsigned f = 0; f < 2; f++)
        for (unsigned s = 0; s < 3; s++)
            for (uint32_t lanes = 32; lanes <= 64; lanes += 32) {
                static char text[1 << 16];
                FILE *in = fopen(files[f], "rb");
                assert_non_null(in);
                size_t n = fread(text, 1, sizeof text - 1, in);
                fclose(in);
                text[n] = 0;
                rig_t r;
                rig_open(&r, files[f], text);
                r.simd = simds[s];
                r.warp_size = lanes;
                const uint64_t none[8] = {0};
                if (rig_run(&r, "collatz", 1, 1, none, 4) == -1) {
                    rig_close(&r); /* not on this machine */
                    continue;
                }
                body(&r);
                rig_close(&r);
                done++;
            }
    assert_true(done >= 4); /* base runs everywhere */
}

#define N 256

static void alu_chain(rig_t *r)
{
    uint64_t out = rig_alloc(r, N * 4), in = rig_alloc(r, N * 4);
    float *x = rig_host(r, in);
    const uint32_t *got = rig_host(r, out);
    for (int i = 0; i < N; i++)
        x[i] = 0.5f + (float)i / 512.0f;
    RIG_RUN(r, "alu_chain", 4, 64, out, in, 21);
    for (uint32_t i = 0; i < N; i++) {
        float y = 1.0f;
        uint32_t h = i;
        for (uint32_t k = 0; k < 21; k++) {
            y = fmaf(x[i], y, 0.25f);
            h = (h << 5) ^ (h >> 3) ^ k;
        }
        assert_int_equal(got[i], h + (uint32_t)(int)y);
    }
}

static void isa_200_arithmetic_loop(void **state)
{
    (void)state;
    everywhere(alu_chain);
}

static void collatz(rig_t *r)
{
    uint64_t out = rig_alloc(r, N * 4), in = rig_alloc(r, N * 4);
    int32_t *x = rig_host(r, in);
    const int32_t *got = rig_host(r, out);
    for (int i = 0; i < N; i++)
        x[i] = i + 1;
    int n = 250, limit = 100, total = 0;
    RIG_RUN(r, "collatz", 4, 64, out, in, (uint64_t)n, (uint64_t)limit);
    for (int i = 0; i < n; i++) {
        int v = i + 1, steps = 0;
        while (v != 1) {
            if (steps == limit) {
                steps = -1;
                break;
            }
            v = v & 1 ? 3 * v + 1 : v >> 1;
            steps++;
        }
        assert_int_equal(got[i], steps);
        total += steps > 0 ? steps : 0;
    }
    for (int i = n; i < N; i++)
        assert_int_equal(got[i], 0);
    for (unsigned s = 0; s < isa_symbol_count(r->m); s++) /* symbols are placed first, in order */
        if (!strcmp(isa_symbol_at(r->m, s)->name, "steps_total")) {
            uint64_t at = RIG_BASE;
            for (unsigned k = 0; k < s; k++)
                at = (at + isa_symbol_at(r->m, k)->bytes + 1 + 255) & ~UINT64_C(255);
            assert_int_equal(*(int32_t *)rig_host(r, at), total);
            return;
        }
    fail_msg("no steps_total");
}

static void isa_201_divergent_loop_with_break_and_atomic(void **state)
{
    (void)state;
    everywhere(collatz);
}

static void transpose_sum(rig_t *r)
{
    enum { W = 20 };
    uint64_t out = rig_alloc(r, 1024), sums = rig_alloc(r, 64), in = rig_alloc(r, 16 * W * 4);
    float *x = rig_host(r, in);
    const float *t = rig_host(r, out), *s = rig_host(r, sums);
    for (int i = 0; i < 16 * W; i++)
        x[i] = (float)(i * 7 % 31);
    const isa_kernel_t *k = isa_kernel_find(r->m, "transpose_sum");
    uint8_t params[64];
    const uint64_t arg[4] = {out, sums, in, W};
    for (unsigned i = 0; i < 4; i++)
        memcpy(params + k->param[i].offset, &arg[i], k->param[i].bytes);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {1, 1, 1},
                            .block = {16, 16, 1},
                            .warp_size = r->warp_size,
                            .params = params,
                            .param_bytes = k->param_bytes,
                            .mem = {RIG_BASE, r->mem, RIG_BYTES},
                            .simd = r->simd};
    isa_launch_t *l = isa_launch_new(&cfg, &r->d);
    assert_non_null(l);
    assert_int_equal(isa_launch_front(l)->shared_bytes, 16 * 17 * 4);
    assert_int_equal(isa_run_functional(l, 0, &r->counts, &r->d), 0);
    isa_launch_free(l);
    for (int y = 0; y < 16; y++) {
        float row[16];
        for (int c = 0; c < 16; c++) {
            row[c] = x[y * W + c];
            assert_true(t[c * 16 + y] == row[c]);
        }
        for (int half = 8; half > 0; half /= 2)
            for (int c = 0; c < half; c++)
                row[c] += row[c + half];
        assert_true(s[y] == row[0]);
    }
}

static void isa_202_shared_memory_and_barriers(void **state)
{
    (void)state;
    everywhere(transpose_sum);
}

typedef struct point {
    int x;
    float scale;
    signed char bias[5];
} point_t;

static float curve(float x, int n, point_t p)
{
    float r = 0.0f;
    for (int k = 0; k < n; k++) {
        if (r > 1000.0f)
            return -r;
        r += fmaf(x, p.scale, (float)p.bias[k & 3]); /* clang contracts to one fma */
        x += (float)p.x;
    }
    return r;
}

static void calls(rig_t *r)
{
    static const float weights[8] = {1.0f, -2.0f, 0.5f, 4.0f, 0.25f, 8.0f, -1.0f, 3.0f};
    const isa_kernel_t *k = isa_kernel_find(r->m, "calls");
    uint64_t out = rig_alloc(r, N * 4), in = rig_alloc(r, N * 4);
    float *x = rig_host(r, in);
    const float *got = rig_host(r, out);
    for (int i = 0; i < N; i++)
        x[i] = (float)(i - 100);
    point_t p = {3, 1.5f, {1, -2, 3, -4, 5}};
    uint8_t params[64] = {0};
    int n = 9;
    assert_int_equal(k->n_params, 4);
    memcpy(params + k->param[0].offset, &out, 8);
    memcpy(params + k->param[1].offset, &in, 8);
    memcpy(params + k->param[2].offset, &n, 4);
    memcpy(params + k->param[3].offset, &p, sizeof p);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {2, 1, 1},
                            .block = {128, 1, 1},
                            .warp_size = r->warp_size,
                            .params = params,
                            .param_bytes = k->param_bytes,
                            .mem = {RIG_BASE, r->mem, RIG_BYTES},
                            .simd = r->simd};
    isa_launch_t *l = isa_launch_new(&cfg, &r->d);
    assert_non_null(l);
    if (isa_run_functional(l, 0, &r->counts, &r->d))
        fail_msg("%s", r->d.text);
    isa_launch_free(l);
    for (int i = 0; i < N; i++) {
        float v = curve(x[i], n, p);
        if (i & 1)
            v += curve(v, 2, p);
        v *= weights[i & 7];
        if (got[i] != v)
            fail_msg("lane %d: %g, expected %g", i, (double)got[i], (double)v);
    }
}

static void isa_203_calls_with_a_structure(void **state)
{
    (void)state;
    everywhere(calls);
}

static void switch_local(rig_t *r)
{
    uint64_t out = rig_alloc(r, N * 4), in = rig_alloc(r, N * 4);
    int32_t *x = rig_host(r, in);
    const int32_t *got = rig_host(r, out);
    for (int i = 0; i < N; i++)
        x[i] = (i * 37) % 101 - 50;
    int n = 5;
    RIG_RUN(r, "switch_local", 2, 128, out, in, (uint64_t)n);
    for (int i = 0; i < N; i++) {
        int local[12], want;
        for (int k = 0; k < 12; k++)
            local[k] = x[i] * k + n;
        switch (x[i] & 7) {
        case 0:
            want = local[i % 12];
            break;
        case 1:
            want = local[(i + 1) % 12] * 3;
            break;
        case 2:
            want = -local[2];
            break;
        case 3:
            want = local[i % 3] / (n + 1);
            break;
        case 5:
            want = local[11] % 7;
            break;
        default:
            want = (int)(1u << (i & 31));
        }
        assert_int_equal(got[i], want);
    }
}

static void isa_204_switch_and_local_array(void **state)
{
    (void)state;
    everywhere(switch_local);
}

static void wide(rig_t *r)
{
    enum { M = 64 };
    uint64_t la = rig_alloc(r, 2 * M * 8), da = rig_alloc(r, 2 * M * 8);
    uint64_t ca = rig_alloc(r, 2 * M), sa = rig_alloc(r, 2 * M * 2);
    int64_t l[2 * M];
    double d[2 * M];
    uint8_t c[2 * M];
    int16_t s[2 * M];
    for (int i = 0; i < 2 * M; i++) {
        l[i] = (int64_t)i * 1234567890123 - 40000000000;
        d[i] = 1.0 + i * 0.37;
        c[i] = (uint8_t)(i * 7);
        s[i] = (int16_t)(i * 999);
    }
    l[M + 3] = 0; /* guarded division by zero */
    memcpy(rig_host(r, la), l, sizeof l);
    memcpy(rig_host(r, da), d, sizeof d);
    memcpy(rig_host(r, ca), c, sizeof c);
    memcpy(rig_host(r, sa), s, sizeof s);
    RIG_RUN(r, "wide", 2, 32, la, da, ca, sa, M);
    const int64_t *gl = rig_host(r, la);
    const double *gd = rig_host(r, da);
    const uint8_t *gc = rig_host(r, ca);
    const int16_t *gs = rig_host(r, sa);
    for (int i = 0; i < M; i++) {
        int64_t a = l[i], b = l[i + M];
        uint64_t v = (uint64_t)a * (uint64_t)b + (uint64_t)(b ? a / b : -1) -
                     (uint64_t)a % 1000003u + (uint64_t)(a >> (b & 63));
        assert_true(gl[i] == (int64_t)v);
        double q = (double)b / d[i + M];
        assert_true(gd[i] == fma(d[i], 0.5, q) + (double)(float)a);
        assert_int_equal(gc[i], (uint8_t)(c[i] * 3 + (a < b)));
        assert_int_equal(gs[i], (int16_t)(s[i] - c[i + M] + (int16_t)d[i + M]));
    }
}

static void isa_205_wide_and_narrow_types(void **state)
{
    (void)state;
    everywhere(wide);
}

static void vectors(rig_t *r)
{
    enum { M = 64 };
    uint64_t fa = rig_alloc(r, 2 * M * 16), va = rig_alloc(r, M * 16), ua = rig_alloc(r, 2 * M * 4);
    float f[8 * M];
    int32_t v[4 * M];
    uint32_t u[2 * M];
    for (int i = 0; i < 8 * M; i++)
        f[i] = (float)(i * 13 % 97) - 48.25f;
    for (int i = 0; i < 4 * M; i++)
        v[i] = i * 1009 % 887 - 300;
    for (uint32_t i = 0; i < 2 * M; i++)
        u[i] = i * 2654435761u;
    memcpy(rig_host(r, fa), f, sizeof f);
    memcpy(rig_host(r, va), v, sizeof v);
    memcpy(rig_host(r, ua), u, sizeof u);
    RIG_RUN(r, "vectors", 1, 64, fa, va, ua, M);
    const float *gf = rig_host(r, fa);
    const int32_t *gv = rig_host(r, va);
    const uint32_t *gu = rig_host(r, ua);
    for (int i = 0; i < M; i++) {
        for (int k = 0; k < 4; k++)
            assert_true(gf[4 * i + k] == fmaf(f[4 * i + k], 2.0f, f[4 * (i + M) + k]));
        const int32_t *y = v + 4 * i;
        assert_int_equal(gv[4 * i], y[0] > y[1] ? y[0] : y[1]);
        assert_int_equal(gv[4 * i + 1], y[1]);
        assert_int_equal(gv[4 * i + 2],
                         __builtin_popcount((unsigned)y[2]) + __builtin_clz((unsigned)y[3] | 1));
        assert_int_equal(gv[4 * i + 3], (int)floorf(f[4 * i + 1]));
        float x = f[4 * i];
        uint32_t whole = u[i] / (u[i + M] | 1u) + u[i] % 10u;
        float sum = (float)whole + sqrtf(x * x);
        assert_int_equal(gu[i], (uint32_t)(sum + (float)(i < M ? i : M)));
    }
}

static void isa_206_vector_accesses(void **state)
{
    (void)state;
    everywhere(vectors);
}

/* clang 14, where there is one, still makes the committed PTX of the source. */
static void isa_207_committed_ptx_is_what_clang_makes(void **state)
{
    (void)state;
    if (system("clang-14 --version >/dev/null 2>&1"))
        skip();
    for (unsigned f = 0; f < 2; f++) {
        char command[512];
        snprintf(command, sizeof command,
                 "clang-14 -x cuda --cuda-device-only --cuda-path=/nonexistent "
                 "--cuda-gpu-arch=%s -nocudainc -nocudalib -S -O2 -fno-unroll-loops "
                 "tests/unit/data/sample.cu -o - 2>/dev/null | "
                 "sed '/^\\/\\/$/d; /^\\/\\/ Generated by LLVM/d' | "
                 "{ head -n 1 %s; cat; } | cmp -s - %s",
                 f ? "sm_70" : "sm_20", files[f], files[f]);
        assert_int_equal(system(command), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_200_arithmetic_loop),
        cmocka_unit_test(isa_201_divergent_loop_with_break_and_atomic),
        cmocka_unit_test(isa_202_shared_memory_and_barriers),
        cmocka_unit_test(isa_203_calls_with_a_structure),
        cmocka_unit_test(isa_204_switch_and_local_array),
        cmocka_unit_test(isa_205_wide_and_narrow_types),
        cmocka_unit_test(isa_206_vector_accesses),
        cmocka_unit_test(isa_207_committed_ptx_is_what_clang_makes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
