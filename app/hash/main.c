/*
 * Makes the table of source hashes (hash/source_hash.h). Run by the build:
 *
 *   source_hash SOURCE_DIR BINARY_DIR GROUPS OUT.c FILES.txt
 *
 * A line of GROUPS puts files into a group:
 *
 *   GROUP object FILE.o   what the object was compiled from, as FILE.o.deps says
 *   GROUP beside FILE.o   the same, but only if the object's source stands beside a header of the
 *                         group (foo.c beside foo.h), or comes to do so by such an object
 *   GROUP deps FILE.d     what a make-style dependency file names
 *   GROUP data FILE       a file that is read when the program runs
 *   GROUP nothing TARGET  refused: none of the target's objects was selected
 *
 * Only files below SOURCE_DIR and not below BINARY_DIR count. A group's hash is the SHA-256 of its
 * lines "PATH SHA-256-of-content", paths relative to SOURCE_DIR, sorted. FILES.txt receives all
 * lines "GROUP PATH". Outputs that would not change are left alone.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "common/file.h"
#include "hash/sha256.h"

#define FILE_MAX ((size_t)1 << 28)

/* A file of the source tree. */
typedef struct source {
    char *path; /* relative */
    char digest[SHA256_DIGITS];
    unsigned mark; /* the group that it was put into last, from 1 */
} source_t;

/* A name in a dependency file; source NULL: not of the source tree. */
typedef struct name {
    char *text;
    source_t *source;
    UT_hash_handle hh;
} name_t;

typedef struct list {
    source_t **item;
    size_t n, room;
} list_t;

/* What an object or a dependency file names; the object's source first, NULL where it is the
 * build's. */
typedef struct deps {
    char *path;
    source_t *first;
    list_t sources;
    UT_hash_handle hh;
} deps_t;

typedef struct group {
    char *name;
    list_t sources;
    deps_t **beside;
    size_t n_beside;
} group_t;

typedef struct table {
    char root[PATH_MAX], built[PATH_MAX];
    name_t *names;
    deps_t *deps;
    list_t sources; /* each file once */
    group_t *group;
    unsigned n;
} table_t;

static void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
static void die(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("source_hash: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(1);
}

static void *need(void *p)
{
    if (!p)
        die("out of memory");
    return p;
}

static char *read_all(const char *path, size_t *bytes)
{
    diag_t d = {{0}};
    char *text = NULL;
    if (file_read(path, FILE_MAX, &text, bytes, &d))
        die("%s", d.text);
    return text;
}

static void list_add(list_t *l, source_t *s)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 32;
        l->item = need(realloc(l->item, l->room * sizeof *l->item));
    }
    l->item[l->n++] = s;
}

/* ---- Names ---- */

