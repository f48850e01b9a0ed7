/* The engines with a Verilated side, and all three by name (common/engine.h). */
#ifndef LW_LOCKSTEP_ENGINES_H
#define LW_LOCKSTEP_ENGINES_H

#include "common/engine.h"

/* Compressed stimulus an instance may keep for the report of a divergence. */
#define UNIT_INST_LOG_BOUND ((size_t)32 << 20)

extern const unit_engine_t unit_engine_rtl;
extern const unit_engine_t unit_engine_lockstep;

/* "c", "rtl", "lockstep"; NULL for anything else. */
const unit_engine_t *unit_engine_find(const char *name);

#endif
