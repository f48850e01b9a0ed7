/*
 * Several files as one program. Of the definitions of a name that are seen beyond their file, one
 * is chosen: .visible before .common before .weak; of .common the largest; else the first. Others
 * of that name, and what is declared .extern, point to it (real). Behind it, what no launch may
 * reach is marked.
 */
#include <errno.h>
#include <string.h>

#include "front/hash_table.h"
#include "isa/ptx.h"

/* A name's definition: func or var. */
typedef struct symbol {
    ptx_func_t *func;
    ptx_var_t *var;
    UT_hash_handle hh;
} symbol_t;

typedef struct linker {
    ptx_module_t *m;
    diag_t *d;
    symbol_t *table;
} linker_t;

typedef struct place {
    const char *name, *file;
    int line, col;
} place_t;

static place_t place_of(const symbol_t *s)
{
    if (s->func)
        return (place_t){s->func->name, s->func->file, s->func->line, s->func->col};
    return (place_t){s->var->name, s->var->file, s->var->line, s->var->col};
}

/* An error at a, which names the place of b too. */
static int clash(linker_t *x, const symbol_t *a, const symbol_t *b, const char *what)
{
    place_t p = place_of(a), q = place_of(b);
    return diag_at(x->d, p.file, p.line, p.col, "'%s' %s %s:%d:%d", p.name, what, q.file, q.line,
                   q.col);
}

static symbol_t *find(linker_t *x, const char *name)
{
    symbol_t *s;
    HASH_FIND_STR(x->table, name, s);
    return s;
}

static void add(linker_t *x, const symbol_t *s)
{
    symbol_t *kept = pool_alloc(&x->m->pool, sizeof *kept);
    const char *name = place_of(s).name;
    *kept = *s;
    HASH_ADD_KEYPTR(hh, x->table, name, strlen(name), kept);
}

/* A kernel is found by its name in whatever file it is. */
static ptx_link_t link_of(const symbol_t *s)
{
    if (!s->func)
        return (ptx_link_t)s->var->link;
    return s->func->entry && s->func->link == PTX_LINK_FILE ? PTX_LINK_VISIBLE
                                                            : (ptx_link_t)s->func->link;
}

static bool same_kind(const symbol_t *a, const symbol_t *b)
{
    if (a->func && b->func)
        return a->func->entry == b->func->entry;
    return a->var && b->var && a->var->space == b->var->space;
}

/* Of two .common variables the larger one stays, and only that may have an initial value. */
static int choose_common(linker_t *x, symbol_t *had, const symbol_t *now)
{
    bool now_wins = now->var->bytes > had->var->bytes ||
                    (now->var->bytes == had->var->bytes && now->var->init && !had->var->init);
    const symbol_t loser = now_wins ? *had : *now;
    if (loser.var->init)
        return clash(x, now, had,
                     "is .common with an initial value and not the only or largest one; "
                     "also defined at");
    if (now_wins)
        had->var = now->var;
    return 0;
}

static int define(linker_t *x, const symbol_t *now)
{
    symbol_t *had = find(x, place_of(now).name);
    if (!had) {
        add(x, now);
        return 0;
    }
    if (!same_kind(had, now))
        return clash(x, now, had, "is defined as something else at");
    ptx_link_t a = link_of(had), b = link_of(now);
    if (a == PTX_LINK_VISIBLE && b == PTX_LINK_VISIBLE)
        return clash(x, now, had, "is defined twice; first at");
    if (a == PTX_LINK_COMMON && b == PTX_LINK_COMMON)
        return choose_common(x, had, now);
    if (b > a) {
        had->func = now->func;
        had->var = now->var;
    }
    return 0;
}

/* A name that is seen beyond its file becomes its definition's. */
static int resolve_func(linker_t *x, ptx_func_t *f)
{
    const symbol_t me = {.func = f}, *s = find(x, f->name);
    if (f->body ? link_of(&me) == PTX_LINK_FILE : f->link == PTX_LINK_FILE)
        return 0;
    if (!s || s->func == f)
        return 0;
    if (!s->func || !ptx_same_header(f, s->func))
        return clash(x, &me, s, "is declared with other results or parameters than at");
    f->real = s->func;
    return 0;
}

static int resolve_var(linker_t *x, ptx_var_t *v)
{
    const symbol_t me = {.var = v}, *s = find(x, v->name);
    if (v->link == PTX_LINK_FILE || (v->external && v->open && v->space == PTX_SHARED))
        return 0;
    if (!s || s->var == v)
        return 0;
    if (!s->var || s->var->space != v->space)
        return clash(x, &me, s, "is declared as something else than at");
    bool fits = v->external ? v->open || v->bytes == s->var->bytes : v->bytes <= s->var->bytes;
    if (!fits)
        return clash(x, &me, s, "has another size than at");
    v->real = s->var;
    return 0;
}

static int link_all(linker_t *x)
{
    const ptx_module_t *m = x->m;
    int rc = 0;
    for (unsigned i = 0; !rc && i < m->n_funcs; i++) {
        const symbol_t s = {.func = m->func[i]};
        if (s.func->body && link_of(&s) != PTX_LINK_FILE)
            rc = define(x, &s);
    }
    for (unsigned i = 0; !rc && i < m->n_named; i++) {
        const symbol_t s = {.var = m->named[i]};
        if (!s.var->external && s.var->link != PTX_LINK_FILE)
            rc = define(x, &s);
    }
    for (unsigned i = 0; !rc && i < m->n_funcs; i++)
        rc = resolve_func(x, m->func[i]);
    for (unsigned i = 0; !rc && i < m->n_named; i++)
        rc = resolve_var(x, m->named[i]);
    return rc;
}

/* The first variable that v's initial value leads to and that is unusable. */
static ptx_var_t *leads_to(const ptx_var_t *v)
{
    for (unsigned k = 0; k < v->n_relocs; k++)
        if (v->reloc[k].var && ptx_real_var(v->reloc[k].var)->unusable)
            return ptx_real_var(v->reloc[k].var)->unusable;
    return NULL;
}

/* Marks what is defined nowhere and what holds the address of it, until nothing is added. */
static void mark_unusable(const ptx_module_t *m)
{
    bool more = false;
    for (unsigned i = 0; i < m->n_named; i++) {
        ptx_var_t *v = m->named[i];
        if (v->external && !v->real && !(v->open && v->space == PTX_SHARED))
            v->unusable = v;
        more |= v->unusable != NULL;
    }
    while (more) {
        more = false;
        for (unsigned i = 0; i < m->n_vars; i++) {
            ptx_var_t *v = m->var[i];
            if (!v->unusable && (v->unusable = leads_to(v)))
                more = true;
        }
    }
}

int ptx_link(ptx_module_t *m, diag_t *d)
{
    linker_t x = {.m = m, .d = d};
    int rc = link_all(&x);
    mark_unusable(m);
    HASH_CLEAR(hh, x.table); /* the table is malloc'ed, the entries are the pool's */
    return rc;
}
