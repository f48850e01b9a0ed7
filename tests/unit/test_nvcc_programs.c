/*
 * Programs that nvcc compiled (tests/nvcc): control flow, calls, memory, barriers and lanes, each
 * against the same computation in C. Numbers are in test_nvcc_numbers.c.
 */
#include "nvcc_rig.h"

#include "isa/texture.h"

/* Whole numbers of both signs, different in neighbours. */
static int number(int i)
{
    return i * 7919 % 4001 - 2000;
}

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

/* ---- memory ---- */

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void run_locals(rig_t *r)
{
    enum { N = 192 };
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, (N + 8) * 4), *out = nvcc_place(r, &out_at, N * 4);
    for (int i = 0; i < N + 8; i++)
        in[i] = number(i);
    NVCC_RUN(r, "locals", N / 64, 64, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int own[16], t = i % 64, first = i - t;
        uint8_t bytes[12];
        for (int k = 0; k < 16; k++)
            own[k] = in[(i + k) % N] + k;
        for (int k = 0; k < 12; k++)
            bytes[(k * 5 + i) % 12] = (uint8_t)(own[k] + i);
        qsort(own, 16, sizeof *own, ascending);
        const int *from = t % 3 == 0 ? in + first + t / 2 : t % 3 == 1 ? in + i : own + t % 4;
        uint32_t sum = 0;
        for (int k = 0; k < (t % 3 == 1 ? 1 : 8); k++)
            sum = sum * 3 + (uint32_t)from[k];
        for (int k = 0; k < 12; k += 3)
            sum ^= (uint32_t)bytes[k] << k;
        NVCC_EQ(i, (uint32_t)out[i], sum + (uint32_t)own[i % 16]);
    }
}

static void run_vectors(rig_t *r)
{
    enum { N = 70 };
    uint64_t f_at, v_at, d_at, c_at, out_at;
    struct {
        float f[4] __attribute__((aligned(16)));
        int i[4];
        double d[2];
        float g[2];
        uint8_t c[4];
        uint16_t s[4] __attribute__((aligned(8)));
        int16_t h[2];
        int64_t l[2] __attribute__((aligned(16)));
        int three[3];
        int8_t odd;
    } * out;
    float(*f)[4] = nvcc_place(r, &f_at, N * 16);
    int(*v)[4] = nvcc_place(r, &v_at, N * 16);
    double(*d)[2] = nvcc_place(r, &d_at, N * 16);
    uint8_t(*c)[4] = nvcc_place(r, &c_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++) {
            f[i][k] = (float)number(4 * i + k) / 8;
            v[i][k] = number(5 * i + k);
            c[i][k] = (uint8_t)number(3 * i + k);
            d[i][k / 2] = number(i + k) / 4.0;
        }
    NVCC_RUN(r, "vectors", 3, 32, f_at, v_at, d_at, c_at, out_at, N);
    for (int i = 0; i < N; i++) {
        const float *a = f[i], *g = (const float *)f + 2 * i;
        const int *b = v[i];
        const uint8_t *k = c[i];
        NVCC_EQ(i, out[i].f[0], a[3]);
        NVCC_EQ(i, out[i].f[1], a[2]);
        NVCC_EQ(i, out[i].f[2], a[1] * 2);
        NVCC_EQ(i, out[i].f[3], a[0] + a[1]);
        NVCC_EQ(i, out[i].i[0], b[0] + b[1]);
        NVCC_EQ(i, out[i].i[1], b[2] - b[3]);
        NVCC_EQ(i, out[i].i[2], (b[0] ^ b[2]));
        NVCC_EQ(i, out[i].i[3], b[3]);
        NVCC_EQ(i, out[i].d[0], d[i][1]);
        NVCC_EQ(i, out[i].d[1], d[i][0] * d[i][1]);
        NVCC_EQ(i, out[i].g[0], g[0]);
        NVCC_EQ(i, out[i].g[1], g[1]);
        NVCC_EQ(i, out[i].c[0], k[3]);
        NVCC_EQ(i, out[i].c[1], (uint8_t)(k[0] + k[1]));
        NVCC_EQ(i, out[i].c[2], k[2]);
        NVCC_EQ(i, out[i].c[3], 255 - k[0]);
        NVCC_EQ(i, out[i].s[0], k[0] * k[1]);
        NVCC_EQ(i, out[i].s[1], k[1] * k[2]);
        NVCC_EQ(i, out[i].s[2], k[2]);
        NVCC_EQ(i, out[i].s[3], k[3] * 257);
        NVCC_EQ(i, out[i].h[0], b[0]);
        NVCC_EQ(i, out[i].h[1], -b[1]);
        NVCC_EQ(i, out[i].l[0], (int64_t)b[0] * b[1]);
        NVCC_EQ(i, out[i].l[1], -b[2]);
        NVCC_EQ(i, out[i].three[0], k[0]);
        NVCC_EQ(i, out[i].three[1], k[1]);
        NVCC_EQ(i, out[i].three[2], k[2]);
        NVCC_EQ(i, out[i].odd, (int8_t)(k[0] - k[3]));
    }
}

