/* The static program of a kernel, from the instructions seen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/accelsim_int.h"

void *acc_grow(void *p, size_t size, uint64_t n)
{
    void *q = n <= SIZE_MAX / size ? realloc(p, size * (size_t)n) : NULL;
    if (!q) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
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

/* A loop is what lies between a header and the last jump back to it. */
static int find_loops(acc_kernel_t *k, const stream_t *t, diag_t *d)
{
    loop_t *l = acc_grow(NULL, sizeof *l, k->n_edges + 1);
    uint32_t n = 0;
    qsort(k->edge, k->n_edges, sizeof *k->edge, by_edge);
    for (uint32_t i = 0; i < k->n_edges; i++) {
        uint32_t header = (uint32_t)(k->edge[i] >> 32), last = (uint32_t)k->edge[i];
        if (n && l[n - 1].header == header)
            l[n - 1].last = last;
        else
            l[n++] = (loop_t){header, last};
    }
    qsort(l, n, sizeof *l, by_length);
    for (uint32_t i = 0; i < n && i < UINT16_MAX; i++) {
        uint32_t at = index_of(k, l[i].header);
        uint16_t up = k->inst[at].loop; /* the smallest so far around the header */
        for (; at < k->n_seen && k->inst[at].pc <= l[i].last; at++) {
            k->inst[at].loop = (uint16_t)(i + 1);
            k->inst[at].loop_up = up;
        }
    }
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
