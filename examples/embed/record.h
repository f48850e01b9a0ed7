/* Records a stream: a run of lockwarp's simulator that is observed. */
#ifndef EMBED_RECORD_H
#define EMBED_RECORD_H

#include "stream.h"

/* The workload at the scale tiny, on the GPU of the abyp paper, with the policies abyp and laws on
 * the engine. 0, or -1 with a message in text; counts: what the run says itself. */
int record(const char *workload, const char *engine, stream_t *s, shape_t *shape, counts_t *counts,
           char text[512]);

#endif
