/*
 * apres.div: a sequential divider; a signed quotient, and whether it is exact. Restoring division
 * of the magnitudes, `bits` digits a cycle. Source: Oh et al., ISCA 2016, section IV; the sequence
 * is our own.
 *
 * A start replaces the division under way; a start with divisor 0 changes nothing. A clear comes
 * before all.
 *
 * Invariants: left and ended are not set together; rem < by while left is not 0.
 *
 * cfg: num_w 1..64 bits, den_w 1..9 bits, bits 1..8, of which num_w is a multiple. init returns
 * -EINVAL outside. Idle while no division is under way and none has just ended.
 * Contract: docs/units/apres.md. Ports and state: apres_div_fields.h.
 */
#ifndef LW_APRES_APRES_DIV_H
#define LW_APRES_APRES_DIV_H

#include "apres/apres_div_fields.h"

#include "common/unit_types.inc"

#endif
