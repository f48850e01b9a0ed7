/* getopt_long() finds the options as argp does, which has no hook in front of its parsers. */
#include "cli/args.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args_print.h"
#include "cli/cmd.h"
#include "cli/places.h"
#include "common/place.h"
#include "input/yaml.h"

enum { MAX_OPTIONS = 128, FIRST_LONG = 0x10000, OF_ARGP = 0x20000 };

/* The options of a command and of what it includes; long ones are known to getopt by their place.
 */
typedef struct known {
    const struct argp_option *of[MAX_OPTIONS];
    const char *given[MAX_OPTIONS]; /* the value, or NULL */
    struct option longs[MAX_OPTIONS + 8];
    char shorts[3 * MAX_OPTIONS + 3];
    unsigned n;
} known_t;

static void add(known_t *k, const struct argp_option *o)
{
    if (k->n == MAX_OPTIONS)
        abort(); /* more options than any command has */
    k->longs[k->n] = (struct option){.name = o->name ? o->name : "",
                                     .has_arg = o->arg ? required_argument : no_argument,
                                     .val = FIRST_LONG + (int)k->n};
    if (o->key > ' ' && o->key < 0x7f)
        sprintf(k->shorts + strlen(k->shorts), "%c%s", o->key, o->arg ? ":" : "");
    k->of[k->n++] = o;
}

static void add_all(known_t *k, const struct argp *argp)
{
    const struct argp_option *o = argp->options;
    for (; o && (o->name || o->key || o->doc || o->group); o++)
        add(k, o);
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        add_all(k, c->argp);
}

