/*
 * What a CUDA C kernel needs of the CUDA headers, for clang without a CUDA SDK: the qualifiers,
 * the built-in variables, the barrier, atomics, vector types, and the few math functions that
 * are one PTX instruction. Given to the compiler by -include (see cmake/kernels.sh).
 *
 * Vector types are clang's ext_vector_type, so that a float4 is loaded by one ld.global.v4.
 */
#ifndef LW_WORKLOAD_SHIM_CUH
#define LW_WORKLOAD_SHIM_CUH

#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))
/* Kernels and constant tables have C linkage, so that hosts and tests name them as the source
 * does. CONSTANT(int table[4]) defines the table. */
#define KERNEL extern "C" __global__ void
#define CONSTANT(declaration)                                                                      \
    extern "C" {                                                                                   \
    __constant__ declaration;                                                                      \
    }

/* blockIdx.x and the like read a special register; they have no address. */
#define LW_SREG_FIELD(axis, reg)                                                                   \
    __declspec(property(get = get_##axis)) unsigned axis;                                          \
    static inline __attribute__((device, always_inline)) unsigned get_##axis(void)                 \
    {                                                                                              \
        return (unsigned)__nvvm_read_ptx_sreg_##reg##_##axis();                                    \
    }
#define LW_SREG(name, reg)                                                                         \
    struct lw_##reg {                                                                              \
        LW_SREG_FIELD(x, reg)                                                                      \
        LW_SREG_FIELD(y, reg)                                                                      \
        LW_SREG_FIELD(z, reg)                                                                      \
    };                                                                                             \
    extern const __attribute__((device, weak)) lw_##reg name;
LW_SREG(threadIdx, tid)
LW_SREG(blockIdx, ctaid)
LW_SREG(blockDim, ntid)
LW_SREG(gridDim, nctaid)

/* Not the builtin: clang 14 takes that for a call that leaves static shared arrays as they are, and
 * may keep a value loaded before it. */
#define __syncthreads() __asm__ volatile("bar.sync \t0;" ::: "memory")

/* Returns the old value. */
static inline __device__ unsigned atomicAdd(unsigned *p, unsigned v)
{
    return (unsigned)__nvvm_atom_add_gen_i((int *)p, (int)v);
}

static inline __device__ float atomicAdd(float *p, float v)
{
    return __nvvm_atom_add_gen_f(p, v);
}

static inline __device__ unsigned atomicMin(unsigned *p, unsigned v)
{
    return __nvvm_atom_min_gen_ui(p, v);
}

static inline __device__ unsigned atomicMax(unsigned *p, unsigned v)
{
    return __nvvm_atom_max_gen_ui(p, v);
}

typedef float float4 __attribute__((ext_vector_type(4)));

/* Correctly rounded (sqrt.rn.f32). */
static inline __device__ float sqrtf(float x)
{
    return __nvvm_sqrt_rn_f(x);
}

/* Correctly rounded (sqrt.rn.f64). */
static inline __device__ double sqrt(double x)
{
    return __nvvm_sqrt_rn_d(x);
}

static inline __device__ float floorf(float x)
{
    return __nvvm_floor_f(x);
}

/* By sin.approx and cos.approx. */
static inline __device__ float __sinf(float x)
{
    return __nvvm_sin_approx_f(x);
}

static inline __device__ float __cosf(float x)
{
    return __nvvm_cos_approx_f(x);
}

/* By ex2.approx and lg2.approx. */
static inline __device__ float __expf(float x)
{
    return __nvvm_ex2_approx_f(x * 1.442695041f);
}

static inline __device__ float __logf(float x)
{
    return __nvvm_lg2_approx_f(x) * 0.693147181f;
}

static inline __device__ int min(int a, int b)
{
    return a < b ? a : b;
}

static inline __device__ int max(int a, int b)
{
    return a > b ? a : b;
}

#endif
