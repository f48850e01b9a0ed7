/*
 * Runs C functions (prove/ir.h) on bits that are literals of a graph, along all paths at once. A
 * branch whose condition is not constant makes two states; where paths join, the states are joined
 * by multiplexers. So a loop ends when its condition is constant false along every path, and calls
 * are run as they come.
 *
 * What C leaves undefined is an obligation each: an index outside its array, a shift by the width
 * or more, an overflow of signed numbers, a division by 0. The proof shows that none happens.
 *
 * Anything that is not supported ends the run with a message that names file and line.
 */
#ifndef LW_PROVE_EXEC_H
#define LW_PROVE_EXEC_H

#include <setjmp.h>

#include "prove/arena.h"
#include "prove/ir.h"
#include "prove/memory.h"
#include "prove/word.h"

typedef enum value_kind {
    VALUE_BITS,
    VALUE_POINTER,
    VALUE_FOUND, /* a pointer of which only its one bit is known: it is not NULL */
    VALUE_MIXED, /* pointers to several objects, joined: nobody may use it */
} value_kind_t;

/* A value; never changed once made. A pointer is to byte base + stride * (the number in bits) of an
 * object, and whoever uses it must stay within bytes lo to hi - 1. */
typedef struct value {
    value_kind_t kind;
    uint32_t w; /* bits; of a pointer 64 or, where the address is constant, 0 */
    uint32_t object;
    int64_t lo, hi, base, stride;
    /* Of the address of a member: the bounds of what it is a member of. LLVM copies several members
     * at once by the address of the first one. */
    bool of_member;
    int64_t around_lo, around_hi;
    lit_t bit[];
} value_t;

/* Something that must be false. */
typedef struct obligation {
    lit_t bad;
    const char *file, *what;
    unsigned line;
} obligation_t;

enum { EXEC_NULL = UINT32_MAX }; /* the object of a null pointer */

typedef struct exec {
    aig_t *aig;
    const ir_module_t *module;
    arena_t arena;
    uint32_t stamps;    /* of memory, see memory.h */
    obligation_t *must; /* in the arena */
    uint32_t n_must, must_cap;
    uint64_t steps;   /* instructions run */
    lit_t context;    /* condition under which the function that runs is called */
    const char *file; /* where it is */
    unsigned line, depth;
    uint32_t *globals;  /* objects of globals, by number + 1; 0: not yet */
    memory_t constants; /* them */
    jmp_buf stop;
    diag_t *diag;
} exec_t;

void exec_init(exec_t *x, aig_t *g, const ir_module_t *m, diag_t *d);
void exec_free(exec_t *x);

/* A pointer to an object; a number. */
const value_t *exec_pointer(exec_t *x, uint32_t object, uint32_t bytes);
const value_t *exec_number(exec_t *x, unsigned w, uint64_t v);

/* Calls a function. 0 with the memory as it is then and, unless result is NULL, what it returned;
 * or a negative errno with a message. */
int exec_call(exec_t *x, const char *name, const value_t *const *arg, unsigned n_args,
              memory_t *mem, const value_t **result);

/* ---- Between the executor's files ---- */

/* One state of a function: the condition under which the call reaches it, registers, memory. */
typedef struct state {
    lit_t guard;
    const value_t **reg;
    memory_t mem;
} state_t;

_Noreturn void exec_stop(exec_t *x, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void *exec_get(exec_t *x, size_t bytes);
value_t *exec_new(exec_t *x, value_kind_t kind, unsigned w);
memory_from_t exec_from(exec_t *x);
/* `bad` must not be, under the guard and where the function is called at all. */
void exec_must(exec_t *x, lit_t guard, lit_t bad, const char *what);
const value_t *exec_operand(exec_t *x, const state_t *s, const ir_operand_t *o);
/* s ? a : b */
const value_t *exec_mux(exec_t *x, lit_t s, const value_t *a, const value_t *b);
/* An instruction that neither branches nor calls. */
void exec_inst(exec_t *x, const ir_inst_t *i, state_t *s);
const value_t *exec_address(exec_t *x, const ir_inst_t *i, const state_t *s);
const value_t *exec_load(exec_t *x, const ir_inst_t *i, const state_t *s);
void exec_store(exec_t *x, const state_t *s, const value_t *to, const lit_t *bit, uint32_t bytes,
                memory_t *mem);
void exec_copy(exec_t *x, const ir_inst_t *i, state_t *s);
void exec_fill(exec_t *x, const ir_inst_t *i, state_t *s);
const value_t *exec_find(exec_t *x, const ir_inst_t *i, const state_t *s);
/* Bourdoncle's weak topological order of a function's blocks: position of each. Blocks of a loop
 * are neighbours, its head first. */
uint32_t *exec_order(exec_t *x, const ir_function_t *f);

#endif
