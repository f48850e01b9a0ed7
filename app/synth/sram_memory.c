/* Memories by their names: "384x64/1rw". */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "synth/sram.h"

enum { MAX_WORDS = 1 << 20, MAX_WIDTH = 1024, MAX_PORTS = 9 };

typedef struct reader {
    const char *text;
    size_t at, length;
    const char *error;
} reader_t;

static bool take(reader_t *r, const char *word)
{
    size_t n = strlen(word);
    if (r->error || r->length - r->at < n || memcmp(r->text + r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

static void need(reader_t *r, const char *word, const char *expected)
{
    if (!r->error && !take(r, word))
        r->error = expected;
}

static unsigned number(reader_t *r, unsigned max, const char *expected)
{
    size_t begin = r->at;
    unsigned v = 0;
    while (!r->error && r->at < r->length && isdigit((unsigned char)r->text[r->at]) && v <= max)
        v = 10 * v + (unsigned)(r->text[r->at++] - '0');
    if (!r->error && (v < 1 || v > max)) {
        r->at = begin;
        r->error = expected;
    }
    return v;
}

const char *sram_memory_parse(const char *text, size_t length, sram_memory_t *m, size_t *at)
{
    reader_t r = {.text = text, .length = length};
    *m = (sram_memory_t){0};
    m->words = number(&r, MAX_WORDS, "expected a number of words, as in 384x64/1rw");
    need(&r, "x", "expected x and the bits of a word, as in 384x64/1rw");
    m->width = number(&r, MAX_WIDTH, "expected the bits of a word, as in 384x64/1rw");
    need(&r, "/", "expected / and the ports, 1rw or 1r1w");
    size_t ports = r.at;
    m->reads = number(&r, MAX_PORTS, "expected the ports, 1rw or 1r1w");
    need(&r, "r", "expected the ports, 1rw or 1r1w");
    if (!take(&r, "w")) {
        m->writes = number(&r, MAX_PORTS, "expected the ports, 1rw or 1r1w");
        need(&r, "w", "expected the ports, 1rw or 1r1w");
    } else if (m->reads != 1) {
        r.error = "expected one port of a kind that reads and writes, 1rw";
        r.at = ports;
    }
    if (!r.error && r.at != length)
        r.error = "expected the end of the memory's name";
    *at = r.at;
    return r.error;
}

const char *const sram_columns[SRAM_COLUMNS] = {"access_ns", "read_nj", "write_nj", "leak_mw",
                                                "area_mm2"};

double sram_column(const sram_row_t *r, unsigned column)
{
    const double v[SRAM_COLUMNS] = {r->access_ns, r->read_nj, r->write_nj, r->leak_mw, r->area_mm2};
    return v[column];
}
