#include "lockstep/model_files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/root.h"

char *model_file_read(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t n = 0;
    FILE *mem = f ? open_memstream(&text, &n) : NULL;
    char part[1 << 16];
    bool ok = mem != NULL;
    for (size_t got; ok && (got = fread(part, 1, sizeof part, f)) > 0;)
        ok = fwrite(part, 1, got, mem) == got;
    ok = ok && !ferror(f);
    int why = errno;
    if (f)
        fclose(f);
    if (mem && fclose(mem))
        ok = false;
    if (!ok) {
        free(text);
        errno = why;
        return NULL;
    }
    *bytes = n;
    return text;
}

int model_file_hash(struct sha256_ctx *sha, const char *path, const char *name, diag_t *diag)
{
    size_t n;
    char *text = model_file_read(path, &n), head[PATH_MAX + 32];
    if (!text)
        return diag_at(diag, path, 0, 0, "cannot read: %s", strerror(errno));
    int more = snprintf(head, sizeof head, "file %s %zu\n", name, n);
    sha256_update(sha, (size_t)more, (const uint8_t *)head);
    sha256_update(sha, n, (const uint8_t *)text);
    free(text);
    return 0;
}

void model_hash_end(struct sha256_ctx *sha, char key[65])
{
    uint8_t raw[SHA256_DIGEST_SIZE];
    sha256_digest(sha, sizeof raw, raw);
    for (unsigned i = 0; i < sizeof raw; i++)
        snprintf(key + 2 * (size_t)i, 3, "%02x", raw[i]);
}

/* A module that there is, and whether it is one of the unit's. */
typedef struct module {
    char *name, *path;
    bool used, read;
} module_t;

typedef struct modules {
    module_t *at;
    size_t n;
} modules_t;

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int add(modules_t *all, const char *path)
{
    const char *base = base_of(path);
    module_t *at = realloc(all->at, (all->n + 1) * sizeof *at);
    if (!at)
        return -ENOMEM;
    all->at = at;
    char *name = strndup(base, strlen(base) - 3), *copy = strdup(path);
    if (!name || !copy) {
        free(name);
        free(copy);
        return -ENOMEM;
    }
    all->at[all->n++] = (module_t){.name = name, .path = copy};
    return 0;
}

/* Every FOLDER/NAME.sv whose name is not there yet. */
static int add_folder(modules_t *all, const char *folder)
{
    DIR *dir = opendir(folder);
    int err = 0;
    for (struct dirent *e; dir && !err && (e = readdir(dir));) {
        size_t len = strlen(e->d_name);
        if (len < 4 || strcmp(e->d_name + len - 3, ".sv") != 0)
            continue;
        bool known = false;
        for (size_t i = 0; i < all->n && !known; i++)
            known = strlen(all->at[i].name) == len - 3 &&
                    strncmp(all->at[i].name, e->d_name, len - 3) == 0;
        char path[PATH_MAX];
        if (!known && (size_t)snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < sizeof path)
            err = add(all, path);
    }
    if (dir)
        closedir(dir);
    return err;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const module_t *)a)->name, ((const module_t *)b)->name);
}

/* Marks the modules whose names stand in the text, comments left out. */
static void mark_named(modules_t *all, const char *text)
{
    for (const char *at = text; *at;) {
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (isalpha((unsigned char)*at) || *at == '_') {
            size_t len = 1;
            while (isalnum((unsigned char)at[len]) || at[len] == '_' || at[len] == '$')
                len++;
            for (size_t i = 0; i < all->n; i++)
                if (strlen(all->at[i].name) == len && strncmp(all->at[i].name, at, len) == 0)
                    all->at[i].used = true;
            at += len;
        } else {
            at++;
        }
    }
}

static int mark_used(modules_t *all, diag_t *diag)
{
    for (size_t i = 0; i < all->n; i++) {
        module_t *m = &all->at[i];
        if (!m->used || m->read)
            continue;
        size_t n;
        char *text = model_file_read(m->path, &n);
        if (!text)
            return diag_at(diag, m->path, 0, 0, "cannot read: %s", strerror(errno));
        m->read = true;
        mark_named(all, text);
        free(text);
        i = (size_t)-1; /* from the start */
    }
    return 0;
}

static int find(modules_t *all, const model_spec_t *m, diag_t *diag)
{
    const unit_desc_t *d = m->desc;
    char folder[PATH_MAX], family[64];
    int err = 0;
    for (unsigned i = 0; !err && m->replace && m->replace[i]; i++)
        err = strlen(base_of(m->replace[i])) > 3 ? add(all, m->replace[i]) : 0;
    snprintf(folder, sizeof folder, "%s/rtl/%s", root_dir(), unit_family(d, family, sizeof family));
    err = err ? err : add_folder(all, folder);
    snprintf(folder, sizeof folder, "%s/rtl/common", root_dir());
    err = err ? err : add_folder(all, folder);
    if (err)
        return err;
    if (all->n)
        qsort(all->at, all->n, sizeof *all->at, by_name);
    bool found = false;
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i].name, d->prefix) == 0)
            all->at[i].used = found = true;
    if (!found)
        return diag_at(diag, d->name, 0, 0,
                       "no %s.sv in %s/rtl/%s or rtl/common; LW_ROOT names another tree", d->prefix,
                       root_dir(), family);
    return mark_used(all, diag);
}

int model_files_find(model_files_t *f, const model_spec_t *m, diag_t *diag)
{
    modules_t all = {NULL, 0};
    *f = (model_files_t){0};
    int err = 0;
    if (m->netlist) {
        f->path[0] = strdup(m->netlist);
        f->n = f->path[0] != NULL;
        return f->n ? 0 : -ENOMEM;
    }
    err = find(&all, m, diag);
    for (size_t i = 0; i < all.n; i++) {
        if (!err && all.at[i].used && f->n == MODEL_FILES)
            err = diag_at(diag, m->desc->name, 0, 0, "more than %d modules", MODEL_FILES);
        if (!err && all.at[i].used) {
            f->path[f->n++] = all.at[i].path;
            all.at[i].path = NULL;
        }
        free(all.at[i].name);
        free(all.at[i].path);
    }
    free(all.at);
    if (err)
        model_files_free(f);
    if (err == -ENOMEM)
        diag_at(diag, m->desc->name, 0, 0, "out of memory");
    return err;
}

void model_files_free(model_files_t *f)
{
    for (unsigned i = 0; i < f->n; i++)
        free(f->path[i]);
    *f = (model_files_t){0};
}
