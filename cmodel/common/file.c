#include "common/file.h"

#include "common/file_temp.h"
#include "common/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static int fail(diag_t *d, const char *path, const char *what, int err)
{
    diag_at(d, path, 0, 0, "%s: %s", what, strerror(err));
    return -err;
}

/* A descriptor that the program was started with, under one of its names. */
static bool is_inherited(const char *path)
{
    static const char *const begins[] = {"/dev/fd/", "/dev/std", "/proc/self/fd/"};
    for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(path, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

static int not_regular(diag_t *d, const char *path)
{
    return diag_at(d, path, 0, 0, "not a regular file; expected one");
}

int file_open(const char *path, diag_t *d)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return fail(d, path, "cannot open", errno);
    int rc = fstat(fd, &st) ? fail(d, path, "cannot read", errno) : 0;
    if (!rc && S_ISDIR(st.st_mode))
        rc = (not_regular(d, path), -EISDIR);
    if (!rc && !S_ISREG(st.st_mode) && !(S_ISFIFO(st.st_mode) && is_inherited(path)))
        rc = not_regular(d, path);
    if (!rc && fcntl(fd, F_SETFL, 0)) /* read as ever from here on */
        rc = fail(d, path, "cannot read", errno);
    if (!rc)
        return fd;
    close(fd);
    return rc;
}

FILE *file_stream(const char *path, diag_t *d)
{
    int fd = file_open(path, d);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "rb");
    if (fd >= 0 && !f) {
        fail(d, path, "cannot open", errno);
        close(fd);
    }
    return f;
}

size_t file_head(const char *path, void *to, size_t bytes)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    ssize_t n = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) ? read(fd, to, bytes) : 0;
    if (fd >= 0)
        close(fd);
    return n > 0 ? (size_t)n : 0;
}

static int read_all(int fd, const char *path, char *buf, size_t bytes, diag_t *d)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = read(fd, buf + done, bytes - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(d, path, "cannot read", errno);
        if (n == 0)
            return fail(d, path, "became shorter while being read", EIO);
        done += (size_t)n;
    }
    return 0;
}

int file_read(const char *path, size_t max, char **text, size_t *bytes, diag_t *d)
{
    *text = NULL;
    *bytes = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return fail(d, path, "cannot open", errno);
    struct stat st;
    int rc = 0;
    if (fstat(fd, &st))
        rc = fail(d, path, "cannot read", errno);
    else if (!S_ISREG(st.st_mode))
        rc = not_regular(d, path);
    else if ((unsigned long long)st.st_size > max)
        rc = diag_at(d, path, 0, 0, "%lld bytes; expected at most %zu", (long long)st.st_size, max);
    if (!rc) {
        size_t size = (size_t)st.st_size;
        char *buf = malloc(size + 1);
        rc = buf ? read_all(fd, path, buf, size, d) : fail(d, path, "cannot read", ENOMEM);
        if (rc) {
            free(buf);
        } else {
            buf[size] = 0;
            *text = buf;
            *bytes = size;
        }
    }
    close(fd);
    return rc;
}

static int write_all(int fd, const char *buf, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = write(fd, buf + done, bytes - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        done += (size_t)n;
    }
    return 0;
}

/* A device that takes characters (/dev/null), or a pipe that was handed over open: written in
 * place, because renaming over it would replace it by a file. Not a FIFO or a socket of a name,
 * which waits for somebody, nor a disk. A descriptor, or a negative errno with a message. */
static int open_in_place(const char *path, diag_t *d)
{
    struct stat st;
    if (stat(path, &st))
        return fail(d, path, "cannot open", errno);
    if (!S_ISCHR(st.st_mode) && !(S_ISFIFO(st.st_mode) && is_inherited(path)))
        return not_regular(d, path);
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return fail(d, path, "cannot open", errno);
    if (fcntl(fd, F_SETFL, 0) == 0)
        return fd;
    int err = errno;
    close(fd);
    return fail(d, path, "cannot open", err);
}

static int write_in_place(const char *path, const void *text, size_t bytes, diag_t *d)
{
    int fd = open_in_place(path, d);
    if (fd < 0)
        return fd;
    int rc = write_all(fd, text, bytes);
    if (close(fd) && !rc)
        rc = -errno;
    return rc ? fail(d, path, "cannot write", -rc) : 0;
}

