/*
 * The files of a trace: in a folder or in a tar, plain or compressed (gzip, xz, zstd), as a stream
 * of text that a reader walks through in place.
 */
#ifndef LW_TRACE_FILES_H
#define LW_TRACE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"

/* Longest line (a kernel's mangled name can be long), and what is read at once. */
#define STREAM_WINDOW ((size_t)64 << 10)
#define STREAM_PAD    ((size_t)128)
#define STREAM_BUFFER ((size_t)256 << 10)

struct archive;

/*
 * A file being read: [at, end) is what has been read of it and not used. STREAM_PAD zero
 * bytes follow end, so that a scan for anything else stops there. After stream_window() either
 * the bytes asked for are there or the rest of the file.
 */
typedef struct stream {
    char *label; /* for messages */
    char *at, *end;
    int line; /* of what was taken last; 0: nothing yet */
    bool eof; /* nothing follows end */
    char *buf;
    struct archive *archive; /* the source; NULL: */
    int fd;                  /* of a plain file, -1: none */
    bool borrowed;           /* it is the folder's tar */
} stream_t;

/* What stream_window() does when the window has run short. */
int stream_fill(stream_t *t, diag_t *d);

/* Makes `bytes` (at most STREAM_WINDOW) available at t->at, or the rest of the file. 0, or a
 * negative errno with a message in d. */
static inline int stream_window(stream_t *t, size_t bytes, diag_t *d)
{
    if (__builtin_expect((size_t)(t->end - t->at) >= bytes || t->eof, 1))
        return 0;
    return stream_fill(t, d);
}

/* The next line, cut off at its newline and trimmed, valid until the next call; NULL at the end of
 * the file. */
int stream_line(stream_t *t, char **out, diag_t *d);

/* "FILE:LINE: message" of the current line; returns -EINVAL. */
int stream_error(const stream_t *t, diag_t *d, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void stream_close(stream_t *t);

/* Where the files of a trace are: a folder, or a tar that holds one. */
typedef struct files {
    char *path;   /* of the tar; NULL: files of the file system */
    char *prefix; /* "some/dir/" in front of names: of the file system or within the tar */
    struct archive *archive; /* the tar, read up to somewhere */
    char *here;              /* entry at which it stands, not read yet; NULL: at none */
} files_t;

/* What the file at a path holds, by its content. */
typedef enum files_kind { FILES_TEXT, FILES_TAR } files_kind_t;

/* The first bytes of a file, decompressed (n: how many, fewer at its end), and its kind. */
int files_sniff(const char *path, char *head, size_t *n, files_kind_t *kind, diag_t *d);

/* A folder of the file system: that of the file at path. */
int files_open_dir(files_t *f, const char *path, diag_t *d);
/* A tar: the folder within it that holds a file called name. */
int files_open_tar(files_t *f, const char *path, const char *name, diag_t *d);
void files_close(files_t *f);

/* Opens a file by its name relative to the folder; of the file system also name.xz, .zst, .gz. */
int files_stream(files_t *f, const char *name, stream_t *t, diag_t *d);

/* Adds the bytes of a file as stored to a hash; of a tar: the tar itself, whatever the name. */
int files_hash(files_t *f, const char *name, uint64_t *hash, diag_t *d);

#endif
