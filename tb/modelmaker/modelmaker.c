/*
 * Makes a model of the RTL into a folder, as the program does it for itself when it needs one:
 *
 *   modelmaker UNIT [--geometry G] [--param NAME=VALUE]... --out DIR [option]...
 *   modelmaker --runtime --out DIR            Verilator's runtime alone, and DIR/tools
 *   modelmaker UNIT ... --print WHAT [--netlist FILE]
 *
 *   --stamp FILE       written when the model is there
 *   --runtime-in DIR   where the runtime has been made (DIR of --out)
 *   --launcher "WORDS" runs the compiler (ccache)
 *   --replace FILE.sv  in place of the RTL's file of that name; repeatable
 *   --netlist FILE.v   a flattened netlist with the input mut_sel, in place of the RTL
 *   --flag FLAG        more for Verilator; repeatable
 *   --coverage         with Verilator's counters
 *
 * WHAT: name, wrapper (module held), config (Verilator's), args (-GName=value), state (the
 * registers' paths).
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lockstep/model_store.h"

enum { WORDS = 16 };

typedef struct args {
    model_spec_t spec;
    uint32_t cfg[UNIT_MAX_PARAMS];
    const char *out, *stamp, *print, *runtime_in;
    char *launcher[WORDS + 1];
    const char *replace[WORDS + 1], *flag[WORDS + 1];
    char *absolute[WORDS + 1]; /* of --netlist and --replace */
    unsigned n_replace, n_flag, n_absolute;
    bool runtime;
    diag_t diag;
} args_t;

static int set_param(args_t *a, char *text)
{
    char *equals = strchr(text, '='), *end = "";
    if (equals)
        *equals = 0;
    const unit_param_t *p = equals && a->spec.desc ? unit_param_find(a->spec.desc, text) : NULL;
    unsigned long v = equals ? strtoul(equals + 1, &end, 10) : 0;
    if (!p || *end || v < p->min || v > p->max)
        return diag_at(&a->diag, "--param", 0, 0, "%s: no such parameter, or out of its range",
                       text);
    unit_param_set(p, a->cfg, (uint32_t)v);
    return 0;
}

static int set_geometry(args_t *a, const char *name)
{
    int g = unit_geometry_find(name);
    if (g < 0 || !a->spec.desc)
        return diag_at(&a->diag, "--geometry", 0, 0, "%s; expected paper, small or large", name);
    unit_cfg_geometry(a->spec.desc, (unit_geometry_t)g, a->cfg);
    return 0;
}

static int split(args_t *a, char *text)
{
    unsigned n = 0;
    for (char *word = strtok(text, " "); word && n < WORDS; word = strtok(NULL, " "))
        a->launcher[n++] = word;
    return 0;
}

/* A file is known by its absolute path; NULL: it is not there. */
static const char *file_of(args_t *a, const char *option, const char *path)
{
    char *absolute = a->n_absolute <= WORDS ? realpath(path, NULL) : NULL;
    if (absolute)
        return a->absolute[a->n_absolute++] = absolute;
    diag_at(&a->diag, option, 0, 0, "%s: no such file", path);
    return NULL;
}

/* The value of --NAME VALUE, or NULL if this is another option or has none. */
static char *value_of(const char *name, char **argv)
{
    return strcmp(argv[0], name) == 0 ? argv[1] : NULL;
}

static int option(args_t *a, char **argv)
{
    char *v;
    if ((v = value_of("--geometry", argv)))
        return set_geometry(a, v);
    if ((v = value_of("--param", argv)))
        return set_param(a, v);
    if ((v = value_of("--launcher", argv)))
        return split(a, v);
    if ((v = value_of("--out", argv)))
        return a->out = v, 0;
    if ((v = value_of("--runtime-in", argv)))
        return a->runtime_in = v, 0;
    if ((v = value_of("--stamp", argv)))
        return a->stamp = v, 0;
    if ((v = value_of("--print", argv)))
        return a->print = v, 0;
    if ((v = value_of("--netlist", argv)))
        return (a->spec.netlist = file_of(a, "--netlist", v)) ? 0 : -ENOENT;
    if ((v = value_of("--replace", argv)) && a->n_replace < WORDS)
        return (a->replace[a->n_replace++] = file_of(a, "--replace", v)) ? 0 : -ENOENT;
    if ((v = value_of("--flag", argv)) && a->n_flag < WORDS)
        return a->flag[a->n_flag++] = v, 0;
    return diag_at(&a->diag, "modelmaker", 0, 0, "%s: unknown option, or without its value",
                   argv[0]);
}

