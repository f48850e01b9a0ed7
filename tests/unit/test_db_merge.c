/* Databases joined, and as images. Databases in memory; files in a folder of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "db/claim.h"
#include "db/db.h"
#include "db/image.h"

static char folder[] = "/tmp/lockwarp_merge_XXXXXX";

static char *in_folder(const char *name)
{
    static char path[4][128];
    static unsigned next;
    char *p = path[next++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const ends[] = {"", "-wal", "-shm"};
    static const char *const names[] = {"a.db", "b.db", "made.db", "x.image", "text", "empty"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        for (unsigned k = 0; k < 3; k++) {
            char path[160];
            snprintf(path, sizeof path, "%s/%s%s", folder, names[i], ends[k]);
            unlink(path);
        }
    return rmdir(folder);
}

static db_t *open_at(const char *path)
{
    db_t *db;
    diag_t d = {{0}};
    if (db_open(path, DB_WRITE, &db, &d))
        fail_msg("%s", d.text);
    return db;
}

static db_t *in_memory(void)
{
    db_t *db;
    diag_t d = {{0}};
    if (db_open_memory(&db, &d))
        fail_msg("%s", d.text);
    return db;
}

static void done(int rc, const diag_t *d)
{
    if (rc)
        fail_msg("%d: %s", rc, d->text);
}

/* A result with something for each table: totals, a unit's counter, two loads, a time series. */
static void store(db_t *db, const char *hash, unsigned cycles)
{
    char json[2048];
    snprintf(
        json, sizeof json,
        "{\"schema\": \"test/1\", \"engine\": \"c\", \"workload\": {\"name\": \"w\", \"suite\": "
        "\"s\", \"scale\": \"tiny\", \"variant\": \"default\", \"seed\": 3, \"result\": \"ok\"},"
        "\"config\": {\"name\": \"apres\", \"l1_ways\": 4, \"l1_sets\": 32},"
        "\"policies\": [{\"name\": \"p\", \"options\": {\"o\": 7}}],"
        "\"totals\": {\"cycles\": %u, \"warp_instructions\": 18446744073709551, "
        "\"thread_instructions\": 5, \"ipc_warp\": 0.5, \"ipc_thread\": 16.25, \"l1\": "
        "{\"misses\": 11}}, \"units\": {\"p\": {\"lookups\": 9}},"
        "\"per_load\": [{\"kernel\": \"k\", \"pc\": 8, \"misses\": 1}, {\"kernel\": \"k\", "
        "\"pc\": 16, \"misses\": 10}],"
        "\"intervals\": {\"columns\": [\"cycle\", \"misses\"], \"rows\": [[100, 4], [200, "
        "7]]}, \"host\": {\"program\": \"x\", \"wall_s\": 1.5, \"peak_rss_kb\": 77}}",
        cycles);
    const db_point_t p = {.hash = hash,
                          .policies = "p",
                          .overrides = "p.o=7",
                          .input = "file",
                          .command = "lockwarp run"};
    const db_place_t at = {.host = "here", .started = 1000.5, .cpu_s = 1.25};
    diag_t d = {{0}};
    done(db_store(db, &p, &at, json, &d), &d);
}

static void store_failure(db_t *db, const char *hash, int status, double when)
{
    const db_point_t p = {.hash = hash, .policies = "", .overrides = "", .command = "lockwarp run"};
    diag_t d = {{0}};
    char text[160];
    done(db_store_failure(db, &p, status, "why", &d), &d);
    snprintf(text, sizeof text, "UPDATE failures SET failed = %f WHERE hash = '%s'", when, hash);
    done(db_exec(db, text, &d), &d);
}

static void run_sql(db_t *db, const char *text)
{
    diag_t d = {{0}};
    done(db_exec(db, text, &d), &d);
}

static long ask(db_t *db, const char *query)
{
    diag_t d = {{0}};
    sqlite3_stmt *q = db_prepare(db, query, &d);
    if (!q || db_step(db, q, &d) != 1)
        fail_msg("%s: %s", query, d.text);
    long v = (long)sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return v;
}

/* What a query's rows hold but for the numbers of runs, as text; the caller's. */
static char *rows(db_t *db, const char *query)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    diag_t d = {{0}};
    sqlite3_stmt *q = db_prepare(db, query, &d);
    int rc = -1;
    while (q && (rc = db_step(db, q, &d)) == 1) {
        for (int i = 0; i < sqlite3_column_count(q); i++) {
            const char *name = sqlite3_column_name(q, i);
            const char *v = (const char *)sqlite3_column_text(q, i);
            if (strcmp(name, "id") && strcmp(name, "run"))
                fprintf(f, "%s:%s|", name, v ? v : "NULL");
        }
        putc('\n', f);
    }
    sqlite3_finalize(q);
    fclose(f);
    if (rc)
        fail_msg("%s: %s", query, d.text);
    return text;
}

