/* The programs of a kernel: their reasons, their data arrays, their steps. */
#include "isa/address.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "isa/address_int.h"

const char *address_why_name(unsigned why)
{
    static const char *const name[] = {
#define X(id, name, text) name,
        ADDRESS_WHYS(X)
#undef X
    };
    return why < ADDRESS_WHY_COUNT ? name[why] : "?";
}

const char *address_why_text(unsigned why)
{
    static const char *const text[] = {
#define X(id, name, text) text,
        ADDRESS_WHYS(X)
#undef X
    };
    return why < ADDRESS_WHY_COUNT ? text[why] : "?";
}

/* The nodes that `root` is computed from, itself too, ascending; n of them. */
static uint32_t *closure(address_set_t *s, uint32_t root, uint32_t *n)
{
    bool *in = calloc(s->n_nodes + 1, 1);
    uint32_t count = 0;
    if (!in)
        memory_out();
    in[root] = true;
    for (uint32_t k = root + 1; k-- > 0;) { /* arguments come before */
        count += in[k];
        for (unsigned a = 0; in[k] && a < s->node[k].n; a++)
            in[s->node[k].arg[a]] = true;
    }
    uint32_t *list = pool_alloc(&s->pool, (count + 1) * sizeof *list);
    *n = 0;
    for (uint32_t k = 0; k <= root; k++)
        if (in[k])
            list[(*n)++] = k;
    free(in);
    return list;
}

/* The first unknown value, in the order of the operands. */
static const node_t *first_unknown(const address_set_t *s, uint32_t at)
{
    while (s->node[at].kind != NODE_UNKNOWN) {
        const node_t *x = &s->node[at];
        unsigned k = 0;
        while (!(s->node[x->arg[k]].on & ON_UNKNOWN))
            k++;
        at = x->arg[k];
    }
    return &s->node[at];
}

const char *address_param_name(const isa_kernel_t *k, unsigned param)
{
    const char *name = k->param[param].name;
    size_t n = strlen(k->name);
    return !strncmp(name, k->name, n) && !strncmp(name + n, "_param_", 7) ? name + n + 1 : name;
}

unsigned address_param_at(const isa_kernel_t *k, uint64_t offset)
{
    unsigned i = 0;
    while (i + 1 < k->n_params && k->param[i + 1].offset <= offset)
        i++;
    return i;
}

int address_param_text(const isa_kernel_t *k, uint64_t offset, unsigned bytes, char *buf,
                       size_t size)
{
    const unsigned i = address_param_at(k, offset);
    const char *name = address_param_name(k, i);
    if (offset == k->param[i].offset && bytes == k->param[i].bytes)
        return snprintf(buf, size, "%s", name);
    return snprintf(buf, size, "%s[%" PRIu64 ":%u]", name, offset - k->param[i].offset, bytes);
}

/* A parameter, or a pointer within a struct that is one, as an array. */
static void name_parameter(address_set_t *s, const node_t *x, address_array_t *a)
{
    const int n = address_param_text(s->k, x->value, x->bytes, NULL, 0);
    char *name = pool_alloc(&s->pool, (size_t)n + 1);
    address_param_text(s->k, x->value, x->bytes, name, (size_t)n + 1);
    a->name = name;
    a->param = (int)address_param_at(s->k, x->value);
}

/* Arrays are few: a search. */
static int array_of(address_set_t *s, uint32_t base)
{
    if (base == NO_NODE)
        return -1;
    const node_t *x = &s->node[base];
    for (unsigned k = 0; k < s->n_arrays; k++) {
        const node_t *y = &s->node[s->array_node[k]];
        if (x->kind == y->kind && (x->kind == NODE_SYMBOL ? x->var == y->var : x == y))
            return (int)k;
    }
    address_array_t a = {.param = -1};
    if (x->kind == NODE_SYMBOL)
        a.name = x->var->name;
    else if (x->kind == NODE_PARAM && s->k->n_params)
        name_parameter(s, x, &a);
    if (!a.name)
        return -1;
    s->array = pool_grow(&s->pool, s->array, s->n_arrays, sizeof *s->array);
    s->array_node = pool_grow(&s->pool, s->array_node, s->n_arrays, sizeof *s->array_node);
    s->array[s->n_arrays] = a;
    s->array_node[s->n_arrays] = base;
    return (int)s->n_arrays++;
}

