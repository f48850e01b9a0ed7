/* Result files (report FILE.csv), imported as a report does. */
#include "fuzz.h"

#include "report/results.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    results_t r = {0};
    diag_t d = {{0}};
    fuzz_answer(results_add(&r, fuzz_file(0, data, size), &d), &d);
    results_free(&r);
}
