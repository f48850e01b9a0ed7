/*
 * sift: scale-invariant features of a grey image. An octave is a stack of images (planes), each
 * blurred from the one before it; the next octave begins with one of them at half the size.
 * Differences of neighbouring planes are searched for extrema in the plane and across planes; each
 * extremum gets the directions of the gradients around it, and each direction a descriptor of 16
 * cells by 8 directions.
 */
#define COLUMNS 32 /* threads of a CTA of the image kernels */
#define ROWS    8
#define THREADS (COLUMNS * ROWS)

#define LEVELS 5 /* planes of an octave */
#define RADIUS 4 /* of the blur */
#define TAPS   (2 * RADIUS + 1)
#define EACH   4                      /* rows of a thread of the blur */
#define STRIP  (EACH * ROWS)          /* and of its CTA */
#define WIDE   (COLUMNS + 2 * RADIUS) /* its tile with a margin */
#define HIGH   (STRIP + 2 * RADIUS)

static inline __device__ int clamp(int i, int size)
{
    return max(0, min(i, size - 1));
}

CONSTANT(float sift_blur[LEVELS][TAPS]) /* that makes each plane */

/* Blurs a plane by rows and then by columns of a tile of 32 x 32; pixels outside are those of the
 * border. */
KERNEL sift_lowpass(const float *in, float *out, int level, int width, int height)
{
    __shared__ float tile[HIGH][WIDE];
    __shared__ float rows[HIGH][COLUMNS];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int x0 = (int)blockIdx.x * COLUMNS - RADIUS, y0 = (int)blockIdx.y * STRIP - RADIUS;
    float w[TAPS];
#pragma unroll
    for (int k = 0; k < TAPS; k++)
        w[k] = sift_blur[level][k];
    for (int y = ty; y < HIGH; y += ROWS) {
        const float *row = in + clamp(y0 + y, height) * width;
        tile[y][tx] = row[clamp(x0 + tx, width)];
        if (tx < 2 * RADIUS)
            tile[y][tx + COLUMNS] = row[clamp(x0 + tx + COLUMNS, width)];
    }
    __syncthreads();
    for (int y = ty; y < HIGH; y += ROWS) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < TAPS; k++)
            sum += w[k] * tile[y][tx + k];
        rows[y][tx] = sum;
    }
    __syncthreads();
    /* A thread's rows follow each other, so that it reads 12 values for its 4 pixels. */
    float column[EACH + 2 * RADIUS];
#pragma unroll
    for (int k = 0; k < EACH + 2 * RADIUS; k++)
        column[k] = rows[EACH * ty + k][tx];
    int x = x0 + RADIUS + tx, y = y0 + RADIUS + EACH * ty;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < TAPS; k++)
            sum += w[k] * column[i + k];
        if (x < width && y + i < height)
            out[(y + i) * width + x] = sum;
    }
}

#define HALF_TAPS 5
#define HALF_WIDE (2 * COLUMNS + HALF_TAPS - 2) /* of the tile that 32 x 8 pixels come from */
#define HALF_HIGH (2 * ROWS + HALF_TAPS - 2)

CONSTANT(float sift_half[HALF_TAPS])

/* Every second pixel of every second row, under a blur of 5 x 5. width and height: of the output. */
KERNEL sift_scale_down(const float *in, float *out, int width, int height)
{
    __shared__ float tile[HALF_HIGH][HALF_WIDE];
    __shared__ float rows[HALF_HIGH][COLUMNS];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int x = (int)blockIdx.x * COLUMNS + tx, y = (int)blockIdx.y * ROWS + ty;
    int x0 = (int)blockIdx.x * 2 * COLUMNS - 2, y0 = (int)blockIdx.y * 2 * ROWS - 2;
    for (int v = ty; v < HALF_HIGH; v += ROWS)
        for (int u = tx; u < HALF_WIDE; u += COLUMNS)
            tile[v][u] = in[clamp(y0 + v, 2 * height) * 2 * width + clamp(x0 + u, 2 * width)];
    __syncthreads();
    for (int v = ty; v < HALF_HIGH; v += ROWS) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < HALF_TAPS; k++)
            sum += sift_half[k] * tile[v][2 * tx + k];
        rows[v][tx] = sum;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < HALF_TAPS; k++)
        sum += sift_half[k] * rows[2 * ty + k][tx];
    if (x < width && y < height)
        out[y * width + x] = sum;
}

