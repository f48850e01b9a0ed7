/*
 * Address programs: what of a kernel's global accesses is known before it runs (las, section 3.2).
 * The backward slice of the address of every global load and store, down to parameters, block
 * and thread indices, block and grid sizes and constants, is a small program that gives the
 * address for any thread: docs/guide/slice.md, which also says what was decided.
 *
 *     s = address_set_new(kernel);                       once a kernel
 *     e = address_eval_new(s, &launch);                  once a launch
 *     address_eval(e, program, cta, tid, n, addr);       any thread of it
 *
 * Loop-carried terms have the value of their loop's first iteration. Loaded data and divergent
 * control make a program irregular: it has no value, but says why.
 */
#ifndef LW_ISA_ADDRESS_H
#define LW_ISA_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/isa.h"

/* Why there is no program. X(enumerator, name for machines, text) */
/* clang-format off */
#define ADDRESS_WHYS(X) \
    X(REGULAR, "regular", "regular") \
    X(LOAD, "load", "loaded data") \
    X(ATOMIC, "atomic", "result of an atomic") \
    X(LANES, "lanes", "data of other lanes") \
    X(BRANCH, "branch", "chosen by a branch on thread IDs") \
    X(GUARD, "guard", "chosen by a predicate on thread IDs") \
    X(LOOP, "loop", "left by a loop before it") \
    X(REGISTER, "register", "special register") \
    X(FLOW, "flow", "control flow too intricate")
/* clang-format on */

typedef enum address_why {
#define X(id, name, text) ADDRESS_##id,
    ADDRESS_WHYS(X)
#undef X
        ADDRESS_WHY_COUNT
} address_why_t;

/* The program of one global load or store. */
typedef struct address_program {
    uint32_t index; /* of the instruction: pc / ISA_PC_STEP */
    uint8_t bytes;  /* a thread accesses */
    bool store;
    bool generic;        /* no space given; the address is not known to be shared or local */
    uint8_t why;         /* address_why_t; ADDRESS_REGULAR: it has a value */
    bool on_tid, on_cta; /* the value depends on thread IDs, on block IDs */
    bool carried;        /* loops change the value; it is that of their first iterations */
    int array;           /* index of the data array, -1: none or several */
    uint32_t cause;      /* irregular: the instruction that says why */
    uint32_t via;        /* and the branch or guarded instruction that it decides; ISA_NO_INDEX */
    uint32_t root;       /* private */
    uint64_t add;
    const uint32_t *step;
    uint32_t n_steps;
} address_program_t;

/* What addresses start from: a pointer parameter, a pointer in a struct parameter, or a module
 * variable. */
typedef struct address_array {
    const char *name; /* "A"; of a struct "P[8:8]", offset and bytes */
    int param;        /* index, -1: a variable */
    unsigned loads, stores;
    unsigned irregular_loads, irregular_stores; /* of these */
    unsigned unsure_loads;                      /* others, of this array or of another */
} address_array_t;

typedef struct address_set address_set_t;

/* The programs of a kernel. Never NULL (pool.h). The module must outlive it. */
address_set_t *address_set_new(const isa_kernel_t *k);
void address_set_free(address_set_t *s); /* NULL is fine */

/* In PC order. */
const address_program_t *address_programs(const address_set_t *s, unsigned *n);
/* In the order of their first access. */
const address_array_t *address_arrays(const address_set_t *s, unsigned *n);

/* "regular", "load"...; and in words. */
const char *address_why_name(unsigned why);
const char *address_why_text(unsigned why);

/* The address in readable form, "A + 4*(ctaid.x*ntid.x + tid.x)", cut to size; returns out. It is
 * written as if no sum of 32 bits overflowed. What is not known stands as load@0x68. */
const char *address_text(const address_set_t *s, unsigned program, char *out, size_t size);

/* What a launch gives the programs; symbols of the module must have been placed. */
typedef struct address_launch {
    uint32_t grid[3];
    uint32_t block[3];
    const void *params; /* kernel->param_bytes bytes; copied */
} address_launch_t;

/* Of a launch that lives; params stay its own. */
void address_launch_of(const isa_launch_t *launch, address_launch_t *out);

#define ADDRESS_THREADS 32 /* at once */

typedef struct address_eval address_eval_t;

address_eval_t *address_eval_new(const address_set_t *s, const address_launch_t *l);
void address_eval_free(address_eval_t *e); /* NULL is fine */

/* Addresses of n <= ADDRESS_THREADS threads of one CTA. The program must be regular. Total: every
 * operation has the value that execution gives it (docs/ptx.md). */
void address_eval(address_eval_t *e, unsigned program, const uint32_t cta[3],
                  const uint32_t (*tid)[3], unsigned n, uint64_t *addr);
/* The same through address_text()'s sum of products, for tests. */
void address_eval_sum(address_eval_t *e, unsigned program, const uint32_t cta[3],
                      const uint32_t (*tid)[3], unsigned n, uint64_t *addr);

const address_set_t *address_eval_set(const address_eval_t *e);
const uint32_t *address_eval_grid(const address_eval_t *e);
const uint32_t *address_eval_block(const address_eval_t *e);

/* Where an array begins in this launch. */
uint64_t address_array_base(const address_eval_t *e, unsigned array);

#endif
