// Cooperative groups: the block, tiles of it, the lanes with an odd number, and those that took a branch,
// which may be fewer.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

struct results {
    int tile_sum, tile_rank, took, before, most, block;
};

extern "C" __global__ void groups(const int *in, results *out, int n)
{
    __shared__ int sums[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    results r = {};
    int sum = x;
    for (int step = tile.size() / 2; step; step /= 2)
        sum += tile.shfl_xor(sum, step);
    r.tile_sum = sum;
    r.tile_rank = tile.thread_rank() + 100 * tile.meta_group_rank();
    r.most = cg::reduce(warp, x, cg::greater<int>());
    cg::coalesced_group odd = cg::binary_partition(warp, (x & 1) != 0);
    if (x & 1) {
        cg::coalesced_group here = cg::coalesced_threads();
        bool some = here.size() <= odd.size() && here.thread_rank() <= odd.thread_rank();
        r.took = some ? (int)odd.size() : -1;
        r.before = some ? (int)odd.thread_rank() : -1;
    }
    if (tile.thread_rank() == 0)
        sums[tile.meta_group_rank()] = sum;
    block.sync();
    for (unsigned k = 0; k < block.size() / 8; k++)
        r.block += sums[k];
    out[i] = r;
}
