#include "trace/files.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/place.h"

#define READ_BLOCK ((size_t)256 << 10)

/* ---- Archives ---- */

static int archive_problem(struct archive *a, const char *path, diag_t *d)
{
    const char *why = a ? archive_error_string(a) : NULL;
    return diag_at(d, path, 0, 0, "%s; expected a readable file, plain, gzip, xz or zstd",
                   why ? why : "out of memory");
}

/* Opens path at its first entry: a compressed or plain file is one of format raw. An empty file
 * is none: *entry is NULL. */
static int open_archive(const char *path, struct archive **out, struct archive_entry **entry,
                        diag_t *d)
{
    struct stat st;
    *out = NULL;
    if (stat(path, &st))
        return diag_at(d, path, 0, 0, "cannot open: %s", strerror(errno));
    if (!S_ISREG(st.st_mode))
        return diag_at(d, path, 0, 0, "is not a regular file");
    struct archive *a = archive_read_new();
    if (a) {
        archive_read_support_filter_gzip(a);
        archive_read_support_filter_xz(a);
        archive_read_support_filter_zstd(a);
        archive_read_support_format_tar(a);
        archive_read_support_format_empty(a);
        archive_read_support_format_raw(a);
    }
    int rc = a ? archive_read_open_filename(a, path, READ_BLOCK) : ARCHIVE_FATAL;
    *entry = NULL;
    if (rc == ARCHIVE_OK)
        rc = archive_read_next_header(a, entry);
    if (rc == ARCHIVE_EOF)
        *entry = NULL;
    else if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN) {
        rc = archive_problem(a, path, d);
        archive_read_free(a);
        return rc;
    }
    *out = a;
    return 0;
}

/* Reads until n bytes are there or the entry ends. The count, or a negative errno. */
static ssize_t read_full(struct archive *a, const char *label, char *to, size_t n, diag_t *d)
{
    size_t have = 0;
    while (have < n) {
        ssize_t got = archive_read_data(a, to + have, n - have);
        if (got < 0)
            return archive_problem(a, label, d);
        if (got == 0)
            break;
        have += (size_t)got;
    }
    return (ssize_t)have;
}

