/* The texts of the microbenchmarks' kernels, embedded by the build from sim/micro/NAME.ptx. */
#ifndef LW_MICRO_KERNELS_H
#define LW_MICRO_KERNELS_H

#include <stddef.h>

typedef struct micro_text {
    const char *name;
    const char *text, *end;
} micro_text_t;

extern const micro_text_t micro_texts[]; /* ends with a NULL name */

/* The text and its length, or NULL. */
const char *micro_ptx(const char *name, size_t *bytes);

#endif