/* Differences of neighbouring planes; blockIdx.y counts them. */
KERNEL sift_difference(const float *planes, float *differences, int pixels)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= pixels)
        return;
    int at = (int)blockIdx.y * pixels + i;
    differences[at] = planes[at + pixels] - planes[at];
}

/* An extremum: where it is, and what the parabolas through its neighbours add to that. */
typedef struct point {
    float x, y, plane, value;
    float dx, dy, dplane, edge;
} point_t;

/* Where the parabola through three values has its extremum, from the middle one. */
static inline __device__ float peak(float before, float here, float after)
{
    return 0.5f * (after - before) / (2.0f * here - before - after);
}

#define FIND_WIDE (COLUMNS + 2) /* a tile with a margin */
#define FIND_HIGH (STRIP + 2)

/* Further from zero than the 26 pixels around it. */
static inline __device__ bool is_extremum(float tile[3][FIND_HIGH][FIND_WIDE], int x, int y)
{
    float here = tile[1][y][x];
    float size = here < 0 ? -here : here, sign = here < 0 ? -1.0f : 1.0f;
    bool extremum = true;
#pragma unroll
    for (int p = 0; p < 3; p++)
#pragma unroll
        for (int v = -1; v <= 1; v++)
#pragma unroll
            for (int u = -1; u <= 1; u++)
                if (p != 1 || v || u)
                    extremum = extremum & (sign * tile[p][y + v][x + u] < size);
    return extremum;
}

/* Pixels that are further from zero than `threshold` and than their 26 neighbours, and that do not
 * lie along an edge: the curvatures differ by less than a factor of 10. */
KERNEL sift_find(const float *differences, point_t *points, unsigned *count, unsigned most,
                 float threshold, int width, int height)
{
    __shared__ float tile[3][FIND_HIGH][FIND_WIDE];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y, plane = (int)blockIdx.z + 1;
    int x0 = (int)blockIdx.x * COLUMNS - 1, y0 = (int)blockIdx.y * STRIP - 1;
    const float *from = differences + (plane - 1) * width * height;
    int left_x = clamp(x0 + tx, width), right_x = clamp(x0 + tx + COLUMNS, width);
    for (int v = ty; v < FIND_HIGH; v += ROWS) {
        const float *row = from + clamp(y0 + v, height) * width;
#pragma unroll
        for (int p = 0; p < 3; p++) {
            tile[p][v][tx] = row[left_x];
            if (tx < 2)
                tile[p][v][tx + COLUMNS] = row[right_x];
            row += width * height;
        }
    }
    __syncthreads();
    int u = tx + 1, x = x0 + u;
    for (int v = ty + 1; v <= STRIP; v += ROWS) {
        int y = y0 + v;
        float here = tile[1][v][u];
        if ((here < 0 ? -here : here) <= threshold || x < 1 || y < 1 || x >= width - 1 ||
            y >= height - 1 || !is_extremum(tile, u, v))
            continue;
        float left = tile[1][v][u - 1], right = tile[1][v][u + 1];
        float above = tile[1][v - 1][u], below = tile[1][v + 1][u];
        float dxx = left + right - 2.0f * here, dyy = above + below - 2.0f * here;
        float dxy = 0.25f * (tile[1][v + 1][u + 1] - tile[1][v + 1][u - 1] -
                             tile[1][v - 1][u + 1] + tile[1][v - 1][u - 1]);
        float trace = dxx + dyy, determinant = dxx * dyy - dxy * dxy;
        float edge = 10.0f * trace * trace - 121.0f * determinant;
        if (edge >= 0)
            continue;
        unsigned n = atomicAdd(count, 1u);
        if (n < most)
            points[n] = (point_t){(float)x,
                                  (float)y,
                                  (float)plane,
                                  here,
                                  peak(left, here, right),
                                  peak(above, here, below),
                                  peak(tile[0][v][u], here, tile[2][v][u]),
                                  edge};
    }
}

