#include "common/root.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file that this function is in: liblockwarp.so, or else the executable. */
static bool own_file(char path[PATH_MAX])
{
    Dl_info info;
    if (dladdr((void *)(uintptr_t)root_beside, &info) && info.dli_fname &&
        strstr(info.dli_fname, ".so"))
        return realpath(info.dli_fname, path) != NULL;
    const ssize_t len = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[len > 0 ? len : 0] = 0;
    return len > 0;
}

const char *root_beside(const char *relative, char *path, unsigned long n)
{
    char exe[PATH_MAX];
    path[0] = 0;
    if (!own_file(exe))
        return path;
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
