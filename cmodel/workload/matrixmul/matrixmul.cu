/*
 * matrixmul (AMD APP SDK): C = A B of n x n floats, row-major, as float4. Each thread makes 4 x 4
 * elements of C from four rows of A and four columns of B, straight from global memory.
 */

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
