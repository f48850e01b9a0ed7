#include "cli/slice_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/json.h"

enum { TEXT = 400 };

slice_counts_t slice_count(const address_set_t *s)
{
    unsigned n, arrays;
    const address_program_t *p = address_programs(s, &n);
    address_arrays(s, &arrays);
    slice_counts_t c = {.arrays = arrays};
    for (unsigned i = 0; i < n; i++) {
        bool regular = p[i].why == ADDRESS_REGULAR;
        c.stores += p[i].store;
        c.regular_stores += p[i].store && regular;
        if (p[i].store)
            continue;
        c.loads++;
        c.why[p[i].why]++;
        c.regular_loads += regular;
        c.rect_loads += regular && p[i].array >= 0;
    }
    return c;
}

void slice_count_add(slice_counts_t *to, const slice_counts_t *c)
{
    to->loads += c->loads;
    to->regular_loads += c->regular_loads;
    to->rect_loads += c->rect_loads;
    to->stores += c->stores;
    to->regular_stores += c->regular_stores;
    to->arrays += c->arrays;
    for (unsigned k = 0; k < ADDRESS_WHY_COUNT; k++)
        to->why[k] += c->why[k];
}

/* ---- Launches ---- */

static void *zeros(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
    return p;
}

void slice_launch_take(slice_launch_t *l, const address_set_t *set, const front_t *front,
                       uint64_t number, unsigned ctas, uint32_t line_bytes)
{
    unsigned n, arrays;
    address_launch_t given;
    address_launch_of(isa_front_launch(front), &given);
    address_eval_t *e = address_eval_new(set, &given);
    uint64_t all = (uint64_t)given.grid[0] * given.grid[1] * given.grid[2];
    address_programs(set, &n);
    address_arrays(set, &arrays);
    *l = (slice_launch_t){.known = true, .number = number};
    memcpy(l->grid, given.grid, sizeof l->grid);
    memcpy(l->block, given.block, sizeof l->block);
    l->n_ctas = ctas < all ? ctas : (unsigned)all;
    l->pitch = zeros(arrays, sizeof *l->pitch);
    l->access = zeros((size_t)l->n_ctas * n, sizeof *l->access);
    l->has_access = zeros((size_t)l->n_ctas * n, sizeof *l->has_access);
    l->array = zeros((size_t)l->n_ctas * arrays, sizeof *l->array);
    l->has_array = zeros((size_t)l->n_ctas * arrays, sizeof *l->has_array);
    for (unsigned a = 0; a < arrays; a++)
        l->pitch[a] = address_pitch(e, a, line_bytes);
    for (unsigned c = 0; c < l->n_ctas; c++) {
        const uint32_t id[3] = {c % l->grid[0], c / l->grid[0] % l->grid[1],
                                c / l->grid[0] / l->grid[1]};
        for (unsigned p = 0; p < n; p++)
            l->has_access[c * n + p] = address_rect(e, p, id, line_bytes, &l->access[c * n + p]);
        for (unsigned a = 0; a < arrays; a++)
            l->has_array[c * arrays + a] =
                address_array_rect(e, a, id, line_bytes, &l->array[c * arrays + a]);
    }
    address_eval_free(e);
    slice_given_take(&l->given, front, l->n_ctas, line_bytes);
}

void slice_launch_free(slice_launch_t *l)
{
    free(l->pitch);
    free(l->access);
    free(l->has_access);
    free(l->array);
    free(l->has_array);
    slice_given_free(&l->given);
}

/* ---- Text ---- */

static const char *why_text(const slice_kernel_t *s, const address_program_t *p, char *out,
                            size_t size)
{
    char text[80];
    size_t at = (size_t)snprintf(out, size, "%s", address_why_text(p->why));
    if (p->via != ISA_NO_INDEX)
        at += (size_t)snprintf(out + at, size - at, ", which decides at %#x (line %u)",
                               p->via * ISA_PC_STEP, s->k->line[p->via]);
    if (at < size)
        snprintf(out + at, size - at, ": %#x (line %u) %s", p->cause * ISA_PC_STEP,
                 s->k->line[p->cause], isa_inst_text(s->k, p->cause, text, sizeof text));
    return out;
}

static void print_rect(const char *what, const address_rect_t *r)
{
    printf("%s %" PRIu64 " x %" PRIu64 " at (%" PRId64 ", %" PRId64 ")", what, r->width, r->height,
           r->x, r->y);
}

static void print_rects(const slice_kernel_t *s, unsigned program, unsigned n)
{
    const slice_launch_t *l = &s->launch;
    for (unsigned c = 0; c < l->n_ctas; c++) {
        char what[48];
        if (!l->has_access[c * n + program])
            continue;
        snprintf(what, sizeof what, "%25sCTA %u:", "", c);
        print_rect(what, &l->access[c * n + program]);
        printf("\n");
    }
}

