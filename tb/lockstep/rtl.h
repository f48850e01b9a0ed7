/*
 * A Verilated unit as C sees it. One rtl_model_t a unit and geometry, made by the build from
 * the unit's field list (lockstep/shim.cpp) and found in rtl_registry, which is empty when the
 * program was built without Verilator.
 *
 * Time: drive, rtl_settle and read the outputs; then rtl_edge and read the state. The clock falls
 * again in the next settle, so a cycle costs two evaluations.
 *
 * In models with `hold`, registers stand between the inputs and the unit: what is driven reaches it
 * with the next settle, and an edge evaluates nothing that depends on inputs alone.
 */
#ifndef LW_LOCKSTEP_RTL_H
#define LW_LOCKSTEP_RTL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rtl_model rtl_model_t;

/* One port of the wrapper, in the order of the field list. */
typedef struct rtl_port {
    void *at;           /* the Verilated variable: count elements of elem_bytes each */
    uint32_t count;     /* 1 for a scalar */
    uint8_t elem_bytes; /* 1, 2, 4 or 8, whatever the C struct uses */
} rtl_port_t;

/* One instance; the shim's object begins with it. */
typedef struct rtl {
    const rtl_model_t *model;
    const rtl_port_t *port; /* model->n_ports */
    uint8_t *clk, *rst_n;
    uint8_t *hold;    /* changes: the inputs are taken over; NULL: they are felt at once */
    uint16_t *select; /* fault selector of a mutated netlist; NULL for the RTL itself */
} rtl_t;

struct rtl_model {
    const char *unit;     /* "abyp.table" */
    const char *geometry; /* "small" */
    unsigned n_ports;
    /* A new instance whose flops hold random values drawn from the seed; NULL: no memory. */
    rtl_t *(*open)(uint64_t seed);
    void (*close)(rtl_t *r);
    /* Evaluates with the ports as they stand: 0, or -1 when an assertion of the RTL failed or
     * it did not settle; message() then says which. The message is kept until the next -1. */
    int (*eval)(rtl_t *r);
    const char *(*message)(const rtl_t *r);
    void (*drive)(rtl_t *r, const void *in);    /* input struct -> ports */
    void (*get_in)(const rtl_t *r, void *in);   /* ports -> input struct */
    void (*get_out)(const rtl_t *r, void *out); /* ports -> output struct */
};

extern const rtl_model_t *const rtl_registry[];
extern const unsigned rtl_registry_count;

/* False: built without Verilator. */
static inline bool rtl_available(void)
{
    return rtl_registry_count != 0;
}

static inline int rtl_settle(rtl_t *r)
{
    *r->clk = 0;
    if (r->hold)
        *r->hold ^= 1;
    return r->model->eval(r);
}

/* The clock falls, where no settle has made it. */
static inline int rtl_fall(rtl_t *r)
{
    if (!*r->clk)
        return 0;
    *r->clk = 0;
    return r->model->eval(r);
}

/* One edge with the inputs that were settled last. */
static inline int rtl_edge(rtl_t *r)
{
    if (rtl_fall(r))
        return -1;
    *r->clk = 1;
    return r->model->eval(r);
}

/* One edge with the inputs that were settled last, and in the same evaluation the settling of those
 * that are driven now, with the state behind the edge. Needs hold. */
static inline int rtl_edge_and_settle(rtl_t *r)
{
    if (rtl_fall(r))
        return -1;
    *r->clk = 1;
    *r->hold ^= 1;
    return r->model->eval(r);
}

#ifdef __cplusplus
}
#endif

#endif
