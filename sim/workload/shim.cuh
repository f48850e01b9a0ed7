/*
 * What a CUDA C kernel needs of the CUDA headers, for clang without a CUDA SDK: the qualifiers,
 * the built-in variables, the barrier, atomics, vector types, and the few math functions that
 * are one PTX instruction. Given to the compiler by -include (see cmake/kernels.sh). nvcc has all
 * of these, but for arithmetic on vectors, and takes only that and the two macros (see
 * tests/nvcc/make.sh).
 *
 * Vector types are clang's ext_vector_type, so that a float4 is loaded by one ld.global.v4.
 */
#ifndef LW_WORKLOAD_SHIM_CUH
#define LW_WORKLOAD_SHIM_CUH

/* Kernels and constant tables have C linkage, so that hosts and tests name them as the source
 * does. CONSTANT(int table[4]) defines the table. */
#define KERNEL extern "C" __global__ void
#define CONSTANT(declaration)                                                                      \
    extern "C" {                                                                                   \
    __constant__ declaration;                                                                      \
    }

/*
 * TEXTURE(float, 1, rows) defines a texture of floats in one dimension, which the host binds by its name
 * (host_texture). TEX_1D_FLOAT and TEX_2D_UINT4 read an element, without filtering. nvcc 13 has no
 * texture references any more: there it is a texture object in constant memory.
 */
#ifdef __NVCC__

#define TEXTURE(type, dimensions, name)                                                            \
    extern "C" {                                                                                   \
    __constant__ cudaTextureObject_t name;                                                         \
    }
#define TEX_1D_FLOAT(name, x)    tex1Dfetch<float>(name, x)
#define TEX_2D_UINT4(name, x, y) tex2D<uint4>(name, x, y)

static inline __device__ float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

static inline __device__ float4 operator*(float s, float4 a)
{
    return make_float4(s * a.x, s * a.y, s * a.z, s * a.w);
}

static inline __device__ uint4 operator+(uint4 a, uint4 b)
{
    return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

#else

#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))

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

#define LW_VECTOR(element, name, n) typedef element name __attribute__((ext_vector_type(n)));
LW_VECTOR(unsigned char, uchar4, 4)
LW_VECTOR(unsigned short, ushort4, 4)
LW_VECTOR(int, int2, 2)
LW_VECTOR(int, int4, 4)
LW_VECTOR(unsigned, uint2, 2)
LW_VECTOR(unsigned, uint4, 4)
LW_VECTOR(float, float4, 4)

/* clang wants the third parameter, the way in which elements are read. */
template <typename element, int dimensions, int mode = 0>
struct __attribute__((device_builtin_texture_type)) texture {
};

/* The read of an element of one type: inline assembly, as clang 14 loses the reference if it
 * moves its own texture intrinsics out of a loop. */
#define LW_TEXEL_FLOAT(read, ...)                                                                  \
    ({                                                                                             \
        float lw_x, lw_y, lw_z, lw_w;                                                              \
        __asm__(read : "=f"(lw_x), "=f"(lw_y), "=f"(lw_z), "=f"(lw_w) : __VA_ARGS__);              \
        lw_x;                                                                                      \
    })
#define LW_TEXEL_UINT4(read, ...)                                                                  \
    ({                                                                                             \
        unsigned lw_x, lw_y, lw_z, lw_w;                                                           \
        __asm__(read : "=r"(lw_x), "=r"(lw_y), "=r"(lw_z), "=r"(lw_w) : __VA_ARGS__);              \
        (uint4){lw_x, lw_y, lw_z, lw_w};                                                           \
    })

#define TEXTURE(type, dimensions, name)                                                            \
    extern "C" {                                                                                   \
    texture<type, dimensions> name;                                                                \
    }
#define TEX_1D_FLOAT(name, x)                                                                      \
    LW_TEXEL_FLOAT("tex.1d.v4.f32.s32 \t{%0, %1, %2, %3}, [" #name ", {%4}];", "r"(x))
#define TEX_2D_UINT4(name, x, y)                                                                   \
    LW_TEXEL_UINT4("tex.2d.v4.u32.f32 \t{%0, %1, %2, %3}, [" #name ", {%4, %5}];", "f"(x), "f"(y))

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
#endif
