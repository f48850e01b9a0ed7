/*
 * srad (Rodinia, version 2): speckle-reducing anisotropic diffusion of an image. srad_coefficient
 * makes the diffusion coefficient of each pixel and the differences to its four neighbours,
 * srad_update moves the pixel. A CTA of 16 x 16 threads holds its tile and the rows and columns
 * beside it in shared memory. Every thread reads the neighbour tiles' edge cells of its column and
 * row, also where a tile lies at the image's edge; there a second load replaces the value by the
 * image's own edge. The buffers have a row to spare on either side for the first of these loads.
 */
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

    float g2 = (n * n + s * s + w * w + e * e) / (c * c);
    float l = (n + s + w + e) / c;
    float num = 0.5f * g2 - 1.0f / 16.0f * (l * l);
    float den = 1.0f + 0.25f * l;
    float q = num / (den * den);
    den = (q - q0) / (q0 * (1.0f + q0));
    float k = 1.0f / (1.0f + den);
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
