#include "cli/checkpoint.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cmd.h"
#include "common/place.h"
#include "hash/source_hash.h"

/* The first line; a reader of another form says what it found. */
static const char first[] = "lockwarp checkpoint ";
static const char form[] = "1\n";

enum { LIST_MAX = 1 << 16, LINE_MAX_BYTES = 64 };

/* ---- Named values ---- */

static void *need(void *p)
{
    if (!p) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
    return p;
}

static void add(id_list_t *l, char *name, char *value)
{
    l->name = need(realloc(l->name, (l->n + 1) * sizeof *l->name));
    l->value = need(realloc(l->value, (l->n + 1) * sizeof *l->value));
    l->name[l->n] = name;
    l->value[l->n++] = value;
}

void id_add(id_list_t *l, const char *name, const char *fmt, ...)
{
    char *value = NULL;
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&value, fmt, ap) < 0)
        value = NULL;
    va_end(ap);
    add(l, need(strdup(name)), need(value));
}

const char *id_get(const id_list_t *l, const char *name)
{
    for (unsigned i = 0; i < l->n; i++)
        if (strcmp(l->name[i], name) == 0)
            return l->value[i];
    return NULL;
}

void id_free(id_list_t *l)
{
    for (unsigned i = 0; i < l->n; i++) {
        free(l->name[i]);
        free(l->value[i]);
    }
    free(l->name);
    free(l->value);
    *l = (id_list_t){NULL, NULL, 0};
}

static void id_state(id_list_t *l, const char *what, state_io_t *io)
{
    uint64_t n = l->n;
    state_section(io, what);
    state_count(io, &n, LIST_MAX, "values");
    for (uint64_t i = 0; i < n && !state_error(io); i++) {
        char *name = NULL, *value = NULL;
        if (!state_loading(io)) {
            name = l->name[i];
            value = l->value[i];
        }
        state_text(io, &name);
        state_text(io, &value);
        if (!state_loading(io))
            continue;
        if (state_error(io)) {
            free(name);
            free(value);
            return;
        }
        add(l, name ? name : need(strdup("")), value ? value : need(strdup("")));
    }
}

int checkpoint_compare(const char *path, const id_list_t *expected, const id_list_t *found,
                       diag_t *d)
{
    for (unsigned i = 0; i < expected->n || i < found->n; i++) {
        const char *name = i < expected->n ? expected->name[i] : found->name[i];
        const char *want = i < expected->n ? expected->value[i] : "nothing";
        const char *have = i < found->n ? found->value[i] : "nothing";
        if (i < expected->n && i < found->n && strcmp(expected->name[i], found->name[i]))
            return diag_at(d, path, 0, 0, "the checkpoint's run has %s, this one %s; expected %s",
                           expected->name[i], found->name[i], "the same run");
        if (strcmp(want, have))
            return diag_at(d, path, 0, 0, "the checkpoint's run has %s %s; found %s", name, want,
                           have);
    }
    return 0;
}

/* ---- The head ---- */

void checkpoint_head_free(checkpoint_head_t *h)
{
    id_free(&h->settings);
    id_free(&h->resolved);
    id_free(&h->workload);
}

static void head_state(checkpoint_head_t *h, state_io_t *io)
{
    id_state(&h->settings, "settings", io);
    id_state(&h->resolved, "resolved", io);
    id_state(&h->workload, "workload", io);
    STATE(io, h->wall_s);
    STATE(io, h->resumed);
}

/* The program that wrote it must be this one. */
static int check_program(const char *path, state_io_t *io, diag_t *d)
{
    id_list_t expected = {NULL, NULL, 0};
    id_state(&expected, "program", io);
    if (state_error(io)) {
        id_free(&expected);
        return state_error(io);
    }
    const char *version = id_get(&expected, "version"), *hash = id_get(&expected, "sources");
    const char *now = source_hash("program");
    int rc = 0;
    if (!version || !hash || strcmp(version, lw_version) || strcmp(hash, now))
        rc = diag_at(d, path, 0, 0,
                     "was written by another version of the program (lockwarp %s, sources %.12s); "
                     "found lockwarp %s, sources %.12s: continue it with the one that wrote it",
                     version ? version : "?", hash ? hash : "?", lw_version, now);
    id_free(&expected);
    return rc;
}

