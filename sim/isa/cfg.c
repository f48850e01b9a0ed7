/*
 * Control flow of a flat kernel: basic blocks, dominators, immediate post-dominators (where
 * diverged lanes meet), natural loops.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/build.h"
#include "isa/graph.h"

static bool ends_block(const flat_t *f)
{
    return f->n_targets || f->exec == EX_EXIT || f->exec == EX_TRAP;
}

/* A branch that falls through too. */
static bool falls(const flat_t *f)
{
    switch (f->exec) {
    case EX_BRA:
    case EX_BRX:
    case EX_EXIT:
    case EX_TRAP:
    case EX_RET:
        return f->guarded;
    case EX_CALL: /* unguarded: its target is the next instruction */
        return f->guarded;
    default:
        return true;
    }
}

static void find_blocks(build_t *b)
{
    bool *leader = pool_alloc(&b->temp, b->n + 1);
    leader[0] = true;
    for (uint32_t i = 0; i < b->n; i++) {
        const flat_t *f = &b->flat[i];
        for (uint32_t t = 0; t < f->n_targets; t++)
            leader[f->target[t]] = true;
        if (ends_block(f))
            leader[i + 1] = true;
    }
    b->block_of = pool_alloc(b->pool, b->n * sizeof(uint32_t));
    b->block_first = pool_alloc(b->pool, (b->n + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < b->n; i++) {
        if (leader[i])
            b->block_first[b->n_blocks++] = i;
        b->block_of[i] = b->n_blocks - 1;
    }
    b->block_first[b->n_blocks] = b->n;
}

static void add_edge(build_t *b, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < b->n_succ[from]; k++)
        if (b->succ[from][k] == to)
            return;
    b->succ[from] = pool_grow(b->pool, b->succ[from], b->n_succ[from], sizeof(uint32_t));
    b->succ[from][b->n_succ[from]++] = to;
}

static void find_edges(build_t *b)
{
    b->succ = pool_alloc(b->pool, b->n_blocks * sizeof *b->succ);
    b->n_succ = pool_alloc(b->pool, b->n_blocks * sizeof *b->n_succ);
    for (uint32_t k = 0; k < b->n_blocks; k++) {
        uint32_t last = b->block_first[k + 1] - 1;
        const flat_t *f = &b->flat[last];
        if (falls(f) && last + 1 < b->n)
            add_edge(b, k, b->block_of[last + 1]);
        for (uint32_t t = 0; t < f->n_targets; t++)
            add_edge(b, k, b->block_of[f->target[t]]);
    }
}

static void find_reconvergence(build_t *b)
{
    uint32_t n = b->n_blocks;
    graph_t g = graph_new(&b->temp, n + 1); /* reversed; node n is the exit */
    for (uint32_t k = 0; k < n; k++) {
        const flat_t *last = &b->flat[b->block_first[k + 1] - 1];
        for (uint32_t s = 0; s < b->n_succ[k]; s++)
            graph_edge(&b->temp, &g, b->succ[k][s], k);
        if (last->exec == EX_EXIT || last->exec == EX_TRAP)
            graph_edge(&b->temp, &g, n, k);
    }
    const uint32_t *ipdom = graph_dominators(&b->temp, &g, n).idom;
    b->reconv = pool_alloc(b->pool, b->n * sizeof(uint32_t));
    for (uint32_t i = 0; i < b->n; i++) {
        const flat_t *f = &b->flat[i];
        uint32_t at = ipdom[b->block_of[i]];
        bool may_diverge = (f->n_targets && f->guarded) || f->exec == EX_BRX;
        b->reconv[i] = may_diverge && at < n ? b->block_first[at] : ISA_NO_INDEX;
    }
}

/* A natural loop while they are found. Two of different headers are nested or share nothing. */
typedef struct loop {
    uint32_t header;
    uint32_t first, last; /* blocks, inclusive */
    uint32_t size;        /* blocks, those of the loops in it too */
    uint32_t parent;      /* the next loop around it; NO_LOOP: none */
    uint32_t top;         /* around it, the outermost that is known so far, or one on the way */
    uint16_t rank;        /* place in the kernel's list */
} loop_t;

#define NO_LOOP UINT32_MAX

typedef struct loops {
    const graph_t *g;
    const graph_dom_t *dom;
    loop_t *loop; /* inner ones before those around them */
    uint32_t n;
    uint32_t *of;    /* [n_blocks] the innermost loop */
    uint32_t *stack; /* [n_blocks] */
} loops_t;

static uint32_t top_of(loops_t *s, uint32_t loop)
{
    uint32_t top = loop;
    while (s->loop[top].top != top)
        top = s->loop[top].top;
    while (s->loop[loop].top != top) {
        uint32_t up = s->loop[loop].top;
        s->loop[loop].top = top;
        loop = up;
    }
    return top;
}

static bool is_back_edge(const loops_t *s, uint32_t tail, uint32_t head)
{
    return graph_dominates(s->dom, head, tail);
}

/* Puts into the last loop what reaches its back edges without passing its header: blocks that are
 * in no loop yet, and whole loops, which are left through their headers' predecessors. */
