/* Kernels with the divergence that test_isa_divergence.c counts by hand; flow.sm_20.ptx is what clang 14
 * makes of them (that test says how). */
#define __global__   __attribute__((global))
#define __shared__   __attribute__((shared))
#define KERNEL       extern "C" __global__ void
#define TID_X        __nvvm_read_ptx_sreg_tid_x()
#define BARRIER()    __asm__ volatile("bar.sync \t0;" ::: "memory")

/* A loop with a continue and a break, each where a lane's own data say so. */
KERNEL breaks(int *out, const int *in, int n)
{
    int i = TID_X, sum = 0;
    for (int k = 0; k < n; k++) {
        int v = in[k * 32 + i];
        if (v < 0)
            continue;
        if (v == 0)
            break;
        out[k * 32 + i] = v;
        sum += v;
    }
    out[n * 32 + i] = sum;
}

/* Ifs in ifs, then an early return. */
KERNEL nested(volatile int *out)
{
    int i = TID_X;
    if (i < 16) {
        if (i < 4)
            out[i] = 1;
        else
            out[i] = 2;
        out[i + 32] = 3;
    } else if (i >= 24) {
        out[i] = 4;
        return;
    }
    out[i + 64] = 5;
}

/* A switch whose cases store, one falling into the next. */
KERNEL cases(volatile int *out)
{
    int i = TID_X;
    switch (i % 5) {
    case 0:
        out[i] = 10;
        break;
    case 1:
        out[i] = 11; /* and */
    case 2:
        out[i + 32] = 12;
        break;
    case 3:
        out[i] = 13;
        out[i + 32] = 14;
        break;
    default:
        out[i] = 15;
    }
    out[i + 64] = 16;
}

/* Barriers that all threads reach, between loops of each lane's own length. */
KERNEL rounds(int *out, const int *in, int n)
{
    __shared__ volatile int cell[64];
    int i = TID_X, v = in[i];
    for (int k = 0; k < n; k++) {
        for (int turns = v & 3; turns > 0; turns--)
            cell[i] = v += 2 * turns;
        cell[i] = v;
        BARRIER();
        v = cell[63 - i];
        BARRIER();
    }
    out[i] = v;
}
