/* Random stimulus of a unit (lockstep/stim_gen.h), for the programs in C++ of this folder. */
#ifndef LW_TEST_UNIT_STIM_H
#define LW_TEST_UNIT_STIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct unit_stim unit_stim_t;

typedef enum unit_stim_op { UNIT_STIM_RESET, UNIT_STIM_EVAL, UNIT_STIM_TICK } unit_stim_op_t;

/* At the small geometry, or the paper's; NULL: no memory. */
unit_stim_t *unit_stim_new(const char *unit, bool small, uint64_t seed);
void unit_stim_free(unit_stim_t *s);

/* The next cycle's operation; false: none. Then its inputs, by the number of the field. */
bool unit_stim_next(unit_stim_t *s, unit_stim_op_t *op);
uint64_t unit_stim_value(const unit_stim_t *s, int field, unsigned element);

/* Value of parameter i at that geometry. */
uint32_t unit_stim_param(const unit_stim_t *s, unsigned i);

#ifdef __cplusplus
}
#endif

#endif
