/*
 * transpose (CUDA SDK): a matrix by tiles of 16 x 16, an element a thread.
 * transpose_naive: reads along rows, writes along columns.
 * transpose_coalesced (variant coalesced): turns the tile round in shared memory and writes along
 * rows too. The tile's rows are a word longer, so that a column's words are in different banks.
 */
#define TILE 16

KERNEL transpose_naive(float *out, const float *in, int width, int height)
{
    int x = (int)(blockIdx.x * TILE + threadIdx.x);
    int y = (int)(blockIdx.y * TILE + threadIdx.y);
    out[x * height + y] = in[y * width + x];
}

KERNEL transpose_coalesced(float *out, const float *in, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int x0 = (int)blockIdx.x * TILE, y0 = (int)blockIdx.y * TILE;
    tile[ty][tx] = in[(y0 + ty) * width + x0 + tx];
    __syncthreads();
    out[(x0 + ty) * height + y0 + tx] = tile[tx][ty];
}
