/* The body of a kernel file: thread blocks and their warps (accelsim_int.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/accelsim_scan.h"

static int add_block(scan_t *s, uint32_t cta, int line, const acc_warp_t *warp)
{
    acc_kernel_t *k = s->k;
    if (k->n_blocks == k->cap_blocks) {
        k->cap_blocks = k->cap_blocks ? 2 * k->cap_blocks : 64;
        k->block = acc_grow(k->block, sizeof *k->block, k->cap_blocks);
    }
    size_t head = k->warps * sizeof *warp;
    uint8_t *p = acc_grow(NULL, 1, head + s->n + 1);
    memcpy(p, warp, head);
    if (s->n)
        memcpy(p + head, s->out, s->n);
    k->block[k->n_blocks++] = (acc_block_t){
        .cta = cta, .line = line, .stream = p + head, .warp = (acc_warp_t *)(void *)p};
    return 0;
}

/* "NAME = " and up to three numbers between commas; the count of numbers, or 0. */
static unsigned read_fields(const char *line, const char *name, uint32_t out[3])
{
    size_t n = strlen(name);
    unsigned count = 0;
    if (strncmp(line, name, n))
        return 0;
    const char *p = scan_skip_spaces(line + n);
    if (*p++ != '=')
        return 0;
    for (; count < 3; count++) {
        uint64_t v = 0;
        p = scan_skip_spaces(p);
        const char *digits = p;
        for (; *p >= '0' && *p <= '9' && v <= UINT32_MAX; p++)
            v = v * 10 + (uint64_t)(*p - '0');
        if (p == digits || v > INT32_MAX)
            return 0;
        out[count] = (uint32_t)v;
        if (!*p)
            return count + 1;
        if (*p++ != ',')
            return 0;
    }
    return 0;
}

/* The next line that is not blank. */
static int next_line(scan_t *s, const char *expected, char **line)
{
    int rc;
    do
        rc = stream_line(s->t, line, s->d);
    while (!rc && *line && !**line);
    if (!rc && !*line && expected)
        return stream_error(s->t, s->d, "the file ends; expected %s", expected);
    return rc;
}

static int read_insts(scan_t *s, uint32_t warp, acc_warp_t *w)
{
    char *line;
    uint32_t v[3];
    int rc = next_line(s, "'insts = N'", &line);
    if (rc)
        return rc;
    if (read_fields(line, "insts", v) != 1)
        return stream_error(s->t, s->d, "'%.60s'; expected 'insts = N'", line);
    w->insts = v[0];
    w->offset = s->n;
    uint32_t first = warp * ACC_LANES, left = s->threads - first;
    s->lanes = left >= ACC_LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    s->place[3] = warp;
    s->prev = ACC_NONE;
    s->mask = 0;
    for (uint32_t i = 0; i < v[0]; i++)
        if ((rc = scan_inst(s)))
            return rc;
    return 0;
}

static int read_block(scan_t *s)
{
    const acc_head_info_t *h = &s->k->head;
    acc_warp_t warp[ACC_MAX_WARPS] = {{0, 0}};
    uint32_t seen = 0, v[3];
    char *line;
    int rc = next_line(s, "'thread block = x,y,z'", &line);
    if (rc)
        return rc;
    if (read_fields(line, "thread block", v) != 3)
        return stream_error(s->t, s->d, "'%.60s'; expected 'thread block = x,y,z'", line);
    if (v[0] >= h->grid[0] || v[1] >= h->grid[1] || v[2] >= h->grid[2])
        return stream_error(s->t, s->d,
                            "thread block %u,%u,%u; expected one of the grid (%u,%u,%u)", v[0],
                            v[1], v[2], h->grid[0], h->grid[1], h->grid[2]);
    memcpy(s->place, v, sizeof v);
    int at = s->t->line;
    s->n = 0;
    while (!(rc = next_line(s, "'warp = N' or '#END_TB'", &line)) && strcmp(line, "#END_TB")) {
        if (read_fields(line, "warp", v) != 1)
            return stream_error(s->t, s->d, "'%.60s'; expected 'warp = N' or '#END_TB'", line);
        if (v[0] >= s->k->warps)
            return stream_error(s->t, s->d, "warp %u; expected 0 to %u", v[0], s->k->warps - 1);
        if (seen >> v[0] & 1)
            return stream_error(s->t, s->d, "warp %u for the second time in its block", v[0]);
        seen |= UINT32_C(1) << v[0];
        rc = read_insts(s, v[0], &warp[v[0]]);
        if (rc)
            return rc;
    }
    uint32_t cta = (s->place[2] * h->grid[1] + s->place[1]) * h->grid[0] + s->place[0];
    return rc ? rc : add_block(s, cta, at, warp);
}

static int by_cta(const void *a, const void *b)
{
    const acc_block_t *x = a, *y = b;
    if (x->cta != y->cta)
        return x->cta < y->cta ? -1 : 1;
    return x->line - y->line;
}

/* Sorts the blocks, keeping the order in which they start; each of the grid must be there, once. */
static int order_blocks(scan_t *s)
{
    acc_kernel_t *k = s->k;
    bool sorted = true;
    for (uint64_t i = 1; i < k->n_blocks; i++)
        sorted = sorted && k->block[i - 1].cta < k->block[i].cta;
    if (!sorted) {
        k->cta_order = acc_grow(NULL, sizeof *k->cta_order, k->n_blocks);
        for (uint64_t i = 0; i < k->n_blocks; i++)
            k->cta_order[i] = k->block[i].cta;
        qsort(k->block, k->n_blocks, sizeof *k->block, by_cta);
    }
    for (uint64_t i = 1; i < k->n_blocks; i++)
        if (k->block[i].cta == k->block[i - 1].cta) {
            s->t->line = k->block[i].line;
            return stream_error(s->t, s->d, "a thread block for the second time; first on line %d",
                                k->block[i - 1].line);
        }
    if (k->n_blocks != k->ctas)
        return stream_error(s->t, s->d,
                            "the file ends after %" PRIu64 " thread blocks; expected the %" PRIu64
                            " of the grid",
                            k->n_blocks, k->ctas);
    return 0;
}

static int read_blocks(scan_t *s)
{
    char *line;
    int rc;
    while (!(rc = next_line(s, NULL, &line)) && line) {
        if (strcmp(line, "#BEGIN_TB"))
            return stream_error(s->t, s->d, "'%.60s'; expected '#BEGIN_TB'", line);
        rc = read_block(s);
        if (rc)
            return rc;
    }
    return rc ? rc : order_blocks(s);
}

int acc_read_body(acc_kernel_t *k, stream_t *t, diag_t *d)
{
    const acc_head_info_t *h = &k->head;
    scan_t s = {.k = k,
                .t = t,
                .d = d,
                .threads = h->block[0] * h->block[1] * h->block[2],
                .old = h->version < 3,
                .lineinfo = h->lineinfo,
                .imm = h->version >= 5,
                .first = ACC_NONE};
    int rc = read_blocks(&s);
    free(s.out);
    free(s.table);
    return rc;
}
