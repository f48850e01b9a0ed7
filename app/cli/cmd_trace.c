/* lockwarp trace: records runs, says what a trace holds, writes it for Accel-Sim. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/session.h"
#include "cli/trace_tap.h"
#include "common/scratch.h"
#include "input/suggest.h"
#include "stats/json.h"
#include "trace/native.h"
#include "trace/sass_export.h"

const char cmd_trace_doc[] = "record a run, describe a trace, write it for Accel-Sim";

enum { KEY_ACCELSIM = 0x600, KEY_COMPRESS, KEY_ENCODING };

/* ---- record ---- */

typedef struct record_args {
    run_opts_t o;
    const char *out;
} record_args_t;

static void check_run(struct argp_state *state, const run_opts_t *o)
{
    if (o->list_launches || o->max_cycles)
        cmd_usage_error(state, "%s; expected a whole run to record",
                        o->list_launches ? "--list-launches" : "--max-cycles");
}

static error_t parse_record(int key, char *arg, struct argp_state *state)
{
    record_args_t *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->o;
        return 0;
    case 'o':
        a->out = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->out)
            cmd_usage_error(state, "expected -o FILE, where the trace goes");
        check_run(state, &a->o);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Runs what o says into a trace. The exit status. */
static int record_run(const run_opts_t *o, const char *out, char **argv, bool quiet)
{
    session_t s;
    trace_tap_t tap;
    int status;
    if (session_open(&s, o) || trace_tap_open(&tap, &s, out, argv, &s.sim.diag)) {
        status = cmd_bad_input(&s.sim.diag);
    } else {
        status = trace_tap_close(&tap, &s, out, session_run(&s));
        if (!quiet && status != CMD_BAD_INPUT)
            report_print(&s.sim.report, stderr);
        if (o->json && status != CMD_BAD_INPUT) {
            s.sim.report.host.argv = (const char *const *)argv;
            s.sim.diag = (diag_t){{0}};
            cJSON *root = report_json(&s.sim.report);
            if (json_write(root, o->json, &s.sim.diag))
                status = cmd_bad_input(&s.sim.diag);
            cJSON_Delete(root);
        }
    }
    session_close(&s);
    return status;
}

static int cmd_record(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"output", 'o', "FILE.lwt", ARG_WRITES, "the trace to write", 4}, {0}};
    static const struct argp_child children[] = {{&run_opts_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse_record,
        .children = children,
        .args_doc = "-w NAME | --ptx FILE --launch FILE.yaml | --trace PATH  -o FILE.lwt",
        .doc =
            "Runs as `lockwarp run` does, with or without (--functional) timing, and writes what "
            "the warps did. `lockwarp run --trace FILE.lwt` replays it: under the configuration "
            "and policies of a timed recording with the same statistics to the last digit.",
    };
    record_args_t a = {.out = NULL};
    run_opts_default(&a.o);
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    return record_run(&a.o, a.out, argv, false);
}

/* ---- info ---- */

static void add(trace_counts_t *sum, const trace_counts_t *c)
{
    sum->launches += c->launches;
    sum->ctas += c->ctas;
    sum->warp_instructions += c->warp_instructions;
    sum->thread_instructions += c->thread_instructions;
    sum->memory_instructions += c->memory_instructions;
    sum->chunks += c->chunks;
    sum->packed += c->packed;
    sum->raw += c->raw;
}

static double per(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0.0;
}

static void print_row(const char *name, const trace_counts_t *c)
{
    printf("%-36.36s %9" PRIu64 " %9" PRIu64 " %13" PRIu64 " %12" PRIu64 " %9.2f %9.2f\n", name,
           c->launches, c->ctas, c->warp_instructions, c->memory_instructions,
           per(c->raw, c->memory_instructions), per(c->packed, c->memory_instructions));
}

typedef struct kernel_row {
    char *name;
    trace_counts_t c;
} kernel_row_t;

typedef struct info {
    kernel_row_t *row;
    unsigned n;
    uint64_t copies, copied;
} info_t;

static trace_counts_t *row_of(info_t *i, const char *name)
{
    for (unsigned k = 0; k < i->n; k++)
        if (!strcmp(i->row[k].name, name))
            return &i->row[k].c;
    kernel_row_t *grown = realloc(i->row, (i->n + 1) * sizeof *grown);
    char *copy = strdup(name);
    if (!grown || !copy) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
    i->row = grown;
    i->row[i->n] = (kernel_row_t){.name = copy};
    return &i->row[i->n++].c;
}

