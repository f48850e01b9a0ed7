/* What the kernels of pathfinder and pathfinder_u share: where a CTA's columns lie. */
#ifndef LW_WORKLOAD_PATHFINDER_BLOCK_CUH
#define LW_WORKLOAD_PATHFINDER_BLOCK_CUH

#define THREADS 256 /* of a CTA: columns it holds */

typedef struct span {
    int x;              /* this thread's column */
    bool inside;        /* it exists */
    int t, west, east;  /* places in the CTA's columns: the thread's own and its neighbours' */
} span_t;

/* Each step spoils a column on either side: CTAs overlap by 2 * steps columns. A column at the
 * floor's edge has itself for the missing neighbour. */
static inline __device__ span_t span_of(int steps, int cols)
{
    span_t s;
    int first = (THREADS - 2 * steps) * (int)blockIdx.x - steps;
    s.t = (int)threadIdx.x;
    s.x = first + s.t;
    s.inside = s.x >= 0 && s.x < cols;
    s.west = max(s.t - 1, first < 0 ? -first : 0);
    s.east = min(s.t + 1, first + THREADS > cols ? cols - 1 - first : THREADS - 1);
    return s;
}

static inline __device__ int least(int a, int b, int c)
{
    return min(a, min(b, c));
}

#endif
