/* Native traces, replayed. Checksums are put right before (native_sums.h), so that a changed byte
 * comes further than these. */
#include <stdlib.h>

#include "fuzz.h"
#include "native_sums.h"
#include "walk.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    uint8_t *copy = native_sums(data, size);
    walk_trace(fuzz_file(0, copy, size));
    free(copy);
}
