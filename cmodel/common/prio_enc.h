/*
 * common.prio_enc: a priority encoder; the lowest request line wins. No state.
 *
 * cfg: n 1..64 request lines. init returns -EINVAL outside. Idle always.
 * Contract: docs/units/common.md. Ports: prio_enc_fields.h.
 */
#ifndef LW_COMMON_PRIO_ENC_H
#define LW_COMMON_PRIO_ENC_H

#include "common/prio_enc_fields.h"
#include "common/unit_types.inc"

#endif
