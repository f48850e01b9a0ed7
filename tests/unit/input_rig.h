/* What tests of the input readers share: hosts without a device, files, tables of refusals. */
#ifndef LW_TESTS_INPUT_RIG_H
#define LW_TESTS_INPUT_RIG_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workload/input.h"

#define DATA "../shared/data/" /* real files, beside the repository where they are */

static diag_t diag;
static const workload_t none = {.name = "none", .variants = ""};
static const workload_opts_t options = {.seed = 1};

static inline host_t new_host(uint64_t seed)
{
    diag = (diag_t){0};
    host_t h = {.w = &none, .o = &options, .diag = &diag};
    rng_seed(&h.rng, seed);
    return h;
}

/* Writes bytes to a new file; the name lives until the next call. */
static inline const char *new_file_of(const char *bytes, size_t n)
{
    static char name[32];
    snprintf(name, sizeof name, "/tmp/lw_input_XXXXXX");
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), n);
    close(fd);
    return name;
}

static inline const char *new_file(const char *text)
{
    return new_file_of(text, strlen(text));
}

/* Reads a text; the file is gone afterwards. */
static inline int read_text(host_t *h, const char *text, input_use_t use, input_t *in)
{
    const char *name = new_file(text);
    int rc = input_read(h, name, use, in);
    unlink(name);
    return rc;
}

/* A file, what it is read as, and what the message says after the file's name. */
typedef struct refusal {
    const char *text, *says;
    input_use_t use;
} refusal_t;

static inline void must_refuse(const refusal_t *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        host_t h = new_host(1);
        input_t in;
        int rc = read_text(&h, cases[i].text, cases[i].use, &in);
        if (rc != -EINVAL || !strstr(diag.text, cases[i].says))
            fail_msg("case %zu: %d, %s; expected %s", i, rc, diag.text, cases[i].says);
        assert_int_equal(strncmp(diag.text, "/tmp/lw_input_", strlen("/tmp/lw_input_")), 0);
        /* What a file has no room for is not asked of memory; Rodinia's node list comes first. */
        assert_true(!strstr(diag.text, "expected at most") || h.blocks <= 1);
        host_close(&h, 0);
    }
}

/* What a text must be read as: its entries in order. */
typedef struct entry {
    int32_t row, col;
    double value;
} entry_t;

typedef struct reading {
    const char *text;
    input_use_t use;
    uint32_t rows, cols, source, entries;
    entry_t entry[8];
} reading_t;

static inline void must_read(const reading_t *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const reading_t *c = &cases[i];
        host_t h = new_host(1);
        input_t in;
        if (read_text(&h, c->text, c->use, &in))
            fail_msg("case %zu: %s", i, diag.text);
        if (in.rows != c->rows || in.cols != c->cols || in.source != c->source ||
            in.entries != c->entries)
            fail_msg("case %zu: %u x %u, source %u, %u entries", i, in.rows, in.cols, in.source,
                     in.entries);
        for (uint32_t e = 0; e < in.entries; e++)
            if (in.row[e] != c->entry[e].row || in.col[e] != c->entry[e].col ||
                in.value[e] < c->entry[e].value || in.value[e] > c->entry[e].value)
                fail_msg("case %zu: entry %u is (%d, %d) %g", i, e, in.row[e], in.col[e],
                         in.value[e]);
        host_close(&h, 0);
    }
}

/* In each way a file may differ from the same file: Windows line ends, no final line end. */
static inline void must_read_any_ends(const reading_t *cases, size_t n)
{
    must_read(cases, n);
    for (size_t i = 0; i < n; i++) {
        char text[1024];
        size_t at = 0;
        for (const char *c = cases[i].text; *c; c++) {
            assert_true(at + 2 < sizeof text);
            if (*c == '\n')
                text[at++] = '\r';
            text[at++] = *c;
        }
        text[at] = '\0';
        reading_t other = cases[i];
        other.text = text;
        must_read(&other, 1);
        while (at && (text[at - 1] == '\n' || text[at - 1] == '\r'))
            text[--at] = '\0';
        must_read(&other, 1);
    }
}

#endif
