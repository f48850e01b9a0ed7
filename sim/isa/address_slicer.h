/*
 * The slicer of address programs: what its parts share. A value is read where it is used
 * (slicer_read); a value's instruction (address_value.c), the meeting of paths (address_meet.c) and
 * loops (address_loop.c) say what it is there.
 *
 * The four files are parts of one recursion and call each other in a circle: to say what a value
 * is, each of them reads the values that it is made of.
 */
#ifndef LW_ISA_ADDRESS_SLICER_H
#define LW_ISA_ADDRESS_SLICER_H

#include "isa/address_int.h"
#include "isa/build.h"
#include "isa/graph.h"

/* Reads of reads of reads: beyond it a value is unknown (the recursion has a stack). */
#define SLICER_DEPTH 1500u

/* A value found for the accesses of one loop. */
typedef struct memo {
    uint32_t turn; /* of the slicer when it was found */
    uint32_t node;
    bool carried;
} memo_t;

/* An argument of an expanded call, written and read as a whole. */
typedef struct call_arg {
    uint64_t at;
    uint8_t bytes;
    bool mixed; /* other accesses see a part of it */
} call_arg_t;

/* Why a value is unknown. */
typedef struct reason {
    address_why_t why;
    uint32_t cause, via;
} reason_t;

/* A variable at the header of a loop that changes it, in any iteration. */
typedef struct phi {
    uint32_t block, var, node;
    uint32_t first, back; /* what comes into the loop, and round it */
    uint8_t on;
    reason_t reason; /* on ON_UNKNOWN */
} phi_t;

typedef struct slicer {
    address_set_t *s;
    const isa_kernel_t *k;
    const struct isa_code *c;
    pool_t temp;
    graph_t g;
    const uint32_t *idom;
    uint32_t *head;         /* [n_blocks] 1 + loop whose header it is */
    uint32_t *entry_of;     /* [const_slots] constant */
    uint64_t *loop_writes;  /* [n_loops][words] variables written in the loop */
    uint32_t words, n_vars; /* slots, predicates, call arguments */
    call_arg_t *call;
    unsigned n_calls;
    unsigned loop; /* of the access being sliced: 1 + innermost, 0: none */
    uint32_t turn; /* counts changes of it */
    memo_t *in;    /* [n_blocks][n_vars] values at the blocks' starts */
    memo_t *made;  /* [n][OUTS] results of instructions */
    bool carried;  /* loops around the access change what has been read */
    unsigned depth;
    /* The values of any iteration: other nodes, other memos. */
    bool general;
    address_set_t *first_set, *general_set;
    memo_t *first_in, *first_made, *general_in, *general_made;
    phi_t *phi;
    unsigned n_phi, phis_done;
    sums_t exact; /* of first_set */
} slicer_t;

/* address_slice.c */

/* What is kept of this turn; NO_NODE: nothing. */
uint32_t slicer_kept(slicer_t *z, const memo_t *m);
void slicer_keep(slicer_t *z, memo_t *m, uint32_t node, bool carried);
unsigned slicer_var_bits(const slicer_t *z, uint32_t var);
/* The block is in loop x, 1 + index. */
bool slicer_in_loop(const slicer_t *z, uint32_t block, unsigned x);
uint32_t slicer_unknown(slicer_t *z, address_why_t why, uint32_t cause, uint32_t base,
                        unsigned bits);
/* The value of var before instruction `end` of the block. */
uint32_t slicer_read(slicer_t *z, uint32_t var, uint32_t block, uint32_t end);

/* address_call.c: arguments of expanded calls */
void slicer_find_calls(slicer_t *z);
bool slicer_is_call(const op_t *o);
uint32_t slicer_call_var(const slicer_t *z, const op_t *o, unsigned k);
/* Variables that instruction i writes, and as which of its results. */
unsigned slicer_results(const slicer_t *z, uint32_t i, uint32_t var[OUTS], uint8_t out[OUTS]);

/* address_value.c */

/* An array source of instruction at. */
uint32_t slicer_source(slicer_t *z, uint32_t src, uint32_t at);
/* Result `out` of instruction i, which goes to var. */
uint32_t slicer_result(slicer_t *z, uint32_t i, unsigned out, uint32_t var);
/* What is known of a value, x or y, that an unknown or divergent condition chooses: all of it if
 * they are the same, computed in two ways. */
uint32_t slicer_unknown_choice(slicer_t *z, uint32_t cond, uint32_t at, address_why_t why,
                               uint32_t x, uint32_t y);

/* address_meet.c: what comes to the header of loop l from outside it, or round it; l = 0: to any
 * block. */
uint32_t slicer_ways(slicer_t *z, uint32_t var, uint32_t block, unsigned l, bool round);

/* address_loop.c */

/* From now on values are those of any iteration, or of the first one. */
void slicer_general(slicer_t *z, bool on);
/* Finds what the variables at headers depend on that have been asked for. */
void slicer_settle(slicer_t *z);
/* The value of var at the start of the block; not kept. */
uint32_t slicer_at_start(slicer_t *z, uint32_t var, uint32_t block);

#endif
