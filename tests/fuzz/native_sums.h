/* The checksums of a native trace's header and trailer, put right. */
#ifndef LW_FUZZ_NATIVE_SUMS_H
#define LW_FUZZ_NATIVE_SUMS_H

#include <stddef.h>
#include <stdint.h>

/* A copy of the bytes, the caller's to free(); what is no native trace stays as it is. */
uint8_t *native_sums(const uint8_t *data, size_t size);

#endif
