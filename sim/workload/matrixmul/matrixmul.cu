/*
 * matrixmul (AMD APP SDK): C = A B of n x n floats, row-major, as float4. Each thread makes 4 x 4
 * elements of C from four rows of A and four columns of B.
 * matrixmul_float4: straight from global memory.
 * matrixmul_local (variant local): a CTA copies a tile of A, four rows a thread, into shared memory;
 * B comes from global memory.
 */
#define SIDE 8 /* threads of a CTA's side */

/* sum += the row (a.x, a.y, a.z, a.w) times the four rows b0 to b3. */
static inline __device__ float4 add_row(float4 sum, float4 a, float4 b0, float4 b1, float4 b2,
                                        float4 b3)
{
    return sum + a.x * b0 + a.y * b1 + a.z * b2 + a.w * b3;
}

KERNEL matrixmul_float4(const float4 *A, const float4 *B, float4 *C, int n)
{
    int width = n / 4; /* of a row, in float4 */
    int col = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int row = 4 * (int)(blockIdx.y * blockDim.y + threadIdx.y);
    float4 sum0 = {0, 0, 0, 0}, sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (int k = 0; k < width; k++) {
        float4 a0 = A[k + row * width];
        float4 a1 = A[k + (row + 1) * width];
        float4 a2 = A[k + (row + 2) * width];
        float4 a3 = A[k + (row + 3) * width];
        float4 b0 = B[col + (4 * k) * width];
        float4 b1 = B[col + (4 * k + 1) * width];
        float4 b2 = B[col + (4 * k + 2) * width];
        float4 b3 = B[col + (4 * k + 3) * width];
        sum0 = add_row(sum0, a0, b0, b1, b2, b3);
        sum1 = add_row(sum1, a1, b0, b1, b2, b3);
        sum2 = add_row(sum2, a2, b0, b1, b2, b3);
        sum3 = add_row(sum3, a3, b0, b1, b2, b3);
    }
    C[col + row * width] = sum0;
    C[col + (row + 1) * width] = sum1;
    C[col + (row + 2) * width] = sum2;
    C[col + (row + 3) * width] = sum3;
}

KERNEL matrixmul_local(const float4 *A, const float4 *B, float4 *C, int n)
{
    __shared__ float4 tile[4 * SIDE][SIDE];
    int width = n / 4; /* of a row, in float4 */
    int tx = (int)threadIdx.x, ty = 4 * (int)threadIdx.y;
    int col = (int)(blockIdx.x * blockDim.x) + tx;
    int row = 4 * (int)(blockIdx.y * blockDim.y) + ty;
    int side = (int)blockDim.x;
    float4 sum0 = {0, 0, 0, 0}, sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (int k0 = 0; k0 < width; k0 += side) {
        tile[ty][tx] = A[k0 + tx + row * width];
        tile[ty + 1][tx] = A[k0 + tx + (row + 1) * width];
        tile[ty + 2][tx] = A[k0 + tx + (row + 2) * width];
        tile[ty + 3][tx] = A[k0 + tx + (row + 3) * width];
        __syncthreads();
        for (int k = 0; k < side; k++) {
            float4 a0 = tile[ty][k];
            float4 a1 = tile[ty + 1][k];
            float4 a2 = tile[ty + 2][k];
            float4 a3 = tile[ty + 3][k];
            float4 b0 = B[col + (4 * (k0 + k)) * width];
            float4 b1 = B[col + (4 * (k0 + k) + 1) * width];
            float4 b2 = B[col + (4 * (k0 + k) + 2) * width];
            float4 b3 = B[col + (4 * (k0 + k) + 3) * width];
            sum0 = add_row(sum0, a0, b0, b1, b2, b3);
            sum1 = add_row(sum1, a1, b0, b1, b2, b3);
            sum2 = add_row(sum2, a2, b0, b1, b2, b3);
            sum3 = add_row(sum3, a3, b0, b1, b2, b3);
        }
        __syncthreads();
    }
    C[col + row * width] = sum0;
    C[col + (row + 1) * width] = sum1;
    C[col + (row + 2) * width] = sum2;
    C[col + (row + 3) * width] = sum3;
}
