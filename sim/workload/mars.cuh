/*
 * What the kernels of the Mars workloads share: a record's map task, the prefix scan between a
 * counting pass and the pass that writes, and the sort that brings equal keys together.
 *
 * MapReduce without atomics: a map task cannot know where to write before it is known how much the
 * tasks before it write, so that each map is run twice. The first run counts what it would emit, a
 * scan of the counts gives each task its places, the second run writes there.
 *
 * MARS_SCAN, MARS_SORT and MARS_GROUP, defined before, say which kernels a workload's text has.
 */
#ifndef LW_WORKLOAD_MARS_CUH
#define LW_WORKLOAD_MARS_CUH

#define MARS_TILE 256 /* elements of a CTA of 128 in a scan */
#define MARS_RUN  128 /* entries of a CTA of 64 in a sort */

/* The record of a map task. */
static inline __device__ int mars_task(void)
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

#ifdef MARS_SCAN
/* Replaces each element of a tile by the sum of those before it, up and down a tree; leaves the
 * tile's sum. */
KERNEL mars_scan(int *data, int *sums, int n)
{
    __shared__ int tile[MARS_TILE];
    int t = (int)threadIdx.x;
    int a = (int)blockIdx.x * MARS_TILE + t, b = a + MARS_TILE / 2;
    tile[t] = a < n ? data[a] : 0;
    tile[t + MARS_TILE / 2] = b < n ? data[b] : 0;
    int step = 1;
    for (int nodes = MARS_TILE / 2; nodes > 0; nodes /= 2) {
        __syncthreads();
        if (t < nodes) {
            int right = (2 * t + 2) * step - 1;
            tile[right] += tile[right - step];
        }
        step *= 2;
    }
    if (t == 0) { /* who wrote the root */
        sums[blockIdx.x] = tile[MARS_TILE - 1];
        tile[MARS_TILE - 1] = 0;
    }
    for (int nodes = 1; nodes < MARS_TILE; nodes *= 2) {
        step /= 2;
        __syncthreads();
        if (t < nodes) {
            int right = (2 * t + 2) * step - 1;
            int left = tile[right - step];
            tile[right - step] = tile[right];
            tile[right] += left;
        }
    }
    __syncthreads();
    if (a < n)
        data[a] = tile[t];
    if (b < n)
        data[b] = tile[t + MARS_TILE / 2];
}

/* Adds what stands before each tile. */
KERNEL mars_add(int *data, const int *sums, int n)
{
    int i = mars_task();
    if (i < n)
        data[i] += sums[i / MARS_TILE];
}
#endif

#if defined MARS_SORT || defined MARS_GROUP
/*
 * An entry of a directory of emitted pairs: {place of the key, its bytes, place of the value, its
 * bytes}. Entries without a key have -1 bytes and stand behind all others.
 */

/* Keys in the order of their bytes, the shorter first where one begins with the other. */
static inline __device__ bool key_before(const char *keys, int4 a, int4 b)
{
    if (a.y < 0)
        return false;
    if (b.y < 0)
        return true;
    for (int k = 0; k < b.y; k++) {
        if (k == a.y)
            return true;
        unsigned char ca = (unsigned char)keys[a.x + k], cb = (unsigned char)keys[b.x + k];
        if (ca != cb)
            return ca < cb;
    }
    return false;
}
#endif

#ifdef MARS_SORT
/* A bitonic sequence of `size` entries is sorted upwards if that bit of its place is clear. Passes
 * whose partners are in one CTA are done in shared memory: all of sequences from `first` to
 * `last` entries, or the last ones of a longer sequence. */
KERNEL mars_sort_tile(int4 *entries, const char *keys, int first, int last)
{
    __shared__ int4 tile[MARS_RUN];
    int t = (int)threadIdx.x, base = (int)blockIdx.x * MARS_RUN;
    tile[t] = entries[base + t];
    tile[t + MARS_RUN / 2] = entries[base + t + MARS_RUN / 2];
    for (int size = first; size <= last; size *= 2) {
        for (int step = min(size, MARS_RUN) / 2; step > 0; step /= 2) {
            __syncthreads();
            int low = 2 * t - (t & (step - 1));
            bool up = !((base + low) & size);
            int4 a = tile[low], b = tile[low + step];
            if (key_before(keys, up ? b : a, up ? a : b)) {
                tile[low] = b;
                tile[low + step] = a;
            }
        }
    }
    __syncthreads();
    entries[base + t] = tile[t];
    entries[base + t + MARS_RUN / 2] = tile[t + MARS_RUN / 2];
}

/* One pass over `n` pairs of partners `step` entries apart. */
KERNEL mars_sort_pass(int4 *entries, const char *keys, int size, int step, int n)
{
    int i = mars_task();
    if (i >= n)
        return;
    int low = 2 * i - (i & (step - 1));
    bool up = !(low & size);
    int4 a = entries[low], b = entries[low + step];
    if (key_before(keys, up ? b : a, up ? a : b)) {
        entries[low] = b;
        entries[low + step] = a;
    }
}
#endif

#ifdef MARS_GROUP
/* 1 for the first entry of each key. */
KERNEL mars_group_first(const int4 *entries, const char *keys, int *firsts, int n)
{
    int i = mars_task();
    if (i >= n)
        return;
    bool first = true;
    if (i > 0)
        first = key_before(keys, entries[i - 1], entries[i]);
    firsts[i] = first;
}

/* The place of each group, from the scan of its firsts. */
KERNEL mars_group_starts(const int *places, int *starts, int n)
{
    int i = mars_task();
    if (i >= n)
        return;
    int place = places[i];
    if (places[i + 1] > place)
        starts[place] = i;
}
#endif

#endif
