/* Floating-point rows and conversions; part of isa_ref.h. */
#ifndef LW_TESTS_ISA_REF_FLOAT_H
#define LW_TESTS_ISA_REF_FLOAT_H

static inline int ref_mode(uint64_t mods)
{
    return mods & ISA_M(RZ)   ? FE_TOWARDZERO
           : mods & ISA_M(RM) ? FE_DOWNWARD
           : mods & ISA_M(RP) ? FE_UPWARD
                              : FE_TONEAREST;
}

/* The value of half-precision bits, by the definition. */
static inline double ref_half(uint64_t h)
{
    int e = (int)(h >> 10 & 31), m = (int)(h & 1023);
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}

/* The half nearest to x in the mode, found by halving the interval of all halves. */
static inline uint64_t ref_to_half(__float128 x, bool negative_zero, int mode)
{
    if (x != x)
        return 0x7fff;
    bool neg = x < 0 || (x == 0 && negative_zero);
    __float128 a = neg ? -x : x;
    uint64_t sign = neg ? 0x8000 : 0;
    if (a - a != 0)
        return sign | 0x7c00;
    unsigned lo = 0, hi = 0x7c00; /* infinity stands for 65536 */
    while (hi - lo > 1) {
        unsigned mid = (lo + hi) / 2;
        if ((__float128)ref_half(mid) <= a)
            lo = mid;
        else
            hi = mid;
    }
    __float128 below = ref_half(lo), above = hi == 0x7c00 ? 65536.0 : ref_half(hi);
    if (below == a)
        return sign | lo;
    bool up;
    if (mode == FE_TONEAREST)
        up = a - below > above - a || (a - below == above - a && (lo & 1));
    else
        up = mode == FE_UPWARD ? !neg : mode == FE_DOWNWARD ? neg : false;
    return sign | (up ? hi : lo);
}

static inline uint64_t ref_sign(const ref_t *r)
{
    return UINT64_C(1) << (ref_bits(r->row->t) - 1);
}

/* Sources flushed as .ftz wants. */
static inline void ref_sources(ref_t *r)
{
    if ((r->mods & ISA_M(FTZ)) && r->row->t == PT_F32)
        for (unsigned k = 0; k < 3; k++)
            r->in[k] = ref_flush(r->in[k]);
}

static inline uint64_t ref_finish(const ref_t *r, double v)
{
    uint64_t u = ref_bits_of(v, r->row->t);
    if ((r->mods & ISA_M(FTZ)) && r->row->t == PT_F32)
        u = ref_flush(u);
    if (r->mods & ISA_M(SAT)) {
        double x = r->row->t == PT_F32 ? (double)ref_f32(u) : ref_f64(u);
        if (!(x > 0.0))
            u = 0;
        else if (x > 1.0)
            u = ref_bits_of(1.0, r->row->t);
    }
    return u;
}

static inline double ref_lesser(double a, double b, bool max)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == b)
        return signbit(a) == max ? b : a; /* -0 is less than +0 */
    return (a < b) != max ? a : b;
}

/* Functions with a documented error: the exact value in extended precision. */
static inline bool ref_approx(ref_t *r)
{
    char op[16];
    ref_part(r->row, 0, op);
    ref_sources(r);
    long double a = (long double)ref_f32(r->in[0]), b = (long double)ref_f32(r->in[1]), v;
    r->ulps = 1.0;
    if (!strcmp(op, "div")) {
        long double mag = fabsl(b);
        r->ulps = 2.0;
        v = a / b;
        if (ref_has(r->row, "approx") && mag > 0x1p126L && isfinite(mag) && !isnan(a))
            v = isinf(a) ? (long double)NAN : signbit(a) != signbit(b) ? -0.0L : 0.0L;
    } else if (!strcmp(op, "rcp")) {
        v = 1 / a;
    } else if (!strcmp(op, "sqrt")) {
        v = sqrtl(a);
    } else if (!strcmp(op, "rsqrt")) {
        v = 1 / sqrtl(a);
    } else if (!strcmp(op, "ex2")) {
        v = exp2l(a);
    } else if (!strcmp(op, "lg2")) {
        v = log2l(a);
    } else if (!strcmp(op, "tanh")) {
        v = tanhl(a);
    } else if (!strcmp(op, "sin") || !strcmp(op, "cos")) {
        v = op[0] == 's' ? sinl(a) : cosl(a);
        if (fabsl(a) > 0x1p30L && isfinite(a))
            r->ulps = INFINITY; /* only the range is promised */
    } else {
        return false;
    }
    r->out = ref_finish(r, (double)v);
    return true;
}

