/* The table of memories, and figures from it. */
#include "fuzz.h"

#include "synth/sram.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    sram_table_t t;
    sram_row_t r;
    diag_t d = {{0}};
    int rc = sram_table_read(fuzz_file(0, data, size), &t, &d);
    fuzz_answer(rc, &d);
    for (unsigned words = 1; !rc && words <= 1 << 20; words *= 32)
        for (unsigned width = 1; width <= 256; width *= 4)
            if (!sram_figure(&t, words, width, 1, words & 1, &r))
                sram_column(&r, 0);
}
