/*
 * atax (PolyBench): y = A^T (A x), A of nx rows and ny columns, row-major.
 * One thread a row in the first kernel (lanes walk columns: 32 lines a load), one thread a column
 * in the second (lanes read neighbours: coalesced). Sums stay in memory, as in the original.
 */
KERNEL atax_kernel1(const float *A, const float *x, float *tmp, int nx, int ny)
{
    int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= nx)
        return;
    for (int j = 0; j < ny; j++)
        tmp[row] += A[row * ny + j] * x[j];
}

KERNEL atax_kernel2(const float *A, const float *tmp, float *y, int nx, int ny)
{
    int col = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (col >= ny)
        return;
    for (int i = 0; i < nx; i++)
        y[col] += A[i * ny + col] * tmp[i];
}
