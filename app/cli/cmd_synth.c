/* lockwarp synth: area, timing and power of units' RTL (docs/synthesis.md). */
#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/places.h"
#include "cli/synth_report.h"
#include "cli/unit_choice.h"
#include "common/place.h"
#include "common/root.h"
#include "common/unit.h"
#include "report/evidence.h"
#include "report/hardware.h"
#include "synth/synth.h"
#include "synth/tool.h"
#include "text/terminal.h"

const char cmd_synth_doc[] = "area, timing and power of units' RTL, by Yosys and OpenSTA";

enum { OPT_LIBERTY = 256, OPT_PERIOD, OPT_MEMORIES, OPT_GEOMETRY, OPT_JSON, OPT_EXACT };
enum { OPT_ACTIVITY = OPT_EXACT + 1, OPT_TOGGLE, OPT_TRIALS, OPT_KEEP, OPT_EVIDENCE, OPT_PARAM };
enum { OPT_MEMORY = OPT_PARAM + 1, MOST_TRIALS = 1000000 };

typedef struct args {
    unit_choice_t choice;
    const char *liberty, *json, *evidence, *memory;
    const char *library; /* its name among the known ones, or NULL */
    synth_job_t job;
    diag_t diag;
} args_t;

static const struct argp_option options[] = {
    {"unit", 'u', "UNIT", 0, "a unit and all below it (abyp: abyp and abyp.*), or all", 0},
    {"exact", OPT_EXACT, NULL, 0, "only the unit named, none below it", 0},
    {"liberty", OPT_LIBERTY, "FILE", 0,
     "cell library, plain or .gz; or osu018, nangate45, nangate45_slow, nangate45_fast (osu018)",
     0},
    {"period-ns", OPT_PERIOD, "X", 0, "clock period to aim at (1; osu018: 5)", 0},
    {"memories", OPT_MEMORIES, "MODE", 0, "flops, or sram: large memories become macros (flops)",
     0},
    {"geometry", OPT_GEOMETRY, "paper|small|large|all", 0, "(paper)", 0},
    {"param", OPT_PARAM, "NAME=VALUE", ARG_MANY,
     "another value of one of the unit's parameters; repeatable", 0},
    {"json", OPT_JSON, "FILE", ARG_WRITES | ARG_DASH,
     "write the rows as JSON; - is standard output", 0},
    {"evidence", OPT_EVIDENCE, "FILE", ARG_WRITES,
     "put the rows into a file of which reports are made (docs/guide/report.md)", 0},
    {"activity", OPT_ACTIVITY, "FILE", ARG_READS, "toggle counts of one unit's inputs and state",
     0},
    {"toggle", OPT_TOGGLE, "X", 0, "toggles a cycle of everything else, 0 to 1 (0.1)", 0},
    {"trials", OPT_TRIALS, "N", 0, "sizing steps that timing may try (1000)", 0},
    {"keep", OPT_KEEP, "DIR", ARG_FOLDER, "leave scripts, netlists and logs there (one unit only)",
     0},
    {"memory", OPT_MEMORY, "WxB/PORTS", 0,
     "no unit: the figures at 45 nm of a memory of W words of B bits; ports 1rw, or 1r1w, ...", 0},
    {0},
};

/* --- libraries ------------------------------------------------------------------------------- */

/* Libraries that have a name, and what a file's name does not tell. */
typedef struct known {
    const char *name;
    const char *library; /* of the Liberty group */
    const char *path;    /* absolute, or below the folder of process data */
    unsigned node_nm;
    double period_ns;
} known_t;

