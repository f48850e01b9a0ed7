/* lockwarp diff: the ranked differences between two runs. */
#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "common/file.h"
#include "stats/diff.h"
#include "stats/json.h"

const char cmd_diff_doc[] = "ranked differences between the JSONs of two runs";

enum { KEY_ALL = 0x600, KEY_JSON };

typedef struct diff_args {
    const char *file[2];
    const char *json;
    bool all;
} diff_args_t;

static const struct argp_option options[] = {
    {"all", KEY_ALL, NULL, 0, "everything that differs, not one screen of it", 1},
    {"json", KEY_JSON, "FILE", ARG_WRITES | ARG_DASH,
     "write everything as JSON; - is standard output, instead of the text", 1},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    diff_args_t *a = state->input;
    switch (key) {
    case KEY_ALL:
        a->all = true;
        return 0;
    case KEY_JSON:
        a->json = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            cmd_usage_error(state, "unexpected '%s'; expected two files", arg);
        a->file[state->arg_num] = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 2)
            cmd_usage_error(state, "expected two files, each what `lockwarp run --json` writes");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int compare(const diff_args_t *a, const cJSON *const doc[2], diff_t *d, diag_t *diag)
{
    if (diff_check_types(doc, a->file, diag))
        return -EINVAL;
    if (diff_make(d, doc[0], doc[1]))
        return diag_at(diag, a->file[1], 0, 0, "cannot be compared: out of memory");
    int rc = 0;
    if (a->json) {
        cJSON *root = diff_json(d, a->file);
        rc = json_write(root, a->json, diag);
        cJSON_Delete(root);
    }
    if (!rc && (!a->json || strcmp(a->json, "-")))
        diff_print(d, a->file, a->all, stdout);
    return rc;
}

int cmd_diff(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "A.json B.json",
        .doc = "Says what differs in what was run, then how the results differ, ranked by what it "
               "weighs.\vExit status: 0 equal but for host and engine, 1 different, 2 bad usage or "
               "bad input.",
    };
    diff_args_t a = {.all = false};
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    diag_t diag = {{0}};
    diff_t d = {.equal = false};
    bool equal = false;
    cJSON *first = diff_read(a.file[0], &diag);
    cJSON *second = first ? diff_read(a.file[1], &diag) : NULL;
    if (first && second && !compare(&a, (const cJSON *const[]){first, second}, &d, &diag))
        equal = d.equal;
    diff_free(&d);
    cJSON_Delete(first);
    cJSON_Delete(second);
    if (diag.text[0])
        return cmd_bad_input(&diag);
    return equal ? CMD_DONE : CMD_CHECK_FAILED;
}