enum { MAX_LINKS = 40 };

struct file_out {
    int fd;
    bool in_place; /* no temporary: a device */
    bool named;    /* the temporary has its name in the folder */
    char *path, *temp;
};

static bool is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* The file that a name stands for, there or not: links are followed to their end. NULL: no memory,
 * or links in a ring. */
static char *behind_links(const char *path)
{
    char *at = realpath(path, NULL), to[PATH_MAX];
    struct stat st;
    if (at)
        return at;
    at = strdup(path);
    for (unsigned i = 0; at && i < MAX_LINKS; i++) {
        if (lstat(at, &st) || !S_ISLNK(st.st_mode))
            return at;
        ssize_t n = readlink(at, to, sizeof to - 1);
        const char *slash = strrchr(at, '/');
        char *next = NULL;
        to[n > 0 ? n : 0] = 0;
        if (asprintf(&next, "%.*s%s", *to == '/' || !slash ? 0 : (int)(slash - at) + 1, at, to) < 0)
            next = NULL;
        free(at);
        at = next;
    }
    free(at);
    return NULL;
}

/* Of a link the file that it names is replaced, not the link. */
static file_out_t *new_out(const char *path)
{
    file_out_t *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->fd = -1;
    f->path = behind_links(path);
    if (!f->path) /* which cannot be opened, either */
        f->path = strdup(path);
    f->temp = f->path ? file_temp_name(f->path) : NULL;
    if (f->temp)
        return f;
    file_abandon(f);
    return NULL;
}

int file_begin(const char *path, file_out_t **out, diag_t *d)
{
    struct stat st;
    file_out_t *f = new_out(path);
    *out = f;
    if (!f)
        return fail(d, path, "cannot write", ENOMEM);
    int err = 0;
    if (!*path)
        err = ENOENT;
    else if (stat(path, &st)) /* a name that is too long, a folder that is none, a ring of links */
        err = errno == ENOENT ? 0 : errno;
    else if (!S_ISREG(st.st_mode))
        err = S_ISDIR(st.st_mode) ? EISDIR : ENOTSUP; /* never a device's name */
    if (!err) {
        file_temp_remove_dead(f->path);
        f->fd = file_temp_open_nameless(f->path);
    }
    if (!err && f->fd < 0) {
        f->fd = file_temp_open(f->temp);
        f->named = f->fd >= 0;
        err = f->named ? 0 : -f->fd;
    }
    if (!err)
        return 0;
    file_abandon(f);
    *out = NULL;
    return err == ENOTSUP ? not_regular(d, path) : fail(d, path, "cannot create", err);
}

int file_begin_any(const char *path, file_out_t **out, diag_t *d)
{
    if (!is_special(path))
        return file_begin(path, out, d);
    int fd = open_in_place(path, d);
    *out = fd < 0 ? NULL : new_out(path);
    if (fd < 0)
        return fd;
    if (!*out) {
        close(fd);
        return fail(d, path, "cannot write", ENOMEM);
    }
    (*out)->fd = fd;
    (*out)->in_place = true;
    return 0;
}

int file_put(void *out, const void *data, size_t bytes)
{
    return write_all(((file_out_t *)out)->fd, data, bytes);
}

const char *file_out_name(const file_out_t *f)
{
    return f->path;
}

const char *file_temporary(const file_out_t *f)
{
    return f->temp;
}

/* Gives a nameless file the temporary's name, so that it can be renamed. */
static int give_name(file_out_t *f)
{
    char self[40];
    if (f->named)
        return 0;
    snprintf(self, sizeof self, "/proc/self/fd/%d", f->fd);
    unlink(f->temp);
    if (linkat(AT_FDCWD, self, AT_FDCWD, f->temp, AT_SYMLINK_FOLLOW))
        return -errno;
    f->named = true;
    return 0;
}

