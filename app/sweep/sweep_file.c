#include "sweep/sweep_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "input/suggest.h"

enum { LIST = 256, MAX_BYTES = 16 << 20 };

static const char *const group_keys[] = {
    "series", "workloads", "configs",  "policies", "overrides",  "scale",    "seeds",   "variant",
    "input",  "kernel",    "launches", "engine",   "max_cycles", "interval", "analyze", "quick"};
enum { GROUP_KEYS = sizeof group_keys / sizeof group_keys[0] };

/* A group under --quick looks into `quick` first. */
typedef struct group {
    const yaml_node_t *own, *quick; /* quick: NULL without */
} group_t;

static const yaml_node_t *get(const group_t *g, const char *key)
{
    const yaml_node_t *n = yaml_get(g->quick, key);
    return n ? n : yaml_get(g->own, key);
}

/* A workload of a group: its own settings over the group's. */
typedef struct choice {
    const yaml_node_t *place;
    const char *name;       /* NULL: a launch file's kernel, or a trace, which `own` names */
    const yaml_node_t *own; /* the mapping, or NULL */
    char variant[32];       /* the kernel that the paper of `group:` ran; "" for the default */
} choice_t;

typedef struct choices {
    unsigned n;
    choice_t item[LIST];
} choices_t;

static int add_choice(choices_t *c, const choice_t *choice, diag_t *d)
{
    if (c->n == LIST)
        return yaml_error(choice->place, d, "more than %d workloads in a group", LIST);
    c->item[c->n++] = *choice;
    return 0;
}

/* Does a registry row belong to "mrpb", or exactly to "mrpb:iw"? The variant that stands behind
 * its group goes to the choice. */
static bool in_group(const workload_t *w, const char *group, choice_t *c)
{
    size_t n = strlen(group);
    for (const char *at = w->groups; n && (at = strstr(at, group)); at += n) {
        if ((at != w->groups && at[-1] != ' ') || (at[n] && !strchr(" :=", at[n])))
            continue;
        size_t word = strcspn(at, " "), name = strcspn(at, "=");
        if (name < word)
            snprintf(c->variant, sizeof c->variant, "%.*s", (int)(word - name - 1), at + name + 1);
        return true;
    }
    return false;
}

static int add_group(choices_t *c, const yaml_node_t *n, const char *group, diag_t *d)
{
    unsigned before = c->n;
    int rc = 0;
    for (unsigned i = 0; !rc && i < workload_registry_count; i++) {
        choice_t found = {.place = n, .name = workload_registry[i]->name};
        if (!group || in_group(workload_registry[i], group, &found))
            rc = add_choice(c, &found, d);
    }
    if (!rc && c->n == before)
        rc = yaml_error(n, d, "no workload is in group \"%s\"; see `lockwarp list workloads`",
                        group ? group : "all");
    return rc;
}

/* What is not of the program's own workloads. */
static int read_files(choices_t *c, const yaml_node_t *n, diag_t *d)
{
    static const char *const of_trace[] = {"trace", "kernel", "launches"};
    static const char *const of_ptx[] = {"ptx", "launch", "kernel", "launches"};
    int rc = yaml_get(n, "trace") ? yaml_check_map(n, "a trace", of_trace, 3, 1, d)
                                  : yaml_check_map(n, "a launch file's kernel", of_ptx, 4, 2, d);
    return rc ? rc : add_choice(c, &(choice_t){.place = n, .own = n}, d);
}

static int read_choice(choices_t *c, const yaml_node_t *n, diag_t *d)
{
    static const char *const keys[] = {"name", "variant", "input", "kernel", "launches", "scale"};
    const char *text;
    int rc;
    if (yaml_get(n, "trace") || yaml_get(n, "ptx") || yaml_get(n, "launch"))
        return read_files(c, n, d);
    if (n->kind == YAML_MAP) {
        if ((rc = yaml_check_map(n, "a workload", keys, 6, 1, d)) ||
            (rc = yaml_string(yaml_get(n, "name"), "a workload's name", &text, d)))
            return rc;
        return add_choice(c, &(choice_t){.place = n, .name = text, .own = n}, d);
    }
    if ((rc = yaml_string(n, "a workload", &text, d)))
        return rc;
    if (strcmp(text, "all") == 0)
        return add_group(c, n, NULL, d);
    if (strncmp(text, "group:", 6) == 0)
        return add_group(c, n, text + 6, d);
    return add_choice(c, &(choice_t){.place = n, .name = text}, d);
}

static int need_list(const yaml_node_t *n, const char *what, diag_t *d)
{
    int rc = yaml_check_kind(n, what, YAML_SEQ, d);
    if (!rc && !n->n)
        rc = yaml_error(n, d, "%s has no entry; expected at least one", what);
    return rc;
}

