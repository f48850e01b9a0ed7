/* Static instructions as SASS, for sass_export.c. */
#ifndef LW_TRACE_SASS_INST_H
#define LW_TRACE_SASS_INST_H

#include "front/front.h"
#include "trace/sass_export.h"

/* The parts of an instruction's lines that are always the same. */
typedef struct sass_inst {
    char head[12];  /* "0040 ", before the mask */
    char tail[120]; /* " 1 R4 LDG.E 1 R2 4", after it; addresses follow if it has any */
    bool has_addresses;
} sass_inst_t;

/* The whole program, malloc'ed; NULL with a message: an access that SASS has no opcode for. */
sass_inst_t *sass_program(const front_t *f, sass_loss_t *loss, diag_t *d);

#endif
