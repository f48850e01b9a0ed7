#include "compare.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/scratch.h"
#include "equal.h"
#include "lockstep/cosim.h"
#include "lockstep/model_build.h"
#include "lockstep/model_files.h"
#include "report/csv.h"

/* As tests/cosim/geometries.sh and cosim_run_UNIT_GEOMETRY have them. */
enum { LIST_CYCLES = 99999, NAMED_CYCLES = 500000, SECONDS = 900 };

/* --- geometries ------------------------------------------------------------------------------- */

static geometry_t *add(unit_under_t *u, const char *params)
{
    geometry_t *g = &u->geometry[u->n++];
    snprintf(g->params, sizeof g->params, "%s", params);
    unit_cfg_geometry(u->desc, UNIT_PAPER, g->cfg);
    return g;
}

static void values(const unit_desc_t *d, geometry_t *g)
{
    for (unsigned i = 0; i < d->n_params; i++)
        g->param[i] = unit_param_get(&d->params[i], g->cfg);
}

static int set(const unit_desc_t *d, geometry_t *g)
{
    char text[UNIT_LABEL];
    snprintf(text, sizeof text, "%s", g->params);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (!equals)
            return -EINVAL;
        *equals = 0;
        const unit_param_t *p = unit_param_find(d, word);
        if (!p)
            return -EINVAL;
        unit_param_set(p, g->cfg, (uint32_t)strtoul(equals + 1, NULL, 10));
    }
    values(d, g);
    return 0;
}

static void list_runs(geometry_t *g, const char *cycles)
{
    g->cycles = *cycles ? strtoull(cycles, NULL, 10) : LIST_CYCLES;
    g->seed[0] = 5;
    g->seed[1] = 6;
    g->n_seeds = 2;
}

void compare_geometry_set(const unit_desc_t *d, geometry_t *g)
{
    size_t n = 0;
    for (unsigned i = 0; i < d->n_params && n < sizeof g->params; i++)
        n += (size_t)snprintf(g->params + n, sizeof g->params - n, "%s%s=%" PRIu32, n ? " " : "",
                              d->params[i].name, unit_param_get(&d->params[i], g->cfg));
    values(d, g);
    list_runs(g, "");
}

/* The rows of the unit that have this word in the column run. */
static int add_rows(unit_under_t *u, const csv_t *c, const char *run, diag_t *diag)
{
    for (unsigned i = 0; i < c->n_rows; i++) {
        if (strcmp(csv_cell(c, i, 0), u->desc->name) != 0 || strcmp(csv_cell(c, i, 3), run) != 0)
            continue;
        if (u->n + UNIT_GEOMETRIES >= GEOMETRIES)
            return csv_error(c, i, diag, "more than %d geometries", GEOMETRIES);
        geometry_t *g = add(u, csv_cell(c, i, 1));
        list_runs(g, csv_cell(c, i, 2));
        if (set(u->desc, g))
            return csv_error(c, i, diag, "no such parameter");
    }
    return 0;
}

static int read_geometries(unit_under_t *u, const char *list, diag_t *diag)
{
    csv_t c = {0};
    size_t n;
    char *text = model_file_read(list, &n);
    int err = text ? csv_read(list, text, n, &c, diag) : diag_at(diag, list, 0, 0, "cannot read");
    err = err ? err : add_rows(u, &c, "sample", diag);
    err = err ? err : add_rows(u, &c, "long", diag);
    csv_free(&c);
    free(text);
    static const unit_geometry_t named[] = {UNIT_SMALL, UNIT_PAPER, UNIT_LARGE};
    for (unsigned i = 0; !err && i < UNIT_GEOMETRIES; i++) {
        geometry_t *g = add(u, unit_geometry_name(named[i]));
        unit_cfg_geometry(u->desc, named[i], g->cfg);
        values(u->desc, g);
        g->cycles = NAMED_CYCLES;
        g->seed[0] = 2;
        g->n_seeds = 1;
    }
    return err;
}

uint64_t compare_bits(const unit_desc_t *d, const void *cfg)
{
    uint64_t bits = unit_state_bits(d, cfg);
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir == UNIT_IN)
            bits += (uint64_t)d->fields[i].width(cfg) * d->fields[i].count(cfg);
    return bits;
}

/* Those of few bits first: their models are made and run in a part of the time. */
static void sort_geometries(unit_under_t *u)
{
    uint64_t bits[GEOMETRIES];
    for (unsigned i = 0; i < u->n; i++) {
        unsigned at = i;
        bits[i] = compare_bits(u->desc, u->geometry[i].cfg);
        for (; at > 0 && bits[u->order[at - 1]] > bits[i]; at--)
            u->order[at] = u->order[at - 1];
        u->order[at] = i;
    }
}

