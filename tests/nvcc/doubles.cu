// Double precision: arithmetic, directed rounding, conversions, comparisons, library functions.
struct results {
    double sum, quotient, root, rsqrt_, fused, rounded[5], least, most, sign, down, up;
    double mod, exp_, log_, sin_, pow_, cbrt_;
    float narrow[2];
    int i, hi, lo, order;
    unsigned u;
    long long ll;
    unsigned long long ull, bits;
};

extern "C" __global__ void doubles(const double *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double x = in[i], y = in[(i + 1) % n];
    results r;
    r.sum = x + y * 3;
    r.quotient = x / y;
    r.root = sqrt(fabs(x));
    r.rsqrt_ = rsqrt(fabs(x));
    r.fused = fma(x, y, -x);
    r.rounded[0] = floor(x);
    r.rounded[1] = ceil(x);
    r.rounded[2] = trunc(x);
    r.rounded[3] = rint(x);
    r.rounded[4] = round(x);
    r.least = fmin(x, y);
    r.most = fmax(x, y);
    r.sign = copysign(x, y);
    r.down = __dadd_rd(__dmul_rz(x, y), 0.1);
    r.up = __ddiv_ru(x, y) - __dsqrt_rd(fabs(y));
    r.mod = fmod(x, y);
    r.exp_ = exp(x / 16);
    r.log_ = log(fabs(x));
    r.sin_ = sin(x);
    r.pow_ = pow(fabs(x), 0.3);
    r.cbrt_ = cbrt(x);
    r.narrow[0] = (float)x;
    r.narrow[1] = __double2float_rd(y);
    r.i = (int)x;
    r.u = (unsigned)fabs(x);
    r.ll = llrint(x * 1e12);
    r.ull = (unsigned long long)fabs(y * 1e15);
    r.hi = __double2hiint(x);
    r.lo = __double2loint(x);
    r.bits = (unsigned long long)__double_as_longlong(y);
    r.order = (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | isnan(x) << 4 |
              (signbit(y) != 0) << 5 | isinf(x * 1e308 * 1e308) << 6;
    out[i] = r;
}