#define PI 3.14159265f

/* The angle of (x, y), from -pi to pi, within 2e-5. Source of the polynomial: M. Abramowitz,
 * I. Stegun, "Handbook of Mathematical Functions" (1964), 4.4.47. */
static inline __device__ float angle_of(float y, float x)
{
    float a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    float large = a > b ? a : b, small = a > b ? b : a;
    float q = large > 0 ? small / large : 0.0f;
    float s = q * q;
    float angle =
        q * (0.9998660f +
             s * (-0.3302995f + s * (0.1801410f + s * (-0.0851330f + s * 0.0208351f))));
    angle = b > a ? 0.5f * PI - angle : angle;
    angle = x < 0 ? PI - angle : angle;
    return y < 0 ? -angle : angle;
}

#define WINDOW 15 /* of the gradients around a point */
#define SIDE   16 /* of a CTA of the kernels of points */
#define PARTS  8  /* warps of it */
#define BINS   32 /* directions around a point */

/* A direction of a point. */
typedef struct feature {
    unsigned point;
    float angle;
} feature_t;

/* The histogram of directions around a point, a CTA a point: each warp adds what its 32 samples
 * have in each direction, the first warp adds that up, smooths it and leaves a feature for each
 * peak of at least 0.8 of the highest. */
KERNEL sift_orientation(const float *planes, const point_t *points, const float *window,
                        float *histograms, feature_t *features, unsigned *count, unsigned most,
                        unsigned first, int width, int height)
{
    __shared__ float size[SIDE * SIDE];
    __shared__ int bin[SIDE * SIDE];
    __shared__ float part[PARTS][BINS];
    __shared__ float sum[BINS];
    __shared__ float smooth[BINS];
    unsigned p = first + blockIdx.x;
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y, t = ty * SIDE + tx;
    int warp = t / 32, lane = t % 32;
    const float *plane = planes + (int)points[p].plane * width * height;
    int x = (int)points[p].x + tx - WINDOW / 2, y = (int)points[p].y + ty - WINDOW / 2;
    float weight = tx < WINDOW && ty < WINDOW ? window[ty * WINDOW + tx] : 0.0f;
    float gx = plane[clamp(y, height) * width + clamp(x + 1, width)] -
               plane[clamp(y, height) * width + clamp(x - 1, width)];
    float gy = plane[clamp(y + 1, height) * width + clamp(x, width)] -
               plane[clamp(y - 1, height) * width + clamp(x, width)];
    size[t] = weight * sqrtf(gx * gx + gy * gy);
    bin[t] = (int)((angle_of(gy, gx) + PI) * (0.5f * BINS / PI)) & (BINS - 1);
    __syncthreads();
    float own = 0;
#pragma unroll 8
    for (int i = warp * 32; i < warp * 32 + 32; i++)
        own += bin[i] == lane ? size[i] : 0.0f;
    part[warp][lane] = own;
    __syncthreads();
    if (warp == 0) {
        float all = 0;
        for (int i = 0; i < PARTS; i++)
            all += part[i][lane];
        sum[lane] = all;
    }
    __syncthreads();
    if (warp == 0) {
        float s = 0.375f * sum[lane] + 0.25f * (sum[(lane + 1) & 31] + sum[(lane - 1) & 31]) +
                  0.0625f * (sum[(lane + 2) & 31] + sum[(lane - 2) & 31]);
        smooth[lane] = s;
        histograms[p * BINS + lane] = s;
    }
    __syncthreads();
    if (warp > 0)
        return;
    float top = 0;
    for (int i = 0; i < BINS; i++)
        top = smooth[i] > top ? smooth[i] : top;
    float before = smooth[(lane - 1) & 31], here = smooth[lane], after = smooth[(lane + 1) & 31];
    if (here < 0.8f * top || here <= before || here < after)
        return;
    unsigned n = atomicAdd(count, 1u);
    if (n < most)
        features[n] =
            (feature_t){p, ((float)lane + 0.5f + peak(before, here, after)) * (2.0f * PI / BINS) -
                               PI};
}

