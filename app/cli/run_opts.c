#include "cli/run_opts.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/places.h"
#include "config/launch_range.h"
#include "input/suggest.h"
#include "input/yaml.h"

enum {
    KEY_PTX = 0x100,
    KEY_LAUNCH,
    KEY_TRACE,
    KEY_SET,
    KEY_JSON,
    KEY_WAVE,
    KEY_WAVE_OF,
    KEY_RECORD,
    KEY_RECORD_OF,
    KEY_INPUT,
    KEY_VARIANT,
    KEY_SCALE,
    KEY_SEED,
    KEY_MAX_CYCLES,
    KEY_KERNEL,
    KEY_LAUNCHES,
    KEY_FUNCTIONAL,
    KEY_LIST_LAUNCHES,
    KEY_NEVER_SLEEP,
    KEY_INTERVAL,
    KEY_ANALYZE,
};

static const struct argp_option options[] = {
    {"workload", 'w', "NAME", 0, "a workload of `lockwarp list workloads`", 1},
    {"scale", KEY_SCALE, "SCALE", 0,
     "its size: tiny, default, paper, or a paper's own such as abyp", 1},
    {"seed", KEY_SEED, "N", 0, "of its generated input (default 1)", 1},
    {"input", KEY_INPUT, "FILE", ARG_INPUT, "read its input from a file instead", 1},
    {"kernel-variant", KEY_VARIANT, "NAME", 0, "another kernel text, such as unrolled", 1},
    {"ptx", KEY_PTX, "FILE", ARG_MANY | ARG_INPUT,
     "any kernel: its PTX, with --launch; several are linked", 1},
    {"launch", KEY_LAUNCH, "FILE.yaml", ARG_INPUT, "buffers, arguments and launches for --ptx", 1},
    {"trace", KEY_TRACE, "PATH", ARG_TRACE,
     "a recorded program: a file of `lockwarp trace record`, an Accel-Sim kernelslist.g, its "
     "folder, or a tar of it",
     1},
    {"config", 'c', "PRESET|FILE.yaml", 0, "the GPU (default apres); see `lockwarp list configs`",
     2},
    {"set", KEY_SET, "KEY=VALUE", ARG_MANY, "override a key of the configuration or POLICY.OPTION",
     2},
    {"policy", 'p', "POLICY[+POLICY...]", 0, "management schemes of `lockwarp list policies`", 2},
    {"engine", 'e', "c|rtl|lockstep", 0, "what stands behind the policies' units (default c)", 2},
    {"kernel", KEY_KERNEL, "NAME", 0, "time this kernel's launches only; others run untimed", 3},
    {"launches", KEY_LAUNCHES, "A-B", 0, "time launches A to B only (from 1); others run untimed",
     3},
    {"list-launches", KEY_LIST_LAUNCHES, NULL, 0, "print the chosen launches, untimed", 3},
    {"functional", KEY_FUNCTIONAL, NULL, 0, "execute and check the result without timing", 3},
    {"max-cycles", KEY_MAX_CYCLES, "N", 0, "stop after so many core cycles", 3},
    {"never-sleep", KEY_NEVER_SLEEP, NULL, 0,
     "simulate every component in every cycle: same statistics, slower", 3},
    {"wave", KEY_WAVE, "FILE.fst", ARG_WRITES,
     "waveform of one unit, model and RTL side by side (-e lockstep); FILE.gtkw beside it opens it",
     4},
    {"wave-of", KEY_WAVE_OF, "UNIT:LABEL", 0, "which unit, such as abyp:sm3 (default: the first)",
     4},
    {"record", KEY_RECORD, "FILE.stim", ARG_WRITES,
     "stimulus of one unit from reset, for `lockwarp cosim --stimulus` (-e rtl or lockstep)", 4},
    {"record-of", KEY_RECORD_OF, "UNIT:LABEL", 0, "which unit (default: the first)", 4},
    {"interval", KEY_INTERVAL, "N", 0,
     "a row of the main counters every N core cycles, in the JSON (0: none)", 4},
    {"analyze", KEY_ANALYZE, NULL, 0,
     "locality types, similarity, reuse distances, evictors of what is reloaded (slower)", 4},
    {"json", KEY_JSON, "FILE", ARG_WRITES | ARG_DASH,
     "write the result as JSON; - is standard output", 4},
    {0},
};

