/* Reading of launch files. Everything is checked here, before anything runs. */
#include "driver/launch_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/launch_arg.h"
#include "driver/launch_texture.h"

#define ARENA_MAX (UINT64_C(1) << 40)

enum { MAX_NAMES = 4096 }; /* of buffers, scalars, textures and symbols, each */

/* A path of the file, relative to the file's own folder. */
static char *path_of(const launch_file_t *f, const char *path)
{
    if (path[0] == '/' || !f->dir[0])
        return strdup(path);
    size_t n = strlen(f->dir) + strlen(path) + 1;
    char *out = malloc(n);
    if (out)
        snprintf(out, n, "%s%s", f->dir, path);
    return out;
}

static int out_of_memory(const yaml_node_t *n, diag_t *d)
{
    yaml_error(n, d, "out of memory");
    return -ENOMEM;
}

/* "format: text" or "format: raw" (the default) of a mapping. */
static int read_format(const yaml_node_t *map, bool *text, diag_t *d)
{
    const yaml_node_t *n = yaml_get(map, "format");
    const char *s = NULL;
    *text = false;
    if (!n)
        return 0;
    int rc = yaml_string(n, "format", &s, d);
    if (!rc && strcmp(s, "text") && strcmp(s, "raw"))
        rc = yaml_error(n, d, "format is '%s'; expected raw or text", s);
    *text = !rc && s[0] == 't';
    return rc;
}

static int read_file_fill(const launch_file_t *f, const yaml_node_t *map, lf_fill_t *fill,
                          diag_t *d)
{
    const char *path = NULL;
    int rc = yaml_string(yaml_get(map, "file"), "file", &path, d);
    if (!rc)
        rc = read_format(map, &fill->text, d);
    if (rc)
        return rc;
    fill->kind = FILL_FILE;
    fill->path = path_of(f, path);
    return fill->path ? 0 : out_of_memory(map, d);
}

/* [v, v, ...]: one value an element; checked here, stored when the buffer exists. */
static int read_values_fill(const yaml_node_t *list, elem_type_t type, uint64_t count,
                            lf_fill_t *fill, diag_t *d)
{
    if (list->n != count)
        return yaml_error(list, d, "%u values; expected %llu, one an element", list->n,
                          (unsigned long long)count);
    for (unsigned i = 0; i < list->n; i++) {
        elem_value_t v;
        int rc = elem_read_value(list->item[i].node, "value", type, &v, d);
        if (rc)
            return rc;
    }
    fill->kind = FILL_VALUES;
    return 0;
}

/* Bounds of random values: whole numbers over the type's range, floats in [0, 1). */
static int read_bounds(const yaml_node_t *map, elem_type_t type, lf_fill_t *fill, diag_t *d)
{
    bool real = elem_class(type) == ELEM_FLOAT;
    const yaml_node_t *lo = yaml_get(map, "min"), *hi = yaml_get(map, "max");
    int rc = 0;
    fill->min = real ? (elem_value_t){.f = 0} : elem_least(type);
    fill->max = real ? (elem_value_t){.f = 1} : elem_most(type);
    if (lo)
        rc = elem_read_value(lo, "min", type, &fill->min, d);
    if (!rc && hi)
        rc = elem_read_value(hi, "max", type, &fill->max, d);
    if (!rc && !elem_ordered(type, fill->min, fill->max))
        rc = yaml_error(hi ? hi : lo, d, "min is above max; expected min <= max");
    return rc;
}

static int read_init(const launch_file_t *f, const yaml_node_t *buf, lf_buffer_t *b, diag_t *d)
{
    static const char *const keys[] = {"file", "format"};
    const yaml_node_t *n = yaml_get(buf, "init");
    const char *s = NULL;
    b->fill.at = n ? n : buf;
    b->fill.kind = FILL_ZERO;
    if (!n)
        return 0;
    if (n->kind == YAML_SEQ)
        return read_values_fill(n, b->type, b->count, &b->fill, d);
    if (n->kind == YAML_MAP) {
        int rc = yaml_check_map(n, "init", keys, 2, 1, d);
        return rc ? rc : read_file_fill(f, n, &b->fill, d);
    }
    int rc = yaml_string(n, "init", &s, d);
    if (rc)
        return rc;
    if (!strcmp(s, "zero"))
        return 0;
    if (!strcmp(s, "iota"))
        b->fill.kind = FILL_IOTA;
    else if (!strcmp(s, "random"))
        b->fill.kind = FILL_RANDOM;
    else
        return yaml_error(n, d, "init is '%s'; expected zero, iota, random, {file: PATH} or a list",
                          s);
    return 0;
}

