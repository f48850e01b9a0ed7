/* The form of `lockwarp cosim` that writes a bench for other simulators: --bench. */
#ifndef LW_CLI_COSIM_BENCH_H
#define LW_CLI_COSIM_BENCH_H

#include "lockstep/cosim.h"

/* Writes the bench of one unit and prints what is in it. `replayed`: the stimulus file's name, or
 * NULL. The exit status of the command. */
int cosim_bench_run(const char *folder, const cosim_opts_t *o, const char *replayed, diag_t *diag);

#endif
