/*
 * srad (Rodinia, version 2): speckle-reducing anisotropic diffusion of an image. srad_coefficient
 * makes the diffusion coefficient of each pixel and the differences to its four neighbours,
 * srad_update moves the pixel. A CTA of 16 x 16 threads holds its tile and the rows and columns
 * beside it in shared memory. Every thread reads the neighbour tiles' edge cells of its column and
 * row, also where a tile lies at the image's edge; there a second load replaces the value by the
 * image's own edge. The buffers have a row to spare on either side for the first of these loads.
 */
#include "../srad/srad_pixel.cuh"

#define B 16

KERNEL srad_coefficient(float *dE, float *dW, float *dN, float *dS, const float *image,
                        float *coefficient, int cols, float q0)
{
    __shared__ float tile[B][B], result[B][B];
    __shared__ float north[B][B], south[B][B], east[B][B], west[B][B];
    int bx = (int)blockIdx.x, by = (int)blockIdx.y;
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int last_x = (int)gridDim.x - 1, last_y = (int)gridDim.y - 1;
    int corner = cols * B * by + B * bx;
    int at = corner + cols * ty + tx;

    north[ty][tx] = image[corner + tx - cols];
    south[ty][tx] = image[corner + tx + cols * B];
    if (by == 0)
        north[ty][tx] = image[B * bx + tx];
    if (by == last_y)
        south[ty][tx] = image[corner + tx + cols * (B - 1)];
    __syncthreads();
    west[ty][tx] = image[corner + cols * ty - 1];
    east[ty][tx] = image[corner + cols * ty + B];
    if (bx == 0)
        west[ty][tx] = image[cols * (B * by + ty)];
    if (bx == last_x)
        east[ty][tx] = image[corner + cols * ty + B - 1];
    __syncthreads();
    tile[ty][tx] = image[at];
    __syncthreads();

    float c = tile[ty][tx];
    float n = (ty == 0 ? north[ty][tx] : tile[ty - 1][tx]) - c;
    float s = (ty == B - 1 ? south[ty][tx] : tile[ty + 1][tx]) - c;
    float w = (tx == 0 ? west[ty][tx] : tile[ty][tx - 1]) - c;
    float e = (tx == B - 1 ? east[ty][tx] : tile[ty][tx + 1]) - c;

    float k = diffusion(c, n, s, w, e, q0);
    if (k < 0.0f)
        result[ty][tx] = 0.0f;
    else if (k > 1.0f)
        result[ty][tx] = 1.0f;
    else
        result[ty][tx] = k;
    __syncthreads();
    coefficient[at] = result[ty][tx];
    dE[at] = e;
    dW[at] = w;
    dS[at] = s;
    dN[at] = n;
}

KERNEL srad_update(const float *dE, const float *dW, const float *dN, const float *dS, float *image,
                   const float *coefficient, int cols, float lambda)
{
    __shared__ float tile[B][B], result[B][B];
    __shared__ float c[B][B], south[B][B], east[B][B];
    int bx = (int)blockIdx.x, by = (int)blockIdx.y;
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int last_x = (int)gridDim.x - 1, last_y = (int)gridDim.y - 1;
    int corner = cols * B * by + B * bx;
    int at = corner + cols * ty + tx;

    tile[ty][tx] = image[at];
    __syncthreads();
    south[ty][tx] = coefficient[corner + tx + cols * B];
    if (by == last_y)
        south[ty][tx] = coefficient[corner + tx + cols * (B - 1)];
    __syncthreads();
    east[ty][tx] = coefficient[corner + cols * ty + B];
    if (bx == last_x)
        east[ty][tx] = coefficient[corner + cols * ty + B - 1];
    __syncthreads();
    c[ty][tx] = coefficient[at];
    __syncthreads();

    float here = c[ty][tx];
    float cs = ty == B - 1 ? south[ty][tx] : c[ty + 1][tx];
    float ce = tx == B - 1 ? east[ty][tx] : c[ty][tx + 1];
    float sum = here * dN[at] + cs * dS[at] + here * dW[at] + ce * dE[at];
    result[ty][tx] = tile[ty][tx] + 0.25f * lambda * sum;
    __syncthreads();
    image[at] = result[ty][tx];
}

