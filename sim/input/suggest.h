/* What was meant by an unknown name: the closest of those known, or the list of them. */
#ifndef LW_INPUT_SUGGEST_H
#define LW_INPUT_SUGGEST_H

#include <stddef.h>

/* Fills buf with "did you mean 'x'?" or "expected one of a, b, c" (cut with "..." when long);
 * returns buf. */
const char *suggest_among(const char *name, const char *const *known, unsigned n, char *buf,
                          size_t bytes);

#endif
