/*
 * What of a sweep is to be done: its distinct points, what the database has of them, and how long
 * each will take. Estimates are processor time per warp instruction as the database knows it: of
 * the same workload, scale and configuration, of the same workload and scale, of the same workload.
 * Where it knows none, of a record of every workload (rates.inc), times what the configuration's
 * runs in the database took over that record.
 */
#ifndef LW_SWEEP_PLAN_H
#define LW_SWEEP_PLAN_H

#include <stdbool.h>

#include "db/db.h"
#include "sweep/sweep_file.h"

typedef struct plan_item {
    const point_t *point; /* the first with its hash */
    double seconds;       /* estimate of its processor time */
    bool done;            /* in the database when the plan was made */
} plan_item_t;

typedef struct plan {
    unsigned n;
    plan_item_t *item; /* longest first */
} plan_t;

/* db may be NULL: nothing is done. 0 or a negative errno. */
int plan_make(plan_t *p, const sweep_t *s, db_t *db, diag_t *d);
void plan_free(plan_t *p);

/* Names the sweep and its points in the database, with the folder of the call, for which the names
 * of the sweep's file and of the database hold; they replace those of the file's earlier calls. A
 * name that another file has taken is refused. The quick form leaves the points of the full one,
 * some of which have run: 1. */
int plan_register(db_t *db, const sweep_t *s, bool quick, diag_t *d);

#endif
