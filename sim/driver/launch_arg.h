/* Arguments and variables in launch files: numbers, addresses of buffers, structs of them. */
#ifndef LW_DRIVER_LAUNCH_ARG_H
#define LW_DRIVER_LAUNCH_ARG_H

#include "driver/launch_file.h"

/* Index, -1: there is none of that name. */
int lf_find_buffer(const launch_file_t *f, const char *name);
/* The buffer that a mapping's "buffer" names. */
int lf_read_buffer_ref(const launch_file_t *f, const yaml_node_t *n, unsigned *out, diag_t *d);

/* {type: T, value: V} */
int lf_read_scalar(const yaml_node_t *n, dev_arg_t *out, diag_t *d);

/* NAME, {buffer: NAME, offset: N}, {type: T, value: V}, {type: T, values: [V...]} or
 * {struct: [such, ...]}. What is read so far must be given to lf_free_args() in any case. */
int lf_read_arg(const launch_file_t *f, const yaml_node_t *n, lf_arg_t *a, diag_t *d);
void lf_free_args(lf_arg_t *a, unsigned n);

/* Writes a's bytes; buffers have their places. */
void lf_put_arg(const launch_file_t *f, const lf_arg_t *a, uint8_t *out);

#endif
