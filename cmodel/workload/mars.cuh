/*
 * What the kernels of the Mars workloads share: a record's map task, the prefix scan between a
 * counting pass and the pass that writes, and the sort that brings equal keys together.
 *
 * MapReduce without atomics: a map task cannot know where to write before all tasks are known to
 * fit, so that each map is run twice. The first run counts what it would emit, a scan of the counts
 * gives each task its places, the second run writes there.
 */
#ifndef LW_WORKLOAD_MARS_CUH
#define LW_WORKLOAD_MARS_CUH

typedef int int2 __attribute__((ext_vector_type(2)));
typedef int int4 __attribute__((ext_vector_type(4)));

/* The record of a map task. */
static inline __device__ int mars_task(void)
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

#endif
