#include "synth/synth.h"

#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/file.h"
#include "common/scratch.h"
#include "synth/activity.h"
#include "synth/resize.h"
#include "synth/sram.h"
#include "synth/tool.h"
#include "synth/wrap.h"

enum { MAX_REPORT = 256 << 20 };

/* One run's folder and what has been found so far. */
typedef struct work {
    const unit_desc_t *unit;
    const void *cfg;
    const synth_job_t *job;
    synth_row_t *row;
    diag_t *d;
    scratch_t scratch;
    char dir[PATH_MAX], root[PATH_MAX]; /* dir: the scratch folder, or the one that is kept */
    char top[80];
    sram_plan_t plan;
    netlist_t before, after;
} work_t;

static void fail(work_t *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void fail(work_t *w, const char *fmt, ...)
{
    if (w->row->failure[0])
        return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(w->row->failure, sizeof w->row->failure, fmt, ap);
    va_end(ap);
}

static const char *path_in(const work_t *w, const char *name, char *buf)
{
    return tool_path(buf, w->dir, name);
}

static FILE *create(const work_t *w, const char *name)
{
    char path[PATH_MAX];
    FILE *f = fopen(path_in(w, name, path), "w");
    if (!f)
        diag_at(w->d, path, 0, 0, "cannot write: %s", strerror(errno));
    return f;
}

static int finish(const work_t *w, FILE *f, const char *name)
{
    bool bad = ferror(f) != 0;
    if (fclose(f) || bad)
        return diag_at(w->d, name, 0, 0, "cannot write");
    return 0;
}

/* --- the folder ------------------------------------------------------------------------------ */

static int open_folder(work_t *w)
{
    int rc = scratch_open(&w->scratch, NULL, "lockwarp-synth-", w->d);
    if (rc || !w->job->keep) {
        snprintf(w->dir, sizeof w->dir, "%s", w->scratch.dir);
        return rc;
    }
    if (mkdir(w->job->keep, 0777) && errno != EEXIST)
        return diag_at(w->d, w->job->keep, 0, 0, "cannot make the folder: %s", strerror(errno));
    if (!realpath(w->job->keep, w->dir))
        return diag_at(w->d, w->job->keep, 0, 0, "%s", strerror(errno));
    return 0;
}

/* --- what the scripts read ----------------------------------------------------------------------
 */

/* What abc takes to drive the inputs: flops are not in its view, so the weakest buffer of the
 * library, which is about as strong. */
static const char *driver_cell(const liberty_t *lib)
{
    static const char *const names[] = {"BUF_X1", "BUFX2"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (liberty_find(lib, names[i]))
            return names[i];
    return "";
}

static int write_job(work_t *w, const glob_t *rtl)
{
    FILE *f = create(w, "job.tcl");
    if (!f)
        return -EIO;
    fprintf(f, "set rtl {");
    for (size_t i = 0; i < rtl->gl_pathc; i++) {
        const char *name = rtl->gl_pathv[i];
        if (w->job->sram) /* a copy, see sram.h */
            fprintf(f, " {rtl/%s}", strrchr(name, '/') + 1);
        else
            fprintf(f, " {%s}", name);
    }
    double ps = 1000 * w->job->period_ns;
    fprintf(f, " }\nset wrapper wrapper.sv\nset top %s\nset liberty cells.lib\n", w->top);
    fprintf(f, "set techmap \"%s\"\nset blackbox \"%s\"\n", w->plan.n_macros ? "sram_map.v" : "",
            w->plan.n_macros ? "sram.lib" : "");
    fprintf(f, "set memories_tcl {%s/synth/memories.tcl}\n", w->root);
    fprintf(f, "set driver \"%s\"\nset load 2\n", driver_cell(w->job->liberty));
    /* Mapping sees no flop delays: it aims below the period, and sizing gives back area above. */
    fprintf(f, "set map_ps %.0f\nset upsize_ps %.0f\nset dnsize_ps %.0f\n", 0.6 * ps, 0.5 * ps,
            0.8 * ps);
    fprintf(f, "set period_ns %.9g\nset trials %u\nset toggle %.9g\n", w->job->period_ns,
            w->job->trials, w->job->toggle);
    return finish(w, f, "job.tcl");
}

/* The RTL that Yosys reads: common and the unit's family. It numbers its names over all that it
 * reads, and what abc makes of a circuit depends on them; so these five families stay together, as
 * they were when the figures on record were made. */
static void rtl_pattern(const work_t *w, char pattern[PATH_MAX])
{
    static const char *const together[] = {"abyp", "apcm", "apres", "common", "mrpb"};
    const int n = (int)strcspn(w->unit->name, ".");
    for (unsigned i = 0; i < sizeof together / sizeof together[0]; i++)
        if (strncmp(w->unit->name, together[i], (size_t)n) == 0 && !together[i][n]) {
            tool_path(pattern, w->root, "rtl/{abyp,apcm,apres,common,mrpb}/*.sv");
            return;
        }
    char name[64];
    snprintf(name, sizeof name, "rtl/{common,%.*s}/*.sv", n, w->unit->name);
    tool_path(pattern, w->root, name);
}

static int write_inputs(work_t *w)
{
    char pattern[PATH_MAX], path[PATH_MAX];
    rtl_pattern(w, pattern);
    glob_t rtl;
    if (glob(pattern, GLOB_BRACE, NULL, &rtl))
        return diag_at(w->d, pattern, 0, 0, "no such files; expected the RTL (see LW_ROOT)");
    const liberty_t *lib = w->job->liberty;
    int rc = file_write(path_in(w, "cells.lib", path), lib->text, lib->bytes, w->d);
    if (!rc) {
        FILE *f = create(w, "wrapper.sv");
        if (f)
            wrap_write(f, w->unit, w->cfg);
        rc = f ? finish(w, f, "wrapper.sv") : -EIO;
    }
    if (!rc && w->job->sram)
        rc = sram_copy_rtl(w->dir, &rtl, w->unit, w->cfg, w->d);
    if (!rc)
        rc = write_job(w, &rtl);
    if (!rc && w->job->sram) {
        rc = sram_find(&w->scratch, w->dir, w->root, w->top, w->unit, w->cfg, &w->plan, w->d);
        if (!rc)
            rc = write_job(w, &rtl);
    }
    globfree(&rtl);
    return rc;
}

/* --- the tools ----------------------------------------------------------------------------------
 */

static int run_map(work_t *w)
{
    char script[PATH_MAX];
    tool_path(script, w->root, "synth/map.tcl");
    char *argv[] = {"yosys", "-q", "-c", script, NULL};
    return tool_run(&w->scratch, w->dir, "map.log", "yosys", argv, w->d);
}

static int run_time(work_t *w)
{
    char script[PATH_MAX];
    tool_path(script, w->root, "synth/time.tcl");
    char *argv[] = {"sta", "-no_splash", "-exit", script, NULL};
    return tool_run(&w->scratch, w->dir, "time.log", "opensta", argv, w->d);
}

static int run_tools(work_t *w)
{
    char path[PATH_MAX];
    int rc = run_map(w);
    if (!rc)
        rc = netlist_read(path_in(w, "pre.json", path), w->top, w->unit, NULL, &w->before, w->d);
    if (!rc)
        rc = netlist_read(path_in(w, "net.json", path), w->top, w->unit, w->job->liberty, &w->after,
                          w->d);
    if (!rc)
        rc = activity_write(path_in(w, "activity.tcl", path), w->job->activity, w->unit, w->cfg,
                            &w->after, w->d);
    if (!rc)
        rc = run_time(w);
    if (!rc)
        rc = resize_write(w->dir, w->d);
    return rc;
}

/* --- reports -------------------------------------------------------------------------------------
 */

static bool in_wrapper(const work_t *w, const char *instance)
{
    size_t low = 0, high = w->after.n_wrapper_cells;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(instance, w->after.wrapper_cells[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* Calls take with every line of a report in the folder. */
static int each_line(work_t *w, const char *name, void (*take)(work_t *, char *line))
{
    char path[PATH_MAX], *text;
    size_t bytes;
    int rc = file_read(path_in(w, name, path), MAX_REPORT, &text, &bytes, w->d);
    if (rc)
        return rc;
    char *rest = text, *line;
    while ((line = strsep(&rest, "\n")))
        if (line[0])
            take(w, line);
    free(text);
    return 0;
}

static void take_cell(work_t *w, char *line)
{
    char instance[512], cell[256];
    if (sscanf(line, "%511s %255s", instance, cell) != 2 || in_wrapper(w, instance))
        return;
    const liberty_cell_t *c = liberty_find(w->job->liberty, cell);
    double area = c ? c->area : sram_area(&w->plan, cell);
    w->row->cells++;
    w->row->area_um2 += area;
    if (!c) {
        w->row->macros++;
        w->row->macro_um2 += area;
    }
}

static void take_power(work_t *w, char *line)
{
    char instance[512];
    double internal, switching, leakage;
    if (sscanf(line, "%511s %lf %lf %lf", instance, &internal, &switching, &leakage) != 4 ||
        in_wrapper(w, instance))
        return;
    w->row->dynamic_w += internal + switching;
    w->row->leakage_w += leakage;
}

static void take_time(work_t *w, char *line)
{
    char key[64];
    double value;
    if (sscanf(line, "%63s %lf", key, &value) != 2)
        return;
    if (strcmp(key, "critical_ns") == 0)
        w->row->critical_ns = value;
    else if (strcmp(key, "sized") == 0)
        w->row->sized = (unsigned)value;
}

static int read_reports(work_t *w)
{
    int rc = each_line(w, "time.txt", take_time);
    if (!rc)
        rc = each_line(w, "cells.txt", take_cell);
    if (!rc)
        rc = each_line(w, "power.txt", take_power);
    if (rc)
        return rc;
    synth_row_t *row = w->row;
    double rate = w->job->toggle / w->job->period_ns; /* accesses of each port, per ns */
    for (unsigned i = 0; i < w->plan.n_macros; i++) {
        const sram_macro_t *m = &w->plan.macros[i];
        row->dynamic_w += rate * (m->reads * m->figure.read_nj + m->writes * m->figure.write_nj);
        row->leakage_w += 1e-3 * m->figure.leak_mw;
    }
    if (!(row->critical_ns > 0) || !isfinite(row->critical_ns) || !isfinite(row->dynamic_w) ||
        !isfinite(row->leakage_w))
        return diag_at(w->d, "sta", 0, 0, "reported no path or no power of %s", w->top);
    row->fmax_mhz = 1000 / row->critical_ns;
    row->l1d_share = w->job->node_nm == SYNTH_L1D_NODE ? row->area_um2 / SYNTH_L1D_UM2 : -1;
    row->worst_fanout = w->after.worst_fanout;
    snprintf(row->worst_net, sizeof row->worst_net, "%s", w->after.worst_net);
    row->wrapper_flops = w->after.wrapper_bits;
    return 0;
}

/* An element of which no bit is left is one that nothing reads. What lies in a macro is there. */
static uint64_t unused_bits(const work_t *w, unsigned field, const netlist_t *n)
{
    const unit_field_t *f = &w->unit->fields[field];
    const unsigned count = f->count(w->cfg), there = n->elements[field];
    const bool all = w->plan.field_bits[field] || there >= count;
    return all ? 0 : (uint64_t)f->width(w->cfg) * (count - there);
}

/* Every bit of the elements that something reads is a flop, in a macro, or constant. */
static void check_field(work_t *w, const synth_bits_t *b, unsigned field, const netlist_t *n,
                        const char *where)
{
    const uint64_t read = b->contract - unused_bits(w, field, n),
                   there = n->field_bits[field] + n->constant_bits[field] + b->macro;
    if (there != read)
        fail(w, "%s has %" PRIu64 " bits %s; the contract says %" PRIu64, b->name, there, where,
             read);
}

/* Storage: what the contract says is there, and nothing else is. */
static void check_bits(work_t *w)
{
    synth_row_t *row = w->row;
    uint64_t unused = 0;
    for (unsigned i = 0; i < w->unit->n_fields; i++) {
        const unit_field_t *f = &w->unit->fields[i];
        if (f->dir != UNIT_STATE)
            continue;
        synth_bits_t *b = &row->bits[row->n_bits++];
        *b = (synth_bits_t){.name = f->name,
                            .contract = (uint64_t)f->width(w->cfg) * f->count(w->cfg),
                            .rtl = w->before.field_bits[i],
                            .netlist = w->after.field_bits[i],
                            .macro = w->plan.field_bits[i],
                            .constant = w->after.constant_bits[i]};
        b->unused = unused_bits(w, i, &w->after);
        check_field(w, b, i, &w->before, "before mapping");
        check_field(w, b, i, &w->after, "in the netlist");
        unused += b->unused;
        row->netlist_bits += b->netlist + b->macro;
        row->constant_bits += b->constant;
    }
    row->contract_bits = unit_state_bits(w->unit, w->cfg) - unused;
    if (row->netlist_bits + row->constant_bits != row->contract_bits)
        fail(w, "%" PRIu64 " bits of state in the netlist; the contract says %" PRIu64,
             row->netlist_bits + row->constant_bits, row->contract_bits);
    const netlist_t *both[] = {&w->before, &w->after};
    for (unsigned i = 0; i < 2; i++) {
        if (both[i]->hidden_bits)
            fail(w, "%" PRIu64 " flops belong to no field of the unit, one of them %s",
                 both[i]->hidden_bits, both[i]->hidden_name);
        if (both[i]->latches)
            fail(w, "%" PRIu64 " latches", both[i]->latches);
    }
}

int synth_run(const unit_desc_t *unit, const void *cfg, const synth_job_t *job, synth_row_t *row,
              diag_t *d)
{
    *row = (synth_row_t){.unit = unit};
    work_t *w = calloc(1, sizeof *w);
    if (!w)
        return -ENOMEM;
    *w = (work_t){.unit = unit, .cfg = cfg, .job = job, .row = row, .d = d};
    snprintf(w->top, sizeof w->top, "%s_synth", unit->prefix);
    int rc = 0;
    if (!realpath(job->root, w->root))
        rc = diag_at(d, job->root, 0, 0, "%s; expected the source tree", strerror(errno));
    if (!rc)
        rc = open_folder(w);
    if (!rc)
        rc = write_inputs(w);
    if (!rc)
        rc = run_tools(w);
    if (!rc)
        rc = read_reports(w);
    if (!rc)
        check_bits(w);
    if (rc && !d->text[0])
        diag_at(d, unit->name, 0, 0, "%s", strerror(-rc));
    scratch_close(&w->scratch);
    netlist_free(&w->before);
    netlist_free(&w->after);
    free(w);
    return rc;
}
