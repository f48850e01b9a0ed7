#include "trace/sass_out.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/file.h"

struct sass_out {
    char *path, *part; /* written as part, renamed when it is whole */
    struct archive *a;
};

static int fail(sass_out_t *o, diag_t *d)
{
    const char *why = archive_error_string(o->a);
    int err = archive_errno(o->a);
    diag_at(d, o->path, 0, 0, "cannot write: %s", err > 0 || !why ? strerror(err) : why);
    return err > 0 ? -err : -EIO;
}

static void release(sass_out_t *o)
{
    if (o) {
        free(o->path);
        free(o->part);
    }
    free(o);
}

/* A compressed file is an archive without a format, one entry and a filter. */
static bool begin(sass_out_t *o, sass_compress_t compress)
{
    struct archive_entry *e = archive_entry_new();
    bool ok = e && archive_write_set_format_raw(o->a) == ARCHIVE_OK;
    if (ok && compress == SASS_XZ)
        ok = archive_write_add_filter_xz(o->a) == ARCHIVE_OK;
    else if (ok && compress == SASS_ZST)
        ok = archive_write_add_filter_zstd(o->a) == ARCHIVE_OK;
    if (ok)
        ok = archive_write_set_bytes_in_last_block(o->a, 1) == ARCHIVE_OK &&
             archive_write_open_filename(o->a, o->part) == ARCHIVE_OK;
    if (ok) {
        archive_entry_set_filetype(e, AE_IFREG);
        archive_entry_set_pathname(e, "trace");
        ok = archive_write_header(o->a, e) == ARCHIVE_OK;
    }
    archive_entry_free(e);
    return ok;
}

sass_out_t *sass_out_open(const char *path, sass_compress_t compress, diag_t *d)
{
    sass_out_t *o = calloc(1, sizeof *o);
    if (o && asprintf(&o->part, "%s.part", path) < 0)
        o->part = NULL;
    if (!o || !o->part || !(o->path = strdup(path)) || !(o->a = archive_write_new())) {
        diag_at(d, path, 0, 0, "out of memory");
        release(o);
        return NULL;
    }
    if (file_check_creatable(path, d)) { /* a FIFO of that name would wait */
        archive_write_free(o->a);
        release(o);
        return NULL;
    }
    if (begin(o, compress))
        return o;
    fail(o, d);
    archive_write_free(o->a);
    unlink(o->part);
    release(o);
    return NULL;
}

int sass_out_write(sass_out_t *o, const void *text, size_t bytes, diag_t *d)
{
    const char *at = text;
    while (bytes) {
        la_ssize_t n = archive_write_data(o->a, at, bytes);
        if (n <= 0)
            return fail(o, d);
        at += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int sass_out_close(sass_out_t *o, int keep, diag_t *d)
{
    int rc = 0;
    if (archive_write_close(o->a) != ARCHIVE_OK && keep)
        rc = fail(o, d);
    archive_write_free(o->a);
    if (keep && !rc && rename(o->part, o->path)) {
        rc = -errno;
        diag_at(d, o->path, 0, 0, "cannot write: %s", strerror(errno));
    }
    if (!keep || rc)
        unlink(o->part);
    release(o);
    return rc;
}