static void print_arrays(const slice_kernel_t *s)
{
    const slice_launch_t *l = &s->launch;
    unsigned n;
    const address_array_t *a = address_arrays(s->set, &n);
    for (unsigned k = 0; k < n; k++) {
        printf("  array %s: %u loads", a[k].name, a[k].loads);
        if (a[k].irregular_loads)
            printf(" (%u irregular)", a[k].irregular_loads);
        printf(", %u stores", a[k].stores);
        if (a[k].irregular_stores)
            printf(" (%u irregular)", a[k].irregular_stores);
        if (a[k].unsure_loads)
            printf(", %u loads of it or of another", a[k].unsure_loads);
        if (l->known && l->pitch[k])
            printf(", rows of %" PRIu64 " B", l->pitch[k]);
        for (unsigned c = 0; c < l->n_ctas; c++) {
            char what[48];
            snprintf(what, sizeof what, "\n%9sCTA %u:", "", c);
            if (l->has_array[c * n + k])
                print_rect(what, &l->array[c * n + k]);
        }
        printf("\n");
    }
}

void slice_print(const slice_kernel_t *s)
{
    unsigned n;
    const address_program_t *p = address_programs(s->set, &n);
    const slice_launch_t *l = &s->launch;
    slice_counts_t c = slice_count(s->set);
    char text[TEXT];
    printf("kernel %s (%s): %u of %u loads, %u of %u stores regular\n", s->k->name, s->label,
           c.regular_loads, c.loads, c.regular_stores, c.stores);
    if (l->known)
        printf("  launch %" PRIu64 ": %u x %u x %u blocks of %u x %u x %u; rectangles in lines x "
               "rows at (line, row)\n",
               l->number, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
               l->block[2]);
    if (n)
        printf("  %7s %5s %-3s %2s  %s\n", "PC", "line", "", "B", "address");
    for (unsigned i = 0; i < n; i++) {
        printf("  %#7x %5u %-3s %2u  %s%s\n", p[i].index * ISA_PC_STEP, s->k->line[p[i].index],
               p[i].store ? "st" : "ld", p[i].bytes, address_text(s->set, i, text, sizeof text),
               p[i].carried ? "  [first iteration]" : "");
        if (p[i].why)
            printf("%25sirregular: %s\n", "", why_text(s, &p[i], text, sizeof text));
        print_rects(s, i, n);
    }
    print_arrays(s);
    if (l->known)
        slice_given_print(&l->given, s->set);
}

/* ---- The summary ---- */

static void reasons(const slice_counts_t *c, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (unsigned k = 1; k < ADDRESS_WHY_COUNT; k++)
        if (c->why[k] && at < size)
            at += (size_t)snprintf(out + at, size - at, "%s%s %u", at ? ", " : "",
                                   address_why_name(k), c->why[k]);
}

void slice_table_head(bool markdown)
{
    if (markdown)
        printf("| workload | kernel | loads | regular | with rectangle | stores | regular | arrays "
               "| irregular loads |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    else
        printf("%-12s %-26s %5s %7s %4s %6s %7s %6s  %s\n", "workload", "kernel", "loads",
               "regular", "rect", "stores", "regular", "arrays", "irregular loads");
}

void slice_table_row(const char *source, const char *kernel, const slice_counts_t *c, bool markdown)
{
    char why[160];
    reasons(c, why, sizeof why);
    printf(markdown ? "| %s | %s | %u | %u | %u | %u | %u | %u | %s |\n"
                    : "%-12.24s %-26.40s %5u %7u %4u %6u %7u %6u  %s\n",
           source, kernel, c->loads, c->regular_loads, c->rect_loads, c->stores, c->regular_stores,
           c->arrays, why);
}

/* ---- JSON ---- */

void slice_json_counts(cJSON *o, const slice_counts_t *c)
{
    json_u64(o, "loads", c->loads);
    json_u64(o, "regular_loads", c->regular_loads);
    json_ratio(o, "regular_share", c->regular_loads, c->loads);
    json_u64(o, "rectangle_loads", c->rect_loads);
    json_ratio(o, "rectangle_share", c->rect_loads, c->loads);
    json_u64(o, "stores", c->stores);
    json_u64(o, "regular_stores", c->regular_stores);
    json_u64(o, "arrays", c->arrays);
    cJSON *why = json_object(o, "irregular_loads");
    for (unsigned k = 1; k < ADDRESS_WHY_COUNT; k++)
        json_u64(why, address_why_name(k), c->why[k]);
}

static void json_i64(cJSON *o, const char *key, int64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, v);
    json_raw(o, key, text);
}

