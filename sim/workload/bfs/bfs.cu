/*
 * bfs (Rodinia): breadth-first search by level, one thread a node, masks of one byte a node.
 * bfs_kernel1 expands the frontier: neighbours that are not visited get their cost and are marked
 * for the next level. bfs_kernel2 turns the marks into the next frontier and says whether there
 * is one. Several threads may write the same cost: they write the same value.
 */
struct node {
    int first; /* of its edges */
    int degree;
};

typedef unsigned char flag_t;

KERNEL bfs_kernel1(const node *nodes, const int *edges, flag_t *frontier, flag_t *next,
                   const flag_t *visited, int *cost, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v >= n || !frontier[v])
        return;
    frontier[v] = 0;
    for (int e = nodes[v].first; e < nodes[v].first + nodes[v].degree; e++) {
        int w = edges[e];
        if (!visited[w]) {
            cost[w] = cost[v] + 1;
            next[w] = 1;
        }
    }
}

KERNEL bfs_kernel2(flag_t *frontier, flag_t *next, flag_t *visited, flag_t *more, int n)
{
    int v = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (v >= n || !next[v])
        return;
    frontier[v] = 1;
    visited[v] = 1;
    *more = 1;
    next[v] = 0;
}
