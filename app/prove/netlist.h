/*
 * The RTL of a unit as gates: what Yosys makes of it at given parameters. Every flop is cut, so
 * that the netlist is a function from inputs and state to outputs and next state.
 *
 * Bits of the RTL that have no value (an x) are inputs, so that a proof holds for either value.
 */
#ifndef LW_PROVE_NETLIST_H
#define LW_PROVE_NETLIST_H

#include "common/unit.h"
#include "prove/aig.h"
#include "prove/tools.h"

typedef enum net_kind { NET_INPUT, NET_OUTPUT, NET_LATCH } net_kind_t;

/* A bit of a port or register by its name. */
typedef struct net_name {
    net_kind_t kind;
    uint32_t number, bit;
    char *name;
} net_name_t;

typedef struct net {
    uint32_t inputs, latches, outputs, gates, most; /* most: the highest variable */
    uint32_t *input, *latch, *next, *output;        /* literals of the file */
    uint32_t (*gate)[3];
    net_name_t *name; /* sorted by kind, name and bit */
    uint32_t n_names;
    char *text[2]; /* the files */
} net_t;

/* Yosys reads the unit's RTL below root_dir(), or where `netlist` is not NULL that file of Yosys
 * (RTLIL) in its place, and what it writes is read. 0, or a negative errno with a message. The
 * caller frees, also on failure. */
int net_make(net_t *n, const unit_desc_t *d, const void *cfg, const char *netlist, scratch_t *s,
             diag_t *diag);
void net_free(net_t *n);

/* The number of an input, output or latch by name and bit, or -1. */
int64_t net_find(const net_t *n, net_kind_t kind, const char *name, uint32_t bit);

/* Puts the gates into a graph, where inputs and latches are the literals given. Outputs and next
 * states are written; false where there is no memory. */
bool net_put(const net_t *n, aig_t *g, const lit_t *input, const lit_t *latch, lit_t *output,
             lit_t *next);

#endif
