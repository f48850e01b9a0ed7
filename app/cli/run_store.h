/* A run's result in a database (lockwarp run --db), known and stored as a sweep's point is. */
#ifndef LW_CLI_RUN_STORE_H
#define LW_CLI_RUN_STORE_H

#include <cJSON.h>

#include "cli/run_opts.h"
#include "db/db.h"
#include "sweep/point.h"

typedef struct run_store {
    db_t *db;
    point_t point;
    bool claimed;
    double started; /* seconds since 1970 */
} run_store_t;

/* Opens or makes the database and finds out what the run is, so that mistakes are told before it
 * begins. Sweeps leave the point alone meanwhile. 0, or a negative errno with a message. */
int run_store_begin(run_store_t *r, const char *path, const run_opts_t *o, diag_t *d);

/* Stores the document of report_json(), and says so; earlier_s: seconds that the run took before it
 * was resumed. The exit status: CMD_CHECK_FAILED if the database has another result of this run,
 * which stays. */
int run_store_end(run_store_t *r, const cJSON *doc, double earlier_s, diag_t *d);

/* refused: the run was not; a database that was made for it goes, too. */
void run_store_close(run_store_t *r, bool refused);

#endif
