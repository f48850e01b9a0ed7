/* Launch files; what is small enough runs, with the arguments, textures and contents that it gives.
 */
#include "fuzz.h"

#include "config/run_config.h"
#include "driver/device.h"
#include "driver/launch_file.h"

enum { MEMORY = 1 << 16, CTAS = 16 };

/* Kernels that end at once: what is read here are the arguments. */
static const char ptx[] = ".version 6.0\n.target sm_30\n.address_size 64\n"
                          ".visible .const .align 4 .f32 weight[4];\n"
                          ".visible .global .texref tex;\n"
                          ".visible .entry vecadd(.param .u64 a, .param .u64 b, .param .u64 c,\n"
                          "    .param .u32 n) { ret; }\n"
                          ".visible .entry s(.param .align 8 .b8 p[16]) { ret; }\n"
                          ".visible .entry none() { ret; }\n";

static bool small(const launch_file_t *f)
{
    uint64_t ctas = 0;
    for (unsigned i = 0; i < f->n_launches; i++) {
        const lf_launch_t *l = &f->launches[i];
        if (l->grid.x > CTAS || l->grid.y > CTAS || l->grid.z > CTAS || l->repeat > CTAS)
            return false;
        ctas += (uint64_t)l->grid.x * l->grid.y * l->grid.z * l->repeat;
    }
    return ctas <= CTAS && !f->n_dumps; /* a dump writes a file of any name */
}

static void run(launch_file_t *f, const gpu_cfg_t *gpu)
{
    const dev_ptx_t text = {"k.ptx", ptx, sizeof ptx - 1};
    dev_cfg_t cfg = {.gpu_cfg = gpu, .memory_bytes = MEMORY};
    diag_t d = {{0}};
    device_t *dev = dev_open(&cfg, &d);
    if (!dev)
        fuzz_fail("no device: %s", d.text);
    fuzz_answer(launch_file_run(f, dev, &text, 1, &d), &d);
    dev_close(dev);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static run_config_t config;
    diag_t d = {{0}};
    launch_file_t f;
    if (!config.memory_mb && run_config_load(&config, "apres", &d))
        fuzz_fail("%s", d.text);
    int rc = launch_file_read(fuzz_file(0, data, size), &f, &d);
    fuzz_answer(rc, &d);
    if (!rc && small(&f))
        run(&f, &config.gpu);
    launch_file_free(&f);
}
