#include "workload/image.h"

#include <math.h>

static double uniform(host_t *h, double from, double to)
{
    return from + (to - from) * (double)rng_float(&h->rng);
}

/* Adds a bell, longer than wide in a direction of its own, to the pixels around a place. */
static void add_spot(host_t *h, float *image, uint32_t side)
{
    double cx = uniform(h, 0, side), cy = uniform(h, 0, side), angle = uniform(h, 0, 6.28);
    double wide = uniform(h, 1.2, 6), length = wide * uniform(h, 1, 2.2);
    double height = uniform(h, -90, 90), c = cos(angle), s = sin(angle);
    uint32_t left = (uint32_t)fmax(0, cx - 3 * length), top = (uint32_t)fmax(0, cy - 3 * length);
    for (uint32_t y = top; y < side && y < cy + 3 * length; y++) {
        for (uint32_t x = left; x < side && x < cx + 3 * length; x++) {
            double u = ((x - cx) * c + (y - cy) * s) / length;
            double v = ((y - cy) * c - (x - cx) * s) / wide;
            image[(size_t)y * side + x] += (float)(height * exp(-(u * u + v * v) / 2));
        }
    }
}

/* Raises one side of a straight line. */
static void add_edge(host_t *h, float *image, uint32_t side)
{
    double angle = uniform(h, 0, 6.28), height = uniform(h, 5, 25);
    double nx = cos(angle), ny = sin(angle);
    double offset = nx * uniform(h, 0, side) + ny * uniform(h, 0, side);
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++)
            if (nx * x + ny * y > offset)
                image[(size_t)y * side + x] += (float)height;
}

float *image_make(host_t *h, uint32_t side)
{
    size_t pixels = (size_t)side * side;
    float *image = host_memory(h, pixels, sizeof *image);
    if (!image)
        return NULL;
    for (size_t i = 0; i < pixels; i++)
        image[i] = (float)uniform(h, 88, 96);
    for (uint32_t i = 0; i < 3; i++)
        add_edge(h, image, side);
    for (size_t i = 0; i < 6 + pixels / 2048; i++)
        add_spot(h, image, side);
    for (size_t i = 0; i < pixels; i++)
        image[i] = floorf(fminf(fmaxf(image[i], 0), 255));
    return image;
}
