/* What the kernels of srad, its variant v1 and srad_u share. */
#ifndef LW_WORKLOAD_SRAD_PIXEL_CUH
#define LW_WORKLOAD_SRAD_PIXEL_CUH

/* The diffusion coefficient, not clamped yet, of a pixel c from the differences to its neighbours. */
static inline __device__ float diffusion(float c, float n, float s, float w, float e, float q0)
{
    float g2 = (n * n + s * s + w * w + e * e) / (c * c);
    float l = (n + s + w + e) / c;
    float num = 0.5f * g2 - 1.0f / 16.0f * (l * l);
    float den = 1.0f + 0.25f * l;
    float q = num / (den * den);
    den = (q - q0) / (q0 * (1.0f + q0));
    return 1.0f / (1.0f + den);
}

static inline __device__ float clamped(float k)
{
    return k < 0.0f ? 0.0f : k > 1.0f ? 1.0f : k;
}

#endif
