/* Liberty files, plain and compressed (synth --liberty). */
#include "fuzz.h"

#include "synth/liberty.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    liberty_t lib;
    diag_t d = {{0}};
    int rc = liberty_read(fuzz_file(0, data, size), &lib, &d);
    fuzz_answer(rc, &d);
    for (size_t i = 0; !rc && i < lib.n_cells && i < 16; i++)
        if (!liberty_find(&lib, lib.cells[i].name))
            fuzz_fail("cell %s is not found", lib.cells[i].name);
    liberty_free(&lib);
}
