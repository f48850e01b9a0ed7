/*
 * Runs of the programs of tests/nvcc: CUDA C of this project's own, compiled by nvcc (make.sh
 * there), with every instruction set of this machine and both warp sizes.
 */
#ifndef LW_TESTS_NVCC_RIG_H
#define LW_TESTS_NVCC_RIG_H

#include "isa_rig.h"
#include "nvcc_record.h"

typedef void nvcc_body_t(rig_t *r);

static inline void *nvcc_place(rig_t *r, uint64_t *at, size_t bytes)
{
    *at = rig_alloc(r, bytes);
    return rig_host(r, *at);
}

/* A launch of args as 8 bytes each; false: this machine has not this instruction set. */
static inline bool nvcc_launch(rig_t *r, const char *kernel, uint32_t grid, uint32_t block,
                               const uint64_t *args, unsigned n)
{
    nvcc_record_before(r);
    bool ran = !rig_run(r, kernel, grid, block, args, n);
    if (ran)
        nvcc_record_after(r, kernel, grid, block, args, n);
    nvcc_record_forget();
    if (ran)
        return true;
    if (!strstr(r->d.text, "no handlers"))
        fail_msg("%s: %s", kernel, r->d.text);
    return false;
}

/* Leaves the body if the instruction set is not here. */
#define NVCC_RUN(r, kernel, grid, block, ...)                                                      \
    do {                                                                                           \
        const uint64_t nvcc_args_[] = {__VA_ARGS__};                                               \
        if (!nvcc_launch(r, kernel, grid, block, nvcc_args_,                                       \
                         sizeof nvcc_args_ / sizeof nvcc_args_[0]))                                \
            return;                                                                                \
    } while (0)

/* most_lanes: 32 for a program that knows its warp's lanes. */
static inline void nvcc_everywhere(const char *name, nvcc_body_t *body, uint32_t most_lanes)
{
    static const char *const simds[] = {"base", "avx2", "avx512"};
    static char text[8 << 20];
    const char *dir = getenv("LW_NVCC_DIR");
    char path[300];
    snprintf(path, sizeof path, "%s/%s.ptx", dir ? dir : "tests/nvcc", name);
    nvcc_record_open(name, path);
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s: cannot be read", path);
    size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[n] = 0;
    unsigned done = 0;
    for (unsigned s = 0; s < 3; s++)
        for (uint32_t lanes = 32; lanes <= most_lanes; lanes += 32) {
            rig_t r;
            rig_open(&r, path, text);
            r.simd = simds[s];
            r.warp_size = lanes;
            body(&r);
            done += !strstr(r.d.text, "no handlers");
            rig_close(&r);
        }
    assert_true(done >= most_lanes / 32); /* base runs everywhere */
}

#define NVCC_EQ(i, have, want)                                                                     \
    do {                                                                                           \
        if ((have) != (want))                                                                      \
            fail_msg("thread %d, %s is not %s", (int)(i), #have, #want);                           \
    } while (0)

/* Whole numbers of both signs, different in neighbours. */
static inline int number(int i)
{
    return i * 7919 % 4001 - 2000;
}

/* The test case of the program NAME, which run_NAME() runs and compares. */
#define NVCC_PROGRAM(number, name, most_lanes)                                                     \
    static void nvcc_##number##_##name(void **state)                                               \
    {                                                                                              \
        (void)state;                                                                               \
        nvcc_everywhere(#name, run_##name, most_lanes);                                            \
    }

#endif
