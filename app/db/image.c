#include "db/image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "db/merge.h"

#define IMAGE_MAX ((size_t)1 << 36)

static int no_memory(const db_t *db, diag_t *d)
{
    diag_at(d, db->path, 0, 0, "out of memory");
    return -ENOMEM;
}

int image_write(db_t *db, const char *path, diag_t *d)
{
    sqlite3_int64 bytes = 0;
    unsigned char *image = sqlite3_serialize(db->sql, "main", &bytes, 0);
    if (!image)
        return no_memory(db, d);
    int rc = file_write(path, image, (size_t)bytes, d);
    sqlite3_free(image);
    return rc;
}

/* Where a header says how the file is written and read: 1 by rollback, 2 by a -wal file. */
enum { HEADER_WRITE = 18, HEADER_READ = 19, HEADER_BYTES = 100 };

/* Gives the bytes, SQLite's from then on, to a schema of the connection. It opens no image in
 * memory whose header asks for a -wal file. */
static int take_image(db_t *db, const char *schema, unsigned char *image, sqlite3_int64 bytes,
                      diag_t *d)
{
    if (bytes >= HEADER_BYTES)
        image[HEADER_WRITE] = image[HEADER_READ] = 1;
    unsigned flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE;
    int rc = sqlite3_deserialize(db->sql, schema, image, bytes, bytes, flags);
    return rc == SQLITE_OK ? 0 : db_failed(db, d);
}

int image_read(const char *path, db_t **out, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0;
    db_t *db = NULL;
    int rc = file_read(path, IMAGE_MAX, &text, &bytes, d);
    if (!rc && !bytes)
        rc = diag_at(d, path, 0, 0, "empty; expected a database");
    rc = rc ? rc : db_open_bare(path, &db, d);
    unsigned char *image = rc ? NULL : sqlite3_malloc64(bytes);
    if (image) {
        memcpy(image, text, bytes);
        rc = take_image(db, "main", image, (sqlite3_int64)bytes, d);
        rc = rc ? rc : db_check(db, DB_WRITE, d);
    } else if (!rc) {
        rc = no_memory(db, d);
    }
    free(text);
    if (rc) {
        db_close(db);
        return rc;
    }
    *out = db;
    return 0;
}

int image_merge(db_t *db, db_t *from, diag_t *d)
{
    sqlite3_int64 bytes = 0;
    unsigned char *image = sqlite3_serialize(from->sql, "main", &bytes, 0);
    if (!image)
        return no_memory(from, d);
    int rc = db_exec(db, "ATTACH ':memory:' AS source", d);
    if (rc) {
        sqlite3_free(image);
        return rc;
    }
    rc = take_image(db, "source", image, bytes, d);
    rc = rc ? rc : merge_source(db, d);
    db_exec(db, "DETACH source", &(diag_t){{0}});
    return rc;
}