/* Goes through the steps; a native trace tells its counts, of others only launches are counted. */
static int read_steps(info_t *i, trace_t *t, bool native, diag_t *d)
{
    trace_step_t step;
    trace_counts_t c;
    for (;;) {
        c = (trace_counts_t){.launches = 1};
        int rc = native ? trace_native_next(t, &step, &c, d) : trace_next(t, &step, d);
        if (rc || step.kind == TRACE_END)
            return rc;
        if (step.kind == TRACE_COPY) {
            i->copies++;
            i->copied += step.bytes;
            continue;
        }
        const uint32_t *g = step.front->grid;
        c.ctas = (uint64_t)g[0] * g[1] * g[2];
        add(row_of(i, step.front->kernel), &c);
    }
}

static void print_info(const info_t *i, const char *path, const trace_t *t, bool native)
{
    trace_counts_t sum = {0};
    printf("%s: a trace, %s format\n", path, t->ops->name);
    if (native) {
        char *header = trace_native_header(t);
        printf("%s\n", header ? header : "");
        free(header);
        printf("%" PRIu64 " bytes\n", trace_native_bytes(t));
    }
    printf("%" PRIu64 " copies from the host, %" PRIu64 " bytes\n", i->copies, i->copied);
    if (native) /* what follows is in the columns of print_row */
        printf("\n%-36s %9s %9s %13s %12s %9s %9s\n", "kernel", "launches", "CTAs", "warp insts",
               "memory", "B/memory", "packed");
    else
        printf("\n%-36s %9s %9s\n", "kernel", "launches", "CTAs");
    for (unsigned k = 0; k < i->n; k++) {
        add(&sum, &i->row[k].c);
        if (native)
            print_row(i->row[k].name, &i->row[k].c);
        else
            printf("%-36.36s %9" PRIu64 " %9" PRIu64 "\n", i->row[k].name, i->row[k].c.launches,
                   i->row[k].c.ctas);
    }
    if (native)
        print_row("all", &sum);
}

static error_t parse_info(int key, char *arg, struct argp_state *state)
{
    const char **path = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*path)
            cmd_usage_error(state, "unexpected '%s'; expected one trace", arg);
        *path = arg;
        return 0;
    case ARGP_KEY_END:
        if (!*path)
            cmd_usage_error(state, "expected a trace");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int cmd_info(int argc, char **argv)
{
    static const struct argp argp = {
        .parser = parse_info,
        .args_doc = "PATH",
        .doc = "Says what a trace is and holds: where it is from, its kernels with their launches "
               "and CTAs, and of lockwarp's own format the warp instructions, those that access "
               "memory, and the bytes these cost, before compression and after.",
    };
    const char *path = NULL;
    if (args_parse(&argp, argc, argv, 0, &path))
        return CMD_BAD_INPUT;
    diag_t d = {{0}};
    trace_t *t;
    info_t i = {.row = NULL};
    if (trace_open(path, &t, &d))
        return cmd_bad_input(&d);
    bool native = !strcmp(t->ops->name, "native");
    int rc = read_steps(&i, t, native, &d);
    if (!rc)
        print_info(&i, path, t, native);
    for (unsigned k = 0; k < i.n; k++)
        free(i.row[k].name);
    free(i.row);
    trace_close(t);
    return rc ? (int)cmd_bad_input(&d) : CMD_DONE;
}

/* ---- export ---- */

typedef struct export_args {
    run_opts_t o;
    sass_export_t x;
    const char *file; /* a native trace; NULL: run */
} export_args_t;

static const char *const compress_names[] = {"none", "xz", "zst"};
static const char *const encoding_names[] = {"auto", "list", "stride", "delta"};

static unsigned choice(struct argp_state *state, const char *what, const char *arg,
                       const char *const *names, unsigned n)
{
    char hint[128];
    for (unsigned k = 0; k < n; k++)
        if (!strcmp(arg, names[k]))
            return k;
    cmd_usage_error(state, "unknown %s '%s'; %s", what, arg,
                    suggest_among(arg, names, n, hint, sizeof hint));
}

static error_t parse_export(int key, char *arg, struct argp_state *state)
{
    export_args_t *a = state->input;
    switch (key) {
    case KEY_ACCELSIM:
        a->x.dir = arg;
        return 0;
    case KEY_COMPRESS:
        a->x.compress = (sass_compress_t)choice(state, "compression", arg, compress_names, 3);
        return 0;
    case KEY_ENCODING:
        a->x.encoding = (sass_encoding_t)choice(state, "encoding", arg, encoding_names, 4);
        return 0;
    case ARGP_KEY_ARG:
        if (a->file)
            cmd_usage_error(state, "unexpected '%s'; expected one trace", arg);
        a->file = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->x.dir)
            cmd_usage_error(state, "expected --accelsim DIR, where the traces go");
        if (!a->file)
            cmd_usage_error(state,
                            "expected a trace; `lockwarp trace export -w NAME ...` runs first");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* With options of a run among its own: for `export -w NAME` and the like. */
static error_t parse_export_run(int key, char *arg, struct argp_state *state)
{
    export_args_t *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->o;
        return 0;
    case ARGP_KEY_ARG:
        return ARGP_ERR_UNKNOWN; /* the child refuses it */
    case ARGP_KEY_END:
        a->file = "";
        check_run(state, &a->o);
        /* fall through */
    default:
        return parse_export(key, arg, state);
    }
}

