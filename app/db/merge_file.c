/* db_merge(): what a database in another file has and this one has not. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/image.h"
#include "db/merge.h"

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int merge_file(db_t *db, const char *from, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "ATTACH ? AS source", d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, from, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    if (rc)
        return rc;
    rc = merge_source(db, d);
    db_exec(db, "DETACH source", &(diag_t){{0}});
    return rc;
}

int db_merge(db_t *db, const char *from, diag_t *d)
{
    db_t *source;
    if (access(from, F_OK))
        return diag_at(d, from, 0, 0, "cannot open: %s", strerror(errno));
    if (same_file(from, db->path))
        return diag_at(d, from, 0, 0, "is the database that takes the results; expected another");
    int rc = db_open(from, DB_READ, &source, d);
    if (rc)
        return rc;
    bool copy = source->copy;
    if (copy)
        rc = image_merge(db, source, d);
    db_close(source); /* before the file is attached, which then leaves no -wal and -shm */
    return copy ? rc : merge_file(db, from, d);
}
