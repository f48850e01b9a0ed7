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
    uint32_t *ipdom = pool_alloc(&b->temp, (n + 1) * sizeof *ipdom);
    graph_dominators(&b->temp, &g, n, ipdom);
    b->reconv = pool_alloc(b->pool, b->n * sizeof(uint32_t));
    for (uint32_t i = 0; i < b->n; i++) {
        const flat_t *f = &b->flat[i];
        uint32_t at = ipdom[b->block_of[i]];
        bool may_diverge = (f->n_targets && f->guarded) || f->exec == EX_BRX;
        b->reconv[i] = may_diverge && at < n ? b->block_first[at] : ISA_NO_INDEX;
    }
}

typedef struct loop {
    uint32_t header;
    uint32_t size; /* blocks */
    bool *in;      /* [n_blocks] */
} loop_t;

static int by_size(const void *a, const void *b)
{
    const loop_t *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1; /* larger first */
    return x->header < y->header ? -1 : x->header > y->header;
}

/* Adds to the loop everything that reaches block from without passing the header. */
static void add_body(build_t *b, const graph_t *g, loop_t *l, uint32_t from)
{
    uint32_t *stack = pool_alloc(&b->temp, (g->n + 1) * sizeof *stack), depth = 0;
    if (!l->in[from]) {
        l->in[from] = true;
        l->size++;
        stack[depth++] = from;
    }
    while (depth) {
        uint32_t at = stack[--depth];
        for (uint32_t p = 0; p < g->n_pred[at]; p++) {
            uint32_t x = g->pred[at][p];
            if (!l->in[x]) {
                l->in[x] = true;
                l->size++;
                stack[depth++] = x;
            }
        }
    }
}

static void describe_loops(build_t *b, const loop_t *l, unsigned n)
{
    b->loop = pool_alloc(b->pool, (n + 1) * sizeof *b->loop);
    b->loop_of = pool_alloc(&b->temp, b->n * sizeof *b->loop_of);
    for (unsigned k = 0; k < n; k++) {
        isa_loop_t *x = &b->loop[k];
        x->header = x->first = b->block_first[l[k].header];
        x->depth = 1;
        for (unsigned up = k; up-- > 0;) /* the smallest of the larger ones around it */
            if (l[up].in[l[k].header]) {
                x->parent = (uint16_t)(up + 1);
                x->depth = (uint16_t)(b->loop[up].depth + 1);
                break;
            }
        for (uint32_t blk = 0; blk < b->n_blocks; blk++) {
            if (!l[k].in[blk])
                continue;
            uint32_t first = b->block_first[blk], end = b->block_first[blk + 1];
            x->first = first < x->first ? first : x->first;
            x->last = end - 1 > x->last ? end - 1 : x->last;
            for (uint32_t i = first; i < end; i++)
                b->loop_of[i] = (uint16_t)(k + 1); /* inner loops come later */
        }
    }
    b->n_loops = n;
}

static bool find_loops(build_t *b)
{
    uint32_t n = b->n_blocks;
    graph_t g = graph_new(&b->temp, n);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t s = 0; s < b->n_succ[k]; s++)
            graph_edge(&b->temp, &g, k, b->succ[k][s]);
    uint32_t *idom = pool_alloc(&b->temp, n * sizeof *idom);
    graph_dominators(&b->temp, &g, 0, idom);
    loop_t *l = NULL;
    unsigned n_loops = 0;
    for (uint32_t head = 0; head < n; head++) {
        loop_t *x = NULL;
        for (uint32_t p = 0; p < g.n_pred[head]; p++) {
            uint32_t tail = g.pred[head][p];
            if (idom[tail] == GRAPH_NONE || !graph_dominates(idom, head, tail))
                continue;
            if (!x) {
                if (n_loops == UINT16_MAX - 1)
                    return build_fail(b, NULL, "kernel '%s' has more than %u loops", b->func->name,
                                      n_loops);
                l = pool_grow(&b->temp, l, n_loops, sizeof *l);
                x = &l[n_loops++];
                *x = (loop_t){.header = head, .size = 1, .in = pool_alloc(&b->temp, n)};
                x->in[head] = true;
            }
            add_body(b, &g, x, tail);
        }
    }
    if (n_loops)
        qsort(l, n_loops, sizeof *l, by_size);
    describe_loops(b, l, n_loops);
    return true;
}

bool build_cfg(build_t *b)
{
    find_blocks(b);
    find_edges(b);
    find_reconvergence(b);
    return find_loops(b);
}
