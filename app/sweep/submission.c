#include "sweep/submission.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/file.h"
#include "sweep/text.h"

#define TEXT_MAX ((size_t)1 << 28)

int submission_path(char *out, const char *dir, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(out, SUBMISSION_PATH, "%s/", dir);
    if (n < 0 || n >= SUBMISSION_PATH)
        return -ENAMETOOLONG;
    va_start(ap, fmt);
    int m = vsnprintf(out + n, SUBMISSION_PATH - (size_t)n, fmt, ap);
    va_end(ap);
    return m < 0 || n + m >= SUBMISSION_PATH ? -ENAMETOOLONG : 0;
}

void submission_plain(const char *text, char *out, unsigned bytes)
{
    unsigned n = 0;
    for (; *text && n + 1 < bytes; text++) {
        char c = *text;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        out[n++] = plain || c == '-' ? c : '_';
    }
    out[n] = '\0';
}

int submission_files(const char *dir, int (*f)(void *ctx, const char *file), void *ctx)
{
    DIR *folder = opendir(dir);
    int rc = folder ? 0 : -errno;
    for (struct dirent *e; !rc && (e = readdir(folder));)
        if (e->d_name[0] != '.')
            rc = f(ctx, e->d_name);
    if (folder)
        closedir(folder);
    return rc;
}

bool submission_piece(const char *file, unsigned *task, bool *taken)
{
    unsigned restart, number;
    int end = 0;
    if (sscanf(file, "%u-%u-%u%n", task, &restart, &number, &end) != 3 || !end)
        return false;
    *taken = strcmp(file + end, ".taken") == 0;
    return *taken || strcmp(file + end, ".db") == 0;
}

static int remove_file(void *ctx, const char *file)
{
    char path[SUBMISSION_PATH];
    if (!submission_path(path, ctx, "%s", file))
        unlink(path);
    return 0;
}

void submission_remove(const char *dir)
{
    submission_files(dir, remove_file, (void *)(uintptr_t)dir);
    rmdir(dir);
}

/* ---- Making ---- */

/* Gives the folder's new file a text, and frees it. */
static int put(const char *dir, const char *file, text_t *t, diag_t *d)
{
    char path[SUBMISSION_PATH];
    int rc = 0;
    if (t->lost || !t->s)
        rc = (diag_at(d, dir, 0, 0, "out of memory"), -ENOMEM);
    else if (submission_path(path, dir, "%s", file))
        rc = diag_at(d, dir, 0, 0, "name too long");
    else
        rc = file_write(path, t->s, t->n, d);
    free(t->s);
    return rc;
}

static int put_tasks(const char *dir, bool quick, const plan_item_t *const *item,
                     const unsigned *task_of, unsigned n, diag_t *d)
{
    text_t t = {0};
    text_add(&t, "quick %d\n", quick);
    for (unsigned i = 0; i < n; i++)
        text_add(&t, "%u %s\n", task_of[i], item[i]->point->hash);
    return put(dir, "tasks", &t, d);
}

/* `final`: the folder as the tasks will find it. */
static int put_script(const char *dir, const char *final, const char *program, diag_t *d)
{
    text_t t = {0};
    text_add(&t, "#!/bin/sh\nexec ");
    text_add_word(&t, program);
    text_add(&t, " sweep --slurm-task ");
    text_add_word(&t, final);
    text_add(&t, "\n");
    return put(dir, "job.sh", &t, d);
}

/* As it was when it was read: an edit since does not change what is under way. */
static int put_sweep(const char *dir, const sweep_t *s, diag_t *d)
{
    char path[SUBMISSION_PATH];
    if (submission_path(path, dir, "sweep.yaml"))
        return diag_at(d, dir, 0, 0, "name too long");
    return file_write(path, s->text, s->bytes, d);
}

