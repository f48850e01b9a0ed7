#include "common/root.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *root_beside(const char *relative, char *path, unsigned long n)
{
    char exe[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", exe, sizeof exe - 1);
    path[0] = 0;
    if (len <= 0)
        return path;
    exe[len] = 0;
    char *slash = strrchr(exe, '/');
    if (slash)
        *slash = 0;
    if ((unsigned long)snprintf(path, n, "%s/%s", exe, relative) >= n)
        path[0] = 0;
    return path;
}

static char root[PATH_MAX];

static void find_root(void)
{
    char path[PATH_MAX + 8];
    const char *asked = getenv("LW_ROOT");
    if (asked && asked[0]) {
        if (!realpath(asked, root))
            snprintf(root, sizeof root, "%s", asked);
        return;
    }
    root_beside("../share/lockwarp/rtl", path, sizeof path);
    if (path[0] && realpath(path, root)) {
        *strrchr(root, '/') = 0;
        return;
    }
    snprintf(root, sizeof root, "%s", LW_SOURCE_DIR);
}

const char *root_dir(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_root);
    return root;
}
