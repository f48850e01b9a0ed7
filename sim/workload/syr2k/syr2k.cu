/*
 * syr2k (PolyBench): C = alpha A B^T + alpha B A^T + beta C, A and B of n rows and m columns,
 * row-major. One thread a cell of C, a warp along a row of C: rows i are broadcasts, rows j are
 * others in each lane, so that two of the four loads in a turn have 32 lines. The sum stays in
 * memory, as in the original.
 */
KERNEL syr2k_kernel(const float *A, const float *B, float *C, int n, int m, float alpha, float beta)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= n || j >= n)
        return;
    C[i * n + j] *= beta;
    for (int k = 0; k < m; k++)
        C[i * n + j] += alpha * A[i * m + k] * B[j * m + k] + alpha * B[i * m + k] * A[j * m + k];
}
