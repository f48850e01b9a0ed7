/*
 * lud (Rodinia): LU decomposition in place, without pivoting, by blocks of 16: the diagonal block,
 * the blocks right of it and below it, then all the others. U has the diagonal, L's is one.
 */
#define B 16

KERNEL lud_diagonal(float *m, int n, int offset)
{
    __shared__ float d[B][B];
    int t = (int)threadIdx.x;
    int at = offset * n + offset;
    for (int i = 0; i < B; i++, at += n)
        d[i][t] = m[at + t];
    __syncthreads();
    for (int i = 0; i < B - 1; i++) {
        if (t > i) {
            for (int j = 0; j < i; j++)
                d[t][i] -= d[t][j] * d[j][i];
            d[t][i] /= d[i][i];
        }
        __syncthreads();
        if (t > i)
            for (int j = 0; j < i + 1; j++)
                d[i + 1][t] -= d[i + 1][j] * d[j][t];
        __syncthreads();
    }
    at = (offset + 1) * n + offset; /* the first row is as it was */
    for (int i = 1; i < B; i++, at += n)
        m[at + t] = d[i][t];
}

/* CTA x takes the x-th block right of the diagonal with its first 16 threads (a column each) and
 * the x-th block below it with the others (a row each). */
KERNEL lud_perimeter(float *m, int n, int offset)
{
    __shared__ float d[B][B];
    __shared__ float right[B][B];
    __shared__ float below[B][B];
    int block = ((int)blockIdx.x + 1) * B;
    int t = (int)threadIdx.x;
    if (t < B) {
        int at = offset * n + offset;
        for (int i = 0; i < B / 2; i++, at += n)
            d[i][t] = m[at + t];
        at = offset * n + offset;
        for (int i = 0; i < B; i++, at += n)
            right[i][t] = m[at + block + t];
    } else {
        int c = t - B;
        int at = (offset + B / 2) * n + offset;
        for (int i = B / 2; i < B; i++, at += n)
            d[i][c] = m[at + c];
        at = (offset + block) * n + offset;
        for (int i = 0; i < B; i++, at += n)
            below[i][c] = m[at + c];
    }
    __syncthreads();
    if (t < B) {
        for (int i = 1; i < B; i++)
            for (int j = 0; j < i; j++)
                right[i][t] -= d[i][j] * right[j][t];
    } else {
        int r = t - B;
        for (int i = 0; i < B; i++) {
            for (int j = 0; j < i; j++)
                below[r][i] -= below[r][j] * d[j][i];
            below[r][i] /= d[i][i];
        }
    }
    __syncthreads();
    if (t < B) {
        int at = (offset + 1) * n + offset;
        for (int i = 1; i < B; i++, at += n)
            m[at + block + t] = right[i][t];
    } else {
        int c = t - B;
        int at = (offset + block) * n + offset;
        for (int i = 0; i < B; i++, at += n)
            m[at + c] = below[i][c];
    }
}

KERNEL lud_internal(float *m, int n, int offset)
{
    __shared__ float right[B][B];
    __shared__ float below[B][B];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int row = offset + ((int)blockIdx.y + 1) * B;
    int col = offset + ((int)blockIdx.x + 1) * B;
    right[ty][tx] = m[(offset + ty) * n + col + tx];
    below[ty][tx] = m[(row + ty) * n + offset + tx];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < B; i++)
        sum += below[ty][i] * right[i][tx];
    m[(row + ty) * n + col + tx] -= sum;
}
