/*
 * A command's options in forms that the build makes other texts of: its manual page, and a table
 * from which the shells' completions are made. Asked for by an option that stands alone and is in
 * no help.
 */
#ifndef LW_CLI_ARGS_PRINT_H
#define LW_CLI_ARGS_PRINT_H

#include <argp.h>
#include <stdbool.h>

#define ARGS_PRINT_MAN     "--print-man"
#define ARGS_PRINT_OPTIONS "--print-options"

/* Has the form been asked for, and been printed? argv[0] is the command, such as "lockwarp run". */
bool args_print(const struct argp *argp, int argc, char **argv);

/* The page of the program itself, which names its commands. */
void args_print_man(void);

#endif
