/*
 * hotspot_u: hotspot without shared memory (MRPB's HS/U). The same tiles, steps and barriers; a CTA's
 * temperatures are 256 words of its own in each of two global buffers, and power is read where it is.
 */
#define TILE 16

KERNEL calculate_temp_u(int steps, const float *power, const float *src, float *dst, int cols,
                        int rows, float step_div_cap, float rx_1, float ry_1, float rz_1,
                        float *nows, float *nexts)
{
    const float ambient = 80.0f;
    int cta = (int)(gridDim.x * blockIdx.y + blockIdx.x);
    float *t_now = nows + TILE * TILE * cta, *t_next = nexts + TILE * TILE * cta;

    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int here = TILE * ty + tx;
    /* The tile's first cell, which lies outside the chip in the first and last tiles. */
    int y0 = (TILE - 2 * steps) * (int)blockIdx.y - steps;
    int x0 = (TILE - 2 * steps) * (int)blockIdx.x - steps;
    int y = y0 + ty, x = x0 + tx;
    int cell = cols * y + x;
    bool on_chip = y >= 0 && y < rows && x >= 0 && x < cols;

    if (on_chip)
        t_now[here] = src[cell];
    __syncthreads();

    /* Neighbours; a border cell's missing one is itself. */
    int north = TILE * max(ty - 1, y0 < 0 ? -y0 : 0) + tx;
    int south = TILE * min(ty + 1, y0 + TILE > rows ? rows - 1 - y0 : TILE - 1) + tx;
    int west = TILE * ty + max(tx - 1, x0 < 0 ? -x0 : 0);
    int east = TILE * ty + min(tx + 1, x0 + TILE > cols ? cols - 1 - x0 : TILE - 1);

    bool computed = false;
    for (int s = 0; s < steps; s++) {
        computed = false;
        if (tx >= s + 1 && tx <= TILE - 2 - s && ty >= s + 1 && ty <= TILE - 2 - s && on_chip) {
            computed = true;
            float t = t_now[here];
            t_next[here] =
                t + step_div_cap * (power[cell] + (t_now[south] + t_now[north] - 2.0f * t) * ry_1 +
                                    (t_now[east] + t_now[west] - 2.0f * t) * rx_1 +
                                    (ambient - t) * rz_1);
        }
        __syncthreads();
        if (s == steps - 1)
            break;
        if (computed)
            t_now[here] = t_next[here];
        __syncthreads();
    }
    if (computed)
        dst[cell] = t_next[here];
}
