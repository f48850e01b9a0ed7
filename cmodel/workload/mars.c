#include "workload/mars.h"

#include "workload/check.h"

mars_pair_t *mars_pairs(host_t *h, uint32_t n)
{
    mars_pair_t *p = host_memory(h, (size_t)n * n, sizeof *p);
    for (size_t i = 0; p && i < (size_t)n * n; i++)
        p[i] = (mars_pair_t){(int32_t)(i / n), (int32_t)(i % n)};
    return p;
}

int mars_check_pairs(host_t *h, const mars_pair_t *got, const mars_pair_t *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (got[i].x != want[i].x || got[i].y != want[i].y)
            return check_fail(h, "key[%zu] is (%d, %d), expected (%d, %d)", i, got[i].x, got[i].y,
                              want[i].x, want[i].y);
    return 0;
}
