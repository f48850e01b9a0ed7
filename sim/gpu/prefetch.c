#include "gpu/prefetch.h"

void prefetch_start(prefetch_book_t *b, lineset_range_t main, lineset_range_t more)
{
    lineset_reset(&b->gone, main, more);
    b->n_gone = b->unused = 0;
}

void prefetch_issued(prefetch_book_t *b, gpu_stats_l1d_t *s, uint64_t line)
{
    s->prefetches_issued++;
    b->unused++;
    if (!b->n_gone || !lineset_take(&b->gone, line))
        return;
    b->n_gone--;
    s->prefetches_useless++;
}

void prefetch_used(prefetch_book_t *b, gpu_stats_l1d_t *s, bool pending)
{
    b->unused--;
    if (pending)
        s->prefetches_late++;
    else
        s->prefetches_useful++;
}

void prefetch_evicted(prefetch_book_t *b, uint64_t line)
{
    b->unused--;
    b->n_gone++;
    lineset_add(&b->gone, line);
}

void prefetch_missed(prefetch_book_t *b, gpu_stats_l1d_t *s, uint64_t line)
{
    if (!b->n_gone || !lineset_take(&b->gone, line))
        return;
    b->n_gone--;
    s->prefetches_early_evicted++;
}

void prefetch_end(prefetch_book_t *b, gpu_stats_l1d_t *s)
{
    s->prefetches_useless += b->unused + b->n_gone;
    b->unused = b->n_gone = 0;
}
