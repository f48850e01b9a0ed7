/*
 * Processes that start together on one database: a new one, and one in another journal mode that
 * programs other than ours use at the same time. Each opens it for writing, and none may fail.
 *
 * SQLite takes its locks with fcntl(). Each call of it waits up to 20 ms here, so that a lock is
 * held for long and asked for at any moment. The pauses come from a seed, which is printed and can
 * be given: LW_SEED=N.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/rng.h"
#include "db/db.h"

enum { PROCESSES = 40, TIMES = 20, PAUSE_US = 20000 };

static rng_t pauses;

static void pause_a_moment(void)
{
    const struct timespec t = {0, (long)rng_below(&pauses, PAUSE_US) * 1000};
    nanosleep(&t, NULL);
}

static int paused_fcntl(int fd, int cmd, ...)
{
    va_list ap;
    va_start(ap, cmd);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    if (cmd == F_SETLK && rng_below(&pauses, 2) == 0)
        pause_a_moment();
    return fcntl(fd, cmd, arg);
}

static uint64_t seed(void)
{
    const char *given = getenv("LW_SEED");
    uint64_t s = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32;
    printf("seed %" PRIu64 "; to repeat: LW_SEED=%" PRIu64 "\n", s, s);
    return s;
}

/* A program that knows nothing of turns: it reads or writes, and keeps the file locked meanwhile.
 */
static int act_as_others(const char *path, diag_t *d)
{
    db_t db = {.sql = NULL};
    int rc = sqlite3_open_v2(path, &db.sql, SQLITE_OPEN_READWRITE, NULL);
    snprintf(db.path, sizeof db.path, "%s", path);
    sqlite3_busy_timeout(db.sql, 60000);
    for (unsigned i = 0; !rc && i < TIMES; i++) {
        rc = db_exec(&db, i % 2 ? "BEGIN; SELECT count(*) FROM runs" : "BEGIN IMMEDIATE", d);
        pause_a_moment();
        rc = rc ? rc : db_exec(&db, "COMMIT", d);
        pause_a_moment();
    }
    sqlite3_close(db.sql);
    return rc;
}

/* One process: waits for the others, then opens. Its message goes through the pipe `says`. */
static void open_together(const char *path, bool other, int begin, int says)
{
    char c;
    diag_t d = {{0}};
    db_t *db = NULL;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (vfs->xSetSystemCall(vfs, "fcntl", (sqlite3_syscall_ptr)paused_fcntl) != SQLITE_OK)
        _exit(3);
    if (read(begin, &c, 1) != 0) /* 0: the parent has let all go */
        _exit(3);
    int rc = other ? act_as_others(path, &d) : db_open(path, DB_WRITE, &db, &d);
    if (rc && write(says, d.text, strlen(d.text) + 1) < 0)
        _exit(3);
    db_close(db);
    _exit(rc ? 1 : 0);
}

/* n open the file at once, every fourth as another program if others is set. How many fail; the
 * first message in text. */
static unsigned start_all(const char *path, unsigned n, bool others, uint64_t s, char *text,
                          size_t bytes)
{
    int begin[2], says[2];
    pid_t child[PROCESSES];
    unsigned failed = 0;
    if (pipe(begin) || pipe(says))
        fail_msg("pipe: %s", strerror(errno));
    fflush(stdout);
    for (unsigned i = 0; i < n; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            close(begin[1]);
            rng_seed(&pauses, s + i);
            open_together(path, others && i % 4 == 0, begin[0], says[1]);
        }
        assert_true(child[i] > 0);
    }
    close(begin[0]);
    close(begin[1]);
    for (unsigned i = 0; i < n; i++) {
        int status;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        failed += !WIFEXITED(status) || WEXITSTATUS(status);
    }
    close(says[1]);
    ssize_t got = read(says[0], text, bytes - 1);
    text[got > 0 ? got : 0] = 0;
    close(says[0]);
    return failed;
}

static char folder[] = "/tmp/lw_db_start_XXXXXX";
static uint64_t first_seed;

static int make_folder(void **state)
{
    (void)state;
    first_seed = seed();
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void all_may_open(const char *name, unsigned n, bool others, uint64_t s)
{
    char path[128], text[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unsigned failed = start_all(path, n, others, s, text, sizeof text);
    if (failed)
        fail_msg("%u of %u processes fail, such as: %.200s", failed, n, text);
}

static void db_start_100_a_new_database(void **state)
{
    (void)state;
    all_may_open("new.db", PROCESSES, false, first_seed);
}

/* Makes a whole database, closes it, and puts it into that mode. */
static void make_in_mode(const char *name, const char *mode)
{
    char path[128], text[64];
    diag_t d = {{0}};
    db_t *db = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (db_open(path, DB_WRITE, &db, &d))
        fail_msg("%s", d.text);
    snprintf(text, sizeof text, "PRAGMA journal_mode = %s", mode);
    if (db_exec(db, text, &d))
        fail_msg("%s", d.text);
    db_close(db);
}

static void db_start_110_one_in_another_journal_mode(void **state)
{
    static const char *const modes[] = {"DELETE", "PERSIST"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s.db", modes[i]);
        make_in_mode(name, modes[i]);
        all_may_open(name, PROCESSES / 2, true, first_seed + 1000 * (i + 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(db_start_100_a_new_database),
        cmocka_unit_test(db_start_110_one_in_another_journal_mode),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
