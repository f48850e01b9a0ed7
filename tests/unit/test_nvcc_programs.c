/*
 * Programs that nvcc compiled (tests/nvcc): control flow, calls and templates, each against the
 * same computation in C. test_nvcc_memory.c has memory, test_nvcc_threads.c threads that work
 * together, test_nvcc_numbers.c numbers.
 */
#include "nvcc_rig.h"

/* ---- control flow ---- */

static uint32_t machine(const uint32_t *code, int n, uint32_t t)
{
    uint32_t x = t;
    static const uint32_t more[] = {1, 20, 300, 4000, 50000};
    for (int k = 0; k < n; k++) {
        uint32_t op = (code[k] + t) % 11;
        if (op == 9)
            return x;
        if (op == 0)
            x += code[k];
        if (op == 1)
            x ^= x << 13;
        if (op == 2)
            x ^= x >> 17;
        if (op == 3)
            x *= 2654435761u;
        if (op == 3 || op == 4)
            x -= 7;
        if (op == 5 && !(x & 1))
            x /= 3;
        if (op == 6)
            x = ~x;
        if (op == 7)
            x += (x & 7) < 5 ? more[x & 7] : 600000;
        if (op == 8)
            x %= 1000003;
    }
    return x + 1;
}

static void run_switch(rig_t *r)
{
    enum { N = 40, T = 192 };
    uint64_t code_at, out_at;
    uint32_t *code = nvcc_place(r, &code_at, N * 4), *out = nvcc_place(r, &out_at, T * 4);
    for (uint32_t k = 0; k < N; k++)
        code[k] = k % 3 ? k * 2654435761u : k * 11;
    NVCC_RUN(r, "machine", T / 64, 64, code_at, out_at, N);
    unsigned ended = 0;
    for (uint32_t t = 0; t < T; t++) {
        NVCC_EQ(t, out[t], machine(code, N, t));
        ended += machine(code, N, t) == machine(code, N - 1, t);
    }
    assert_in_range(ended, 1, T);
    NVCC_RUN(r, "table", T / 64, 64, code_at, out_at, N);
    for (uint32_t t = 0; t < T; t++) {
        uint32_t x = t;
        for (unsigned k = 0; k < N; k++)
            x = (x & 3) == 0 ? x + code[k] : (x & 3) == 2 ? ~x : (x * 2654435761u) ^ code[k];
        NVCC_EQ(t, out[t], x);
    }
}

static int walk(const int *in, int n, int i)
{
    int x = in[i], found = -1, steps = 0;
    for (int a = 0; a < 20 && found < 0; a++) {
        if (((x + a) & 3) == 1)
            continue;
        for (int b = a;;) {
            steps++;
            if (in[b] > x && (b & 1 || in[b] % 3 == 0)) {
                found = b;
                break;
            }
            if (in[b] == x + 1)
                break;
            b += 1 + (x & 1);
            if (b >= n || b >= a + 9)
                break;
        }
        if (found < 0 && steps > 60)
            return -steps;
    }
    while (x > 1 && steps < 1000) {
        x = x & 1 ? x - 1 : x / 2;
        steps += x % 5 == 0 ? 100 : 1;
    }
    return found * 10000 + steps;
}

static void run_loops(rig_t *r)
{
    enum { N = 150 };
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 4), *out = nvcc_place(r, &out_at, N * 4);
    for (int i = 0; i < N; i++)
        in[i] = i % 7 == 3 ? 1900 + i : i % 5 ? number(i) / 4 : in[i ? i - 1 : 0] - 1;
    NVCC_RUN(r, "loops", 3, 64, in_at, out_at, N);
    for (int i = 0; i < N; i++)
        NVCC_EQ(i, out[i], walk(in, N, i));
}

/* ---- calls ---- */

