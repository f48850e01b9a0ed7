#include "config/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(diag_t *d, const char *path, const char *what, int err)
{
    diag_at(d, path, 0, 0, "%s: %s", what, strerror(err));
    return -err;
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
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not hang us */
    if (fd < 0)
        return fail(d, path, "cannot open", errno);
    struct stat st;
    int rc = 0;
    if (fstat(fd, &st))
        rc = fail(d, path, "cannot read", errno);
    else if (!S_ISREG(st.st_mode))
        rc = diag_at(d, path, 0, 0, "not a regular file; expected one");
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

/* A device or pipe (/dev/null, /dev/stdout) is written in place: renaming over it would
 * replace it by a file. */
static int write_in_place(const char *path, const void *text, size_t bytes, diag_t *d)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(d, path, "cannot open", errno);
    int rc = write_all(fd, text, bytes);
    if (close(fd) && !rc)
        rc = -errno;
    return rc ? fail(d, path, "cannot write", -rc) : 0;
}

/* A temporary beside the file; its name is the caller's to free. */
static int open_temp(const char *path, char **temp, diag_t *d)
{
    size_t room = strlen(path) + sizeof ".XXXXXX";
    *temp = malloc(room);
    if (!*temp)
        return fail(d, path, "cannot write", ENOMEM);
    snprintf(*temp, room, "%s.XXXXXX", path);
    int fd = mkostemp(*temp, O_CLOEXEC);
    if (fd < 0) {
        int err = errno;
        free(*temp);
        *temp = NULL;
        return fail(d, path, "cannot create", err);
    }
    return fd;
}

static int is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

int file_check_writable(const char *path, diag_t *d)
{
    struct stat st;
    char *temp = NULL;
    if (strcmp(path, "-") == 0 || is_special(path))
        return 0;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return fail(d, path, "cannot create", EISDIR);
    int fd = open_temp(path, &temp, d);
    if (fd < 0)
        return fd;
    close(fd);
    unlink(temp);
    free(temp);
    return 0;
}

int file_write(const char *path, const void *text, size_t bytes, diag_t *d)
{
    if (strcmp(path, "-") == 0) {
        int rc = write_all(STDOUT_FILENO, text, bytes);
        return rc ? fail(d, "standard output", "cannot write", -rc) : 0;
    }
    if (is_special(path))
        return write_in_place(path, text, bytes, d);
    char *temp = NULL;
    int fd = open_temp(path, &temp, d);
    if (fd < 0)
        return fd;
    mode_t mask = umask(0); /* mkostemp makes 0600; give what open() would have */
    umask(mask);
    int rc = write_all(fd, text, bytes);
    if (!rc && fchmod(fd, 0666 & ~mask))
        rc = -errno;
    if (close(fd) && !rc)
        rc = -errno;
    if (!rc && rename(temp, path))
        rc = -errno;
    if (rc)
        unlink(temp);
    free(temp);
    return rc ? fail(d, path, "cannot write", -rc) : 0;
}
