/*
 * Reading a database that SQLite cannot read in its usual way, or only by leaving files beside it
 * that keep its owner out: where the file or its folder may not be written, or the disk is full.
 * What is then read is a copy in memory.
 */
#ifndef LW_DB_ASIDE_H
#define LW_DB_ASIDE_H

#include "db/db.h"

/* Connects to db->file for reading: to the file, or to a copy (db->copy). */
int aside_connect(db_t *db, diag_t *d);

/* Puts a copy in memory in place of the file's connection. */
int aside_copy(db_t *db, diag_t *d);

/* Takes away what a connection that found no room has left beside the file, if nobody uses it. */
void aside_clean(const char *file);

/* Removes the file and what is beside it if it holds no row and nobody uses it. */
void aside_discard(const char *file);

#endif
