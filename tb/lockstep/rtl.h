/*
 * A Verilated unit as C sees it. A model is one unit with one set of parameters: a shared object
 * whose one symbol, lockwarp_model, is an rtl_model_t (lockstep/shim.cpp); rtl_model() of
 * lockstep/ports.h finds or makes it.
 *
 * Time: drive, rtl_settle and read the outputs; then rtl_edge and read the state. The clock rises
 * and falls within the evaluation of an edge, so a cycle costs two evaluations, or one if the next
 * inputs are settled with the edge.
 *
 * Registers stand between the inputs and the unit: what is driven reaches it with the next settle,
 * and an edge evaluates nothing that depends on inputs alone.
 */
#ifndef LW_LOCKSTEP_RTL_H
#define LW_LOCKSTEP_RTL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rtl_model rtl_model_t;

/* One field, in the order of the field list: a port, or the register that holds it. */
typedef struct rtl_port {
    void *at;            /* the Verilated variable; NULL: the RTL has no such register */
    uint32_t count;      /* elements; 1 for a scalar or a vector */
    uint32_t width;      /* bits of an element; 0 for a port, whose width Verilator has checked */
    uint32_t elem_bytes; /* of an element: 1, 2, 4, 8, or above 64 bits a multiple of 4 */
} rtl_port_t;

/* One instance; the shim's object begins with it. */
typedef struct rtl {
    const rtl_model_t *model;
    const rtl_port_t *port; /* model->n_ports */
    uint8_t *rst_n;
    uint8_t *tick;    /* changes: an edge */
    uint8_t *hold;    /* changes: the inputs are taken over */
    uint16_t *select; /* fault selector of a mutated netlist; NULL for the RTL itself */
} rtl_t;

enum { RTL_MODEL_FORM = 3 }; /* of this struct and of rtl_t */

struct rtl_model {
    unsigned form;      /* RTL_MODEL_FORM */
    const char *unit;   /* "abyp.table" */
    const char *params; /* "entries 128, ctr_w 4" */
    unsigned n_ports;
    /* A new instance whose flops hold random values drawn from the seed; NULL: no memory. */
    rtl_t *(*open)(uint64_t seed);
    void (*close)(rtl_t *r);
    /* Evaluates with the ports as they stand: 0, or -1 when an assertion of the RTL failed or
     * it did not settle; message() then says which. The message is kept until the next -1. */
    int (*eval)(rtl_t *r);
    const char *(*message)(const rtl_t *r);
    /* Registers have been written from outside: settles whatever depends on them. Returns as eval.
     */
    int (*resettle)(rtl_t *r);
    void (*drive)(rtl_t *r, const void *in);    /* input struct -> ports */
    void (*get_in)(const rtl_t *r, void *in);   /* ports -> input struct */
    void (*get_out)(const rtl_t *r, void *out); /* ports -> output struct */
};

static inline int rtl_settle(rtl_t *r)
{
    *r->hold ^= 1;
    return r->model->eval(r);
}

/* One edge with the inputs that were settled last. */
static inline int rtl_edge(rtl_t *r)
{
    *r->tick ^= 1;
    return r->model->eval(r);
}

/* One edge with the inputs that were settled last, and in the same evaluation the settling of those
 * that are driven now, with the state behind the edge. */
static inline int rtl_edge_and_settle(rtl_t *r)
{
    *r->tick ^= 1;
    *r->hold ^= 1;
    return r->model->eval(r);
}

#ifdef __cplusplus
}
#endif

#endif