static const struct argp_option export_options[] = {
    {"accelsim", KEY_ACCELSIM, "DIR", ARG_FOLDER,
     "a folder (made if it is not there): kernelslist.g and kernel-N.traceg", 5},
    {"compress", KEY_COMPRESS, "none|xz|zst", 0, "the kernel files", 5},
    {"encoding", KEY_ENCODING, "auto|list|stride|delta", 0,
     "of addresses: the shortest, or this wherever it can say them", 5},
    {0},
};

static const char export_doc[] =
    "Writes a run in Accel-Sim's format: of a trace that was recorded, or, with the options of "
    "`lockwarp run` in its place, of a run made for it.";

/* Is the first operand a file? Then it is a trace's export. */
static bool names_a_run(int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        if (!strncmp(argv[k], "-w", 2) || !strncmp(argv[k], "--workload", 10) ||
            !strncmp(argv[k], "--ptx", 5) || !strncmp(argv[k], "--trace", 7))
            return true;
    return false;
}

static int export_file(const export_args_t *a, const char *path)
{
    diag_t d = {{0}};
    sass_loss_t loss = {0};
    if (sass_export(path, &a->x, &loss, &d))
        return cmd_bad_input(&d);
    sass_loss_print(&loss, stderr);
    return CMD_DONE;
}

static int cmd_export(int argc, char **argv)
{
    static const struct argp_child children[] = {{&run_opts_argp, 0, NULL, 0}, {0}};
    static const struct argp of_file = {.options = export_options,
                                        .parser = parse_export,
                                        .args_doc = "FILE.lwt --accelsim DIR",
                                        .doc = export_doc};
    static const struct argp of_run = {.options = export_options,
                                       .parser = parse_export_run,
                                       .children = children,
                                       .args_doc = "-w NAME ... --accelsim DIR",
                                       .doc = export_doc};
    export_args_t a = {.file = NULL};
    bool run = names_a_run(argc, argv);
    run_opts_default(&a.o);
    if (args_parse(run ? &of_run : &of_file, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    if (!run)
        return export_file(&a, a.file);
    scratch_t scratch; /* which nothing stays of if this is killed */
    diag_t d = {{0}};
    if (scratch_open(&scratch, NULL, "lockwarp-trace-", &d))
        return cmd_bad_input(&d);
    char recorded[sizeof scratch.dir + 8];
    snprintf(recorded, sizeof recorded, "%s/run.lwt", scratch.dir);
    int status = record_run(&a.o, recorded, argv, true);
    if (status == CMD_DONE)
        status = export_file(&a, recorded);
    scratch_close(&scratch);
    return status;
}

/* ---- The verbs ---- */

typedef struct verb {
    const char *name, *doc;
    int (*run)(int argc, char **argv);
} verb_t;

static const verb_t verbs[] = {
    {"record", "run something and write what its warps did", cmd_record},
    {"info", "what a trace is and holds", cmd_info},
    {"export", "write a trace, or a run, for Accel-Sim", cmd_export},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static int usage(FILE *out)
{
    fputs("usage: lockwarp trace VERB [option]...\n\n", out);
    for (unsigned k = 0; k < VERBS; k++)
        fprintf(out, "  %-7s %s\n", verbs[k].name, verbs[k].doc);
    fputs("\n'lockwarp trace VERB --help' explains a verb's options.\n", out);
    return out == stdout ? CMD_DONE : CMD_BAD_INPUT;
}

int cmd_trace(int argc, char **argv)
{
    const char *names[VERBS];
    char hint[128], name[64];
    diag_t d = {{0}};
    if (argc < 2)
        return usage(stderr);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-?") || !strcmp(argv[1], "-h"))
        return usage(stdout);
    for (unsigned k = 0; k < VERBS; k++) {
        names[k] = verbs[k].name;
        if (strcmp(argv[1], verbs[k].name))
            continue;
        snprintf(name, sizeof name, "lockwarp trace %s", argv[1]);
        argv[1] = name;
        return verbs[k].run(argc - 1, argv + 1);
    }
    diag_at(&d, "lockwarp trace", 0, 0, "unknown verb '%.100s'; %s", argv[1],
            suggest_among(argv[1], names, VERBS, hint, sizeof hint));
    fprintf(stderr, "%s\n", d.text);
    return CMD_BAD_INPUT;
}
