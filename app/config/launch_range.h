/* "A-B", "A-" or "A": which launches of a program are meant, counted from 1. */
#ifndef LW_CONFIG_LAUNCH_RANGE_H
#define LW_CONFIG_LAUNCH_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* False unless 1 <= A <= B. "A-" has UINT64_MAX as last. */
bool launch_range_parse(const char *text, uint64_t *first, uint64_t *last);

#endif