static int parse(args_t *a, int argc, char **argv)
{
    int err = 0, i = 1;
    a->spec.cfg = a->cfg;
    a->spec.replace = a->replace;
    a->spec.flag = a->flag;
    if (i < argc && argv[i][0] != '-') {
        a->spec.desc = unit_find(argv[i++]);
        if (!a->spec.desc)
            return diag_at(&a->diag, "modelmaker", 0, 0, "no unit %s", argv[1]);
        unit_cfg_geometry(a->spec.desc, UNIT_PAPER, a->cfg);
    }
    while (!err && i < argc) {
        bool alone = true;
        if (strcmp(argv[i], "--runtime") == 0)
            a->runtime = true;
        else if (strcmp(argv[i], "--coverage") == 0)
            a->spec.coverage = true;
        else
            alone = false;
        if (!alone)
            err = option(a, argv + i);
        i += alone ? 1 : 2;
    }
    if (!err && (a->runtime == (a->spec.desc != NULL) || !a->out == !a->print))
        err = diag_at(&a->diag, "modelmaker", 0, 0,
                      "expected UNIT or --runtime, and --out DIR or --print WHAT");
    return err;
}

static int print(args_t *a)
{
    char name[UNIT_LABEL];
    if (strcmp(a->print, "wrapper") == 0)
        return model_text_wrapper(stdout, &a->spec, &a->diag);
    if (strcmp(a->print, "config") == 0)
        return model_text_config(stdout, &a->spec, &a->diag);
    if (strcmp(a->print, "state") == 0)
        return model_text_state(stdout, &a->spec, &a->diag);
    if (strcmp(a->print, "args") == 0)
        return model_text_args(stdout, &a->spec), 0;
    if (strcmp(a->print, "name") == 0)
        return puts(model_name(a->spec.desc, a->cfg, name, sizeof name)) < 0;
    return diag_at(&a->diag, "--print", 0, 0, "%s", a->print);
}

static int write_file(const char *path, const char *text, diag_t *diag)
{
    FILE *f = fopen(path, "w");
    bool good = f && fputs(text, f) >= 0;
    if (f && fclose(f))
        good = false;
    return good ? 0 : diag_at(diag, path, 0, 0, "cannot write: %s", strerror(errno));
}

static int build(args_t *a)
{
    char tools[MODEL_TOOLS], folder[PATH_MAX], path[PATH_MAX + 16], runtime[PATH_MAX + 16];
    const char *missing;
    int err = model_tools(tools, &missing, &a->diag);
    if (err) /* which is said already unless it is not there */
        return diag_at(&a->diag, "modelmaker", 0, 0, "%s is not installed", missing);
    mkdir(a->out, 0777);
    if (!realpath(a->out, folder))
        return diag_at(&a->diag, a->out, 0, 0, "no such folder: %s", strerror(errno));
    if (!realpath(a->runtime_in ? a->runtime_in : folder, runtime))
        return diag_at(&a->diag, a->runtime_in, 0, 0, "no such folder: %s", strerror(errno));
    strcat(runtime, "/runtime.o");
    model_maker_t s = {.folder = folder,
                       .tools = tools,
                       .runtime = runtime,
                       .launcher =
                           a->launcher[0] ? (const char *const *)(void *)a->launcher : NULL};
    err = model_store_get(&s, a->runtime ? NULL : &a->spec, path, sizeof path, &a->diag);
    if (!err && a->runtime) {
        snprintf(path, sizeof path, "%s/tools", folder);
        err = write_file(path, tools, &a->diag);
    }
    if (!err && a->stamp)
        err = write_file(a->stamp, "", &a->diag);
    return err;
}

int main(int argc, char **argv)
{
    args_t a = {.n_flag = 0};
    int err = parse(&a, argc, argv);
    if (!err)
        err = a.print ? print(&a) : build(&a);
    while (a.n_absolute)
        free(a.absolute[--a.n_absolute]);
    if (err)
        fprintf(stderr, "modelmaker: %s\n", a.diag.text);
    return err ? 2 : 0;
}