static void run_constants(rig_t *r)
{
    enum { N = 100 };
    static const struct {
        int key;
        double weight;
        const char *name;
    } entry[4] = {{7, 0.5, "seven"}, {-3, 1.25, "three"}, {40, -2.0, "forty"}, {0, 8.0, "zero"}};
    static const int table[6] = {2, 3, 5, 7, 11, 13};
    struct {
        double weight;
        int key, prime, around;
        float row;
        char letters[2];
    } * out;
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = number(i);
    NVCC_RUN(r, "constants", 4, 32, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int x = in[i], k = x & 3;
        NVCC_EQ(i, out[i].weight, entry[k].weight);
        NVCC_EQ(i, out[i].key, entry[k].key + 40);
        NVCC_EQ(i, out[i].letters[0], entry[k].name[i % 5]);
        NVCC_EQ(i, out[i].letters[1], "lockstep"[x & 7]);
        NVCC_EQ(i, out[i].prime, table[x % 6 < 0 ? 0 : x % 6]);
        NVCC_EQ(i, out[i].around, table[k + 1] + 5);
        NVCC_EQ(i, out[i].row, (float)(i % 3 * 5 + k + 2 + 8));
    }
    uint64_t at = RIG_BASE; /* as rig_open() places variables */
    for (unsigned k = 0; k < isa_symbol_count(r->m); k++) {
        at = (at + 255) & ~UINT64_C(255);
        if (!strcmp(isa_symbol_at(r->m, k)->name, "calls"))
            assert_int_equal(*(uint64_t *)rig_host(r, at), N);
        at += isa_symbol_at(r->m, k)->bytes + 1;
    }
}

/* A texture object for so many elements at `address`. */
static uint64_t texture_object(rig_t *r, isa_texture_t t)
{
    uint64_t at;
    t.magic = ISA_TEXTURE_MAGIC;
    memcpy(nvcc_place(r, &at, sizeof t), &t, sizeof t);
    return at;
}

