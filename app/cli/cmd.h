/*
 * Subcommands of the lockwarp program. One file a subcommand: cli/cmd_NAME.c defines
 *
 *     const char cmd_NAME_doc[] = "one line for the list of commands";
 *     int cmd_NAME(int argc, char **argv);
 *
 * and the build finds it by its file name and puts it into the table; nothing lists commands
 * by hand. argv[0] is "lockwarp NAME", what follows is for argp_parse. The result is the exit
 * status: one of cmd_status_t.
 */
#ifndef LW_CLI_CMD_H
#define LW_CLI_CMD_H

#include <argp.h>

#include "common/diag.h"

typedef enum cmd_status {
    CMD_DONE = 0,
    CMD_CHECK_FAILED = 1, /* divergence, wrong result, a comparison that failed */
    CMD_BAD_INPUT = 2,    /* bad usage or bad input; also a file that cannot be written */
    CMD_STOPPED = 3,      /* before its end, at --max-seconds or --checkpoint-at; 128 + the signal's
                             number where a signal stopped it */
    CMD_MISSING = 4,      /* prove: a program or package that it needs is not here */
} cmd_status_t;

typedef struct cmd {
    const char *name;
    const char *doc;
    int (*run)(int argc, char **argv);
} cmd_t;

/* Sorted by name; made by the build. */
extern const cmd_t cmd_registry[];
extern const unsigned cmd_registry_count;

/* The program's version: "0.1.0". */
extern const char lw_version[];

/* Prints "lockwarp: TEXT" as one line on standard error; returns CMD_BAD_INPUT. */
int cmd_bad_input(const diag_t *d);

/* For argp parsers: prints "lockwarp NAME: TEXT" as one line (argp_error makes two) and exits with
 * CMD_BAD_INPUT. */
void cmd_usage_error(const struct argp_state *state, const char *fmt, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

#endif