/* All that belongs to runs. Columns are those that the schema has, so that one which the merge
 * forgets is a difference. */
static void assert_same_runs(db_t *a, db_t *b)
{
    static const char *const queries[] = {
        "SELECT * FROM runs ORDER BY hash",
        "SELECT r.hash, t.* FROM settings t JOIN runs r ON r.id = t.run ORDER BY 1, name",
        "SELECT r.hash, t.* FROM stats t JOIN runs r ON r.id = t.run ORDER BY 1, name",
        "SELECT r.hash, t.* FROM per_pc t JOIN runs r ON r.id = t.run ORDER BY 1, kernel, pc, name",
        "SELECT r.hash, t.* FROM series t JOIN runs r ON r.id = t.run ORDER BY 1, row, name",
        "SELECT r.hash, t.* FROM provenance t JOIN runs r ON r.id = t.run ORDER BY 1",
    };
    for (unsigned i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        char *x = rows(a, queries[i]), *y = rows(b, queries[i]);
        assert_true(strlen(x) > 20);
        assert_string_equal(x, y);
        free(x);
        free(y);
    }
}

static void db_merge_100_copies_runs_whole(void **state)
{
    (void)state;
    db_t *a = in_memory(), *b = in_memory();
    diag_t d = {{0}};
    store(a, "one", 100);
    store(a, "two", 200);
    done(image_merge(b, a, &d), &d);
    assert_int_equal(ask(b, "SELECT count(*) FROM runs"), 2);
    assert_same_runs(a, b);
    /* of the document: five totals and l1.misses, and the unit's lookups */
    assert_int_equal(ask(b, "SELECT count(*) FROM stats"), 2 * 7);
    assert_int_equal(ask(b, "SELECT count(*) FROM per_pc"), 2 * 2);
    assert_int_equal(ask(b, "SELECT count(*) FROM series"), 2 * 4);
    assert_int_equal(ask(b, "SELECT count(*) FROM settings"), 2 * 3);
    /* beyond 2^53 exactly */
    assert_int_equal(ask(b, "SELECT warp_instructions FROM runs LIMIT 1"), 18446744073709551L);
    db_close(a);
    db_close(b);
}

/* Numbers of runs differ between the two: rows must follow their hash. */
static void db_merge_101_rows_follow_their_run(void **state)
{
    (void)state;
    db_t *a = in_memory(), *b = in_memory();
    diag_t d = {{0}};
    store(b, "zero", 50);
    store(a, "one", 100);
    store(a, "zero", 999); /* cannot be: the same hash with another result; b's stays */
    store(a, "two", 200);
    done(image_merge(b, a, &d), &d);
    assert_int_equal(ask(b, "SELECT count(*) FROM runs"), 3);
    static const struct {
        const char *hash;
        long cycles;
    } expected[] = {{"zero", 50}, {"one", 100}, {"two", 200}};
    for (unsigned i = 0; i < 3; i++) {
        char query[256];
        snprintf(query, sizeof query,
                 "SELECT value FROM stats JOIN runs ON id = run WHERE hash = '%s' AND name = "
                 "'cycles'",
                 expected[i].hash);
        assert_int_equal(ask(b, query), expected[i].cycles);
    }
    assert_int_equal(ask(b, "SELECT count(*) FROM per_pc"), 3 * 2);
    db_close(a);
    db_close(b);
}

static void db_merge_102_again_changes_nothing(void **state)
{
    (void)state;
    db_t *a = in_memory(), *b = in_memory();
    diag_t d = {{0}};
    store(a, "one", 100);
    done(image_merge(b, a, &d), &d);
    long changes = (long)sqlite3_total_changes(b->sql);
    done(image_merge(b, a, &d), &d);
    assert_int_equal(ask(b, "SELECT count(*) FROM runs"), 1);
    assert_int_equal(ask(b, "SELECT count(*) FROM stats"), 7);
    /* nothing but the list of what is new */
    assert_true((long)sqlite3_total_changes(b->sql) - changes <= 1);
    db_close(a);
    db_close(b);
}

