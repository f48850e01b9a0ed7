/*
 * Functional execution alone, without the timing model: warp instructions per second for a few
 * kernels, each with every warp full. Run from the top of the source tree.
 *     bench_isa [base|avx2|avx512]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isa/isa.h"

#define BASE  UINT64_C(0x10000000)
#define BYTES ((size_t)64 << 20)

typedef struct bench {
    const char *file, *kernel;
    uint32_t grid, block_x, block_y;
    uint64_t arg[8]; /* sizes below BASE, else addresses */
} bench_t;

#define AT(mb) (BASE + ((uint64_t)(mb) << 20))

static const bench_t benches[] = {
    {"tests/unit/data/sample.sm_20.ptx", "alu_chain", 256, 256, 1, {AT(0), AT(8), 100}},
    {"tests/unit/data/sample.sm_20.ptx", "collatz", 256, 256, 1, {AT(0), AT(8), 65536, 500}},
    {"tests/unit/data/sample.sm_20.ptx", "transpose_sum", 4096, 16, 16, {AT(0), AT(8), AT(16), 64}},
    {"tests/unit/data/sample.sm_20.ptx", "vectors", 1024, 256, 1, {AT(0), AT(16), AT(32), 256}},
    {"sim/workload/atax/atax.ptx", "atax_kernel1", 8, 256, 1, {AT(0), AT(32), AT(40), 2048, 2048}},
    {"sim/workload/atax/atax.ptx", "atax_kernel2", 8, 256, 1, {AT(0), AT(32), AT(40), 2048, 2048}},
};

static char *read_file(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        fprintf(stderr, "bench_isa: cannot open %s; run from the top of the source tree\n", path);
        exit(2);
    }
    size_t room = (size_t)1 << 22;
    char *text = malloc(room);
    *bytes = text ? fread(text, 1, room, f) : 0;
    fclose(f);
    return text;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void place_symbols(isa_module_t *m, uint8_t *mem)
{
    uint64_t at = AT(60);
    for (unsigned i = 0; i < isa_symbol_count(m); i++) {
        isa_symbol_place(m, i, at);
        at += (isa_symbol_at(m, i)->bytes + 255) & ~UINT64_C(255);
    }
    at = AT(60);
    for (unsigned i = 0; i < isa_symbol_count(m); i++) {
        isa_symbol_image(m, i, mem + (at - BASE));
        at += (isa_symbol_at(m, i)->bytes + 255) & ~UINT64_C(255);
    }
}

static int run(const bench_t *b, uint8_t *mem, const char *simd, double *log_sum)
{
    diag_t d = {.text = ""};
    size_t bytes;
    char *text = read_file(b->file, &bytes);
    isa_module_t *m = isa_module_parse(b->file, text, bytes, &d);
    const isa_kernel_t *k = m ? isa_kernel_find(m, b->kernel) : NULL;
    free(text);
    if (!k) {
        fprintf(stderr, "bench_isa: %s: %s\n", b->kernel, d.text);
        return 2;
    }
    uint8_t params[128] = {0};
    for (unsigned i = 0; i < k->n_params; i++)
        memcpy(params + k->param[i].offset, &b->arg[i], k->param[i].bytes);
    for (size_t i = 0; i < BYTES / 4 - 4096; i++) { /* small positive numbers either way */
        uint32_t v = (uint32_t)(i * 2654435761u >> 24) + 1;
        memcpy(mem + 4 * i, &v, 4);
    }
    place_symbols(m, mem);
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {b->grid, 1, 1},
                            .block = {b->block_x, b->block_y, 1},
                            .warp_size = 32,
                            .params = params,
                            .param_bytes = k->param_bytes,
                            .mem = {BASE, mem, BYTES},
                            .simd = simd};
    double best = 0;
    isa_counts_t c;
    for (int turn = 0; turn < 3; turn++) {
        isa_launch_t *l = isa_launch_new(&cfg, &d);
        double start = now();
        if (!l || isa_run_functional(l, 0, &c, &d)) {
            fprintf(stderr, "bench_isa: %s\n", d.text);
            return 1;
        }
        double rate = (double)c.warp_insts / (now() - start);
        best = rate > best ? rate : best;
        isa_launch_free(l);
    }
    printf("%-16s %10llu warp instructions, %4.1f lanes, %6.2f M/s\n", b->kernel,
           (unsigned long long)c.warp_insts, (double)c.thread_insts / (double)c.warp_insts,
           best * 1e-6);
    *log_sum += __builtin_log(best);
    isa_module_free(m);
    return 0;
}

int main(int argc, char **argv)
{
    const size_t n = sizeof benches / sizeof benches[0];
    uint8_t *mem = calloc(1, BYTES);
    double log_sum = 0;
    int status = mem ? 0 : 1;
    for (size_t i = 0; i < n && !status; i++)
        status = run(&benches[i], mem, argc > 1 ? argv[1] : NULL, &log_sum);
    if (!status)
        printf("geometric mean %.2f M warp instructions/s\n",
               __builtin_exp(log_sum / (double)n) * 1e-6);
    free(mem);
    return status;
}
