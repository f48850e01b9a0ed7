#include "sweep/submitter.h"
#include "text/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double submitter_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void submitter_clear_line(submitter_t *m)
{
    if (m->shown)
        terminal_clear_line();
    m->shown = false;
}

static int by_hash(const void *a, const void *b, void *plan)
{
    const plan_t *p = plan;
    return strcmp(p->item[*(const unsigned *)a].point->hash,
                  p->item[*(const unsigned *)b].point->hash);
}

void submitter_order(submitter_t *m)
{
    for (unsigned i = 0; i < m->plan->n; i++)
        m->order[i] = i;
    qsort_r(m->order, m->plan->n, sizeof *m->order, by_hash, (void *)(uintptr_t)m->plan);
}

long submitter_find(const submitter_t *m, const char *hash)
{
    unsigned low = 0, high = m->plan->n;
    while (low < high) {
        unsigned mid = (low + high) / 2;
        int c = strcmp(hash, m->plan->item[m->order[mid]].point->hash);
        if (c == 0)
            return (long)m->order[mid];
        if (c < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return -1;
}

void submitter_finish(submitter_t *m, unsigned i, unsigned *count)
{
    if (m->state[i] == FINISHED)
        return;
    m->state[i] = FINISHED;
    m->mine[i] = false; /* who stores a result takes back the claim */
    (*count)++;
}
