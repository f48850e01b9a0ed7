/*
 * nw_u: nw without shared memory (MRPB's NW/U, abyp's nw without scratchpad). The same blocks and
 * antidiagonals; cells and scores are read from and written to global memory at each step.
 */
#include "../nw/nw_cell.cuh"

static inline __device__ void align_block(const int *score, int *table, int cols, int penalty,
                                          int bx, int by)
{
    int x = (int)threadIdx.x;
    int corner = cols * B * by + B * bx;
    for (int d = 0; d < B; d++) {
        if (x <= d) {
            int at = corner + cols * (d - x + 1) + x + 1;
            table[at] = best(table[at - cols - 1] + score[at], table[at - 1] - penalty,
                             table[at - cols] - penalty);
        }
        __syncthreads();
    }
    for (int d = B - 2; d >= 0; d--) {
        if (x <= d) {
            int at = corner + cols * (B - x) + x + B - d;
            table[at] = best(table[at - cols - 1] + score[at], table[at - 1] - penalty,
                             table[at - cols] - penalty);
        }
        __syncthreads();
    }
}

KERNEL nw_u_upper(const int *score, int *table, int cols, int penalty, int diagonal)
{
    int bx = (int)blockIdx.x;
    align_block(score, table, cols, penalty, bx, diagonal - 1 - bx);
}

KERNEL nw_u_lower(const int *score, int *table, int cols, int penalty, int diagonal, int blocks)
{
    int bx = (int)blockIdx.x + blocks - diagonal;
    align_block(score, table, cols, penalty, bx, 2 * blocks - diagonal - 1 - bx);
}
