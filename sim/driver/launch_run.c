/* Runs a launch file on a device. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "driver/launch_arg.h"
#include "driver/launch_file.h"
#include "driver/launch_texture.h"

#define FILE_MAX ((size_t)1 << 36)

/* Puts the device's message behind the place in the launch file that caused it. */
static int at_place(const yaml_node_t *n, int rc, diag_t *d)
{
    if (rc >= 0)
        return rc;
    diag_t inner = *d;
    d->text[0] = 0;
    yaml_error(n, d, "%s", inner.text);
    return rc;
}

/* Numbers separated by white space, one an element. */
static int parse_text(const lf_buffer_t *b, const lf_fill_t *fill, char *text, uint8_t *out,
                      diag_t *d)
{
    static const char space[] = " \t\r\n";
    uint64_t k = 0;
    int line = 1;
    char *at = text;
    for (;;) {
        size_t gap = strspn(at, space);
        for (size_t i = 0; i < gap; i++)
            line += at[i] == '\n';
        at += gap;
        if (!*at)
            break;
        size_t len = strcspn(at, space);
        char number[64];
        elem_value_t v;
        snprintf(number, sizeof number, "%.*s", (int)len, at);
        if (len >= sizeof number || elem_parse(b->type, number, &v))
            return diag_at(d, fill->path, line, 0, "'%s'; expected a %s", number,
                           elem_name(b->type));
        if (k == b->count)
            return diag_at(d, fill->path, line, 0, "more than %" PRIu64 " numbers; expected %s",
                           b->count, "one an element");
        elem_store(b->type, out + k * elem_bytes(b->type), v);
        k++;
        at += len;
    }
    if (k < b->count)
        return diag_at(d, fill->path, line, 0, "%" PRIu64 " numbers; expected %" PRIu64, k,
                       b->count);
    return 0;
}

static int fill_file(const lf_buffer_t *b, const lf_fill_t *fill, uint8_t *out, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0, want = (size_t)(b->count * elem_bytes(b->type));
    int rc = file_read(fill->path, FILE_MAX, &text, &bytes, d);
    if (!rc && fill->text) {
        if (strlen(text) != bytes)
            rc = diag_at(d, fill->path, 0, 0, "a NUL character; expected text");
        else
            rc = parse_text(b, fill, text, out, d);
    } else if (!rc && bytes != want) {
        rc = diag_at(d, fill->path, 0, 0, "%zu bytes; expected %zu (%" PRIu64 " x %s)", bytes, want,
                     b->count, elem_name(b->type));
    } else if (!rc) {
        memcpy(out, text, want);
    }
    free(text);
    return rc ? at_place(fill->at, rc, d) : 0;
}

/* The contents that fill describes, in host memory. */
static int contents(const lf_buffer_t *b, const lf_fill_t *fill, uint8_t *out, diag_t *d)
{
    unsigned bytes = elem_bytes(b->type);
    rng_t rng;
    switch (fill->kind) {
    case FILL_ZERO:
        memset(out, 0, (size_t)(b->count * bytes));
        return 0;
    case FILL_IOTA:
        for (uint64_t k = 0; k < b->count; k++)
            elem_store(b->type, out + k * bytes, elem_iota(b->type, k));
        return 0;
    case FILL_RANDOM:
        rng_seed(&rng, fill->seed);
        for (uint64_t k = 0; k < b->count; k++)
            elem_store(b->type, out + k * bytes, elem_random(b->type, fill->min, fill->max, &rng));
        return 0;
    case FILL_VALUES:
        for (uint64_t k = 0; k < b->count; k++) {
            elem_value_t v;
            int rc = elem_read_value(fill->at->item[k].node, "value", b->type, &v, d);
            if (rc)
                return rc;
            elem_store(b->type, out + k * bytes, v);
        }
        return 0;
    default:
        return fill_file(b, fill, out, d);
    }
}

static void *host_memory(const lf_buffer_t *b, const yaml_node_t *at, diag_t *d)
{
    void *p = malloc((size_t)(b->count * elem_bytes(b->type)));
    if (!p)
        yaml_error(at, d, "out of memory for buffer '%s'", b->name);
    return p;
}

static int make_buffer(lf_buffer_t *b, device_t *dev, diag_t *d)
{
    uint64_t bytes = b->count * elem_bytes(b->type);
    b->addr = dev_alloc(dev, bytes);
    if (!b->addr)
        return at_place(yaml_get(b->at, "size"), dev_error(dev), d);
    if (b->fill.kind == FILL_ZERO)
        return 0;
    uint8_t *host = host_memory(b, b->at, d);
    if (!host)
        return -ENOMEM;
    int rc = contents(b, &b->fill, host, d);
    if (!rc)
        rc = at_place(b->at, dev_write(dev, b->addr, host, bytes), d);
    free(host);
    return rc;
}

