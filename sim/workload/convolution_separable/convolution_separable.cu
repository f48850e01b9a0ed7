/*
 * convolution_separable (CUDA SDK): an image convolved with a separable filter of 17 taps, first
 * along rows, then along columns. A CTA makes eight tiles side by side (or one above the other): it
 * loads them and a tile on either side into shared memory, a word a thread and tile. Outside the
 * image there are zeros.
 *
 * The loops over tiles and taps have fixed lengths and are unrolled here as in the original, so that
 * a CTA's ten loads and eight stores are instructions of their own. The taps are read once, which is
 * what a compiler makes of a table in constant memory that nothing can write.
 */
#define RADIUS 8
#define TAPS   (2 * RADIUS + 1)
#define TILES  8 /* that a CTA makes; one more at each end is loaded */

#define ROWS_X    16
#define ROWS_Y    4
#define COLUMNS_X 16
#define COLUMNS_Y 8

CONSTANT(float convolution_taps[TAPS])

KERNEL convolution_rows(const float *in, float *out, int width, int pitch)
{
    __shared__ float row[ROWS_Y][(TILES + 2) * ROWS_X];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    /* This thread's word of the tile before the first. */
    int x = ((int)blockIdx.x * TILES - 1) * ROWS_X + tx;
    int first = ((int)blockIdx.y * ROWS_Y + ty) * pitch + x;
    in += first;
    out += first;

#pragma unroll
    for (int i = 1; i <= TILES; i++)
        row[ty][i * ROWS_X + tx] = in[i * ROWS_X];
    row[ty][tx] = x >= 0 ? in[0] : 0.0f;
    row[ty][(TILES + 1) * ROWS_X + tx] =
        x + (TILES + 1) * ROWS_X < width ? in[(TILES + 1) * ROWS_X] : 0.0f;
    float tap[TAPS];
#pragma unroll
    for (int k = 0; k < TAPS; k++)
        tap[k] = convolution_taps[k];
    __syncthreads();

#pragma unroll
    for (int i = 1; i <= TILES; i++) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < TAPS; k++)
            sum += tap[k] * row[ty][i * ROWS_X + tx + RADIUS - k];
        out[i * ROWS_X] = sum;
    }
}

KERNEL convolution_columns(const float *in, float *out, int height, int pitch)
{
    /* By columns; a word of padding, so that a half warp's 16 words are in 16 banks. */
    __shared__ float column[COLUMNS_X][(TILES + 2) * COLUMNS_Y + 1];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int y = ((int)blockIdx.y * TILES - 1) * COLUMNS_Y + ty;
    int first = y * pitch + (int)blockIdx.x * COLUMNS_X + tx;
    in += first;
    out += first;

#pragma unroll
    for (int i = 1; i <= TILES; i++)
        column[tx][i * COLUMNS_Y + ty] = in[i * COLUMNS_Y * pitch];
    column[tx][ty] = y >= 0 ? in[0] : 0.0f;
    column[tx][(TILES + 1) * COLUMNS_Y + ty] =
        y + (TILES + 1) * COLUMNS_Y < height ? in[(TILES + 1) * COLUMNS_Y * pitch] : 0.0f;
    float tap[TAPS];
#pragma unroll
    for (int k = 0; k < TAPS; k++)
        tap[k] = convolution_taps[k];
    __syncthreads();

#pragma unroll
    for (int i = 1; i <= TILES; i++) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < TAPS; k++)
            sum += tap[k] * column[tx][i * COLUMNS_Y + ty + RADIUS - k];
        out[i * COLUMNS_Y * pitch] = sum;
    }
}
