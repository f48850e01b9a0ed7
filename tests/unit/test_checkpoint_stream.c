/*
 * What a checkpoint consists of: the stream of state, the file of another program, and the log of
 * what a host reads. What is damaged or of another program is refused.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "checkpoint_file.h"
#include "cli/session.h"
#include "common/file.h"
#include "common/rng.h"
#include "driver/host_log.h"
#include "gpu/state.h"
#include "hash/source_hash.h"
#include "state_memory.h"

/* ---- The stream ---- */

static void some_state(state_io_t *io)
{
    uint32_t x[500], want[500];
    rng_t r;
    rng_seed(&r, 5);
    for (unsigned i = 0; i < 500; i++)
        x[i] = want[i] = rng_below(&r, 1000);
    state_section(io, "one");
    STATE(io, x);
    assert_memory_equal(x, want, sizeof x);
    state_section(io, "two");
    state_expect(io, 17, "seventeens");
}

static memory_t a_stream(void)
{
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    state_io_t *io = state_save(put, &m);
    assert_non_null(io);
    some_state(io);
    assert_int_equal(state_close(io, &d), 0);
    return m;
}

static void checkpoint_200_a_stream_cut_anywhere_is_an_error(void **state)
{
    (void)state;
    memory_t m = a_stream();
    for (size_t n = 0; n <= m.n; n++) {
        memory_t cut = {m.data, n, 0};
        diag_t d = {{0}};
        assert_int_equal(state_check(get, &cut, &d) == 0, n == m.n);
        assert_int_equal(d.text[0] == 0, n == m.n);
    }
    memory_t longer = a_stream();
    put(&longer, "", 1);
    diag_t d = {{0}};
    assert_int_not_equal(state_check(get, &longer, &d), 0);
    assert_non_null(strstr(d.text, "after its end"));
    free(longer.data);
    free(m.data);
}