int file_commit(file_out_t *f, diag_t *d)
{
    int rc = f->in_place ? 0 : fsync(f->fd) ? -errno : give_name(f);
    int held =
        fcntl(f->fd, F_DUPFD_CLOEXEC, 0); /* the temporary stays locked until it has another name */
    int closed = close(f->fd) ? -errno : 0;
    f->fd = -1;
    if (!rc)
        rc = closed;
    if (!rc && !f->in_place && rename(f->temp, f->path))
        rc = -errno;
    if (held >= 0)
        close(held);
    if (rc)
        fail(d, f->path, "cannot write", -rc);
    else
        f->named = false;
    file_abandon(f);
    return rc;
}

void file_abandon(file_out_t *f)
{
    if (!f)
        return;
    if (f->fd >= 0)
        close(f->fd);
    if (f->named)
        unlink(f->temp);
    free(f->path);
    free(f->temp);
    free(f);
}

int file_check_creatable(const char *path, diag_t *d)
{
    file_out_t *f;
    int rc = file_begin(path, &f, d);
    file_abandon(f);
    return rc;
}

/* /dev/full, which can be opened but not written. */
static bool is_full(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 7);
}

int file_check_writable(const char *path, diag_t *d)
{
    if (strcmp(path, "-") == 0)
        return 0;
    if (!is_special(path))
        return file_check_creatable(path, d);
    int fd = open_in_place(path, d);
    if (fd >= 0 && is_full(fd)) {
        close(fd);
        return fail(d, path, "cannot write", ENOSPC);
    }
    if (fd >= 0)
        close(fd);
    return fd < 0 ? fd : 0;
}

int file_check_readable(const char *path, diag_t *d)
{
    int fd = file_open(path, d);
    if (fd >= 0)
        close(fd);
    return fd < 0 ? fd : 0;
}

int file_check_keepable(const char *path, diag_t *d)
{
    struct stat st;
    return stat(path, &st) || S_ISREG(st.st_mode) ? 0 : not_regular(d, path);
}

int file_check_folder(const char *path, bool none_yet, diag_t *d)
{
    struct stat st;
    if (stat(path, &st))
        return errno != ENOENT ? fail(d, path, "cannot open", errno)
               : none_yet      ? 0
                               : diag_at(d, path, 0, 0, "no such folder");
    if (!S_ISDIR(st.st_mode))
        return diag_at(d, path, 0, 0, "no such folder; this is a file");
    return access(path, W_OK | X_OK) ? fail(d, path, "cannot write", errno) : 0;
}

/* The folder of a name, and the name in it. */
static const char *split(const char *path, struct stat *folder)
{
    const char *slash = strrchr(path, '/');
    char *of = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    if (!of || stat(of, folder))
        folder->st_ino = 0;
    free(of);
    return slash ? slash + 1 : path;
}

/* Of files that are not there yet. */
static bool same_name(const char *a, const char *b)
{
    struct stat x = {0}, y = {0};
    const char *name = split(a, &x), *other = split(b, &y);
    return x.st_dev == y.st_dev && x.st_ino == y.st_ino && !strcmp(name, other);
}

bool file_same_place(const char *a, const char *b)
{
    struct stat x, y;
    if (!strcmp(a, "-") || !strcmp(b, "-"))
        return false;
    bool have_a = !stat(a, &x), have_b = !stat(b, &y);
    if (have_a && have_b)
        return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    char *to_a = behind_links(a), *to_b = behind_links(b);
    bool same = have_a == have_b && to_a && to_b && same_name(to_a, to_b);
    free(to_a);
    free(to_b);
    return same;
}

/* On a terminal it is text to read, and goes the way of all that is printed there. */
static int show(const void *text, size_t bytes)
{
    return fwrite(text, 1, bytes, stdout) == bytes && !fflush(stdout) ? 0 : -EIO;
}

int file_write(const char *path, const void *text, size_t bytes, diag_t *d)
{
    if (strcmp(path, "-") == 0) {
        int rc = isatty(STDOUT_FILENO) ? show(text, bytes) : write_all(STDOUT_FILENO, text, bytes);
        return rc ? fail(d, "standard output", "cannot write", -rc) : 0;
    }
    if (is_special(path))
        return write_in_place(path, text, bytes, d);
    file_out_t *f;
    int rc = file_begin(path, &f, d);
    if (rc)
        return rc;
    rc = file_put(f, text, bytes);
    if (!rc)
        return file_commit(f, d);
    file_abandon(f);
    return fail(d, path, "cannot write", -rc);
}
