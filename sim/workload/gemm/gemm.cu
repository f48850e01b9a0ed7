/*
 * gemm (PolyBench): C = alpha A B + beta C, A of ni rows and nk columns, B of nk rows and nj columns,
 * row-major. One thread a cell of C, a warp along a row: A's cell is a broadcast, B's row is
 * coalesced. The sum stays in memory, as in the original.
 */
KERNEL gemm_kernel(const float *A, const float *B, float *C, int ni, int nj, int nk, float alpha,
                   float beta)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= ni || j >= nj)
        return;
    C[i * nj + j] *= beta;
    for (int k = 0; k < nk; k++)
        C[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
}
