/*
 * hotspot (Rodinia): temperature of a chip's cells from their power, explicit steps in time.
 * A CTA holds 16 x 16 cells in shared memory and does `steps` steps there before it writes back
 * (pyramid blocking): each step spoils a ring of cells, so that tiles overlap by 2 * steps cells
 * and only the cells not spoilt are written. Cells outside the chip do not exist: a border cell's
 * missing neighbour is itself.
 */
#define TILE 16

KERNEL calculate_temp(int steps, const float *power, const float *src, float *dst, int cols,
                      int rows, float step_div_cap, float rx_1, float ry_1, float rz_1)
{
    __shared__ float t_now[TILE][TILE];
    __shared__ float p[TILE][TILE];
    __shared__ float t_next[TILE][TILE];
    const float ambient = 80.0f;

    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    /* The tile's first cell, which lies outside the chip in the first and last tiles. */
    int y0 = (TILE - 2 * steps) * (int)blockIdx.y - steps;
    int x0 = (TILE - 2 * steps) * (int)blockIdx.x - steps;
    int y = y0 + ty, x = x0 + tx;
    int cell = cols * y + x;

    if (y >= 0 && y < rows && x >= 0 && x < cols) {
        t_now[ty][tx] = src[cell];
        p[ty][tx] = power[cell];
    }
    __syncthreads();

    /* The part of the tile that is on the chip, and the neighbours within it. */
    int y_first = y0 < 0 ? -y0 : 0;
    int y_last = y0 + TILE > rows ? rows - 1 - y0 : TILE - 1;
    int x_first = x0 < 0 ? -x0 : 0;
    int x_last = x0 + TILE > cols ? cols - 1 - x0 : TILE - 1;
    int north = max(ty - 1, y_first), south = min(ty + 1, y_last);
    int west = max(tx - 1, x_first), east = min(tx + 1, x_last);

    bool computed = false;
    for (int s = 0; s < steps; s++) {
        computed = false;
        if (tx >= s + 1 && tx <= TILE - 2 - s && ty >= s + 1 && ty <= TILE - 2 - s &&
            tx >= x_first && tx <= x_last && ty >= y_first && ty <= y_last) {
            computed = true;
            float t = t_now[ty][tx];
            t_next[ty][tx] =
                t +
                step_div_cap *
                    (p[ty][tx] + (t_now[south][tx] + t_now[north][tx] - 2.0f * t) * ry_1 +
                     (t_now[ty][east] + t_now[ty][west] - 2.0f * t) * rx_1 + (ambient - t) * rz_1);
        }
        __syncthreads();
        if (s == steps - 1)
            break;
        if (computed)
            t_now[ty][tx] = t_next[ty][tx];
        __syncthreads();
    }
    if (computed)
        dst[cell] = t_next[ty][tx];
}
