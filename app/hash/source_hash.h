/*
 * Hashes of the sources by what they can change. The build makes the table (cmake/lw_hash.cmake)
 * from the compilers' own dependency files, so that a hash covers every file of the source tree
 * that its objects were made of. The groups:
 *
 *   program            what decides what a checkpoint holds
 *   core               what every run depends on: the simulator without policies, workloads, RTL
 *   trace              the reader of recorded programs
 *   rtl                the Verilated models and what binds them; only with Verilator
 *   workload:NAME      its host program, its kernel texts, and what workloads share
 *   policy:NAME        its file and the headers that it sees
 *   unit:NAME:model    a unit's C model, field list and parts
 *   unit:NAME:rtl      the Verilog files that its models are made of; only with Verilator
 *   synth              the synthesis flow
 */
#ifndef LW_HASH_SOURCE_HASH_H
#define LW_HASH_SOURCE_HASH_H

typedef struct source_hash {
    const char *group, *hash; /* SHA-256, 64 hexadecimal digits */
} source_hash_t;

extern const source_hash_t source_hashes[]; /* group NULL ends it */

/* The hash of a group; NULL: this build has no such group. */
const char *source_hash(const char *group);

#endif
