/* The key of a point: everything that determines its result, a line each. */
#ifndef LW_SWEEP_POINT_KEY_H
#define LW_SWEEP_POINT_KEY_H

#include "sweep/point.h"

/* The key's SHA-256, as hexadecimal digits. Checks the spec as `lockwarp run` would. 0, or a
 * negative errno with a message. */
int point_key(const point_spec_t *s, char hash[65], diag_t *d);

#endif