static bool is_base(const node_t *x)
{
    return x->kind == NODE_SYMBOL || (x->kind == NODE_PARAM && x->bits == 64 && x->bytes == 8);
}

/* What the program's address may be based on, `of` it; declared pointers if there are any. */
static unsigned bases_of(const address_set_t *s, const address_program_t *p, uint32_t *of)
{
    bool *in = calloc(p->root + 1, 1), pointers = false;
    unsigned n = 0, kept = 0;
    if (!in)
        memory_out();
    in[p->root] = true;
    for (uint32_t k = p->root + 1; k-- > 0;) {
        const node_t *x = &s->node[k];
        if (!in[k] || x->bits != 64)
            continue;
        if (is_base(x)) {
            pointers |= x->is_pointer || x->kind == NODE_SYMBOL;
            of[n++] = k;
        } else if (x->base != NO_NODE) {
            in[x->base] = true;
        } else {
            for (unsigned a = 0; a < x->n; a++)
                in[x->arg[a]] = true;
        }
    }
    for (unsigned k = 0; k < n; k++) {
        const node_t *x = &s->node[of[k]];
        if (!pointers || x->is_pointer || x->kind == NODE_SYMBOL)
            of[kept++] = of[k];
    }
    free(in);
    return kept;
}

/* A load that may be of several arrays: of none for certain. */
static void charge(address_set_t *s, const address_program_t *p)
{
    uint32_t *of = malloc((p->root + 1) * sizeof *of);
    if (!of)
        memory_out();
    for (unsigned n = bases_of(s, p, of); n-- > 0;) {
        int a = array_of(s, of[n]);
        if (a >= 0)
            s->array[a].unsure_loads++;
    }
    free(of);
}

static void describe(address_set_t *s, address_program_t *p)
{
    const node_t *root = &s->node[p->root];
    p->via = p->cause = ISA_NO_INDEX;
    p->on_tid = root->on & ON_TID;
    p->on_cta = root->on & ON_CTA;
    if (root->on & ON_UNKNOWN) {
        const node_t *x = first_unknown(s, p->root);
        p->why = x->why;
        p->cause = x->cause;
        p->via = x->via;
    }
    p->array = array_of(s, s->node[p->root].base);
    if (p->array >= 0) {
        address_array_t *a = &s->array[p->array];
        a->loads += !p->store;
        a->stores += p->store;
        a->irregular_loads += !p->store && p->why;
        a->irregular_stores += p->store && p->why;
    } else if (!p->store) {
        charge(s, p);
    }
}

/* A generic access to shared or local memory: its address is made from one there. */
static bool elsewhere(const address_set_t *s, const address_program_t *p)
{
    for (uint32_t k = 0; p->generic && k < p->n_steps; k++) {
        const node_t *x = &s->node[p->step[k]];
        if (x->kind == NODE_OP && x->op->exec == EX_CVTA && !(x->op->mods & ISA_M(TO)))
            return true; /* those of device memory are no operations */
    }
    return false;
}

address_set_t *address_set_new(const isa_kernel_t *k)
{
    address_set_t *s = calloc(1, sizeof *s);
    unsigned n = 0;
    if (!s)
        memory_out();
    s->k = k;
    address_slice(s);
    for (unsigned i = 0; i < s->n_programs; i++) {
        address_program_t *p = &s->program[i];
        p->step = closure(s, p->root, &p->n_steps);
        if (elsewhere(s, p))
            continue;
        describe(s, p);
        s->program[n++] = *p;
    }
    s->n_programs = n;
    return s;
}

void address_set_free(address_set_t *s)
{
    if (!s)
        return;
    pool_free(&s->pool);
    free(s);
}

const address_program_t *address_programs(const address_set_t *s, unsigned *n)
{
    *n = s->n_programs;
    return s->program;
}

const address_array_t *address_arrays(const address_set_t *s, unsigned *n)
{
    *n = s->n_arrays;
    return s->array;
}
