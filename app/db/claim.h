/*
 * Who is running which point. Several sweeps on one database share the work: a point is claimed
 * before it is run, and a claim whose process is gone is taken over. A process is known by host,
 * boot, number and the time of its start; of another host's, only the beat tells.
 */
#ifndef LW_DB_CLAIM_H
#define LW_DB_CLAIM_H

#include "db/db.h"

/* Beats are older than this when their process is taken for gone. */
#define CLAIM_STALE_S 180.0

typedef enum claim_answer {
    CLAIM_MINE,  /* run it */
    CLAIM_OTHER, /* somebody is running it */
    CLAIM_DONE,  /* it is in the database */
} claim_answer_t;

/* A claim_answer_t, or a negative errno with a message. */
int claim_take(db_t *db, const char *hash, diag_t *d);

/* The same of n points in one transaction. 0, or a negative errno with a message. */
int claim_take_all(db_t *db, const char *const *hash, claim_answer_t *answer, unsigned n,
                   diag_t *d);

/* Gives a claim back unfinished; all claims of this process. */
int claim_drop(db_t *db, const char *hash, diag_t *d);
int claim_drop_all(db_t *db, diag_t *d);

/* Says that this process lives; every minute or so. */
int claim_beat(db_t *db, diag_t *d);

#endif
