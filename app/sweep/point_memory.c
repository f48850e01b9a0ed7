#include "sweep/point_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/file.h"

#define INPUT_MAX ((size_t)1 << 32)

file_stamp_t file_stamp(const char *path)
{
    struct stat st;
    if (!path || stat(path, &st))
        return (file_stamp_t){{0}};
    return (file_stamp_t){{(int64_t)st.st_dev, (int64_t)st.st_ino, (int64_t)st.st_size,
                           st.st_mtim.tv_sec, st.st_mtim.tv_nsec, st.st_ctim.tv_sec,
                           st.st_ctim.tv_nsec}};
}

/* The newest of the name and kind, if it is still what the file system says; else NULL. */
static const memory_item_t *recall(const point_memory_t *m, const char *name, bool config,
                                   const file_stamp_t *now)
{
    for (unsigned i = m ? m->n : 0; i-- > 0;) {
        const memory_item_t *x = &m->item[i];
        if (!x->config == !config && strcmp(x->name, name) == 0)
            return memcmp(&x->stamp, now, sizeof *now) ? NULL : x;
    }
    return NULL;
}

/* What cannot be kept is read again. */
static void keep(point_memory_t *m, memory_item_t x, const char *name)
{
    if (m && m->n == m->room) {
        unsigned room = m->room ? 2 * m->room : 16;
        memory_item_t *more = realloc(m->item, room * sizeof *more);
        m->item = more ? more : m->item;
        m->room = more ? room : m->room;
    }
    x.name = m && m->n < m->room ? strdup(name) : NULL;
    if (x.name)
        m->item[m->n++] = x;
    else
        free(x.config);
}

int memory_config(point_memory_t *m, const char *which, run_config_t *c, diag_t *d)
{
    const file_stamp_t now = file_stamp(which);
    const memory_item_t *known = recall(m, which, true, &now);
    if (known) {
        *c = *known->config;
        return 0;
    }
    int rc = run_config_load(c, which, d);
    run_config_t *copy = rc || !m ? NULL : malloc(sizeof *copy);
    if (copy) {
        *copy = *c;
        keep(m, (memory_item_t){.stamp = now, .config = copy}, which);
    }
    return rc;
}

int memory_digest(point_memory_t *m, const char *path, char digest[SHA256_DIGITS], diag_t *d)
{
    const file_stamp_t now = file_stamp(path);
    const memory_item_t *known = recall(m, path, false, &now);
    char *bytes = NULL;
    size_t n = 0;
    if (known) {
        memcpy(digest, known->digest, SHA256_DIGITS);
        return 0;
    }
    int rc = file_read(path, INPUT_MAX, &bytes, &n, d);
    if (!rc) {
        memory_item_t x = {.stamp = now};
        sha256_text(bytes, n, digest);
        memcpy(x.digest, digest, SHA256_DIGITS);
        keep(m, x, path);
    }
    free(bytes);
    return rc;
}

void memory_free(point_memory_t *m)
{
    for (unsigned i = 0; i < m->n; i++) {
        free(m->item[i].name);
        free(m->item[i].config);
    }
    free(m->item);
    *m = (point_memory_t){0};
}
