/* Sweeps: read, expanded and checked, in the full and in the quick form. */
#include "fuzz.h"

#include "sweep/sweep_file.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    for (int quick = 0; quick < 2; quick++) {
        sweep_t s;
        diag_t d = {{0}};
        fuzz_answer(sweep_read_text(&s, "fuzz.yaml", (const char *)data, size, quick, &d), &d);
        sweep_free(&s);
    }
}
