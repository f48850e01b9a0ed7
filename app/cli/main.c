/*
 * The lockwarp program: finds the subcommand and hands over. Everything else is in the
 * subcommand's own file.
 */
#include <argp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args_print.h"
#include "cli/cmd.h"
#include "input/suggest.h"
#include "text/terminal.h"

enum { MAX_COMMANDS = 64 };

static void usage(FILE *out)
{
    fputs("usage: lockwarp COMMAND [option]...\n\n", out);
    for (unsigned i = 0; i < cmd_registry_count; i++)
        fprintf(out, "  %-9s %s\n", cmd_registry[i].name, cmd_registry[i].doc);
    fputs("\n'lockwarp COMMAND --help' explains a command's options.\n"
          "Exit status: 0 done, 1 a check failed, 2 bad usage or bad input, 3 stopped with a "
          "checkpoint.\n",
          out);
}

static int unknown(const char *name)
{
    const char *names[MAX_COMMANDS];
    unsigned n = cmd_registry_count < MAX_COMMANDS ? cmd_registry_count : MAX_COMMANDS;
    for (unsigned i = 0; i < n; i++)
        names[i] = cmd_registry[i].name;
    char hint[256];
    diag_t d = {{0}};
    diag_at(&d, "lockwarp", 0, 0, "unknown command '%.100s'; %s", name,
            suggest_among(name, names, n, hint, sizeof hint));
    fprintf(stderr, "%s\n", d.text);
    return CMD_BAD_INPUT;
}

int main(int argc, char **argv)
{
    argp_err_exit_status = CMD_BAD_INPUT;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    terminal_begin();
    char version[64];
    snprintf(version, sizeof version, "lockwarp %s", lw_version);
    argp_program_version = version;
    if (argc < 2) {
        usage(stderr);
        return CMD_BAD_INPUT;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        usage(stdout);
        return CMD_DONE;
    }
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        puts(version);
        return CMD_DONE;
    }
    if (!strcmp(argv[1], ARGS_PRINT_MAN)) {
        args_print_man();
        return CMD_DONE;
    }
    for (unsigned i = 0; i < cmd_registry_count; i++) {
        if (strcmp(cmd_registry[i].name, argv[1]))
            continue;
        char name[64];
        snprintf(name, sizeof name, "lockwarp %s", argv[1]);
        argv[1] = name;
        return cmd_registry[i].run(argc - 1, argv + 1);
    }
    return unknown(argv[1]);
}
