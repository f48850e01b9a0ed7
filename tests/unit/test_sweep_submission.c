/* Points into tasks, and the folder that a submitter and its tasks share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "sweep/chunk.h"
#include "sweep/submission.h"

enum { ITEMS = 8 };

/* n items of which the hash is the number's digit 64 times. */
typedef struct items {
    point_t point[ITEMS];
    plan_item_t item[ITEMS];
    const plan_item_t *list[ITEMS];
} items_t;

static void make_items(items_t *x, const double *seconds, unsigned n)
{
    *x = (items_t){0};
    for (unsigned i = 0; i < n; i++) {
        memset(x->point[i].hash, "0123456789abcdef"[i], DB_HASH - 1);
        x->item[i] = (plan_item_t){.point = &x->point[i], .seconds = seconds[i]};
        x->list[i] = &x->item[i];
    }
}

static void assert_tasks(const double *seconds, unsigned n, double chunk, const unsigned *expected)
{
    items_t x;
    unsigned task_of[ITEMS];
    make_items(&x, seconds, n);
    unsigned tasks = chunk_items(x.list, n, chunk, task_of);
    assert_int_equal(tasks, n ? expected[n - 1] + 1 : 0);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(task_of[i], expected[i]);
}

static void sweep_500_chunks_fill_up_to_their_seconds(void **state)
{
    (void)state;
    const double s[] = {6, 4, 3, 3, 3, 1, 1, 1};
    assert_tasks(s, 8, 10, (unsigned[]){0, 0, 1, 1, 1, 1, 2, 2}); /* 10, 10, 2 */
    assert_tasks(s, 8, 9, (unsigned[]){0, 1, 1, 2, 2, 2, 2, 2});  /* 6, 7, 9 */
    assert_tasks(s, 8, 100, (unsigned[]){0, 0, 0, 0, 0, 0, 0, 0});
    assert_tasks(s, 0, 10, NULL);
}

static void sweep_501_a_longer_point_is_a_task_of_its_own(void **state)
{
    (void)state;
    const double s[] = {50, 40, 2, 2};
    assert_tasks(s, 4, 5, (unsigned[]){0, 1, 2, 2});
    assert_tasks(s, 4, 0.001, (unsigned[]){0, 1, 2, 3});
}

static void sweep_502_no_point_is_free(void **state)
{
    (void)state;
    const double s[] = {1e-9, 0, 0, 0, 0};
    assert_tasks(s, 5, 2.5 * CHUNK_POINT_S, (unsigned[]){0, 0, 1, 1, 2});
}

static void sweep_503_split_into_arrays(void **state)
{
    (void)state;
    unsigned task_of[] = {0, 0, 1, 2, 3, 3, 4};
    assert_int_equal(chunk_split(task_of, 7, 2), 3); /* tasks 0 and 1 */
    assert_memory_equal(task_of, ((unsigned[]){0, 0, 1}), 3 * sizeof *task_of);
    assert_int_equal(chunk_split(task_of + 3, 4, 2), 3); /* 2 and 3 */
    assert_memory_equal(task_of + 3, ((unsigned[]){0, 1, 1}), 3 * sizeof *task_of);
    assert_int_equal(chunk_split(task_of + 6, 1, 2), 1);
    assert_int_equal(task_of[6], 0);
    assert_int_equal(chunk_split(task_of + 7, 0, 2), 0);
}

static char root[] = "/tmp/lockwarp_submission_XXXXXX";

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
    (void)state;
    submission_remove(root);
    return access(root, F_OK) ? 0 : -1;
}

static submission_t *make(const unsigned *task_of, unsigned n, bool quick)
{
    static items_t x;
    const double s[ITEMS] = {0};
    char yaml[] = "groups: []\n";
    const sweep_t sweep = {.name = "a sweep's, 100 %", .text = yaml, .bytes = sizeof yaml - 1};
    submission_t *out;
    diag_t d = {{0}};
    make_items(&x, s, n);
    if (submission_make(root, &sweep, quick, "/bin/it's", x.list, task_of, n, &out, &d))
        fail_msg("%s", d.text);
    return out;
}