static void run_textures(rig_t *r)
{
    enum { N = 90, WIDE = 7, HIGH = 8 };
    uint64_t f_at, p_at, b_at, q_at, at_at, out_at;
    float *f = nvcc_place(r, &f_at, N * 16), *q = nvcc_place(r, &q_at, HIGH * 64);
    int16_t *p = nvcc_place(r, &p_at, N * 4);
    uint8_t *b = nvcc_place(r, &b_at, N);
    int *at = nvcc_place(r, &at_at, N * 4);
    float *out = nvcc_place(r, &out_at, N * 16);
    for (int i = 0; i < 4 * N; i++)
        f[i] = (float)number(i) * 0.5f;
    for (int i = 0; i < 2 * N; i++)
        p[i] = (int16_t)number(i);
    for (int i = 0; i < N; i++) {
        b[i] = (uint8_t)number(i);
        at[i] = i * 37 % (N + 3) - 1; /* some outside */
    }
    for (int i = 0; i < HIGH * 16; i++)
        q[i] = (float)number(i);
    uint64_t floats = texture_object(r, (isa_texture_t){.address = f_at,
                                                        .width = N,
                                                        .height = 1,
                                                        .channels = 4,
                                                        .bytes = 4,
                                                        .kind = ISA_TEXTURE_FLOAT});
    uint64_t pairs = texture_object(r, (isa_texture_t){.address = p_at,
                                                       .width = N,
                                                       .height = 1,
                                                       .channels = 2,
                                                       .bytes = 2,
                                                       .kind = ISA_TEXTURE_SIGNED});
    uint64_t bytes = texture_object(
        r, (isa_texture_t){.address = b_at, .width = N, .height = 1, .channels = 1, .bytes = 1});
    uint64_t plane = texture_object(r, (isa_texture_t){.address = q_at,
                                                       .width = WIDE,
                                                       .height = HIGH,
                                                       .pitch = 64,
                                                       .channels = 1,
                                                       .bytes = 4,
                                                       .kind = ISA_TEXTURE_FLOAT});
    NVCC_RUN(r, "textures", 3, 32, floats, pairs, bytes, plane, at_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int k = at[i], in = k >= 0 && k < N, x = i % 9, y = i / 9;
        NVCC_EQ(i, out[4 * i], in ? f[4 * k] + 2 * f[4 * k + 3] : 0.0f);
        NVCC_EQ(i, out[4 * i + 1], (float)(p[k / 2 * 2] - 3 * p[k / 2 * 2 + 1]));
        NVCC_EQ(i, out[4 * i + 2], (float)b[i]);
        NVCC_EQ(i, out[4 * i + 3], q[(y < HIGH ? y : HIGH - 1) * 16 + (x < WIDE ? x : WIDE - 1)]);
    }
}

static void run_dynamic(rig_t *r)
{
    enum { SIZE = 64, GRID = 3 };
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, SIZE * GRID * 4);
    double *out = nvcc_place(r, &out_at, SIZE * GRID * 8);
    for (int i = 0; i < SIZE * GRID; i++)
        in[i] = number(i);
    r->dyn_shared = SIZE * (8 + 4 + 2);
    NVCC_RUN(r, "dynamic", GRID, SIZE, in_at, out_at, SIZE * GRID);
    for (int b = 0; b < GRID; b++) {
        const int *x = in + b * SIZE;
        int sum = 0, counts[8] = {0};
        for (int t = 0; t < SIZE; t++) {
            sum += x[t];
            counts[x[t] & 7]++;
        }
        for (int t = 0; t < SIZE; t++) {
            int place = SIZE - 1 - t;
            NVCC_EQ(t, out[b * SIZE + t], sum + counts[x[place] & 7] * 0.125 + place);
        }
    }
}

static void run_volatiles(rig_t *r)
{
    enum { N = 128 };
    uint64_t data_at, out_at;
    int *data = nvcc_place(r, &data_at, N * 4), *out = nvcc_place(r, &out_at, N * 4), before[N];
    for (int i = 0; i < N; i++)
        data[i] = before[i] = number(i);
    NVCC_RUN(r, "volatiles", 2, 64, data_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int t = i % 64, lane = t % 32, sum = before[i] + before[i ^ 1];
        int field = t >> 3 & 31, merged = ((t & 15) << 8) | (~0 & ~0xf00);
        NVCC_EQ(i, data[i], sum + 1);
        NVCC_EQ(i, out[i], 2 * (sum + 1) + lane + 100 + lane + (field ^ merged) + 1000000);
    }
}

/* ---- atomics and barriers ---- */

typedef struct cells {
    int add, least, most, taken;
    uint32_t inc, dec, all, any, parity, most_u;
    uint64_t add64, most64, any64;
    float addf, mostf;
    double addd, product;
    int64_t least64;
    uint32_t exchanged;
} cells_t;

