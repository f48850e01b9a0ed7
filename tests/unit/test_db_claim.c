/* Claims on points, of this process and of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "db/claim.h"

static db_t *open_memory(void)
{
    db_t *db;
    diag_t d = {{0}};
    if (db_open_memory(&db, &d))
        fail_msg("%s", d.text);
    return db;
}

static void run_sql(db_t *db, const char *text)
{
    diag_t d = {{0}};
    if (db_exec(db, text, &d))
        fail_msg("%s: %s", text, d.text);
}

/* A claim of another host, heard of that many seconds ago. */
static void other_host(db_t *db, const char *hash, double ago)
{
    char text[256];
    snprintf(text, sizeof text, "INSERT INTO claims VALUES ('%s', 'elsewhere', 'b', 1, '1', %f)",
             hash, (double)time(NULL) - ago);
    run_sql(db, text);
}

/* A claim of this host and boot by a process that is gone: no process has this birth. */
static void dead_process(db_t *db, const char *hash)
{
    char host[256] = "", text[512];
    gethostname(host, sizeof host - 1);
    snprintf(text, sizeof text, "INSERT INTO claims VALUES ('%s', '%s', 'b', %ld, '0', 1e12)", hash,
             host, (long)getpid());
    run_sql(db, text);
}

static long count(db_t *db, const char *where)
{
    char text[256];
    diag_t d = {{0}};
    snprintf(text, sizeof text, "SELECT count(*) FROM claims WHERE %s", where);
    sqlite3_stmt *q = db_prepare(db, text, &d);
    assert_int_equal(db_step(db, q, &d), 1);
    long n = (long)sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

static void db_claim_100_each_has_its_answer(void **state)
{
    (void)state;
    db_t *db = open_memory();
    diag_t d = {{0}};
    run_sql(db, "INSERT INTO runs (hash, workload, config, policies, overrides, engine, result,"
                " warp_instructions, thread_instructions, command, schema)"
                " VALUES ('ran', 'w', 'c', '', '', 'c', 'ok', 1, 1, 'x', 's')");
    other_host(db, "lives", CLAIM_STALE_S - 60);
    other_host(db, "stale", CLAIM_STALE_S + 60);
    dead_process(db, "dead");
    const char *const hash[] = {"free", "ran", "lives", "stale", "dead"};
    static const claim_answer_t expected[] = {CLAIM_MINE, CLAIM_DONE, CLAIM_OTHER, CLAIM_MINE,
                                              CLAIM_MINE};
    claim_answer_t answer[5];
    assert_int_equal(claim_take_all(db, hash, answer, 5, &d), 0);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(answer[i], expected[i]);
        if (expected[i] != CLAIM_MINE)
            assert_int_equal(claim_take(db, hash[i], &d), expected[i]);
    }
    db_close(db);
}

/* Its own claim is a living process's. */
static void db_claim_101_taken_is_taken(void **state)
{
    (void)state;
    db_t *db = open_memory();
    diag_t d = {{0}};
    assert_int_equal(claim_take(db, "a", &d), CLAIM_MINE);
    assert_int_equal(claim_take(db, "a", &d), CLAIM_OTHER);
    assert_int_equal(claim_drop(db, "a", &d), 0);
    assert_int_equal(claim_take(db, "a", &d), CLAIM_MINE);
    db_close(db);
}

static void db_claim_102_dropping_all_drops_ones_own(void **state)
{
    (void)state;
    db_t *db = open_memory();
    diag_t d = {{0}};
    other_host(db, "theirs", 0);
    const char *const hash[] = {"a", "b"};
    claim_answer_t answer[2];
    assert_int_equal(claim_take_all(db, hash, answer, 2, &d), 0);
    assert_int_equal(count(db, "1"), 3);
    assert_int_equal(claim_drop_all(db, &d), 0);
    assert_int_equal(count(db, "1"), 1);
    assert_int_equal(count(db, "hash = 'theirs'"), 1);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(db_claim_100_each_has_its_answer),
        cmocka_unit_test(db_claim_101_taken_is_taken),
        cmocka_unit_test(db_claim_102_dropping_all_drops_ones_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
