/*
 * Dominators by Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph"
 * (1979), the version that compresses paths without balancing: O(m log n). Below, nodes go by
 * their number in a depth-first preorder.
 */
#include "isa/graph.h"

graph_t graph_new(pool_t *pool, uint32_t n)
{
    graph_t g = {.n = n};
    g.succ = pool_alloc(pool, n * sizeof *g.succ);
    g.pred = pool_alloc(pool, n * sizeof *g.pred);
    g.n_succ = pool_alloc(pool, n * sizeof *g.n_succ);
    g.n_pred = pool_alloc(pool, n * sizeof *g.n_pred);
    return g;
}

void graph_edge(pool_t *pool, graph_t *g, uint32_t from, uint32_t to)
{
    g->succ[from] = pool_grow(pool, g->succ[from], g->n_succ[from], sizeof(uint32_t));
    g->succ[from][g->n_succ[from]++] = to;
    g->pred[to] = pool_grow(pool, g->pred[to], g->n_pred[to], sizeof(uint32_t));
    g->pred[to][g->n_pred[to]++] = from;
}

typedef struct search {
    uint32_t count;    /* nodes reached */
    uint32_t *node;    /* by number */
    uint32_t *number;  /* by node; GRAPH_NONE: not reached */
    uint32_t *parent;  /* in the search's tree */
    uint32_t *semi;    /* the semidominator, once it is known */
    uint32_t *link;    /* the forest of nodes already looked at; GRAPH_NONE: a root of it */
    uint32_t *label;   /* of least semi on the compressed path to the forest's root */
    uint32_t *scratch; /* of compress() */
} search_t;

static uint32_t *numbers(pool_t *pool, uint32_t n)
{
    uint32_t *x = pool_alloc(pool, n * sizeof *x);
    for (uint32_t k = 0; k < n; k++)
        x[k] = GRAPH_NONE;
    return x;
}

static search_t search(pool_t *pool, const graph_t *g, uint32_t root)
{
    search_t s = {.node = numbers(pool, g->n),
                  .number = numbers(pool, g->n),
                  .parent = numbers(pool, g->n),
                  .semi = numbers(pool, g->n),
                  .link = numbers(pool, g->n),
                  .label = numbers(pool, g->n),
                  .scratch = numbers(pool, g->n)};
    uint32_t *next = pool_alloc(pool, g->n * sizeof *next), *stack = s.scratch, depth = 0;
    s.number[root] = s.count;
    s.node[s.count++] = root;
    stack[depth++] = root;
    while (depth) {
        uint32_t at = stack[depth - 1];
        if (next[at] == g->n_succ[at]) {
            depth--;
            continue;
        }
        uint32_t to = g->succ[at][next[at]++];
        if (s.number[to] != GRAPH_NONE)
            continue;
        s.number[to] = s.count;
        s.parent[s.count] = s.number[at];
        s.node[s.count++] = to;
        stack[depth++] = to;
    }
    for (uint32_t k = 0; k < s.count; k++)
        s.semi[k] = s.label[k] = k;
    return s;
}

/* Of the nodes from x to below the root of its tree in the forest, the one of least semi. */
static uint32_t least(search_t *s, uint32_t x)
{
    uint32_t depth = 0, at = x;
    if (s->link[x] == GRAPH_NONE)
        return x;
    for (; s->link[s->link[at]] != GRAPH_NONE; at = s->link[at])
        s->scratch[depth++] = at;
    while (depth) {
        uint32_t k = s->scratch[--depth], up = s->link[k];
        if (s->semi[s->label[up]] < s->semi[s->label[k]])
            s->label[k] = s->label[up];
        s->link[k] = s->link[up];
    }
    return s->label[x];
}

/* idom[] by number; the root's is itself. */
static void find_idom(pool_t *pool, const graph_t *g, search_t *s, uint32_t *idom)
{
    uint32_t *bucket = numbers(pool, s->count); /* nodes of that semidominator, as lists */
    uint32_t *rest = numbers(pool, s->count);
    for (uint32_t k = s->count; k-- > 1;) {
        uint32_t at = s->node[k], up = s->parent[k];
        for (uint32_t p = 0; p < g->n_pred[at]; p++) {
            uint32_t from = s->number[g->pred[at][p]];
            uint32_t via = from == GRAPH_NONE ? k : least(s, from);
            if (s->semi[via] < s->semi[k])
                s->semi[k] = s->semi[via];
        }
        rest[k] = bucket[s->semi[k]];
        bucket[s->semi[k]] = k;
        s->link[k] = up;
        for (uint32_t x = bucket[up]; x != GRAPH_NONE; x = rest[x]) {
            uint32_t via = least(s, x);
            idom[x] = s->semi[via] < s->semi[x] ? via : up;
        }
        bucket[up] = GRAPH_NONE;
    }
    idom[0] = 0;
    for (uint32_t k = 1; k < s->count; k++)
        if (idom[k] != s->semi[k])
            idom[k] = idom[idom[k]];
}

graph_dom_t graph_dominators(pool_t *pool, const graph_t *g, uint32_t root)
{
    search_t s = search(pool, g, root);
    uint32_t *idom = numbers(pool, s.count);
    find_idom(pool, g, &s, idom);
    graph_dom_t d = {numbers(pool, g->n), numbers(pool, g->n), numbers(pool, g->n)};
    uint32_t *size = pool_alloc(pool, s.count * sizeof *size); /* of the subtrees */
    uint32_t *place = pool_alloc(pool, s.count * sizeof *place);
    for (uint32_t k = s.count; k-- > 0;) { /* a node comes after its dominators */
        size[k]++;
        if (k)
            size[idom[k]] += size[k];
    }
    for (uint32_t k = 0; k < s.count; k++) {
        uint32_t at = s.node[k], first = k ? place[idom[k]] : 0;
        d.idom[at] = s.node[idom[k]];
        d.first[at] = first;
        d.end[at] = first + size[k];
        place[k] = first + 1;
        if (k)
            place[idom[k]] += size[k];
    }
    return d;
}
