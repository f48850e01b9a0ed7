/*
 * nw (Rodinia): Needleman-Wunsch alignment scores, a table in which each cell follows from its
 * upper left, left and upper neighbours. Blocks of 16 x 16 cells on an antidiagonal are
 * independent: one launch each, one CTA of 16 threads a block, which walks the block's
 * antidiagonals in shared memory. nw_upper takes antidiagonals until the main one, nw_lower those
 * after it.
 */
#include "../nw/nw_cell.cuh"

/* Block (bx, by) of the table: `cols` cells a row, row and column 0 are the table's border.
 * t: the block's cells with the upper and left border, s: its scores, both in shared memory. */
static inline __device__ void align_block(const int *score, int *table, int cols, int penalty,
                                          int bx, int by, int (*t)[B + 1], int (*s)[B])
{
    int x = (int)threadIdx.x;
    int corner = cols * B * by + B * bx; /* upper left border cell */
    int inner = corner + cols + 1 + x;

    if (x == 0)
        t[0][0] = table[corner];
    for (int y = 0; y < B; y++)
        s[y][x] = score[inner + cols * y];
    __syncthreads();
    t[x + 1][0] = table[corner + cols * (x + 1)];
    __syncthreads();
    t[0][x + 1] = table[corner + x + 1];
    __syncthreads();
    for (int d = 0; d < B; d++) {
        if (x <= d) {
            int cx = x + 1, cy = d - x + 1;
            t[cy][cx] = best(t[cy - 1][cx - 1] + s[cy - 1][cx - 1], t[cy][cx - 1] - penalty,
                             t[cy - 1][cx] - penalty);
        }
        __syncthreads();
    }
    for (int d = B - 2; d >= 0; d--) {
        if (x <= d) {
            int cx = x + B - d, cy = B - x;
            t[cy][cx] = best(t[cy - 1][cx - 1] + s[cy - 1][cx - 1], t[cy][cx - 1] - penalty,
                             t[cy - 1][cx] - penalty);
        }
        __syncthreads();
    }
    for (int y = 0; y < B; y++)
        table[inner + cols * y] = t[y + 1][x + 1];
}

KERNEL nw_upper(const int *score, int *table, int cols, int penalty, int diagonal)
{
    __shared__ int t[B + 1][B + 1];
    __shared__ int s[B][B];
    int bx = (int)blockIdx.x;
    align_block(score, table, cols, penalty, bx, diagonal - 1 - bx, t, s);
}

KERNEL nw_lower(const int *score, int *table, int cols, int penalty, int diagonal, int blocks)
{
    __shared__ int t[B + 1][B + 1];
    __shared__ int s[B][B];
    int bx = (int)blockIdx.x + blocks - diagonal;
    align_block(score, table, cols, penalty, bx, 2 * blocks - diagonal - 1 - bx, t, s);
}
