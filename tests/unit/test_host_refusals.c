/* What the host's side of the units refuses, and how it says so: checkpoint streams
 * (common/state_io.h) that fail or hold too much, engines (common/engine.h) without waveforms,
 * files (common/file.h) and folders (common/scratch.h) that cannot be made. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "apcm/apcm_mta.h"
#include "common/end_signals.h"
#include "common/engine.h"
#include "common/fifo.h"
#include "common/file.h"
#include "common/place.h"
#include "common/root.h"
#include "common/scratch.h"
#include "common/scratch_folder.h"
#include "common/state_io.h"

#include "state_memory.h"

/* ---- Streams ---- */

static int no_room(void *ctx, const void *data, size_t bytes)
{
    (void)ctx, (void)data, (void)bytes;
    return -ENOSPC;
}

static ssize_t broken(void *ctx, void *data, size_t room)
{
    (void)ctx, (void)data, (void)room;
    return -EIO;
}

static void host_010_write_that_fails(void **state)
{
    (void)state;
    diag_t d = {0};
    uint64_t n = 7;
    state_io_t *io = state_save(no_room, NULL);
    state_bytes(io, &n, sizeof n);
    assert_int_equal(state_close(io, &d), -ENOSPC);
    assert_string_equal(d.text, "checkpoint: cannot write: No space left on device");
}

static void host_020_read_that_fails(void **state)
{
    (void)state;
    diag_t d = {0};
    uint64_t n;
    state_io_t *io = state_load(broken, NULL);
    state_bytes(io, &n, sizeof n);
    assert_int_equal(state_close(io, &d), -EIO);
    assert_string_equal(d.text, "checkpoint: cannot read: Input/output error");
}

/* The first reason stays, whatever fails afterwards. */
static void host_030_more_than_is_read(void **state)
{
    (void)state;
    diag_t d = {0};
    memory_t m = {0};
    uint64_t n = 7;
    state_io_t *io = state_save(put, &m);
    state_section(io, "one");
    state_bytes(io, &n, sizeof n);
    state_bytes(io, &n, sizeof n);
    assert_int_equal(state_close(io, &d), 0);

    io = state_load(get, &m);
    state_section(io, "one");
    state_bytes(io, &n, sizeof n);
    assert_int_equal(state_close(io, &d), -EINVAL);
    assert_string_equal(d.text, "checkpoint: holds more than was expected after 'one'");

    m.at = 0;
    d = (diag_t){0};
    io = state_load(get, &m);
    state_section(io, "one");
    state_fail(io, "is %s", "odd");
    state_fail(io, "is %s", "even");
    assert_null(state_alloc(io, 1, 1));
    assert_int_equal(state_close(io, &d), -EINVAL);
    assert_string_equal(d.text, "checkpoint: is odd");
    free(m.data);
}

static void host_040_reading_is_stopped(void **state)
{
    (void)state;
    diag_t d = {0};
    memory_t m = {0};
    volatile sig_atomic_t stop = 0;
    uint64_t n = 7;
    state_io_t *io = state_save(put, &m);
    state_bytes(io, &n, sizeof n);
    assert_int_equal(state_close(io, &d), 0);

    io = state_load(get, &m);
    state_stop_on(io, &stop);
    assert_int_equal(state_error(io), 0);
    stop = 1;
    assert_int_equal(state_error(io), -EINTR);
    assert_int_equal(state_close(io, &d), -EINTR);
    assert_string_equal(d.text, "checkpoint: was not read to its end");
    free(m.data);
}

/* One byte at a time, as from a slow pipe. */
static ssize_t get_one(void *ctx, void *data, size_t room)
{
    return get(ctx, data, room ? 1 : 0);
}

static void host_050_something_behind_the_end(void **state)
{
    (void)state;
    diag_t d = {0};
    memory_t m = {0};
    state_read_fn *const reads[] = {get, get_one};
    char *none = NULL, *some = NULL;
    state_io_t *io = state_save(put, &m);
    state_text(io, &none);
    assert_int_equal(state_close(io, &d), 0);
    for (unsigned more = 0; more < 2; more++) {
        for (unsigned i = 0; i < 2; i++) {
            m.at = 0;
            d = (diag_t){0};
            io = state_load(reads[i], &m);
            state_text(io, &some);
            assert_null(some);
            assert_int_equal(state_close(io, &d), more ? -EINVAL : 0);
            assert_string_equal(d.text, more ? "checkpoint: holds something after its end" : "");
        }
        if (!more)
            put(&m, "x", 1);
    }
    free(m.data);
}

