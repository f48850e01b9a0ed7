/*
 * The structures of lockwarp, one at a time, for programs of other people: the C model of a unit,
 * its Verilated RTL, or both in lockstep, behind one interface.
 *
 *   lw_error_t error;
 *   lw_unit_t *fifo = lw_unit_new("common.fifo", &(lw_setting_t){"depth", 5}, 1, "c", &error);
 *   lw_unit_set(fifo, lw_unit_find(fifo, "push_valid"), 0, 1);
 *   lw_unit_tick(fifo);
 *
 * A unit is a clocked block. In a cycle its inputs are set, its outputs read, and then it is
 * clocked. Inputs keep their values until they are set again; they are 0 at first and after a
 * reset. Outputs are those of the inputs as they stand and of the state before the edge. What a
 * unit does is in docs/units, a page a family; `lockwarp list units` has their names, and `lockwarp
 * cosim` compares the two sides.
 *
 * Nothing here prints, exits or aborts: what goes wrong is returned. A unit is used by one thread
 * at a time; two units have nothing in common.
 */
#ifndef LOCKWARP_UNIT_H
#define LOCKWARP_UNIT_H

#include <stddef.h>
#include <stdint.h>

#include <lockwarp/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Which units there are ---- */

/* The names of all units, such as "abyp.table", sorted: number i from 0; NULL beyond the last. */
const char *lw_unit_name(size_t i);

/* What a unit is, in a line; NULL if there is none of that name. */
const char *lw_unit_about(const char *unit);

/* A parameter: its value in the paper that the unit is from, and between what it can be. */
typedef struct lw_param {
    const char *name, *about;
    uint32_t paper, min, max;
} lw_param_t;

/* Parameter i from 0; LW_INVALID beyond the last, or if there is no such unit. */
int lw_unit_param(const char *unit, size_t i, lw_param_t *param);

/* ---- A unit ---- */

typedef struct lw_unit lw_unit_t;

/* A parameter that is not to have the paper's value. */
typedef struct lw_setting {
    const char *name;
    uint32_t value;
} lw_setting_t;

/* A unit after reset, under the engine "c", "rtl" or "lockstep". The latter two need a model of the
 * RTL with these parameters, which is looked for among those installed and in the user's cache, and
 * made otherwise: that takes seconds, and needs Verilator and a C++ compiler. NULL with what is
 * wrong in *error. */
lw_unit_t *lw_unit_new(const char *unit, const lw_setting_t *settings, size_t n, const char *engine,
                       lw_error_t *error);
void lw_unit_free(lw_unit_t *unit); /* NULL is nothing */

/* What the last call on this unit that did not return LW_OK had to say. */
const char *lw_unit_message(const lw_unit_t *unit);

typedef enum lw_direction { LW_IN, LW_OUT, LW_STATE } lw_direction_t;

/* A port or a register: so many elements of so many bits each, at most 64. */
typedef struct lw_field {
    const char *name;
    lw_direction_t direction;
    unsigned width, count;
} lw_field_t;

/* Field i from 0, inputs, outputs and state in the order of the unit's field list; LW_INVALID
 * beyond the last. */
int lw_unit_field(const lw_unit_t *unit, size_t i, lw_field_t *field);

/* The field of that name; LW_INVALID if the unit has none. */
int lw_unit_find(const lw_unit_t *unit, const char *name);

/* An input's element for this cycle and the coming ones. LW_INVALID for what is no input, and for a
 * value of more bits than it has. */
int lw_unit_set(lw_unit_t *unit, int field, unsigned element, uint64_t value);

/* An element of any field. The outputs are settled first if an input has changed; state is that
 * after the last edge. */
int lw_unit_get(lw_unit_t *unit, int field, unsigned element, uint64_t *value);

/* 1 if the element means something at present, else 0: an output that goes with no request can be
 * anything, and so can the payload of an empty place, on either side. Negative: a status. */
int lw_unit_counts(lw_unit_t *unit, int field, unsigned element);

/* The rising edge that ends the cycle. Under lockstep all outputs and all state are compared. */
int lw_unit_tick(lw_unit_t *unit);

/* As after lw_unit_new(). */
int lw_unit_reset(lw_unit_t *unit);

/* How many edges since the last reset. */
uint64_t lw_unit_cycle(const lw_unit_t *unit);

#ifdef __cplusplus
}
#endif

#endif
