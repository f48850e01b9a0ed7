/*
 * A database as the bytes of one file. Where results are handed over through a shared file system,
 * SQLite itself never touches it (its locks and its write-ahead log do not work there): a database
 * in memory, of db_open_memory(), is written as a whole and atomically, and read as a whole.
 *
 * Functions return 0 or a negative errno with a message in the diag.
 */
#ifndef LW_DB_IMAGE_H
#define LW_DB_IMAGE_H

#include "db/db.h"

/* Writes the database's content to a file: whole or not at all. */
int image_write(db_t *db, const char *path, diag_t *d);

/* Opens a copy in memory of what image_write() wrote, brought to this program's schema. */
int image_read(const char *path, db_t **out, diag_t *d);

/* db_merge() of another open database. */
int image_merge(db_t *db, db_t *from, diag_t *d);

#endif
