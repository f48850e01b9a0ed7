/*
 * Preloaded into a victim: notes each call that changes a file of the test, or starts a program,
 * and kills at the one that was asked for, exactly before it, after it, or with half of it written.
 *
 *   LW_KILL_AREA  the file of area.h
 *   LW_KILL_PATH  only files whose path contains this are looked at
 *
 * What the C library calls inside itself (the writing of a FILE) is not seen.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "area.h"

static area_t *area;
static const char *part; /* of the paths that count */

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("LW_KILL_AREA");
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int fd = path && real ? real(path, O_RDWR | O_CLOEXEC) : -1;
    part = getenv("LW_KILL_PATH");
    if (fd < 0)
        return;
    void *at = mmap(NULL, sizeof *area, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    area = at == MAP_FAILED || !part ? NULL : at;
}

/* --- noting and killing ----------------------------------------------------------------------- */

static _Noreturn void die(uint32_t index)
{
    atomic_store(&area->struck, index);
    kill(area->group ? -area->group : getpid(), SIGKILL);
    for (;;)
        pause();
}

/* Of a file that has no name yet, that. */
static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return *name == '#' ? "unnamed" : name;
}

/* The call's number if the victim is to die at it, else 0. */
static uint32_t note(const char *kind, const char *name)
{
    uint32_t index = atomic_fetch_add(&area->n, 1) + 1;
    if (index <= AREA_CALLS) {
        area_call_t *c = &area->call[index - 1];
        snprintf(c->kind, sizeof c->kind, "%s", kind);
        snprintf(c->name, sizeof c->name, "%s", last_name(name));
        c->pid = getpid();
        atomic_store(&c->noted, 1);
    }
    if (strcmp(kind, area->kind) || atomic_fetch_add(&area->seen, 1) + 1 != area->at)
        return 0;
    if (area->how == AREA_BEFORE)
        die(index);
    return index;
}

static uint32_t note_path(const char *kind, const char *path)
{
    char folder[PATH_MAX];
    int was = errno;
    bool ours = area && path &&
                (strstr(path, part) ||
                 (*path != '/' && getcwd(folder, sizeof folder) && strstr(folder, part)));
    uint32_t at = ours ? note(kind, path) : 0;
    errno = was;
    return at;
}

/* What the command itself prints is no file of it. */
static uint32_t note_fd(const char *kind, int fd)
{
    char link[40], path[PATH_MAX];
    int was = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = area ? readlink(link, path, sizeof path - 1) : -1;
    path[n > 0 ? n : 0] = '\0';
    bool says = n > 0 && strncmp(last_name(path), "said.", 5) == 0;
    uint32_t at = n > 0 && strstr(path, part) ? note(says ? "say" : kind, path) : 0;
    errno = was;
    return at;
}

static void after(uint32_t at)
{
    if (at)
        die(at);
}

/* --- the calls -------------------------------------------------------------------------------- */

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* A call whose path, or descriptor, is looked at, and that is made whole. */
#define WRAP(type, name, kind, look, what, parameters, arguments)                                  \
    type name parameters                                                                           \
    {                                                                                              \
        REAL(name);                                                                                \
        uint32_t at = look(kind, what);                                                            \
        type result = real arguments;                                                              \
        after(at);                                                                                 \
        return result;                                                                             \
    }

WRAP(int, rename, "rename", note_path, to, (const char *from, const char *to), (from, to))
WRAP(int, linkat, "link", note_path, to,
     (int from_dir, const char *from, int to_dir, const char *to, int flags),
     (from_dir, from, to_dir, to, flags))
WRAP(int, unlink, "remove", note_path, path, (const char *path), (path))
WRAP(int, unlinkat, "remove", note_path, path, (int dir, const char *path, int flags),
     (dir, path, flags))
WRAP(int, rmdir, "remove", note_path, path, (const char *path), (path))
WRAP(int, mkdir, "mkdir", note_path, path, (const char *path, mode_t mode), (path, mode))
WRAP(char *, mkdtemp, "mkdir", note_path, path, (char *path), (path))
WRAP(int, fsync, "sync", note_fd, fd, (int fd), (fd))
WRAP(int, fdatasync, "sync", note_fd, fd, (int fd), (fd))
WRAP(int, ftruncate, "cut", note_fd, fd, (int fd, off_t size), (fd, size))
WRAP(int, ftruncate64, "cut", note_fd, fd, (int fd, off64_t size), (fd, size))

/* With half of it written. */
#define WRAP_WRITE(name, parameters, half, whole)                                                  \
    ssize_t name parameters                                                                        \
    {                                                                                              \
        REAL(name);                                                                                \
        uint32_t at = note_fd("write", fd);                                                        \
        ssize_t result = at && area->how == AREA_HALF ? real half : real whole;                    \
        after(at);                                                                                 \
        return result;                                                                             \
    }

WRAP_WRITE(write, (int fd, const void *data, size_t n), (fd, data, n / 2), (fd, data, n))
WRAP_WRITE(pwrite, (int fd, const void *data, size_t n, off_t to), (fd, data, n / 2, to),
           (fd, data, n, to))
WRAP_WRITE(pwrite64, (int fd, const void *data, size_t n, off64_t to), (fd, data, n / 2, to),
           (fd, data, n, to))

/* To write, or to make it. */
#define WRAP_OPEN(name, parameters, last, arguments)                                               \
    int name parameters                                                                            \
    {                                                                                              \
        REAL(name);                                                                                \
        mode_t mode = 0;                                                                           \
        va_list ap;                                                                                \
        va_start(ap, last);                                                                        \
        if (flags & (O_CREAT | O_TMPFILE))                                                         \
            mode = va_arg(ap, mode_t);                                                             \
        va_end(ap);                                                                                \
        uint32_t at = flags & (O_WRONLY | O_RDWR | O_CREAT) ? note_path("open", path) : 0;         \
        int result = real arguments;                                                               \
        after(at);                                                                                 \
        return result;                                                                             \
    }

WRAP_OPEN(open, (const char *path, int flags, ...), flags, (path, flags, mode))
WRAP_OPEN(open64, (const char *path, int flags, ...), flags, (path, flags, mode))
WRAP_OPEN(openat, (int dir, const char *path, int flags, ...), flags, (dir, path, flags, mode))
WRAP_OPEN(openat64, (int dir, const char *path, int flags, ...), flags, (dir, path, flags, mode))

#define WRAP_FOPEN(name)                                                                           \
    FILE *name(const char *path, const char *mode)                                                 \
    {                                                                                              \
        REAL(name);                                                                                \
        uint32_t at = strpbrk(mode, "wa+") ? note_path("open", path) : 0;                          \
        FILE *result = real(path, mode);                                                           \
        after(at);                                                                                 \
        return result;                                                                             \
    }

WRAP_FOPEN(fopen)
WRAP_FOPEN(fopen64)

/* Whatever the path; there is no moment after it. */
#define WRAP_EXEC(name, parameters, arguments)                                                     \
    int name parameters                                                                            \
    {                                                                                              \
        REAL(name);                                                                                \
        uint32_t at = area ? note("exec", path) : 0;                                               \
        after(at);                                                                                 \
        return real arguments;                                                                     \
    }

WRAP_EXEC(execv, (const char *path, char *const argv[]), (path, argv))
WRAP_EXEC(execvp, (const char *path, char *const argv[]), (path, argv))
WRAP_EXEC(execve, (const char *path, char *const argv[], char *const envp[]), (path, argv, envp))
