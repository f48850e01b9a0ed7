#include "synth/resize.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "synth/tool.h"

enum { MAX_TEXT = 256 << 20 };

typedef struct choice {
    char *instance, *cell;
} choice_t;

typedef struct choices {
    choice_t *items;
    size_t n;
} choices_t;

static int by_instance(const void *a, const void *b)
{
    return strcmp(((const choice_t *)a)->instance, ((const choice_t *)b)->instance);
}

/* Lines "INSTANCE CELL", cut in place. */
static int read_choices(char *text, choices_t *out)
{
    size_t room = 0;
    char *line;
    while ((line = strsep(&text, "\n"))) {
        char *space = strrchr(line, ' ');
        if (!space)
            continue;
        if (out->n == room) {
            room = room ? 2 * room : 4096;
            choice_t *more = realloc(out->items, room * sizeof *more);
            if (!more)
                return -ENOMEM;
            out->items = more;
        }
        *space = 0;
        out->items[out->n++] = (choice_t){line, space + 1};
    }
    if (out->n)
        qsort(out->items, out->n, sizeof *out->items, by_instance);
    return 0;
}

/* "  CELL INSTANCE (" as Yosys writes it; anything else is copied. */
static void write_line(FILE *out, const char *line, const choices_t *c)
{
    char cell[256], instance[256], rest[8];
    if (strncmp(line, "  ", 2) == 0 && line[2] != ' ' &&
        sscanf(line, " %255s %255s %7s", cell, instance, rest) == 3 && strcmp(rest, "(") == 0) {
        choice_t key = {instance, NULL};
        const choice_t *found = bsearch(&key, c->items, c->n, sizeof key, by_instance);
        if (found) {
            fprintf(out, "  %s %s (\n", found->cell, instance);
            return;
        }
    }
    fprintf(out, "%s\n", line);
}

int resize_write(const char *dir, diag_t *d)
{
    char path[PATH_MAX], *cells = NULL, *net = NULL;
    size_t bytes;
    choices_t choices = {0};
    int rc = file_read(tool_path(path, dir, "cells.txt"), MAX_TEXT, &cells, &bytes, d);
    if (!rc)
        rc = file_read(tool_path(path, dir, "net.v"), MAX_TEXT, &net, &bytes, d);
    if (!rc)
        rc = read_choices(cells, &choices);
    FILE *out = rc ? NULL : fopen(tool_path(path, dir, "sized.v"), "w");
    if (out) {
        char *rest = net, *line;
        while ((line = strsep(&rest, "\n")))
            write_line(out, line, &choices);
        bool bad = ferror(out) != 0;
        if (fclose(out) || bad)
            rc = diag_at(d, path, 0, 0, "cannot write");
    } else if (!rc) {
        rc = diag_at(d, path, 0, 0, "cannot write: %s", strerror(errno));
    }
    free(choices.items);
    free(cells);
    free(net);
    return rc;
}