static void checkpoint_201_a_flipped_bit_is_an_error(void **state)
{
    (void)state;
    memory_t m = a_stream();
    size_t harmless = 0;
    for (size_t bit = 0; bit < 8 * m.n; bit++) {
        diag_t d = {{0}};
        m.at = 0;
        m.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (state_check(get, &m, &d)) {
            assert_string_not_equal(d.text, "");
        } else { /* a bit without meaning: the contents hold, to the checksum */
            m.at = 0;
            state_io_t *io = state_load(get, &m);
            some_state(io);
            assert_int_equal(state_close(io, &d), 0);
            harmless++;
        }
        m.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(harmless < 8 * m.n / 100);
    free(m.data);
}

static void checkpoint_202_another_section_or_number_is_named(void **state)
{
    (void)state;
    memory_t m = a_stream();
    diag_t d = {{0}};
    state_io_t *io = state_load(get, &m);
    state_section(io, "eins");
    assert_int_not_equal(state_close(io, &d), 0);
    assert_non_null(strstr(d.text, "'one' where 'eins' was expected"));
    m.at = 0;
    d.text[0] = 0;
    io = state_load(get, &m);
    uint32_t x[500];
    state_section(io, "one");
    STATE(io, x);
    state_section(io, "two");
    state_expect(io, 18, "eighteens");
    state_expect(io, 19, "kept: the first message"); /* past the end */
    assert_int_not_equal(state_close(io, &d), 0);
    assert_non_null(strstr(d.text, "eighteens 17 in 'two'; expected 18"));
    m.at = 0;
    d.text[0] = 0;
    io = state_load(get, &m);
    uint8_t all[4096];
    memset(all, 1, sizeof all);
    state_section(io, "one");
    STATE(io, all); /* more than there is */
    assert_int_equal(all[sizeof all - 1], 0);
    assert_int_not_equal(state_close(io, &d), 0);
    assert_non_null(strstr(d.text, "ends within 'one'"));
    free(m.data);
}

/* A list as a file may have it, read into entries of 8. */
static int read_list(const uint16_t *list, size_t n, diag_t *d)
{
    memory_t m = {NULL, 0, 0};
    uint16_t next[8], head = 0, item;
    state_links_t l;
    state_io_t *io = state_save(put, &m);
    for (size_t i = 0; i < n; i++) {
        item = list[i];
        STATE(io, item);
    }
    assert_int_equal(state_close(io, d), 0);
    io = state_load(get, &m);
    assert_true(state_links(&l, next, sizeof *next, 8, io));
    state_list(&l, STATE_LIST_FREE, &head, NULL, io);
    state_links_free(&l);
    int rc = state_close(io, d);
    free(m.data);
    return rc;
}

static void checkpoint_203_a_list_visits_each_entry_once(void **state)
{
    (void)state;
    diag_t d = {{0}};
    const uint16_t good[] = {3, 1, 7, STATE_END}, cycle[] = {3, 1, 3, STATE_END},
                   beyond[] = {3, 8, STATE_END}, endless[] = {3, 1, 7};
    assert_int_equal(read_list(good, 4, &d), 0);
    assert_int_not_equal(read_list(cycle, 4, &d), 0);
    assert_non_null(strstr(d.text, "entry 3 of 8"));
    assert_int_not_equal(read_list(beyond, 3, &d), 0);
    assert_int_not_equal(read_list(endless, 3, &d), 0);
}

/* ---- The file ---- */

static void put_text(state_io_t *io, const char *text)
{
    char *s = strdup(text);
    state_text(io, &s);
    free(s);
}

/* A file as another program would have written it. */
static void write_file(const char *version, const char *sources)
{
    static const char line[] = "lockwarp checkpoint 1\n";
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    uint64_t n = 2;
    put(&m, line, sizeof line - 1);
    state_io_t *io = state_save(put, &m);
    state_section(io, "program");
    STATE(io, n);
    put_text(io, "version");
    put_text(io, version);
    put_text(io, "sources");
    put_text(io, sources);
    state_section(io, "what only that program understands");
    assert_int_equal(state_close(io, &d), 0);
    assert_int_equal(file_write(file, m.data, m.n, &d), 0);
    free(m.data);
}

static void refused(const char *version, const char *sources, const char *why)
{
    run_opts_t o;
    suspend_t p = {.file = NULL};
    diag_t d = {{0}};
    run_opts_default(&o);
    o.resume = file;
    write_file(version, sources);
    assert_int_not_equal(suspend_read(&p, &o, &d), 0);
    if (!strstr(d.text, why))
        fail_msg("'%s' does not say '%s'", d.text, why);
    suspend_free(&p);
}

static void checkpoint_210_of_another_program_is_refused(void **state)
{
    (void)state;
    refused("0.0.9", source_hash("program"),
            "another version of the program (lockwarp 0.0.9, sources");
    refused(lw_version, "0123456789abcdef", "sources 0123456789ab); found lockwarp");
    refused(lw_version, source_hash("program"),
            "has 'what only that program understands' where 'settings'");
}

/* ---- The log of what a host reads ---- */

enum { READS = 200, ARENA = 1 << 20 };

static uint64_t read_size(rng_t *r)
{
    return rng_below(r, 4) ? rng_below(r, 100) : rng_below(r, ARENA);
}

static void checkpoint_300_the_log_gives_back_what_was_read(void **state)
{
    (void)state;
    uint8_t *arena = calloc(ARENA, 1), *got = malloc(ARENA);
    uint64_t sum[READS], size[READS];
    host_log_t *l = host_log_new(), *again = host_log_new();
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    rng_t r;
    rng_seed(&r, 3);
    assert_true(arena && got && l && again);
    for (unsigned k = 0; k < READS; k++) {
        for (unsigned i = 0; i < ARENA; i += 64) /* memory changes */
            arena[i] = (uint8_t)(i / 4096 + k);
        size[k] = read_size(&r);
        sum[k] = report_hash(arena, size[k]);
        assert_int_equal(host_log_note(l, arena, size[k]), 0);
        assert_int_equal(host_log_commit(l), 0);
    }
    state_io_t *io = state_save(put, &m);
    host_log_state(l, io);
    assert_int_equal(state_close(io, &d), 0);
    io = state_load(get, &m);
    host_log_state(again, io);
    assert_int_equal(state_close(io, &d), 0);
    for (unsigned k = 0; k < READS; k++) {
        assert_false(host_log_taken(again));
        assert_int_equal(host_log_take(again, got, size[k]), 0);
        assert_int_equal(report_hash(got, size[k]), sum[k]);
    }
    assert_true(host_log_taken(again));
    assert_int_equal(host_log_take(again, got, 1), -EINVAL);
    uint64_t raw, held;
    host_log_size(l, &raw, &held);
    assert_true(raw > 10 * ARENA);
    assert_true(held < raw / 2); /* compressed */
    host_log_free(l);
    host_log_free(again);
    free(m.data);
    free(arena);
    free(got);
}

static void checkpoint_301_another_read_is_noticed(void **state)
{
    (void)state;
    uint8_t byte = 7;
    uint16_t two;
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    host_log_t *l = host_log_new(), *again = host_log_new();
    assert_int_equal(host_log_note(l, &byte, 1), 0);
    assert_int_equal(host_log_commit(l), 0);
    state_io_t *io = state_save(put, &m);
    host_log_state(l, io);
    assert_int_equal(state_close(io, &d), 0);
    io = state_load(get, &m);
    host_log_state(again, io);
    assert_int_equal(state_close(io, &d), 0);
    assert_int_equal(host_log_take(again, &two, sizeof two), -EINVAL);
    host_log_free(l);
    host_log_free(again);
    free(m.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkpoint_200_a_stream_cut_anywhere_is_an_error),
        cmocka_unit_test(checkpoint_201_a_flipped_bit_is_an_error),
        cmocka_unit_test(checkpoint_202_another_section_or_number_is_named),
        cmocka_unit_test(checkpoint_203_a_list_visits_each_entry_once),
        cmocka_unit_test(checkpoint_210_of_another_program_is_refused),
        cmocka_unit_test(checkpoint_300_the_log_gives_back_what_was_read),
        cmocka_unit_test(checkpoint_301_another_read_is_noticed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