/* A plane between its pixels. */
static inline __device__ float between(const float *plane, float x, float y, int width, int height)
{
    int x0 = (int)floorf(x), y0 = (int)floorf(y);
    float fx = x - (float)x0, fy = y - (float)y0;
    const float *above = plane + clamp(y0, height) * width;
    const float *below = plane + clamp(y0 + 1, height) * width;
    int left = clamp(x0, width), right = clamp(x0 + 1, width);
    float a = above[left] + fx * (above[right] - above[left]);
    float b = below[left] + fx * (below[right] - below[left]);
    return a + fy * (b - a);
}

#define CELLS      4 /* in each direction */
#define DIRECTIONS 8
#define VALUES     (CELLS * CELLS * DIRECTIONS)

/* The sum of a value of each of the first 128 threads, to all. */
static inline __device__ float total(float *sums, int t, float value)
{
    __syncthreads();
    if (t < VALUES)
        sums[t] = value;
    for (int step = VALUES / 2; step > 0; step /= 2) {
        __syncthreads();
        if (t < step)
            sums[t] += sums[t + step];
    }
    __syncthreads();
    return sums[0];
}

/* The descriptor of a feature, a CTA a feature, a thread a sample of a grid that is turned by the
 * feature's angle. A sample's gradient goes into the cells around it and the directions around its
 * own by its distance from them. The values are normalized, cut at 0.2 and normalized again. */
KERNEL sift_descriptor(const float *planes, const point_t *points, const feature_t *features,
                       const float *bell, const float *spacings, float *descriptors,
                       unsigned first, int width, int height)
{
    __shared__ float cells[VALUES];
    __shared__ float sums[VALUES];
    unsigned f = first + blockIdx.x;
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y, t = ty * SIDE + tx;
    if (t < VALUES)
        cells[t] = 0;
    const point_t *point = points + features[f].point;
    int level = (int)point->plane;
    const float *plane = planes + level * width * height;
    float spacing = spacings[level], angle = features[f].angle;
    float c = __cosf(angle), s = __sinf(angle);
    float u = ((float)tx - 7.5f) * spacing, v = ((float)ty - 7.5f) * spacing;
    float x = point->x + point->dx + (u * c - v * s), y = point->y + point->dy + (u * s + v * c);
    float gx = between(plane, x + c, y + s, width, height) -
               between(plane, x - c, y - s, width, height);
    float gy = between(plane, x - s, y + c, width, height) -
               between(plane, x + s, y - c, width, height);
    float size = bell[tx] * bell[ty] * sqrtf(gx * gx + gy * gy);
    float turn = (angle_of(gy, gx) + PI) * (0.5f * DIRECTIONS / PI);
    int low = (int)turn;
    float rest = turn - (float)low;
    int cell_x = (tx + 2) / 4 - 1, cell_y = (ty + 2) / 4 - 1;
    float part_x = (float)((tx + 2) % 4) * 0.25f + 0.125f;
    float part_y = (float)((ty + 2) % 4) * 0.25f + 0.125f;
    __syncthreads();
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 2; i++) {
            int cx = cell_x + i, cy = cell_y + j;
            if (cx < 0 || cx >= CELLS || cy < 0 || cy >= CELLS)
                continue;
            float share = size * (i ? part_x : 1.0f - part_x) * (j ? part_y : 1.0f - part_y);
            float *cell = cells + (cy * CELLS + cx) * DIRECTIONS;
            atomicAdd(&cell[low & 7], share * (1.0f - rest));
            atomicAdd(&cell[(low + 1) & 7], share * rest);
        }
    }
    __syncthreads();
    float value = t < VALUES ? cells[t] : 0.0f;
    value /= sqrtf(total(sums, t, value * value));
    value = value > 0.2f ? 0.2f : value;
    value /= sqrtf(total(sums, t, value * value));
    if (t < VALUES)
        descriptors[f * VALUES + (unsigned)t] = value;
}