static const char *const engine_names[] = {"c", "rtl", "lockstep"};
enum { ENGINES = sizeof engine_names / sizeof *engine_names };

static int index_of(const char *arg, const char *const *names, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (strcmp(arg, names[i]) == 0)
            return (int)i;
    return -1;
}

/* ---- Settings in a checkpoint ---- */

typedef enum setting_kind {
    SETTING_TEXT,
    SETTING_ENGINE, /* a text, one of engine_names */
    SETTING_NUMBER,
    SETTING_SCALE,
    SETTING_FLAG
} kind_t;

/* All that decides what a run computes. What becomes of the results (--json...) does not, nor does
 * the engine; they are kept too, and may be given anew (`output`). */
typedef struct setting {
    int key;
    const char *option;
    kind_t kind;
    bool output;
    size_t offset;
    int use; /* place_use_t of the file that it names, or 0 */
} setting_t;

#define AT(member) offsetof(run_opts_t, member)
static const setting_t settings[] = {
    {'w', "-w", SETTING_TEXT, false, AT(workload), 0},
    {KEY_SCALE, "--scale", SETTING_SCALE, false, AT(scale), 0},
    {KEY_SEED, "--seed", SETTING_NUMBER, false, AT(seed), 0},
    {KEY_INPUT, "--input", SETTING_TEXT, false, AT(input), PLACE_READ},
    {KEY_VARIANT, "--kernel-variant", SETTING_TEXT, false, AT(variant), 0},
    {KEY_PTX, "--ptx", SETTING_TEXT, false, AT(ptx), PLACE_READ},
    {KEY_LAUNCH, "--launch", SETTING_TEXT, false, AT(launch_file), PLACE_READ},
    {KEY_TRACE, "--trace", SETTING_TEXT, false, AT(trace), PLACE_TRACE},
    {'c', "-c", SETTING_TEXT, false, AT(config), 0},
    {'p', "-p", SETTING_TEXT, false, AT(policies), 0},
    {'e', "-e", SETTING_ENGINE, true, AT(engine), 0},
    {KEY_KERNEL, "--kernel", SETTING_TEXT, false, AT(kernel), 0},
    {KEY_LAUNCHES, "--launches", SETTING_TEXT, false, AT(launches), 0},
    {KEY_FUNCTIONAL, "--functional", SETTING_FLAG, false, AT(functional), 0},
    {KEY_MAX_CYCLES, "--max-cycles", SETTING_NUMBER, false, AT(max_cycles), 0},
    {KEY_INTERVAL, "--interval", SETTING_NUMBER, false, AT(interval), 0},
    {KEY_ANALYZE, "--analyze", SETTING_FLAG, false, AT(analyze), 0},
    {KEY_NEVER_SLEEP, "--never-sleep", SETTING_FLAG, false, AT(never_sleep), 0},
    {KEY_JSON, "--json", SETTING_TEXT, true, AT(json), PLACE_WRITTEN},
};
#undef AT
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* The value as text in buf, or NULL: not set. */
static const char *setting_value(const run_opts_t *o, const setting_t *s, char *buf, size_t bytes)
{
    const char *at = (const char *)o + s->offset;
    switch (s->kind) {
    case SETTING_TEXT:
    case SETTING_ENGINE:
        return *(const char *const *)(const void *)at;
    case SETTING_NUMBER:
        snprintf(buf, bytes, "%" PRIu64, *(const uint64_t *)(const void *)at);
        return buf;
    case SETTING_SCALE:
        return workload_scale_names[*(const workload_scale_t *)(const void *)at];
    default:
        return *(const bool *)at ? "true" : NULL;
    }
}

/* What a checkpoint calls a --ptx behind the first. */
static const char more_ptx[] = "--ptx (linked)";

