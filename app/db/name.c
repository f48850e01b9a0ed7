#include "db/name.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "common/place.h"

static int cannot_open(const char *path, diag_t *d)
{
    int err = errno;
    diag_at(d, path, 0, 0, "cannot open: %s", strerror(err));
    return -err;
}

/* Of a file that is not there: its folder must be. The caller's, or NULL with errno. */
static char *in_its_folder(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *of = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *folder = of ? realpath(of, NULL) : NULL, *whole = NULL;
    if (folder && asprintf(&whole, "%s/%s", folder, name) < 0)
        whole = NULL;
    free(folder);
    free(of);
    return whole;
}

/* SQLite's limit, with the longest ending of a file that it keeps beside the database. */
static bool too_long(const char *name)
{
    const sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    return vfs && strlen(name) + strlen("-journal") > (size_t)vfs->mxPathname;
}

int db_name(const char *path, bool none_yet, char *out, size_t bytes, diag_t *d)
{
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    int rc = file_check_keepable(path, d);
    if (rc)
        return rc;
    char *whole = realpath(path, NULL);
    if (!whole && errno == ENOENT && none_yet) {
        if (!*last || !strcmp(last, ".") || !strcmp(last, ".."))
            return diag_at(d, path, 0, 0, "names a folder; expected a file");
        whole = in_its_folder(path);
    }
    if (!whole)
        return cannot_open(path, d);
    if (too_long(whole) || (size_t)snprintf(out, bytes, "%s", whole) >= bytes)
        rc = diag_at(d, path, 0, 0,
                     "name too long with its folder's, %zu bytes; SQLite takes no more than about "
                     "500",
                     strlen(whole));
    free(whole);
    return rc;
}
