#include "gpu/wheel.h"
#include "front/memory.h"

void wheel_grow(wheel_t *w)
{
    uint32_t n = w->n_nodes ? w->n_nodes * 2 : 64;
    n = n < WHEEL_NIL ? n : WHEEL_NIL;
    wheel_node_t *node = n > w->n_nodes ? realloc(w->node, n * sizeof *node) : NULL;
    if (!node) /* 65535 events: no SM issues so much within 1023 cycles */
        memory_out();
    for (uint32_t i = w->n_nodes; i < n; i++)
        node[i].next = (uint16_t)(i + 1 < n ? i + 1 : WHEEL_NIL);
    w->free = (uint16_t)w->n_nodes;
    w->node = node;
    w->n_nodes = n;
}
