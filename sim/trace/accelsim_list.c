/* kernelslist.g: copies and kernel files in order, as the steps of a trace. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/accelsim_int.h"

#define COPY "MemcpyHtoD"
/* More than any GPU's memory: a copy is walked through line by line. */
#define MAX_COPY (UINT64_C(1) << 38)

typedef struct entry {
    uint64_t addr, bytes; /* a copy */
    char *file;           /* a kernel; NULL: a copy */
} entry_t;

typedef struct acc_trace {
    trace_t base;
    files_t files;
    char *path; /* as it was opened */
    char *list; /* the list's name in its folder */
    entry_t *entry;
    size_t n, next;
    stream_t text; /* of the launch that was given out, after its header */
    acc_kernel_t kernel;
    bool open; /* text and kernel are */
    acc_memory_t memory;
    bool known; /* memory is */
} acc_trace_t;

#define LIST_NAME "kernelslist.g"

static int open_files(files_t *f, const acc_trace_t *a, bool in_tar, diag_t *d)
{
    return in_tar ? files_open_tar(f, a->path, LIST_NAME, d) : files_open_dir(f, a->path, d);
}

static int bad_copy(const stream_t *t, const char *line, diag_t *d)
{
    return stream_error(
        t, d, "'%.60s'; expected " COPY ",0xADDRESS,BYTES, below 2^49 and at most 2^38 bytes",
        line);
}

static int read_copy(const stream_t *t, const char *line, entry_t *e, diag_t *d)
{
    char *end;
    const char *at = line + strlen(COPY);
    if (strncmp(at, ",0x", 3))
        return bad_copy(t, line, d);
    errno = 0;
    e->addr = strtoull(at + 1, &end, 16);
    if (end == at + 3 || *end != ',' || end[1] < '0' || end[1] > '9')
        return bad_copy(t, line, d);
    e->bytes = strtoull(end + 1, &end, 10);
    if (errno || *end || e->addr >= ACC_ADDR_END || e->bytes > MAX_COPY ||
        e->addr + e->bytes > ACC_ADDR_END)
        return bad_copy(t, line, d);
    return 0;
}

static bool is_kernel(const char *line)
{
    const char *slash = strrchr(line, '/');
    return !strncmp(slash ? slash + 1 : line, "kernel", 6);
}

static int read_entry(acc_trace_t *a, const stream_t *t, const char *line, diag_t *d)
{
    entry_t e = {0, 0, NULL};
    int rc = 0;
    if (!strncmp(line, COPY, strlen(COPY)))
        rc = read_copy(t, line, &e, d);
    else if (!is_kernel(line))
        return 0; /* other commands do nothing here */
    else if (!(e.file = strdup(line)))
        return stream_error(t, d, "out of memory");
    if (rc)
        return rc;
    if ((a->n & (a->n - 1)) == 0)
        a->entry = acc_grow(a->entry, sizeof *a->entry, a->n ? 2 * a->n : 1);
    a->entry[a->n++] = e;
    return 0;
}

static int read_list(acc_trace_t *a, diag_t *d)
{
    stream_t t;
    int rc = files_stream(&a->files, a->list, &t, d);
    if (rc)
        return rc;
    size_t kernels = 0;
    char *line;
    while (!(rc = stream_line(&t, &line, d)) && line) {
        size_t before = a->n;
        rc = read_entry(a, &t, line, d);
        if (rc)
            break;
        kernels += a->n > before && a->entry[before].file;
    }
    if (!rc && !kernels)
        rc = diag_at(d, t.label, 0, 0,
                     "no kernel in the list; expected lines such as "
                     "kernel-1.traceg");
    stream_close(&t);
    return rc;
}

static void end_launch(acc_trace_t *a)
{
    if (!a->open)
        return;
    stream_close(&a->text);
    acc_kernel_free(&a->kernel);
    a->open = false;
}