/* What stands behind `folder` and a slash, or NULL. */
static const char *below(const char *folder, const char *path)
{
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

static name_t *find_name(table_t *t, const char *text)
{
    name_t *found = NULL;
    HASH_FIND_STR(t->names, text, found);
    return found;
}

static name_t *add_name(table_t *t, const char *text, source_t *source)
{
    name_t *x = need(calloc(1, sizeof *x));
    x->text = need(strdup(text));
    x->source = source;
    HASH_ADD_KEYPTR(hh, t->names, x->text, strlen(x->text), x);
    return x;
}

/* The file of that name, which has many names; each is looked up once. */
static source_t *source_of(table_t *t, const char *text)
{
    char real[PATH_MAX];
    name_t *x = find_name(t, text);
    if (x)
        return x->source;
    if (!realpath(text, real))
        die("%s: %s", text, strerror(errno));
    const char *path = below(t->built, real) ? NULL : below(t->root, real);
    name_t *known = path ? find_name(t, real) : NULL;
    source_t *s = known ? known->source : NULL;
    if (path && !s) {
        size_t bytes = 0;
        char *content = read_all(real, &bytes);
        s = need(calloc(1, sizeof *s));
        s->path = need(strdup(path));
        sha256_text(content, bytes, s->digest);
        free(content);
        list_add(&t->sources, s);
        if (strcmp(real, text))
            add_name(t, real, s);
    }
    add_name(t, text, s);
    return s;
}

/* ---- Dependency files ---- */

/* The next word of a rule in `word`, and behind it; NULL at the rule's end. A backslash quotes a
 * blank, a '#' and a line's end, "$$" is a dollar. */
static const char *next_word(const char *at, char word[PATH_MAX])
{
    size_t n = 0;
    for (;;) {
        size_t blank = *at == ' ' || *at == '\t';
        if (at[0] == '\\' && (at[1] == '\n' || (at[1] == '\r' && at[2] == '\n')))
            blank = at[1] == '\n' ? 2 : 3;
        at += blank;
        if (blank && n)
            break;
        if (blank)
            continue;
        if (!*at || *at == '\n' || *at == '\r')
            break;
        if (n + 1 == PATH_MAX)
            die("a name is too long in a dependency file");
        at += (at[0] == '\\' && (at[1] == ' ' || at[1] == '#')) || (at[0] == '$' && at[1] == '$');
        word[n++] = *at++;
    }
    word[n] = 0;
    return n ? at : NULL;
}

/* Each file is read once. */
static deps_t *deps_of(table_t *t, const char *path)
{
    deps_t *x = NULL;
    char word[PATH_MAX];
    size_t bytes = 0;
    HASH_FIND_STR(t->deps, path, x);
    if (x)
        return x;
    x = need(calloc(1, sizeof *x));
    x->path = need(strdup(path));
    HASH_ADD_KEYPTR(hh, t->deps, x->path, strlen(x->path), x);
    char *text = read_all(path, &bytes);
    const char *at = next_word(text, word);
    while (at && word[strlen(word) - 1] != ':') /* targets */
        at = next_word(at, word);
    bool any = false;
    while (at && (at = next_word(at, word))) {
        source_t *s = source_of(t, word);
        if (!any)
            x->first = s;
        any = true;
        if (s)
            list_add(&x->sources, s);
    }
    if (!any)
        die("%s: names no file", path);
    free(text);
    return x;
}

/* ---- Groups ---- */

static void put(group_t *g, unsigned mark, source_t *s)
{
    if (s->mark != mark)
        list_add(&g->sources, s);
    s->mark = mark;
}

static void put_all(group_t *g, unsigned mark, const deps_t *d)
{
    for (size_t i = 0; i < d->sources.n; i++)
        put(g, mark, d->sources.item[i]);
}

/* foo.c beside foo.h? */
static bool stands_beside(const source_t *c, const source_t *h)
{
    size_t n = strlen(c->path);
    return n == strlen(h->path) && n > 2 && !strcmp(c->path + n - 2, ".c") &&
           !strcmp(h->path + n - 2, ".h") && !strncmp(c->path, h->path, n - 1);
}

static bool has_header_of(const group_t *g, const deps_t *d)
{
    for (size_t i = 0; d->first && i < g->sources.n; i++)
        if (stands_beside(d->first, g->sources.item[i]))
            return true;
    return false;
}

/* Objects whose headers are in the group join it, until none does. */
static void close_group(group_t *g, unsigned mark)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < g->n_beside; i++)
            if (g->beside[i] && has_header_of(g, g->beside[i])) {
                put_all(g, mark, g->beside[i]);
                g->beside[i] = NULL;
                more = true;
            }
    }
}

static group_t *group_named(table_t *t, const char *name)
{
    for (unsigned i = t->n; i-- > 0;)
        if (strcmp(t->group[i].name, name) == 0)
            return &t->group[i];
    t->group = need(realloc(t->group, (t->n + 1) * sizeof *t->group));
    t->group[t->n] = (group_t){.name = need(strdup(name))};
    return &t->group[t->n++];
}

static void add_beside(group_t *g, deps_t *d)
{
    g->beside = need(realloc(g->beside, (g->n_beside + 1) * sizeof *g->beside));
    g->beside[g->n_beside++] = d;
}

static void add_line(table_t *t, const char *name, const char *kind, const char *path)
{
    char file[PATH_MAX];
    group_t *g = group_named(t, name);
    bool object = strcmp(kind, "object") == 0, beside = strcmp(kind, "beside") == 0;
    if (snprintf(file, sizeof file, "%s%s", path, object || beside ? ".deps" : "") >= PATH_MAX)
        die("a name is too long: %s", path);
    if (strcmp(kind, "nothing") == 0)
        die("group %s: no object of %s is selected", name, path);
    if (strcmp(kind, "data") == 0) {
        source_t *s = source_of(t, file);
        if (!s)
            die("%s: is not of the source tree", path);
        list_add(&g->sources, s);
    } else if (beside) {
        add_beside(g, deps_of(t, file));
    } else if (object || strcmp(kind, "deps") == 0) {
        deps_t *d = deps_of(t, file);
        for (size_t i = 0; i < d->sources.n; i++)
            list_add(&g->sources, d->sources.item[i]);
    } else {
        die("unknown kind '%s'", kind);
    }
}

