/* What killed programs leave beside a file (common/file_temp.h): the next writer of the file
 * removes it. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "common/file_temp.h"

typedef struct rig {
    char dir[64], file[96];
} rig_t;

static int setup(void **state)
{
    static rig_t r;
    strcpy(r.dir, "/tmp/lockwarp-file-XXXXXX");
    if (!mkdtemp(r.dir))
        return -1;
    snprintf(r.file, sizeof r.file, "%s/x.json", r.dir);
    *state = &r;
    return 0;
}

static int teardown(void **state)
{
    const rig_t *r = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", r->dir);
    return system(command);
}

static int make(const rig_t *r, const char *name)
{
    char path[192];
    snprintf(path, sizeof path, "%s/%s", r->dir, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(fd >= 0);
    return fd;
}

static bool there(const rig_t *r, const char *name)
{
    char path[192];
    snprintf(path, sizeof path, "%s/%s", r->dir, name);
    return access(path, F_OK) == 0;
}

static void write_file(const rig_t *r)
{
    diag_t d = {{0}};
    assert_int_equal(file_write(r->file, "text", 4, &d), 0);
}

static void file_temp_100_one_of_a_killed_program_is_removed(void **state)
{
    const rig_t *r = *state;
    close(make(r, "x.json.123.lockwarp.tmp"));
    close(make(r, "x.json.4194303.lockwarp.tmp"));
    write_file(r);
    assert_false(there(r, "x.json.123.lockwarp.tmp"));
    assert_false(there(r, "x.json.4194303.lockwarp.tmp"));
    assert_true(there(r, "x.json"));
}

static void file_temp_101_one_that_is_being_written_stays(void **state)
{
    const rig_t *r = *state;
    int fd = make(r, "x.json.123.lockwarp.tmp");
    assert_int_equal(flock(fd, LOCK_EX), 0);
    write_file(r);
    assert_true(there(r, "x.json.123.lockwarp.tmp"));
    close(fd);
    write_file(r);
    assert_false(there(r, "x.json.123.lockwarp.tmp"));
}

static void file_temp_102_other_files_stay(void **state)
{
    static const char *const name[] = {"x.json.lockwarp.tmp",      "x.json.12a.lockwarp.tmp",
                                       "x.json.123.tmp",           "y.json.123.lockwarp.tmp",
                                       "x.json.123.lockwarp.tmp1", "ax.json.123.lockwarp.tmp",
                                       "x.json..lockwarp.tmp",     "x.jso.123.lockwarp.tmp"};
    const rig_t *r = *state;
    for (unsigned i = 0; i < sizeof name / sizeof *name; i++)
        close(make(r, name[i]));
    write_file(r);
    for (unsigned i = 0; i < sizeof name / sizeof *name; i++)
        assert_true(there(r, name[i]));
}

/* Where the file system has no files without a name. */
static void file_temp_103_a_named_one_is_locked_while_it_is_written(void **state)
{
    const rig_t *r = *state;
    char *temp = file_temp_name(r->file);
    assert_non_null(temp);
    int fd = file_temp_open(temp);
    assert_true(fd >= 0);
    file_temp_remove_dead(r->file);
    assert_int_equal(access(temp, F_OK), 0);
    close(fd);
    file_temp_remove_dead(r->file);
    assert_int_not_equal(access(temp, F_OK), 0);
    free(temp);
}

static void file_temp_104_two_writers_of_a_file_leave_one_whole(void **state)
{
    const rig_t *r = *state;
    diag_t d = {{0}};
    file_out_t *a, *b;
    char text[8] = "";
    assert_int_equal(file_begin(r->file, &a, &d), 0);
    assert_int_equal(file_begin(r->file, &b, &d), 0);
    assert_int_equal(file_put(a, "first", 5), 0);
    assert_int_equal(file_put(b, "second", 6), 0);
    assert_int_equal(file_commit(a, &d), 0);
    assert_int_equal(file_commit(b, &d), 0);
    FILE *f = fopen(r->file, "r");
    assert_non_null(f);
    assert_int_equal(fread(text, 1, sizeof text - 1, f), 6);
    assert_string_equal(text, "second");
    fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(file_temp_100_one_of_a_killed_program_is_removed, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(file_temp_101_one_that_is_being_written_stays, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(file_temp_102_other_files_stay, setup, teardown),
        cmocka_unit_test_setup_teardown(file_temp_103_a_named_one_is_locked_while_it_is_written,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(file_temp_104_two_writers_of_a_file_leave_one_whole, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
