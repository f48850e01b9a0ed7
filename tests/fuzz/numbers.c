/* Files that fill a launch file's buffers: numbers as text, or raw bytes. The first byte chooses
 * the type of the elements and the format. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "config/run_config.h"
#include "driver/device.h"
#include "driver/launch_file.h"

static const char ptx[] = ".version 6.0\n.target sm_30\n.address_size 64\n"
                          ".visible .entry k() { ret; }\n";

static void run(launch_file_t *f)
{
    static run_config_t config;
    const dev_ptx_t text = {"k.ptx", ptx, sizeof ptx - 1};
    diag_t d = {{0}};
    if (!config.memory_mb && run_config_load(&config, "apres", &d))
        fuzz_fail("%s", d.text);
    dev_cfg_t cfg = {.gpu_cfg = &config.gpu, .memory_bytes = 1 << 16};
    device_t *dev = dev_open(&cfg, &d);
    if (!dev)
        fuzz_fail("no device: %s", d.text);
    fuzz_answer(launch_file_run(f, dev, &text, 1, &d), &d);
    dev_close(dev);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static const char *const types[] = {"u8",  "s8",  "u16", "s16", "u32",
                                        "s32", "u64", "s64", "f32", "f64"};
    char yaml[512];
    diag_t d = {{0}};
    launch_file_t f;
    unsigned choice = size ? data[0] : 0;
    const char *file = fuzz_file(1, size ? data + 1 : data, size ? size - 1 : 0);
    snprintf(yaml, sizeof yaml,
             "buffers:\n  a: {type: %s, size: 8, init: {file: %s, format: %s}}\n"
             "launches:\n  - {kernel: k, grid: 1, block: 1, args: []}\n"
             "compare:\n  - {buffer: a, file: %s, format: %s}\n",
             types[choice % 10], file, choice / 10 % 2 ? "raw" : "text", file,
             choice / 10 % 2 ? "raw" : "text");
    int rc = launch_file_read(fuzz_file(0, yaml, strlen(yaml)), &f, &d);
    if (rc)
        fuzz_fail("the launch file is refused: %s", d.text);
    run(&f);
    launch_file_free(&f);
}
