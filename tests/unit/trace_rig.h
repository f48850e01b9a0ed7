/* For the tests of traces: a folder of their own, texts in it, and what a trace gives out. */
#ifndef LW_TESTS_TRACE_RIG_H
#define LW_TESTS_TRACE_RIG_H

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>
#include <cmocka.h>

#include "common/bits.h"
#include "trace/trace.h"

static char rig_dir[64];

static inline int rig_setup(void **state)
{
    (void)state;
    strcpy(rig_dir, "/tmp/lw_trace_XXXXXX");
    return mkdtemp(rig_dir) ? 0 : -1;
}

static inline int rig_remove(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

static inline int rig_teardown(void **state)
{
    (void)state;
    return nftw(rig_dir, rig_remove, 8, FTW_DEPTH | FTW_PHYS);
}

/* A test with a folder of its own. */
#define CASE(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

/* Path of a file in the folder; one of four buffers in turn. */
static inline const char *rig_path(const char *name)
{
    static char path[4][512];
    static unsigned turn;
    char *p = path[turn++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", rig_dir, name);
    return p;
}

static inline void rig_write_bytes(const char *name, const void *text, size_t n)
{
    FILE *f = fopen(rig_path(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static inline void rig_write(const char *name, const char *text)
{
    rig_write_bytes(name, text, strlen(text));
}

/* One text of an archive. */
typedef struct rig_entry {
    const char *name, *text;
} rig_entry_t;

/* Writes entries under a filter (ARCHIVE_FILTER_XZ...) as a tar, or the only one as it is. */
static inline void rig_pack(const char *name, int filter, bool tar, const rig_entry_t *entry,
                            unsigned n)
{
    struct archive *a = archive_write_new();
    assert_int_equal(archive_write_add_filter(a, filter), ARCHIVE_OK);
    assert_int_equal(tar ? archive_write_set_format_pax_restricted(a)
                         : archive_write_set_format_raw(a),
                     ARCHIVE_OK);
    assert_int_equal(archive_write_open_filename(a, rig_path(name)), ARCHIVE_OK);
    for (unsigned i = 0; i < n; i++) {
        struct archive_entry *e = archive_entry_new();
        archive_entry_set_pathname(e, entry[i].name);
        archive_entry_set_filetype(e, AE_IFREG);
        archive_entry_set_perm(e, 0644);
        archive_entry_set_size(e, (la_int64_t)strlen(entry[i].text));
        assert_int_equal(archive_write_header(a, e), ARCHIVE_OK);
        assert_int_equal(archive_write_data(a, entry[i].text, strlen(entry[i].text)),
                         strlen(entry[i].text));
        archive_entry_free(e);
    }
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
}

/* A folder of real inputs beside the project, or NULL. */
static inline const char *rig_data(const char *name)
{
    static char path[512];
    const char *root = getenv("LW_SHARED_DATA");
    snprintf(path, sizeof path, "%s/%s", root ? root : "../shared/data", name);
    return access(path, R_OK) ? NULL : path;
}

#endif
