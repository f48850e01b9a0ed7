/*
 * Which units a command works on, and at which geometries: -u UNIT, --exact, --geometry and
 * --param, as cosim and synth have them.
 */
#ifndef LW_CLI_UNIT_CHOICE_H
#define LW_CLI_UNIT_CHOICE_H

#include <stdbool.h>

#include "common/diag.h"
#include "common/unit.h"

enum { UNIT_CHOICE_UNSET = -1, UNIT_CHOICE_ALL = UNIT_GEOMETRIES };

typedef struct unit_choice {
    const char *unit;                    /* -u: a unit and all below it, or all; NULL: not given */
    bool exact;                          /* only the unit named, none below it */
    int geometry;                        /* unit_geometry_t, or UNIT_CHOICE_* */
    const char *params[UNIT_MAX_PARAMS]; /* --param NAME=VALUE, as given */
    unsigned n_params;
} unit_choice_t;

/* --geometry; a message in d if it is none. */
void unit_choice_geometry(unit_choice_t *c, const char *arg, diag_t *d);

/* --param; a message in d if there are too many. */
void unit_choice_param(unit_choice_t *c, const char *arg, diag_t *d);

/* A geometry with the values of every --param: 0, or -EINVAL with a message. */
int unit_choice_cfg(const unit_choice_t *c, const unit_desc_t *u, unit_geometry_t g, void *cfg,
                    diag_t *d);

/* What differs from the geometry, in the unit's order, whatever was typed: "policy=0+flush=1". */
void unit_choice_fixed(const unit_desc_t *u, unit_geometry_t g, const void *cfg, char *text,
                       size_t size);

/* Is the unit among those chosen? */
bool unit_choice_has(const unit_choice_t *c, const unit_desc_t *u);

/* How many units are chosen; 0 with a message in d if none is, or none was named. */
unsigned unit_choice_count(const unit_choice_t *c, const char *command, diag_t *d);

/* The chosen units at the chosen geometries, one after the other: number *k of them all, *k from 0
 * on, which moves to the next. False: no more. */
bool unit_choice_next(const unit_choice_t *c, unsigned *k, const unit_desc_t **u,
                      unit_geometry_t *g);

#endif
