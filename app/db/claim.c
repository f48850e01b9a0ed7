#include "db/claim.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct owner {
    char host[256], boot[64], born[32];
    int64_t pid;
} owner_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* When a process was started, in ticks since boot: field 22 of its stat file. "" if it is gone. */
static void birth(int64_t pid, char *born, size_t bytes)
{
    char path[64], text[1024] = "";
    snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", pid);
    FILE *f = fopen(path, "r");
    born[0] = '\0';
    if (!f)
        return;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    char *at = strrchr(text, ')'); /* the name may hold spaces */
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    if (at)
        snprintf(born, bytes, "%.*s", (int)strcspn(at + 1, " "), at + 1);
}

static void self(owner_t *o)
{
    *o = (owner_t){.pid = getpid()};
    gethostname(o->host, sizeof o->host - 1);
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (f) {
        if (!fgets(o->boot, sizeof o->boot, f))
            o->boot[0] = '\0';
        fclose(f);
        o->boot[strcspn(o->boot, "\n")] = '\0';
    }
    birth(o->pid, o->born, sizeof o->born);
}

/* Does the owner of a claim live, as far as can be told from here? */
static bool lives(sqlite3_stmt *s, const owner_t *me)
{
    const char *host = (const char *)sqlite3_column_text(s, 0);
    const char *boot = (const char *)sqlite3_column_text(s, 1);
    const char *born = (const char *)sqlite3_column_text(s, 3);
    if (strcmp(host, me->host) == 0) {
        char now_born[32];
        birth(sqlite3_column_int64(s, 2), now_born, sizeof now_born);
        return strcmp(boot, me->boot) == 0 && *now_born && strcmp(born, now_born) == 0;
    }
    return now() - sqlite3_column_double(s, 4) < CLAIM_STALE_S;
}

static int write_claim(db_t *db, const char *hash, const owner_t *me, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?)", d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, hash, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, me->host, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, me->boot, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 4, me->pid);
    sqlite3_bind_text(s, 5, me->born, -1, SQLITE_STATIC);
    sqlite3_bind_double(s, 6, now());
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    return rc;
}

/* In a transaction. */
static int take(db_t *db, const char *hash, const owner_t *me, diag_t *d)
{
    int there = db_has(db, hash, d);
    if (there)
        return there < 0 ? there : CLAIM_DONE;
    sqlite3_stmt *s =
        db_prepare(db, "SELECT host, boot, pid, born, beat FROM claims WHERE hash = ?", d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, hash, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    bool other = rc == 1 && lives(s, me);
    sqlite3_finalize(s);
    if (rc < 0 || other)
        return rc < 0 ? rc : CLAIM_OTHER;
    rc = write_claim(db, hash, me, d);
    return rc ? rc : CLAIM_MINE;
}

int claim_take_all(db_t *db, const char *const *hash, claim_answer_t *answer, unsigned n, diag_t *d)
{
    owner_t me;
    self(&me);
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    for (unsigned i = 0; rc >= 0 && i < n; i++) {
        rc = take(db, hash[i], &me, d);
        answer[i] = rc < 0 ? CLAIM_OTHER : (claim_answer_t)rc;
    }
    rc = rc < 0 ? rc : db_exec(db, "COMMIT", d);
    if (rc)
        db_exec(db, "ROLLBACK", &(diag_t){{0}});
    return rc ? rc : db_in_place(db, d);
}

int claim_take(db_t *db, const char *hash, diag_t *d)
{
    claim_answer_t answer = CLAIM_OTHER;
    int rc = claim_take_all(db, &hash, &answer, 1, d);
    return rc ? rc : (int)answer;
}

int claim_drop(db_t *db, const char *hash, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "DELETE FROM claims WHERE hash = ?", d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, hash, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    return rc;
}

int claim_beat(db_t *db, diag_t *d)
{
    owner_t me;
    self(&me);
    sqlite3_stmt *s =
        db_prepare(db, "UPDATE claims SET beat = ? WHERE host = ? AND pid = ? AND born = ?", d);
    if (!s)
        return -EIO;
    sqlite3_bind_double(s, 1, now());
    sqlite3_bind_text(s, 2, me.host, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, me.pid);
    sqlite3_bind_text(s, 4, me.born, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    return rc;
}

int claim_drop_all(db_t *db, diag_t *d)
{
    owner_t me;
    self(&me);
    sqlite3_stmt *s = db_prepare(
        db, "DELETE FROM claims WHERE host = ? AND boot = ? AND pid = ? AND born = ?", d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, me.host, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, me.boot, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, me.pid);
    sqlite3_bind_text(s, 4, me.born, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    return rc;
}
