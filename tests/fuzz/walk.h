/* A trace from its first step to its last, as a replay takes it: every warp of every CTA. */
#ifndef LW_FUZZ_WALK_H
#define LW_FUZZ_WALK_H

void walk_trace(const char *path);

#endif
