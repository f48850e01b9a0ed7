#include "cli/args_print.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"

static bool is_end(const struct argp_option *o)
{
    return !o->name && !o->key && !o->doc && !o->group;
}

static bool is_short(const struct argp_option *o)
{
    return o->key > ' ' && o->key < 0x7f;
}

/* ---- The manual page ---- */

/* Text of n characters without what roff takes for a request or an escape; `...` becomes bold. */
static void put_roff(const char *text, size_t n)
{
    bool bold = false, begins = true;
    for (size_t i = 0; i < n; i++) {
        const char c = text[i];
        if (c == '`') {
            fputs(bold ? "\\fR" : "\\fB", stdout);
            bold = !bold;
        } else if (c == '\\') {
            fputs("\\e", stdout);
        } else if (c == '-') {
            fputs("\\-", stdout);
        } else {
            if (begins && (c == '.' || c == '\''))
                fputs("\\&", stdout);
            putchar(c);
        }
        begins = c == '\n';
    }
}

static void put_text(const char *text)
{
    put_roff(text, strlen(text));
}

static void put_section(const char *name)
{
    printf(".SH %s\n", name);
}

static void put_name(const char *command, const char *doc)
{
    printf(".TH \"");
    for (const char *c = command; *c; c++)
        putchar(*c == ' ' ? '-' : toupper((unsigned char)*c));
    printf("\" 1 \"\" \"lockwarp %s\" \"lockwarp\"\n", lw_version);
    put_section("NAME");
    for (const char *c = command; *c; c++)
        fputs(*c == ' ' || *c == '-' ? "\\-" : (char[]){*c, 0}, stdout);
    printf(" \\- ");
    put_text(doc);
    putchar('\n');
}

static void put_option(const struct argp_option *o)
{
    fputs(".TP\n\\fB", stdout);
    if (is_short(o))
        printf("\\-%c%s", o->key, o->name ? "\\fR, \\fB" : "");
    if (o->name) {
        fputs("\\-\\-", stdout);
        put_text(o->name);
    }
    fputs("\\fR", stdout);
    if (o->arg) {
        fputs(o->name ? "=\\fI" : " \\fI", stdout);
        put_text(o->arg);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    put_text(o->doc ? o->doc : "");
    putchar('\n');
}

static void put_options(const struct argp *argp)
{
    for (const struct argp_option *o = argp->options; o && !is_end(o); o++)
        if (!o->name && !o->key && o->doc)
            printf(".SS %s\n", o->doc);
        else if (!(o->flags & OPTION_HIDDEN))
            put_option(o);
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        put_options(c->argp);
}

/* "lockwarp trace record" is a verb of the command trace. */
static const cmd_t *command_of(const char *name)
{
    const char *word = strchr(name, ' ');
    const size_t n = word ? strcspn(word + 1, " ") : 0;
    for (unsigned i = 0; n && i < cmd_registry_count; i++)
        if (strlen(cmd_registry[i].name) == n && strncmp(cmd_registry[i].name, word + 1, n) == 0)
            return &cmd_registry[i];
    return NULL;
}

static void print_man(const struct argp *argp, const char *name)
{
    const cmd_t *cmd = command_of(name);
    const char *doc = argp->doc ? argp->doc : "", *behind = strchr(doc, '\v');
    put_name(name, cmd ? cmd->doc : "");
    put_section("SYNOPSIS");
    fputs("\\fB", stdout);
    put_text(name);
    fputs("\\fR [\\fIOPTION\\fR]... ", stdout);
    put_text(argp->args_doc ? argp->args_doc : "");
    putchar('\n');
    put_section("DESCRIPTION");
    put_roff(doc, behind ? (size_t)(behind - doc) : strlen(doc));
    putchar('\n');
    put_section("OPTIONS");
    put_options(argp);
    if (behind) {
        puts(".PP");
        put_text(behind + 1);
        putchar('\n');
    }
    put_section("SEE ALSO");
    puts("\\fBlockwarp\\fR(1)");
}

void args_print_man(void)
{
    put_name("lockwarp",
             "hardware models of what five papers add to a GPU's L1 data cache and schedulers, "
             "and the simulator that drives them");
    put_section("SYNOPSIS");
    puts("\\fBlockwarp\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]...");
    put_section("COMMANDS");
    for (unsigned i = 0; i < cmd_registry_count; i++) {
        printf(".TP\n\\fB%s\\fR\n", cmd_registry[i].name);
        put_text(cmd_registry[i].doc);
        putchar('\n');
    }
    put_section("EXIT STATUS");
    puts("0 done, 1 a check failed, 2 bad usage or bad input, 3 stopped with a checkpoint.");
}

/* ---- The table of options ---- */

/* What completes a value: a list of names that the program prints, a file, a folder, one of some
 * words, or nothing. */
static const char *kind_of(const struct argp_option *o)
{
    static const struct {
        const char *option, *kind;
    } lists[] = {{"workload", "workloads"}, {"config", "configs"}, {"policy", "policies"},
                 {"unit", "units"},         {"table", "tables"},   {"paper", "papers"},
                 {"scale", "scales"},       {"set", "keys"}};
    const int files = ARG_WRITES | ARG_KEEPS | ARG_READS | ARG_INPUT | ARG_TRACE;
    for (unsigned i = 0; o->name && i < sizeof lists / sizeof *lists; i++)
        if (strcmp(o->name, lists[i].option) == 0)
            return lists[i].kind;
    if (o->flags & ARG_FOLDER)
        return "folder";
    if (o->flags & files || strncmp(o->arg, "FILE", 4) == 0)
        return "file";
    return islower((unsigned char)o->arg[0]) && strchr(o->arg, '|') ? "words" : "none";
}

/* A line an option: short name, long name, what completes its value ("-": it has none), its value's
 * name, its text. */
static void print_options(const struct argp *argp)
{
    for (const struct argp_option *o = argp->options; o && !is_end(o); o++)
        if (o->name || is_short(o))
            printf("%c\t%s\t%s\t%s\t%s\n", is_short(o) ? o->key : '-', o->name ? o->name : "-",
                   o->arg ? kind_of(o) : "-", o->arg ? o->arg : "-", o->doc ? o->doc : "");
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        print_options(c->argp);
}

bool args_print(const struct argp *argp, int argc, char **argv)
{
    if (argc != 2)
        return false;
    if (strcmp(argv[1], ARGS_PRINT_MAN) == 0)
        print_man(argp, argv[0]);
    else if (strcmp(argv[1], ARGS_PRINT_OPTIONS) == 0)
        print_options(argp);
    else
        return false;
    return true;
}
