#include "synth/activity.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"

enum { MAX_TEXT = 64 << 20 };

/* Toggles of every bit of every field, cycles of all. */
typedef struct counts {
    const unit_desc_t *unit;
    const void *cfg;
    uint64_t cycles;
    uint64_t *toggles;
    size_t first[UNIT_MAX_FIELDS]; /* of a field's bits in toggles */
} counts_t;

static double rate(const counts_t *c, unsigned field, unsigned element, unsigned bit)
{
    unsigned width = c->unit->fields[field].width(c->cfg);
    return (double)c->toggles[c->first[field] + (size_t)element * width + bit] / (double)c->cycles;
}

static int take_count(counts_t *c, const char *path, int line, const char *text, diag_t *d)
{
    char name[64], more;
    unsigned element, bit, i = 0;
    uint64_t toggles;
    if (sscanf(text, "%63s %u %u %" SCNu64 " %c", name, &element, &bit, &toggles, &more) != 4)
        return diag_at(d, path, line, 0, "expected FIELD ELEMENT BIT TOGGLES");
    while (i < c->unit->n_fields && strcmp(c->unit->fields[i].name, name) != 0)
        i++;
    if (i == c->unit->n_fields)
        return diag_at(d, path, line, 0, "'%s'; expected a field of %s", name, c->unit->name);
    const unit_field_t *f = &c->unit->fields[i];
    if (element >= f->count(c->cfg) || bit >= f->width(c->cfg))
        return diag_at(d, path, line, 0, "element %u bit %u; %s has %u elements of %u bits",
                       element, bit, name, f->count(c->cfg), f->width(c->cfg));
    if (toggles > c->cycles)
        return diag_at(d, path, line, 0, "%" PRIu64 " toggles in %" PRIu64 " cycles", toggles,
                       c->cycles);
    c->toggles[c->first[i] + (size_t)element * f->width(c->cfg) + bit] = toggles;
    return 0;
}

static int take_line(counts_t *c, const char *path, int line, unsigned *seen, char *text, diag_t *d)
{
    char word[64], more;
    text[strcspn(text, "#\r")] = 0;
    if (text[strspn(text, " \t")] == 0)
        return 0;
    switch ((*seen)++) {
    case 0:
        if (sscanf(text, " lockwarp-activity 1 %c", &more) == 1 ||
            strncmp(text, "lockwarp-activity 1", 19) != 0)
            return diag_at(d, path, line, 0, "expected 'lockwarp-activity 1'");
        return 0;
    case 1:
        if (sscanf(text, "unit %63s %c", word, &more) != 1 || strcmp(word, c->unit->name) != 0)
            return diag_at(d, path, line, 0, "expected 'unit %s'", c->unit->name);
        return 0;
    case 2:
        if (sscanf(text, "cycles %" SCNu64 " %c", &c->cycles, &more) != 1 || c->cycles == 0)
            return diag_at(d, path, line, 0, "expected 'cycles N', N above 0");
        return 0;
    default:
        return take_count(c, path, line, text, d);
    }
}

static int read_counts(counts_t *c, const char *path, diag_t *d)
{
    char *text;
    size_t bytes;
    int rc = file_read(path, MAX_TEXT, &text, &bytes, d);
    if (rc)
        return rc;
    unsigned seen = 0;
    int line = 0;
    char *rest = text, *at;
    while (!rc && (at = strsep(&rest, "\n")))
        rc = take_line(c, path, ++line, &seen, at, d);
    if (!rc && seen < 3)
        rc = diag_at(d, path, line, 0, "ends before 'cycles'");
    free(text);
    return rc;
}

static void print_lists(FILE *out, const counts_t *c, const netlist_t *n)
{
    fprintf(out, "set ports {\n");
    for (unsigned i = 0; i < c->unit->n_fields; i++) {
        const unit_field_t *f = &c->unit->fields[i];
        if (f->dir != UNIT_IN)
            continue;
        unsigned width = f->width(c->cfg), bits = width * f->count(c->cfg);
        for (unsigned b = 0; b < bits; b++) {
            fprintf(out, "  {");
            if (bits > 1 || f->capacity > 1)
                fprintf(out, "{%s_i[%u]}", f->name, b);
            else
                fprintf(out, "%s_i", f->name);
            fprintf(out, " %.9g}\n", rate(c, i, b / width, b % width));
        }
    }
    fprintf(out, "}\nset pins {\n");
    for (size_t i = 0; i < n->n_flops; i++) {
        const netlist_flop_t *f = &n->flops[i];
        fprintf(out, "  {{%s/%s} %.9g}\n", f->instance, f->pin,
                rate(c, f->field, f->element, f->bit));
    }
    fprintf(out, "}\n");
}

int activity_write(const char *path, const char *source, const unit_desc_t *unit, const void *cfg,
                   const netlist_t *netlist, diag_t *d)
{
    counts_t c = {.unit = unit, .cfg = cfg};
    size_t bits = 0;
    for (unsigned i = 0; i < unit->n_fields; i++) {
        c.first[i] = bits;
        bits += (size_t)unit->fields[i].width(cfg) * unit->fields[i].count(cfg);
    }
    c.toggles = calloc(bits ? bits : 1, sizeof *c.toggles);
    if (!c.toggles)
        return -ENOMEM;
    int rc = source ? read_counts(&c, source, d) : 0;
    FILE *out = rc ? NULL : fopen(path, "w");
    if (out) {
        if (source)
            print_lists(out, &c, netlist);
        else
            fprintf(out, "set ports {}\nset pins {}\n");
        if (fclose(out))
            rc = diag_at(d, path, 0, 0, "cannot write");
    } else if (!rc) {
        rc = diag_at(d, path, 0, 0, "cannot write: %s", strerror(errno));
    }
    free(c.toggles);
    return rc;
}