/* A failure is kept where neither has the run, the later of two; a run that came removes it. */
static void db_merge_110_failures(void **state)
{
    (void)state;
    db_t *a = in_memory(), *b = in_memory();
    diag_t d = {{0}};
    store(b, "ran here", 1);
    store_failure(a, "ran here", 2, 10);
    store_failure(b, "ran there", 2, 10);
    store(a, "ran there", 1);
    store_failure(a, "later there", 3, 20);
    store_failure(b, "later there", 2, 10);
    store_failure(a, "later here", 3, 10);
    store_failure(b, "later here", 2, 20);
    store_failure(a, "only there", 4, 10);
    done(image_merge(b, a, &d), &d);
    char *text = rows(b, "SELECT hash, status FROM failures ORDER BY hash");
    assert_string_equal(text, "hash:later here|status:2|\nhash:later there|status:3|\n"
                              "hash:only there|status:4|\n");
    free(text);
    db_close(a);
    db_close(b);
}

/* The points of a sweep belong together: of one that both know, none of the other's. */
static void db_merge_111_sweeps(void **state)
{
    (void)state;
    db_t *a = in_memory(), *b = in_memory();
    diag_t d = {{0}};
    run_sql(b, "INSERT INTO sweeps VALUES ('both', 'b', 'f', 0, NULL, NULL);"
               "INSERT INTO points VALUES ('both', 1, 'x', 's')");
    run_sql(a, "INSERT INTO sweeps VALUES ('both', 'a', 'f', 0, NULL, NULL), ('new', 'a', 'f', 1, "
               "'/w', 'd');"
               "INSERT INTO points VALUES ('both', 1, 'y', 's'), ('both', 2, 'z', 's'),"
               " ('new', 1, 'y', 's'), ('new', 2, 'z', 's')");
    done(image_merge(b, a, &d), &d);
    char *text = rows(b, "SELECT sweep, number, hash FROM points ORDER BY 1, 2");
    assert_string_equal(text, "sweep:both|number:1|hash:x|\nsweep:new|number:1|hash:y|\n"
                              "sweep:new|number:2|hash:z|\n");
    free(text);
    assert_int_equal(ask(b, "SELECT doc = 'b' FROM sweeps WHERE name = 'both'"), 1);
    db_close(a);
    db_close(b);
}

static void db_merge_112_claims_of_runs_that_came_are_void(void **state)
{
    (void)state;
    db_t *a = in_memory(), *b = in_memory();
    diag_t d = {{0}};
    assert_int_equal(claim_take(b, "came", &d), CLAIM_MINE);
    assert_int_equal(claim_take(b, "waits", &d), CLAIM_MINE);
    assert_int_equal(claim_take(a, "theirs", &d), CLAIM_MINE);
    store(a, "came", 1);
    done(image_merge(b, a, &d), &d);
    char *text = rows(b, "SELECT hash FROM claims");
    assert_string_equal(text, "hash:waits|\n");
    free(text);
    db_close(a);
    db_close(b);
}

static void db_merge_120_files(void **state)
{
    (void)state;
    diag_t d = {{0}};
    db_t *a = open_at(in_folder("a.db")), *b = open_at(in_folder("b.db"));
    store(a, "one", 100); /* in a's log, which is not yet in the file */
    done(db_merge(b, in_folder("a.db"), &d), &d);
    assert_int_equal(ask(b, "SELECT count(*) FROM runs"), 1);
    assert_same_runs(a, b);
    store(a, "two", 200); /* the source is not kept locked */
    done(db_merge(b, in_folder("a.db"), &d), &d);
    assert_int_equal(ask(b, "SELECT count(*) FROM runs"), 2);
    db_close(a);
    db_close(b);
}

static void db_merge_121_what_is_no_database(void **state)
{
    (void)state;
    db_t *b = in_memory();
    diag_t d = {{0}};
    assert_true(db_merge(b, in_folder("none.db"), &d) < 0);
    assert_non_null(strstr(d.text, "none.db: cannot open"));
    assert_int_not_equal(access(in_folder("none.db"), F_OK), 0); /* nor made */
    d = (diag_t){{0}};
    done(file_write(in_folder("text"), "text", 4, &d), &d);
    assert_true(db_merge(b, in_folder("text"), &d) < 0);
    assert_non_null(strstr(d.text, "text: "));
    /* and nothing is left attached or begun */
    db_t *a = in_memory();
    store(a, "one", 100);
    done(image_merge(b, a, &d), &d);
    assert_int_equal(ask(b, "SELECT count(*) FROM runs"), 1);
    db_close(a);
    db_close(b);
}

static void db_merge_130_image_and_back(void **state)
{
    (void)state;
    diag_t d = {{0}};
    db_t *a = in_memory(), *b;
    store(a, "one", 100);
    store_failure(a, "bad", 2, 10);
    done(image_write(a, in_folder("x.image"), &d), &d);
    done(image_read(in_folder("x.image"), &b, &d), &d);
    assert_same_runs(a, b);
    assert_int_equal(ask(b, "SELECT count(*) FROM failures"), 1);
    store(b, "two", 200); /* a copy: it can be written, and the file stays */
    db_close(b);
    done(image_read(in_folder("x.image"), &b, &d), &d);
    assert_int_equal(ask(b, "SELECT count(*) FROM runs"), 1);
    db_close(a);
    db_close(b);
}

