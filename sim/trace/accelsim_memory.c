#include "trace/accelsim_memory.h"

#include <stdlib.h>

#include "trace/accelsim_int.h"

#define PAGE UINT64_C(4096)

static int by_first(const void *a, const void *b)
{
    const acc_range_t *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

void acc_memory_sort(acc_memory_t *m)
{
    size_t n = 0;
    if (m->n)
        qsort(m->range, m->n, sizeof *m->range, by_first);
    for (size_t i = 0; i < m->n; i++) {
        const acc_range_t r = m->range[i];
        acc_range_t *last = n ? &m->range[n - 1] : NULL;
        if (!last || r.first > last->end)
            m->range[n++] = r;
        else if (r.end > last->end)
            last->end = r.end;
    }
    m->n = m->sorted = n;
}

static bool within(const acc_range_t *outer, const acc_range_t *r)
{
    return r->first >= outer->first && r->end <= outer->end;
}

/* What has come since the last sorting is sorted in when the room is used up. */
static void add(acc_memory_t *m, acc_range_t r)
{
    if (m->n > m->sorted && within(&m->range[m->n - 1], &r))
        return;
    if (m->n == m->cap) {
        acc_memory_sort(m);
        if (m->n >= m->cap / 2) {
            m->cap = m->cap ? 2 * m->cap : 1024;
            m->range = acc_grow(m->range, sizeof *m->range, m->cap);
        }
    }
    m->range[m->n++] = r;
}

void acc_memory_copy(acc_memory_t *m, uint64_t first, uint64_t end)
{
    if (first < end)
        add(m, (acc_range_t){first, end});
}

void acc_memory_touch(acc_memory_t *m, uint64_t first, uint64_t end)
{
    add(m, (acc_range_t){first & ~(PAGE - 1), (end + PAGE - 1) & ~(PAGE - 1)});
}

bool acc_memory_has(const acc_memory_t *m, uint64_t addr)
{
    size_t low = 0, high = m->n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (m->range[mid].end <= addr)
            low = mid + 1;
        else
            high = mid;
    }
    return low < m->n && m->range[low].first <= addr;
}

void acc_memory_free(acc_memory_t *m)
{
    free(m->range);
    *m = (acc_memory_t){0};
}