/* What a group's lists are multiplied out to. */
typedef struct expansion {
    sweep_t *s;
    group_t g;
    const char *series;
    choices_t workloads;
} expansion_t;

static int optional_text(const yaml_node_t *n, const char *what, const char **out, diag_t *d)
{
    return n ? yaml_string(n, what, out, d) : 0;
}

static int optional_number(const yaml_node_t *n, const char *what, uint64_t *out, diag_t *d)
{
    return n ? yaml_u64(n, what, 1, INT64_MAX, out, d) : 0;
}

static int read_scale(const yaml_node_t *n, workload_scale_t *out, diag_t *d)
{
    const char *text;
    int rc = n ? yaml_string(n, "a scale", &text, d) : 0;
    if (!n || rc)
        return rc;
    int scale = workload_scale_named(text);
    char hint[128];
    if (scale < 0)
        return yaml_error(n, d, "unknown scale \"%s\"; %s", text,
                          suggest_among(text, workload_scale_names, SCALES, hint, sizeof hint));
    *out = (workload_scale_t)scale;
    return 0;
}

static int read_names(const yaml_node_t *own, point_spec_t *p, diag_t *d)
{
    int rc = optional_text(yaml_get(own, "ptx"), "ptx", &p->ptx, d);
    rc = rc ? rc : optional_text(yaml_get(own, "launch"), "launch", &p->launch_file, d);
    return rc ? rc : optional_text(yaml_get(own, "trace"), "trace", &p->trace, d);
}

/* Settings of the group, then of the workload. A launch file and a trace hold what the program's
 * own workloads make of variant, input, scale and seed: they have none. */
static int read_settings(const expansion_t *x, const choice_t *c, point_spec_t *p, diag_t *d)
{
    const char *const keys[] = {"kernel", "launches", "variant", "input"};
    const char **const to[] = {&p->kernel, &p->launches, &p->variant, &p->input};
    int rc = 0;
    for (unsigned i = 0; !rc && i < (c->name ? 4 : 2); i++) {
        const yaml_node_t *own = yaml_get(c->own, keys[i]);
        rc = optional_text(own ? own : get(&x->g, keys[i]), keys[i], to[i], d);
    }
    if (!p->variant && *c->variant)
        p->variant = c->variant;
    const yaml_node_t *scale = yaml_get(x->g.quick, "scale"), *analyze = get(&x->g, "analyze");
    scale = scale ? scale : yaml_get(c->own, "scale");
    scale = scale ? scale : get(&x->g, "scale");
    rc = rc ? rc : c->name ? read_scale(scale, &p->scale, d) : read_names(c->own, p, d);
    rc = rc ? rc : optional_text(get(&x->g, "engine"), "an engine", &p->engine, d);
    rc = rc ? rc : optional_number(get(&x->g, "max_cycles"), "max_cycles", &p->max_cycles, d);
    rc = rc ? rc : optional_number(get(&x->g, "interval"), "interval", &p->interval, d);
    return rc || !analyze ? rc : yaml_bool(analyze, "analyze", &p->analyze, d);
}

static int grow(sweep_t *s)
{
    if (s->n < s->room)
        return 0;
    unsigned room = s->room ? 2 * s->room : 64;
    point_t *p = realloc(s->point, room * sizeof *p);
    if (!p)
        return -ENOMEM;
    s->point = p;
    s->room = room;
    return 0;
}

static int add_point(expansion_t *x, const point_spec_t *p, const yaml_node_t *place, diag_t *d)
{
    sweep_t *s = x->s;
    diag_t why = {{0}};
    if (grow(s))
        return yaml_error(place, d, "out of memory");
    int rc = point_resolve(p, &s->point[s->n], &why);
    if (rc)
        return yaml_error(place, d, "%s", why.text);
    s->point[s->n++].series = x->series;
    return 0;
}

/* "key=value" of a mapping's entries, kept in the tree's life by the caller's buffer. */
typedef struct sets {
    char text[POINT_SETS][160];
} sets_t;

static int read_sets(const yaml_node_t *map, sets_t *sets, point_spec_t *p, diag_t *d)
{
    int rc = yaml_check_kind(map, "an entry of overrides", YAML_MAP, d);
    p->n_sets = 0;
    for (unsigned i = 0; !rc && i < map->n; i++) {
        const yaml_item_t *e = &map->item[i];
        rc = yaml_check_kind(e->node, "an override", YAML_SCALAR, d);
        if (!rc && (p->n_sets == POINT_SETS ||
                    snprintf(sets->text[p->n_sets], sizeof sets->text[0], "%s=%s", e->key,
                             e->node->text) >= (int)sizeof sets->text[0]))
            rc = yaml_error(e->node, d, "more than %d overrides, or one of over %zu characters",
                            POINT_SETS, sizeof sets->text[0] - 1);
        if (!rc) {
            p->set[p->n_sets] = sets->text[p->n_sets];
            p->n_sets++;
        }
    }
    return rc;
}