static void read_groups(table_t *t, const char *path)
{
    size_t bytes = 0;
    char *text = read_all(path, &bytes);
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end ? (*end = 0, 1) : 0;
        char *kind = strchr(line, ' '), *file = kind ? strchr(kind + 1, ' ') : NULL;
        if (!*line)
            continue;
        if (!file)
            die("%s: '%s'; expected GROUP KIND FILE", path, line);
        *kind++ = *file++ = 0;
        add_line(t, line, kind, file);
    }
    free(text);
}

static int by_path(const void *a, const void *b)
{
    return strcmp((*(source_t *const *)a)->path, (*(source_t *const *)b)->path);
}

/* Each file once, those of `beside` too, sorted. */
static void finish_group(group_t *g, unsigned mark)
{
    list_t all = g->sources;
    g->sources = (list_t){0};
    for (size_t i = 0; i < all.n; i++)
        put(g, mark, all.item[i]);
    free(all.item);
    close_group(g, mark);
    if (!g->sources.n)
        die("group %s: no file of the source tree", g->name);
    qsort(g->sources.item, g->sources.n, sizeof *g->sources.item, by_path);
}

/* ---- Output ---- */

static void group_hash(const group_t *g, char digest[SHA256_DIGITS])
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = need(open_memstream(&text, &n));
    for (size_t i = 0; i < g->sources.n; i++)
        fprintf(f, "%s %s\n", g->sources.item[i]->path, g->sources.item[i]->digest);
    if (fclose(f))
        die("out of memory");
    sha256_text(text, n, digest);
    free(text);
}

static void write_if_new(const char *path, const char *text, size_t n)
{
    diag_t d = {{0}};
    char *old = NULL;
    size_t bytes = 0;
    bool same = !file_read(path, FILE_MAX, &old, &bytes, &d) && bytes == n && !memcmp(old, text, n);
    free(old);
    d = (diag_t){{0}};
    if (!same && file_write(path, text, n, &d))
        die("%s", d.text);
}

static void write_table(const table_t *t, const char *path)
{
    char *text = NULL, digest[SHA256_DIGITS];
    size_t n = 0;
    FILE *f = need(open_memstream(&text, &n));
    fputs("/* made by the build */\n#include <stddef.h>\n\n#include \"hash/source_hash.h\"\n\n"
          "const source_hash_t source_hashes[] = {\n",
          f);
    for (unsigned i = 0; i < t->n; i++) {
        group_hash(&t->group[i], digest);
        fprintf(f, "    {\"%s\",\n     \"%s\"},\n", t->group[i].name, digest);
    }
    fputs("    {NULL, NULL},\n};\n", f);
    if (fclose(f))
        die("out of memory");
    write_if_new(path, text, n);
    free(text);
}

static void write_files(const table_t *t, const char *path)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = need(open_memstream(&text, &n));
    for (unsigned i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->group[i].sources.n; k++)
            fprintf(f, "%s %s\n", t->group[i].name, t->group[i].sources.item[k]->path);
    if (fclose(f))
        die("out of memory");
    write_if_new(path, text, n);
    free(text);
}

static void table_free(table_t *t)
{
    name_t *x, *next;
    deps_t *d, *after;
    HASH_ITER(hh, t->names, x, next)
    {
        HASH_DEL(t->names, x);
        free(x->text);
        free(x);
    }
    HASH_ITER(hh, t->deps, d, after)
    {
        HASH_DEL(t->deps, d);
        free(d->path);
        free(d->sources.item);
        free(d);
    }
    for (unsigned i = 0; i < t->n; i++) {
        free(t->group[i].name);
        free(t->group[i].sources.item);
        free(t->group[i].beside);
    }
    for (size_t i = 0; i < t->sources.n; i++) {
        free(t->sources.item[i]->path);
        free(t->sources.item[i]);
    }
    free(t->sources.item);
    free(t->group);
}

int main(int argc, char **argv)
{
    table_t t = {.n = 0};
    if (argc != 6)
        die("expected SOURCE_DIR BINARY_DIR GROUPS OUT.c FILES.txt");
    if (!realpath(argv[1], t.root) || !realpath(argv[2], t.built))
        die("%s, %s: %s", argv[1], argv[2], strerror(errno));
    read_groups(&t, argv[3]);
    for (unsigned i = 0; i < t.n; i++)
        finish_group(&t.group[i], i + 1);
    write_table(&t, argv[4]);
    write_files(&t, argv[5]);
    table_free(&t);
    return 0;
}
