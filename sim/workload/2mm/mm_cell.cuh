/*
 * The matrix product of 2mm and 3mm: C += A B, A of ni rows and nk columns, B of nk rows and nj
 * columns, row-major. One thread a cell of C, a warp along a row. The sum stays in memory, as in the
 * originals.
 */
static inline __device__ void mm_cell(const float *A, const float *B, float *C, int ni, int nj,
                                      int nk)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= ni || j >= nj)
        return;
    for (int k = 0; k < nk; k++)
        C[i * nj + j] += A[i * nk + k] * B[k * nj + j];
}
