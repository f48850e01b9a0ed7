/*
 * scalarprod (CUDA SDK): scalar products of pairs of vectors, a CTA a pair at a time. 1024 partial
 * sums in shared memory, each over the elements 1024 apart, are then added pairwise in a tree.
 *
 * The tree's ten levels are unrolled, and the partial sum takes four elements at once, as the
 * compilers of the original's time did of their own accord: it has a barrier for each level and
 * eight loads that are executed. Two more loads are for what four elements at once leave over.
 */
#define SUMS 1024

KERNEL scalar_prod(float *c, const float *a, const float *b, int vectors, int elements)
{
    __shared__ float partial[SUMS];
    int t = (int)threadIdx.x;
    for (int v = (int)blockIdx.x; v < vectors; v += (int)gridDim.x) {
        int first = v * elements, end = first + elements;
        for (int i = t; i < SUMS; i += (int)blockDim.x) {
            float sum = 0.0f;
#pragma unroll 4
            for (int at = first + i; at < end; at += SUMS)
                sum += a[at] * b[at];
            partial[i] = sum;
        }
#pragma unroll
        for (int half = SUMS / 2; half > 0; half /= 2) {
            __syncthreads();
            for (int i = t; i < half; i += (int)blockDim.x)
                partial[i] += partial[half + i];
        }
        if (t == 0)
            c[v] = partial[0];
    }
}
