/* Dominators by Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm" (2001). */
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

/* Nodes reached from root in postorder; number[] their place in it, GRAPH_NONE: not reached. */
static uint32_t postorder(pool_t *pool, const graph_t *g, uint32_t root, uint32_t *order,
                          uint32_t *number)
{
    uint32_t *stack = pool_alloc(pool, g->n * sizeof *stack);
    uint32_t *next = pool_alloc(pool, g->n * sizeof *next);
    bool *seen = pool_alloc(pool, g->n);
    uint32_t depth = 0, count = 0;
    for (uint32_t k = 0; k < g->n; k++)
        number[k] = GRAPH_NONE;
    stack[depth++] = root;
    seen[root] = true;
    while (depth) {
        uint32_t at = stack[depth - 1];
        if (next[at] < g->n_succ[at]) {
            uint32_t to = g->succ[at][next[at]++];
            if (!seen[to]) {
                seen[to] = true;
                stack[depth++] = to;
            }
        } else {
            number[at] = count;
            order[count++] = at;
            depth--;
        }
    }
    return count;
}

void graph_dominators(pool_t *pool, const graph_t *g, uint32_t root, uint32_t *idom)
{
    uint32_t *order = pool_alloc(pool, g->n * sizeof *order);
    uint32_t *number = pool_alloc(pool, g->n * sizeof *number);
    uint32_t count = postorder(pool, g, root, order, number);
    for (uint32_t k = 0; k < g->n; k++)
        idom[k] = GRAPH_NONE;
    idom[root] = root;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count - 1; i-- > 0;) { /* reverse postorder, without the root */
            uint32_t at = order[i], best = GRAPH_NONE;
            for (uint32_t p = 0; p < g->n_pred[at]; p++) {
                uint32_t x = g->pred[at][p];
                if (idom[x] == GRAPH_NONE)
                    continue;
                uint32_t y = best == GRAPH_NONE ? x : best;
                while (x != y) {
                    while (number[x] < number[y])
                        x = idom[x];
                    while (number[y] < number[x])
                        y = idom[y];
                }
                best = x;
            }
            if (idom[at] != best) {
                idom[at] = best;
                changed = true;
            }
        }
    }
}

bool graph_dominates(const uint32_t *idom, uint32_t a, uint32_t x)
{
    for (; x != GRAPH_NONE; x = idom[x]) {
        if (x == a)
            return true;
        if (idom[x] == x)
            return false;
    }
    return false;
}
