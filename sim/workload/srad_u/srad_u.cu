/*
 * srad_u: srad without shared memory (MRPB's SRAD/U). The same CTAs of 16 x 16 pixels; each thread
 * reads its pixel's neighbours where they are. At the image's edge a missing neighbour is the pixel
 * itself.
 */
#include "../srad/srad_pixel.cuh"

#define B 16

KERNEL srad_coefficient_u(float *dE, float *dW, float *dN, float *dS, const float *image,
                          float *coefficient, int cols, float q0)
{
    int x = B * (int)blockIdx.x + (int)threadIdx.x, y = B * (int)blockIdx.y + (int)threadIdx.y;
    int rows = B * (int)gridDim.y;
    int at = cols * y + x;

    float c = image[at];
    float n = image[y == 0 ? at : at - cols] - c;
    float s = image[y == rows - 1 ? at : at + cols] - c;
    float w = image[x == 0 ? at : at - 1] - c;
    float e = image[x == cols - 1 ? at : at + 1] - c;
    coefficient[at] = clamped(diffusion(c, n, s, w, e, q0));
    dE[at] = e;
    dW[at] = w;
    dS[at] = s;
    dN[at] = n;
}

KERNEL srad_update_u(const float *dE, const float *dW, const float *dN, const float *dS,
                     float *image, const float *coefficient, int cols, float lambda)
{
    int x = B * (int)blockIdx.x + (int)threadIdx.x, y = B * (int)blockIdx.y + (int)threadIdx.y;
    int rows = B * (int)gridDim.y;
    int at = cols * y + x;

    float here = coefficient[at];
    float south = coefficient[y == rows - 1 ? at : at + cols];
    float east = coefficient[x == cols - 1 ? at : at + 1];
    float sum = here * dN[at] + south * dS[at] + here * dW[at] + east * dE[at];
    image[at] = image[at] + 0.25f * lambda * sum;
}
