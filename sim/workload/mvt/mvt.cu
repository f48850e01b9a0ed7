/*
 * mvt (PolyBench): x1 += A y1 and x2 += A^T y2, A of n rows and columns, row-major. One thread a row
 * in the first kernel (32 lines a load of A), one thread a column in the second (coalesced). Sums
 * stay in memory, as in the original.
 */
KERNEL mvt_kernel1(const float *A, float *x1, const float *y1, int n)
{
    int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= n)
        return;
    for (int j = 0; j < n; j++)
        x1[row] += A[row * n + j] * y1[j];
}

KERNEL mvt_kernel2(const float *A, float *x2, const float *y2, int n)
{
    int col = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (col >= n)
        return;
    for (int i = 0; i < n; i++)
        x2[col] += A[i * n + col] * y2[i];
}
