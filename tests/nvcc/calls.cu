// Functions that are not inlined: structs as arguments and results, results of every width, calls
// within calls, calls that some lanes make, several results by pointer.
struct pair {
    int a;
    double b;
};

struct matrix {
    float m[2][2];
    short tag;
    char sign;
};

__device__ __noinline__ pair make_pair(int a, double b)
{
    pair p = {a + 1, b * 2};
    return p;
}

__device__ __noinline__ matrix times(matrix x, matrix y)
{
    matrix z;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            z.m[i][j] = x.m[i][0] * y.m[0][j] + x.m[i][1] * y.m[1][j];
    z.tag = x.tag - y.tag;
    z.sign = x.sign * y.sign;
    return z;
}

__device__ __noinline__ unsigned char narrow(unsigned char c, short s)
{
    return c + s;
}

__device__ __noinline__ long long wide(long long a, int b)
{
    return a * b - 1;
}

__device__ __noinline__ bool odd(int x)
{
    return x & 1;
}

__device__ __noinline__ void divide(int a, int b, int *quotient, int *rest)
{
    *quotient = a / b;
    *rest = a % b;
}

__device__ __noinline__ int collatz(int x)
{
    int n = 0;
    while (x != 1) {
        x = odd(x) ? 3 * x + 1 : x / 2;
        n++;
    }
    return n;
}

struct result {
    int pair_a, steps, quotient, rest;
    double pair_b;
    long long wide;
    float m[4];
    short tag;
    char sign;
    unsigned char narrow;
};

extern "C" __global__ void calls(const int *in, result *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i];
    result r;
    pair p = make_pair(x, 0.25 * x);
    r.pair_a = p.a;
    r.pair_b = p.b;
    matrix m = {{{1.0f, (float)x}, {0.5f, 2.0f}}, (short)x, (char)(x & 1 ? -1 : 1)};
    m = times(m, times(m, m));
    for (int k = 0; k < 4; k++)
        r.m[k] = m.m[k / 2][k % 2];
    r.tag = m.tag;
    r.sign = m.sign;
    r.narrow = narrow((unsigned char)x, (short)(x * 3));
    r.wide = odd(x) ? wide(x, x) : 5;
    r.steps = collatz(x > 0 ? x : 1);
    divide(x, 7, &r.quotient, &r.rest);
    out[i] = r;
}
