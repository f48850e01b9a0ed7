/*
 * Edits that no geometry can show: yosys proves that the edited module and the module as it is do
 * the same (equal.sh).
 *
 * It is proved at the smallest geometries of the list at which the edit makes another number, and
 * at as many drawn from the whole ranges of the parameters, ends included. At larger ones of the
 * list the two were compared by running them.
 */
#ifndef LW_TESTS_USES_EQUAL_H
#define LW_TESTS_USES_EQUAL_H

#include "compare.h"

/* Is it proved? u->file is the edited module. why: the
 * geometries, or the one at which it could not be proved. */
bool equal_proved(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited, const edit_t *e,
                  char why[WHY]);

#endif
