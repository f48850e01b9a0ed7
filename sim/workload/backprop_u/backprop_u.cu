/*
 * backprop_u: backprop without shared memory (MRPB's BP/U). The original leaves the sums of
 * layer_forward where the weights were; here they are made there, step by step.
 */
#include "../backprop/backprop_adjust.cuh"

KERNEL layer_forward_u(const float *input, float *weights, float *partial, int hidden)
{
    int by = (int)blockIdx.y, tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int row = hidden + 1;
    float *w = weights + row * (SIDE * by + 1) + 1; /* the CTA's tile */

    w[row * ty + tx] = w[row * ty + tx] * input[SIDE * by + ty + 1];
    __syncthreads();
    for (int step = 2; step <= SIDE; step *= 2) {
        if (ty % step == 0)
            w[row * ty + tx] = w[row * ty + tx] + w[row * (ty + step / 2) + tx];
        __syncthreads();
    }
    if (tx == 0)
        partial[by * hidden + ty] = w[row * tx + ty];
}
