/*
 * bicg (PolyBench): the two products in a step of the biconjugate gradients' method, s = A^T r and
 * q = A p, A of nx rows and ny columns, row-major. One thread a column in the first kernel (lanes
 * read neighbours: coalesced), one thread a row in the second (32 lines a load). Sums stay in
 * memory, from 0 on, as in the original.
 */
KERNEL bicg_kernel1(const float *A, const float *r, float *s, int nx, int ny)
{
    int col = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (col >= ny)
        return;
    s[col] = 0;
    for (int i = 0; i < nx; i++)
        s[col] += A[i * ny + col] * r[i];
}

KERNEL bicg_kernel2(const float *A, const float *p, float *q, int nx, int ny)
{
    int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= nx)
        return;
    q[row] = 0;
    for (int j = 0; j < ny; j++)
        q[row] += A[row * ny + j] * p[j];
}
