/* db_merge(): what a database in another file has and this one has not. */
#include <errno.h>
#include <string.h>

#include "common/place.h"
#include "db/image.h"
#include "db/merge.h"

static int merge_file(db_t *db, const char *file, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "ATTACH ? AS source", d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, file, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    if (rc)
        return rc;
    rc = merge_source(db, d);
    db_exec(db, "DETACH source", &(diag_t){{0}});
    return rc;
}

/* What goes wrong may be either file's fault: both are named. */
static int failed(const db_t *db, const char *from, int rc, const diag_t *why, diag_t *d)
{
    size_t own = strlen(db->path);
    bool names = !strncmp(why->text, db->path, own) && !strncmp(why->text + own, ": ", 2);
    diag_at(d, from, 0, 0, "cannot be merged into %s: %s", db->path,
            why->text + (names ? own + 2 : 0));
    return rc;
}

int db_merge(db_t *db, const char *from, diag_t *d)
{
    db_t *source;
    diag_t why = {{0}};
    /* SQLite's locks of the process would go with a second descriptor of the file. */
    if (*db->file && file_same_place(from, db->file))
        return diag_at(d, from, 0, 0, "is the database that takes the results; expected another");
    int rc = db_open(from, DB_READ, &source, d);
    if (rc)
        return rc;
    char file[sizeof source->file];
    bool copy = source->copy;
    strcpy(file, source->file);
    if (copy)
        rc = image_merge(db, source, &why);
    db_close(source); /* before the file is attached, which then leaves no -wal and -shm */
    rc = copy ? rc : merge_file(db, file, &why);
    rc = rc ? rc : db_in_place(db, &why);
    return rc ? failed(db, from, rc, &why, d) : 0;
}
