/*
 * pathfinder_u: pathfinder without shared memory (MRPB's PF/U). The same CTAs, steps and barriers;
 * what a CTA held in shared memory is 256 words of its own in each of two global buffers.
 */
#include "../pathfinder/pathfinder_block.cuh"

KERNEL dynproc_u(int steps, const int *wall, const int *src, int *dst, int cols, int *costs,
                 int *nexts)
{
    int *cost = costs + THREADS * (int)blockIdx.x;
    int *next = nexts + THREADS * (int)blockIdx.x;
    span_t s = span_of(steps, cols);
    if (s.inside)
        cost[s.t] = src[s.x];
    __syncthreads();
    bool computed = false;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (s.t >= i + 1 && s.t <= THREADS - 2 - i && s.inside) {
            computed = true;
            next[s.t] = least(cost[s.west], cost[s.t], cost[s.east]) + wall[cols * i + s.x];
        }
        __syncthreads();
        if (i == steps - 1)
            break;
        if (computed)
            cost[s.t] = next[s.t];
        __syncthreads();
    }
    if (computed)
        dst[s.x] = next[s.t];
}
