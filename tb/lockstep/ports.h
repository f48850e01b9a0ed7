/*
 * The fields of a unit bound to the ports and registers of its Verilated model: copying, comparing
 * and flipping, all from the field list.
 */
#ifndef LW_LOCKSTEP_PORTS_H
#define LW_LOCKSTEP_PORTS_H

#include <string.h>

#include "common/diag.h"
#include "common/unit.h"
#include "lockstep/rtl.h"

/* Are these bytes equal? Of a few words memcmp is mostly its call; and up to 32 bytes glibc loads
 * them under a mask, which by perf took a quarter of a lockstep run of las. */
static inline bool same_bytes(const void *a, const void *b, size_t n)
{
    enum { FEW = 64 };
    if (n > FEW)
        return memcmp(a, b, n) == 0;
    const char *p = a, *q = b;
    for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t)) {
        uint64_t x, y;
        memcpy(&x, p, sizeof x);
        memcpy(&y, q, sizeof y);
        if (x != y)
            return false;
        p += sizeof x;
        q += sizeof y;
    }
    for (; n; n--)
        if (*p++ != *q++)
            return false;
    return true;
}

/* The same for a copy. */
static inline void copy_bytes(void *to, const void *from, size_t n)
{
    char *p = to;
    const char *q = from;
    for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t)) {
        memcpy(p, q, sizeof(uint64_t));
        p += sizeof(uint64_t);
        q += sizeof(uint64_t);
    }
    for (; n; n--)
        *p++ = *q++;
}

/* One field at one geometry, beside its port. */
typedef struct port_bind {
    const unit_field_t *field;
    void *rtl;       /* the port's elements */
    uint32_t count;  /* elements in use */
    uint8_t width;   /* bits an element */
    uint8_t c_bytes; /* bytes an element in the C struct */
    uint8_t r_bytes; /* and in the Verilated model; 0: a vector, element i at bit i x width */
    size_t bytes;    /* all of it in the Verilated model */
    void *seen; /* a vector of numbers: the RTL's bytes, then the C side's, as last found equal */
} port_bind_t;

typedef struct ports {
    const unit_desc_t *desc;
    unsigned n_in, n_out, n_state;
    port_bind_t in[UNIT_MAX_FIELDS], out[UNIT_MAX_FIELDS], state[UNIT_MAX_FIELDS];
    unsigned n_enables;
    uint8_t enable[UNIT_MAX_FIELDS]; /* numbers in in[] of the enables */
    unsigned n_facts;
    uint8_t fact[UNIT_MAX_FIELDS]; /* numbers in out[] of the facts */
    unsigned n_moores;
    uint8_t moore[UNIT_MAX_FIELDS]; /* and of the outputs that depend on the state alone */
    uint32_t bits;                  /* compared in a cycle: sum of width x count over all fields */
    uint32_t io_bits;               /* of which inputs and outputs */
} ports_t;

/* Binds; -EINVAL with a message when a register of the list is not in the RTL or has another width
 * or count, or the unit has more fields than UNIT_MAX_FIELDS. */
int ports_bind(ports_t *p, const unit_desc_t *d, const void *cfg, const rtl_t *r, diag_t *diag);
void ports_free(ports_t *p); /* also of a bind that failed */

/* One element of a port, and back. */
uint64_t port_get(const port_bind_t *b, unsigned i);

/* As people are shown it (unit_field_values): how many numbers, bits of each, and number i of the
 * RTL and of the model, whose struct `base` is. */
unsigned port_values(const port_bind_t *b);
unsigned port_value_w(const port_bind_t *b);
uint64_t port_value(const port_bind_t *b, unsigned i);
uint64_t port_model_value(const port_bind_t *b, const void *base, unsigned i);
void port_set(const port_bind_t *b, unsigned i, uint64_t v);

/* Do all elements equal those of the C struct? */
bool port_equal_widened(const port_bind_t *b, const void *base);
static inline bool port_equal(const port_bind_t *b, const void *base)
{
    if (b->c_bytes != b->r_bytes)
        return port_equal_widened(b, base);
    return same_bytes((const char *)base + b->field->offset, b->rtl, b->bytes);
}

/* The first element that differs and whose gate holds in `state` and under `in`; -1: none. */
int port_first_difference(const port_bind_t *b, const void *base, const void *cfg,
                          const void *state, const void *in);

/* Reads a port into the C struct. */
void port_read(const port_bind_t *b, void *base);

/* True when every enable of these inputs is 0. */
static inline bool ports_inputs_idle(const ports_t *p, const void *in)
{
    for (unsigned k = 0; k < p->n_enables; k++) {
        const port_bind_t *b = &p->in[p->enable[k]];
        for (unsigned i = 0; i < b->count; i++)
            if (unit_field_get(b->field, in, i))
                return false;
    }
    return true;
}

/* False: built without the RTL engines. */
bool rtl_available(void);

/* The Verilated model of this unit with these parameters: one made with the program, one of the
 * user's cache, or one that is made now, which takes seconds and is said on standard error. NULL
 * with a message: parameters out of range, no Verilator, or the RTL is refused. The same pointer
 * for the same parameters until the process ends. LW_MODELS in the environment names a folder to
 * take it from instead. */
const rtl_model_t *rtl_model(const unit_desc_t *d, const void *cfg, diag_t *diag);

/* From now on nothing is said of a model that is made. */
void rtl_model_quietly(void);

#endif
