/* A slice of the mock's L2: of what it looks up only the bits are the mock's, in a unit
 * `abyp.l2bit`; the tags are those of the memory system that the stream was recorded with. */
#ifndef EMBED_L2_H
#define EMBED_L2_H

#include "block.h"
#include "stream.h"

int l2_open(block_t *slice, const shape_t *shape, const char *engine);

/* A request is looked up. bypass: it was predicted to bypass the L1. The bit that goes back. */
int l2_look_up(block_t *slice, const event_t *e, int bypass);

#endif
