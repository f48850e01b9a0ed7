/*
 * particlefilter (Rodinia): tracks an object through a video by weighted guesses of its place.
 * kernel (the "naive" program, default): each thread scans the cumulative weights, the same word for
 * all lanes, for the first that reaches its own threshold, and gathers that particle's place. The
 * rest of a frame is the host's work.
 * likelihood_kernel, sum_kernel, normalize_weights_kernel and find_index_kernel (the "float"
 * program, whose numbers are double precision too; variant float): the whole frame on the device.
 */
#include "particlefilter_math.cuh"

#define THREADS 512 /* of a CTA of the float program */

/* The particle whose cumulative weight is the first to reach the threshold; else the last. */
static inline __device__ int first_reaching(const double *cdf, const double *threshold, int n)
{
    int x = 0;
    while (x < n - 1 && cdf[x] < *threshold)
        x++;
    return x;
}

KERNEL kernel(const double *x, const double *y, const double *cdf, const double *u, double *new_x,
              double *new_y, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    int at = first_reaching(cdf, &u[i], n);
    new_x[i] = x[at];
    new_y[i] = y[at];
}

KERNEL find_index_kernel(const double *x, const double *y, const double *cdf, const double *u,
                         double *new_x, double *new_y, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        int at = first_reaching(cdf, &u[i], n);
        new_x[i] = x[at];
        new_y[i] = y[at];
    }
    __syncthreads();
}

/* The thresholds are spread evenly from the first one on, which is a fraction `draw` of their
 * distance. */
KERNEL normalize_weights_kernel(const double *weights, double *normal, const double *sums,
                                double *cdf, double *u, double draw, int n)
{
    __shared__ double first, sum;
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (threadIdx.x == 0)
        sum = sums[0];
    __syncthreads();
    if (i < n)
        normal[i] = weights[i] / sum;
    __syncthreads();
    if (i == 0) {
        cdf[0] = weights[0] / sum;
#pragma unroll 1
        for (int x = 1; x < n; x++)
            cdf[x] = weights[x] / sum + cdf[x - 1];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        first = 1.0 / n * draw;
    __syncthreads();
    if (i < n)
        u[i] = first + i / (double)n;
}

/* One thread adds the CTAs' sums up. */
KERNEL sum_kernel(double *sums, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i == 0) {
        double sum = 0;
        int ctas = (n + THREADS - 1) / THREADS;
#pragma unroll 1
        for (int x = 0; x < ctas; x++)
            sum += sums[x];
        sums[0] = sum;
    }
}

/* Moves each particle at random, compares the pixels around it with what an object looks like, and
 * weighs it. `around`: rows and columns of the object's pixels beside its centre, in pairs. */
KERNEL likelihood_kernel(double *x, double *y, const double *from_x, const double *from_y,
                         int *pixels, const int *around, double *likelihood,
                         const unsigned char *video, double *weights, int *seeds, double *sums,
                         int n, int points, int size, int frame, int side_y, int frames)
{
    __shared__ double partial[THREADS];
    int t = (int)threadIdx.x, i = (int)(blockIdx.x * blockDim.x) + t;
    if (i < n) {
        x[i] = from_x[i];
        y[i] = from_y[i];
        weights[i] = 1.0 / n;
        x[i] = x[i] + 1.0 + 5.0 * draw_normal(&seeds[i]);
        y[i] = y[i] - 2.0 + 2.0 * draw_normal(&seeds[i]);
    }
    __syncthreads();
    if (i < n) {
        for (int p = 0; p < points; p++) {
            int row = (int)x[i] + around[2 * p + 1];
            int column = (int)y[i] + around[2 * p];
            int at = row * side_y * frames + column * frames + frame;
            at = at < 0 ? -at : at;
            pixels[i * points + p] = at < size ? at : 0;
        }
        double sum = 0;
        for (int p = 0; p < points; p++) {
            double dark = video[pixels[i * points + p]] - 100;
            double bright = video[pixels[i * points + p]] - 228;
            sum += (dark * dark - bright * bright) / 50.0;
        }
        likelihood[i] = sum / points;
        weights[i] = weights[i] * exponential(likelihood[i]);
    }
    partial[t] = 0;
    __syncthreads();
    if (i < n)
        partial[t] = weights[i];
    __syncthreads();
    for (int half = (int)blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = partial[0];
}
