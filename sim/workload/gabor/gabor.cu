/*
 * gabor: response of an image to a Gabor filter of 15 x 15, one launch an orientation, one thread a
 * pixel. The image has a margin of half a filter, so that every window lies within it: x and y of
 * a pixel are the corner of its window in the image with its margin.
 */
#define SIZE 15 /* of the filter */
#define SIDE 16 /* of a CTA */

KERNEL gabor_convolve(const float *image, const float *filter, float *out, int width, int pitch)
{
    int x = (int)(blockIdx.x * SIDE + threadIdx.x), y = (int)(blockIdx.y * SIDE + threadIdx.y);
    const float *window = image + y * pitch + x;
    float sum = 0;
    for (int dy = 0; dy < SIZE; dy++)
        for (int dx = 0; dx < SIZE; dx++)
            sum += window[dy * pitch + dx] * filter[dy * SIZE + dx];
    out[y * width + x] = sum;
}
