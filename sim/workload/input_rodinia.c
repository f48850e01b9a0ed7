/*
 * Rodinia's graphs: free-form whole numbers: node count; first edge and degree of each node;
 * source; edge count; target and weight of each edge. All count from 0. An edge belongs to one node
 * at most, so that a file has no more edges than it promises.
 */
#include <errno.h>

#include "workload/input.h"

typedef struct list {
    int32_t first, degree; /* of a node's edges */
} list_t;

/* The node list; `edges` bounds it (INT32_MAX where it is not known yet). */
static int read_lists(text_t *t, uint32_t nodes, int64_t edges, list_t *list, int64_t *total)
{
    *total = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        int64_t first, degree;
        int rc = text_number(t, "a node's first edge", 0, edges, &first);
        if (rc)
            return rc;
        text_skip(t);
        text_t before = *t;
        if ((rc = text_number(t, "a node's degree", 0, edges - first, &degree)))
            return rc;
        *total += degree;
        if (*total > edges)
            return text_error(&before,
                              "degrees that sum to %lld so far, expected at most the %lld edges",
                              (long long)*total, (long long)edges);
        list[v] = (list_t){(int32_t)first, (int32_t)degree};
    }
    return 0;
}

static int read_edges(text_t *t, input_use_t use, const input_t *in, uint32_t edges,
                      int32_t *target, double *weight)
{
    for (uint32_t e = 0; e < edges; e++) {
        int64_t to;
        int rc = text_number(t, "an edge's target", 0, (int64_t)in->rows - 1, &to);
        text_skip(t); /* free-form: the weight may be on the next line */
        if (rc || (rc = input_whole(t, "an edge's weight", use, &weight[e])))
            return rc;
        target[e] = (int32_t)to;
    }
    return text_end(t, "the last edge");
}

int input_rodinia(text_t *t, host_t *h, input_use_t use, input_t *in)
{
    int64_t nodes, source, edges, total;
    input_place(t, in);
    int rc = text_count(t, "the node count", 1, 4, &nodes);
    if (rc)
        return rc;
    in->rows = in->cols = (uint32_t)nodes;
    text_t again = *t; /* the ranges can be checked when the edge count is known */
    list_t *list = host_memory(h, in->rows, sizeof *list);
    if (!list)
        return -ENOMEM;
    if ((rc = read_lists(t, in->rows, INT32_MAX, list, &total)) ||
        (rc = text_number(t, "the source node", 0, nodes - 1, &source)) ||
        (rc = text_count(t, "the edge count", 0, 4, &edges)) ||
        (rc = read_lists(&again, in->rows, edges, list, &total)))
        return rc;
    in->source = (uint32_t)source;
    int32_t *target = host_memory(h, (size_t)edges, sizeof *target);
    double *weight = host_memory(h, (size_t)edges, sizeof *weight);
    if ((rc = input_room(h, in, (size_t)total)) ||
        (rc = read_edges(t, use, in, (uint32_t)edges, target, weight)))
        return rc;
    for (uint32_t v = 0; v < in->rows; v++)
        for (int32_t e = list[v].first; e < list[v].first + list[v].degree; e++)
            input_add(in, v, target[e], weight[e]);
    return 0;
}