static inline bool ref_approx64(ref_t *r)
{
    double a = ref_f64(r->in[0]);
    bool root = ref_is(r->row, "rsqrt");
    if (root && !ref_has(r->row, "ftz")) {
        r->out = ref_bits_of((double)(1 / sqrtl((long double)a)), PT_F64);
        r->ulps = 1.0;
        return true;
    }
    /* with .ftz: the upper word of 1/a or 1/sqrt(a) of the upper word of a, subnormals as zeros */
    if (!isnan(a))
        a = ref_f64(r->in[0] >> 32 << 32);
    if (fabs(a) < 0x1p-1022)
        a = copysign(0.0, a);
    double v = 1 / (root ? sqrt(a) : a);
    if (fabs(v) < 0x1p-1022)
        v = copysign(0.0, v);
    r->out = ref_bits_of(v, PT_F64);
    if (!isnan(v))
        r->out &= ~UINT64_C(0xffffffff);
    return true;
}

static inline bool ref_half_op(ref_t *r)
{
    unsigned lanes = r->row->t == PT_F16X2 ? 2 : 1;
    char op[16];
    ref_part(r->row, 0, op);
    r->out = 0;
    for (unsigned k = 0; k < lanes; k++) {
        uint64_t ua = r->in[0] >> (16 * k) & 0xffff, h;
        __float128 a = ref_half(ua), b = ref_half(r->in[1] >> (16 * k) & 0xffff),
                   c = ref_half(r->in[2] >> (16 * k) & 0xffff), v;
        if (!strcmp(op, "neg")) {
            r->out |= (ua ^ 0x8000) << (16 * k);
            continue;
        }
        if (!strcmp(op, "abs")) {
            r->out |= (ua & 0x7fff) << (16 * k);
            continue;
        }
        if (!strcmp(op, "add"))
            v = a + b;
        else if (!strcmp(op, "sub"))
            v = a - b;
        else if (!strcmp(op, "mul"))
            v = a * b;
        else if (!strcmp(op, "fma"))
            v = a * b + c;
        else
            return false;
        h = ref_to_half(v, signbit((double)v), FE_TONEAREST);
        if (r->mods & ISA_M(SAT))
            h = !(v > 0) ? 0 : v > 1 ? 0x3c00 : h;
        r->out |= h << (16 * k);
    }
    return true;
}

static inline bool ref_testp(ref_t *r)
{
    char what[16];
    ref_part(r->row, 1, what);
    int c = r->row->t == PT_F32 ? fpclassify(ref_f32(r->in[0])) : fpclassify(ref_f64(r->in[0]));
    r->p = !strcmp(what, "finite")       ? c != FP_NAN && c != FP_INFINITE
           : !strcmp(what, "infinite")   ? c == FP_INFINITE
           : !strcmp(what, "number")     ? c != FP_NAN
           : !strcmp(what, "notanumber") ? c == FP_NAN
           : !strcmp(what, "normal")     ? c == FP_NORMAL
                                         : c == FP_SUBNORMAL;
    r->q = !r->p;
    r->bits = 0;
    return true;
}

static inline bool ref_copysign(ref_t *r)
{
    uint64_t sign = ref_sign(r);
    r->out = (r->in[0] & sign) | (r->in[1] & ~sign);
    return true;
}

static inline bool ref_fneg(ref_t *r)
{
    ref_sources(r);
    r->out = r->in[0] ^ ref_sign(r);
    return true;
}

static inline bool ref_fabs(ref_t *r)
{
    ref_sources(r);
    r->out = r->in[0] & ~ref_sign(r);
    return true;
}

