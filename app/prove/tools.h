/* The outside programs of a proof, each run in the work folder with its output in a log there. */
#ifndef LW_PROVE_TOOLS_H
#define LW_PROVE_TOOLS_H

#include <stdbool.h>
#include <stdio.h>

#include "common/diag.h"
#include "common/scratch.h"

/* Is a program in $PATH? */
bool tools_have(const char *program);
/* What a proof needs and is not here, as a sentence for people; false: all is here. */
bool tools_missing(char *text, size_t n);
/* The module that reads LLVM's code: its path, or NULL if it is not there. */
const char *tools_module(char *path, size_t n);

/* Runs argv in the work folder, its output in `log` there, for at most so many seconds of the
 * processor and of the clock (0: no limit). Its
 * exit status, TOOLS_TIME where the time was over, or a negative errno with a message. */
enum { TOOLS_TIME = 124, TOOLS_ARGS = 96 };
int tools_run(scratch_t *s, const char *log, unsigned cpu, unsigned seconds,
              const char *const *argv, diag_t *d);
/* The same of a program that must succeed: 0, or a negative errno with the first line of its log
 * that says error. */
int tools_must(scratch_t *s, const char *log, const char *const *argv, diag_t *d);

/* A file of the work folder; NULL with a message. */
FILE *tools_open(const scratch_t *s, const char *name, const char *mode, diag_t *d);
/* Closes what was written: 0, or a negative errno with a message if any of it failed. */
int tools_close(FILE *f, const char *name, diag_t *d);
/* All of it as text, freed by the caller; NULL with a message. */
char *tools_read(const scratch_t *s, const char *name, diag_t *d);

#endif
