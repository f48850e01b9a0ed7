/*
 * gesummv (PolyBench): y = alpha A x + beta B x, A and B of n rows and columns, row-major.
 * One thread a row: both matrices are walked along rows by each lane, so that every load of them
 * touches 32 lines; x is a broadcast. Sums stay in memory, as in the original.
 */
KERNEL gesummv_kernel(const float *A, const float *B, const float *x, float *tmp, float *y, int n,
                      float alpha, float beta)
{
    int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= n)
        return;
    for (int j = 0; j < n; j++) {
        tmp[row] += A[row * n + j] * x[j];
        y[row] += B[row * n + j] * x[j];
    }
    y[row] = alpha * tmp[row] + beta * y[row];
}