/* Cut short at every eighth of its length, empty, or something else: refused, or whole rows only.
 */
static void db_merge_131_damaged_images(void **state)
{
    (void)state;
    diag_t d = {{0}};
    db_t *a = in_memory(), *b, *into = in_memory();
    char *bytes;
    size_t n;
    store(a, "one", 100);
    done(image_write(a, in_folder("x.image"), &d), &d);
    db_close(a);
    done(file_read(in_folder("x.image"), 1 << 30, &bytes, &n, &d), &d);
    for (unsigned i = 0; i < 8; i++) {
        d = (diag_t){{0}};
        done(file_write(in_folder("x.image"), bytes, n * i / 8, &d), &d);
        int rc = image_read(in_folder("x.image"), &b, &d);
        if (!rc) {
            rc = image_merge(into, b, &d);
            db_close(b);
        }
        assert_true(rc < 0);
        assert_true(d.text[0]);
        assert_int_equal(ask(into, "SELECT count(*) FROM runs"), 0);
    }
    memset(bytes, 'x', n);
    d = (diag_t){{0}};
    done(file_write(in_folder("x.image"), bytes, n, &d), &d);
    assert_true(image_read(in_folder("x.image"), &b, &d) < 0);
    assert_non_null(strstr(d.text, "x.image: "));
    free(bytes);
    db_close(into);
}

static void db_merge_132_newer_schema(void **state)
{
    (void)state;
    diag_t d = {{0}};
    db_t *a = in_memory(), *b;
    run_sql(a, "PRAGMA user_version = 99");
    done(image_write(a, in_folder("x.image"), &d), &d);
    assert_true(image_read(in_folder("x.image"), &b, &d) < 0);
    assert_non_null(strstr(d.text, "schema 99"));
    db_close(a);
}

/* Both files are named, and the one that the runs come from first. */
static void db_merge_140_a_failure_names_the_source(void **state)
{
    (void)state;
    char expected[1100];
    diag_t d = {{0}};
    db_t *a = in_memory(), *b = open_at(in_folder("b.db"));
    store(b, "n1", 1);
    snprintf(expected, sizeof expected, "%s: cannot be merged into ", b->path);
    /* Once more the key of a row, in a table that has lost its key. */
    run_sql(b, "CREATE TABLE t AS SELECT * FROM settings; DROP TABLE settings;"
               " ALTER TABLE t RENAME TO settings; INSERT INTO settings SELECT * FROM settings");
    char *from = strdup(b->path);
    db_close(b);
    assert_true(db_merge(a, from, &d) < 0);
    if (strncmp(d.text, expected, strlen(expected)))
        fail_msg("%s; expected %s", d.text, expected);
    free(from);
    db_close(a);
}

/* A file that was made is removed unless it holds a row or somebody uses it. */
static void db_merge_150_discards_what_is_empty_and_alone(void **state)
{
    (void)state;
    const char *path = in_folder("made.db");
    diag_t d = {{0}};
    db_t *db = open_at(path), *other;
    db_discard(db);
    assert_int_not_equal(access(path, F_OK), 0);
    db = open_at(path);
    other = open_at(path);
    assert_true(db->made && !other->made);
    db_discard(db);
    assert_int_equal(access(path, F_OK), 0);
    done(db_in_place(other, &d), &d);
    db_discard(other); /* has not made it */
    assert_int_equal(access(path, F_OK), 0);
    unlink(path);
    db = open_at(path);
    run_sql(db, "INSERT INTO claims VALUES ('h', 'host', 'boot', 1, 'born', 1.0)");
    db_discard(db);
    assert_int_equal(access(path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(db_merge_100_copies_runs_whole),
        cmocka_unit_test(db_merge_101_rows_follow_their_run),
        cmocka_unit_test(db_merge_102_again_changes_nothing),
        cmocka_unit_test(db_merge_110_failures),
        cmocka_unit_test(db_merge_111_sweeps),
        cmocka_unit_test(db_merge_112_claims_of_runs_that_came_are_void),
        cmocka_unit_test(db_merge_120_files),
        cmocka_unit_test(db_merge_121_what_is_no_database),
        cmocka_unit_test(db_merge_130_image_and_back),
        cmocka_unit_test(db_merge_131_damaged_images),
        cmocka_unit_test(db_merge_132_newer_schema),
        cmocka_unit_test(db_merge_140_a_failure_names_the_source),
        cmocka_unit_test(db_merge_150_discards_what_is_empty_and_alone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
