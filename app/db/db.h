/*
 * Results in SQLite: one file, many writers. Each run is stored whole in one transaction, so that a
 * process killed at any moment leaves the runs that were finished and nothing else. Write-ahead
 * logging: the file must be on a local file system (several machines write databases of their own,
 * which db_merge() joins).
 *
 * Tables and columns: docs/guide/database.md. The version of the schema is PRAGMA user_version; an
 * older file is brought up to date when it is opened for writing, a newer one is refused, and so is
 * a file of another program.
 *
 * Functions return 0 or a negative errno with a message in the diag.
 */
#ifndef LW_DB_DB_H
#define LW_DB_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "common/diag.h"

enum {
    DB_SCHEMA = 3,
    DB_APPLICATION = 0x6c776462, /* PRAGMA application_id: "lwdb" */
    DB_HASH = 65                 /* characters of a hash, with the NUL */
};

typedef struct db {
    sqlite3 *sql;
    char path[1024]; /* as it was given, for messages */
    char file[512];  /* the file itself; "" in memory */
    bool copy;       /* of the file, in memory: an older one, or one that SQLite cannot share */
    bool made;       /* there was no file before */
} db_t;

typedef enum db_mode {
    DB_READ,  /* must be there; of an older one a copy in memory is brought up to date and opened */
    DB_WRITE, /* made if it is not there; brought up to date */
} db_mode_t;

int db_open(const char *path, db_mode_t mode, db_t **out, diag_t *d);
int db_open_memory(db_t **out, diag_t *d); /* an empty one, without a file */
/* A connection in memory without tables, whose place an image takes; `name` is for messages. */
int db_open_bare(const char *name, db_t **out, diag_t *d);
void db_close(db_t *db); /* NULL is fine */
/* The same after a failure: a file that db_open() made is removed, unless it holds a row or another
 * process uses it. */
void db_discard(db_t *db);

/* What determines a run's result, as the sweep that asked for it knows it. */
typedef struct db_point {
    const char *hash;      /* of all of it: the run's identity */
    const char *policies;  /* as on the command line; "" for none */
    const char *overrides; /* --set, space-separated; "" for none */
    const char *input;     /* --input as given, or NULL */
    const char *command;   /* that repeats the run */
} db_point_t;

/* What may differ between two runs of one point. */
typedef struct db_place {
    const char *host;
    const char *folder; /* for which relative names in the command hold; NULL: it has none */
    double started;     /* seconds since 1970 */
    double cpu_s;
} db_place_t;

/* Is nothing of the file damaged, and no row without what it belongs to? Reads all of it; the
 * second question alone is cheaper. 0 or a negative errno with a message. */
int db_sound(db_t *db, diag_t *d);
int db_whole(db_t *db, diag_t *d);

/* 1: the run is there; 0: not. */
int db_has(db_t *db, const char *hash, diag_t *d);

/* Stores a run of which json is the document that `lockwarp run --json` wrote, and takes back the
 * claim on it. A run that is there already stays as it is. */
int db_store(db_t *db, const db_point_t *p, const db_place_t *at, const char *json, diag_t *d);

/* The same; a run that is there already is compared with the document. A db_stored_t, with text
 * saying what differs, or a negative errno. */
typedef enum db_stored { DB_STORED, DB_SAME, DB_DIFFERS } db_stored_t;
int db_store_or_compare(db_t *db, const db_point_t *p, const db_place_t *at, const char *json,
                        char *text, size_t bytes, diag_t *d);

/* A point that failed: its exit status and last message; takes back the claim. A later success
 * removes it. */
int db_store_failure(db_t *db, const db_point_t *p, int status, const char *message, diag_t *d);

/* Copies what the file `from` has and db has not: runs whole, failures of what neither has as a run
 * (the later one), sweeps of other names. */
int db_merge(db_t *db, const char *from, diag_t *d);

/* Is it a database of ours, of a version that this program can use? One to be written is brought up
 * to date; 1: one to be read is older. Part of db_open(). */
int db_check(db_t *db, db_mode_t mode, diag_t *d);

/* Is the file still where it was opened? What is written to one that was removed or replaced is
 * lost with it. Part of storing and claiming. */
int db_in_place(db_t *db, diag_t *d);

/* One statement for a caller's own query; finalized by the caller. NULL with a message. */
sqlite3_stmt *db_prepare(db_t *db, const char *text, diag_t *d);
/* 1: a row; 0: no more. */
int db_step(db_t *db, sqlite3_stmt *s, diag_t *d);
/* Statements without results, also BEGIN IMMEDIATE, COMMIT and ROLLBACK. */
int db_exec(db_t *db, const char *text, diag_t *d);
/* The message of the last failed call on the database; a negative errno. */
int db_failed(db_t *db, diag_t *d);

#endif
