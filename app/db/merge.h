/* The joining itself, for whoever has attached a database of our schema as "source". */
#ifndef LW_DB_MERGE_H
#define LW_DB_MERGE_H

#include "db/db.h"

/* Copies what source has and db has not, in one transaction. 0 or a negative errno. */
int merge_source(db_t *db, diag_t *d);

#endif
