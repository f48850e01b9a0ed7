#include "driver/launch_arg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/launch_texture.h"
#include "input/suggest.h"

/* A parameter block has at most 32,764 bytes. */
enum { MAX_NAMES = 64, MAX_BYTES = 32764, MAX_DEPTH = 8 };

int lf_read_scalar(const yaml_node_t *n, dev_arg_t *out, diag_t *d)
{
    static const char *const keys[] = {"type", "value"};
    elem_type_t type = ELEM_U32;
    elem_value_t v = {0};
    int rc = yaml_check_map(n, "a scalar", keys, 2, 2, d);
    if (!rc)
        rc = elem_read_type(yaml_get(n, "type"), "type", &type, d);
    if (!rc)
        rc = elem_read_value(yaml_get(n, "value"), "value", type, &v, d);
    if (rc)
        return rc;
    *out = (dev_arg_t){.bytes = elem_bytes(type)};
    elem_store(type, &out->bits, v);
    return 0;
}

int lf_find_buffer(const launch_file_t *f, const char *name)
{
    for (unsigned i = 0; i < f->n_buffers; i++)
        if (strcmp(f->buffers[i].name, name) == 0)
            return (int)i;
    return -1;
}

static int unknown_name(const launch_file_t *f, const yaml_node_t *n, bool scalars, diag_t *d)
{
    const char *names[MAX_NAMES];
    unsigned k = 0;
    for (unsigned i = 0; i < f->n_buffers && k < MAX_NAMES; i++)
        names[k++] = f->buffers[i].name;
    for (unsigned i = 0; scalars && i < f->n_scalars && k < MAX_NAMES; i++)
        names[k++] = f->scalars[i].name;
    char hint[200];
    return yaml_error(n, d, "no buffer%s '%s'; %s", scalars ? " or scalar" : "", n->text,
                      suggest_among(n->text, names, k, hint, sizeof hint));
}

int lf_read_buffer_ref(const launch_file_t *f, const yaml_node_t *n, unsigned *out, diag_t *d)
{
    const char *name = NULL;
    int rc = yaml_string(n, "buffer", &name, d);
    if (rc)
        return rc;
    int b = lf_find_buffer(f, name);
    if (b < 0)
        return unknown_name(f, n, false, d);
    *out = (unsigned)b;
    return 0;
}

static void set_scalar(lf_arg_t *a, const dev_arg_t *v)
{
    a->kind = LF_SCALAR;
    a->bytes = a->align = v->bytes;
    a->bits = v->bits;
}

static void set_buffer(lf_arg_t *a, unsigned buffer)
{
    a->kind = LF_BUFFER;
    a->bytes = a->align = 8;
    a->buffer = buffer;
}

static int read_address(const launch_file_t *f, const yaml_node_t *n, lf_arg_t *a, diag_t *d)
{
    static const char *const keys[] = {"buffer", "offset"};
    unsigned b = 0;
    int rc = yaml_check_map(n, "an argument", keys, 2, 1, d);
    if (!rc)
        rc = lf_read_buffer_ref(f, yaml_get(n, "buffer"), &b, d);
    const yaml_node_t *off = rc ? NULL : yaml_get(n, "offset");
    if (off)
        rc = yaml_u64(off, "offset", 0, f->buffers[b].count * elem_bytes(f->buffers[b].type),
                      &a->offset, d);
    set_buffer(a, b);
    return rc;
}

/* Room for the entries of a list, which is not empty. */
static int make_fields(const yaml_node_t *list, const char *what, lf_arg_t *a, diag_t *d)
{
    int rc = yaml_check_kind(list, what, YAML_SEQ, d);
    if (rc)
        return rc;
    if (!list->n || list->n > MAX_BYTES)
        return yaml_error(list, d, "%u %s; expected 1 to %d", list->n, what, MAX_BYTES);
    a->kind = LF_STRUCT;
    a->align = 1;
    a->field = calloc(list->n, sizeof *a->field);
    if (!a->field) {
        yaml_error(list, d, "out of memory");
        return -ENOMEM;
    }
    a->n_fields = list->n;
    return 0;
}

/* Puts field k behind those before it, as C lays structs out. */
static int place(lf_arg_t *a, unsigned k, diag_t *d)
{
    lf_arg_t *x = &a->field[k];
    x->at = (a->bytes + x->align - 1) / x->align * x->align;
    a->align = x->align > a->align ? x->align : a->align;
    a->bytes = x->at + x->bytes;
    return a->bytes <= MAX_BYTES ? 0
                                 : yaml_error(a->node, d,
                                              "an argument of more than %d bytes; "
                                              "expected at most so many",
                                              MAX_BYTES);
}