static void run_calls(rig_t *r)
{
    enum { N = 90 };
    struct {
        int pair_a, steps, quotient, rest;
        double pair_b;
        long long wide;
        float m[4];
        short tag;
        signed char sign;
        unsigned char narrow;
    } * out;
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = i % 4 ? i - 20 : number(i);
    NVCC_RUN(r, "calls", 3, 32, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int x = in[i], steps = 0;
        double m[4] = {1, x, 0.5, 2}, s[4], c[4]; /* squares below 2^24: exact */
        for (int k = 0; k < 4; k++)
            s[k] = m[k & 2] * m[k & 1] + m[(k & 2) + 1] * m[2 + (k & 1)];
        for (int k = 0; k < 4; k++)
            c[k] = m[k & 2] * s[k & 1] + m[(k & 2) + 1] * s[2 + (k & 1)];
        for (int k = 0; k < 4; k++)
            NVCC_EQ(i, out[i].m[k], (float)c[k]);
        for (int y = x > 0 ? x : 1; y != 1; steps++)
            y = y & 1 ? 3 * y + 1 : y / 2;
        NVCC_EQ(i, out[i].pair_a, x + 1);
        NVCC_EQ(i, out[i].pair_b, 0.5 * x);
        NVCC_EQ(i, out[i].tag, (short)x);
        NVCC_EQ(i, out[i].sign, x & 1 ? -1 : 1);
        NVCC_EQ(i, out[i].narrow, (unsigned char)(4 * x));
        NVCC_EQ(i, out[i].wide, x & 1 ? (long long)x * x - 1 : 5);
        NVCC_EQ(i, out[i].steps, steps);
        NVCC_EQ(i, out[i].quotient, x / 7);
        NVCC_EQ(i, out[i].rest, x % 7);
    }
}

/* ---- templates ---- */

/* The kernel whose mangled name holds part. */
static const char *mangled(const rig_t *r, const char *part)
{
    for (unsigned k = 0; k < isa_kernel_count(r->m); k++)
        if (strstr(isa_kernel_at(r->m, k)->name, part))
            return isa_kernel_at(r->m, k)->name;
    fail_msg("no kernel with '%s' in its name", part);
    return NULL;
}

/* (a + b) . b of vectors of five that count up from the sum and from t. */
static int64_t dot(int64_t sum, int64_t t)
{
    int64_t out = 0;
    for (int k = 0; k < 5; k++)
        out += (sum + k + t + k) * (t + k);
    return out;
}

static void run_templates(rig_t *r)
{
    enum { N = 300 };
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 8), *out = nvcc_place(r, &out_at, N * 8);
    for (int i = 0; i < N; i++)
        in[i] = number(i);
    NVCC_RUN(r, mangled(r, "reduceIi5leastLi64"), 1, 64, in_at, out_at, N);
    int least = in[0];
    int64_t sum = 0;
    for (int i = 0; i < N; i++) {
        least = in[i] < least ? in[i] : least;
        sum += in[i];
    }
    for (int t = 0; t < 64; t++)
        NVCC_EQ(t, out[t], (int)dot(least, t));
    float *inf = (float *)in, *outf = (float *)out;
    for (int i = 0; i < N; i++)
        inf[i] = (float)number(i);
    NVCC_RUN(r, mangled(r, "reduceIf3sumLi128"), 1, 128, in_at, out_at, N);
    for (int t = 0; t < 128; t++)
        NVCC_EQ(t, outf[t], (float)dot(sum, t));
    int64_t *inl = (int64_t *)in, *outl = (int64_t *)out;
    for (int i = 0; i < N; i++)
        inl[i] = (int64_t)number(i) * (1 << 20);
    NVCC_RUN(r, mangled(r, "reduceIx3sumLi32"), 1, 32, in_at, out_at, N);
    for (int t = 0; t < 32; t++)
        NVCC_EQ(t, outl[t], dot(sum * (1 << 20), t));
}

NVCC_PROGRAM(200, switch, 64)
NVCC_PROGRAM(201, loops, 64)
NVCC_PROGRAM(202, calls, 64)
NVCC_PROGRAM(213, templates, 64)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvcc_200_switch),
        cmocka_unit_test(nvcc_201_loops),
        cmocka_unit_test(nvcc_202_calls),
        cmocka_unit_test(nvcc_213_templates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
