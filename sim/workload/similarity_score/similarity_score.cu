/*
 * similarity_score (Mars): cosine of the angle between the feature vectors of two documents, for
 * every pair of documents. A record names the two; a task sums the dot product and both squared
 * lengths in one loop, and emits its record as key and the score as value.
 */
#include "../mars.cuh"

KERNEL similarity_map(const int2 *records, const float *features, int2 *keys, float *scores, int n,
                      int length)
{
    int i = mars_task();
    if (i >= n)
        return;
    int2 record = records[i];
    const float *a = features + record.x * length;
    const float *b = features + record.y * length;
    float dot = 0, aa = 0, bb = 0;
    for (int k = 0; k < length; k++) {
        float x = a[k], y = b[k];
        dot += x * y;
        aa += x * x;
        bb += y * y;
    }
    keys[i] = record;
    scores[i] = dot / (sqrtf(aa) * sqrtf(bb));
}
