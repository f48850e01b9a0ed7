/* Joining databases: what several machines have run, each into a file of its own. */
#include "db/merge.h"

#define RUN_COLUMNS                                                                                \
    "hash, workload, suite, scale, variant, seed, input, kernel_hash, input_hash, filter, config," \
    " policies, overrides, engine, result, stopped, cycles, warp_instructions,"                    \
    " thread_instructions, ipc_warp, ipc_thread, command, schema"

/* A table of rows that belong to runs: rows of the runs that `fresh` names. */
#define COPY(table, columns)                                                                       \
    "INSERT INTO main." table " SELECT m.id, " columns " FROM fresh f"                             \
    " JOIN source.runs o ON o.hash = f.hash JOIN main.runs m ON m.hash = f.hash"                   \
    " JOIN source." table " t ON t.run = o.id"

static const char *const steps[] = {
    "CREATE TEMP TABLE fresh AS SELECT hash FROM source.runs WHERE hash NOT IN"
    " (SELECT hash FROM main.runs)",
    "INSERT INTO main.runs (" RUN_COLUMNS ") SELECT " RUN_COLUMNS " FROM source.runs"
    " WHERE hash IN fresh",
    COPY("settings", "t.name, t.value"),
    COPY("stats", "t.name, t.value"),
    COPY("per_pc", "t.kernel, t.pc, t.name, t.value"),
    COPY("series", "t.row, t.name, t.value"),
    COPY("provenance", "t.program, t.host, t.started, t.wall_s, t.cpu_s, t.peak_rss_kb, t.folder"),
    /* A sweep of a name that is there stays as it is, with its points. */
    "CREATE TEMP TABLE fresh_sweeps AS SELECT name FROM source.sweeps WHERE name NOT IN"
    " (SELECT name FROM main.sweeps)",
    "INSERT INTO main.sweeps SELECT * FROM source.sweeps WHERE name IN fresh_sweeps",
    "INSERT INTO main.points SELECT * FROM source.points WHERE sweep IN fresh_sweeps",
    "INSERT INTO main.failures SELECT * FROM source.failures WHERE true ON CONFLICT (hash) DO "
    "UPDATE"
    " SET command = excluded.command, status = excluded.status, message = excluded.message,"
    " failed = excluded.failed WHERE excluded.failed > failures.failed",
    "DELETE FROM main.failures WHERE hash IN (SELECT hash FROM main.runs)",
    "DELETE FROM main.claims WHERE hash IN fresh",
    "DROP TABLE fresh",
    "DROP TABLE fresh_sweeps",
};
enum { STEPS = sizeof steps / sizeof steps[0] };

int merge_source(db_t *db, diag_t *d)
{
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    for (unsigned i = 0; !rc && i < STEPS; i++)
        rc = db_exec(db, steps[i], d);
    rc = rc ? rc : db_exec(db, "COMMIT", d);
    if (rc)
        db_exec(db, "ROLLBACK", &(diag_t){{0}});
    return rc;
}