/*
 * Version 1 of the program (variant v1): an image of `rows` x n / rows pixels by columns, a thread a
 * pixel in CTAs of 512, no tiles. A pixel's neighbours are found through arrays of the rows above and
 * below (iN, iS) and the columns left and right (jW, jE), which hold the row or column itself at the
 * image's edge. The speckle scale comes from sums over the whole image, made on the device.
 */
#define T 512

static inline __device__ int pixel_of_thread(void)
{
    return T * (int)blockIdx.x + (int)threadIdx.x;
}

/* From the file's 0 to 255 to 1 to e. */
KERNEL srad_v1_extract(int n, float *image)
{
    int i = pixel_of_thread();
    if (i < n)
        image[i] = __expf(image[i] / 255.0f);
}

/* What reduce sums up. */
KERNEL srad_v1_prepare(int n, const float *image, float *sums, float *squares)
{
    int i = pixel_of_thread();
    if (i < n) {
        sums[i] = image[i];
        squares[i] = image[i] * image[i];
    }
}

/* Sums of 512 of n numbers that lie `stride` apart, left in the first one's place: a tree over the
 * most that are a power of two, the others one by one. */
KERNEL srad_v1_reduce(int n, int stride, float *sums, float *squares)
{
    __shared__ float s[T];
    __shared__ float q[T];
    int t = (int)threadIdx.x, first = T * (int)blockIdx.x;
    int held = min(n - first, T), whole = T;
    if (t < held) {
        s[t] = sums[(first + t) * stride];
        q[t] = squares[(first + t) * stride];
    }
    __syncthreads();
    while (whole > held)
        whole /= 2;
    for (int step = 2; step <= whole; step *= 2) {
        if (t < whole && (t + 1) % step == 0) {
            s[t] = s[t] + s[t - step / 2];
            q[t] = q[t] + q[t - step / 2];
        }
        __syncthreads();
    }
    if (t == whole - 1) {
#pragma clang loop unroll(disable)
        for (int k = whole; k < held; k++) {
            s[t] = s[t] + sums[(first + k) * stride];
            q[t] = q[t] + squares[(first + k) * stride];
        }
        sums[first * stride] = s[t];
        squares[first * stride] = q[t];
    }
}

KERNEL srad_v1_srad(int rows, int n, const int *iN, const int *iS, const int *jE, const int *jW,
                    float *dN, float *dS, float *dE, float *dW, float q0, float *coefficient,
                    const float *image)
{
    int i = pixel_of_thread();
    if (i >= n)
        return;
    int row = i % rows, col = i / rows;
    float p = image[i];
    float north = image[iN[row] + rows * col] - p;
    float south = image[iS[row] + rows * col] - p;
    float west = image[row + rows * jW[col]] - p;
    float east = image[row + rows * jE[col]] - p;
    float k = diffusion(p, north, south, west, east, q0);
    dN[i] = north;
    dS[i] = south;
    dW[i] = west;
    dE[i] = east;
    coefficient[i] = clamped(k);
}

KERNEL srad_v1_srad2(int rows, int n, const int *iS, const int *jE, const float *dN,
                     const float *dS, const float *dE, const float *dW, float lambda,
                     const float *coefficient, float *image)
{
    int i = pixel_of_thread();
    if (i >= n)
        return;
    int row = i % rows, col = i / rows;
    float here = coefficient[i];
    float south = coefficient[iS[row] + rows * col];
    float east = coefficient[row + rows * jE[col]];
    float sum = here * dN[i] + south * dS[i] + here * dW[i] + east * dE[i];
    image[i] = image[i] + 0.25f * lambda * sum;
}

/* Back to 0 to 255. */
KERNEL srad_v1_compress(int n, float *image)
{
    int i = pixel_of_thread();
    if (i < n)
        image[i] = __logf(image[i]) * 255.0f;
}
