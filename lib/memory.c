#include "memory.h"

#include <stddef.h>

#include "front/memory.h"

static _Thread_local memory_guard_t *innermost;

void memory_enter(memory_guard_t *g)
{
    g->outer = innermost;
    innermost = g;
}

void memory_leave(memory_guard_t *g)
{
    innermost = g->outer;
}

/* The simulator runs nowhere in the library without a guard. */
void memory_out(void)
{
    longjmp(innermost->back, 1);
}