static void json_rect(cJSON *list, unsigned cta, const address_rect_t *r)
{
    cJSON *o = cJSON_CreateObject();
    json_u64(o, "cta", cta);
    json_i64(o, "x", r->x);
    json_i64(o, "y", r->y);
    json_u64(o, "width", r->width);
    json_u64(o, "height", r->height);
    cJSON_AddItemToArray(list, o);
}

static void json_place(cJSON *parent, const char *key, const isa_kernel_t *k, uint32_t index)
{
    char text[80];
    if (index == ISA_NO_INDEX) {
        json_raw(parent, key, "null");
        return;
    }
    cJSON *o = json_object(parent, key);
    json_u64(o, "pc", (uint64_t)index * ISA_PC_STEP);
    json_u64(o, "line", k->line[index]);
    json_str(o, "text", isa_inst_text(k, index, text, sizeof text));
}

static void json_access(cJSON *list, const slice_kernel_t *s, const address_program_t *p,
                        unsigned i, unsigned n)
{
    unsigned arrays;
    const address_array_t *a = address_arrays(s->set, &arrays);
    char text[TEXT];
    cJSON *o = cJSON_CreateObject();
    json_u64(o, "pc", (uint64_t)p->index * ISA_PC_STEP);
    json_u64(o, "line", s->k->line[p->index]);
    json_str(o, "kind", p->store ? "store" : "load");
    json_u64(o, "bytes", p->bytes);
    json_str(o, "space", p->generic ? "generic" : "global");
    json_str(o, "array", p->array >= 0 ? a[p->array].name : NULL);
    json_bool(o, "regular", p->why == ADDRESS_REGULAR);
    json_str(o, "why", p->why ? address_why_name(p->why) : NULL);
    json_place(o, "cause", s->k, p->cause);
    json_place(o, "decides", s->k, p->via);
    json_bool(o, "first_iteration", p->carried);
    json_str(o, "address", address_text(s->set, i, text, sizeof text));
    if (s->launch.known) {
        cJSON *rects = json_array(o, "rectangles");
        for (unsigned c = 0; c < s->launch.n_ctas; c++)
            if (s->launch.has_access[c * n + i])
                json_rect(rects, c, &s->launch.access[c * n + i]);
    }
    cJSON_AddItemToArray(list, o);
}

static void json_arrays(cJSON *root, const slice_kernel_t *s)
{
    unsigned n;
    const address_array_t *a = address_arrays(s->set, &n);
    cJSON *list = json_array(root, "arrays");
    for (unsigned k = 0; k < n; k++) {
        cJSON *o = cJSON_CreateObject();
        json_str(o, "name", a[k].name);
        if (a[k].param >= 0)
            json_u64(o, "parameter", (uint64_t)a[k].param);
        else
            json_raw(o, "parameter", "null");
        json_u64(o, "loads", a[k].loads);
        json_u64(o, "irregular_loads", a[k].irregular_loads);
        json_u64(o, "unsure_loads", a[k].unsure_loads);
        json_u64(o, "stores", a[k].stores);
        json_u64(o, "irregular_stores", a[k].irregular_stores);
        if (s->launch.known) {
            json_u64(o, "row_bytes", s->launch.pitch[k]);
            cJSON *rects = json_array(o, "rectangles");
            for (unsigned c = 0; c < s->launch.n_ctas; c++)
                if (s->launch.has_array[c * n + k])
                    json_rect(rects, c, &s->launch.array[c * n + k]);
        }
        cJSON_AddItemToArray(list, o);
    }
}

static void json_size(cJSON *o, const char *key, const uint32_t v[3])
{
    cJSON *list = json_array(o, key);
    for (unsigned k = 0; k < 3; k++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(v[k]));
}

cJSON *slice_json(const slice_kernel_t *s)
{
    unsigned n;
    const address_program_t *p = address_programs(s->set, &n);
    slice_counts_t c = slice_count(s->set);
    cJSON *o = cJSON_CreateObject();
    json_str(o, "source", s->source);
    json_str(o, "kernel", s->k->name);
    slice_json_counts(json_object(o, "counts"), &c);
    if (s->launch.known) {
        cJSON *l = json_object(o, "launch");
        json_u64(l, "number", s->launch.number);
        json_size(l, "grid", s->launch.grid);
        json_size(l, "block", s->launch.block);
    }
    json_arrays(o, s);
    cJSON *list = json_array(o, "accesses");
    for (unsigned i = 0; i < n; i++)
        json_access(list, s, &p[i], i, n);
    if (s->launch.known)
        slice_given_json(o, &s->launch.given, s->set);
    return o;
}
