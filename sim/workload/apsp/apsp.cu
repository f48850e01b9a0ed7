/*
 * apsp (Pannotia's fw): lengths of the shortest paths between all pairs of n nodes (Floyd and
 * Warshall). length is n x n; via names a node between, -1 where the edge itself is the shortest.
 *
 * apsp_floyd_warshall is one step over all pairs in a launch, one thread a pair; the row of the matrix goes
 * with threadIdx.x, so that neighbouring threads are in different rows, as in the original.
 *
 * The variant block takes 16 nodes a step, in tiles of 16 x 16 in shared memory: the tile on the
 * diagonal, then the tiles in its row and column, then the rest. n is a multiple of 16 there.
 */
#define TILE 16

KERNEL apsp_floyd_warshall(int *length, int *via, int n, int k)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int j = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (i >= n || j >= n)
        return;
    int through = length[i * n + k] + length[k * n + j];
    if (through < length[i * n + j]) {
        length[i * n + j] = through;
        via[i * n + j] = k;
    }
}

KERNEL apsp_block_diagonal(int *length, int *via, int n, int step)
{
    __shared__ int tile[TILE][TILE];
    int x = (int)threadIdx.x, y = (int)threadIdx.y, from = step * TILE;
    int at = (from + y) * n + from + x;
    int own = tile[y][x] = length[at];
    int between = via[at];
    for (int k = 0; k < TILE; k++) {
        __syncthreads();
        int through = tile[y][k] + tile[k][x];
        if (through < own) {
            own = tile[y][x] = through;
            between = from + k;
        }
    }
    length[at] = own;
    via[at] = between;
}

/* The other tiles of the block's row: CTAs count them without the diagonal's. */
KERNEL apsp_block_row(int *length, int *via, int n, int step)
{
    __shared__ int diagonal[TILE][TILE], tile[TILE][TILE];
    int x = (int)threadIdx.x, y = (int)threadIdx.y, from = step * TILE;
    int other = ((int)blockIdx.x + ((int)blockIdx.x >= step)) * TILE;
    int at = (from + y) * n + other + x;
    diagonal[y][x] = length[(from + y) * n + from + x];
    int own = tile[y][x] = length[at];
    int between = via[at];
    for (int k = 0; k < TILE; k++) {
        __syncthreads();
        int through = diagonal[y][k] + tile[k][x];
        if (through < own) {
            own = tile[y][x] = through;
            between = from + k;
        }
    }
    length[at] = own;
    via[at] = between;
}

KERNEL apsp_block_column(int *length, int *via, int n, int step)
{
    __shared__ int diagonal[TILE][TILE], tile[TILE][TILE];
    int x = (int)threadIdx.x, y = (int)threadIdx.y, from = step * TILE;
    int other = ((int)blockIdx.x + ((int)blockIdx.x >= step)) * TILE;
    int at = (other + y) * n + from + x;
    diagonal[y][x] = length[(from + y) * n + from + x];
    int own = tile[y][x] = length[at];
    int between = via[at];
    for (int k = 0; k < TILE; k++) {
        __syncthreads();
        int through = tile[y][k] + diagonal[k][x];
        if (through < own) {
            own = tile[y][x] = through;
            between = from + k;
        }
    }
    length[at] = own;
    via[at] = between;
}

KERNEL apsp_block_rest(int *length, int *via, int n, int step)
{
    __shared__ int across[TILE][TILE], down[TILE][TILE];
    int x = (int)threadIdx.x, y = (int)threadIdx.y, from = step * TILE;
    int row = ((int)blockIdx.y + ((int)blockIdx.y >= step)) * TILE + y;
    int col = ((int)blockIdx.x + ((int)blockIdx.x >= step)) * TILE + x;
    across[y][x] = length[(from + y) * n + col];
    down[y][x] = length[row * n + from + x];
    int own = length[row * n + col];
    int between = via[row * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; k++) {
        int through = down[y][k] + across[k][x];
        if (through < own) {
            own = through;
            between = from + k;
        }
    }
    length[row * n + col] = own;
    via[row * n + col] = between;
}
