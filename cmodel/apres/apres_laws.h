/*
 * apres.laws: locality-aware warp scheduling. Warps whose last load was the same form a group when
 * the first of them issues its next load; the group moves to the head of the scheduling queue if
 * that load hits the L1, and to the tail if it misses. Source: Oh et al., "APRES: Improving Cache
 * Efficiency by Exploiting Load Characteristics on GPUs", ISCA 2016, section IV.
 *
 * One load, one L1 result, any number of starts and finishes per cycle, and one move per edge: a
 * group whose result is known before a warp that has started, and this before the target of a
 * prefetch. The first two are chosen one edge ahead. A kernel's start clears LLT and WGT, and
 * suppresses the load and the result of its cycle; moves go on.
 *
 * cfg: warps 1..64, pc_w 1..64 bits, groups 1..16, picks 1..4, serial 0 or 1. init returns -EINVAL
 * outside. Idle while no group and no started warp waits for its move.
 * Contract: docs/units/apres.md. Ports and state: apres_laws_fields.h.
 */
#ifndef LW_APRES_APRES_LAWS_H
#define LW_APRES_APRES_LAWS_H

#include "apres/apres_llt.h"
#include "apres/apres_queue.h"
#include "apres/apres_wgt.h"

#include "apres/apres_laws_fields.h"

#include "common/unit_types.inc"

#endif