static void change(cells_t *c, int x)
{
    c->add += x;
    c->least = x < c->least ? x : c->least;
    c->most = x > c->most ? x : c->most;
    c->taken -= x;
    c->inc = c->inc >= 9 ? 0 : c->inc + 1;
    c->dec = c->dec == 0 || c->dec > 6 ? 6 : c->dec - 1;
    c->all &= ~(1u << (x & 31));
    c->any |= 1u << (x & 31);
    c->parity ^= (uint32_t)x;
    c->most_u = (uint32_t)x > c->most_u ? (uint32_t)x : c->most_u;
    c->add64 += (uint64_t)((int64_t)x * 1000003);
    uint64_t high = (uint64_t)(int64_t)x << 33;
    c->most64 = high > c->most64 ? high : c->most64;
    c->any64 |= UINT64_C(1) << (x & 63);
    c->addf += (float)x; /* whole numbers and halves below 2^24: in any order */
    c->addd += x * 0.5;
    c->least64 = (int64_t)x * 3 < c->least64 ? (int64_t)x * 3 : c->least64;
    c->mostf = (float)x > c->mostf ? (float)x : c->mostf;
    c->product *= x & 1 ? 2.0 : 0.5;
    c->exchanged = 77;
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void run_atomics(rig_t *r)
{
    enum { N = 150, BLOCK = 64, GRID = 3 };
    uint64_t in_at, out_at, tickets_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    cells_t *out = nvcc_place(r, &out_at, 3 * sizeof *out);
    cells_t start = {.all = ~0u, .product = 1.0}, want[3];
    uint32_t *tickets = nvcc_place(r, &tickets_at, (N + 1) * 4);
    for (int i = 0; i < N; i++)
        in[i] = number(i);
    for (int k = 0; k < 3; k++)
        want[k] = out[k] = start;
    NVCC_ANY_ORDER(r, tickets, N);
    NVCC_RUN(r, "atomics", GRID, BLOCK, in_at, out_at, tickets_at, N);
    for (int b = 0; b < GRID; b++) {
        cells_t tile = start;
        for (int i = b * BLOCK; i < (b + 1) * BLOCK && i < N; i++) {
            change(i & 1 ? &tile : &want[0], in[i]);
            tile.taken++;
        }
        want[2].add += tile.add;
        want[2].least = tile.least < want[2].least ? tile.least : want[2].least;
        want[2].parity ^= tile.parity;
        want[2].addf += tile.addf;
        want[2].addd += tile.addd;
        want[2].taken += tile.taken;
    }
    for (int k = 0; k < 3; k++) {
        NVCC_EQ(k, out[k].add, want[k].add);
        NVCC_EQ(k, out[k].least, want[k].least);
        NVCC_EQ(k, out[k].most, want[k].most);
        NVCC_EQ(k, out[k].taken, want[k].taken);
        NVCC_EQ(k, out[k].inc, want[k].inc);
        NVCC_EQ(k, out[k].dec, want[k].dec);
        NVCC_EQ(k, out[k].all, want[k].all);
        NVCC_EQ(k, out[k].any, want[k].any);
        NVCC_EQ(k, out[k].parity, want[k].parity);
        NVCC_EQ(k, out[k].most_u, want[k].most_u);
        NVCC_EQ(k, out[k].add64, want[k].add64);
        NVCC_EQ(k, out[k].most64, want[k].most64);
        NVCC_EQ(k, out[k].any64, want[k].any64);
        NVCC_EQ(k, out[k].addf, want[k].addf);
        NVCC_EQ(k, out[k].mostf, want[k].mostf);
        NVCC_EQ(k, out[k].addd, want[k].addd);
        NVCC_EQ(k, out[k].product, want[k].product);
        NVCC_EQ(k, out[k].least64, want[k].least64);
        NVCC_EQ(k, out[k].exchanged, want[k].exchanged);
    }
    assert_int_equal(tickets[N], N);
    qsort(tickets, N, sizeof *tickets, by_value); /* each drawn once */
    for (uint32_t i = 0; i < N; i++)
        NVCC_EQ(i, tickets[i], i);
}

static void run_barriers(rig_t *r)
{
    enum { BLOCK = 96, GRID = 3, N = BLOCK * GRID };
    uint64_t in_at, out_at, total_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    int(*out)[5] = nvcc_place(r, &out_at, N * 20), *total = nvcc_place(r, &total_at, 4), sum = 0;
    for (int i = 0; i < N; i++)
        in[i] = i / BLOCK == 1 ? i : number(i);
    in[BLOCK] = 99;
    nvcc_any_order(r, &out[0][4], sizeof *out, N, sizeof out[0][4]); /* any CTA may be the last */
    NVCC_RUN(r, "barriers", GRID, BLOCK, in_at, out_at, total_at, N);
    for (int b = 0; b < GRID; b++) {
        const int *x = in + b * BLOCK;
        int count = 0, every = 1, some = 0, last = 0;
        for (int t = 0; t < BLOCK; t++) {
            count += x[t] > 0;
            every &= x[t] > -1000;
            some |= b == 1 && x[t] == 99;
            last += out[b * BLOCK + t][4];
        }
        sum += count;
        for (int t = 0; t < BLOCK; t++) {
            const int *o = out[b * BLOCK + t];
            NVCC_EQ(t, o[0], count);
            NVCC_EQ(t, (o[1] != 0), every);
            NVCC_EQ(t, (o[2] != 0), some);
            NVCC_EQ(t, o[3], x[0] + x[64] + (t ? 0 : 28 + 31));
            NVCC_EQ(t, o[4], b == GRID - 1); /* CTAs run one after another */
        }
        NVCC_EQ(b, last, b == GRID - 1 ? BLOCK : 0);
    }
    assert_int_equal(*total, sum);
}

/* ---- lanes ---- */

static void run_shuffles(rig_t *r)
{
    enum { N = 128 };
    struct {
        int all, up, down, other, segment, odd_sum, partner;
        float minimum;
        double wide;
        uint64_t word;
    } * out;
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = number(i);
    NVCC_RUN(r, "shuffles", 2, 64, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int lane = i & 31, all = 0, up = 0, odd = 0, least = in[i];
        const int *x = in + (i - lane);
        for (int k = 0; k < 32; k++) {
            all += x[k];
            up += k <= lane ? x[k] : 0;
            odd += k & 1 ? x[k] : 0;
            least = x[k] < least ? x[k] : least;
        }
        NVCC_EQ(i, out[i].all, all);
        NVCC_EQ(i, out[i].up, up);
        NVCC_EQ(i, out[i].down, x[(lane & 7) + 3 < 8 ? lane + 3 : lane]);
        NVCC_EQ(i, out[i].other, x[x[lane] & 31]);
        NVCC_EQ(i, out[i].segment, x[(lane & 16) + ((lane + 5) & 15)]);
        NVCC_EQ(i, out[i].minimum, (float)least);
        NVCC_EQ(i, out[i].wide, x[lane ^ 7] * 0.5);
        NVCC_EQ(i, out[i].word, (uint64_t)(int64_t)x[lane < 2 ? lane : lane - 2] * 0x100000001u);
        NVCC_EQ(i, out[i].odd_sum, lane & 1 ? odd : 0);
        NVCC_EQ(i, out[i].partner, lane & 1 ? 0 : odd);
    }
}

static void run_votes(rig_t *r)
{
    enum { N = 128 };
    struct {
        uint32_t ballot, here, place, all, any, uniform, same, same64, every;
        int agree;
    } * out;
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = i < 32 ? i + 1 : i < 64 ? 17 : number(i);
    NVCC_RUN(r, "votes", 2, 64, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int lane = i & 31;
        const int *x = in + (i - lane);
        uint32_t ballot = 0, here = 0, same = 0, same64 = 0, all = 1, any = 0, agree = 1;
        for (int k = 0; k < 32; k++) {
            uint32_t bit = 1u << k;
            ballot |= x[k] > 0 ? bit : 0;
            all &= x[k] > -1000;
            any |= x[k] == 17;
            same |= (x[k] & 7) == (x[lane] & 7) ? bit : 0;
            same64 |= (x[k] & 3) == (x[lane] & 3) ? bit : 0;
            agree &= x[k] / 4096 == x[0] / 4096;
            here |= x[lane] & 1 ? (x[k] & 1 ? bit : 0) : x[lane] & 2 && (x[k] & 7) == 6 ? bit : 0;
        }
        NVCC_EQ(i, out[i].ballot, ballot);
        NVCC_EQ(i, out[i].place, (uint32_t)__builtin_popcount(ballot & ((1u << lane) - 1)));
        NVCC_EQ(i, (out[i].all != 0), all);
        NVCC_EQ(i, (out[i].any != 0), any);
        NVCC_EQ(i, (out[i].uniform != 0), (ballot == 0 || ballot == ~0u));
        NVCC_EQ(i, out[i].same, same);
        NVCC_EQ(i, out[i].same64, same64);
        NVCC_EQ(i, (out[i].agree != 0), agree);
        NVCC_EQ(i, out[i].every, agree ? ~0u : 0);
        NVCC_EQ(i, out[i].here, here);
    }
}

static void run_groups(rig_t *r)
{
    enum { N = 128, BLOCK = 64 };
    struct {
        int tile_sum, tile_rank, took, before, most, block;
    } * out;
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = number(i);
    NVCC_RUN(r, "groups", N / BLOCK, BLOCK, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int lane = i & 31, t = i % BLOCK, tile = 0, took = 0, before = 0, most = in[i], block = 0;
        for (int k = 0; k < 8; k++)
            tile += in[(i & ~7) + k];
        for (int k = 0; k < 32; k++) {
            int x = in[i - lane + k];
            took += x & 1;
            before += k < lane ? x & 1 : 0;
            most = x > most ? x : most;
        }
        for (int k = 0; k < BLOCK; k++)
            block += in[i - t + k];
        NVCC_EQ(i, out[i].tile_sum, tile);
        NVCC_EQ(i, out[i].tile_rank, t % 8 + 100 * (t / 8));
        NVCC_EQ(i, out[i].most, most);
        NVCC_EQ(i, out[i].took, in[i] & 1 ? took : 0);
        NVCC_EQ(i, out[i].before, in[i] & 1 ? before : 0);
        NVCC_EQ(i, out[i].block, block);
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

/* ---- grid ---- */

static void run_grid(rig_t *r)
{
    enum { CTAS = 5, BLOCK = 96, N = CTAS * BLOCK, ROUNDS = 7 };
    uint64_t a_at, b_at;
    uint32_t *a = nvcc_place(r, &a_at, N * 4), *b = nvcc_place(r, &b_at, N * 4);
    uint32_t want[2][N];
    for (uint32_t i = 0; i < N; i++)
        a[i] = want[0][i] = i * i + 1;
    for (uint32_t k = 0; k < ROUNDS; k++)
        for (uint32_t i = 0; i < N; i++)
            want[~k & 1][i] = want[k & 1][i] + want[k & 1][(i + BLOCK) % N];
    NVCC_RUN(r, "rounds", CTAS, BLOCK, a_at, b_at, ROUNDS);
    for (int i = 0; i < N; i++)
        NVCC_EQ(i, b[i], want[1][i]);
}

#define PROGRAM(number, name, most_lanes)                                                          \
    static void nvcc_##number##_##name(void **state)                                               \
    {                                                                                              \
        (void)state;                                                                               \
        nvcc_everywhere(#name, run_##name, most_lanes);                                            \
    }
PROGRAM(200, switch, 64)
PROGRAM(201, loops, 64)
PROGRAM(202, calls, 64)
PROGRAM(203, locals, 64)
PROGRAM(204, vectors, 64)
PROGRAM(205, constants, 64)
PROGRAM(206, dynamic, 64)
PROGRAM(207, volatiles, 32)
PROGRAM(208, atomics, 64)
PROGRAM(209, barriers, 64)
PROGRAM(210, shuffles, 64)
PROGRAM(211, votes, 32)
PROGRAM(212, groups, 32)
PROGRAM(213, templates, 64)
PROGRAM(214, textures, 64)
PROGRAM(219, grid, 64)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvcc_200_switch),   cmocka_unit_test(nvcc_201_loops),
        cmocka_unit_test(nvcc_202_calls),    cmocka_unit_test(nvcc_203_locals),
        cmocka_unit_test(nvcc_204_vectors),  cmocka_unit_test(nvcc_205_constants),
        cmocka_unit_test(nvcc_206_dynamic),  cmocka_unit_test(nvcc_207_volatiles),
        cmocka_unit_test(nvcc_208_atomics),  cmocka_unit_test(nvcc_209_barriers),
        cmocka_unit_test(nvcc_210_shuffles), cmocka_unit_test(nvcc_211_votes),
        cmocka_unit_test(nvcc_212_groups),   cmocka_unit_test(nvcc_213_templates),
        cmocka_unit_test(nvcc_214_textures), cmocka_unit_test(nvcc_219_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
