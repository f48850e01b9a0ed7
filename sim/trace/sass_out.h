/* A text file being written, plain or compressed, for sass_export.c. */
#ifndef LW_TRACE_SASS_OUT_H
#define LW_TRACE_SASS_OUT_H

#include <stddef.h>

#include "common/diag.h"
#include "trace/sass_export.h"

typedef struct sass_out sass_out_t;

/* NULL and a message. */
sass_out_t *sass_out_open(const char *path, sass_compress_t compress, diag_t *d);
/* 0 or a negative errno with a message. */
int sass_out_write(sass_out_t *o, const void *text, size_t bytes, diag_t *d);
/* Closes; removes the file if keep is false or it cannot be finished. 0 or a negative errno. */
int sass_out_close(sass_out_t *o, int keep, diag_t *d);

#endif
