#include "common/scratch_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 200, TRY_MS = 10 };

static const char any[] = "XXXXXX"; /* what mkdtemp() fills in */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path) && errno != ENOENT ? -1 : 0;
}

/* A process that is being killed may have added something meanwhile. */
void scratch_folder_remove(const char *dir)
{
    const struct timespec pause = {0, TRY_MS * 1000000};
    for (unsigned i = 0; i < TRIES && *dir; i++) {
        nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
        if (access(dir, F_OK))
            return;
        nanosleep(&pause, NULL);
    }
}

/* Is the descriptor's folder this user's own, and the one of that name? */
static bool is_ours(int fd, const char *path)
{
    struct stat held, named;
    return !fstat(fd, &held) && held.st_uid == geteuid() && !lstat(path, &named) &&
           named.st_ino == held.st_ino && named.st_dev == held.st_dev;
}

static void remove_if_dead(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB) && is_ours(fd, path))
        scratch_folder_remove(path);
    if (fd >= 0)
        close(fd);
}

void scratch_folder_remove_dead(const char *parent, const char *name)
{
    const size_t n = strlen(name);
    char path[PATH_MAX];
    DIR *dir = opendir(parent);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (strncmp(e->d_name, name, n) == 0 && strlen(e->d_name) == n + strlen(any) &&
            (size_t)snprintf(path, sizeof path, "%s/%s", parent, e->d_name) < sizeof path)
            remove_if_dead(path);
    if (dir)
        closedir(dir);
}

int scratch_folder_make(const char *parent, const char *name, char *dir, size_t room)
{
    for (;;) {
        if ((size_t)snprintf(dir, room, "%s/%s%s", parent, name, any) >= room)
            return -ENAMETOOLONG;
        if (!mkdtemp(dir))
            return -errno;
        int fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), err = errno;
        if (fd < 0 && err != ENOENT) {
            rmdir(dir);
            return -err;
        }
        while (fd >= 0 && flock(fd, LOCK_EX) && errno == EINTR)
            ;
        if (fd >= 0 && is_ours(fd, dir))
            return fd;
        if (fd >= 0)
            close(fd); /* another program took it for one that was left */
    }
}
