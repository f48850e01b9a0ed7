/*
 * nn (Rodinia): distance of each record from a place; the host looks for the nearest. One thread a
 * record, read once: a stream.
 */
struct place {
    float latitude, longitude;
};

KERNEL euclid(const place *records, float *distance, int n, float latitude, float longitude)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float dy = latitude - records[i].latitude;
    float dx = longitude - records[i].longitude;
    distance[i] = sqrtf(dy * dy + dx * dx);
}