static void sweep_510_folder_and_back(void **state)
{
    (void)state;
    char path[SUBMISSION_PATH], *text;
    size_t n;
    diag_t d = {{0}};
    submission_t *s = make((unsigned[]){0, 0, 1, 2, 2}, 5, true), *again;
    /* the job's name goes to squeue in a list with commas */
    assert_int_equal(strspn(s->name, "lockwarp-sehu0123456789abcdef_"), strlen(s->name));
    if (submission_read(s->dir, &again, &d))
        fail_msg("%s", d.text);
    assert_true(again->quick);
    assert_false(again->sent);
    assert_int_equal(again->n_points, 5);
    assert_int_equal(again->n_tasks, 3);
    static const unsigned first[] = {0, 2, 3}, count[] = {2, 1, 2};
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(again->task[k].first, first[k]);
        assert_int_equal(again->task[k].n, count[k]);
    }
    for (unsigned i = 0; i < 5; i++)
        assert_true(again->hash[i][0] == (char)('0' + i) && strlen(again->hash[i]) == 64);
    /* the shell gets the program's name as it is */
    submission_path(path, s->dir, "job.sh");
    assert_int_equal(file_read(path, 1 << 20, &text, &n, &d), 0);
    assert_non_null(strstr(text, "exec '/bin/it'\\''s' sweep --slurm-task /tmp/"));
    free(text);
    submission_path(path, s->dir, "job");
    assert_int_equal(file_write(path, "7\n", 2, &d), 0);
    submission_free(again);
    assert_int_equal(submission_read(s->dir, &again, &d), 0);
    assert_true(again->sent);
    submission_remove(s->dir);
    assert_int_not_equal(access(s->dir, F_OK), 0);
    submission_free(again);
    submission_free(s);
}

static void sweep_511_damaged_task_lists(void **state)
{
    (void)state;
    static const char hash[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static const struct {
        const char *text, *says; /* %: a hash */
    } cases[] = {
        {"", "tasks:1:1"},
        {"quick 2\n0 %\n", "tasks:1:1: expected \"quick 0\""},
        {"quick 0\n1 %\n", "tasks:2:1: expected the number"},        /* counts from 0 */
        {"quick 0\n0 %\n2 %\n", "tasks:3:1: expected the number"},   /* leaves one out */
        {"quick 0\n0 %\n1 %\n0 %\n", "tasks:4:1: expected the num"}, /* goes back */
        {"quick 0\n0 abc\n", "tasks:2:1: "},
        {"quick 0\n0\n", "tasks:2:1: "},
        {"quick 0\nx %\n", "tasks:2:1: "},
        {"quick 0\n-1 %\n", "tasks:2:1: "},
        {"quick 0\n\n0 %\n", "tasks:2:1: "},
        {"quick 0\n0 %0\n", "tasks:2:1: "},
        {"quick 0\n0 %\n1 \n%", "tasks:3:1: "},        /* cut */
        {"quick 0\n0 %\n1000 %\n", "tasks:3:1: "},     /* more than there may be */
        {"quick 0\n0 %\n4294967296 %", "tasks:3:1: "}, /* no number of ours, and not 0 */
    };
    submission_t *s = make((unsigned[]){0}, 1, false), *again;
    char path[SUBMISSION_PATH];
    submission_path(path, s->dir, "tasks");
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024] = "";
        for (const char *c = cases[i].text; *c; c++)
            strncat(text, *c == '%' ? hash : (char[]){*c, '\0'}, sizeof text - strlen(text) - 1);
        diag_t d = {{0}};
        assert_int_equal(file_write(path, text, strlen(text), &d), 0);
        assert_true(submission_read(s->dir, &again, &d) < 0);
        if (!strstr(d.text, cases[i].says))
            fail_msg("\"%s\": %s", cases[i].text, d.text);
    }
    submission_remove(s->dir);
    submission_free(s);
}

/* A sweep's most points: reading takes time in proportion to them, a tenth of a second. The timer,
 * of processor time, ends the test where it goes with their square. */