/* {type: T, values: [V...]} */
static int read_array(const yaml_node_t *n, lf_arg_t *a, diag_t *d)
{
    static const char *const keys[] = {"type", "values"};
    const yaml_node_t *list = yaml_get(n, "values");
    elem_type_t type = ELEM_U32;
    int rc = yaml_check_map(n, "an array", keys, 2, 2, d);
    if (!rc)
        rc = elem_read_type(yaml_get(n, "type"), "type", &type, d);
    if (!rc)
        rc = make_fields(list, "values", a, d);
    for (unsigned i = 0; !rc && i < list->n; i++) {
        elem_value_t v = {0};
        dev_arg_t x = {.bytes = elem_bytes(type)};
        rc = elem_read_value(list->item[i].node, "value", type, &v, d);
        if (rc)
            break;
        elem_store(type, &x.bits, v);
        set_scalar(&a->field[i], &x);
        rc = place(a, i, d);
    }
    return rc;
}

static int read_any(const launch_file_t *f, const yaml_node_t *n, lf_arg_t *a, unsigned depth,
                    diag_t *d);

static int read_struct(const launch_file_t *f, const yaml_node_t *n, lf_arg_t *a, unsigned depth,
                       diag_t *d)
{
    static const char *const keys[] = {"struct"};
    const yaml_node_t *list = yaml_get(n, "struct");
    int rc = yaml_check_map(n, "a struct", keys, 1, 1, d);
    if (!rc && depth == MAX_DEPTH)
        rc = yaml_error(n, d, "structs nested more than %d deep; expected fewer", MAX_DEPTH);
    if (!rc)
        rc = make_fields(list, "fields", a, d);
    for (unsigned i = 0; !rc && i < list->n; i++) {
        rc = read_any(f, list->item[i].node, &a->field[i], depth + 1, d);
        if (!rc)
            rc = place(a, i, d);
    }
    a->bytes = (a->bytes + a->align - 1) / a->align * a->align;
    return rc;
}

static int read_name(const launch_file_t *f, const yaml_node_t *n, lf_arg_t *a, diag_t *d)
{
    int b = lf_find_buffer(f, n->text);
    unsigned i = 0;
    if (b >= 0) {
        set_buffer(a, (unsigned)b);
        return 0;
    }
    int t = lf_find_texture(f, n->text);
    if (t >= 0 && f->textures[t].symbol)
        return yaml_error(n, d, "texture '%s' is bound to '%s'; expected one without a symbol",
                          n->text, f->textures[t].symbol);
    if (t >= 0) {
        set_buffer(a, (unsigned)t);
        a->kind = LF_TEXTURE;
        return 0;
    }
    while (i < f->n_scalars && strcmp(f->scalars[i].name, n->text))
        i++;
    if (i == f->n_scalars)
        return unknown_name(f, n, true, d);
    set_scalar(a, &f->scalars[i].arg);
    return 0;
}

static int read_any(const launch_file_t *f, const yaml_node_t *n, lf_arg_t *a, unsigned depth,
                    diag_t *d)
{
    *a = (lf_arg_t){.align = 1, .node = n};
    if (n->kind == YAML_MAP && yaml_get(n, "buffer"))
        return read_address(f, n, a, d);
    if (n->kind == YAML_MAP && yaml_get(n, "struct"))
        return read_struct(f, n, a, depth, d);
    if (n->kind == YAML_MAP && yaml_get(n, "values"))
        return read_array(n, a, d);
    if (n->kind == YAML_MAP) {
        dev_arg_t v = {0};
        int rc = lf_read_scalar(n, &v, d);
        set_scalar(a, &v);
        return rc;
    }
    int rc = yaml_check_kind(n, "an argument", YAML_SCALAR, d);
    return rc ? rc : read_name(f, n, a, d);
}

int lf_read_arg(const launch_file_t *f, const yaml_node_t *n, lf_arg_t *a, diag_t *d)
{
    return read_any(f, n, a, 0, d);
}

void lf_free_args(lf_arg_t *a, unsigned n)
{
    for (unsigned i = 0; a && i < n; i++)
        lf_free_args(a[i].field, a[i].n_fields);
    free(a);
}

void lf_put_arg(const launch_file_t *f, const lf_arg_t *a, uint8_t *out)
{
    uint64_t addr;
    switch (a->kind) {
    case LF_SCALAR:
        memcpy(out, &a->bits, a->bytes);
        return;
    case LF_BUFFER:
        addr = f->buffers[a->buffer].addr + a->offset;
        memcpy(out, &addr, sizeof addr);
        return;
    case LF_TEXTURE:
        memcpy(out, &f->textures[a->buffer].object, 8);
        return;
    case LF_STRUCT:
        memset(out, 0, a->bytes);
        for (unsigned i = 0; i < a->n_fields; i++)
            lf_put_arg(f, &a->field[i], out + a->field[i].at);
    }
}
