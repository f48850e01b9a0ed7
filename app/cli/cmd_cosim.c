/* lockwarp cosim: units' C models and RTL in lockstep. */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"
#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/cosim_bench.h"
#include "cli/cosim_steps.h"
#include "cli/places.h"
#include "cli/unit_choice.h"
#include "lockstep/cosim.h"
#include "report/evidence.h"
#include "text/terminal.h"

const char cmd_cosim_doc[] =
    "C models and RTL of units in lockstep under random or directed stimulus";

enum {
    OPT_SEED = 256,
    OPT_GEOMETRY,
    OPT_STIMULUS,
    OPT_WAVE,
    OPT_RECORD,
    OPT_OUT,
    OPT_EXACT,
    OPT_NO_SHRINK,
    OPT_ACTIVITY,
    OPT_SELECT,
    OPT_EVIDENCE,
    OPT_PARAM,
    OPT_EXHAUSTIVE,
    OPT_LIMIT,
    OPT_HOLD,
    OPT_ONE_STEP,
    OPT_BENCH
};
enum { WRAP = 100, BAR = 20 };

typedef struct args {
    unit_choice_t choice;
    const char *stimulus, *wave, *record, *activity, *bench, *out, *evidence;
    uint64_t cycles, seed, select;
    bool cycles_given, no_shrink;
    cosim_steps_t steps;
    diag_t diag;
} args_t;

