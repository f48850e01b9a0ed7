#include "cli/suspend.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/places.h"
#include "cli/session.h"
#include "cli/stop.h"
#include "common/end_signals.h"
#include "common/file.h"

/* ---- What a run is ---- */

static void resolved_list(const session_t *s, id_list_t *l)
{
    const char *name;
    char value[160];
    id_add(l, "configuration", "%s", s->sim.config.name);
    for (unsigned i = 0; run_config_key(&s->sim.config, i, &name, value, sizeof value); i++)
        id_add(l, name, "%s", value);
    for (unsigned i = 0; i < s->sim.policies.n; i++) {
        const policy_ops_t *ops = s->sim.policies.ops[i];
        id_add(l, "policy", "%s", ops->name);
        for (unsigned k = 0; k < ops->n_options; k++) {
            char option[128], text[POLICY_OPTION_TEXT];
            snprintf(option, sizeof option, "%s.%s", ops->name, ops->options[k].name);
            id_add(l, option, "%s",
                   policy_option_text(&ops->options[k], s->sim.policies.opt[i][k], text));
        }
    }
}

static void workload_list(const session_t *s, id_list_t *l)
{
    const report_workload_t *w = &s->sim.report.workload;
    id_add(l, "workload", "%s", w->name);
    id_add(l, "scale", "%s", w->scale ? w->scale : "-");
    id_add(l, "variant", "%s", w->variant ? w->variant : "-");
    id_add(l, "seed", "%" PRIu64, w->seed);
    id_add(l, "kernel text of hash", "%016" PRIx64, w->kernel_hash);
    id_add(l, "input of hash", "%016" PRIx64, w->input_hash);
    id_add(l, "filter", "%s", w->filter ? w->filter : "-");
}

/* ---- Where its names hold ---- */

static const char folder_name[] = "folder";

static void save_folder(id_list_t *l)
{
    char *here = getcwd(NULL, 0);
    if (here)
        id_add(l, folder_name, "%s", here);
    free(here);
}

static bool is_result(const char *option)
{
    static const char *const results[] = {"--json", "--report", "--baseline", "--db"};
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++)
        if (!strcmp(option, results[i]))
            return true;
    return false;
}

/* Results go where they would have gone: relative names of theirs hold in the folder in which the
 * run was stopped. Those of inputs hold here; their content is compared. */
static void keep_results(id_list_t *l)
{
    const char *folder = id_get(l, folder_name);
    char *here = getcwd(NULL, 0), *whole;
    for (unsigned i = 0; folder && (!here || strcmp(here, folder)) && i < l->n; i++) {
        const char *v = l->value[i];
        if (!is_result(l->name[i]) || *v == '/' || !strcmp(v, "-") ||
            asprintf(&whole, "%s/%s", folder, v) < 0)
            continue;
        free(l->value[i]);
        l->value[i] = whole;
    }
    free(here);
}

/* ---- Continuing ---- */

int suspend_read(suspend_t *p, run_opts_t *o, diag_t *d)
{
    int rc = checkpoint_open(o->resume, &p->head, &p->io, &p->from, d);
    if (!rc)
        keep_results(&p->head.settings);
    if (!rc)
        rc = run_opts_resume(o, &p->head.settings, o->resume, d);
    if (rc)
        return rc;
    if (!p->report) {
        p->report = id_get(&p->head.settings, "--report");
        p->baseline = id_get(&p->head.settings, "--baseline");
    }
    if (!p->db)
        p->db = id_get(&p->head.settings, "--db");
    if (!p->file)
        p->file = o->resume;
    p->head.resumed++;
    return 0;
}

/* Everything behind the device in the stream, to its end. */
static int on_restore(void *ctx, state_io_t *io)
{
    session_t *s = ((simulation_t *)ctx)->host.ctx;
    suspend_t *p = s->suspend;
    if (s->sim.intervals)
        intervals_state(s->sim.intervals, io);
    if (s->sim.analysis)
        analysis_state(s->sim.analysis, io);
    policy_set_state(&s->sim.policies, io);
    int rc = checkpoint_close(s->sim.o->resume, io, &s->sim.diag);
    fclose(p->from);
    p->from = NULL;
    return rc;
}

int suspend_places(const suspend_t *p, const run_opts_t *o, diag_t *d)
{
    int rc = places_add("--resume", "--resume", o->resume, PLACE_CONTINUED, d);
    rc = rc ? rc : run_opts_places(o, d);
    rc = rc ? rc : places_add("--checkpoint", "--checkpoint", p->file, PLACE_KEPT, d);
    rc = rc ? rc : places_add("--baseline", "--baseline", p->baseline, PLACE_READ, d);
    rc = rc ? rc : places_add("--report", "--report", p->report, PLACE_WRITTEN, d);
    return rc ? rc : places_add("--db", "--db", p->db, PLACE_KEPT, d);
}

int suspend_compare(suspend_t *p, session_t *s)
{
    id_list_t now = {NULL, NULL, 0};
    if (!s->sim.o->resume)
        return 0;
    resolved_list(s, &now);
    int rc = checkpoint_compare(s->sim.o->resume, &p->head.resolved, &now, &s->sim.diag);
    id_free(&now);
    return rc;
}

/* Has somebody asked for a checkpoint? A signal may want one, too. */
static bool asked(const suspend_t *p)
{
    return p->file || p->every > 0 || p->at || p->max_seconds > 0;
}