/* ---- Writing ---- */

static int put_file(void *ctx, const void *data, size_t bytes)
{
    struct {
        file_out_t *f;
        uint64_t *bytes;
    } *sink = ctx;
    *sink->bytes += bytes;
    return file_put(sink->f, data, bytes);
}

int checkpoint_write(const char *path, checkpoint_head_t *h,
                     const char *(*body)(void *ctx, state_io_t *io), void *ctx,
                     void (*temporary)(const char *name), uint64_t *bytes, diag_t *d)
{
    struct {
        file_out_t *f;
        uint64_t *bytes;
    } sink = {NULL, bytes};
    *bytes = 0;
    int rc = file_begin(path, &sink.f, d);
    if (rc)
        return rc;
    if (temporary)
        temporary(file_temporary(sink.f));
    rc = put_file(&sink, first, sizeof first - 1);
    if (!rc)
        rc = put_file(&sink, form, sizeof form - 1);
    state_io_t *io = rc ? NULL : state_save(put_file, &sink);
    if (io) {
        id_list_t program = {NULL, NULL, 0};
        id_add(&program, "version", "%s", lw_version);
        id_add(&program, "sources", "%s", source_hash("program"));
        id_state(&program, "program", io);
        id_free(&program);
        head_state(h, io);
        const char *why = body(ctx, io);
        if (why)
            state_fail(io, "cannot be written: %s", why);
        rc = checkpoint_close(path, io, d);
    } else {
        rc = diag_at(d, path, 0, 0, "cannot write: %s", rc ? strerror(-rc) : "out of memory");
    }
    if (!rc)
        rc = file_commit(sink.f, d);
    else
        file_abandon(sink.f);
    if (temporary)
        temporary(NULL);
    return rc;
}

/* ---- Reading ---- */

static ssize_t get_file(void *ctx, void *data, size_t room)
{
    FILE *f = ctx;
    size_t n = fread(data, 1, room, f);
    return n ? (ssize_t)n : ferror(f) ? -EIO : 0;
}

/* The first line; the file stands behind it. */
static int check_first_line(const char *path, FILE *f, diag_t *d)
{
    char line[LINE_MAX_BYTES] = "";
    size_t n = sizeof first - 1;
    if (!fgets(line, sizeof line, f) || strncmp(line, first, n))
        return diag_at(d, path, 0, 0, "is no checkpoint of lockwarp; expected one");
    if (strcmp(line + n, form) == 0)
        return 0;
    size_t end = n + strspn(line + n, "0123456789.");
    if (end == n || line[end] != '\n')
        return diag_at(d, path, 0, 0, "is damaged: its first line gives no form");
    line[end] = 0;
    return diag_at(d, path, 0, 0, "is a checkpoint of form %.20s; expected form %.1s", line + n,
                   form);
}

/* The stream's message behind the file's name. */
static int at_file(const char *path, int rc, diag_t *d, const diag_t *why)
{
    const char *text = strchr(why->text, ':');
    diag_at(d, path, 0, 0, "%s", text ? text + 2 : "cannot be read");
    return rc;
}

int checkpoint_close(const char *path, state_io_t *io, diag_t *d)
{
    diag_t why = {{0}};
    int rc = state_close(io, &why);
    return rc ? at_file(path, rc, d, &why) : 0;
}

int checkpoint_open(const char *path, checkpoint_head_t *h, state_io_t **io, FILE **file, diag_t *d)
{
    diag_t why = {{0}};
    *h = (checkpoint_head_t){.wall_s = 0};
    *io = NULL;
    FILE *f = *file = file_stream(path, d);
    if (!f)
        return -EINVAL;
    int rc = check_first_line(path, f, d);
    if (rc)
        return rc;
    rc = state_check(get_file, f, &why);
    if (rc)
        return at_file(path, rc, d, &why);
    rewind(f);
    rc = check_first_line(path, f, d);
    *io = rc ? NULL : state_load(get_file, f);
    if (!*io)
        return rc ? rc : diag_at(d, path, 0, 0, "out of memory");
    rc = check_program(path, *io, d);
    if (rc && d->text[0])
        return rc;
    head_state(h, *io);
    if (!state_error(*io))
        return 0;
    rc = checkpoint_close(path, *io, d);
    *io = NULL;
    return rc;
}
