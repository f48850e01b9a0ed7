// Volatile memory, special registers by inline assembly, clocks that move on. %warpid is compared with
// %nwarpid alone, since which number a warp has is not defined.
extern "C" __global__ void __launch_bounds__(64) volatiles(volatile int *data, int *out, int n)
{
    volatile __shared__ int box[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    unsigned lane, warp, warps, below, field, merged;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(warps));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm("bfe.u32 %0, %1, 3, 5;" : "=r"(field) : "r"(t));
    asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(merged) : "r"(t), "r"(-1));
    long long before = clock64();
    clock_t first = clock();
    box[t] = data[i];
    __syncwarp();
    int sum = box[t ^ 1] + box[t];
    __syncwarp();
    box[t] = sum;
    __syncwarp();
    data[i] = box[t] + 1;
    int twice = data[i] + data[i];
    bool moved = clock64() > before && (int)(clock() - first) > 0;
    out[i] = twice + (int)(lane + (warp < warps ? 100 : 0)) + __popc(below) + (int)(field ^ merged) +
             (moved ? 1000000 : 0);
}