static int read_buffer(const launch_file_t *f, const yaml_item_t *it, lf_buffer_t *b, diag_t *d)
{
    static const char *const keys[] = {"type", "size", "init", "seed", "min", "max"};
    const yaml_node_t *n = it->node;
    b->name = it->key;
    b->at = n;
    int rc = yaml_check_map(n, "a buffer", keys, 6, 2, d);
    if (!rc)
        rc = elem_read_type(yaml_get(n, "type"), "type", &b->type, d);
    if (!rc)
        rc =
            yaml_u64(yaml_get(n, "size"), "size", 1, ARENA_MAX / elem_bytes(b->type), &b->count, d);
    if (!rc)
        rc = read_init(f, n, b, d);
    if (rc)
        return rc;
    static const char *const random_only[] = {"seed", "min", "max"};
    for (unsigned i = 0; i < 3 && b->fill.kind != FILL_RANDOM; i++) {
        const yaml_node_t *extra = yaml_get(n, random_only[i]);
        if (extra)
            return yaml_error(extra, d, "'%s' without 'init: random'; expected both or neither",
                              random_only[i]);
    }
    const yaml_node_t *seed = yaml_get(n, "seed");
    b->fill.seed = 1;
    if (seed)
        rc = yaml_u64(seed, "seed", 0, UINT64_MAX, &b->fill.seed, d);
    return rc ? rc : read_bounds(n, b->type, &b->fill, d);
}

/* N or [x], [x, y], [x, y, z]. */
static int read_dim(const yaml_node_t *n, const char *what, dim3_t *out, diag_t *d)
{
    uint32_t v[3] = {1, 1, 1};
    bool list = n->kind == YAML_SEQ;
    if (list && (n->n < 1 || n->n > 3))
        return yaml_error(n, d, "%s has %u sizes; expected 1 to 3", what, n->n);
    for (unsigned i = 0; i < (list ? n->n : 1); i++) {
        uint64_t x = 0;
        int rc = yaml_u64(list ? n->item[i].node : n, what, 1, INT32_MAX, &x, d);
        if (rc)
            return rc;
        v[i] = (uint32_t)x;
    }
    *out = (dim3_t){v[0], v[1], v[2]};
    return 0;
}

static int read_count(const yaml_node_t *map, const char *key, uint64_t min, uint32_t *out,
                      diag_t *d)
{
    const yaml_node_t *n = yaml_get(map, key);
    uint64_t v = 0;
    int rc = n ? yaml_u64(n, key, min, INT32_MAX, &v, d) : 0;
    if (!rc && n)
        *out = (uint32_t)v;
    return rc;
}

static int read_launch(const launch_file_t *f, const yaml_node_t *n, lf_launch_t *l, diag_t *d)
{
    static const char *const keys[] = {"kernel", "grid", "block", "args", "shared", "repeat"};
    l->at = n;
    l->repeat = 1;
    int rc = yaml_check_map(n, "a launch", keys, 6, 3, d);
    if (!rc)
        rc = yaml_string(yaml_get(n, "kernel"), "kernel", &l->kernel, d);
    if (!rc)
        rc = read_dim(yaml_get(n, "grid"), "grid", &l->grid, d);
    if (!rc)
        rc = read_dim(yaml_get(n, "block"), "block", &l->block, d);
    if (!rc)
        rc = read_count(n, "shared", 0, &l->shared, d);
    if (!rc)
        rc = read_count(n, "repeat", 1, &l->repeat, d);
    const yaml_node_t *args = yaml_get(n, "args");
    if (!rc && args)
        rc = yaml_check_kind(args, "args", YAML_SEQ, d);
    if (rc || !args || !args->n)
        return rc;
    l->args = calloc(args->n, sizeof *l->args);
    if (!l->args)
        return out_of_memory(args, d);
    l->n_args = args->n;
    for (unsigned i = 0; !rc && i < args->n; i++)
        rc = lf_read_arg(f, args->item[i].node, &l->args[i], d);
    return rc;
}

static int read_dump(const launch_file_t *f, const yaml_node_t *n, lf_dump_t *dump, diag_t *d)
{
    static const char *const keys[] = {"buffer", "file", "format"};
    const char *path = NULL;
    dump->at = n;
    int rc = yaml_check_map(n, "a dump", keys, 3, 2, d);
    if (!rc)
        rc = lf_read_buffer_ref(f, yaml_get(n, "buffer"), &dump->buffer, d);
    if (!rc)
        rc = yaml_string(yaml_get(n, "file"), "file", &path, d);
    if (!rc)
        rc = read_format(n, &dump->text, d);
    if (rc)
        return rc;
    dump->path = path_of(f, path);
    return dump->path ? 0 : out_of_memory(n, d);
}

