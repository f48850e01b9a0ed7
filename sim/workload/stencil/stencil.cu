/*
 * stencil (Parboil): one step of a seven-point stencil on a box of cells; the box's faces stay as
 * they are.
 * stencil_naive: a thread a cell, every neighbour from memory.
 * stencil_block2d (variant block2d): a thread takes two columns of cells, half a tile apart, and
 * walks up through the layers. The current layer of the tile is in shared memory, the cells below
 * and above in registers; neighbours across the tile's edge come from memory.
 * stencil_fermi (variant fermi): a thread takes a column, the cells below, at and above it in
 * registers; its four neighbours in the layer come from memory, for the caches to keep.
 */
#define AT(x, y, z) ((x) + nx * ((y) + ny * (z)))

KERNEL stencil_naive(float c0, float c1, const float *in, float *out, int nx, int ny)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x) + 1;
    int y = (int)blockIdx.y + 1;
    int z = (int)blockIdx.z + 1;
    if (x >= nx - 1 || y >= ny - 1)
        return;
    float sum = in[AT(x, y, z + 1)] + in[AT(x, y, z - 1)] + in[AT(x, y + 1, z)] +
                in[AT(x, y - 1, z)] + in[AT(x + 1, y, z)] + in[AT(x - 1, y, z)];
    out[AT(x, y, z)] = sum * c1 - in[AT(x, y, z)] * c0;
}

#define TX 32
#define TY 4

/* A load that stays one of device memory: clang would join the two sides of a ?: into one load of
 * either space. */
static inline __device__ float from_memory(const float *p)
{
    float v = *p;
    __asm__ volatile("");
    return v;
}

KERNEL stencil_block2d(float c0, float c1, const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float layer[TY][2 * TX];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int x = (int)blockIdx.x * 2 * TX + tx, x2 = x + TX;
    int y = (int)blockIdx.y * TY + ty;
    layer[ty][tx] = 0.0f;
    layer[ty][tx + TX] = 0.0f;
    __syncthreads();

    bool there = x < nx && y < ny, there2 = x2 < nx && y < ny;
    bool inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    bool inner2 = x2 < nx - 1 && y > 0 && y < ny - 1;
    float below = 0.0f, below2 = 0.0f, above = 0.0f, above2 = 0.0f;
    if (there) {
        below = in[AT(x, y, 0)];
        layer[ty][tx] = in[AT(x, y, 1)];
    }
    if (there2) {
        below2 = in[AT(x2, y, 0)];
        layer[ty][tx + TX] = in[AT(x2, y, 1)];
    }
    __syncthreads();

    for (int z = 1; z < nz - 1; z++) {
        if (there)
            above = in[AT(x, y, z + 1)];
        if (inner) {
            float north = ty == TY - 1 ? from_memory(&in[AT(x, y + 1, z)]) : layer[ty + 1][tx];
            float south = ty == 0 ? from_memory(&in[AT(x, y - 1, z)]) : layer[ty - 1][tx];
            float west = tx == 0 ? from_memory(&in[AT(x - 1, y, z)]) : layer[ty][tx - 1];
            out[AT(x, y, z)] =
                (above + below + north + south + west + layer[ty][tx + 1]) * c1 - layer[ty][tx] * c0;
        }
        if (there2)
            above2 = in[AT(x2, y, z + 1)];
        if (inner2) {
            float north = ty == TY - 1 ? from_memory(&in[AT(x2, y + 1, z)]) : layer[ty + 1][tx + TX];
            float south = ty == 0 ? from_memory(&in[AT(x2, y - 1, z)]) : layer[ty - 1][tx + TX];
            float east = tx == TX - 1 ? from_memory(&in[AT(x2 + 1, y, z)]) : layer[ty][tx + TX + 1];
            out[AT(x2, y, z)] = (above2 + below2 + north + south + layer[ty][tx + TX - 1] + east) * c1 -
                                layer[ty][tx + TX] * c0;
        }
        __syncthreads();
        below = layer[ty][tx];
        layer[ty][tx] = above;
        below2 = layer[ty][tx + TX];
        layer[ty][tx + TX] = above2;
        __syncthreads();
    }
}

KERNEL stencil_fermi(float c0, float c1, const float *in, float *out, int nx, int ny, int nz)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    float below = in[AT(x, y, 0)], here = in[AT(x, y, 1)];
    if (x == 0 || y == 0 || x >= nx - 1 || y >= ny - 1)
        return;
    for (int z = 1; z < nz - 1; z++) {
        float above = in[AT(x, y, z + 1)];
        float sum = above + below + in[AT(x, y + 1, z)] + in[AT(x, y - 1, z)] +
                    in[AT(x + 1, y, z)] + in[AT(x - 1, y, z)];
        out[AT(x, y, z)] = sum * c1 - here * c0;
        below = here;
        here = above;
    }
}
