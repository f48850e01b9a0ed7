/*
 * The two files of numbers that a bench reads. Each begins with a line of column names and has a
 * line per record of the stimulus from its first reset on, and a column per port: hexadecimal, in
 * the order of the field list. Before the inputs stand rst_ni, and `clocked`: 0 where the inputs
 * are settled and the outputs compared without a clock edge. An expected output that has a gate is
 * binary, and its bits that are not compared are x.
 */
#ifndef LW_BENCH_BENCH_VECTORS_H
#define LW_BENCH_BENCH_VECTORS_H

#include "bench/bench.h"

#define BENCH_INPUTS   "inputs.txt"
#define BENCH_EXPECTED "expected.txt"

/* Runs the C model and writes what goes in and what comes out. 0, or a negative errno with a
 * message where the stimulus has no reset or there is no memory; of the files the caller looks at
 * the errors. */
int bench_vectors(FILE *inputs, FILE *expected, const stim_choice_t *stimulus, bench_size_t *size,
                  diag_t *d);

#endif
