/* Native traces as `trace info` and `trace export` read them; checksums as for native.c. */
#include <stdlib.h>

#include "fuzz.h"
#include "native_sums.h"
#include "trace/native.h"
#include "trace/sass_export.h"

enum { STEPS = 64 };

static void show(const char *path)
{
    trace_t *t = NULL;
    trace_step_t step = {.kind = TRACE_COPY};
    trace_counts_t counts;
    diag_t d = {{0}};
    int rc = trace_native_open(path, &t, &d);
    if (!rc)
        free(trace_native_header(t));
    for (unsigned n = 0; !rc && n < STEPS && step.kind != TRACE_END; n++)
        rc = trace_native_next(t, &step, &counts, &d);
    fuzz_answer(rc, &d);
    trace_close(t);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    const sass_export_t x = {.dir = fuzz_folder()};
    sass_loss_t loss = {0};
    diag_t d = {{0}};
    uint8_t *copy = native_sums(data, size);
    const char *path = fuzz_file(0, copy, size);
    show(path);
    fuzz_answer(sass_export(path, &x, &loss, &d), &d);
    free(copy);
}
