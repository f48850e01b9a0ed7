/* What the kernels of nw and nw_u share. */
#ifndef LW_WORKLOAD_NW_CELL_CUH
#define LW_WORKLOAD_NW_CELL_CUH

#define B 16 /* cells of a block's side; threads of a CTA */

static inline __device__ int best(int a, int b, int c)
{
    return max(a, max(b, c));
}

#endif
