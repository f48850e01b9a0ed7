/*
 * The folder of a bench. It is filled inside a scratch folder (common/scratch.h) beside its place,
 * so that a program that is killed leaves nothing, and gets its name when it is whole.
 */
#include "bench/bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/bench_text.h"
#include "bench/bench_vectors.h"
#include "common/place.h"
#include "common/scratch.h"
#include "lockstep/model_files.h"

#define RTL_FOLDER "rtl"

/* Room for the longest name in the folder. */
enum { ROOM = PATH_MAX + 256 };

typedef struct work {
    const char *folder; /* as the caller names it, for messages */
    char dir[ROOM];     /* where it is filled */
    char script[ROOM], rtl[ROOM];
    diag_t *diag;
} work_t;

/* The folder that a path is in, and the path without slashes at its end. */
static int split(const char *folder, char path[PATH_MAX], char parent[PATH_MAX], diag_t *d)
{
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/')
        n--;
    if (n >= PATH_MAX)
        return diag_at(d, folder, 0, 0, "name too long");
    snprintf(path, PATH_MAX, "%.*s", (int)n, folder);
    const char *slash = strrchr(path, '/');
    snprintf(parent, PATH_MAX, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return 0;
}

int bench_check_folder(const char *folder, diag_t *d)
{
    char path[PATH_MAX], parent[PATH_MAX];
    struct stat st;
    int rc = split(folder, path, parent, d);
    if (!rc && !lstat(path, &st))
        rc =
            diag_at(d, folder, 0, 0, "exists; expected the name of a folder that is not there yet");
    return rc ? rc : file_check_folder(parent, false, d);
}

static int cannot_write(const work_t *w, const char *name, int why)
{
    diag_at(w->diag, w->folder, 0, 0, "cannot write %s: %s", name, strerror(why));
    return -why;
}

static FILE *create(const work_t *w, const char *name)
{
    char path[ROOM + 256];
    snprintf(path, sizeof path, "%s/%s", w->dir, name);
    FILE *f = fopen(path, "w");
    if (!f)
        cannot_write(w, name, errno);
    return f;
}

/* `why`: errno of an earlier write, in case one has failed. */
static int finish(const work_t *w, FILE *f, const char *name, int why)
{
    const bool failed = ferror(f) != 0;
    if (fclose(f) && !failed)
        return cannot_write(w, name, errno);
    return failed ? cannot_write(w, name, why ? why : EIO) : 0;
}

static int put_vectors(const work_t *w, const stim_choice_t *stimulus, bench_size_t *size)
{
    FILE *in = create(w, BENCH_INPUTS), *out = in ? create(w, BENCH_EXPECTED) : NULL;
    if (!out) {
        if (in)
            fclose(in);
        return -EIO;
    }
    int rc = bench_vectors(in, out, stimulus, size, w->diag);
    const int why = errno;
    const int a = finish(w, in, BENCH_INPUTS, why), b = finish(w, out, BENCH_EXPECTED, why);
    return rc ? rc : a ? a : b;
}

static int put_verilog(const work_t *w, const stim_choice_t *s, const bench_size_t *size,
                       const char *said)
{
    FILE *f = create(w, BENCH_VERILOG);
    if (!f)
        return -EIO;
    bench_text_verilog(f, s->desc, s->cfg, size, said);
    return finish(w, f, BENCH_VERILOG, errno);
}

static int put_script(const work_t *w)
{
    FILE *f = create(w, BENCH_SCRIPT);
    if (!f)
        return -EIO;
    bench_text_script(f);
    const int rc = finish(w, f, BENCH_SCRIPT, errno);
    struct stat st;
    if (!rc && (stat(w->script, &st) || chmod(w->script, st.st_mode | (st.st_mode & 0444) >> 2)))
        return cannot_write(w, BENCH_SCRIPT, errno);
    return rc;
}

static int copy_file(const work_t *w, const char *from, const char *name)
{
    size_t bytes;
    char *text = model_file_read(from, &bytes);
    if (!text)
        return diag_at(w->diag, from, 0, 0, "cannot read: %s", strerror(errno));
    FILE *f = create(w, name);
    if (f)
        fwrite(text, 1, bytes, f);
    free(text);
    return f ? finish(w, f, name, errno) : -EIO;
}

/* Copies of the unit's modules, and the list of them. */
static int put_rtl(const work_t *w, const stim_choice_t *s)
{
    const model_spec_t spec = {.desc = s->desc, .cfg = s->cfg};
    model_files_t files;
    char name[256];
    if (mkdir(w->rtl, 0777))
        return cannot_write(w, RTL_FOLDER, errno);
    FILE *list = create(w, BENCH_RTL);
    if (!list)
        return -EIO;
    int rc = model_files_find(&files, &spec, w->diag);
    for (unsigned i = 0; !rc && i < files.n; i++) {
        snprintf(name, sizeof name, RTL_FOLDER "/%s", strrchr(files.path[i], '/') + 1);
        fprintf(list, "%s\n", name);
        rc = copy_file(w, files.path[i], name);
    }
    model_files_free(&files);
    const int end = finish(w, list, BENCH_RTL, errno);
    return rc ? rc : end;
}

static int put_all(const work_t *w, const stim_choice_t *s, const char *said, bench_size_t *size)
{
    if (mkdir(w->dir, 0777))
        return cannot_write(w, "it", errno);
    int rc = put_vectors(w, s, size);
    rc = rc ? rc : put_verilog(w, s, size, said);
    rc = rc ? rc : put_rtl(w, s);
    return rc ? rc : put_script(w);
}

int bench_write(const char *folder, const stim_choice_t *stimulus, const char *said,
                bench_size_t *size, diag_t *d)
{
    char path[PATH_MAX], parent[PATH_MAX];
    scratch_t scratch = {.mine = -1};
    work_t w = {.folder = folder, .diag = d};
    int rc = bench_check_folder(folder, d);
    rc = rc ? rc : split(folder, path, parent, d);
    rc = rc ? rc : scratch_open(&scratch, parent, ".lockwarp-bench-", d);
    if (rc)
        return rc;
    snprintf(w.dir, sizeof w.dir, "%s/bench", scratch.dir);
    snprintf(w.script, sizeof w.script, "%s/bench/" BENCH_SCRIPT, scratch.dir);
    snprintf(w.rtl, sizeof w.rtl, "%s/bench/" RTL_FOLDER, scratch.dir);
    rc = put_all(&w, stimulus, said, size);
    if (!rc && rename(w.dir, path))
        rc = diag_at(d, folder, 0, 0, "cannot make the folder: %s", strerror(errno));
    scratch_close(&scratch);
    return rc;
}
