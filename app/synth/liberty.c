#include "synth/liberty.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MAX_BYTES = 256 << 20, MAX_NAME = 256 };

/* --- the file ------------------------------------------------------------------------- */

static int read_all(const char *path, liberty_t *lib, diag_t *d)
{
    gzFile in = gzopen(path, "rb"); /* reads a plain file as it is */
    if (!in) {
        int error = errno ? errno : ENOMEM;
        diag_at(d, path, 0, 0, "cannot open: %s", strerror(error));
        return -error;
    }
    size_t room = 1 << 16;
    int rc = 0;
    lib->text = malloc(room);
    while (lib->text && !rc) {
        int got = gzread(in, lib->text + lib->bytes, (unsigned)(room - lib->bytes - 1));
        if (got < 0)
            rc = diag_at(d, path, 0, 0, "cannot read; expected a Liberty file, plain or gzip");
        if (got <= 0)
            break;
        lib->bytes += (size_t)got;
        if (room - lib->bytes > 1)
            continue;
        if (room >= MAX_BYTES) {
            rc = diag_at(d, path, 0, 0, "larger than %d MB", MAX_BYTES >> 20);
            break;
        }
        room *= 2;
        char *more = realloc(lib->text, room);
        if (!more) {
            free(lib->text);
            lib->text = NULL;
        } else {
            lib->text = more;
        }
    }
    gzclose(in);
    if (!lib->text)
        return -ENOMEM;
    lib->text[lib->bytes] = 0;
    return rc;
}

/* --- the reader: groups `name (arg) {`, attributes `name : value ;` ---------------------- */

typedef struct reader {
    const char *path;
    const char *p, *end;
    int line;
    int depth;
    liberty_t *lib;
    liberty_cell_t *cell; /* the cell group we are in */
    size_t room;
    diag_t *d;
} reader_t;

static void skip_space(reader_t *r)
{
    while (r->p < r->end) {
        if (r->p + 1 < r->end && r->p[0] == '/' && r->p[1] == '*') {
            for (r->p += 2; r->p < r->end && !(r->p[-1] == '*' && *r->p == '/'); r->p++)
                r->line += *r->p == '\n';
            if (r->p < r->end)
                r->p++;
        } else if (r->p + 1 < r->end && r->p[0] == '/' && r->p[1] == '/') {
            while (r->p < r->end && *r->p != '\n')
                r->p++;
        } else if (strchr(" \t\r\n\\;,", *r->p) && *r->p) {
            r->line += *r->p == '\n';
            r->p++;
        } else {
            return;
        }
    }
}

/* A word or the inside of a string; cut at MAX_NAME - 1. */
static void word(reader_t *r, char *out)
{
    size_t n = 0;
    if (r->p < r->end && *r->p == '"') {
        for (r->p++; r->p < r->end && *r->p != '"'; r->p++) {
            r->line += *r->p == '\n';
            if (n < MAX_NAME - 1)
                out[n++] = *r->p;
        }
        if (r->p < r->end)
            r->p++;
    } else {
        for (; r->p < r->end && *r->p && !strchr(" \t\r\n;,(){}:\"", *r->p); r->p++)
            if (n < MAX_NAME - 1)
                out[n++] = *r->p;
    }
    out[n] = 0;
}

static int open_group(reader_t *r, const char *name, const char *arg)
{
    liberty_t *lib = r->lib;
    if (r->depth == 0) {
        if (strcmp(name, "library") != 0)
            return diag_at(r->d, r->path, r->line, 0,
                           "'%s' group; expected a Liberty file, which begins with library (NAME)",
                           name);
        lib->name = strdup(arg);
        if (!lib->name)
            return -ENOMEM;
    } else if (r->depth == 1 && strcmp(name, "cell") == 0) {
        if (lib->n_cells == r->room) {
            r->room = r->room ? 2 * r->room : 256;
            liberty_cell_t *more = realloc(lib->cells, r->room * sizeof *more);
            if (!more)
                return -ENOMEM;
            lib->cells = more;
        }
        r->cell = &lib->cells[lib->n_cells];
        *r->cell = (liberty_cell_t){.name = strdup(arg)};
        if (!r->cell->name)
            return -ENOMEM;
        lib->n_cells++;
    } else if (r->depth == 2 && r->cell) {
        r->cell->flop |= strcmp(name, "ff") == 0 || strcmp(name, "ff_bank") == 0;
        r->cell->latch |= strcmp(name, "latch") == 0 || strcmp(name, "latch_bank") == 0;
    }
    r->depth++;
    return 0;
}