void run_opts_save(const run_opts_t *o, id_list_t *l)
{
    char buf[32];
    for (unsigned i = 0; i < SETTINGS; i++) {
        const char *v = setting_value(o, &settings[i], buf, sizeof buf);
        if (v)
            id_add(l, settings[i].option, "%s", v);
    }
    for (unsigned i = 0; i < o->n_more_ptx; i++)
        id_add(l, more_ptx, "%s", o->more_ptx[i]);
    for (unsigned i = 0; i < o->n_sets; i++)
        id_add(l, "--set", "%s", o->set[i]);
}

static int other(const char *path, const char *option, const char *had, const char *found,
                 diag_t *d)
{
    return diag_at(d, path, 0, 0, "the checkpoint's run has %s%s%s; found %s %s",
                   had ? option : "no ", had ? " " : option, had ? had : "", option, found);
}

static bool parse_launches(run_opts_t *o, const char *arg);

/* One setting from its text, which a run_opts_save() has written. */
static int take_setting(run_opts_t *o, const setting_t *s, const char *v, const char *path,
                        diag_t *d)
{
    char *at = (char *)o + s->offset;
    bool good = true;
    int scale = 0;
    switch (s->kind) {
    case SETTING_TEXT:
        *(const char **)(void *)at = v;
        break;
    case SETTING_ENGINE:
        good = v && index_of(v, engine_names, ENGINES) >= 0;
        *(const char **)(void *)at = good ? v : o->engine;
        break;
    case SETTING_NUMBER:
        good = !v || text_u64(v, (uint64_t *)(void *)at) == 0;
        break;
    case SETTING_SCALE:
        scale = v ? workload_scale_named(v) : -1;
        good = scale >= 0;
        *(workload_scale_t *)(void *)at = (workload_scale_t)(good ? scale : 0);
        break;
    default:
        *(bool *)at = v != NULL;
    }
    if (good && s->key == KEY_LAUNCHES && v)
        good = parse_launches(o, v);
    return good ? 0 : diag_at(d, path, 0, 0, "has '%s' for %s", v ? v : "nothing", s->option);
}

/* The files behind the first --ptx: given again, they must be the same. */
static int take_more_ptx(run_opts_t *o, const id_list_t *l, const char *path, diag_t *d)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->n; i++) {
        if (strcmp(l->name[i], more_ptx))
            continue;
        if (o->n_more_ptx > n && strcmp(o->more_ptx[n], l->value[i]))
            return other(path, "--ptx", l->value[i], o->more_ptx[n], d);
        if (n == RUN_OPTS_MAX_PTX - 1)
            return diag_at(d, path, 0, 0, "has more than %d --ptx", RUN_OPTS_MAX_PTX);
        o->more_ptx[n++] = l->value[i];
    }
    if (o->n_more_ptx > n)
        return other(path, "--ptx", NULL, o->more_ptx[n], d);
    o->n_more_ptx = n;
    return 0;
}

static int take_sets(run_opts_t *o, const id_list_t *l, const char *path, diag_t *d)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->n; i++) {
        if (strcmp(l->name[i], "--set"))
            continue;
        if (o->n_sets > n && strcmp(o->set[n], l->value[i]))
            return other(path, "--set", l->value[i], o->set[n], d);
        const char *equals = strchr(l->value[i], '=');
        if (!equals || equals == l->value[i])
            return diag_at(d, path, 0, 0, "has --set '%s'; expected KEY=VALUE", l->value[i]);
        if (n == RUN_OPTS_MAX_SETS)
            return diag_at(d, path, 0, 0, "has more than %d --set", RUN_OPTS_MAX_SETS);
        o->set[n++] = l->value[i];
    }
    if (o->n_sets > n)
        return other(path, "--set", NULL, o->set[n], d);
    o->n_sets = n;
    return 0;
}

static uint64_t given_bit(int key)
{
    for (unsigned i = 0; i < SETTINGS; i++)
        if (settings[i].key == key)
            return UINT64_C(1) << i;
    return 0;
}

/* What the command line is checked for, of settings that a file gives. */
static bool go_together(const run_opts_t *o)
{
    int what = (o->workload != NULL) + (o->ptx || o->launch_file) + (o->trace != NULL);
    bool timing = o->interval || o->analyze || o->max_cycles;
    return o->config && what == 1 && !o->ptx == !o->launch_file && (o->ptx || !o->n_more_ptx) &&
           (o->workload || (!o->input && !o->variant)) && !(timing && o->functional);
}

