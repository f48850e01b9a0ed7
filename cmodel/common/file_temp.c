#include "common/file_temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 225 }; /* of a name, so that a temporary's is none too long */
static const char ending[] = ".lockwarp.tmp";

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *file_temp_name(const char *path)
{
    const char *name = last_name(path);
    size_t room = strlen(path) + 48;
    char *temp = malloc(room);
    if (temp)
        snprintf(temp, room, "%.*s%.*s.%ld%s", (int)(name - path), path, LONGEST, name,
                 (long)getpid(), ending);
    return temp;
}

static char *folder_of(const char *path)
{
    const char *name = last_name(path);
    return name == path ? strdup(".") : strndup(path, (size_t)(name - path));
}

static void lock(int fd)
{
    while (flock(fd, LOCK_EX) && errno == EINTR)
        ;
}

int file_temp_open_nameless(const char *path)
{
    if (access("/proc/self/fd", X_OK))
        return -1;
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    free(folder);
    if (fd >= 0)
        flock(fd, LOCK_EX | LOCK_NB); /* nobody else can have it */
    return fd;
}

/* Another process that found it without a lock may be removing it: then it is made again. */
int file_temp_open(const char *temp)
{
    for (;;) {
        struct stat st;
        int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (fd < 0)
            return -errno;
        lock(fd);
        if (fstat(fd, &st) || st.st_nlink)
            return fd;
        close(fd);
    }
}

/* NAME.NUMBER.lockwarp.tmp, of that file? */
static bool is_temp_of(const char *temp, const char *name)
{
    size_t n = strnlen(name, LONGEST);
    if (strncmp(temp, name, n) || temp[n] != '.')
        return false;
    const char *number = temp + n + 1;
    size_t digits = strspn(number, "0123456789");
    return digits && strcmp(number + digits, ending) == 0;
}

static void remove_if_dead(int folder, const char *temp)
{
    struct stat held, named;
    int fd = openat(folder, temp, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (!flock(fd, LOCK_EX | LOCK_NB) && !fstat(fd, &held) && S_ISREG(held.st_mode) &&
        !fstatat(folder, temp, &named, AT_SYMLINK_NOFOLLOW) && named.st_ino == held.st_ino &&
        named.st_dev == held.st_dev)
        unlinkat(folder, temp, 0);
    close(fd);
}

void file_temp_remove_dead(const char *path)
{
    char *folder = folder_of(path);
    DIR *dir = folder ? opendir(folder) : NULL;
    free(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (is_temp_of(e->d_name, last_name(path)))
            remove_if_dead(dirfd(dir), e->d_name);
    if (dir)
        closedir(dir);
}
