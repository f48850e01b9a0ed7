// Atomic operations on global, shared and generic addresses; loops over compare and swap.
struct cells {
    int add, least, most, taken;
    unsigned inc, dec, all, any, parity, most_u;
    unsigned long long add64, most64, any64;
    float addf, mostf;
    double addd, product;
    long long least64;
    unsigned exchanged;
};

__device__ float atomic_most(float *at, float x)
{
    int old = __float_as_int(*at), seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= x)
            break;
        old = atomicCAS((int *)at, seen, __float_as_int(x));
    } while (old != seen);
    return __int_as_float(old);
}

__device__ void atomic_times(double *at, double x)
{
    unsigned long long *bits = (unsigned long long *)at, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(__longlong_as_double(seen) * x));
    } while (old != seen);
}

__device__ __noinline__ void change(cells *c, int x)
{
    atomicAdd(&c->add, x);
    atomicMin(&c->least, x);
    atomicMax(&c->most, x);
    atomicSub(&c->taken, x);
    atomicInc(&c->inc, 9);
    atomicDec(&c->dec, 6);
    atomicAnd(&c->all, ~(1u << (x & 31)));
    atomicOr(&c->any, 1u << (x & 31));
    atomicXor(&c->parity, (unsigned)x);
    atomicMax(&c->most_u, (unsigned)x);
    atomicAdd(&c->add64, (unsigned long long)(long long)x * 1000003);
    atomicMax(&c->most64, (unsigned long long)x << 33);
    atomicOr(&c->any64, 1ull << (x & 63));
    atomicAdd(&c->addf, (float)x);
    atomicAdd(&c->addd, x * 0.5);
    atomicMin(&c->least64, (long long)x * 3);
    atomic_most(&c->mostf, (float)x);
    atomic_times(&c->product, x & 1 ? 2.0 : 0.5);
    atomicExch(&c->exchanged, 77u);
}

extern "C" __global__ void atomics(const int *in, cells *out, unsigned *tickets, int n)
{
    __shared__ cells tile;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        tile = out[1];
    __syncthreads();
    if (i < n) {
        change(i & 1 ? &tile : &out[0], in[i]);
        tickets[i] = atomicAdd(&tickets[n], 1u);
        atomicAdd_block(&tile.taken, 1);
    }
    __syncthreads();
    if (t == 0) {
        atomicAdd(&out[2].add, tile.add);
        atomicMin(&out[2].least, tile.least);
        atomicXor(&out[2].parity, tile.parity);
        atomicAdd_system(&out[2].addf, tile.addf);
        atomicAdd(&out[2].addd, tile.addd);
        atomicAdd(&out[2].taken, tile.taken);
    }
}
