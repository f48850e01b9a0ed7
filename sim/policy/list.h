/*
 * Lists that a policy keeps and that grow: what goes with a load, by the number of its instruction,
 * and the like. The owner frees them in its policy_ops_t's end.
 */
#ifndef LW_POLICY_LIST_H
#define LW_POLICY_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "common/state_io.h"

/* The list with room for `need` elements; *n is the room that there is, and new ones are zeroed. */
void *list_grow(void *at, uint32_t *n, uint32_t need, size_t size);
/* A list's length, and on loading its memory; its elements follow. */
void *list_state(void *at, uint32_t *n, size_t size, const char *what, state_io_t *io);

#endif
