/*
 * lud_u: lud without shared memory (MRPB's LUD/U). The same launches and threads; each block is
 * worked on where it lies in the matrix.
 */
#define B 16

KERNEL lud_u_diagonal(float *m, int n, int offset)
{
    float *d = m + offset * n + offset;
    int t = (int)threadIdx.x;
    for (int i = 0; i < B - 1; i++) {
        if (t > i) {
            for (int j = 0; j < i; j++)
                d[n * t + i] -= d[n * t + j] * d[n * j + i];
            d[n * t + i] /= d[n * i + i];
        }
        __syncthreads();
        if (t > i)
            for (int j = 0; j < i + 1; j++)
                d[n * (i + 1) + t] -= d[n * (i + 1) + j] * d[n * j + t];
        __syncthreads();
    }
}

/* The first 16 threads take a column each of the CTA's block right of the diagonal, the others a row
 * each of the block below it: nobody waits for anybody. */
KERNEL lud_u_perimeter(float *m, int n, int offset)
{
    const float *d = m + offset * n + offset;
    int block = ((int)blockIdx.x + 1) * B;
    int t = (int)threadIdx.x;
    if (t < B) {
        float *right = m + offset * n + offset + block;
        for (int i = 1; i < B; i++)
            for (int j = 0; j < i; j++)
                right[n * i + t] -= d[n * i + j] * right[n * j + t];
    } else {
        float *below = m + (offset + block) * n + offset;
        int r = t - B;
        for (int i = 0; i < B; i++) {
            for (int j = 0; j < i; j++)
                below[n * r + i] -= below[n * r + j] * d[n * j + i];
            below[n * r + i] /= d[n * i + i];
        }
    }
}

KERNEL lud_u_internal(float *m, int n, int offset)
{
    int row = offset + ((int)blockIdx.y + 1) * B + (int)threadIdx.y;
    int col = offset + ((int)blockIdx.x + 1) * B + (int)threadIdx.x;
    const float *right = m + offset * n + col; /* the column of the block right of the diagonal */
    const float *below = m + row * n + offset; /* the row of the block below it */
    float sum = 0;
    for (int i = 0; i < B; i++)
        sum += below[i] * right[n * i];
    m[row * n + col] -= sum;
}
