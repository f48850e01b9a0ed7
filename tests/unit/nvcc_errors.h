/*
 * The largest errors that NVIDIA documents for the functions whose results depend on an approximate
 * instruction (CUDA C++ Programming Guide 13.0, Mathematical Functions: tables 17, 18 and 21; for
 * halves cuda_fp16.h). The error is in units of the last place of the result; of results up to 1 it
 * may be absolute. A GPU's result and lockwarp's may each be off by it, to either side.
 */
#ifndef LW_TESTS_NVCC_ERRORS_H
#define LW_TESTS_NVCC_ERRORS_H

typedef struct nvcc_error {
    double ulps, absolute;
} nvcc_error_t;

/* Defined by IEEE 754, or computed without approximate instructions: bit for bit, but for what is
 * not a number, which may have any bits. */
static const nvcc_error_t nvcc_exact = {0, 0};

static const nvcc_error_t nvcc_expf = {2, 0};
static const nvcc_error_t nvcc_powf = {4, 0};
static const nvcc_error_t nvcc_tanhf = {2, 0};
static const nvcc_error_t nvcc_erff = {2, 0};
static const nvcc_error_t nvcc_rsqrtf = {2, 0};
static const nvcc_error_t nvcc_fast_expf = {7, 0};        /* 2 + |1.173 x|, |x| up to 5.1 */
static const nvcc_error_t nvcc_fast_logf = {3, 3.588e-7}; /* 2^-21.41 within 0.5 to 2 */
static const nvcc_error_t nvcc_fast_sinf = {0, 3.588e-7}; /* 2^-21.41 within pi */
static const nvcc_error_t nvcc_fast_dividef = {2, 0};     /* divisors of 2^-126 to 2^126 */

static const nvcc_error_t nvcc_rsqrt = {1, 0};
static const nvcc_error_t nvcc_log = {1, 0};
static const nvcc_error_t nvcc_pow = {2, 0};
static const nvcc_error_t nvcc_cbrt = {1, 0};

static const nvcc_error_t nvcc_half_divide = {0.5, 0}; /* to nearest, of a quotient in f32 */

#endif
