/*
 * What the simulator does in the library when memory has run out in the middle of a cycle
 * (front/memory.h): it goes back to the call that began the run.
 *
 *     memory_guard_t guard;
 *     memory_enter(&guard);
 *     if (setjmp(guard.back) == 0)
 *         ... what may end so
 *     memory_leave(&guard);
 *
 * The guard that counts is the thread's: the simulator has no other way to know who has called it.
 */
#ifndef LW_LIB_MEMORY_H
#define LW_LIB_MEMORY_H

#include <setjmp.h>

typedef struct memory_guard {
    jmp_buf back;
    struct memory_guard *outer;
} memory_guard_t;

void memory_enter(memory_guard_t *g);
void memory_leave(memory_guard_t *g);

#endif