/* One operation of the machine in the rounding mode asked for, on a, b, c or x, y, z. */
#define REF_FLOAT(op, single, twice)                                                               \
    static inline bool ref_##op(ref_t *r)                                                          \
    {                                                                                              \
        int mode = ref_mode(r->mods);                                                              \
        ref_sources(r);                                                                            \
        volatile double result;                                                                    \
        if (mode != FE_TONEAREST)                                                                  \
            fesetround(mode);                                                                      \
        if (r->row->t == PT_F32) {                                                                 \
            volatile float a = ref_f32(r->in[0]), b = ref_f32(r->in[1]), c = ref_f32(r->in[2]);    \
            (void)b;                                                                               \
            (void)c;                                                                               \
            volatile float f = single;                                                             \
            result = (double)f;                                                                    \
        } else {                                                                                   \
            volatile double x = ref_f64(r->in[0]), y = ref_f64(r->in[1]), z = ref_f64(r->in[2]);   \
            (void)y;                                                                               \
            (void)z;                                                                               \
            result = twice;                                                                        \
        }                                                                                          \
        if (mode != FE_TONEAREST)                                                                  \
            fesetround(FE_TONEAREST);                                                              \
        r->out = ref_finish(r, result);                                                            \
        return true;                                                                               \
    }

REF_FLOAT(fadd, a + b, x + y)
REF_FLOAT(fsub, a - b, x - y)
REF_FLOAT(fmul, a *b, x *y)
REF_FLOAT(fdiv, a / b, x / y)
REF_FLOAT(frcp, 1.0f / a, 1.0 / x)
REF_FLOAT(fsqrt, sqrtf(a), sqrt(x))
REF_FLOAT(ffma, fmaf(a, b, c), fma(x, y, z))
REF_FLOAT(fmin, (float)ref_lesser((double)a, (double)b, false), ref_lesser(x, y, false))
REF_FLOAT(fmax, (float)ref_lesser((double)a, (double)b, true), ref_lesser(x, y, true))

static inline long double ref_round(long double v, uint64_t mods)
{
    return mods & ISA_M(RNI)   ? rintl(v)
           : mods & ISA_M(RZI) ? truncl(v)
           : mods & ISA_M(RMI) ? floorl(v)
           : mods & ISA_M(RPI) ? ceill(v)
                               : v;
}

static inline bool ref_cvt_to_int(ref_t *r, long double v)
{
    unsigned t = r->row->t, n = ref_bits(t);
    bool is_signed = ptx_type_class(t) == 's';
    i128 lo = is_signed ? -((i128)1 << (n - 1)) : 0;
    i128 hi = is_signed ? ((i128)1 << (n - 1)) - 1 : ((i128)1 << n) - 1;
    i128 x;
    v = ref_round(v, r->mods);
    if (isnan(v))
        x = n == 64 || r->row->t2 == PT_F64 ? (i128)1 << (n - 1) : 0;
    else if (v < (long double)lo)
        x = lo;
    else if (v > (long double)hi)
        x = hi;
    else
        x = (i128)v;
    r->out = ref_cut((uint64_t)(u128)x, n);
    return true;
}

static inline bool ref_cvt(ref_t *r)
{
    unsigned t = r->row->t, s = r->row->t2, n = ref_bits(t);
    bool ftz = (r->mods & ISA_M(FTZ)) != 0;
    long double v;
    if (ptx_type_class(s) == 'f') {
        uint64_t in = s == PT_F32 && ftz ? ref_flush(r->in[0]) : r->in[0];
        v = s == PT_F16   ? (long double)ref_half(in)
            : s == PT_F32 ? (long double)ref_f32(in)
                          : (long double)ref_f64(in);
        if (ptx_type_class(t) != 'f')
            return ref_cvt_to_int(r, v);
        v = ref_round(v, r->mods);
    } else {
        i128 x = ref_int(r->in[0], s);
        if (ptx_type_class(t) != 'f') {
            if (r->mods & ISA_M(SAT)) {
                bool is_signed = ptx_type_class(t) == 's';
                i128 lo = is_signed ? -((i128)1 << (n - 1)) : 0;
                i128 hi = is_signed ? ((i128)1 << (n - 1)) - 1 : ((i128)1 << n) - 1;
                x = x < lo ? lo : x > hi ? hi : x;
            }
            r->out = ref_cut((uint64_t)(u128)x, n);
            return true;
        }
        v = (long double)x; /* exact: 64 bits */
    }
    if (t == PT_F16) {
        r->out = ref_to_half(v, signbit(v), ref_mode(r->mods));
        return true;
    }
    volatile long double wide = v;
    fesetround(ref_mode(r->mods));
    volatile float f = (float)wide;
    volatile double d = (double)wide;
    fesetround(FE_TONEAREST);
    r->out = ref_finish(r, t == PT_F32 ? (double)f : d);
    return true;
}

#endif
