/*
 * The folder of a scratch (scratch.h). It is locked as long as the program that made it or a tool
 * below it runs; one without a lock was left by a program that was killed together with its keeper,
 * and is removed when the next one of that name is made.
 */
#ifndef LW_COMMON_SCRATCH_FOLDER_H
#define LW_COMMON_SCRATCH_FOLDER_H

#include <stddef.h>

/* Makes PARENT/NAMEXXXXXX, whose name goes to dir. The descriptor of its lock, which tools inherit,
 * or a negative errno. */
int scratch_folder_make(const char *parent, const char *name, char *dir, size_t room);

/* Removes a folder with all that is in it; "": nothing. */
void scratch_folder_remove(const char *dir);

/* Removes those of that name that were left. */
void scratch_folder_remove_dead(const char *parent, const char *name);

#endif
