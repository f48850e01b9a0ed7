/*
 * The file that a name means to SQLite, which knows names of its own (":memory:", "file:..."),
 * follows ".." by the text, and refuses much with "unable to open database file".
 */
#ifndef LW_DB_NAME_H
#define LW_DB_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "common/diag.h"

/* The absolute name of a database's file; none_yet: it may be one that is not there. 0 or a
 * negative errno with a message. */
int db_name(const char *path, bool none_yet, char *out, size_t bytes, diag_t *d);

#endif
