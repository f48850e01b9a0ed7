/*
 * A unit's ports and state as text, for people: made from the field list, so that no unit needs a
 * dump function of its own. For the watchdog's dump and for debugging.
 *
 *     mrpb_t u; ...
 *     unit_dump(stderr, &mrpb_unit, &u.cfg, &u, &in, &out);
 *
 *     mrpb
 *       in    in_valid=1 in_queue=3 in_data=0x1f00
 *       out   in_ready=1
 *       state head[3]=2 len[3]=2 mem[24]=0x1 mem[25]=0x2
 *
 * A line for each group; long groups are wrapped. Only what is not 0 is shown, and elements with a
 * gate only while their gate holds. At most UNIT_DUMP_ELEMENTS elements of a field are shown; "len
 * ... 3 more" stands for the rest. Fields of at most 16 bits are decimal, wider ones hexadecimal.
 */
#ifndef LW_COMMON_UNIT_DUMP_H
#define LW_COMMON_UNIT_DUMP_H

#include <stdio.h>

#include "common/unit.h"

#define UNIT_DUMP_ELEMENTS 8

/* cfg and state: of the unit. in, out: its ports as they stood in a cycle, or both NULL: not shown.
 */
void unit_dump(FILE *out, const unit_desc_t *d, const void *cfg, const void *state, const void *in,
               const void *out_ports);

#endif
