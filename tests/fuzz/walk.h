/* A trace from its first step to its last, as a replay takes it: every warp of every CTA; small
 * launches with a plan of what they touch (isa/address_plan.h). */
#ifndef LW_FUZZ_WALK_H
#define LW_FUZZ_WALK_H

void walk_trace(const char *path);

#endif