static const struct argp_option options[] = {
    {"unit", 'u', "UNIT", 0, "a unit and all below it (abyp: abyp and abyp.*), or all", 0},
    {"exact", OPT_EXACT, NULL, 0, "only the unit named, none below it", 0},
    {"cycles", 'n', "N", 0,
     "cycles of random stimulus a unit and geometry (1000000; 10000 with --bench)", 0},
    {"seed", OPT_SEED, "N", 0, "of the inputs and of the flops before reset (1)", 0},
    {"geometry", OPT_GEOMETRY, "paper|small|large|all", 0,
     "paper, small, large or all (all; paper with --wave, --record, --activity or --bench)", 0},
    {"param", OPT_PARAM, "NAME=VALUE", ARG_MANY,
     "another value of one of the unit's parameters than --geometry has (paper); repeatable", 0},
    {"stimulus", OPT_STIMULUS, "WHAT", 0, "random, directed, or a stimulus file to replay (random)",
     0},
    {"wave", OPT_WAVE, "FILE.fst", ARG_WRITES,
     "waveform of the whole run, both sides; FILE.gtkw beside it opens it", 0},
    {"record", OPT_RECORD, "FILE", ARG_WRITES,
     "write the stimulus (compressed if FILE ends in .zst)", 0},
    {"activity", OPT_ACTIVITY, "FILE", ARG_WRITES,
     "write toggle counts, for lockwarp synth --activity", 0},
    {"bench", OPT_BENCH, "FOLDER", ARG_FOLDER,
     "write a Verilog bench with the C model's outputs, for other simulators, and run no RTL", 0},
    {"evidence", OPT_EVIDENCE, "FILE", ARG_WRITES,
     "put what was compared into a file of which reports are made (docs/guide/report.md)", 0},
    {"exhaustive", OPT_EXHAUSTIVE, NULL, 0,
     "all reachable states under all inputs, and no stimulus (small geometry)", 0},
    {"limit", OPT_LIMIT, "N", 0, "--exhaustive: give up after so many transitions (2^28)", 0},
    {"hold", OPT_HOLD, "NAME=VALUE", ARG_MANY,
     "--exhaustive: an input that stays at a value; repeatable", 0},
    {"one-step", OPT_ONE_STEP, "N", 0,
     "N single steps, each from any state that satisfies the unit's invariant (paper geometry)", 0},
    {"out", OPT_OUT, "DIR", ARG_FOLDER | ARG_READS, "where a failure's files go (.)", 0},
    {"no-shrink", OPT_NO_SHRINK, NULL, 0, "write a failing stimulus as it is, from its last reset",
     0},
    {"select", OPT_SELECT, "N", OPTION_HIDDEN, "fault of a netlist with a select input", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    args_t *a = state->input;
    switch (key) {
    case 'u':
        a->choice.unit = arg;
        break;
    case OPT_EXACT:
        a->choice.exact = true;
        break;
    case 'n':
        if (!args_whole(arg, 1, UINT64_MAX, &a->cycles))
            diag_at(&a->diag, "-n", 0, 0, "'%s' is not a number of cycles, 1 or more", arg);
        a->cycles_given = true;
        break;
    case OPT_SEED:
        if (!args_whole(arg, 0, UINT64_MAX, &a->seed))
            diag_at(&a->diag, "--seed", 0, 0, "'%s' is not a number, 0 to 2^64-1", arg);
        break;
    case OPT_GEOMETRY:
        unit_choice_geometry(&a->choice, arg, &a->diag);
        break;
    case OPT_PARAM:
        unit_choice_param(&a->choice, arg, &a->diag);
        break;
    case OPT_STIMULUS:
        a->stimulus = arg;
        break;
    case OPT_WAVE:
        a->wave = arg;
        break;
    case OPT_RECORD:
        a->record = arg;
        break;
    case OPT_ACTIVITY:
        a->activity = arg;
        break;
    case OPT_BENCH:
        a->bench = arg;
        break;
    case OPT_NO_SHRINK:
        a->no_shrink = true;
        break;
    case OPT_SELECT:
        if (!args_whole(arg, 0, UINT16_MAX, &a->select))
            diag_at(&a->diag, "--select", 0, 0, "'%s' is not a number, 0 to 65535", arg);
        break;
    case OPT_EVIDENCE:
        a->evidence = arg;
        break;
    case OPT_EXHAUSTIVE:
        a->steps.exhaustive = true;
        break;
    case OPT_LIMIT:
        if (!args_whole(arg, 1, UINT64_MAX, &a->steps.limit))
            diag_at(&a->diag, "--limit", 0, 0, "'%s' is not a number of transitions, 1 or more",
                    arg);
        break;
    case OPT_HOLD:
        cosim_steps_hold(&a->steps, arg, &a->diag);
        break;
    case OPT_ONE_STEP:
        if (!args_whole(arg, 1, UINT64_MAX, &a->steps.steps))
            diag_at(&a->diag, "--one-step", 0, 0, "'%s' is not a number of steps, 1 or more", arg);
        break;
    case OPT_OUT:
        a->out = arg;
        break;
    case ARGP_KEY_ARG:
        diag_at(&a->diag, "cosim", 0, 0, "unexpected argument '%s'; name the unit with -u", arg);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Runs a unit's C model and its Verilated RTL side by side and compares every output, every "
    "cycle, and all state after every edge."
    "\vExit status: 0 equal, 1 a difference or an event that never happened, 2 bad usage.",
    NULL,
    NULL,
    NULL};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A bar on a terminal. */
typedef struct bar {
    bool on, shown;
    const char *unit, *geometry;
    double start, last;
} bar_t;

static void bar_show(void *ctx, uint64_t done, uint64_t of)
{
    bar_t *b = ctx;
    double now = seconds();
    if (!b->on || now - b->last < 0.2 || !of)
        return;
    b->last = now;
    b->shown = true;
    double part = (double)done / (double)of;
    char text[BAR + 1];
    for (int i = 0; i < BAR; i++)
        text[i] = (double)i < part * BAR ? '#' : '-';
    text[BAR] = 0;
    terminal_clear_line();
    fprintf(stderr, "[%s] %s, %s: %.1f of %.1f M cycles, %.1f M/s, %.0f s left", text, b->unit,
            b->geometry, (double)done / 1e6, (double)of / 1e6,
            (double)done / 1e6 / (now - b->start), (now - b->start) * (1 - part) / part);
    fflush(stderr);
}

static void bar_clear(bar_t *b)
{
    if (b->shown)
        terminal_clear_line();
    b->shown = false;
}

static void print_events(const stim_unit_t *s, const cosim_result_t *r)
{
    int column = printf("  events:");
    for (unsigned k = 0; k < s->n_events; k++) {
        char text[160];
        int n = snprintf(text, sizeof text, " %s %" PRIu64 "%s", s->events[k].name, r->event[k],
                         k + 1 < s->n_events ? "," : "");
        if (column + n > WRAP)
            column = printf("\n         ") - 1;
        fputs(text, stdout);
        column += n;
    }
    putchar('\n');
}

/* What the events of a run without a difference say of it. */
typedef struct seen {
    bool must; /* the run is long enough for each of them */
    unsigned missing, impossible;
} seen_t;

static seen_t look_at_events(const cosim_opts_t *o, const cosim_result_t *r)
{
    const stim_unit_t *s = stim_unit_of(o->desc);
    seen_t e = {.must = !o->replay && o->kind == STIM_RANDOM && o->cycles >= COSIM_EVENTS_FROM};
    for (unsigned k = 0; k < s->n_events; k++) {
        e.missing += r->event[k] == 0 && r->possible[k];
        e.impossible += r->event[k] != 0 && !r->possible[k];
    }
    return e;
}

static int status_of(const cosim_opts_t *o, const cosim_result_t *r)
{
    const seen_t e = look_at_events(o, r);
    bool bad = r->failed || !r->cycles || e.impossible || (e.must && e.missing);
    return bad ? CMD_CHECK_FAILED : CMD_DONE;
}

static void print_run(const cosim_opts_t *o, const cosim_result_t *r)
{
    const unit_desc_t *d = o->desc;
    const stim_unit_t *s = stim_unit_of(d);
    char label[UNIT_LABEL];
    const seen_t e = look_at_events(o, r);
    const bool must = e.must;
    const unsigned missing = e.missing, impossible = e.impossible;
    printf("%s, %s: %s\n", d->name, unit_cfg_label(d, o->cfg, label, sizeof label),
           !r->cycles        ? "FAIL, nothing was compared: nothing is before the first reset"
           : impossible      ? "FAIL, an event happened that is declared impossible"
           : must && missing ? "FAIL, declared events never happened"
                             : "PASS");
    printf(
        "  %" PRIu64 " cycles compared (%" PRIu64 " under reset, %" PRIu64 " idle, %" PRIu64
        " quiet, %" PRIu64 " skips), %u fields, %" PRIu64 " bits a cycle, %" PRIu64 " bits in all",
        r->cycles, r->resets, r->idle, r->quiet, r->skips, r->fields, r->bits, r->bits * r->cycles);
    if (o->replay)
        printf("; replayed\n");
    else if (o->kind == STIM_DIRECTED)
        printf("; directed\n");
    else
        printf("; seed %" PRIu64 "\n", o->seed);
    if (s->n_events)
        print_events(s, r);
    for (unsigned k = 0; k < s->n_events; k++)
        if (r->event[k] && !r->possible[k])
            printf("  impossible here, and yet seen: %s\n", s->events[k].name);
    if (!missing)
        return;
    printf(must ? "  never:" : "  not seen (required of random runs of %d cycles or more):",
           COSIM_EVENTS_FROM);
    for (unsigned k = 0; k < s->n_events; k++)
        if (r->possible[k] && !r->event[k])
            printf(" %s", s->events[k].name);
    putchar('\n');
}

/* A run's row of evidence. Each is saved when it has ended: a later one may take long. */
static int keep(const args_t *a, const cosim_opts_t *o, const cosim_result_t *r, int status,
                diag_t *diag)
{
    const unit_desc_t *d = o->desc;
    const stim_unit_t *s = stim_unit_of(d);
    const char *geometry = unit_geometry_name((unit_geometry_t)unit_cfg_geometry_of(d, o->cfg));
    bool directed = o->kind == STIM_DIRECTED;
    evidence_draft_t row;
    unsigned rarest = 0, possible = 0, seen = 0;
    for (unsigned k = 0; k < s->n_events; k++) {
        if (!r->possible[k])
            continue;
        if (possible == 0 || r->event[k] < r->event[rarest])
            rarest = k;
        possible++;
        seen += r->event[k] > 0;
    }
    evidence_begin(&row, EVIDENCE_COSIM, d->name, geometry);
    evidence_set(&row, "stimulus", "%s", directed ? "directed" : "random");
    evidence_set(&row, "seed", "%" PRIu64, o->seed);
    if (!directed)
        evidence_set(&row, "cycles", "%" PRIu64, o->cycles);
    evidence_set(&row, "compared", "%" PRIu64, r->cycles);
    evidence_set(&row, "resets", "%" PRIu64, r->resets);
    evidence_set(&row, "idle", "%" PRIu64, r->idle);
    evidence_set(&row, "fields", "%u", r->fields);
    evidence_set(&row, "bits_a_cycle", "%" PRIu64, r->bits);
    evidence_set(&row, "events", "%u", possible);
    evidence_set(&row, "events_seen", "%u", seen);
    if (possible) {
        evidence_set(&row, "rarest_event", "%s", s->events[rarest].name);
        evidence_set(&row, "rarest_count", "%" PRIu64, r->event[rarest]);
    }
    evidence_set(&row, "result", "%s", status == CMD_DONE ? "passed" : "failed");
    if (directed)
        evidence_set(&row, "command",
                     "lockwarp cosim -u %s --exact --geometry %s --stimulus directed", d->name,
                     geometry);
    else
        evidence_set(&row, "command",
                     "lockwarp cosim -u %s --exact --geometry %s -n %" PRIu64 " --seed %" PRIu64,
                     d->name, geometry, o->cycles, o->seed);
    return evidence_save(a->evidence, &row, 1, diag);
}

static bool of_steps(const args_t *a)
{
    return a->steps.exhaustive || a->steps.steps;
}

static int run_one(args_t *a, cosim_opts_t *o, diag_t *diag)
{
    char label[UNIT_LABEL];
    if (a->bench)
        return cosim_bench_run(a->bench, o, o->replay ? a->stimulus : NULL, diag);
    o->model = rtl_model(o->desc, o->cfg, diag);
    if (!o->model)
        return CMD_BAD_INPUT;
    bar_t bar = {.on = isatty(STDERR_FILENO) != 0,
                 .unit = o->desc->name,
                 .geometry = unit_cfg_label(o->desc, o->cfg, label, sizeof label),
                 .start = seconds()};
    o->progress = bar_show;
    o->progress_ctx = &bar;
    if (of_steps(a)) {
        const int done = cosim_steps_run(&a->steps, o, diag);
        bar_clear(&bar);
        fflush(stdout);
        return done;
    }
    cosim_result_t r;
    int err = cosim_run(o, &r, diag);
    int status = err ? CMD_BAD_INPUT : status_of(o, &r);
    bar_clear(&bar);
    /* What is said to be compared is in the file already. */
    if (!err && a->evidence && keep(a, o, &r, status, diag))
        status = CMD_BAD_INPUT;
    diag_t why = {0};
    if (!err && !r.failed)
        print_run(o, &r);
    else if (!err && cosim_report(o, &r, a->out, o->replay ? a->stimulus : NULL, stdout, &why))
        fprintf(stderr, "lockwarp: %s\n", why.text);
    fflush(stdout);
    cosim_result_free(&r);
    return status;
}

static int replay(args_t *a, cosim_opts_t *o, diag_t *diag)
{
    stim_t s;
    if (stim_read(&s, a->stimulus, diag))
        return CMD_BAD_INPUT;
    o->desc = s.head.desc;
    o->cfg = s.head.cfg;
    o->replay = &s;
    int status = CMD_BAD_INPUT, g = a->choice.geometry;
    char label[UNIT_LABEL];
    if (!unit_choice_has(&a->choice, o->desc))
        diag_at(diag, a->stimulus, 2, 0, "a stimulus of %s; -u names %s", o->desc->name,
                a->choice.unit);
    else if (g != UNIT_CHOICE_ALL && g != unit_cfg_geometry_of(o->desc, o->cfg))
        diag_at(diag, a->stimulus, 0, 0, "recorded at %s; --geometry says %s",
                unit_cfg_label(o->desc, o->cfg, label, sizeof label),
                unit_geometry_name((unit_geometry_t)g));
    else
        status = run_one(a, o, diag);
    stim_free(&s);
    return status;
}

static int run_selected(args_t *a, cosim_opts_t *o, diag_t *diag)
{
    int status = CMD_DONE;
    uint32_t cfg[UNIT_MAX_PARAMS];
    unit_geometry_t g;
    o->cfg = cfg;
    for (unsigned k = 0; unit_choice_next(&a->choice, &k, &o->desc, &g);) {
        if (unit_choice_cfg(&a->choice, o->desc, g, cfg, diag))
            return CMD_BAD_INPUT;
        a->steps.geometry = g;
        int one = run_one(a, o, diag);
        if (one == CMD_BAD_INPUT)
            return one;
        status = one > status ? one : status;
    }
    return status;
}

/* The first option given that makes sense of a single run only, or NULL. */
static const char *one_run(const args_t *a)
{
    return a->wave       ? "--wave"
           : a->record   ? "--record"
           : a->activity ? "--activity"
           : a->bench    ? "--bench"
                         : NULL;
}

/* What does not go with --exhaustive and --one-step. */
static void check_steps(args_t *a)
{
    const char *form = a->steps.exhaustive ? "--exhaustive" : "--one-step";
    if (a->steps.exhaustive && a->steps.steps)
        diag_at(&a->diag, "--one-step", 0, 0, "not with --exhaustive");
    if (!a->steps.exhaustive && (a->steps.n_held || a->steps.limit))
        diag_at(&a->diag, a->steps.n_held ? "--hold" : "--limit", 0, 0, "only with --exhaustive");
    if (of_steps(a) && (one_run(a) || a->stimulus || a->cycles_given || a->no_shrink))
        diag_at(&a->diag, form, 0, 0,
                "not with -n, --stimulus, --wave, --record, --activity, --bench or --no-shrink");
    if (!a->steps.limit)
        a->steps.limit = EXHAUST_LIMIT;
    a->steps.out = a->out;
    a->steps.evidence = a->evidence;
    if (of_steps(a) && a->choice.geometry == UNIT_CHOICE_UNSET)
        a->choice.geometry = a->steps.exhaustive ? UNIT_SMALL : UNIT_PAPER;
}

/* What does not go with --bench, which runs the C model alone. */
static void check_bench(args_t *a)
{
    if (!a->bench)
        return;
    if (a->wave || a->record || a->activity || a->evidence || a->no_shrink || a->select)
        diag_at(&a->diag, "--bench", 0, 0,
                "not with --wave, --record, --activity, --evidence, --no-shrink or --select");
    if (!a->cycles_given)
        a->cycles = BENCH_CYCLES;
    if (!a->diag.text[0])
        bench_check_folder(a->bench, &a->diag);
}

/* --hold, before any model is made. */
static void check_held(args_t *a)
{
    const unit_desc_t *u;
    unit_geometry_t g;
    for (unsigned k = 0; !a->diag.text[0] && unit_choice_next(&a->choice, &k, &u, &g);) {
        void *cfg = calloc(1, u->cfg_bytes);
        if (!cfg)
            diag_at(&a->diag, "cosim", 0, 0, "out of memory");
        else if (!unit_choice_cfg(&a->choice, u, g, cfg, &a->diag))
            cosim_steps_check(&a->steps, u, cfg, &a->diag);
        free(cfg);
    }
}

/* What the options say together; the first contradiction in the diag. */
static void check(args_t *a)
{
    bool file = a->stimulus && strcmp(a->stimulus, "random") && strcmp(a->stimulus, "directed");
    int *geometry = &a->choice.geometry;
    a->choice.exact |= a->choice.n_params > 0; /* they are one unit's */
    unsigned n = unit_choice_count(&a->choice, "cosim", &a->diag);
    if (!n)
        return;
    check_steps(a);
    check_bench(a);
    if (a->steps.n_held && n > 1)
        diag_at(&a->diag, "--hold", 0, 0, "needs one unit; add --exact");
    if (a->choice.n_params && (n > 1 || file))
        diag_at(&a->diag, "--param", 0, 0,
                file ? "a stimulus file has its parameters" : "needs one unit; -u all names %u", n);
    if (*geometry == UNIT_CHOICE_UNSET)
        *geometry = (one_run(a) || a->choice.n_params) && !file ? UNIT_PAPER : UNIT_CHOICE_ALL;
    else if (file && *geometry == UNIT_PAPER && one_run(a))
        *geometry = UNIT_CHOICE_ALL;
    if (one_run(a) && !file && (n > 1 || *geometry == UNIT_CHOICE_ALL))
        diag_at(&a->diag, one_run(a), 0, 0,
                "needs one unit and one geometry; add --exact or --geometry");
    if (a->evidence && (file || a->select || (a->choice.n_params && !a->steps.exhaustive)))
        diag_at(
            &a->diag, "--evidence", 0, 0,
            "is of random and directed stimulus or single steps of the RTL at a named geometry, or "
            "of all its states");
    if (a->cycles_given && a->stimulus && strcmp(a->stimulus, "random"))
        diag_at(&a->diag, "-n", 0, 0, "only random stimulus has a length to choose");
    if (a->steps.n_held)
        check_held(a);
    if (!a->diag.text[0])
        places_add_wave(a->wave, &a->diag);
    if (!a->diag.text[0] && file)
        places_add(a->stimulus, "--stimulus", a->stimulus, PLACE_READ, &a->diag);
    if (!a->diag.text[0] && a->evidence)
        evidence_check(a->evidence,
                       a->steps.exhaustive ? EVIDENCE_EXHAUSTIVE
                       : a->steps.steps    ? EVIDENCE_ONE_STEP
                                           : EVIDENCE_COSIM,
                       &a->diag);
    if (!a->bench && !rtl_available())
        diag_at(&a->diag, "cosim", 0, 0, "built without Verilator: there is no RTL to run");
}

int cmd_cosim(int argc, char **argv)
{
    args_t a = {
        .cycles = COSIM_CYCLES, .seed = 1, .choice.geometry = UNIT_CHOICE_UNSET, .out = "."};
    if (args_parse(&argp, argc, argv, ARGP_IN_ORDER, &a))
        return CMD_BAD_INPUT;
    if (!a.diag.text[0])
        check(&a);
    if (a.diag.text[0])
        return cmd_bad_input(&a.diag);
    cosim_opts_t o = {.cycles = a.cycles,
                      .seed = a.seed,
                      .wave = a.wave,
                      .select = (uint32_t)a.select,
                      .no_shrink = a.no_shrink,
                      .record = a.record,
                      .activity = a.activity,
                      .kind = STIM_RANDOM};
    diag_t diag = {0};
    int status;
    if (a.stimulus && strcmp(a.stimulus, "directed") == 0)
        o.kind = STIM_DIRECTED;
    if (!a.stimulus || o.kind == STIM_DIRECTED || strcmp(a.stimulus, "random") == 0)
        status = run_selected(&a, &o, &diag);
    else
        status = replay(&a, &o, &diag);
    return status == CMD_BAD_INPUT ? cmd_bad_input(&diag) : status;
}
