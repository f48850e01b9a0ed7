/*
 * The structures of lockwarp, one at a time, for other programs: the C model of a unit,
 * its Verilated RTL, or both in lockstep, behind one interface.
 *
 *   lw_error_t error;
 *   lw_unit_t *fifo = lw_unit_new("common.fifo", &(lw_setting_t){"depth", 5}, 1, "c", &error);
 *   lw_unit_set(fifo, lw_unit_find(fifo, "push_valid"), 0, 1);
 *   lw_unit_tick(fifo);
 *
 * A unit is a clocked block. In a cycle its inputs are set, its outputs read, and then it is
 * clocked. Inputs keep their values until they are set again; they are 0 at first and after a
 * reset. Outputs follow the present inputs and the state before the edge. docs/units has the
 * contract of each unit, a page per family; `lockwarp list units` prints their names, and
 * `lockwarp cosim` compares the two sides.
 *
 * Nothing here prints, exits or aborts: errors are returned. A unit is used by one thread
 * at a time; two units share nothing.
 */
#ifndef LOCKWARP_UNIT_H
#define LOCKWARP_UNIT_H

#include <stddef.h>
#include <stdint.h>

#include <lockwarp/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The units ---- */

/* The names of all units, such as "abyp.table", sorted: number i from 0; NULL beyond the last. */
const char *lw_unit_name(size_t i);

/* One line about a unit; NULL if there is none of that name. */
const char *lw_unit_about(const char *unit);

/* A parameter: its value in the unit's paper, and its range. */
typedef struct lw_param {
    const char *name, *about;
    uint32_t paper, min, max;
} lw_param_t;

/* Parameter i from 0; LW_INVALID beyond the last, or if there is no such unit. */
int lw_unit_param(const char *unit, size_t i, lw_param_t *param);

/* ---- A unit ---- */

typedef struct lw_unit lw_unit_t;

/* A value for a parameter, instead of the paper's. */
typedef struct lw_setting {
    const char *name;
    uint32_t value;
} lw_setting_t;

/* A unit after reset, under the engine "c", "rtl" or "lockstep". The latter two need a model of the
 * RTL with these parameters. It is taken from the installation or the user's cache, otherwise made:
 * that takes seconds, and needs Verilator and a C++ compiler. NULL with the reason in *error. */
lw_unit_t *lw_unit_new(const char *unit, const lw_setting_t *settings, size_t n, const char *engine,
                       lw_error_t *error);
void lw_unit_free(lw_unit_t *unit); /* NULL: no effect */

/* The message of the last call on this unit that did not return LW_OK. */
const char *lw_unit_message(const lw_unit_t *unit);

typedef enum lw_direction { LW_IN, LW_OUT, LW_STATE } lw_direction_t;

/* A port or a register: `count` elements of `width` bits, at most 64. */
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

/* Sets an element of an input, for this cycle and the following ones. LW_INVALID if the field is no
 * input, or if the value has more bits than the element. */
int lw_unit_set(lw_unit_t *unit, int field, unsigned element, uint64_t value);

/* Reads an element of any field. The outputs are settled first if an input has changed; state is
 * that after the last edge. */
int lw_unit_get(lw_unit_t *unit, int field, unsigned element, uint64_t *value);

/* 1 if the element has a meaning at present, otherwise 0: an output without a request, or the
 * payload of an empty place, can have any value, which may differ between the sides. Negative: a
 * status. */
int lw_unit_counts(lw_unit_t *unit, int field, unsigned element);

/* The rising edge that ends the cycle. Under lockstep all outputs and all state are compared. */
int lw_unit_tick(lw_unit_t *unit);

/* Returns the unit to its state after lw_unit_new(). */
int lw_unit_reset(lw_unit_t *unit);

/* The number of edges since the last reset. */
uint64_t lw_unit_cycle(const lw_unit_t *unit);

#ifdef __cplusplus
}
#endif

#endif
