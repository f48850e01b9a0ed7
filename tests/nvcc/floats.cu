// Single precision: roundings, conversions, classes, the library's functions and the fast ones, those on
// numbers for which their error is documented.
struct results {
    float quotient, root, fused, rounded[5], directed[6], least, most, sign, saturated;
    float mod, exp_, log_, sin_, cos_, pow_, tanh_, atan_, erf_, fast[5];
    int i[4], order, exponent;
    unsigned u;
    long long ll;
};

extern "C" __global__ void floats(const float *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = in[(i + 1) % n];
    results r;
    r.quotient = x / y;
    r.root = sqrtf(fabsf(x));
    r.fused = fmaf(x, y, -x);
    r.rounded[0] = floorf(x);
    r.rounded[1] = ceilf(x);
    r.rounded[2] = truncf(x);
    r.rounded[3] = rintf(x);
    r.rounded[4] = roundf(x);
    r.directed[0] = __fadd_rd(x, y);
    r.directed[1] = __fmul_ru(x, y);
    r.directed[2] = __fdiv_rz(x, y);
    r.directed[3] = __fmaf_rd(x, y, 0.1f);
    r.directed[4] = __fsqrt_ru(fabsf(x));
    r.directed[5] = __frcp_rn(x);
    r.least = fminf(x, y);
    r.most = fmaxf(x, y);
    r.sign = copysignf(x, y);
    r.saturated = __saturatef(x * 0.25f);
    r.mod = fmodf(x, y);
    r.exp_ = expf(x);
    r.log_ = logf(fabsf(x));
    r.sin_ = sinf(x);
    r.cos_ = cosf(x * 100000.0f);
    r.pow_ = powf(fabsf(x), 1.7f);
    r.tanh_ = tanhf(x);
    r.atan_ = atan2f(y, x);
    r.erf_ = erff(x);
    r.fast[0] = __expf(x * 0.125f);
    r.fast[1] = __logf(fabsf(x));
    r.fast[2] = __sinf(x * 0.0625f);
    r.fast[3] = __fdividef(x, y);
    r.fast[4] = rsqrtf(fabsf(y));
    r.i[0] = (int)x;
    r.i[1] = __float2int_rn(x);
    r.i[2] = __float2int_ru(x);
    r.i[3] = __float_as_int(x);
    r.u = __float2uint_rz(fabsf(y));
    r.ll = __float2ll_rd(x * 1e9f);
    r.order = (x < y) | (x >= y) << 1 | (x == y) << 2 | isnan(x - x) << 3 | isinf(x / 0.0f) << 4 |
              (signbit(y) != 0) << 5;
    r.sign += frexpf(y, &r.exponent);
    out[i] = r;
}
