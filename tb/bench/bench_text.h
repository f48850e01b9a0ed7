/*
 * The texts of a bench, from a unit's field list and its parameters: the Verilog and the script
 * that runs it.
 */
#ifndef LW_BENCH_BENCH_TEXT_H
#define LW_BENCH_BENCH_TEXT_H

#include "bench/bench.h"

#define BENCH_VERILOG "bench.v"
#define BENCH_RTL     "rtl.f"
#define BENCH_SCRIPT  "run.sh"

/* The module bench. `said`: what the stimulus is, for the reader. */
void bench_text_verilog(FILE *out, const unit_desc_t *d, const void *cfg, const bench_size_t *size,
                        const char *said);

void bench_text_script(FILE *out);

#endif