static int acc_next(trace_t *base, trace_step_t *out, diag_t *d)
{
    acc_trace_t *a = (acc_trace_t *)base;
    end_launch(a);
    memset(out, 0, sizeof *out);
    if (a->next == a->n)
        return 0;
    const entry_t *e = &a->entry[a->next++];
    if (!e->file) {
        *out = (trace_step_t){.kind = TRACE_COPY, .addr = e->addr, .bytes = e->bytes};
        return 0;
    }
    int rc = files_stream(&a->files, e->file, &a->text, d);
    if (rc)
        return rc;
    a->open = true;
    rc = acc_read_head(&a->text, &a->kernel.head, d);
    if (rc)
        return rc;
    acc_front_head(&a->kernel);
    a->kernel.trace = a;
    out->kind = TRACE_LAUNCH;
    out->front = &a->kernel.front;
    return 0;
}

static int acc_load(trace_t *base, diag_t *d)
{
    acc_trace_t *a = (acc_trace_t *)base;
    int rc = acc_read_body(&a->kernel, &a->text, d);
    if (!rc)
        rc = acc_make_program(&a->kernel, &a->text, d);
    if (!rc)
        acc_front_body(&a->kernel);
    return rc;
}

/* ---- Memory ---- */

/* Notes what one kernel touches, as far as its file can be read: a fault in it is told when it is
 * launched. */
static void look_through(acc_trace_t *a, files_t *f, const char *file)
{
    diag_t unused = {{0}};
    acc_kernel_t k = {.memory = &a->memory};
    stream_t text;
    if (files_stream(f, file, &text, &unused))
        return;
    if (!acc_read_head(&text, &k.head, &unused)) {
        acc_front_head(&k);
        acc_read_body(&k, &text, &unused);
    }
    stream_close(&text);
    acc_kernel_free(&k);
}

bool acc_allocated(acc_trace_t *a, uint64_t addr)
{
    diag_t unused = {{0}};
    files_t f = {0};
    if (!a->known && !open_files(&f, a, a->files.path != NULL, &unused)) {
        for (size_t i = 0; i < a->n; i++)
            if (a->entry[i].file)
                look_through(a, &f, a->entry[i].file);
            else
                acc_memory_copy(&a->memory, a->entry[i].addr, a->entry[i].addr + a->entry[i].bytes);
        acc_memory_sort(&a->memory);
        files_close(&f);
    }
    a->known = true;
    return acc_memory_has(&a->memory, addr);
}

/* Everything is checked before a launch runs. */
static int acc_fault(trace_t *base, diag_t *d)
{
    const acc_trace_t *a = (const acc_trace_t *)base;
    return diag_at(d, a->text.label, 0, 0, "internal error: a checked trace has failed");
}

static int acc_hash(trace_t *base, uint64_t *out, diag_t *d)
{
    acc_trace_t *a = (acc_trace_t *)base;
    *out = UINT64_C(0xcbf29ce484222325);
    int rc = files_hash(&a->files, a->list, out, d);
    for (size_t i = 0; !rc && !a->files.path && i < a->n; i++)
        if (a->entry[i].file)
            rc = files_hash(&a->files, a->entry[i].file, out, d);
    return rc;
}

static void acc_close(trace_t *base)
{
    acc_trace_t *a = (acc_trace_t *)base;
    end_launch(a);
    files_close(&a->files);
    for (size_t i = 0; i < a->n; i++)
        free(a->entry[i].file);
    free(a->entry);
    acc_memory_free(&a->memory);
    free(a->path);
    free(a->list);
    free(a);
}

static const trace_ops_t acc_ops = {.name = "accelsim",
                                    .next = acc_next,
                                    .load = acc_load,
                                    .fault = acc_fault,
                                    .hash = acc_hash,
                                    .close = acc_close};

int accelsim_open(const char *path, bool in_tar, trace_t **out, diag_t *d)
{
    *out = NULL;
    acc_trace_t *a = calloc(1, sizeof *a);
    if (!a)
        return diag_at(d, path, 0, 0, "out of memory");
    a->base.ops = &acc_ops;
    const char *slash = strrchr(path, '/');
    a->path = strdup(path);
    a->list = strdup(in_tar ? LIST_NAME : slash ? slash + 1 : path);
    int rc = a->path && a->list ? open_files(&a->files, a, in_tar, d)
                                : diag_at(d, path, 0, 0, "out of memory");
    if (!rc)
        rc = read_list(a, d);
    if (rc)
        acc_close(&a->base);
    else
        *out = &a->base;
    return rc;
}
