#include "synth/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "lockwarp-synth-";

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s, (void)type, (void)at;
    return remove(path);
}

static void remove_folder(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
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
        remove_folder(path);
    if (fd >= 0)
        close(fd);
}

static void remove_dead(const char *folder)
{
    char path[PATH_MAX];
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (strncmp(e->d_name, prefix, sizeof prefix - 1) == 0 &&
            (size_t)snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < sizeof path)
            remove_if_dead(path);
    if (dir)
        closedir(dir);
}

/* The lock is inherited by the tools: what they go on writing after the program was killed is
 * nobody else's to remove until they have ended. */
static int make_locked(scratch_t *s, const char *folder)
{
    for (;;) {
        if ((size_t)snprintf(s->dir, sizeof s->dir, "%s/%sXXXXXX", folder, prefix) >=
            sizeof s->dir) {
            errno = ENAMETOOLONG;
            return -1;
        }
        if (!mkdtemp(s->dir))
            return -1;
        int fd = open(s->dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (fd >= 0) {
            while (flock(fd, LOCK_EX) && errno == EINTR)
                ;
            if (is_ours(fd, s->dir))
                return fd;
            close(fd); /* another program took it for one that was left */
        } else if (errno != ENOENT) {
            rmdir(s->dir);
            return -1;
        }
    }
}

static const char *folder_of_all(void)
{
    const char *tmp = getenv("TMPDIR");
    return tmp && tmp[0] ? tmp : "/tmp";
}

int scratch_open(scratch_t *s, diag_t *d)
{
    const char *folder = folder_of_all();
    remove_dead(folder);
    s->lock = make_locked(s, folder);
    if (s->lock >= 0)
        return 0;
    int err = errno;
    diag_at(d, folder, 0, 0, "cannot make a folder there: %s", strerror(err));
    s->dir[0] = '\0';
    return -err;
}

void scratch_close(scratch_t *s)
{
    if (!s->dir[0])
        return;
    remove_folder(s->dir);
    close(s->lock);
    remove_dead(folder_of_all()); /* whose tools were at work when this one was made */
    s->dir[0] = '\0';
}
