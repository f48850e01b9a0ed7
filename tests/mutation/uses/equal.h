/*
 * Edits that no geometry can show: the edited module is proved to do the same as the module as it
 * is, or to be one machine with the C model (equal.sh; USES_LOCKWARP in the environment names the
 * program).
 *
 * It is proved at the first geometries of the list, of those that are small enough, at which the
 * edit makes another number, and at as many drawn from the whole ranges of the parameters, ends
 * included. At the others of the list the two were compared by running them, or by their gates.
 */
#ifndef LW_TESTS_USES_EQUAL_H
#define LW_TESTS_USES_EQUAL_H

#include "compare.h"

typedef enum own {
    OWN_EQUAL,   /* the edited module has the gates of the module as it is, and the same parts */
    OWN_DIFFER,  /* it does not, or Yosys refuses it */
    OWN_NOT_MADE /* the gates are not made in time */
} own_t;

/* The two modules at this geometry. */
own_t equal_own(const unit_under_t *u, const geometry_t *g);

/* EQUAL, UNPROVED, or SURVIVED if a drawn geometry shows a difference. u->file is the edited
 * module. prove: if not, the edit is only run at the drawn geometries. why: the geometries, or the
 * one that shows it or at which it could not be proved. */
outcome_t equal_proved(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited,
                       const edit_t *e, bool prove, char why[WHY]);

#endif
