#include "common/unit_dump.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 100, INDENT = 8, MOST_DECIMAL = 16, TEXT = 96 };

/* The words of a group, in lines. */
typedef struct line {
    FILE *out;
    const char *name; /* of the group, until its first line has begun */
    size_t column;    /* 0: no line has begun */
} line_t;

static void put_word(line_t *l, const char *word)
{
    size_t n = strlen(word);
    if (l->column == 0 || l->column + 1 + n > COLUMNS) {
        fprintf(l->out, "%s  %-*s", l->column ? "\n" : "", INDENT - 3, l->column ? "" : l->name);
        l->column = INDENT - 1;
    }
    fprintf(l->out, " %s", word);
    l->column += 1 + n;
}

static void put_element(line_t *l, const unit_field_t *f, unsigned width, unsigned i, uint64_t v)
{
    char word[TEXT], index[16] = "";
    if (f->capacity > 1)
        snprintf(index, sizeof index, "[%u]", i);
    snprintf(word, sizeof word, width > MOST_DECIMAL ? "%s%s=0x%" PRIx64 : "%s%s=%" PRIu64, f->name,
             index, v);
    put_word(l, word);
}

static void put_field(line_t *l, const unit_field_t *f, const void *cfg, const void *state,
                      const void *in, const void *base)
{
    unsigned count = unit_field_values(f, cfg), width = unit_field_value_w(f, cfg);
    unsigned shown = 0, more = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t v = unit_field_value(f, cfg, base, i);
        if (v == 0 || (f->gated && !f->gate(cfg, state, in, i)))
            continue;
        if (shown == UNIT_DUMP_ELEMENTS) {
            more++;
            continue;
        }
        shown++;
        put_element(l, f, width, i, v);
    }
    if (more) {
        char word[TEXT];
        snprintf(word, sizeof word, "%s ... %u more", f->name, more);
        put_word(l, word);
    }
}

static void put_group(FILE *out, const char *name, unit_dir_t dir, const unit_desc_t *d,
                      const void *cfg, const void *state, const void *in, const void *base)
{
    line_t l = {.out = out, .name = name};
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == dir)
            put_field(&l, &d->fields[k], cfg, state, in, base);
    if (l.column == 0)
        put_word(&l, "all 0");
    fputc('\n', out);
}

void unit_dump(FILE *out, const unit_desc_t *d, const void *cfg, const void *state, const void *in,
               const void *out_ports)
{
    fprintf(out, "%s\n", d->name);
    if (in)
        put_group(out, "in", UNIT_IN, d, cfg, state, in, in);
    if (out_ports)
        put_group(out, "out", UNIT_OUT, d, cfg, state, in, out_ports);
    put_group(out, "state", UNIT_STATE, d, cfg, state, in, state);
}
