#include "sweep/queue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/file.h"
#include "sweep/capture.h"

enum { ARGS = 64, LINE = 256 };

static char *word(const char *text)
{
    return (char *)(uintptr_t)text;
}

static int check_one(const char *program, diag_t *d)
{
    capture_t o;
    char *argv[] = {word(program), word("--version"), NULL};
    int rc = capture_run(argv, &o);
    if (rc)
        diag_at(d, "--backend slurm", 0, 0, "%s cannot be run: %s", program, strerror(-rc));
    else if (o.status)
        rc = diag_at(d, "--backend slurm", 0, 0,
                     "%s cannot be used (%s); expected Slurm's programs in PATH and a cluster that "
                     "they know",
                     program, o.error);
    free(o.out);
    return rc;
}

int queue_check(diag_t *d)
{
    int rc = check_one("sbatch", d);
    return rc ? rc : check_one("squeue", d);
}

/* A path in which sbatch would replace what follows a % sign. */
static int log_name(const submission_t *s, char *out, size_t bytes)
{
    size_t n = (size_t)snprintf(out, bytes, "--output=");
    for (const char *c = s->dir; *c && n + 2 < bytes; c++) {
        out[n++] = *c;
        if (*c == '%')
            out[n++] = '%';
    }
    if (n + 8 > bytes || strchr(s->dir, '\\'))
        return -EINVAL;
    strcpy(out + n, "/log.%a");
    return 0;
}

int queue_submit(const submission_t *s, const queue_opts_t *o, diag_t *d)
{
    char array[64], log[2 * SUBMISSION_PATH], name[SUBMISSION_NAME + 16], script[SUBMISSION_PATH];
    char cwd[SUBMISSION_PATH], chdir_[SUBMISSION_PATH + 16], path[SUBMISSION_PATH];
    char *argv[ARGS];
    unsigned n = 0;
    if (!getcwd(cwd, sizeof cwd) || submission_path(script, s->dir, "job.sh") ||
        submission_path(path, s->dir, "job") || log_name(s, log, sizeof log))
        return diag_at(d, s->dir, 0, 0, "a name too long for sbatch, or with a backslash");
    if (o->limit)
        snprintf(array, sizeof array, "--array=0-%u%%%u", s->n_tasks - 1, o->limit);
    else
        snprintf(array, sizeof array, "--array=0-%u", s->n_tasks - 1);
    snprintf(name, sizeof name, "--job-name=%s", s->name);
    snprintf(chdir_, sizeof chdir_, "--chdir=%s", cwd);
    const char *const own[] = {"sbatch", "--parsable", "--requeue", "--open-mode=append",
                               name,     array,        chdir_,      log};
    for (; n < sizeof own / sizeof own[0]; n++)
        argv[n] = word(own[n]);
    for (unsigned i = 0; i < o->n_args && n < ARGS - 2; i++)
        argv[n++] = word(o->args[i]);
    argv[n++] = script;
    argv[n] = NULL;
    capture_t out;
    unsetenv("SLURM_RESTART_COUNT"); /* of a job that this process may be */
    int rc = capture_run(argv, &out);
    if (rc)
        return diag_at(d, "sbatch", 0, 0, "cannot be started: %s", strerror(-rc));
    if (out.status || !out.out || !*out.out)
        rc = diag_at(d, "sbatch", 0, 0, "exit status %d: %s", out.status,
                     *out.error ? out.error : "without a message");
    else
        rc = file_write(path, out.out, strlen(out.out), d);
    free(out.out);
    return rc;
}

/* States from which nothing comes any more. The others may have a name that is not known here. */
static bool is_final(const char *state)
{
    static const char *const final[] = {"BF", "CA", "CD", "DL", "F", "NF", "OOM", "PR", "RV", "TO"};
    for (unsigned i = 0; i < sizeof final / sizeof final[0]; i++)
        if (strcmp(state, final[i]) == 0)
            return true;
    return false;
}

/* A line "NAME|K|STATE|REASON" of squeue. */
static void take_line(submission_t *const *s, unsigned n, const char *line)
{
    char name[SUBMISSION_NAME], state[16], reason[64];
    unsigned k;
    if (sscanf(line, "%127[^|]|%u|%15[^|]|%63[^\n]", name, &k, state, reason) != 4 ||
        is_final(state))
        return;
    for (unsigned i = 0; i < n; i++)
        if (strcmp(s[i]->name, name) == 0 && k < s[i]->n_tasks) {
            task_t *t = &s[i]->task[k];
            t->queued = true;
            t->running = strcmp(state, "R") == 0 || strcmp(state, "CG") == 0;
            t->held = strcmp(state, "PD") == 0 && (strstr(reason, "eld") || strstr(reason, "Hold"));
        }
}

int queue_look(submission_t *const *s, unsigned n, diag_t *d)
{
    if (!n)
        return 0;
    size_t room = n * (size_t)SUBMISSION_NAME + 16, used = 0;
    char *names = malloc(room);
    if (!names)
        return diag_at(d, "squeue", 0, 0, "out of memory"), -ENOMEM;
    used += (size_t)snprintf(names, room, "--name=");
    for (unsigned i = 0; i < n; i++)
        used += (size_t)snprintf(names + used, room - used, "%s%s", i ? "," : "", s[i]->name);
    char *argv[] = {word("squeue"),
                    word("--noheader"),
                    word("--array"),
                    word("--all"),
                    word("--states=all"),
                    names,
                    word("--format=%j|%K|%t|%r"),
                    NULL};
    capture_t o;
    int rc = capture_run(argv, &o);
    if (rc || o.status || !o.out)
        rc = diag_at(d, "squeue", 0, 0, "exit status %d: %s", o.status, o.error);
    for (unsigned i = 0; !rc && i < n; i++)
        for (unsigned k = 0; k < s[i]->n_tasks; k++)
            s[i]->task[k].queued = s[i]->task[k].running = s[i]->task[k].held = false;
    for (char *line = rc ? NULL : strtok(o.out, "\n"); line; line = strtok(NULL, "\n"))
        take_line(s, n, line);
    free(o.out);
    free(names);
    return rc;
}
