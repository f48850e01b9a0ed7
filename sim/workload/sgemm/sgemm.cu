/*
 * sgemm (Parboil): C = alpha A B^T + beta C. All matrices are stored by columns, so that both A's
 * column k and B's are m and n words side by side.
 * sgemm_nt: an element of C a thread, straight from memory.
 * sgemm_nt_tiled (variant tiled): a thread makes 16 elements of a row of C in registers. A CTA loads
 * 8 x 16 words of B into shared memory, which all its 128 threads use; A comes from memory.
 */
KERNEL sgemm_nt(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int k,
                float alpha, float beta)
{
    int m = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int n = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += A[m + i * lda] * B[n + i * ldb];
    C[m + n * ldc] = C[m + n * ldc] * beta + alpha * sum;
}

#define TILE_N 16 /* columns of C in a thread's registers */
#define TILE_K 8  /* columns of A and B in a round */
#define TILE_M (TILE_N * TILE_K)

KERNEL sgemm_nt_tiled(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int k,
                      float alpha, float beta)
{
    __shared__ float b[TILE_K][TILE_N];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int m = (int)blockIdx.x * TILE_M + ty * TILE_N + tx;
    int n0 = (int)blockIdx.y * TILE_N;
    /* Loops over the registers are unrolled: registers have no addresses. */
    float sum[TILE_N];
#pragma unroll
    for (int j = 0; j < TILE_N; j++)
        sum[j] = 0.0f;
    for (int i = 0; i < k; i += TILE_K) {
        b[ty][tx] = B[n0 + tx + (i + ty) * ldb];
        __syncthreads();
        for (int l = 0; l < TILE_K; l++) {
            float a = A[m + (i + l) * lda];
#pragma unroll
            for (int j = 0; j < TILE_N; j++)
                sum[j] += a * b[l][j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < TILE_N; j++)
        C[m + (n0 + j) * ldc] = C[m + (n0 + j) * ldc] * beta + alpha * sum[j];
}
