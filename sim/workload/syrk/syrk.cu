/*
 * syrk (PolyBench): C = alpha A A^T + beta C, A of n rows and m columns, row-major. One thread a cell
 * of C, a warp along a row of C: A's row i is a broadcast, while A[j] is another row in each lane,
 * 32 lines a load. The sum stays in memory, as in the original.
 */
KERNEL syrk_kernel(const float *A, float *C, int n, int m, float alpha, float beta)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= n || j >= n)
        return;
    C[i * n + j] *= beta;
    for (int k = 0; k < m; k++)
        C[i * n + j] += alpha * A[i * m + k] * A[j * m + k];
}