/* What argp adds to every command. */
static void add_argps_own(known_t *k)
{
    static const char *const names[] = {"help", "usage", "version", "program-name", "HANG"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        k->longs[k->n + i] = (struct option){
            .name = names[i], .has_arg = i < 3 ? no_argument : optional_argument, .val = OF_ARGP};
}

static int place_of(const known_t *k, int key)
{
    if (key >= FIRST_LONG)
        return key - FIRST_LONG;
    for (unsigned i = 0; i < k->n; i++)
        if (k->of[i]->key == key)
            return (int)i;
    return -1;
}

/* "--json", or "-w" of what has no other name. */
static const char *name_of(const struct argp_option *o, char *text, size_t size)
{
    if (o->key > ' ' && o->key < 0x7f)
        snprintf(text, size, "-%c", o->key);
    else
        snprintf(text, size, "--%s", o->name);
    return text;
}

/* One line, exit status 2. */
static void refuse(const char *command, const char *text)
{
    diag_t d = {{0}};
    diag_at(&d, command, 0, 0, "%s", text);
    fprintf(stderr, "%s\n", d.text);
    exit(CMD_BAD_INPUT);
}

/* In one line what argp says in two. */
static void refuse_option(const char *command, int why, const char *given)
{
    char text[300];
    if (why == ':')
        snprintf(text, sizeof text, "option '%.200s' needs a value; see '%s --help'", given,
                 command);
    else
        snprintf(text, sizeof text, "unknown option '%.200s'; see '%s --help'", given, command);
    refuse(command, text);
}

static void check_value(const char *command, const struct argp_option *o, const char *value)
{
    char text[400], name[64];
    diag_t d = {{0}};
    name_of(o, name, sizeof name);
    bool file = o->flags & (ARG_WRITES | ARG_KEEPS | ARG_FOLDER);
    if (!*value) {
        snprintf(text, sizeof text, "%s is ''; expected %s", name, o->arg);
        refuse(command, text);
    }
    if (file && !strcmp(value, "-") && !(o->flags & ARG_DASH)) {
        snprintf(text, sizeof text, "%s is '-'; expected a %s's name", name,
                 o->flags & ARG_FOLDER ? "folder" : "file");
        refuse(command, text);
    }
    int rc = o->flags & ARG_WRITES   ? file_check_writable(value, &d)
             : o->flags & ARG_KEEPS  ? file_check_keepable(value, &d)
             : o->flags & ARG_FOLDER ? file_check_folder(value, !(o->flags & ARG_READS), &d)
             : o->flags & ARG_READS  ? file_check_readable(value, &d)
                                     : 0;
    if (rc)
        exit(cmd_bad_input(&d));
}

/* "KEY=VALUE" of an option that may be given several times: each key once. */
static void check_key(const char *command, const struct argp_option *o, int argc, char **argv,
                      const char *value)
{
    char text[300], name[64];
    size_t key = strcspn(value, "=");
    if (!value[key])
        return;
    for (int i = 1; i < argc; i++) {
        const char *other = argv[i];
        if (other == value)
            return; /* only those in front of it */
        if (o->name && !strncmp(other, "--", 2) && !strncmp(other + 2, o->name, strlen(o->name)) &&
            other[2 + strlen(o->name)] == '=')
            other += 3 + strlen(o->name);
        else if (i < 2 || strncmp(argv[i - 1], "--", 2) || !o->name ||
                 strcmp(argv[i - 1] + 2, o->name))
            continue;
        if (other == value)
            return;
        if (strcspn(other, "=") == key && !strncmp(other, value, key + 1)) {
            snprintf(text, sizeof text, "%s names '%.*s' twice; expected it once",
                     name_of(o, name, sizeof name), (int)key, value);
            refuse(command, text);
        }
    }
}

static void add_place(const char *command, const char *what, const char *value, place_use_t use)
{
    diag_t d = {{0}};
    if (places_add(command, what, value, use, &d)) {
        fprintf(stderr, "%s\n", d.text);
        exit(CMD_BAD_INPUT);
    }
}

/* The file that an option names, if it names one. */
static void add_file(const char *command, const struct argp_option *o, const char *value)
{
    char name[64];
    const int flags = o->flags;
    name_of(o, name, sizeof name);
    if (flags & (ARG_WRITES | ARG_FOLDER))
        add_place(command, name, value, PLACE_WRITTEN);
    else if (flags & ARG_KEEPS)
        add_place(command, name, value, PLACE_KEPT);
    else if (flags & ARG_CONTINUES)
        add_place(command, name, value, PLACE_CONTINUED);
    else if (flags & ARG_TRACE)
        add_place(command, name, value, PLACE_TRACE);
    else if (flags & (ARG_READS | ARG_INPUT))
        add_place(command, name, value, PLACE_READ);
}

/* Values are checked in a second pass: what argp refuses by itself it refuses first. */
static void check(const struct argp *argp, int argc, char **argv, unsigned flags)
{
    static known_t k; /* large; used once */
    char **copy = calloc((size_t)argc + 1, sizeof *copy), text[200], name[64];
    k = (known_t){.n = 0};
    strcpy(k.shorts, flags & ARGP_IN_ORDER ? "-:?V" : ":?V");
    add_all(&k, argp);
    add_argps_own(&k);
    if (!copy)
        return;
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    opterr = 0;
    optind = 0;
    for (int key; (key = getopt_long(argc, copy, k.shorts, k.longs, NULL)) != -1;) {
        int at = place_of(&k, key);
        if (key == 1) { /* an operand among the options */
            add_place(argv[0], "an operand", optarg, PLACE_CONTINUED);
            continue;
        }
        if (key == OF_ARGP || key == 'V' || (key == '?' && !strcmp(copy[optind - 1], "-?"))) {
            free(copy);
            return;
        }
        if (at < 0)
            refuse_option(argv[0], key, copy[optind - 1]);
        const struct argp_option *o = k.of[at];
        if (!o->arg)
            continue;
        if (k.given[at] && !(o->flags & ARG_MANY)) {
            snprintf(text, sizeof text, "%s is given twice; expected it once",
                     name_of(o, name, sizeof name));
            refuse(argv[0], text);
        }
        k.given[at] = optarg;
        if (o->flags & ARG_MANY) {
            check_key(argv[0], o, argc, argv, optarg);
            add_file(argv[0], o, optarg);
        }
        if (!*optarg)
            check_value(argv[0], o, optarg);
    }
    for (int i = optind; i < argc; i++)
        add_place(argv[0], "an operand", copy[i], PLACE_CONTINUED);
    free(copy);
    for (unsigned i = 0; i < k.n; i++)
        if (k.given[i]) {
            check_value(argv[0], k.of[i], k.given[i]);
            add_file(argv[0], k.of[i], k.given[i]);
        }
}

bool args_whole(const char *text, uint64_t low, uint64_t high, uint64_t *v)
{
    uint64_t n;
    if (text_u64(text, &n) || n < low || n > high)
        return false;
    *v = n;
    return true;
}

bool args_number(const char *text, double low, double high, double *v)
{
    double x;
    if (strchr("+-", *text) || text_f64(text, &x) || !(x >= low && x <= high))
        return false;
    *v = x;
    return true;
}

int args_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    if (args_print(argp, argc, argv))
        exit(fflush(stdout) || ferror(stdout) ? CMD_BAD_INPUT : CMD_DONE);
    check(argp, argc, argv, flags);
    return argp_parse(argp, argc, argv, flags, NULL, input);
}