int compare_open(unit_under_t *u, const unit_desc_t *d, const char *work, const char *list,
                 const char *compile, diag_t *diag)
{
    *u = (unit_under_t){.desc = d, .launcher = {compile, NULL}};
    char path[2 * PATH_MAX];
    if (snprintf(u->work, sizeof u->work, "%s", work) >= PATH_MAX - 64)
        return diag_at(diag, work, 0, 0, "too long");
    snprintf(path, sizeof path, "%s/%s.sv", work, d->prefix);
    memcpy(u->file, path, sizeof u->file);
    snprintf(path, sizeof path, "%s/runtime.o", work);
    memcpy(u->runtime, path, sizeof u->runtime);
    setenv("USES_WORK", work, 1);
    int err = read_geometries(u, list, diag);
    sort_geometries(u);
    if (err || access(u->runtime, R_OK) == 0)
        return err;
    scratch_t s;
    err = scratch_open(&s, work, "runtime", diag);
    err = err ? err : model_runtime_build(&s, NULL, NULL, diag);
    snprintf(path, sizeof path, "%s/out.o", s.dir);
    if (!err && rename(path, u->runtime))
        err = diag_at(diag, path, 0, 0, "cannot be renamed: %s", strerror(errno));
    scratch_close(&s);
    return err;
}

/* --- one model -------------------------------------------------------------------------------- */

typedef enum step { STEP_EQUAL, STEP_DIFFERS, STEP_SAME, STEP_REFUSED, STEP_BROKEN } step_t;

/* What the child says. */
typedef struct answer {
    step_t step;
    char why[WHY], sum[65];
} answer_t;

/* The sum that compile.sh has left. */
static void read_sum(const char *dir, char sum[65])
{
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/sum", dir);
    FILE *f = fopen(path, "r");
    if (!f || !fgets(sum, 65, f))
        sum[0] = 0;
    if (f)
        fclose(f);
}

static void lockstep(const unit_under_t *u, const geometry_t *g, const char *dir, answer_t *a)
{
    char path[PATH_MAX + 8];
    diag_t diag = {{0}};
    snprintf(path, sizeof path, "%s/out.so", dir);
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cosim_opts_t o = {.desc = u->desc, .cfg = g->cfg, .cycles = g->cycles};
    o.model = so ? dlsym(so, "lockwarp_model") : NULL;
    for (unsigned i = 0; o.model && i < g->n_seeds && a->step != STEP_DIFFERS; i++) {
        cosim_result_t r;
        o.seed = g->seed[i];
        if (cosim_run(&o, &r, &diag)) {
            a->step = STEP_BROKEN;
            snprintf(a->why, sizeof a->why, "%.200s", diag.text);
            return;
        }
        a->step = r.failed ? STEP_DIFFERS : STEP_EQUAL;
        snprintf(a->why, sizeof a->why, "%s %s, cycle %" PRIu64, mismatch_kind_name(r.bad.kind),
                 r.bad.field ? r.bad.field->name : "", r.cycle);
        cosim_result_free(&r);
    }
    if (!o.model)
        a->step = STEP_BROKEN;
}

/* In a process of its own: a model that fails does not end this one. */
static void in_child(const unit_under_t *u, const geometry_t *g, answer_t *a)
{
    const char *const replace[] = {u->file, NULL};
    const model_spec_t spec = {.desc = u->desc, .cfg = g->cfg, .replace = replace};
    scratch_t s;
    diag_t diag = {{0}};
    *a = (answer_t){.step = STEP_BROKEN};
    alarm(SECONDS);
    if (scratch_open(&s, u->work, "model", &diag))
        return;
    int err = model_build(&spec, u->runtime, &s, u->launcher, NULL, &diag);
    read_sum(s.dir, a->sum);
    snprintf(a->why, sizeof a->why, "%.200s", diag.text);
    if (!err)
        lockstep(u, g, s.dir, a);
    else if (a->sum[0] && strcmp(a->sum, g->sum) == 0)
        a->step = STEP_SAME;
    else
        a->step = STEP_REFUSED;
    scratch_close(&s);
}