/* The same of a file. */
static ssize_t read_plain(int fd, const char *label, char *to, size_t n, diag_t *d)
{
    size_t have = 0;
    while (have < n) {
        ssize_t got = read(fd, to + have, n - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return diag_at(d, label, 0, 0, "cannot read: %s", strerror(errno));
        if (got == 0)
            break;
        have += (size_t)got;
    }
    return (ssize_t)have;
}

int files_sniff(const char *path, char *head, size_t *n, files_kind_t *kind, diag_t *d)
{
    struct archive *a;
    struct archive_entry *e;
    int rc = open_archive(path, &a, &e, d);
    if (rc)
        return rc;
    ssize_t got = 0;
    bool tar = e && (archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (e && !tar)
        got = read_full(a, path, head, *n, d);
    archive_read_free(a);
    if (got < 0)
        return (int)got;
    *n = (size_t)got;
    *kind = tar ? FILES_TAR : FILES_TEXT;
    return 0;
}

/* ---- Text ---- */

int stream_error(const stream_t *t, diag_t *d, const char *fmt, ...)
{
    char what[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return diag_at(d, t->label, t->line, 0, "%s", what);
}

int stream_fill(stream_t *t, diag_t *d)
{
    size_t left = (size_t)(t->end - t->at);
    memmove(t->buf, t->at, left);
    t->at = t->buf;
    size_t room = STREAM_BUFFER - left;
    ssize_t got = t->archive   ? read_full(t->archive, t->label, t->buf + left, room, d)
                  : t->fd >= 0 ? read_plain(t->fd, t->label, t->buf + left, room, d)
                               : 0;
    if (got < 0)
        return (int)got;
    t->end = t->buf + left + got;
    memset(t->end, 0, STREAM_PAD);
    t->eof = (size_t)got < room;
    return 0;
}

int stream_line(stream_t *t, char **out, diag_t *d)
{
    int rc = stream_window(t, STREAM_WINDOW, d);
    *out = NULL;
    if (rc || t->at == t->end)
        return rc;
    size_t left = (size_t)(t->end - t->at);
    left = left < STREAM_WINDOW ? left : STREAM_WINDOW;
    char *line = t->at, *end = memchr(line, '\n', left);
    t->line++;
    if (!end && left == STREAM_WINDOW)
        return stream_error(t, d, "line longer than %zu bytes", STREAM_WINDOW - 1);
    t->at = end ? end + 1 : t->end;
    for (end = end ? end : t->end; end > line && (unsigned char)end[-1] <= ' ';)
        end--;
    *end = 0;
    if (memchr(line, 0, (size_t)(end - line)))
        return stream_error(t, d, "a zero byte in a line of text");
    *out = line;
    return 0;
}

void stream_close(stream_t *t)
{
    if (t->archive && !t->borrowed)
        archive_read_free(t->archive);
    if (t->fd >= 0)
        close(t->fd);
    free(t->buf);
    free(t->label);
    memset(t, 0, sizeof *t);
    t->fd = -1;
}

/* ---- Folders and tars ---- */

int files_open_dir(files_t *f, const char *path, diag_t *d)
{
    const char *slash = strrchr(path, '/');
    memset(f, 0, sizeof *f);
    f->prefix = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup("");
    return f->prefix ? 0 : diag_at(d, path, 0, 0, "out of memory");
}

void files_close(files_t *f)
{
    if (f->archive)
        archive_read_free(f->archive);
    free(f->path);
    free(f->prefix);
    free(f->here);
    memset(f, 0, sizeof *f);
}

/* An entry's name without a leading "./"; "" if it is not a regular file. */
static const char *entry_name(struct archive_entry *e)
{
    const char *name = archive_entry_pathname(e);
    if (!name || archive_entry_filetype(e) != AE_IFREG)
        return "";
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    return name;
}

/* The next entry of the tar; NULL at its end. */
static int next_entry(files_t *f, struct archive_entry **e, diag_t *d)
{
    int rc = archive_read_next_header(f->archive, e);
    if (rc == ARCHIVE_OK || rc == ARCHIVE_WARN)
        return 0;
    *e = NULL;
    return rc == ARCHIVE_EOF ? 0 : archive_problem(f->archive, f->path, d);
}

static int reopen(files_t *f, struct archive_entry **e, diag_t *d)
{
    if (f->archive)
        archive_read_free(f->archive);
    return open_archive(f->path, &f->archive, e, d);
}

int files_open_tar(files_t *f, const char *path, const char *name, diag_t *d)
{
    struct archive_entry *e;
    memset(f, 0, sizeof *f);
    f->path = strdup(path);
    if (!f->path)
        return diag_at(d, path, 0, 0, "out of memory");
    int rc = reopen(f, &e, d);
    for (; !rc && e; rc = next_entry(f, &e, d)) {
        const char *at = entry_name(e), *slash = strrchr(at, '/');
        if (strcmp(slash ? slash + 1 : at, name))
            continue;
        f->prefix = strndup(at, slash ? (size_t)(slash - at) + 1 : 0);
        f->here = strdup(at);
        return f->prefix && f->here ? 0 : diag_at(d, path, 0, 0, "out of memory");
    }
    return rc ? rc : diag_at(d, path, 0, 0, "holds no %s", name);
}

/* Finds the entry from where the tar stands, then from its beginning. */
static int seek_entry(files_t *f, const char *name, diag_t *d)
{
    struct archive_entry *e = NULL;
    bool here = f->here && !strcmp(f->here, name);
    free(f->here);
    f->here = NULL;
    for (int turn = here ? 2 : 0; turn < 2; turn++) {
        int rc = turn ? reopen(f, &e, d) : next_entry(f, &e, d);
        for (; !rc && e; rc = next_entry(f, &e, d))
            if (!strcmp(entry_name(e), name))
                return 0;
        if (rc)
            return rc;
    }
    return here ? 0 : diag_at(d, f->path, 0, 0, "holds no %s", name);
}

/* The file's path as it is: with a suffix where only that exists. */
static char *stored_path(const files_t *f, const char *name)
{
    static const char *const suffix[] = {"", ".xz", ".zst", ".gz"};
    char *path = NULL;
    for (unsigned i = 0; i < sizeof suffix / sizeof suffix[0]; i++) {
        if (asprintf(&path, "%s%s%s", f->prefix, name, suffix[i]) < 0)
            return NULL;
        if (access(path, F_OK) == 0)
            return path;
        free(path);
    }
    return asprintf(&path, "%s%s", f->prefix, name) < 0 ? NULL : path;
}

static int open_in_tar(files_t *f, const char *name, stream_t *t, diag_t *d)
{
    char *full = NULL;
    if (asprintf(&full, "%s%s", f->prefix, name) < 0)
        return diag_at(d, name, 0, 0, "out of memory");
    int rc = seek_entry(f, full, d);
    if (!rc && asprintf(&t->label, "%s(%s)", f->path, full) < 0)
        rc = diag_at(d, name, 0, 0, "out of memory");
    free(full);
    t->archive = f->archive;
    t->borrowed = true;
    return rc;
}

static int open_in_folder(files_t *f, const char *name, stream_t *t, diag_t *d)
{
    struct archive_entry *e = NULL;
    t->label = stored_path(f, name);
    if (!t->label)
        return diag_at(d, name, 0, 0, "out of memory");
    int rc = open_archive(t->label, &t->archive, &e, d);
    if (rc)
        return rc;
    int format = archive_format(t->archive) & ARCHIVE_FORMAT_BASE_MASK;
    if (e && format == ARCHIVE_FORMAT_TAR)
        return diag_at(d, t->label, 0, 0, "is a tar; expected text");
    if (e && archive_filter_code(t->archive, 0) != ARCHIVE_FILTER_NONE)
        return 0;
    archive_read_free(t->archive); /* plain: read without going through libarchive's buffers */
    t->archive = NULL;
    t->fd = file_open(t->label, d);
    return t->fd < 0 ? -EINVAL : 0;
}

int files_stream(files_t *f, const char *name, stream_t *t, diag_t *d)
{
    memset(t, 0, sizeof *t);
    t->fd = -1;
    int rc = f->path ? open_in_tar(f, name, t, d) : open_in_folder(f, name, t, d);
    t->buf = malloc(STREAM_BUFFER + STREAM_PAD);
    if (!rc && !t->buf)
        rc = diag_at(d, name, 0, 0, "out of memory");
    if (!rc) {
        t->at = t->end = t->buf;
        rc = stream_window(t, STREAM_WINDOW, d);
    }
    if (rc)
        stream_close(t);
    return rc;
}

/* ---- Hash ---- */

/* FNV-1a over 64-bit words, four streams side by side: a byte at a time would take longer than
 * all the rest of the reading. */
static void hash_block(uint64_t h[4], const unsigned char *p, size_t n)
{
    for (; n >= 32; p += 32, n -= 32)
        for (unsigned k = 0; k < 4; k++) {
            uint64_t w;
            memcpy(&w, p + 8 * k, 8);
            h[k] = (h[k] ^ w) * UINT64_C(0x100000001b3);
            h[k] ^= h[k] >> 29; /* FNV carries upwards only */
        }
    for (; n; p++, n--)
        h[0] = (h[0] ^ *p) * UINT64_C(0x100000001b3);
}

int files_hash(files_t *f, const char *name, uint64_t *hash, diag_t *d)
{
    char *path = f->path ? f->path : stored_path(f, name);
    unsigned char *buf = malloc(READ_BLOCK);
    int fd = path && buf ? file_open(path, d) : -1, rc = 0;
    uint64_t h[4] = {*hash, *hash + 1, *hash + 2, *hash + 3};
    for (ssize_t got = 0; fd >= 0;) {
        size_t have = 0; /* whole blocks, however the file comes */
        while (have < READ_BLOCK && (got = read(fd, buf + have, READ_BLOCK - have)) > 0)
            have += (size_t)got;
        hash_block(h, buf, have);
        if (got <= 0) {
            rc = got < 0 ? diag_at(d, path, 0, 0, "cannot read: %s", strerror(errno)) : 0;
            break;
        }
    }
    if (fd < 0)
        rc = diag_at(d, path ? path : name, 0, 0, "cannot open: %s", strerror(errno));
    else
        close(fd);
    for (unsigned k = 1; k < 4; k++)
        h[0] = (h[0] ^ h[k]) * UINT64_C(0x100000001b3);
    *hash = h[0];
    free(buf);
    if (path != f->path)
        free(path);
    return rc;
}
