/* The reader of text inputs: what it takes, and where it says the fault is. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "workload/text.h"

/* Opens a text with these bytes; the file is gone at once, its name is "/tmp/...". */
static int open_bytes(text_t *t, const char *bytes, size_t n, diag_t *diag)
{
    static char name[32]; /* outlives the call: the text keeps the pointer */
    strcpy(name, "/tmp/lw_text_XXXXXX");
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), n);
    close(fd);
    *diag = (diag_t){0};
    int rc = text_open(t, name, diag);
    unlink(name);
    return rc;
}

static void open_text(text_t *t, const char *bytes, diag_t *diag)
{
    assert_int_equal(open_bytes(t, bytes, strlen(bytes), diag), 0);
}

static void workload_010_numbers_words_and_lines(void **state)
{
    (void)state;
    text_t t;
    diag_t diag;
    open_text(&t, "12\t-7\r\n\n  2.5e1 Word LONGER_WORD\n3", &diag);
    int64_t n;
    double r;
    char word[8];
    assert_int_equal(text_number(&t, "a", 0, 20, &n), 0);
    assert_int_equal(n, 12);
    assert_int_equal(text_number(&t, "b", -7, 20, &n), 0);
    assert_int_equal(n, -7);
    assert_true(text_skip_in_line(&t)); /* the carriage return is a space */
    assert_int_equal(text_real(&t, "c", &r), 0);
    assert_true(r == 25.0);
    assert_int_equal(t.line, 3);
    text_word(&t, word, sizeof word);
    assert_string_equal(word, "word");
    text_word(&t, word, sizeof word);
    assert_string_equal(word, "longer_"); /* cut, and the rest skipped */
    text_word(&t, word, sizeof word);
    assert_string_equal(word, "");
    assert_true(text_next_line(&t));
    assert_int_equal(text_number(&t, "d", 3, 3, &n), 0);
    assert_int_equal(text_end(&t, "d"), 0);
    assert_false(text_next_line(&t));
    text_close(&t);
}

typedef enum reader { NUMBER, REAL, COUNT, END } reader_t;

/* What is refused, where, and what the message says was expected. */
static void workload_011_refusals_name_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        reader_t reader;
        const char *place, *says;
    } cases[] = {
        {"\n  x", NUMBER, ":2:3: ", "\"x\", expected a whole number (the size)"},
        {"7x", NUMBER, ":1:1: ", "\"7x\", expected a whole number"},
        {"1.5", NUMBER, ":1:1: ", "\"1.5\", expected a whole number"},
        {" 11", NUMBER, ":1:2: ", "\"11\", expected the size from 1 to 10"},
        {"0", NUMBER, ":1:1: ", "from 1 to 10"},
        {"99999999999999999999", NUMBER, ":1:1: ", "from 1 to 10"},
        {"", NUMBER, ":1:1: ", "the end of the file, expected a whole number"},
        {"\n\n", NUMBER, ":3:1: ", "the end of the file"},
        {"nan", REAL, ":1:1: ", "\"nan\", expected a number"},
        {"1e39", REAL, ":1:1: ", "single precision"},
        {"-inf", REAL, ":1:1: ", "expected a number"},
        {"1,5", REAL, ":1:1: ", "expected a number"},
        {"\n 4 \n", COUNT, ":2:2: ", "4 as the size, expected at most the 1 that the file"},
        {"  \n\t5", END, ":2:2: ", "\"5\" after the list, expected the end of the file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_t t;
        diag_t diag;
        open_text(&t, cases[i].text, &diag);
        int64_t n;
        double r;
        int rc = cases[i].reader == NUMBER  ? text_number(&t, "the size", 1, 10, &n)
                 : cases[i].reader == REAL  ? text_real(&t, "the value", &r)
                 : cases[i].reader == COUNT ? text_count(&t, "the size", 1, 4, &n)
                                            : text_end(&t, "the list");
        if (rc != -EINVAL || !strstr(diag.text, cases[i].place) ||
            !strstr(diag.text, cases[i].says))
            fail_msg("\"%s\": %d, %s", cases[i].text, rc, diag.text);
        assert_int_equal(strncmp(diag.text, t.file, strlen("/tmp/lw_text_")), 0);
        text_close(&t);
    }
}

static void workload_012_a_zero_byte_is_refused(void **state)
{
    (void)state;
    text_t t;
    diag_t diag;
    static const struct {
        const char *bytes;
        size_t n;
        const char *want;
    } cases[] = {
        {"1 2\0 3", 6, ":1:4: a zero byte, expected a text file"},
        {"\0", 1, ":1:1: a zero byte"},
        {"p sp 1 1\r\n\na 1\0 1 1\n\0", 20, ":3:4: a zero byte"},
        {"1\n\0", 3, ":2:1: a zero byte"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        assert_int_equal(open_bytes(&t, cases[k].bytes, cases[k].n, &diag), -EINVAL);
        if (!strstr(diag.text, cases[k].want))
            fail_msg("%s: expected %s", diag.text, cases[k].want);
    }
}

static void workload_013_what_cannot_be_opened_is_named(void **state)
{
    (void)state;
    text_t t;
    diag_t diag = {0};
    assert_int_equal(text_open(&t, "/nonexistent/graph", &diag), -ENOENT);
    assert_string_equal(diag.text, "/nonexistent/graph: cannot open: No such file or directory");
    diag = (diag_t){0};
    assert_int_equal(text_open(&t, "/", &diag), -EISDIR);
}

/* Longer than the first buffer: nothing is lost where it grows. */
static void workload_014_long_files_are_read_whole(void **state)
{
    (void)state;
    enum { NUMBERS = 60000 };
    char *bytes = malloc(NUMBERS * 8);
    size_t n = 0;
    for (int i = 0; i < NUMBERS; i++)
        n += (size_t)sprintf(bytes + n, "%d\n", i);
    text_t t;
    diag_t diag;
    assert_int_equal(open_bytes(&t, bytes, n, &diag), 0);
    for (int i = 0; i < NUMBERS; i++) {
        int64_t v;
        assert_int_equal(text_number(&t, "a number", i, i, &v), 0);
    }
    assert_int_equal(text_end(&t, "the numbers"), 0);
    text_close(&t);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_010_numbers_words_and_lines),
        cmocka_unit_test(workload_011_refusals_name_the_place),
        cmocka_unit_test(workload_012_a_zero_byte_is_refused),
        cmocka_unit_test(workload_013_what_cannot_be_opened_is_named),
        cmocka_unit_test(workload_014_long_files_are_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
