/* Comma-separated values: every cell is where the reader says. */
#include "fuzz.h"

#include <string.h>

#include "report/csv.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    csv_t c;
    diag_t d = {{0}};
    size_t bytes = 0;
    int rc = csv_read("input.csv", (const char *)data, size, &c, &d);
    fuzz_answer(rc, &d);
    for (unsigned i = 0; !rc && i < c.n_rows; i++)
        for (unsigned k = 0; k < c.n_cols; k++)
            bytes += strlen(csv_cell(&c, i, (int)k));
    if (bytes > size)
        fuzz_fail("cells of %zu bytes from %zu", bytes, size);
    csv_free(&c);
}
