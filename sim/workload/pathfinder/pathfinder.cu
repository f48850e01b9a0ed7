/*
 * pathfinder (Rodinia): cheapest way over a floor of weights from its first row down, each step to
 * one of the three cells below. Row by row, a cell's cost is its weight and the least of the three
 * above. A CTA holds 256 columns in shared memory and does `steps` rows there before it writes back
 * (pyramid blocking). wall: the weights of the rows to do; src: costs of the row before them.
 */
#include "../pathfinder/pathfinder_block.cuh"

KERNEL dynproc(int steps, const int *wall, const int *src, int *dst, int cols)
{
    __shared__ int cost[THREADS];
    __shared__ int next[THREADS];
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
