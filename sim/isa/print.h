/* printf in kernels. Private to isa/. */
#ifndef LW_ISA_PRINT_H
#define LW_ISA_PRINT_H

#include "isa/exec.h"

/* A lane's vprintf: format and arguments at these addresses. Prints to the launch's `print` at once
 * and returns the number of arguments, -1 for a null format or after a fault. */
int64_t isa_print(front_warp_t *w, unsigned lane, uint64_t format_at, uint64_t args);

#endif