static int read_compare(const launch_file_t *f, const yaml_node_t *n, lf_compare_t *c, diag_t *d)
{
    static const char *const keys[] = {"buffer", "file", "format", "values", "abs", "rel"};
    c->at = n;
    int rc = yaml_check_map(n, "a comparison", keys, 6, 1, d);
    if (!rc)
        rc = lf_read_buffer_ref(f, yaml_get(n, "buffer"), &c->buffer, d);
    const yaml_node_t *values = yaml_get(n, "values"), *file = yaml_get(n, "file");
    if (!rc && !values == !file)
        rc = yaml_error(n, d, "a comparison needs 'file' or 'values'; expected one of them");
    if (rc)
        return rc;
    const lf_buffer_t *b = &f->buffers[c->buffer];
    c->with.at = n;
    if (file) {
        rc = read_file_fill(f, n, &c->with, d);
    } else {
        rc = yaml_check_kind(values, "values", YAML_SEQ, d);
        c->with.at = values;
        if (!rc)
            rc = read_values_fill(values, b->type, b->count, &c->with, d);
    }
    const yaml_node_t *abs = yaml_get(n, "abs"), *rel = yaml_get(n, "rel");
    if (!rc && abs)
        rc = yaml_f64(abs, "abs", 0, 1e300, &c->abs_tol, d);
    if (!rc && rel)
        rc = yaml_f64(rel, "rel", 0, 1e300, &c->rel_tol, d);
    return rc;
}

/* The list or mapping under a key, or NULL; *n entries. Names are looked for one by one, which
 * their number bounds. */
static int section(const launch_file_t *f, const char *key, yaml_kind_t kind,
                   const yaml_node_t **out, unsigned *n, diag_t *d)
{
    *out = yaml_get(f->root, key);
    *n = 0;
    int rc = *out ? yaml_check_kind(*out, key, kind, d) : 0;
    if (!rc && *out && kind == YAML_MAP && (*out)->n > MAX_NAMES)
        rc = yaml_error(*out, d, "%u %s; expected at most %d", (*out)->n, key, MAX_NAMES);
    if (!rc && *out)
        *n = (*out)->n;
    return rc;
}

/* The texture that is bound to a variable, before number n; NULL: none is. */
static const lf_texture_t *bound_to(const launch_file_t *f, const char *symbol, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (f->textures[i].symbol && !strcmp(f->textures[i].symbol, symbol))
            return &f->textures[i];
    return NULL;
}

static int read_textures(launch_file_t *f, diag_t *d)
{
    const yaml_node_t *at = NULL;
    unsigned n = 0;
    int rc = section(f, "textures", YAML_MAP, &at, &n, d);
    if (!rc && n && !(f->textures = calloc(n, sizeof *f->textures)))
        rc = out_of_memory(at, d);
    for (unsigned i = 0; !rc && i < n; i++) {
        const yaml_item_t *it = &at->item[i];
        bool scalar = false;
        for (unsigned k = 0; k < f->n_scalars; k++)
            scalar |= !strcmp(f->scalars[k].name, it->key);
        if (scalar || lf_find_buffer(f, it->key) >= 0)
            return diag_at(d, it->node->file, it->key_line, it->key_col,
                           "'%s' is a %s and a texture; expected two names", it->key,
                           scalar ? "scalar" : "buffer");
        f->n_textures = i + 1;
        rc = lf_read_texture(f, it, &f->textures[i], d);
        const char *symbol = f->textures[i].symbol;
        const lf_texture_t *other = symbol ? bound_to(f, symbol, i) : NULL;
        if (!rc && other)
            rc = yaml_error(yaml_get(it->node, "symbol"), d,
                            "texture '%s' is bound to '%s' already; expected one texture a symbol",
                            other->name, symbol);
    }
    return rc;
}

static int read_names(launch_file_t *f, diag_t *d)
{
    const yaml_node_t *at = NULL;
    unsigned n = 0;
    int rc = section(f, "buffers", YAML_MAP, &at, &n, d);
    if (!rc && n && !(f->buffers = calloc(n, sizeof *f->buffers)))
        rc = out_of_memory(at, d);
    for (unsigned i = 0; !rc && i < n; i++) {
        f->n_buffers = i + 1;
        rc = read_buffer(f, &at->item[i], &f->buffers[i], d);
    }
    if (!rc)
        rc = section(f, "scalars", YAML_MAP, &at, &n, d);
    if (!rc && n && !(f->scalars = calloc(n, sizeof *f->scalars)))
        rc = out_of_memory(at, d);
    for (unsigned i = 0; !rc && i < n; i++) {
        const yaml_item_t *it = &at->item[i];
        if (lf_find_buffer(f, it->key) >= 0)
            return diag_at(d, it->node->file, it->key_line, it->key_col,
                           "'%s' is a buffer and a scalar; expected two names", it->key);
        f->n_scalars = i + 1;
        f->scalars[i].name = it->key;
        rc = lf_read_scalar(it->node, &f->scalars[i].arg, d);
    }
    return rc;
}

