/*
 * Address programs inside: a graph of values, shared by all programs of a kernel. Private to isa/.
 */
#ifndef LW_ISA_ADDRESS_INT_H
#define LW_ISA_ADDRESS_INT_H

#include "isa/address.h"
#include "isa/exec.h"
#include "isa/pool.h"

#define NO_NODE UINT32_MAX

typedef enum node_kind {
    NODE_CONST,
    NODE_PARAM,   /* a kernel parameter, or a piece of one */
    NODE_SREG,    /* tid, ctaid, ntid, nctaid and what follows from them */
    NODE_SYMBOL,  /* address of a module variable, plus value */
    NODE_OP,      /* an operation on registers */
    NODE_CHOICE,  /* arg[0] ? arg[1] : arg[2], a branch or guard the same in all threads */
    NODE_PHI,     /* any iteration's value, number `value` of the slicer's */
    NODE_UNKNOWN, /* no value before the kernel runs */
} node_kind_t;

/* What a value depends on. */
enum { ON_TID = 1, ON_CTA = 2, ON_UNKNOWN = 4 };

enum { NODE_ARGS = 6 };

/* Results of one operation, and where they are in it. */
enum { OUT_DST, OUT_P, OUT_Q, OUT_V, OUTS = OUT_V + 4 };

typedef struct node {
    uint8_t kind; /* node_kind_t */
    uint8_t bits; /* 1: predicate; 32, 64 */
    uint8_t on;
    uint8_t out;
    uint8_t n;
    uint8_t why;     /* unknown: address_why_t */
    uint8_t bytes;   /* parameter */
    bool is_signed;  /* parameter */
    bool is_pointer; /* parameter: it goes through cvta */
    uint32_t arg[NODE_ARGS];
    uint32_t sreg;       /* ptx_sreg_t */
    uint32_t cause, via; /* unknown */
    uint32_t base;       /* the pointer it is based on, NO_NODE: none or not one */
    uint32_t slot;       /* of its value: register slot, or predicate */
    uint64_t value;      /* constant; parameter: offset; symbol: added */
    const ptx_var_t *var;
    const op_t *op; /* its registers are slots of nodes */
    uint32_t index; /* instruction of an operation */
} node_t;

struct address_set {
    pool_t pool;
    const isa_kernel_t *k;
    node_t *node; /* arguments before what uses them */
    uint32_t n_nodes;
    uint32_t *bucket, *chain; /* by hash: 1 + node */
    uint32_t n_buckets;
    uint32_t slots, preds; /* of all nodes */
    address_program_t *program;
    unsigned n_programs;
    address_array_t *array;
    uint32_t *array_node;
    unsigned n_arrays;
};

/* address_node.c: nodes, each made once */
uint32_t node_const(address_set_t *s, uint64_t value, unsigned bits);
uint32_t node_param(address_set_t *s, uint64_t offset, unsigned bytes, bool is_signed,
                    unsigned bits);
uint32_t node_sreg(address_set_t *s, uint32_t sreg, unsigned bits);
uint32_t node_symbol(address_set_t *s, const ptx_var_t *var, uint64_t add, unsigned bits);
/* Result `out` of instruction index; its sources in the order of node_sources(). */
uint32_t node_op(address_set_t *s, uint32_t index, unsigned out, const uint32_t *arg, unsigned n);
uint32_t node_choice(address_set_t *s, uint32_t cond, uint32_t yes, uint32_t no);
/* By the branch or guard (why) at an instruction, for all that is known the same in all threads. */
uint32_t node_choice_at(address_set_t *s, uint32_t cond, uint32_t yes, uint32_t no,
                        address_why_t why, uint32_t at);
uint32_t node_phi(address_set_t *s, uint32_t number, unsigned bits);
uint32_t node_unknown(address_set_t *s, address_why_t why, uint32_t cause, uint32_t via,
                      uint32_t base, unsigned bits);

/* One of the values `of`, or based on it: with their base if they have the same one, else they are
 * its arguments. */
uint32_t node_unknown_of(address_set_t *s, address_why_t why, uint32_t cause, uint32_t via,
                         const uint32_t *of, unsigned n, unsigned bits);

/* A source of an operation: an array (src, bank and slot) or a predicate. */
typedef struct op_source {
    bool pred;
    uint32_t src; /* with its bank; or predicate number */
} op_source_t;

unsigned op_sources(const op_t *o, op_source_t out[NODE_ARGS]);
/* Its results: registers as slots, predicates as slots + number. Returns how many. */
unsigned op_results(const op_t *o, uint32_t slots, uint32_t var[OUTS], uint8_t out[OUTS]);
unsigned op_result_bits(const op_t *o, unsigned out);

/* address_slice.c: fills s->program, without arrays */
void address_slice(address_set_t *s);

/* address_sum.c: a value as a sum of products of other values, as if nothing overflowed */
enum { SUM_FACTORS = 6, SUM_TERMS = 48 };

typedef struct sum_term {
    uint64_t times;
    uint8_t n;
    uint32_t factor[SUM_FACTORS]; /* nodes: parameters, block IDs and sizes, thread IDs, others */
} sum_term_t;

typedef struct sum {
    unsigned n;
    const sum_term_t *term; /* products of many factors first, a constant (n = 0) last */
} sum_t;

/* The sums of a program's values; or, for sums_equal(), of the first `done` values. */
typedef struct sums {
    const address_set_t *s;
    pool_t pool;
    const sum_t **of; /* [n_nodes], NULL: not in the program */
    bool exact;       /* modulo 2^bits of the value: what widens is a factor as it stands */
    uint32_t done;
} sums_t;

void sums_make(sums_t *x, const address_set_t *s, const address_program_t *p);
void sums_free(sums_t *x);

/* The two values, of as many bits, are the same whatever overflows; false: not known to be. x is
 * {.s = s, .exact = true} before the first call, and freed after the last. */
bool sums_equal(sums_t *x, uint32_t a, uint32_t b);

/* A parameter's name in the kernel's own text: without the kernel's name before it. */
const char *address_param_name(const isa_kernel_t *k, unsigned param);
/* The parameter that has the byte at this offset; and as text what is of so many bytes there: its
 * name, for a piece of it "P[8:8]". Returns as snprintf(). */
unsigned address_param_at(const isa_kernel_t *k, uint64_t offset);
int address_param_text(const isa_kernel_t *k, uint64_t offset, unsigned bytes, char *buf,
                       size_t size);

#endif
