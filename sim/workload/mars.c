#include "workload/mars.h"

#include "workload/check.h"

#define SCAN_TILE 256 /* numbers of a CTA in mars.cuh */
#define SORT_RUN  128 /* and entries */

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

void mars_launch(host_t *h, const char *kernel, uint32_t tasks, const dev_arg_t *args,
                 unsigned n_args)
{
    host_launch(h, kernel, (dim3_t){host_ctas(tasks, MARS_THREADS), 1, 1},
                (dim3_t){MARS_THREADS, 1, 1}, args, n_args);
}

/* Tiles first; their sums are scanned in the same way and added to each tile's numbers. */
uint32_t mars_scan(host_t *h, uint64_t data, uint32_t n)
{
    uint32_t tiles = host_ctas(n, SCAN_TILE), total = 0;
    uint64_t sums = host_buffer(h, tiles * sizeof(uint32_t));
    HOST_LAUNCH(h, "mars_scan", ((dim3_t){tiles, 1, 1}), ((dim3_t){SCAN_TILE / 2, 1, 1}),
                dev_arg_ptr(data), dev_arg_ptr(sums), dev_arg_u32(n));
    if (tiles == 1) {
        if (host_ok(h))
            dev_read(h->d, &total, sums, sizeof total);
        return total;
    }
    total = mars_scan(h, sums, tiles);
    MARS_LAUNCH(h, "mars_add", n, dev_arg_ptr(data), dev_arg_ptr(sums), dev_arg_u32(n));
    return total;
}

static int check_total(host_t *h, const char *what, uint32_t got, uint32_t want)
{
    return host_ok(h) && got != want ? check_fail(h, "%u %s, expected %u", got, what, want) : 0;
}

int mars_map_count(host_t *h, const char *kernel, mars_map_t *m, mars_total_t keys,
                   mars_total_t pairs)
{
    m->key_places = host_buffer(h, m->n * sizeof(int32_t));
    m->pair_places = host_buffer(h, m->n * sizeof(int32_t));
    MARS_LAUNCH(h, kernel, m->n, dev_arg_ptr(m->text), dev_arg_ptr(m->records),
                dev_arg_ptr(m->key_places), dev_arg_ptr(m->pair_places), dev_arg_u32(m->n));
    int rc = check_total(h, keys.what, mars_scan(h, m->key_places, m->n), keys.n);
    return rc ? rc : check_total(h, pairs.what, mars_scan(h, m->pair_places, m->n), pairs.n);
}

uint32_t mars_sort_room(uint32_t n)
{
    uint32_t room = SORT_RUN;
    while (room < n)
        room *= 2;
    return room;
}

static void sort_runs(host_t *h, uint64_t entries, uint64_t keys, uint32_t room, uint32_t first,
                      uint32_t last)
{
    HOST_LAUNCH(h, "mars_sort_tile", ((dim3_t){room / SORT_RUN, 1, 1}),
                ((dim3_t){SORT_RUN / 2, 1, 1}), dev_arg_ptr(entries), dev_arg_ptr(keys),
                dev_arg_u32(first), dev_arg_u32(last));
}

void mars_sort(host_t *h, uint64_t entries, uint64_t keys, uint32_t room)
{
    sort_runs(h, entries, keys, room, 2, SORT_RUN);
    for (uint32_t size = 2 * SORT_RUN; size <= room; size *= 2) {
        for (uint32_t step = size / 2; step >= SORT_RUN; step /= 2)
            MARS_LAUNCH(h, "mars_sort_pass", room / 2, dev_arg_ptr(entries), dev_arg_ptr(keys),
                        dev_arg_u32(size), dev_arg_u32(step), dev_arg_u32(room / 2));
        sort_runs(h, entries, keys, room, size, size);
    }
}

/* Frequent words are short. */
int mars_words_make(host_t *h, uint32_t n, mars_words_t *w)
{
    w->n = n;
    w->word = host_memory(h, n, sizeof *w->word);
    w->share = host_memory(h, n, sizeof *w->share);
    if (!host_ok(h))
        return h->error;
    double sum = 0;
    uint32_t letters = 2;
    for (uint32_t i = 0; i < n; i++) {
        if (i >= UINT32_C(1) << letters && letters < MARS_WORD - 5)
            letters++;
        uint32_t size = letters + rng_below(&h->rng, 4);
        for (uint32_t k = 0; k < size; k++)
            w->word[i][k] = (char)('a' + rng_below(&h->rng, 26));
        sum += 1.0 / (i + 1);
        w->share[i] = sum;
    }
    return 0;
}

const char *mars_word(host_t *h, const mars_words_t *w)
{
    double at = (double)rng_float(&h->rng) * w->share[w->n - 1];
    uint32_t low = 0, high = w->n - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (w->share[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return w->word[low];
}
