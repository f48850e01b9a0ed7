/* The kernel that backprop and backprop_u have in common; it uses no shared memory. */
#ifndef LW_WORKLOAD_BACKPROP_ADJUST_CUH
#define LW_WORKLOAD_BACKPROP_ADJUST_CUH

#define SIDE 16 /* of a CTA: inputs by hidden units */

KERNEL adjust_weights(const float *delta, int hidden, const float *input, float *weights,
                      float *last)
{
    const float rate = 0.3f, momentum = 0.3f;
    int by = (int)blockIdx.y, tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int index = (hidden + 1) * (SIDE * by + ty + 1) + tx + 1;
    int y = SIDE * by + ty + 1, x = tx + 1;

    weights[index] += rate * delta[x] * input[y] + momentum * last[index];
    last[index] = rate * delta[x] * input[y] + momentum * last[index];
    __syncthreads();
    if (ty == 0 && by == 0) {
        weights[x] += rate * delta[x] + momentum * last[x];
        last[x] = rate * delta[x] + momentum * last[x];
    }
}

#endif
