// Loads and stores of vectors of every element, through the read-only path and with cache hints.
struct results {
    float4 f;
    int4 i;
    double2 d;
    float2 g;
    uchar4 c;
    ushort4 s;
    short2 h;
    longlong2 l;
    int3 three;
    char odd;
};

extern "C" __global__ void vectors(const float4 *f, const int4 *v, const double2 *d,
                                   const uchar4 *c, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    results r;
    float4 a = __ldg(&f[i]);
    r.f = make_float4(a.w, a.z, a.y * 2, a.x + a.y);
    int4 b = v[i];
    r.i = make_int4(b.x + b.y, b.z - b.w, b.x ^ b.z, b.w);
    double2 e = __ldcg(&d[i]);
    r.d = make_double2(e.y, e.x * e.y);
    r.g = __ldcs((const float2 *)f + i);
    uchar4 k = __ldg(&c[i]);
    r.c = make_uchar4(k.w, k.x + k.y, k.z, 255 - k.x);
    r.s = make_ushort4(k.x * k.y, k.y * k.z, k.z, k.w * 257);
    r.h = make_short2((short)b.x, (short)-b.y);
    r.l = make_longlong2((long long)b.x * b.y, -b.z);
    r.three = make_int3(k.x, k.y, k.z);
    r.odd = (char)(k.x - k.w);
    __stcs(&out[i].f, r.f);
    __stcg(&out[i].i, r.i);
    out[i].d = r.d;
    out[i].g = r.g;
    __stwt(&out[i].c, r.c);
    out[i].s = r.s;
    out[i].h = r.h;
    out[i].l = r.l;
    out[i].three = r.three;
    out[i].odd = r.odd;
}