/* One workload on one configuration under one policy: the overrides and seeds of it. */
static int expand_last(expansion_t *x, point_spec_t *p, const yaml_node_t *place, diag_t *d)
{
    const yaml_node_t *overrides = get(&x->g, "overrides");
    const yaml_node_t *seeds = p->workload ? get(&x->g, "seeds") : NULL;
    unsigned n_overrides = overrides ? overrides->n : 1, n_seeds = seeds ? seeds->n : 1;
    sets_t sets;
    int rc = 0;
    for (unsigned o = 0; !rc && o < n_overrides; o++) {
        if (overrides && (rc = read_sets(overrides->item[o].node, &sets, p, d)))
            break;
        for (unsigned k = 0; !rc && k < n_seeds; k++) {
            p->seed = 1;
            if (seeds)
                rc = yaml_u64(seeds->item[k].node, "a seed", 0, UINT64_MAX, &p->seed, d);
            rc = rc ? rc
                    : add_point(x, p,
                                overrides && overrides->item[o].node->n ? overrides->item[o].node
                                                                        : place,
                                d);
        }
    }
    return rc;
}

static int expand_policies(expansion_t *x, point_spec_t *p, const yaml_node_t *place, diag_t *d)
{
    const yaml_node_t *list = get(&x->g, "policies");
    p->policies = "";
    if (!list)
        return expand_last(x, p, place, d);
    int rc = 0;
    for (unsigned i = 0; !rc && i < list->n; i++) {
        const yaml_node_t *n = list->item[i].node;
        rc = yaml_string(n, "a policy", &p->policies, d);
        if (!rc && strcmp(p->policies, "none") == 0)
            p->policies = "";
        rc = rc ? rc : expand_last(x, p, *p->policies ? n : place, d);
    }
    return rc;
}

static double length(const yaml_node_t *list)
{
    return list ? list->n : 1;
}

/* How many points the group has: refused before the first is resolved. */
static int check_number(const expansion_t *x, diag_t *d)
{
    double n = 0, seeds = length(get(&x->g, "seeds"));
    for (unsigned w = 0; w < x->workloads.n; w++)
        n += x->workloads.item[w].name ? seeds : 1;
    n *= length(get(&x->g, "configs")) * length(get(&x->g, "policies")) *
         length(get(&x->g, "overrides"));
    return n <= SWEEP_MAX_POINTS - x->s->n
               ? 0
               : yaml_error(x->g.own, d, "more than %d points", SWEEP_MAX_POINTS);
}

static int expand(expansion_t *x, diag_t *d)
{
    const yaml_node_t *configs = get(&x->g, "configs");
    int rc = check_number(x, d);
    for (unsigned w = 0; !rc && w < x->workloads.n; w++) {
        const choice_t *c = &x->workloads.item[w];
        point_spec_t p = {
            .workload = c->name, .engine = "c", .scale = SCALE_DEFAULT, .memory = x->s->memory};
        rc = read_settings(x, c, &p, d);
        for (unsigned i = 0; !rc && i < configs->n; i++) {
            const yaml_node_t *n = configs->item[i].node;
            rc = yaml_string(n, "a configuration", &p.config, d);
            rc = rc ? rc : expand_policies(x, &p, c->place, d);
        }
    }
    return rc;
}

static int check_lists(const expansion_t *x, diag_t *d)
{
    static const char *const lists[] = {"workloads", "configs", "policies", "overrides", "seeds"};
    for (unsigned i = 0; i < 5; i++) {
        const yaml_node_t *n = get(&x->g, lists[i]);
        int rc = n ? need_list(n, lists[i], d) : 0;
        if (rc)
            return rc;
        if (!n && i < 2)
            return yaml_error(x->g.own, d, "a group without \"%s\"", lists[i]);
    }
    const char *engine = NULL;
    const yaml_node_t *n = get(&x->g, "engine");
    int rc = optional_text(n, "an engine", &engine, d);
    if (!rc && engine && strcmp(engine, "c") && strcmp(engine, "rtl") && strcmp(engine, "lockstep"))
        rc = yaml_error(n, d, "unknown engine \"%s\"; expected c, rtl or lockstep", engine);
    return rc;
}