static void fill_loop(loops_t *s)
{
    uint32_t me = s->n - 1, depth = 0;
    loop_t *l = &s->loop[me];
    const graph_t *g = s->g;
    s->of[l->header] = me;
    for (uint32_t at = l->header;; at = s->stack[--depth]) {
        for (uint32_t p = 0; p < g->n_pred[at]; p++) {
            uint32_t x = g->pred[at][p];
            if (s->dom->idom[x] == GRAPH_NONE || (at == l->header && !is_back_edge(s, x, at)))
                continue;
            if (s->of[x] == NO_LOOP) {
                s->of[x] = me;
                s->stack[depth++] = x;
                continue;
            }
            uint32_t in = top_of(s, s->of[x]);
            if (in == me)
                continue;
            s->loop[in].parent = s->loop[in].top = me;
            s->stack[depth++] = s->loop[in].header;
        }
        if (!depth)
            return;
    }
}

/* The loops, headers from the last place in the dominator tree's preorder to the first. */
static bool find_nest(build_t *b, loops_t *s)
{
    uint32_t n = b->n_blocks;
    uint32_t *at = pool_alloc(&b->temp, n * sizeof *at);
    for (uint32_t k = 0; k < n; k++)
        s->of[k] = at[k] = NO_LOOP;
    for (uint32_t k = 0; k < n; k++)
        if (s->dom->first[k] != GRAPH_NONE)
            at[s->dom->first[k]] = k;
    for (uint32_t i = n; i-- > 0;) {
        uint32_t head = at[i], p = 0;
        if (head == NO_LOOP)
            continue;
        while (p < s->g->n_pred[head] && !is_back_edge(s, s->g->pred[head][p], head))
            p++;
        if (p == s->g->n_pred[head])
            continue;
        if (s->n == UINT16_MAX - 1)
            return build_fail(b, NULL, "kernel '%s' has more than %u loops", b->func->name, s->n);
        s->loop = pool_grow(&b->temp, s->loop, s->n, sizeof *s->loop);
        s->loop[s->n] = (loop_t){head, head, head, 0, NO_LOOP, s->n, 0};
        s->n++;
        fill_loop(s);
    }
    return true;
}

/* Sizes and bounds: of the blocks first, then of the loops within. */
static void measure(build_t *b, loops_t *s)
{
    for (uint32_t k = 0; k < b->n_blocks; k++) {
        if (s->of[k] == NO_LOOP)
            continue;
        loop_t *l = &s->loop[s->of[k]];
        l->size++;
        l->first = k < l->first ? k : l->first;
        l->last = k > l->last ? k : l->last;
    }
    for (uint32_t k = 0; k < s->n; k++) {
        const loop_t *in = &s->loop[k];
        if (in->parent == NO_LOOP)
            continue;
        loop_t *l = &s->loop[in->parent];
        l->size += in->size;
        l->first = in->first < l->first ? in->first : l->first;
        l->last = in->last > l->last ? in->last : l->last;
    }
}

static int by_size(const void *a, const void *b)
{
    const loop_t *x = *(loop_t *const *)a, *y = *(loop_t *const *)b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1; /* larger first */
    return x->header < y->header ? -1 : x->header > y->header;
}

static void describe_loops(build_t *b, loops_t *s)
{
    loop_t **list = pool_alloc(&b->temp, (s->n + 1) * sizeof *list);
    for (uint32_t k = 0; k < s->n; k++)
        list[k] = &s->loop[k];
    if (s->n)
        qsort(list, s->n, sizeof *list, by_size);
    b->loop = pool_alloc(b->pool, (s->n + 1) * sizeof *b->loop);
    for (uint32_t k = 0; k < s->n; k++) {
        loop_t *l = list[k];
        const loop_t *up = l->parent == NO_LOOP ? NULL : &s->loop[l->parent];
        l->rank = (uint16_t)k;
        b->loop[k] = (isa_loop_t){.header = b->block_first[l->header],
                                  .first = b->block_first[l->first],
                                  .last = b->block_first[l->last + 1] - 1,
                                  .parent = (uint16_t)(up ? up->rank + 1 : 0),
                                  .depth = (uint16_t)(up ? b->loop[up->rank].depth + 1 : 1)};
    }
    b->loop_of = pool_alloc(&b->temp, b->n * sizeof *b->loop_of);
    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t l = s->of[b->block_of[i]];
        b->loop_of[i] = (uint16_t)(l == NO_LOOP ? 0 : s->loop[l].rank + 1);
    }
    b->n_loops = s->n;
}

static bool find_loops(build_t *b)
{
    uint32_t n = b->n_blocks;
    graph_t g = graph_new(&b->temp, n);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t s = 0; s < b->n_succ[k]; s++)
            graph_edge(&b->temp, &g, k, b->succ[k][s]);
    graph_dom_t dom = graph_dominators(&b->temp, &g, 0);
    loops_t s = {.g = &g,
                 .dom = &dom,
                 .of = pool_alloc(&b->temp, n * sizeof *s.of),
                 .stack = pool_alloc(&b->temp, n * sizeof *s.stack)};
    if (!find_nest(b, &s))
        return false;
    measure(b, &s);
    describe_loops(b, &s);
    return true;
}

bool build_cfg(build_t *b)
{
    find_blocks(b);
    find_edges(b);
    find_reconvergence(b);
    return find_loops(b);
}
