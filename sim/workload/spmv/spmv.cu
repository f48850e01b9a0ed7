/*
 * spmv: y = A x of a sparse matrix, one thread a row.
 * spmv_jds (Parboil): jagged diagonals. Rows are sorted by length; the k-th elements of all rows
 * lie together, so that values and column numbers are coalesced and x is gathered. Where each
 * diagonal starts, and how many a warp's longest row has, are in constant memory, as there.
 * spmv_csr (OpenDwarfs; variant csr): compressed rows. Each lane walks its own row, so that values
 * and column numbers are scattered too.
 */
#include "spmv_limits.h"

CONSTANT(int jds_start[SPMV_MAX_DIAGONALS])
CONSTANT(int jds_length[SPMV_MAX_WARPS]) /* diagonals of each 32 sorted rows */

KERNEL spmv_jds(float *y, const float *values, const int *columns, const int *perm, const float *x,
                int rows)
{
    int r = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (r >= rows)
        return;
    float sum = 0.0f;
    int length = jds_length[r / 32];
    for (int k = 0; k < length; k++) {
        int at = jds_start[k] + r;
        sum += values[at] * x[columns[at]];
    }
    y[perm[r]] = sum;
}

KERNEL spmv_csr(float *y, const float *values, const int *columns, const int *first, const float *x,
                int rows)
{
    int r = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (r >= rows)
        return;
    float sum = 0.0f;
    for (int at = first[r]; at < first[r + 1]; at++)
        sum += values[at] * x[columns[at]];
    y[r] = sum;
}
