/*
 * Names: a chain of scopes, module, function, nested blocks. Registers declared as a range are
 * given a number when they are first used.
 */
#include <stdlib.h>
#include <string.h>

#include "front/hash_table.h"
#include "isa/ptx.h"

typedef struct scope_entry {
    const char *key;
    ptx_name_t name;
    UT_hash_handle hh;
} scope_entry_t;

typedef struct reg_range {
    const char *prefix;
    uint32_t len;
    ptx_type_t type;
    uint32_t count;
    struct reg_range *next;
} reg_range_t;

struct ptx_scope {
    ptx_scope_t *up;
    scope_entry_t *names;
    reg_range_t *ranges;
};

void ptx_scope_push(ptx_reader_t *r)
{
    ptx_scope_t *s = pool_alloc(&r->m->pool, sizeof *s);
    s->up = r->scope;
    r->scope = s;
}

void ptx_scope_pop(ptx_reader_t *r)
{
    HASH_CLEAR(hh, r->scope->names); /* the table is malloc'ed, the entries are the pool's */
    r->scope = r->scope->up;
}

ptx_scope_t *ptx_scope_up(const ptx_scope_t *s)
{
    return s->up;
}

static scope_entry_t *scope_find(const ptx_scope_t *s, const tok_t *t)
{
    scope_entry_t *e;
    HASH_FIND(hh, s->names, t->at, t->len, e);
    return e;
}

static void scope_add(ptx_reader_t *r, ptx_scope_t *s, const tok_t *t, ptx_name_t name)
{
    scope_entry_t *e = pool_alloc(&r->m->pool, sizeof *e);
    e->key = t->at;
    e->name = name;
    HASH_ADD_KEYPTR(hh, s->names, e->key, t->len, e);
}

uint32_t ptx_new_reg(ptx_reader_t *r, ptx_type_t type)
{
    ptx_func_t *f = r->func;
    f->reg = pool_grow(&r->m->pool, f->reg, f->n_regs, sizeof *f->reg);
    f->reg[f->n_regs] = (uint8_t)type;
    return f->n_regs++;
}

/* The number behind prefix in the name at t, when it is one of the range's. */
static bool in_range(const reg_range_t *g, const tok_t *t)
{
    if (t->len <= g->len || memcmp(t->at, g->prefix, g->len) || t->len - g->len > 9)
        return false;
    uint32_t v = 0;
    for (uint32_t i = g->len; i < t->len; i++) {
        if (t->at[i] < '0' || t->at[i] > '9' || (t->at[i] == '0' && i == g->len && t->len > i + 1))
            return false;
        v = v * 10 + (uint32_t)(t->at[i] - '0');
    }
    return v < g->count;
}

bool ptx_declare(ptx_reader_t *r, const tok_t *t, ptx_name_t name)
{
    if (scope_find(r->scope, t))
        return ptx_fail(r, t, "%s is declared twice in this scope", ptx_tok_text(r, t));
    scope_add(r, r->scope, t, name);
    return true;
}

bool ptx_declare_regs(ptx_reader_t *r, const tok_t *t, ptx_type_t type, uint32_t count)
{
    for (const reg_range_t *g = r->scope->ranges; g; g = g->next)
        if (g->len == t->len && !memcmp(g->prefix, t->at, t->len))
            return ptx_fail(r, t, "registers %s are declared twice in this scope",
                            ptx_tok_text(r, t));
    reg_range_t *g = pool_alloc(&r->m->pool, sizeof *g);
    *g = (reg_range_t){t->at, t->len, type, count, r->scope->ranges};
    r->scope->ranges = g;
    return true;
}

ptx_name_t ptx_lookup(ptx_reader_t *r, const tok_t *t)
{
    for (ptx_scope_t *s = r->scope; s; s = s->up) {
        scope_entry_t *e = scope_find(s, t);
        if (e)
            return e->name;
        for (const reg_range_t *g = s->ranges; g; g = g->next)
            if (in_range(g, t)) {
                ptx_name_t name = {.kind = PTX_NAME_REG, .reg = ptx_new_reg(r, g->type)};
                scope_add(r, s, t, name);
                return name;
            }
    }
    return (ptx_name_t){.kind = PTX_NAME_NONE};
}
