/* Stimulus files, plain and compressed (cosim --stimulus FILE). */
#include "fuzz.h"

#include "lockstep/stim.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    stim_t s;
    diag_t d = {{0}};
    int rc = stim_read(&s, fuzz_file(0, data, size), &d);
    fuzz_answer(rc, &d);
    if (!rc)
        stim_free(&s);
}