int submission_make(const char *root, const sweep_t *sweep, bool quick, const char *program,
                    const plan_item_t *const *item, const unsigned *task_of, unsigned n,
                    submission_t **out, diag_t *d)
{
    char plain[64], name[SUBMISSION_NAME], dir[SUBMISSION_PATH], temp[SUBMISSION_PATH];
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    submission_plain(sweep->name, plain, sizeof plain);
    snprintf(name, sizeof name, "lockwarp-%s-%" PRIx64 "-%" PRIx64, plain,
             (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec, (uint64_t)getpid());
    if (submission_path(dir, root, "%s", name) || submission_path(temp, root, "%s.tmp", name))
        return diag_at(d, root, 0, 0, "name too long");
    if (mkdir(temp, 0777))
        return diag_at(d, temp, 0, 0, "cannot make the folder: %s", strerror(errno));
    int rc = put_sweep(temp, sweep, d);
    rc = rc ? rc : put_tasks(temp, quick, item, task_of, n, d);
    rc = rc ? rc : put_script(temp, dir, program, d);
    if (!rc && rename(temp, dir))
        rc = diag_at(d, dir, 0, 0, "cannot make the folder: %s", strerror(errno));
    if (rc)
        submission_remove(temp);
    return rc ? rc : submission_read(dir, out, d);
}

/* ---- Reading ---- */

/* A line "K HASH", up to its end or the text's. */
static bool read_point(const char *at, const char *end, unsigned *k, char hash[DB_HASH])
{
    char *next = NULL;
    unsigned long number = *at >= '0' && *at <= '9' ? strtoul(at, &next, 10) : SUBMISSION_TASKS;
    if (number >= SUBMISSION_TASKS || *next++ != ' ' || end - next != DB_HASH - 1 ||
        strspn(next, "0123456789abcdef") != DB_HASH - 1)
        return false;
    *k = (unsigned)number;
    memcpy(hash, next, DB_HASH - 1);
    hash[DB_HASH - 1] = '\0';
    return true;
}

/* The lines; K counts up from 0. */
static int read_points(submission_t *s, const char *path, const char *text, diag_t *d)
{
    int line = 2;
    for (const char *at = text, *end; *at; at = end + (*end == '\n'), line++) {
        unsigned k;
        end = at + strcspn(at, "\n");
        if (!read_point(at, end, &k, s->hash[s->n_points]) ||
            (k != s->n_tasks && k + 1 != s->n_tasks))
            return diag_at(d, path, line, 1, "expected the number of a task and a hash");
        if (k == s->n_tasks)
            s->task[s->n_tasks++] = (task_t){.first = s->n_points};
        s->task[k].n++;
        s->n_points++;
    }
    return 0;
}

static unsigned lines(const char *text)
{
    unsigned n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static int read_tasks(submission_t *s, diag_t *d)
{
    char path[SUBMISSION_PATH], *text = NULL;
    size_t bytes = 0;
    if (submission_path(path, s->dir, "tasks"))
        return diag_at(d, s->dir, 0, 0, "name too long");
    int rc = file_read(path, TEXT_MAX, &text, &bytes, d);
    if (rc)
        return rc;
    bool quick = strncmp(text, "quick 1\n", 8) == 0;
    s->quick = quick;
    s->hash = calloc(lines(text) + 1, sizeof *s->hash);
    if (!quick && strncmp(text, "quick 0\n", 8))
        rc = diag_at(d, path, 1, 1, "expected \"quick 0\" or \"quick 1\"");
    else if (!s->hash)
        rc = (diag_at(d, path, 0, 0, "out of memory"), -ENOMEM);
    else
        rc = read_points(s, path, text + 8, d);
    free(text);
    return rc;
}

int submission_read(const char *dir, submission_t **out, diag_t *d)
{
    submission_t *s = calloc(1, sizeof *s);
    if (!s)
        return diag_at(d, dir, 0, 0, "out of memory"), -ENOMEM;
    const char *slash = strrchr(dir, '/');
    char path[SUBMISSION_PATH];
    snprintf(s->dir, sizeof s->dir, "%s", dir);
    snprintf(s->name, sizeof s->name, "%s", slash ? slash + 1 : dir);
    int rc = read_tasks(s, d);
    if (rc) {
        submission_free(s);
        return rc;
    }
    s->sent = !submission_path(path, dir, "job") && access(path, F_OK) == 0;
    *out = s;
    return 0;
}

void submission_free(submission_t *s)
{
    if (!s)
        return;
    free(s->hash);
    free(s);
}