/* What does not fit is not written in part: neither text nor number follows a failure. */
static void host_060_nothing_follows_a_failure(void **state)
{
    (void)state;
    diag_t d = {0};
    memory_t m = {0};
    char *text = strdup("text");
    uint64_t n = 9;
    state_io_t *io = state_save(put, &m);
    state_section(io, "one");
    state_count(io, &n, 8, "eggs");
    assert_int_equal(n, 9);
    state_text(io, &text);
    assert_int_equal(state_close(io, &d), -EINVAL);
    assert_string_equal(d.text, "checkpoint: has 9 eggs in 'one'; expected at most 8");
    assert_int_equal(m.n, 0);
    free(text);
    free(m.data);
}

/* ---- Engines ---- */

static void host_100_parameters_that_only_the_unit_refuses(void **state)
{
    (void)state;
    diag_t d = {0};
    apcm_mta_cfg_t c;
    unit_cfg_geometry(&apcm_mta_unit, UNIT_PAPER, &c);
    c.sets = 3;
    assert_null(unit_inst_new(&apcm_mta_unit, &c, &unit_engine_c, "SM 0", &d));
    assert_string_equal(d.text, "apcm.mta: the unit refuses these parameters");
}

static void host_110_model_has_no_waveform_and_no_stimulus(void **state)
{
    (void)state;
    diag_t d = {0};
    fifo_cfg_t c;
    unit_cfg_geometry(&fifo_unit, UNIT_PAPER, &c);
    unit_inst_t *u = unit_inst_new(&fifo_unit, &c, &unit_engine_c, "SM 0", &d);
    assert_non_null(u);
    assert_int_not_equal(unit_inst_wave(u, "x.fst", &d), 0);
    assert_string_equal(d.text, "x.fst: a waveform shows both sides; it needs -e lockstep");
    d = (diag_t){0};
    assert_int_not_equal(unit_inst_record(u, "x.stim", &d), 0);
    assert_string_equal(d.text, "x.stim: engine c keeps no stimulus");
    assert_int_equal(unit_inst_report(u, stderr, ".", "now"), 0);
    unit_inst_free(u);
}

/* ---- Files ---- */

static void host_200_device_is_written_in_place(void **state)
{
    (void)state;
    diag_t d = {0};
    file_out_t *f;
    assert_int_equal(file_begin_any("/dev/null", &f, &d), 0);
    assert_string_equal(file_out_name(f), "/dev/null");
    assert_int_equal(file_put(f, "x", 1), 0);
    assert_int_equal(file_commit(f, &d), 0);
    assert_int_equal(file_write("/dev/null", "x", 1, &d), 0);
    assert_int_equal(file_check_writable("/dev/null", &d), 0);
}

static void host_210_full_device(void **state)
{
    (void)state;
    diag_t d = {0};
    assert_int_equal(file_check_writable("/dev/full", &d), -ENOSPC);
    assert_string_equal(d.text, "/dev/full: cannot write: No space left on device");
    d = (diag_t){0};
    assert_int_equal(file_write("/dev/full", "x", 1, &d), -ENOSPC);
    assert_string_equal(d.text, "/dev/full: cannot write: No space left on device");
}

static void host_220_special_file_that_is_no_device(void **state)
{
    (void)state;
    char dir[] = "/tmp/lockwarp-host-XXXXXX", path[64];
    diag_t d = {0};
    file_out_t *f;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/fifo", dir);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_true(file_begin_any(path, &f, &d) < 0);
    assert_null(f);
    assert_true(file_write(path, "x", 1, &d) < 0);
    assert_true(file_check_writable(path, &d) < 0);
    assert_int_equal(file_begin(path, &f, &d), -EINVAL);
    assert_true(file_check_readable(path, &d) < 0);
    assert_true(file_check_readable(dir, &d) < 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(dir), 0);
}

static void host_230_names_that_are_too_long(void **state)
{
    (void)state;
    char name[PATH_MAX + 2];
    diag_t d = {0};
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert_int_equal(file_check_folder(name, true, &d), -ENAMETOOLONG);
    d = (diag_t){0};
    assert_int_equal(file_write(name, "x", 1, &d), -ENAMETOOLONG);
    assert_false(file_same_place(name, "/dev/null"));
    assert_false(file_same_place("-", name));
}

