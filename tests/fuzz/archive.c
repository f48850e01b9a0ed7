/* Any file as a trace: how its kind is found, tars, compressed files, kernel lists by themselves.
 */
#include "walk.h"

#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    walk_trace(fuzz_file(0, data, size));
}