static int launch(const launch_file_t *f, const lf_launch_t *l, device_t *dev, dev_module_t *m,
                  diag_t *d)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < l->n_args; i++)
        bytes += l->args[i].bytes;
    dev_arg_t *args = calloc(l->n_args + 1, sizeof *args);
    uint8_t *data = malloc(bytes + 1), *at = data;
    int rc = 0;
    if (!args || !data) {
        free(args);
        free(data);
        yaml_error(l->at, d, "out of memory");
        return -ENOMEM;
    }
    for (unsigned i = 0; i < l->n_args; i++) {
        lf_put_arg(f, &l->args[i], at);
        args[i] = (dev_arg_t){.bytes = l->args[i].bytes, .data = at};
        at += l->args[i].bytes;
    }
    for (uint32_t k = 0; !rc && k < l->repeat; k++)
        rc = dev_launch(dev, m, l->kernel, l->grid, l->block, l->shared, args, l->n_args);
    free(args);
    free(data);
    return at_place(l->at, rc, d);
}

static bool close_enough(const lf_compare_t *c, elem_type_t t, elem_value_t got, elem_value_t want)
{
    switch (elem_class(t)) {
    case ELEM_FLOAT:
        if (isnan(got.f) || isnan(want.f))
            return isnan(got.f) && isnan(want.f);
        return got.f == want.f || fabs(got.f - want.f) <= c->abs_tol + c->rel_tol * fabs(want.f);
    case ELEM_SIGNED:
    case ELEM_UNSIGNED:
        break;
    }
    if (got.u == want.u)
        return true;
    bool less = elem_ordered(t, got, want);
    uint64_t gap = less ? want.u - got.u : got.u - want.u;
    double size = elem_class(t) == ELEM_SIGNED ? fabs((double)want.s) : (double)want.u;
    return (double)gap <= c->abs_tol + c->rel_tol * size;
}

/* 0 or 1, as launch_file_run. */
static int compare(const lf_buffer_t *b, const lf_compare_t *c, const uint8_t *got,
                   const uint8_t *want, diag_t *d)
{
    unsigned bytes = elem_bytes(b->type);
    uint64_t wrong = 0, first = 0;
    for (uint64_t k = 0; k < b->count; k++) {
        elem_value_t g = elem_load(b->type, got + k * bytes);
        elem_value_t w = elem_load(b->type, want + k * bytes);
        if (!close_enough(c, b->type, g, w)) {
            first = wrong ? first : k;
            wrong++;
        }
    }
    if (!wrong)
        return 0;
    char gs[40], ws[40];
    yaml_error(
        c->at, d,
        "wrong result: %s[%" PRIu64 "] is %s; expected %s (%" PRIu64 " of %" PRIu64 " differ)",
        b->name, first, elem_print(b->type, elem_load(b->type, got + first * bytes), gs, 40),
        elem_print(b->type, elem_load(b->type, want + first * bytes), ws, 40), wrong, b->count);
    return 1;
}

static int run_compare(const launch_file_t *f, const lf_compare_t *c, device_t *dev, diag_t *d)
{
    const lf_buffer_t *b = &f->buffers[c->buffer];
    uint64_t bytes = b->count * elem_bytes(b->type);
    uint8_t *got = host_memory(b, c->at, d), *want = host_memory(b, c->at, d);
    int rc = got && want ? 0 : -ENOMEM;
    if (!rc)
        rc = at_place(c->at, dev_read(dev, got, b->addr, bytes), d);
    if (!rc)
        rc = contents(b, &c->with, want, d);
    if (!rc)
        rc = compare(b, c, got, want, d);
    free(got);
    free(want);
    return rc;
}

static int dump_text(const lf_buffer_t *b, const lf_dump_t *dump, const uint8_t *host, diag_t *d)
{
    char *text = NULL, number[40];
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return at_place(dump->at, -ENOMEM, d);
    for (uint64_t k = 0; k < b->count; k++) {
        elem_value_t v = elem_load(b->type, host + k * elem_bytes(b->type));
        fprintf(out, "%s\n", elem_print(b->type, v, number, sizeof number));
    }
    int rc = fclose(out) ? -ENOMEM : file_write(dump->path, text, bytes, d);
    free(text);
    return rc;
}

static int run_dump(const launch_file_t *f, const lf_dump_t *dump, device_t *dev, diag_t *d)
{
    const lf_buffer_t *b = &f->buffers[dump->buffer];
    uint64_t bytes = b->count * elem_bytes(b->type);
    uint8_t *host = host_memory(b, dump->at, d);
    if (!host)
        return -ENOMEM;
    int rc = dev_read(dev, host, b->addr, bytes);
    if (!rc)
        rc = dump->text ? dump_text(b, dump, host, d) : file_write(dump->path, host, bytes, d);
    free(host);
    return at_place(dump->at, rc, d);
}

