/*
 * A shadow of one L1: the tags of an LRU cache of the same geometry that sees every read and
 * allocates on each. It answers the question behind "false positive" in the abyp paper (section
 * 5.3): would this block, which was bypassed or replaced, have been referenced again before an
 * LRU set of the same size evicted it? Lines carry a mark that is reported once, at the next
 * reference, and forgotten when the shadow evicts the line.
 */
#ifndef LW_POLICY_SHADOW_H
#define LW_POLICY_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "common/state_members.h"
#include "policy/stamps.h"

typedef enum shadow_mark { SHADOW_NONE, SHADOW_BYPASSED, SHADOW_REPLACED } shadow_mark_t;

/* The arrays are the owner's: zeroed at first and when the L1 is emptied. */
typedef struct shadow {
    uint32_t ways;
    uint64_t *line; /* [set * ways + way]; line number + 1, 0: empty */
    uint8_t *mark;
    stamps_t used; /* references */
} shadow_t;

/* But for the arrays. */
void shadow_state(shadow_t *s, state_io_t *io);

/* A read of line (a line number) in its set: returns the mark the line carried, clears it, and
 * makes the line most recent, replacing the least recent one if it was absent. */
shadow_mark_t shadow_read(shadow_t *s, uint32_t set, uint64_t line);
bool shadow_holds(const shadow_t *s, uint32_t set, uint64_t line);
/* Marks a line if the shadow holds it. */
void shadow_set_mark(shadow_t *s, uint32_t set, uint64_t line, shadow_mark_t mark);

#endif
