/*
 * 2dconv (PolyBench): each inner cell of B is a weighted sum of the 3 x 3 cells of A round it, A and
 * B of ni rows and nj columns, row-major. One thread a cell, a warp along a row: the cells on the
 * left and on the right straddle two lines, those above and below do not. The border stays as it is.
 */
KERNEL convolution2d(const float *A, float *B, int ni, int nj)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i < 1 || j < 1 || i >= ni - 1 || j >= nj - 1)
        return;
    const float *above = &A[(i - 1) * nj + j], *row = &A[i * nj + j], *below = &A[(i + 1) * nj + j];
    B[i * nj + j] = 0.2f * above[-1] - 0.3f * above[0] + 0.4f * above[1] + 0.5f * row[-1] +
                    0.6f * row[0] + 0.7f * row[1] - 0.8f * below[-1] - 0.9f * below[0] +
                    0.1f * below[1];
}