static int attribute(reader_t *r, const char *name, const char *value)
{
    if (r->depth != 2 || !r->cell || strcmp(name, "area") != 0)
        return 0;
    char *end;
    r->cell->area = strtod(value, &end);
    if (end == value || *end || !(r->cell->area >= 0) || r->cell->area > 1e12)
        return diag_at(r->d, r->path, r->line, 0, "area '%s' of cell %s; expected a number", value,
                       r->cell->name);
    return 0;
}

/* One group head, attribute or closing brace. */
static int statement(reader_t *r)
{
    char name[MAX_NAME], arg[MAX_NAME] = "";
    if (*r->p == '}') {
        if (r->depth == 0)
            return diag_at(r->d, r->path, r->line, 0, "'}' without its '{'");
        r->depth--;
        if (r->depth == 1)
            r->cell = NULL;
        r->p++;
        return 0;
    }
    const char *before = r->p;
    word(r, name);
    skip_space(r);
    if (r->p < r->end && *r->p == ':') {
        r->p++;
        while (r->p < r->end && (*r->p == ' ' || *r->p == '\t'))
            r->p++;
        word(r, arg);
        while (r->p < r->end && !strchr(";}\n", *r->p)) /* an expression: only its head matters */
            r->p++;
        return attribute(r, name, arg);
    }
    if (r->p < r->end && *r->p == '(') {
        r->p++;
        skip_space(r);
        word(r, arg);
        char more[MAX_NAME];
        for (skip_space(r); r->p < r->end && *r->p != ')'; skip_space(r)) {
            const char *at = r->p;
            word(r, more);
            if (r->p == at)
                r->p++;
        }
        if (r->p < r->end)
            r->p++;
        skip_space(r);
        if (r->p < r->end && *r->p == '{') {
            r->p++;
            return open_group(r, name, arg);
        }
        return 0;
    }
    if (r->p == before || r->depth == 0)
        return diag_at(r->d, r->path, r->line, 0, "expected a Liberty group or attribute");
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const liberty_cell_t *)a)->name, ((const liberty_cell_t *)b)->name);
}

int liberty_read(const char *path, liberty_t *lib, diag_t *d)
{
    *lib = (liberty_t){0};
    int rc = read_all(path, lib, d);
    if (rc)
        return rc;
    reader_t r = {path, lib->text, lib->text + lib->bytes, 1, 0, lib, NULL, 0, d};
    for (skip_space(&r); !rc && r.p < r.end; skip_space(&r))
        rc = statement(&r);
    if (rc)
        return rc;
    if (r.depth || !lib->n_cells)
        return diag_at(d, path, r.line, 0, "%s; expected a Liberty file with cells",
                       r.depth ? "ends inside a group" : "no cell");
    qsort(lib->cells, lib->n_cells, sizeof *lib->cells, by_name);
    for (size_t i = 0; i < lib->n_cells; i++)
        if (lib->cells[i].flop)
            return 0;
    return diag_at(d, path, 0, 0, "no flip-flop cell");
}

void liberty_free(liberty_t *lib)
{
    for (size_t i = 0; i < lib->n_cells; i++)
        free(lib->cells[i].name);
    free(lib->cells);
    free(lib->name);
    free(lib->text);
    *lib = (liberty_t){0};
}

const liberty_cell_t *liberty_find(const liberty_t *lib, const char *name)
{
    liberty_cell_t key = {.name = (char *)(size_t)name};
    return bsearch(&key, lib->cells, lib->n_cells, sizeof key, by_name);
}
