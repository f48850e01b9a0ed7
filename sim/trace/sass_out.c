#include "trace/sass_out.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sass_out {
    char *path;
    struct archive *a;
};

static int fail(sass_out_t *o, diag_t *d)
{
    const char *why = archive_error_string(o->a);
    int err = archive_errno(o->a);
    diag_at(d, o->path, 0, 0, "cannot write: %s", why ? why : strerror(err));
    return err > 0 ? -err : -EIO;
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
             archive_write_open_filename(o->a, o->path) == ARCHIVE_OK;
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
    if (!o || !(o->path = strdup(path)) || !(o->a = archive_write_new())) {
        diag_at(d, path, 0, 0, "out of memory");
        if (o)
            free(o->path);
        free(o);
        return NULL;
    }
    if (begin(o, compress))
        return o;
    fail(o, d);
    archive_write_free(o->a);
    free(o->path);
    free(o);
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
    if (!keep || rc)
        unlink(o->path);
    free(o->path);
    free(o);
    return rc;
}