int run_opts_resume(run_opts_t *o, const id_list_t *l, const char *path, diag_t *d)
{
    char buf[32];
    for (unsigned i = 0; i < SETTINGS; i++) {
        const setting_t *s = &settings[i];
        const char *had = id_get(l, s->option);
        if (o->given >> i & 1) {
            const char *now = setting_value(o, s, buf, sizeof buf);
            if (!s->output && (!had || !now || strcmp(had, now)))
                return other(path, s->option, had, now ? now : "nothing", d);
            continue;
        }
        int rc = take_setting(o, s, had, path, d);
        if (rc)
            return rc;
    }
    int rc = take_more_ptx(o, l, path, d);
    rc = rc ? rc : take_sets(o, l, path, d);
    if (!rc && !go_together(o))
        return diag_at(d, path, 0, 0,
                       "has settings that do not go together; expected those of a run");
    return rc;
}

int run_opts_places(const run_opts_t *o, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < SETTINGS; i++) {
        const setting_t *s = &settings[i];
        if (!s->use)
            continue;
        const char *path = setting_value(o, s, NULL, 0);
        rc = path ? places_add(path, s->option, path, (place_use_t)s->use, d) : 0;
    }
    for (unsigned i = 0; !rc && i < o->n_more_ptx; i++)
        rc = places_add(o->more_ptx[i], "--ptx", o->more_ptx[i], PLACE_READ, d);
    return rc;
}

static unsigned choice(struct argp_state *state, const char *what, const char *arg,
                       const char *const *names, unsigned n)
{
    char hint[128];
    int i = index_of(arg, names, n);
    if (i < 0)
        cmd_usage_error(state, "unknown %s '%s'; %s", what, arg,
                        suggest_among(arg, names, n, hint, sizeof hint));
    return (unsigned)i;
}

static uint64_t number(struct argp_state *state, const char *what, const char *arg, uint64_t min)
{
    uint64_t v = 0;
    if (!args_whole(arg, min, UINT64_MAX, &v))
        cmd_usage_error(state, "%s is '%s'; expected a whole number from %llu", what, arg,
                        (unsigned long long)min);
    return v;
}

/* "A-B", "A-" or "A". */
static bool parse_launches(run_opts_t *o, const char *arg)
{
    o->launches = arg;
    return launch_range_parse(arg, &o->first, &o->last);
}

static void add_set(struct argp_state *state, run_opts_t *o, const char *arg)
{
    const char *equals = strchr(arg, '=');
    if (!equals || equals == arg)
        cmd_usage_error(state, "--set is '%s'; expected KEY=VALUE", arg);
    if (o->n_sets == RUN_OPTS_MAX_SETS)
        cmd_usage_error(state, "more than %d --set", RUN_OPTS_MAX_SETS);
    o->set[o->n_sets++] = arg;
}

static void add_ptx(struct argp_state *state, run_opts_t *o, const char *arg)
{
    if (!o->ptx)
        o->ptx = arg;
    else if (o->n_more_ptx == RUN_OPTS_MAX_PTX - 1)
        cmd_usage_error(state, "more than %d --ptx", RUN_OPTS_MAX_PTX);
    else
        o->more_ptx[o->n_more_ptx++] = arg;
}

static void needs_timing(struct argp_state *state, const run_opts_t *o, bool given,
                         const char *name)
{
    if (given && (o->functional || o->list_launches))
        cmd_usage_error(state, "%s needs a timed run; expected it without %s", name,
                        o->functional ? "--functional" : "--list-launches");
}