int launch_file_places(const launch_file_t *f,
                       int (*visit)(void *ctx, const char *path, bool written, diag_t *d),
                       void *ctx, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < f->n_buffers; i++)
        if (f->buffers[i].fill.kind == FILL_FILE)
            rc = at_place(f->buffers[i].fill.at, visit(ctx, f->buffers[i].fill.path, false, d), d);
    for (unsigned i = 0; !rc && i < f->n_symbols; i++)
        if (f->symbols[i].filled && f->symbols[i].fill.fill.kind == FILL_FILE)
            rc = at_place(f->symbols[i].item->node,
                          visit(ctx, f->symbols[i].fill.fill.path, false, d), d);
    for (unsigned i = 0; !rc && i < f->n_compares; i++)
        if (f->compares[i].with.kind == FILL_FILE)
            rc = at_place(f->compares[i].at, visit(ctx, f->compares[i].with.path, false, d), d);
    for (unsigned i = 0; !rc && i < f->n_dumps; i++)
        rc = at_place(f->dumps[i].at, visit(ctx, f->dumps[i].path, true, d), d);
    return rc;
}

static int check_dumps(const launch_file_t *f, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < f->n_dumps; i++)
        rc = at_place(f->dumps[i].at, file_check_writable(f->dumps[i].path, d), d);
    return rc;
}

static uint64_t symbol_bytes(const lf_symbol_t *s)
{
    return s->filled ? s->fill.count * elem_bytes(s->fill.type) : s->arg.bytes;
}

/* Sizes against the PTX's declarations, before anything is computed. */
static int check_sizes(const launch_file_t *f, device_t *dev, const dev_module_t *m, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < f->n_symbols; i++) {
        const yaml_item_t *it = f->symbols[i].item;
        uint64_t has = symbol_bytes(&f->symbols[i]), want = 0;
        rc = at_place(it->node, dev_symbol_bytes(dev, m, it->key, &want), d);
        if (!rc && has != want)
            rc = yaml_error(it->node, d, "%" PRIu64 " bytes for '%s'; expected %" PRIu64, has,
                            it->key, want);
    }
    for (unsigned i = 0; !rc && i < f->n_launches; i++) {
        const lf_launch_t *l = &f->launches[i];
        rc = at_place(l->at, dev_check_kernel(dev, m, l->kernel), d);
        for (unsigned k = 0; !rc && k < l->n_args; k++)
            rc =
                at_place(l->args[k].node, dev_check_arg(dev, m, l->kernel, k, l->args[k].bytes), d);
    }
    return rc;
}

static int write_symbol(const launch_file_t *f, const lf_symbol_t *s, device_t *dev,
                        dev_module_t *m, diag_t *d)
{
    uint64_t bytes = symbol_bytes(s);
    uint8_t *host = malloc((size_t)bytes);
    if (!host) {
        yaml_error(s->item->node, d, "out of memory for '%s'", s->item->key);
        return -ENOMEM;
    }
    int rc = 0;
    if (s->filled)
        rc = contents(&s->fill, &s->fill.fill, host, d);
    else
        lf_put_arg(f, &s->arg, host);
    if (!rc)
        rc = at_place(s->item->node, dev_symbol_write(dev, m, s->item->key, 0, host, bytes), d);
    free(host);
    return rc;
}

int launch_file_run(launch_file_t *f, device_t *dev, const dev_ptx_t *ptx, unsigned n, diag_t *d)
{
    int rc = check_dumps(f, d); /* before anything runs */
    dev_module_t *m = rc ? NULL : dev_module_link(dev, ptx, n);
    if (!rc)
        rc = m ? check_sizes(f, dev, m, d) : dev_error(dev);
    for (unsigned i = 0; !rc && i < f->n_buffers; i++)
        rc = make_buffer(&f->buffers[i], dev, d);
    for (unsigned i = 0; !rc && i < f->n_textures; i++)
        rc = at_place(f->textures[i].at, lf_make_texture(f, &f->textures[i], dev, m), d);
    for (unsigned i = 0; !rc && i < f->n_symbols; i++)
        rc = write_symbol(f, &f->symbols[i], dev, m, d);
    for (unsigned i = 0; !rc && i < f->n_launches; i++)
        rc = at_place(f->launches[i].at, dev_check_textures(dev, m, f->launches[i].kernel), d);
    for (unsigned i = 0; !rc && i < f->n_launches; i++)
        rc = launch(f, &f->launches[i], dev, m, d);
    for (unsigned i = 0; !rc && i < f->n_dumps; i++)
        rc = run_dump(f, &f->dumps[i], dev, d);
    for (unsigned i = 0; !rc && i < f->n_compares; i++)
        rc = run_compare(f, &f->compares[i], dev, d);
    return rc;
}