static const known_t known[] = {
    {"osu018", "osu018_stdcells", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib", 180, 5},
    {"nangate45", "NangateOpenCellLibrary", "nangate45_typ.lib.gz", 45, 1},
    {"nangate45_slow", "NangateOpenCellLibrary", "nangate45_slow.lib.gz", 45, 1},
    {"nangate45_fast", "NangateOpenCellLibrary", "nangate45_fast.lib.gz", 45, 1},
};
enum { KNOWN = sizeof known / sizeof known[0] };

/* The file that a --liberty names. Process data stands in LW_PDK, or beside the source tree. */
static void liberty_path(const char *name, char *path)
{
    char beside[PATH_MAX];
    snprintf(path, PATH_MAX, "%s", name);
    for (unsigned i = 0; i < KNOWN; i++) {
        if (strcmp(known[i].name, name) != 0)
            continue;
        const char *pdk = getenv("LW_PDK");
        if (known[i].path[0] == '/')
            snprintf(path, PATH_MAX, "%s", known[i].path);
        else if (pdk && pdk[0])
            tool_path(path, pdk, known[i].path);
        else
            tool_path(path, tool_path(beside, root_dir(), "../shared/pdk"), known[i].path);
    }
}

static int open_library(args_t *a, char *path, liberty_t *lib)
{
    for (unsigned i = 0; i < KNOWN; i++)
        if (strcmp(known[i].name, a->liberty) == 0)
            a->library = known[i].name;
    if (a->evidence && !a->library)
        return diag_at(&a->diag, "--evidence", 0, 0,
                       "'%s' has no name; expected a library of osu018, nangate45, "
                       "nangate45_slow, nangate45_fast",
                       a->liberty);
    liberty_path(a->liberty, path);
    int rc = places_add(path, "--liberty", path, PLACE_READ, &a->diag);
    rc = rc ? rc : file_check_readable(path, &a->diag); /* a FIFO must not hang us */
    rc = rc ? rc : liberty_read(path, lib, &a->diag);
    if (rc == -ENOENT && strcmp(a->liberty, "osu018") == 0) {
        a->diag.text[0] = 0;
        diag_at(&a->diag, path, 0, 0, "not found; expected the Debian package qflow-tech-osu018");
    }
    if (rc)
        return rc;
    double period = 1;
    for (unsigned i = 0; i < KNOWN; i++) {
        if (strcmp(known[i].library, lib->name) != 0)
            continue;
        a->job.node_nm = known[i].node_nm;
        period = known[i].period_ns;
    }
    if (a->job.period_ns == 0)
        a->job.period_ns = period;
    if (a->job.sram && a->job.node_nm != SYNTH_L1D_NODE)
        return diag_at(&a->diag, "--memories", 0, 0,
                       "sram figures are for %d nm; '%s' is not known to be; expected flops",
                       SYNTH_L1D_NODE, lib->name);
    a->job.liberty = lib;
    a->job.liberty_path = path;
    return 0;
}

/* --- options --------------------------------------------------------------------------------- */

static double number(args_t *a, const char *option, const char *arg, double low, double high)
{
    double v = 0;
    if (!args_number(arg, low, high, &v))
        diag_at(&a->diag, option, 0, 0, "'%s'; expected a number, %g to %g", arg, low, high);
    return v;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    args_t *a = state->input;
    uint64_t n = 0;
    switch (key) {
    case 'u':
        a->choice.unit = arg;
        break;
    case OPT_EXACT:
        a->choice.exact = true;
        break;
    case OPT_LIBERTY:
        a->liberty = arg;
        break;
    case OPT_PERIOD:
        a->job.period_ns = number(a, "--period-ns", arg, 0.01, 1000);
        break;
    case OPT_MEMORIES:
        a->job.sram = strcmp(arg, "sram") == 0;
        if (!a->job.sram && strcmp(arg, "flops") != 0)
            diag_at(&a->diag, "--memories", 0, 0, "'%s'; expected flops or sram", arg);
        break;
    case OPT_GEOMETRY:
        unit_choice_geometry(&a->choice, arg, &a->diag);
        break;
    case OPT_PARAM:
        unit_choice_param(&a->choice, arg, &a->diag);
        break;
    case OPT_JSON:
        a->json = arg;
        break;
    case OPT_EVIDENCE:
        a->evidence = arg;
        break;
    case OPT_ACTIVITY:
        a->job.activity = arg;
        break;
    case OPT_TOGGLE:
        a->job.toggle = number(a, "--toggle", arg, 0, 1);
        break;
    case OPT_TRIALS:
        if (!args_whole(arg, 0, MOST_TRIALS, &n))
            diag_at(&a->diag, "--trials", 0, 0, "'%s'; expected a whole number, 0 to %d", arg,
                    MOST_TRIALS);
        a->job.trials = (unsigned)n;
        break;
    case OPT_KEEP:
        a->job.keep = arg;
        break;
    case OPT_MEMORY:
        a->memory = arg;
        break;
    case ARGP_KEY_ARG:
        diag_at(&a->diag, "synth", 0, 0, "unexpected argument '%s'; name the unit with -u", arg);
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
    "Maps a unit's RTL to a cell library and reports storage bits, cells, area, critical path and "
    "power; needs yosys and opensta."
    "\vFigures are of the unit without the registers that stand at its ports for timing. Exit "
    "status: 0 done, 1 a check failed (storage bits differ from the contract, hidden state, a "
    "latch), 2 bad usage or bad input.",
    NULL,
    NULL,
    NULL};

/* --- the work --------------------------------------------------------------------------------- */

static int check_unit(args_t *a)
{
    unsigned n = unit_choice_count(&a->choice, "synth", &a->diag);
    unsigned runs = n * (a->choice.geometry == UNIT_CHOICE_ALL ? UNIT_GEOMETRIES : 1);
    if (!n)
        return -EINVAL;
    if (runs > 1 && (a->job.keep || a->job.activity))
        return diag_at(&a->diag, a->job.keep ? "--keep" : "--activity", 0, 0,
                       "%u runs; expected one unit (--exact) at one geometry", runs);
    if (n > 1 && a->choice.n_params)
        return diag_at(&a->diag, "--param", 0, 0, "%u units; expected one (--exact)", n);
    if (a->evidence && a->job.activity)
        return diag_at(&a->diag, "--evidence", 0, 0,
                       "the counts of --activity are in no file that is kept; expected --toggle");
    return 0;
}

static int run_one(args_t *a, const unit_desc_t *d, unit_geometry_t g, synth_report_t *report)
{
    max_align_t cfg[16];
    char params[256];
    if (d->cfg_bytes > sizeof cfg)
        return diag_at(&a->diag, d->name, 0, 0, "too many parameters");
    int rc = unit_choice_cfg(&a->choice, d, g, cfg, &a->diag);
    if (rc)
        return rc;
    unit_choice_fixed(d, g, cfg, params, sizeof params);
    if (isatty(STDERR_FILENO)) {
        terminal_clear_line();
        fprintf(stderr, "%s, %s ...", d->name, unit_geometry_name(g));
    }
    synth_row_t row;
    rc = synth_run(d, cfg, &a->job, &row, &a->diag);
    if (isatty(STDERR_FILENO))
        terminal_clear_line();
    rc = rc ? rc : synth_report_add(report, &row, g);
    bool twice = a->job.sram && !row.macros; /* no memory is large enough: the row of flops */
    if (!rc && a->evidence && !twice)
        rc = synth_report_evidence(&a->job, a->library, params, &row, g, a->evidence, &a->diag);
    return rc;
}

static int run_selected(args_t *a, synth_report_t *report)
{
    const unit_desc_t *u;
    unit_geometry_t g;
    int rc = 0;
    for (unsigned k = 0; !rc && unit_choice_next(&a->choice, &k, &u, &g);)
        rc = run_one(a, u, g, report);
    return rc;
}

/* --memory: no unit and no tool, a line of the table that sram mode uses. */
static int print_memory(args_t *a)
{
    double v[HARDWARE_MEMORY_COLUMNS], bytes;
    if (a->choice.unit || a->json || a->evidence)
        diag_at(&a->diag, "--memory", 0, 0, "is of no unit; expected no -u, --json, --evidence");
    if (a->diag.text[0] || hardware_memory(a->memory, v, &bytes, &a->diag))
        return cmd_bad_input(&a->diag);
    printf("%-20s %7s", "memory, CACTI 7", "bytes");
    for (unsigned i = 0; i < HARDWARE_MEMORY_COLUMNS; i++)
        printf(" %11s", i < SRAM_COLUMNS ? sram_columns[i] : hardware_l1d_column);
    printf("\n%-20s %7.0f", a->memory, bytes);
    for (unsigned i = 0; i < HARDWARE_MEMORY_COLUMNS; i++)
        printf(" %11.6g", v[i]);
    printf("\n");
    return CMD_DONE;
}

int cmd_synth(int argc, char **argv)
{
    args_t a = {.liberty = "osu018", .choice.geometry = UNIT_PAPER};
    a.job = (synth_job_t){.root = root_dir(), .toggle = 0.1, .trials = 1000};
    liberty_t lib = {0};
    char path[PATH_MAX];
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    if (a.memory)
        return print_memory(&a);
    synth_report_t report = {
        .job = &a.job, .params = a.choice.params, .n_params = a.choice.n_params};
    int rc = a.diag.text[0] ? -EINVAL : check_unit(&a);
    if (!rc && a.json)
        rc = file_check_writable(a.json, &a.diag);
    if (!rc && a.evidence)
        rc = evidence_check(a.evidence, EVIDENCE_SYNTH, &a.diag);
    if (!rc)
        rc = open_library(&a, path, &lib);
    if (!rc)
        rc = run_selected(&a, &report);
    if (!rc && !(a.json && strcmp(a.json, "-") == 0))
        synth_report_print(&report, stdout);
    if (!rc && a.json)
        rc = synth_report_json(&report, a.json, &a.diag);
    int status = rc ? cmd_bad_input(&a.diag) : synth_report_failed(&report, stderr);
    synth_report_free(&report);
    liberty_free(&lib);
    return status;
}
