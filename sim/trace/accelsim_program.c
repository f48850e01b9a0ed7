/* The static program of a kernel, from the instructions seen. */
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "trace/accelsim_int.h"

void *acc_grow(void *p, size_t size, uint64_t n)
{
    void *q = n <= SIZE_MAX / size ? realloc(p, size * (size_t)n) : NULL;
    if (!q)
        memory_out();
    return q;
}

typedef struct loop {
    uint32_t header, last; /* PCs */
} loop_t;

static int by_pc(const void *a, const void *b)
{
    const inst_t *x = a, *y = b;
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static int by_edge(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* The longest first, so that inner loops come later. */
static int by_length(const void *a, const void *b)
{
    const loop_t *x = a, *y = b;
    uint32_t m = x->last - x->header, n = y->last - y->header;
    if (m != n)
        return m > n ? -1 : 1;
    return x->header < y->header ? -1 : x->header > y->header;
}

static uint32_t index_of(const acc_kernel_t *k, uint32_t pc)
{
    inst_t key = {.pc = pc};
    const inst_t *at = bsearch(&key, k->inst, k->n_seen, sizeof *k->inst, by_pc);
    return (uint32_t)(at - k->inst);
}

/* The jumps in order, each once. */
void acc_sort_edges(acc_kernel_t *k)
{
    uint32_t n = 0;
    if (k->n_edges)
        qsort(k->edge, k->n_edges, sizeof *k->edge, by_edge);
    for (uint32_t i = 0; i < k->n_edges; i++)
        if (!n || k->edge[n - 1] != k->edge[i])
            k->edge[n++] = k->edge[i];
    k->n_edges = n;
}

/* A loop is what lies between a header and the last jump back to it. */
static uint32_t make_loops(acc_kernel_t *k, loop_t *l)
{
    uint32_t n = 0;
    acc_sort_edges(k);
    for (uint32_t i = 0; i < k->n_edges; i++) {
        uint32_t header = (uint32_t)(k->edge[i] >> 32), last = (uint32_t)k->edge[i];
        if (n && l[n - 1].header == header)
            l[n - 1].last = last;
        else
            l[n++] = (loop_t){header, last};
    }
    qsort(l, n, sizeof *l, by_length);
    return n;
}

/*
 * Instructions that loops cover, as a tree of halves (node x has 2x and 2x + 1, leaves are from
 * `leaves` on): a loop's number stands in the few nodes that its instructions are made of, so that
 * an instruction's is the greatest on its way to the root. Numbers are put in ascending.
 */
typedef struct cover {
    uint32_t leaves;
    uint16_t *node;
} cover_t;

static void cover_put(cover_t *c, uint32_t from, uint32_t end, uint16_t number)
{
    uint32_t l = from + c->leaves, r = end + c->leaves;
    for (; l < r; l >>= 1, r >>= 1) {
        if (l & 1)
            c->node[l++] = number;
        if (r & 1)
            c->node[--r] = number;
    }
}

static uint16_t cover_get(const cover_t *c, uint32_t at)
{
    uint16_t most = 0;
    for (uint32_t x = at + c->leaves; x; x >>= 1)
        most = c->node[x] > most ? c->node[x] : most;
    return most;
}

/* Of loops that share instructions the shorter ones are inner; up: the smallest around a header. */
static void number_loops(acc_kernel_t *k, const loop_t *l, uint32_t n)
{
    cover_t c = {k->n_seen, acc_grow(NULL, sizeof *c.node, 2 * (uint64_t)k->n_seen)};
    uint16_t *up = acc_grow(NULL, sizeof *up, (uint64_t)n + 1);
    memset(c.node, 0, 2 * (size_t)k->n_seen * sizeof *c.node);
    up[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = index_of(k, l[i].header);
        up[i + 1] = cover_get(&c, at);
        cover_put(&c, at, index_of(k, l[i].last) + 1, (uint16_t)(i + 1));
    }
    for (uint32_t i = 0; i < k->n_seen; i++) {
        k->inst[i].loop = cover_get(&c, i);
        k->inst[i].loop_up = up[k->inst[i].loop];
    }
    free(c.node);
    free(up);
}

static int find_loops(acc_kernel_t *k, const stream_t *t, diag_t *d)
{
    loop_t *l = acc_grow(NULL, sizeof *l, k->n_edges + 1);
    uint32_t n = make_loops(k, l);
    if (n < UINT16_MAX)
        number_loops(k, l, n);
    free(l);
    return n < UINT16_MAX
               ? 0
               : diag_at(d, t->label, 0, 0, "%u loops; expected at most %d", n, UINT16_MAX - 1);
}

int acc_make_program(acc_kernel_t *k, const stream_t *t, diag_t *d)
{
    bool async = false;
    k->inst = acc_grow(NULL, sizeof *k->inst, k->n_seen + 1);
    k->by_seen = acc_grow(NULL, sizeof *k->by_seen, k->n_seen + 1);
    for (uint32_t i = 0; i < k->n_seen; i++)
        async = async || k->seen[i].async;
    for (uint32_t i = 0; i < k->n_seen; i++) {
        k->inst[i] = k->seen[i].inst;
        if (async && k->seen[i].waits) /* what LDGSTS fetches goes through no register */
            k->inst[i].kind = INST_FENCE;
    }
    if (k->n_seen)
        qsort(k->inst, k->n_seen, sizeof *k->inst, by_pc);
    for (uint32_t i = 0; i < k->n_seen; i++)
        k->by_seen[i] = &k->inst[index_of(k, k->seen[i].inst.pc)];
    int rc = k->n_edges ? find_loops(k, t, d) : 0;
    free(k->seen);
    k->seen = NULL;
    return rc;
}

void acc_kernel_free(acc_kernel_t *k)
{
    acc_front_close(k);
    for (uint64_t i = 0; i < k->n_blocks; i++)
        free(k->block[i].warp);
    free(k->block);
    free(k->cta_order);
    free(k->head.name);
    free(k->seen);
    free(k->inst);
    free(k->by_seen);
    free(k->edge);
    free(k->cta_slot);
    memset(k, 0, sizeof *k);
}