/* A symbol: what a buffer is (with 'init'), or what an argument is. */
static int read_symbol(const launch_file_t *f, const yaml_item_t *it, lf_symbol_t *s, diag_t *d)
{
    s->item = it;
    s->filled = it->node->kind == YAML_MAP && yaml_get(it->node, "init");
    return s->filled ? read_buffer(f, it, &s->fill, d) : lf_read_arg(f, it->node, &s->arg, d);
}

static int read_symbols(launch_file_t *f, diag_t *d)
{
    const yaml_node_t *at = NULL;
    unsigned n = 0;
    int rc = section(f, "symbols", YAML_MAP, &at, &n, d);
    if (!rc && n && !(f->symbols = calloc(n, sizeof *f->symbols)))
        rc = out_of_memory(at, d);
    for (unsigned i = 0; !rc && i < n; i++) {
        const yaml_item_t *it = &at->item[i];
        const lf_texture_t *texture = bound_to(f, it->key, f->n_textures);
        if (texture)
            return diag_at(d, it->node->file, it->key_line, it->key_col,
                           "texture '%s' is bound to '%s'; expected it here or there",
                           texture->name, it->key);
        f->n_symbols = i + 1;
        rc = read_symbol(f, it, &f->symbols[i], d);
    }
    return rc;
}

static int read_lists(launch_file_t *f, diag_t *d)
{
    const yaml_node_t *at = NULL;
    unsigned n = 0;
    int rc = section(f, "launches", YAML_SEQ, &at, &n, d);
    if (!rc && !n)
        rc = yaml_error(at, d, "no launches; expected at least one");
    if (!rc && !(f->launches = calloc(n, sizeof *f->launches)))
        rc = out_of_memory(at, d);
    for (unsigned i = 0; !rc && i < n; i++) {
        f->n_launches = i + 1;
        rc = read_launch(f, at->item[i].node, &f->launches[i], d);
    }
    if (!rc)
        rc = section(f, "dump", YAML_SEQ, &at, &n, d);
    if (!rc && n && !(f->dumps = calloc(n, sizeof *f->dumps)))
        rc = out_of_memory(at, d);
    for (unsigned i = 0; !rc && i < n; i++) {
        f->n_dumps = i + 1;
        rc = read_dump(f, at->item[i].node, &f->dumps[i], d);
    }
    if (!rc)
        rc = section(f, "compare", YAML_SEQ, &at, &n, d);
    if (!rc && n && !(f->compares = calloc(n, sizeof *f->compares)))
        rc = out_of_memory(at, d);
    for (unsigned i = 0; !rc && i < n; i++) {
        f->n_compares = i + 1;
        rc = read_compare(f, at->item[i].node, &f->compares[i], d);
    }
    return rc;
}

int launch_file_read(const char *path, launch_file_t *f, diag_t *d)
{
    static const char *const keys[] = {"launches", "buffers", "scalars", "symbols",
                                       "dump",     "compare", "textures"};
    memset(f, 0, sizeof *f);
    const char *slash = strrchr(path, '/');
    f->dir = strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
    if (!f->dir) {
        diag_at(d, path, 0, 0, "out of memory");
        return -ENOMEM;
    }
    int rc = yaml_read_file(path, &f->root, d);
    if (!rc)
        rc = yaml_check_map(f->root, "a launch file", keys, 7, 1, d);
    if (!rc)
        rc = read_names(f, d);
    if (!rc)
        rc = read_textures(f, d);
    if (!rc)
        rc = read_symbols(f, d);
    return rc ? rc : read_lists(f, d);
}

void launch_file_free(launch_file_t *f)
{
    for (unsigned i = 0; i < f->n_buffers; i++)
        free(f->buffers[i].fill.path);
    for (unsigned i = 0; i < f->n_launches; i++)
        lf_free_args(f->launches[i].args, f->launches[i].n_args);
    for (unsigned i = 0; i < f->n_symbols; i++) {
        free(f->symbols[i].fill.fill.path);
        lf_free_args(f->symbols[i].arg.field, f->symbols[i].arg.n_fields);
    }
    for (unsigned i = 0; i < f->n_dumps; i++)
        free(f->dumps[i].path);
    for (unsigned i = 0; i < f->n_compares; i++)
        free(f->compares[i].with.path);
    free(f->buffers);
    free(f->scalars);
    free(f->textures);
    free(f->symbols);
    free(f->launches);
    free(f->dumps);
    free(f->compares);
    free(f->dir);
    yaml_free(f->root);
    memset(f, 0, sizeof *f);
}
