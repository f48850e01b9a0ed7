/* Opening a trace: which format it is. */
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/accelsim.h"
#include "trace/files.h"
#include "trace/native.h"

static int open_folder(const char *path, trace_t **out, diag_t *d)
{
    char *list = NULL;
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    if (asprintf(&list, "%.*s/kernelslist.g", (int)n, path) < 0)
        return diag_at(d, path, 0, 0, "out of memory");
    int rc = accelsim_open(list, false, out, d);
    free(list);
    return rc;
}

int trace_open(const char *path, trace_t **out, diag_t *d)
{
    struct stat st;
    char head[512];
    size_t n = sizeof head;
    files_kind_t kind;
    *out = NULL;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return open_folder(path, out, d);
    int rc = files_sniff(path, head, &n, &kind, d);
    if (rc)
        return rc;
    if (kind != FILES_TAR && trace_native_is(head, n))
        return trace_native_open(path, out, d);
    return accelsim_open(path, kind == FILES_TAR, out, d);
}
