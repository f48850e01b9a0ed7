/*
 * kmeans (Rodinia): the cluster whose centre is nearest, for each point; the host moves the
 * centres. invert_mapping turns point-major features (each lane walks its own point: 32 lines a
 * load) into feature-major ones, which kmeans_point then reads coalesced: features through a texture
 * and centres from constant memory, or both from global memory, as Rodinia's OpenCL program (variant
 * global).
 */
#include "kmeans_limits.h"

#ifndef KMEANS_GLOBAL
TEXTURE(float, 1, kmeans_features)
CONSTANT(float kmeans_centres[KMEANS_MAX_CENTRES * KMEANS_FEATURES])
#define FEATURE(at) TEX_1D_FLOAT(kmeans_features, at)
#define CENTRE(at)  kmeans_centres[at]
#else
#define FEATURE(at) features[at]
#define CENTRE(at)  centres[at]
#endif

KERNEL invert_mapping(const float *in, float *out, int points, int features)
{
    int p = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (p >= points)
        return;
    for (int f = 0; f < features; f++)
        out[p + points * f] = in[p * features + f];
}

#ifndef KMEANS_GLOBAL
KERNEL kmeans_point(int n_features, int points, int clusters, int *membership)
#else
KERNEL kmeans_point(const float *features, int n_features, int points, int clusters,
                    int *membership, const float *centres)
#endif
{
    int block = (int)(gridDim.x * blockIdx.y + blockIdx.x);
    int p = block * (int)blockDim.x + (int)threadIdx.x;
    if (p >= points)
        return;
    int best = -1;
    float least = 3.402823466e+38f; /* FLT_MAX */
    for (int c = 0; c < clusters; c++) {
        float distance = 0.0f;
        for (int f = 0; f < n_features; f++) {
            float d = FEATURE(p + points * f) - CENTRE(c * n_features + f);
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    membership[p] = best;
}
