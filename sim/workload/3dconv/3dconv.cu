/*
 * 3dconv (PolyBench): plane i of B, ni planes of nj rows and nk columns, row-major, is a weighted sum
 * of A's cells in the planes i - 1, i and i + 1. One thread a cell of the plane, a warp along a row;
 * one launch a plane. Of the 3 x 3 x 3 cells the original reads the eleven below, the two behind
 * (k - 1) with three weights each.
 */
#define AT(di, dj, dk) A[((i + (di)) * nj + j + (dj)) * nk + k + (dk)]

KERNEL convolution3d(const float *A, float *B, int nj, int nk, int i)
{
    int k = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int j = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (j < 1 || k < 1 || j >= nj - 1 || k >= nk - 1)
        return;
    float before = AT(-1, -1, -1), after = AT(1, -1, -1);
    float sum = 2 * before + 4 * after + 5 * before + 7 * after - 8 * before + 10 * after;
    sum += -3 * AT(0, -1, 0) + 6 * AT(0, 0, 0) - 9 * AT(0, 1, 0);
    sum += 2 * AT(-1, -1, 1) + 4 * AT(1, -1, 1) + 5 * AT(-1, 0, 1) + 7 * AT(1, 0, 1);
    B[(i * nj + j) * nk + k] = sum - 8 * AT(-1, 1, 1) + 10 * AT(1, 1, 1);
}