/* `quick` of a group. *leave_out: under --quick there is nothing of it. */
static int read_quick(group_t *g, bool quick, bool *leave_out, diag_t *d)
{
    const yaml_node_t *n = yaml_get(g->own, "quick");
    bool keep;
    *leave_out = false;
    if (!n)
        return 0;
    if (n->kind == YAML_SCALAR) {
        int rc = yaml_bool(n, "quick", &keep, d);
        if (!rc && keep)
            rc = yaml_error(n, d, "quick is true; expected false or a mapping");
        *leave_out = quick;
        return rc;
    }
    g->quick = quick ? n : NULL;
    return yaml_check_map(n, "quick", group_keys, GROUP_KEYS - 1, 0, d); /* no quick in quick */
}

static int add_points(expansion_t *x, diag_t *d)
{
    int rc = yaml_string(get(&x->g, "series"), "a series", &x->series, d);
    rc = rc ? rc : check_lists(x, d);
    const yaml_node_t *list = rc ? NULL : get(&x->g, "workloads");
    x->workloads.n = 0;
    for (unsigned i = 0; !rc && i < list->n; i++)
        rc = read_choice(&x->workloads, list->item[i].node, d);
    return rc ? rc : expand(x, d);
}

/* What `quick` says must hold without --quick, too; its points are dropped. */
static int check_quick(expansion_t *x, const yaml_node_t *quick, diag_t *d)
{
    sweep_t aside = {.file = x->s->file, .memory = x->s->memory};
    x->s = &aside;
    x->g.quick = quick;
    int rc = add_points(x, d);
    sweep_free(&aside);
    return rc;
}

static int read_group(sweep_t *s, const yaml_node_t *n, bool quick, diag_t *d)
{
    expansion_t *x = calloc(1, sizeof *x);
    bool leave_out = false;
    if (!x)
        return yaml_error(n, d, "out of memory");
    x->s = s;
    x->g.own = n;
    int rc = yaml_check_map(n, "a group", group_keys, GROUP_KEYS, 1, d);
    rc = rc ? rc : read_quick(&x->g, quick, &leave_out, d);
    if (!rc && !leave_out)
        rc = add_points(x, d);
    const yaml_node_t *other = rc || quick ? NULL : yaml_get(n, "quick");
    if (other && other->kind == YAML_MAP)
        rc = check_quick(x, other, d);
    free(x);
    return rc;
}

/* The file's name without folder and ending. */
static int name_of(sweep_t *s, const char *path, diag_t *d)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    size_t n = dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml")) ? (size_t)(dot - name)
                                                                      : strlen(name);
    if (n == 0 || n >= sizeof s->name)
        return diag_at(d, path, 0, 0,
                       "the sweep's name, the file's without .yaml, has %zu characters; expected 1 "
                       "to %zu",
                       n, sizeof s->name - 1);
    snprintf(s->name, sizeof s->name, "%.*s", (int)n, name);
    return 0;
}

/* What stands in the tree. */
static int read_tree(sweep_t *s, bool quick, diag_t *d)
{
    static const char *const keys[] = {"groups", "doc"};
    point_memory_t memory = {0};
    s->memory = &memory;
    int rc = yaml_check_map(s->tree, "a sweep", keys, 2, 1, d);
    rc = rc ? rc : optional_text(yaml_get(s->tree, "doc"), "doc", &s->doc, d);
    const yaml_node_t *groups = rc ? NULL : yaml_get(s->tree, "groups");
    rc = rc ? rc : need_list(groups, "groups", d);
    for (unsigned i = 0; !rc && i < groups->n; i++)
        rc = read_group(s, groups->item[i].node, quick, d);
    if (!rc && !s->n)
        rc = yaml_error(groups, d, "no point%s", quick ? " under --quick" : "");
    memory_free(&memory);
    s->memory = NULL;
    return rc;
}

int sweep_read(sweep_t *s, const char *path, bool quick, diag_t *d)
{
    *s = (sweep_t){.file = path, .doc = ""};
    char *text = NULL;
    size_t bytes = 0;
    int rc = file_read(path, MAX_BYTES, &text, &bytes, d);
    rc = rc ? rc : sweep_read_text(s, path, text, bytes, quick, d);
    s->text = text;
    s->bytes = bytes;
    return rc;
}

int sweep_read_text(sweep_t *s, const char *path, const char *text, size_t bytes, bool quick,
                    diag_t *d)
{
    *s = (sweep_t){.file = path, .doc = ""};
    int rc = name_of(s, path, d);
    rc = rc ? rc : yaml_read_text(path, text, bytes, &s->tree, d);
    return rc ? rc : read_tree(s, quick, d);
}

void sweep_free(sweep_t *s)
{
    for (unsigned i = 0; i < s->n; i++)
        point_free(&s->point[i]);
    free(s->point);
    yaml_free(s->tree);
    free(s->text);
    *s = (sweep_t){.name = ""};
}
