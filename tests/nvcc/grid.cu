/* Barriers of the whole grid: cooperative groups' this_grid().sync(). */
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/* In each round every thread adds what its neighbour block's thread had: wrong without a barrier. */
extern "C" __global__ void rounds(unsigned *a, unsigned *b, unsigned n)
{
    cg::grid_group grid = cg::this_grid();
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    for (unsigned k = 0; k < n; k++) {
        unsigned *from = k & 1 ? b : a, *to = k & 1 ? a : b;
        to[i] = from[i] + ((volatile unsigned *)from)[(i + blockDim.x) % all];
        grid.sync();
    }
}
