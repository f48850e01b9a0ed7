/*
 * Where a simulation ends that has no memory left in the middle of a cycle: what was under way
 * cannot be undone there, so nothing is returned.
 */
#ifndef LW_FRONT_MEMORY_H
#define LW_FRONT_MEMORY_H

/* Does not return. Whoever links the simulator says what it does: a program says so on standard
 * error and ends (memory_out.c), the library goes back to its caller (lib/memory.c). */
void memory_out(void) __attribute__((noreturn));

#endif
