/*
 * dct (AMD APP SDK): discrete cosine transform of 8 x 8 blocks, out = D in D^T, one CTA of 8 x 8
 * threads a block; D in global memory, the middle product in shared memory.
 */
#define N 8

KERNEL dct8x8(float *out, const float *in, const float *D, int width)
{
    __shared__ float middle[N][N];
    int i = (int)threadIdx.x, j = (int)threadIdx.y; /* column and row of the block */
    int corner = (int)blockIdx.y * N * width + (int)blockIdx.x * N;

    float sum = 0;
    for (int k = 0; k < N; k++)
        sum += D[j * N + k] * in[corner + k * width + i];
    middle[j][i] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < N; k++)
        sum += middle[j][k] * D[i * N + k];
    out[corner + j * width + i] = sum;
}
