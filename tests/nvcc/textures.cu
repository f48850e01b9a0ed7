// Texture objects on linear memory: one channel and four, narrow and wide, a row and a plane.
extern "C" __global__ void textures(cudaTextureObject_t floats, cudaTextureObject_t pairs,
                                    cudaTextureObject_t bytes, cudaTextureObject_t plane,
                                    const int *at, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 f = tex1Dfetch<float4>(floats, at[i]);
    int2 p = tex1Dfetch<int2>(pairs, at[i] / 2);
    unsigned char b = tex1Dfetch<unsigned char>(bytes, i);
    float q = tex2D<float>(plane, (float)(i % 9) + 0.5f, (float)(i / 9) + 0.5f);
    out[4 * i] = f.x + 2 * f.w;
    out[4 * i + 1] = (float)(p.x - 3 * p.y);
    out[4 * i + 2] = b;
    out[4 * i + 3] = q;
}
