/*
 * Programs that nvcc compiled (tests/nvcc): local, constant, shared and volatile memory, vectors
 * and textures, each against the same computation in C.
 */
#include "nvcc_rig.h"

#include "isa/texture.h"

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

NVCC_PROGRAM(203, locals, 64)
NVCC_PROGRAM(204, vectors, 64)
NVCC_PROGRAM(205, constants, 64)
NVCC_PROGRAM(206, dynamic, 64)
NVCC_PROGRAM(207, volatiles, 32)
NVCC_PROGRAM(214, textures, 64)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvcc_203_locals),    cmocka_unit_test(nvcc_204_vectors),
        cmocka_unit_test(nvcc_205_constants), cmocka_unit_test(nvcc_206_dynamic),
        cmocka_unit_test(nvcc_207_volatiles), cmocka_unit_test(nvcc_214_textures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
