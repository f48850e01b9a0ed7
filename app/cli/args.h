/*
 * Options of all commands, looked at before the command's own parser sees them: each once, none
 * empty, and what names an output is one that can be written, so that a run's result has a place
 * before the run begins. Tables of options say it in the flags of each, which argp does not use.
 */
#ifndef LW_CLI_ARGS_H
#define LW_CLI_ARGS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    ARG_MANY = 0x1000,    /* may be given several times */
    ARG_WRITES = 0x2000,  /* names a file that is written as a whole */
    ARG_DASH = 0x4000,    /* and - is standard output */
    ARG_KEEPS = 0x8000,   /* names a file that is added to: a regular one, or none yet */
    ARG_FOLDER = 0x10000, /* names a folder, or none yet; with ARG_READS one that is there */
    ARG_READS = 0x20000,  /* names a file that is read late: it must be there */
    /* names a file that is read at once, and no output may take its place; operands are such, too
     */
    ARG_INPUT = 0x40000,
    ARG_TRACE = 0x80000,     /* ... with the files of its kernels */
    ARG_CONTINUES = 0x100000 /* ... which only a checkpoint may replace */
};

/* Numbers of options: the whole text, without a sign or white space in front; whole ones also as
 * 0x10. False: it is none, or not from low to high; *v is as it was. */
bool args_whole(const char *text, uint64_t low, uint64_t high, uint64_t *v);
bool args_number(const char *text, double low, double high, double *v);

/* As argp_parse() with these arguments; ends the program where an option is refused. */
int args_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input);

#endif
