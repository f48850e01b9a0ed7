/*
 * gaussian (Rodinia): Gaussian elimination without pivoting, two launches for each column t.
 * gaussian_fan1 makes the column of multipliers, a thread each; gaussian_fan2 takes the multiples of
 * row t from the rows below it, a thread each cell, and from the right side b. The x of a thread is
 * its row: lanes walk down columns.
 */
KERNEL gaussian_fan1(float *m, const float *a, int n, int t)
{
    int i = (int)(blockDim.x * blockIdx.x + threadIdx.x);
    if (i >= n - 1 - t)
        return;
    m[n * (i + t + 1) + t] = a[n * (i + t + 1) + t] / a[n * t + t];
}

KERNEL gaussian_fan2(float *m, float *a, float *b, int n, int t)
{
    int x = (int)(blockDim.x * blockIdx.x + threadIdx.x);
    int y = (int)(blockDim.y * blockIdx.y + threadIdx.y);
    if (x >= n - 1 - t || y >= n - t)
        return;
    int row = x + t + 1, col = y + t;
    a[n * row + col] -= m[n * row + t] * a[n * t + col];
    if (y == 0)
        b[row] -= m[n * row + t] * b[t];
}
