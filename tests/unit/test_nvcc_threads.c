/*
 * Programs that nvcc compiled (tests/nvcc) in which threads work together: atomics, barriers,
 * exchanges between lanes, groups and the whole grid, each against the same computation in C.
 */
#include "nvcc_rig.h"

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

NVCC_PROGRAM(208, atomics, 64)
NVCC_PROGRAM(209, barriers, 64)
NVCC_PROGRAM(210, shuffles, 64)
NVCC_PROGRAM(211, votes, 32)
NVCC_PROGRAM(212, groups, 32)
NVCC_PROGRAM(219, grid, 64)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvcc_208_atomics),  cmocka_unit_test(nvcc_209_barriers),
        cmocka_unit_test(nvcc_210_shuffles), cmocka_unit_test(nvcc_211_votes),
        cmocka_unit_test(nvcc_212_groups),   cmocka_unit_test(nvcc_219_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
