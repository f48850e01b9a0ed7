/*
 * kmeans (Rodinia): the cluster whose centre is nearest, for each point; the host moves the
 * centres. invert_mapping turns point-major features (each lane walks its own point: 32 lines a
 * load) into feature-major ones, which kmeans_point then reads coalesced. The original reads
 * features through texture and centres from constant memory; here both are global loads.
 */
KERNEL invert_mapping(const float *in, float *out, int points, int features)
{
    int p = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (p >= points)
        return;
    for (int f = 0; f < features; f++)
        out[p + points * f] = in[p * features + f];
}

KERNEL kmeans_point(const float *features, int n_features, int points, int clusters,
                    int *membership, const float *centres)
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
            float d = features[p + points * f] - centres[c * n_features + f];
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    membership[p] = best;
}