static void host_240_names_that_lead_nowhere(void **state)
{
    (void)state;
    char dir[] = "/tmp/lockwarp-host-XXXXXX", ring[64], other[64];
    diag_t d = {0};
    assert_non_null(mkdtemp(dir));
    snprintf(ring, sizeof ring, "%s/ring", dir);
    snprintf(other, sizeof other, "%s/other", dir);
    assert_int_equal(file_write("", "x", 1, &d), -ENOENT);
    assert_int_equal(file_write(dir, "x", 1, &d), -EISDIR);
    assert_int_equal(symlink(ring, ring), 0);
    assert_int_equal(file_write(ring, "x", 1, &d), -ELOOP);
    assert_false(file_same_place(ring, other));
    assert_int_equal(unlink(ring), 0);
    assert_false(file_same_place(ring, other));
    assert_false(file_same_place(other, "-"));
    assert_true(file_same_place(other, other));
    assert_false(file_same_place("/tmp/lockwarp-host-none/a", other));
    assert_false(file_same_place(dir, dir));
    assert_int_equal(file_write(other, "x", 1, &d), 0);
    assert_false(file_same_place(ring, other));
    assert_true(file_same_place(other, other));
    assert_false(file_same_place(other, "/proc/self/status"));
    assert_int_equal(file_write(ring, "x", 1, &d), 0);
    assert_false(file_same_place(ring, other));
    assert_int_equal(unlink(ring), 0);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(rmdir(dir), 0);
}

/* ---- Folders, and where the program lies ---- */

static void host_300_scratch_that_cannot_be_made(void **state)
{
    (void)state;
    char dir[8], name[PATH_MAX + 2];
    scratch_t s;
    diag_t d = {0};
    assert_int_equal(scratch_folder_make("/nowhere", "x", name, sizeof name), -ENOENT);
    assert_int_equal(scratch_folder_make("/tmp", "x", dir, sizeof dir), -ENAMETOOLONG);
    assert_int_equal(scratch_open(&s, "/nowhere", "x", &d), -ENOENT);
    assert_string_equal(d.text, "/nowhere: cannot make a folder there: No such file or directory");
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    d = (diag_t){0};
    assert_true(scratch_open_locked(&s, NULL, NULL, name, -1, &d) < 0);
    assert_non_null(strstr(d.text, "name too long"));
}

/* A closed scratch is closed once. */
static void host_310_scratch_without_a_folder(void **state)
{
    (void)state;
    scratch_t s;
    diag_t d = {0};
    assert_int_equal(scratch_open_locked(&s, NULL, NULL, NULL, -1, &d), 0);
    assert_string_equal(s.dir, "");
    assert_null(scratch_why(&s, 1));
    scratch_close(&s);
    scratch_close(&s);
}

static void host_315_scratch_without_TMPDIR(void **state)
{
    (void)state;
    char *before = getenv("TMPDIR");
    before = before ? strdup(before) : NULL;
    scratch_t s;
    diag_t d = {0};
    assert_int_equal(setenv("TMPDIR", "", 1), 0);
    assert_int_equal(scratch_open(&s, NULL, "lockwarp-host-", &d), 0);
    assert_int_equal(strncmp(s.dir, "/tmp/lockwarp-host-", 19), 0);
    assert_int_equal(access(s.dir, W_OK), 0);
    scratch_close(&s);
    assert_int_not_equal(access(s.dir, F_OK), 0);
    assert_int_equal(before ? setenv("TMPDIR", before, 1) : unsetenv("TMPDIR"), 0);
    free(before);
}

static void host_320_root_needs_room(void **state)
{
    (void)state;
    char path[4];
    assert_string_equal(root_beside("../share", path, sizeof path), "");
}

/* A name of each signal that ends the program. */
static void host_330_names_of_signals(void **state)
{
    (void)state;
    assert_string_equal(end_signal_name(SIGINT), "SIGINT");
    assert_string_equal(end_signal_name(SIGTERM), "SIGTERM");
    assert_string_equal(end_signal_name(SIGHUP), "SIGHUP");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_010_write_that_fails),
        cmocka_unit_test(host_020_read_that_fails),
        cmocka_unit_test(host_030_more_than_is_read),
        cmocka_unit_test(host_040_reading_is_stopped),
        cmocka_unit_test(host_050_something_behind_the_end),
        cmocka_unit_test(host_060_nothing_follows_a_failure),
        cmocka_unit_test(host_100_parameters_that_only_the_unit_refuses),
        cmocka_unit_test(host_110_model_has_no_waveform_and_no_stimulus),
        cmocka_unit_test(host_200_device_is_written_in_place),
        cmocka_unit_test(host_210_full_device),
        cmocka_unit_test(host_220_special_file_that_is_no_device),
        cmocka_unit_test(host_230_names_that_are_too_long),
        cmocka_unit_test(host_240_names_that_lead_nowhere),
        cmocka_unit_test(host_300_scratch_that_cannot_be_made),
        cmocka_unit_test(host_310_scratch_without_a_folder),
        cmocka_unit_test(host_315_scratch_without_TMPDIR),
        cmocka_unit_test(host_320_root_needs_room),
        cmocka_unit_test(host_330_names_of_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
