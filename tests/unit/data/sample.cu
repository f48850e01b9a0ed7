/* Kernels for the tests of the PTX front end; sample.sm_20.ptx and sample.sm_70.ptx are what
 * clang 14 makes of them (test_isa_sample.c says how and checks the results). */
#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))
#define KERNEL       extern "C" __global__ void
#define TID_X        __nvvm_read_ptx_sreg_tid_x()
#define TID_Y        __nvvm_read_ptx_sreg_tid_y()
#define INDEX        (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + TID_X)
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));

struct point {
    int x;
    float scale;
    char bias[5];
};

__device__ int steps_total;
__device__ int *steps_place = &steps_total;
__constant__ float weights[8] = {1.0f, -2.0f, 0.5f, 4.0f, 0.25f, 8.0f, -1.0f, 3.0f};

/* Arithmetic on registers: one multiply-add, one shift, two logic operations a turn. */
KERNEL alu_chain(unsigned *out, const float *in, int n)
{
    int i = INDEX;
    float x = in[i], y = 1.0f;
    unsigned h = i;
    for (int k = 0; k < n; k++) {
        y = __builtin_fmaf(x, y, 0.25f);
        h = (h << 5) ^ (h >> 3) ^ k;
    }
    out[i] = h + (unsigned)(int)y;
}

/* A loop whose length is each lane's own, left from the middle; a count in global memory. */
KERNEL collatz(int *out, const int *in, int n, int limit)
{
    int i = INDEX;
    if (i >= n)
        return;
    int x = in[i], steps = 0;
    while (x != 1) {
        if (steps == limit) {
            steps = -1;
            break;
        }
        x = x & 1 ? 3 * x + 1 : x >> 1;
        steps++;
    }
    out[i] = steps;
    if (steps > 0)
        __nvvm_atom_add_gen_i(steps_place, steps);
}

/* Shared memory and barriers: a transpose, then sums along rows by halving. */
KERNEL transpose_sum(float *out, float *sums, const float *in, int width)
{
    __shared__ float tile[16][17];
    int x = TID_X, y = TID_Y;
    tile[y][x] = in[y * width + x];
    __syncthreads();
    out[y * 16 + x] = tile[x][y];
    __syncthreads();
    for (int half = 8; half > 0; half >>= 1) {
        if (x < half)
            tile[y][x] += tile[y][x + half];
        __syncthreads();
    }
    if (x == 0)
        sums[y] = tile[y][0];
}

static __device__ __attribute__((noinline)) float curve(float x, int n, point p)
{
    float r = 0.0f;
    for (int k = 0; k < n; k++) {
        if (r > 1000.0f)
            return -r;
        r += x * p.scale + p.bias[k & 3];
        x += p.x;
    }
    return r;
}

/* Calls with a structure as argument, at two places. */
KERNEL calls(float *out, const float *in, int n, point p)
{
    int i = INDEX;
    float r = curve(in[i], n, p);
    if (i & 1)
        r += curve(r, 2, p);
    out[i] = r * weights[i & 7];
}

/* A switch, and an array in local memory. */
KERNEL switch_local(int *out, const int *in, int n)
{
    int local[12];
    int i = INDEX;
    for (int k = 0; k < 12; k++)
        local[k] = in[i] * k + n;
    int r;
    switch (in[i] & 7) {
    case 0:
        r = local[i % 12];
        break;
    case 1:
        r = local[(i + 1) % 12] * 3;
        break;
    case 2:
        r = -local[2];
        break;
    case 3:
        r = local[i % 3] / (n + 1);
        break;
    case 5:
        r = local[11] % 7;
        break;
    default:
        r = 1 << (i & 31);
    }
    out[i] = r;
}

/* 64-bit integers, doubles, bytes, halves of words, conversions. */
KERNEL wide(long long *l, double *d, unsigned char *c, short *s, int n)
{
    int i = INDEX;
    long long a = l[i], b = l[i + n];
    unsigned long long u = (unsigned long long)a;
    l[i] = a * b + (b ? a / b : -1) - (long long)(u % 1000003u) + (a >> (b & 63));
    d[i] = d[i] * 0.5 + (double)b / d[i + n] + (double)(float)a;
    c[i] = (unsigned char)(c[i] * 3 + (a < b));
    s[i] = (short)(s[i] - c[i + n] + (short)d[i + n]);
}

/* Vector loads and stores, selection, unsigned division, floor. */
KERNEL vectors(float4 *f, int4 *v, unsigned *u, int n)
{
    int i = INDEX;
    float4 x = f[i];
    int4 y = v[i];
    f[i] = x * 2.0f + f[i + n];
    y.x = y.x > y.y ? y.x : y.y;
    y.z = __builtin_popcount(y.z) + __builtin_clz(y.w | 1);
    y.w = (int)__builtin_floorf(x.y);
    v[i] = y;
    u[i] = u[i] / (u[i + n] | 1u) + u[i] % 10u + __nvvm_sqrt_rn_f(x.x * x.x) + (i < n ? i : n);
}