static void sweep_513_many_points(void **state)
{
    (void)state;
    static point_t point[SWEEP_MAX_POINTS];
    static plan_item_t item[SWEEP_MAX_POINTS];
    static const plan_item_t *list[SWEEP_MAX_POINTS];
    static unsigned task_of[SWEEP_MAX_POINTS];
    char yaml[] = "groups: []\n";
    const sweep_t sweep = {.name = "many", .text = yaml, .bytes = sizeof yaml - 1};
    const struct itimerval limit = {.it_value = {.tv_sec = 10}};
    submission_t *s;
    diag_t d = {{0}};
    for (unsigned i = 0; i < SWEEP_MAX_POINTS; i++) {
        snprintf(point[i].hash, DB_HASH, "%064x", i);
        item[i].point = &point[i];
        list[i] = &item[i];
        task_of[i] = i / (SWEEP_MAX_POINTS / SUBMISSION_TASKS);
    }
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
    if (submission_make(root, &sweep, false, "/bin/x", list, task_of, SWEEP_MAX_POINTS, &s, &d))
        fail_msg("%s", d.text);
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {0}}, NULL);
    assert_int_equal(s->n_points, SWEEP_MAX_POINTS);
    assert_int_equal(s->n_tasks, SUBMISSION_TASKS);
    assert_string_equal(s->hash[SWEEP_MAX_POINTS - 1], point[SWEEP_MAX_POINTS - 1].hash);
    submission_remove(s->dir);
    submission_free(s);
}

/* What a file says when a sweep is read is what its tasks get, whatever it says later. */
static void sweep_514_an_edited_file(void **state)
{
    (void)state;
    static const char before[] = "groups: [{series: a, workloads: [bfs], configs: [abyp-gcn]}]\n";
    char path[256], copy[SUBMISSION_PATH], *text;
    sweep_t sweep;
    plan_t plan;
    submission_t *s;
    size_t n;
    diag_t d = {{0}};
    snprintf(path, sizeof path, "%s/s.yaml", root);
    assert_int_equal(file_write(path, before, sizeof before - 1, &d), 0);
    if (sweep_read(&sweep, path, false, &d) || plan_make(&plan, &sweep, NULL, &d))
        fail_msg("%s", d.text);
    for (unsigned i = 0; i < 2; i++) { /* a point that a task did not bring is submitted again */
        const plan_item_t *item = plan.item;
        if (submission_make(root, &sweep, false, "/bin/x", &item, &(unsigned){0}, 1, &s, &d))
            fail_msg("%s", d.text);
        submission_path(copy, s->dir, "sweep.yaml");
        assert_int_equal(file_read(copy, 1 << 20, &text, &n, &d), 0);
        assert_string_equal(text, before);
        free(text);
        submission_remove(s->dir);
        submission_free(s);
        assert_int_equal(file_write(path, "groups: []\n", 11, &d), 0);
    }
    unlink(path);
    plan_free(&plan);
    sweep_free(&sweep);
}

static void sweep_512_names_of_pieces(void **state)
{
    (void)state;
    unsigned k = 99;
    bool taken = true;
    assert_true(submission_piece("12-0-3.db", &k, &taken));
    assert_true(k == 12 && !taken);
    assert_true(submission_piece("7-1-0.taken", &k, &taken));
    assert_true(k == 7 && taken);
    static const char *const others[] = {
        "7-1-0.db.123.tmp", "7-1.db", "7.end", "log.7", "tasks", "7-1-0", "7-1-0.takenx"};
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(submission_piece(others[i], &k, &taken));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweep_500_chunks_fill_up_to_their_seconds),
        cmocka_unit_test(sweep_501_a_longer_point_is_a_task_of_its_own),
        cmocka_unit_test(sweep_502_no_point_is_free),
        cmocka_unit_test(sweep_503_split_into_arrays),
        cmocka_unit_test(sweep_510_folder_and_back),
        cmocka_unit_test(sweep_511_damaged_task_lists),
        cmocka_unit_test(sweep_512_names_of_pieces),
        cmocka_unit_test(sweep_513_many_points),
        cmocka_unit_test(sweep_514_an_edited_file),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
