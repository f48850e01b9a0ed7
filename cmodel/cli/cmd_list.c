/* lockwarp list: what can be named on the command line, one line each. */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "common/unit.h"
#include "config/preset.h"
#include "config/suggest.h"
#include "config/yaml.h"

const char cmd_list_doc[] = "names of configs and units, one a line";

static int list_units(diag_t *d)
{
    (void)d;
    for (unsigned i = 0; i < unit_registry_count; i++)
        printf("%-24s %s\n", unit_registry[i]->name, unit_registry[i]->doc);
    return 0;
}

/* A preset's line is its 'doc' key. */
static int list_configs(diag_t *d)
{
    for (unsigned i = 0; i < preset_registry_count; i++) {
        const preset_t *p = &preset_registry[i];
        yaml_node_t *root = NULL;
        const char *doc = "";
        int rc = yaml_read_text(p->name, p->text, (size_t)(p->end - p->text), &root, d);
        const yaml_node_t *n = yaml_get(root, "doc");
        if (!rc && n)
            rc = yaml_string(n, "doc", &doc, d);
        if (!rc)
            printf("%-24s %s\n", p->name, doc);
        yaml_free(root);
        if (rc)
            return rc;
    }
    return 0;
}

typedef struct list_kind {
    const char *name;
    int (*print)(diag_t *d);
} list_kind_t;

static const list_kind_t kinds[] = {
    {"configs", list_configs},
    {"units", list_units},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const list_kind_t **kind = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*kind)
            argp_error(state, "one list at a time");
        for (unsigned i = 0; i < KINDS; i++)
            if (strcmp(kinds[i].name, arg) == 0)
                *kind = &kinds[i];
        if (!*kind) {
            const char *names[KINDS];
            char hint[128];
            for (unsigned i = 0; i < KINDS; i++)
                names[i] = kinds[i].name;
            argp_error(state, "unknown list '%s'; %s", arg,
                       suggest_among(arg, names, KINDS, hint, sizeof hint));
        }
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected what to list");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_list(int argc, char **argv)
{
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "configs|units",
        .doc = "Prints the names that other commands take, with a line on each.",
    };
    const list_kind_t *kind = NULL;
    if (argp_parse(&argp, argc, argv, 0, NULL, &kind))
        return CMD_BAD_INPUT;
    diag_t d = {{0}};
    return kind->print(&d) ? cmd_bad_input(&d) : CMD_DONE;
}
