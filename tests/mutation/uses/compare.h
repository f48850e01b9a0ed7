/*
 * Lockstep of a unit whose RTL is changed, at the geometries of tests/cosim/geometries.csv and at
 * small, paper and large: two of few bits first, then those at which a number becomes less.
 *
 * A model of a changed module is made by the program's own code, only compiled with less effort
 * (compile.sh). If Verilator makes the same code of it as of the module as it is, the two are the
 * same circuit at that geometry, and nothing is compiled.
 */
#ifndef LW_TESTS_USES_COMPARE_H
#define LW_TESTS_USES_COMPARE_H

#include <limits.h>

#include "common/diag.h"
#include "common/unit.h"
#include "edits.h"

enum { GEOMETRIES = 64, WHY = 256 };

typedef struct geometry {
    char params[UNIT_LABEL]; /* as the list has them, or small, paper, large */
    uint32_t cfg[UNIT_MAX_PARAMS];
    uint64_t cycles;
    unsigned seed[2], n_seeds;
    bool known;    /* the sum of the module as it is is known */
    char sum[65];  /* of what Verilator makes of it */
    bool no_gates; /* they are not made in time: a model is faster */
    int64_t param[UNIT_MAX_PARAMS];
} geometry_t;

typedef enum outcome {
    KILLED,   /* C model and RTL differ, or the RTL's own assertion fails */
    REFUSED,  /* Verilator or the compiler does not accept it */
    SAME,     /* at every geometry the same circuit, and at one of them another number */
    EQUAL,    /* compared at some geometry and equal, and proved to be so everywhere (equal.h) */
    UNPROVED, /* compared and equal, also at drawn geometries, and not proved */
    SURVIVED, /* compared and equal at the list, and it is not equal elsewhere */
    BROKEN    /* it could not be tried */
} outcome_t;

typedef struct unit_under {
    const unit_desc_t *desc;
    char work[PATH_MAX]; /* a folder */
    char file[PATH_MAX]; /* in it: the module that models are made of */
    char runtime[PATH_MAX];
    const char *launcher[2];
    geometry_t geometry[GEOMETRIES];
    unsigned order[GEOMETRIES], n; /* order: of their bits */
    unsigned models, compared;     /* made by Verilator; compiled and compared */
} unit_under_t;

/* Reads the geometries of the unit and makes Verilator's runtime in the folder `work`, which must
 * be there. 0, or a negative errno with a message. */
int compare_open(unit_under_t *u, const unit_desc_t *d, const char *work, const char *list,
                 const char *compile, diag_t *diag);

/* Tries an edit. prove: a proof is tried if no run differs. why: the geometry and what differs, or
 * what a tool said. */
outcome_t compare_edit(unit_under_t *u, const sv_text_t *s, const edit_t *e, bool prove,
                       char why[WHY]);

/* The edit at one geometry: SAME, or UNPROVED if it was compared and equal. */
outcome_t compare_at(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited, const edit_t *e,
                     geometry_t *g, char why[WHY]);

/* Bits of a unit's state and inputs at a geometry. */
uint64_t compare_bits(const unit_desc_t *d, const void *cfg);

/* Everything else of a geometry from its cfg. */
void compare_geometry_set(const unit_desc_t *d, geometry_t *g);

/* The module as it is, at the first geometry: it must be UNPROVED. */
outcome_t compare_unchanged(unit_under_t *u, const sv_text_t *s, char why[WHY]);

#endif