/* only_sum: nothing is compiled. */
static answer_t try_at(unit_under_t *u, const geometry_t *g, bool only_sum)
{
    answer_t a = {.step = STEP_BROKEN};
    int ends[2], status = 0;
    fflush(stdout);
    setenv("USES_SAME", only_sum ? "any" : g->sum, 1);
    if (pipe(ends))
        return a;
    pid_t child = fork();
    if (child == 0) {
        in_child(u, g, &a);
        _exit(write(ends[1], &a, sizeof a) != (ssize_t)sizeof a);
    }
    close(ends[1]);
    bool whole = child > 0 && read(ends[0], &a, sizeof a) == (ssize_t)sizeof a;
    close(ends[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    u->models++;
    u->compared += a.step == STEP_EQUAL || a.step == STEP_DIFFERS;
    if (!whole && child > 0 && WIFSIGNALED(status)) {
        a.step = STEP_DIFFERS;
        snprintf(a.why, sizeof a.why, "the model ends with signal %d", WTERMSIG(status));
    }
    return a;
}

static bool put_file(const unit_under_t *u, const char *text)
{
    FILE *f = fopen(u->file, "w");
    bool ok = f && fputs(text, f) >= 0;
    return f && fclose(f) == 0 && ok;
}

/* --- an edit ---------------------------------------------------------------------------------- */

static bool learn_sum(unit_under_t *u, geometry_t *g, const char *text)
{
    if (g->known)
        return true;
    if (!put_file(u, text))
        return false;
    answer_t a = try_at(u, g, true);
    memcpy(g->sum, a.sum, sizeof g->sum);
    return g->known = g->sum[0] != 0;
}

/* What has been seen of an edit. */
typedef struct seen {
    unsigned other; /* geometries at which it is another number */
    unsigned equal; /* compared, and equal */
    bool refused;
    bool gates_differ; /* at a geometry at which they were compared */
} seen_t;

/* Gates are compared where a smaller geometry has already shown no difference: most edits differ at
 * the first. At a large geometry that takes less than half the time of a model. */
static bool same_gates(const unit_under_t *u, geometry_t *g, seen_t *seen)
{
    if (!seen->equal || seen->gates_differ || g->no_gates)
        return false;
    const own_t own = equal_own(u, g);
    seen->gates_differ = own == OWN_DIFFER;
    g->no_gates = own == OWN_NOT_MADE;
    return own == OWN_EQUAL;
}

/* At one geometry: KILLED and BROKEN are the end of it. */
static outcome_t edit_at(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited,
                         const edit_t *e, geometry_t *g, seen_t *seen, char why[WHY])
{
    if (!edit_differs(s, e, g->param))
        return SAME;
    seen->other++;
    if (edit_keeps_value(s, edited, e, g->param))
        return SAME;
    answer_t a = {.step = STEP_BROKEN};
    if (put_file(u, edited->text) && same_gates(u, g, seen))
        a.step = STEP_EQUAL;
    else if (learn_sum(u, g, s->text) && put_file(u, edited->text))
        a = try_at(u, g, false);
    seen->equal += a.step == STEP_EQUAL;
    seen->refused |= a.step == STEP_REFUSED;
    if (a.step == STEP_DIFFERS || a.step == STEP_BROKEN || a.step == STEP_REFUSED)
        snprintf(why, WHY, "%.80s: %.160s", g->params, a.why);
    return a.step == STEP_DIFFERS ? KILLED : a.step == STEP_BROKEN ? BROKEN : SAME;
}

outcome_t compare_at(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited, const edit_t *e,
                     geometry_t *g, char why[WHY])
{
    seen_t seen = {0};
    outcome_t o = edit_at(u, s, edited, e, g, &seen, why);
    return o != SAME ? o : seen.refused ? REFUSED : seen.equal ? UNPROVED : SAME;
}

/* At all geometries until one sees it: two of few bits, where most edits are seen; those with a
 * lesser number than now, which a greater one would not show; the others. */
static outcome_t edit_at_each(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited,
                              const edit_t *e, seen_t *seen, char why[WHY])
{
    enum { FEW, LESSER, OTHERS, PASSES };
    bool tried[GEOMETRIES] = {false};
    outcome_t o = SAME;
    for (int pass = FEW; pass < PASSES; pass++)
        for (unsigned i = 0; o == SAME && i < u->n && !seen->refused; i++) {
            geometry_t *g = &u->geometry[u->order[i]];
            if (tried[i] || (pass == FEW && seen->other == 2) ||
                (pass == LESSER && !edit_shrinks(s, e, g->param)))
                continue;
            tried[i] = true;
            o = edit_at(u, s, edited, e, g, seen, why);
        }
    return o;
}

outcome_t compare_edit(unit_under_t *u, const sv_text_t *s, const edit_t *e, bool prove,
                       char why[WHY])
{
    static sv_text_t edited;
    const char *name[UNIT_MAX_PARAMS];
    for (unsigned i = 0; i < u->desc->n_params; i++)
        name[i] = u->desc->params[i].rtl_name;
    char *text = edit_apply(s, e);
    outcome_t o = text && sv_read_names(&edited, text, name, u->desc->n_params) ? SAME : BROKEN;
    seen_t seen = {0};
    if (o == SAME)
        o = edit_at_each(u, s, &edited, e, &seen, why);
    if (o == SAME && seen.refused)
        o = REFUSED;
    else if (o == SAME && (!seen.other || seen.equal))
        o = put_file(u, edited.text) ? equal_proved(u, s, &edited, e, prove, why) : BROKEN;
    else if (o == SAME)
        snprintf(why, WHY, "another number at %u geometries", seen.other);
    free(text);
    return o;
}

outcome_t compare_unchanged(unit_under_t *u, const sv_text_t *s, char why[WHY])
{
    geometry_t *g = &u->geometry[u->order[0]];
    if (!put_file(u, s->text))
        return BROKEN;
    answer_t a = try_at(u, g, false);
    snprintf(why, WHY, "%.80s: %.160s", g->params, a.why);
    return a.step == STEP_EQUAL ? UNPROVED : a.step == STEP_DIFFERS ? KILLED : BROKEN;
}