static void check(struct argp_state *state, const run_opts_t *o)
{
    if (o->resume && (o->list_launches || o->wave || o->wave_of || o->record || o->record_of))
        cmd_usage_error(state, "--resume continues a run; expected it without %s",
                        o->wave        ? "--wave"
                        : o->wave_of   ? "--wave-of"
                        : o->record    ? "--record"
                        : o->record_of ? "--record-of"
                                       : "--list-launches");
    if (o->resume) /* the rest was checked when the checkpoint's run began */
        return;
    if (!o->workload && !o->ptx && !o->launch_file && !o->trace)
        cmd_usage_error(
            state, "expected what to run: -w NAME, --ptx FILE --launch FILE.yaml, or --trace PATH");
    if (o->workload && (o->ptx || o->launch_file))
        cmd_usage_error(state, "-w and --ptx/--launch; expected one of them");
    if (o->trace && (o->workload || o->ptx || o->launch_file))
        cmd_usage_error(state, "--trace and %s; expected one of them",
                        o->workload ? "-w" : "--ptx/--launch");
    if (!o->ptx != !o->launch_file)
        cmd_usage_error(state, "--ptx and --launch belong together");
    if (!o->workload && (o->input || o->variant))
        cmd_usage_error(state, "%s is for -w; expected it without %s",
                        o->input ? "--input" : "--kernel-variant", o->ptx ? "--ptx" : "--trace");
    if (o->wave_of && !o->wave)
        cmd_usage_error(state, "--wave-of is of --wave; expected both");
    if (o->record_of && !o->record)
        cmd_usage_error(state, "--record-of is of --record; expected both");
    needs_timing(state, o, o->interval, "--interval");
    needs_timing(state, o, o->analyze, "--analyze");
    needs_timing(state, o, o->wave != NULL, "--wave");
    needs_timing(state, o, o->record != NULL, "--record");
    needs_timing(state, o, o->max_cycles, "--max-cycles");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    run_opts_t *o = state->input;
    o->given |= given_bit(key);
    switch (key) {
    case 'w':
        o->workload = arg;
        return 0;
    case 'c':
        o->config = arg;
        return 0;
    case 'p':
        o->policies = arg;
        return 0;
    case 'e':
        o->engine = engine_names[choice(state, "engine", arg, engine_names, ENGINES)];
        return 0;
    case KEY_PTX:
        add_ptx(state, o, arg);
        return 0;
    case KEY_LAUNCH:
        o->launch_file = arg;
        return 0;
    case KEY_TRACE:
        o->trace = arg;
        return 0;
    case KEY_SET:
        add_set(state, o, arg);
        return 0;
    case KEY_WAVE:
        o->wave = arg;
        return 0;
    case KEY_WAVE_OF:
        o->wave_of = arg;
        return 0;
    case KEY_RECORD:
        o->record = arg;
        return 0;
    case KEY_RECORD_OF:
        o->record_of = arg;
        return 0;
    case KEY_JSON:
        o->json = arg;
        return 0;
    case KEY_INPUT:
        o->input = arg;
        return 0;
    case KEY_VARIANT:
        o->variant = arg;
        return 0;
    case KEY_SCALE:
        o->scale = (workload_scale_t)choice(state, "scale", arg, workload_scale_names, SCALES);
        return 0;
    case KEY_SEED:
        o->seed = number(state, "--seed", arg, 0);
        return 0;
    case KEY_MAX_CYCLES:
        o->max_cycles = number(state, "--max-cycles", arg, 1);
        return 0;
    case KEY_KERNEL:
        o->kernel = arg;
        return 0;
    case KEY_LAUNCHES:
        if (!parse_launches(o, arg))
            cmd_usage_error(state, "--launches is '%s'; expected A-B with 1 <= A <= B", arg);
        return 0;
    case KEY_LIST_LAUNCHES:
        o->list_launches = true;
        return 0;
    case KEY_FUNCTIONAL:
        o->functional = true;
        return 0;
    case KEY_INTERVAL:
        o->interval = number(state, "--interval", arg, 0);
        return 0;
    case KEY_ANALYZE:
        o->analyze = true;
        return 0;
    case KEY_NEVER_SLEEP:
        o->never_sleep = true;
        return 0;
    case ARGP_KEY_ARG:
        cmd_usage_error(state, "unexpected '%s'; expected options only", arg);
        return 0;
    case ARGP_KEY_END:
        check(state, o);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp run_opts_argp = {.options = options, .parser = parse};
