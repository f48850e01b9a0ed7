/*
 * Accel-Sim traces as the project's traces: a kernelslist.g and its kernel files (docs/traces.md).
 */
#ifndef LW_TRACE_ACCELSIM_H
#define LW_TRACE_ACCELSIM_H

#include "trace/trace.h"

/* Opens a list of kernels: a kernelslist.g, the folder of one, or a tar (in_tar) that holds one.
 * 0, or a negative errno with a message in d. */
int accelsim_open(const char *path, bool in_tar, trace_t **out, diag_t *d);

#endif