int suspend_prepare(suspend_t *p, session_t *s)
{
    /* The name of its own is not known yet, its folder is. */
    int rc = asked(p) ? file_check_creatable(p->file ? p->file : "./checkpoint", &s->sim.diag) : 0;
    if (rc || !s->sim.o->resume)
        return rc;
    state_stop_on(p->io, stop_signal_flag());
    if (!rc)
        rc = dev_resume(s->sim.dev, p->io, on_restore);
    if (rc && !s->sim.diag.text[0])
        rc = checkpoint_close(s->sim.o->resume, p->io, &s->sim.diag);
    else if (rc)
        return rc;
    p->io = NULL;
    return rc;
}

static const char *file_name(suspend_t *p, const session_t *s)
{
    if (p->file)
        return p->file;
    const report_workload_t *w = &s->sim.report.workload;
    snprintf(p->own_name, sizeof p->own_name, "%.80s%s%s-%.64s%s%.64s.ckpt", w->name,
             w->scale ? "-" : "", w->scale ? w->scale : "", s->sim.config.name,
             s->sim.o->policies ? "-" : "", s->sim.o->policies ? s->sim.o->policies : "");
    return p->own_name;
}

int suspend_check_workload(suspend_t *p, session_t *s)
{
    id_list_t now = {NULL, NULL, 0};
    const char *file = file_name(p, s);
    int rc = p->file ? 0 : places_add(file, "the checkpoint", file, PLACE_KEPT, &s->sim.diag);
    if (!rc && asked(p) && !p->file)
        rc = file_check_creatable(file, &s->sim.diag);
    if (rc || !s->sim.o->resume)
        return rc;
    workload_list(s, &now);
    rc = checkpoint_compare(s->sim.o->resume, &p->head.workload, &now, &s->sim.diag);
    id_free(&now);
    return rc;
}

void suspend_free(suspend_t *p)
{
    state_abandon(p->io);
    if (p->from)
        fclose(p->from);
    checkpoint_head_free(&p->head);
    free(p->text);
    memset(p, 0, sizeof *p);
}

/* ---- Stopping ---- */

static const char *write_body(void *ctx, state_io_t *io)
{
    session_t *s = ctx;
    const char *why = dev_state(s->sim.dev, io);
    if (why)
        return why;
    if (s->sim.intervals)
        intervals_state(s->sim.intervals, io);
    if (s->sim.analysis)
        analysis_state(s->sim.analysis, io);
    policy_set_state(&s->sim.policies, io);
    return NULL;
}

/* Writes the checkpoint to file: 0 and its size, or a negative errno with a message. */
static int write_checkpoint(suspend_t *p, session_t *s, const char *file, uint64_t *bytes,
                            diag_t *d)
{
    checkpoint_head_t h = {.wall_s = p->head.wall_s + progress_now() - p->began,
                           .resumed = p->head.resumed};
    run_opts_save(s->sim.o, &h.settings);
    save_folder(&h.settings);
    if (p->report)
        id_add(&h.settings, "--report", "%s", p->report);
    if (p->baseline)
        id_add(&h.settings, "--baseline", "%s", p->baseline);
    if (p->db)
        id_add(&h.settings, "--db", "%s", p->db);
    resolved_list(s, &h.resolved);
    workload_list(s, &h.workload);
    int rc = checkpoint_write(file, &h, write_body, s, stop_guard, bytes, d);
    checkpoint_head_free(&h);
    return rc;
}

/* A word of a command line, quoted where a shell needs it. */
static void print_word(FILE *f, const char *word)
{
    if (*word && !word[strcspn(word, " \t\n\"'\\$`&|;<>()*?[]#~=%!{}")]) {
        fputs(word, f);
        return;
    }
    fputc('\'', f);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, 0}, f);
    fputc('\'', f);
}

/* The end of the run: what is said and its exit status. */
static void say(suspend_t *p, const session_t *s, stop_reason_t why, const char *file,
                uint64_t bytes, double seconds, const char *problem)
{
    char cycle[64] = "";
    const char *who = why == STOP_SIGNAL    ? end_signal_name(stop_signal())
                      : why == STOP_SECONDS ? "--max-seconds"
                                            : "--checkpoint-at";
    size_t bytes_said;
    FILE *f = open_memstream(&p->text, &bytes_said);
    p->stopped = true;
    p->status = why == STOP_SIGNAL ? 128 + stop_signal() : CMD_STOPPED;
    if (!f)
        return;
    if (s->sim.gpu)
        snprintf(cycle, sizeof cycle, ", core cycle %" PRIu64, gpu_cycle(s->sim.gpu));
    fprintf(f, "lockwarp: stopped %s %s%s; ", why == STOP_SIGNAL ? "by" : "at", who, cycle);
    if (problem) {
        fprintf(f, "no checkpoint: %s\n", problem);
    } else {
        fprintf(f, "checkpoint of %.1f MB written to %s in %.2f s\n", (double)bytes / 1e6, file,
                seconds);
        fputs("lockwarp: to go on: lockwarp run --resume ", f);
        print_word(f, file);
        fputc('\n', f);
    }
    fclose(f);
}

bool suspend_on_stop(void *ctx, device_t *dev)
{
    session_t *s = ctx;
    suspend_t *p = s->suspend;
    (void)dev;
    stop_reason_t why = stop_why();
    bool at = p->at && s->sim.gpu && gpu_cycle(s->sim.gpu) >= p->at;
    if (why == STOP_NONE && !at)
        return true;
    bool goes_on = why == STOP_EVERY && !at;
    diag_t d = {{0}};
    uint64_t bytes = 0;
    double start = progress_now();
    const char *file = file_name(p, s);
    int rc = write_checkpoint(p, s, file, &bytes, &d);
    if (goes_on) {
        stop_written();
        if (rc)
            cmd_bad_input(&d);
        return true;
    }
    say(p, s, why, file, bytes, progress_now() - start, rc ? d.text : NULL);
    if (rc)
        p->status = why == STOP_SIGNAL ? p->status : CMD_BAD_INPUT;
    return false;
}
