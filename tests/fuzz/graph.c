/* Graphs and matrices (run --input): the first byte chooses what they are used for. */
#include "fuzz.h"

#include "workload/input.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    static const workload_t none = {.name = "none", .variants = ""};
    static const workload_opts_t options = {.seed = 1};
    diag_t d = {{0}};
    host_t h = {.w = &none, .o = &options, .diag = &d};
    input_t in;
    unsigned use = size ? data[0] % 3u : 0;
    const char *path = fuzz_file(0, size ? data + 1 : data, size ? size - 1 : 0);
    int rc = input_read(&h, path, (input_use_t)use, &in);
    fuzz_answer(rc, &d);
    for (uint32_t i = 0; !rc && i < in.entries; i++)
        if (in.row[i] < 0 || in.col[i] < 0 || (uint32_t)in.row[i] >= in.rows ||
            (uint32_t)in.col[i] >= in.cols)
            fuzz_fail("entry %u lies outside", i);
    host_close(&h, rc);
}
