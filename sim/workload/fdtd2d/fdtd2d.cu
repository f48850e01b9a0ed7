/*
 * fdtd2d (PolyBench): one step in time of a field in two dimensions, by finite differences: ey and ex
 * from hz, then hz from both. hz has nx rows of ny cells, ey one row more, ex one column more, so
 * that its rows are not aligned; all row-major. One thread a cell, a warp along a row. `source` is
 * the value that enters at ey's first row at this step.
 */
KERNEL fdtd_step1(const float *source, float *ey, const float *hz, int nx, int ny, int t)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= nx || j >= ny)
        return;
    if (i == 0)
        ey[j] = source[t];
    else
        ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
}

KERNEL fdtd_step2(float *ex, const float *hz, int nx, int ny)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= nx || j < 1 || j >= ny)
        return;
    ex[i * (ny + 1) + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + j - 1]);
}

KERNEL fdtd_step3(const float *ex, const float *ey, float *hz, int nx, int ny)
{
    int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int i = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= nx || j >= ny)
        return;
    hz[i * ny + j] -= 0.7f * (ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] +
                              ey[(i + 1) * ny + j] - ey[i * ny + j]);
}
