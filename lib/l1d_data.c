#include "l1d_data.h"

#include <stdlib.h>
#include <string.h>

void l1d_data_free(l1d_data_t *d)
{
    for (size_t i = 0; i < d->cap; i++)
        free(d->copy[i].bytes);
    for (size_t i = 0; i < d->n_stores; i++)
        free(d->store[i].data);
    free(d->copy);
    free(d->store);
}

uint64_t l1d_data_time(l1d_data_t *d)
{
    return ++d->now;
}

/* ---- Copies of lines ---- */

/* The line's place, or the empty one where it belongs; the table is not full. */
static l1d_line_copy_t *place_of(l1d_line_copy_t *table, size_t cap, uint64_t line)
{
    size_t i = (size_t)((line * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (cap - 1);
    while (table[i].bytes && table[i].line != line)
        i = (i + 1) & (cap - 1);
    return &table[i];
}

static l1d_line_copy_t *find(const l1d_data_t *d, uint64_t line)
{
    l1d_line_copy_t *c = d->cap ? place_of(d->copy, d->cap, line) : NULL;
    return c && c->bytes ? c : NULL;
}

static bool grow(l1d_data_t *d)
{
    size_t cap = d->cap ? d->cap * 2 : 1024;
    l1d_line_copy_t *all = calloc(cap, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < d->cap; i++)
        if (d->copy[i].bytes)
            *place_of(all, cap, d->copy[i].line) = d->copy[i];
    free(d->copy);
    d->copy = all;
    d->cap = cap;
    return true;
}

static l1d_line_copy_t *find_or_add(l1d_data_t *d, uint64_t line)
{
    l1d_line_copy_t *c = find(d, line);
    if (c)
        return c;
    if (2 * d->used >= d->cap && !grow(d))
        return NULL;
    c = place_of(d->copy, d->cap, line);
    *c = (l1d_line_copy_t){.line = line, .bytes = calloc(1, d->line_bytes)};
    if (!c->bytes)
        return NULL;
    d->used++;
    return c;
}

/* ---- Stores ---- */

/* Those bytes of the store that lie in [first, first + bytes) of its line, to out. */
static void lay_over(const l1d_store_t *s, uint32_t first, uint32_t bytes, uint8_t *out)
{
    uint32_t from = s->first > first ? s->first : first;
    uint32_t store_end = s->first + s->bytes, end = first + bytes;
    end = store_end < end ? store_end : end;
    if (from < end)
        memcpy(out + (from - first), s->data + (from - s->first), end - from);
}

/* Of the stores to a line that were accepted before `until`, those that the memory may have made
 * after it had answered a read that left at `left`. */
static void lay_all_over(const l1d_data_t *d, const l1d_span_t *span, uint64_t left, uint64_t until,
                         uint8_t *out)
{
    for (size_t i = 0; i < d->n_stores; i++) {
        const l1d_store_t *s = &d->store[i];
        if (s->line == span->line && s->accepted < until && (!s->acked || s->acked > left))
            lay_over(s, span->first, span->bytes, out);
    }
}

const l1d_store_t *l1d_data_store_of(const l1d_data_t *d, uint32_t access, uint64_t line)
{
    for (size_t i = d->n_stores; i-- > 0;)
        if (d->store[i].access == access && d->store[i].line == line && !d->store[i].acked)
            return &d->store[i];
    return NULL;
}

bool l1d_data_write(l1d_data_t *d, const l1d_span_t *span, uint32_t access, const uint8_t *bytes)
{
    if (l1d_data_store_of(d, access, span->line))
        return true; /* another part of the same bytes */
    if (d->n_stores == d->store_cap) {
        size_t cap = d->store_cap ? d->store_cap * 2 : 64;
        l1d_store_t *all = realloc(d->store, cap * sizeof *all);
        if (!all)
            return false;
        d->store = all;
        d->store_cap = cap;
    }
    uint8_t *data = calloc(1, span->bytes);
    if (!data)
        return false;
    if (bytes)
        memcpy(data, bytes, span->bytes);
    d->store[d->n_stores] = (l1d_store_t){.line = span->line,
                                          .accepted = span->time,
                                          .access = access,
                                          .first = span->first,
                                          .bytes = span->bytes,
                                          .data = data};
    const l1d_line_copy_t *c = find(d, span->line);
    if (c)
        lay_over(&d->store[d->n_stores], 0, d->line_bytes, c->bytes);
    d->n_stores++;
    return true;
}

/* The store of an access to a line that waits for its acknowledgement: its place, or n_stores. */
static size_t open_store(const l1d_data_t *d, uint32_t access, uint64_t line)
{
    size_t i = 0;
    while (i < d->n_stores &&
           (d->store[i].access != access || d->store[i].line != line || d->store[i].acked))
        i++;
    return i;
}

void l1d_data_acked(l1d_data_t *d, uint32_t access, uint64_t line)
{
    size_t i = open_store(d, access, line);
    if (i < d->n_stores)
        d->store[i].acked = l1d_data_time(d);
}

void l1d_data_withdraw(l1d_data_t *d, uint32_t access, uint64_t line)
{
    size_t i = open_store(d, access, line);
    if (i == d->n_stores)
        return;
    free(d->store[i].data);
    memmove(d->store + i, d->store + i + 1, (d->n_stores - i - 1) * sizeof *d->store);
    d->n_stores--;
}

void l1d_data_forget(l1d_data_t *d, uint64_t oldest)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n_stores; i++) {
        if (d->store[i].acked && d->store[i].acked <= oldest)
            free(d->store[i].data);
        else
            d->store[n++] = d->store[i];
    }
    d->n_stores = n;
}

/* ---- Reads ---- */

void l1d_data_miss(l1d_data_t *d, uint64_t line)
{
    l1d_line_copy_t *c = find(d, line);
    if (c)
        c->here = false;
}

void l1d_data_read(const l1d_data_t *d, const l1d_span_t *span, uint8_t *out)
{
    const l1d_line_copy_t *c = find(d, span->line);
    if (c && c->here)
        memcpy(out, c->bytes + span->first, span->bytes);
}

bool l1d_data_fill(l1d_data_t *d, const l1d_span_t *reply, const uint8_t *bytes)
{
    if (reply->bytes != d->line_bytes)
        return true;
    l1d_line_copy_t *c = find_or_add(d, reply->line);
    if (!c)
        return false;
    memcpy(c->bytes, bytes, reply->bytes);
    lay_all_over(d, reply, reply->time, UINT64_MAX, c->bytes);
    c->here = true;
    c->bad = false;
    return true;
}

bool l1d_data_spoil(l1d_data_t *d, uint64_t line)
{
    l1d_line_copy_t *c = find_or_add(d, line);
    if (c)
        c->bad = true;
    return c != NULL;
}

bool l1d_data_bad(const l1d_data_t *d, uint64_t line)
{
    const l1d_line_copy_t *c = find(d, line);
    return c && c->bad;
}

void l1d_data_serve(const l1d_data_t *d, const l1d_span_t *reply, const uint8_t *bytes,
                    const l1d_span_t *span, uint8_t *out)
{
    uint32_t from = span->first > reply->first ? span->first : reply->first;
    uint32_t end = span->first + span->bytes, reply_end = reply->first + reply->bytes;
    end = reply_end < end ? reply_end : end;
    if (from >= end)
        return;
    uint8_t *to = out + (from - span->first);
    const l1d_span_t got = {.line = span->line, .first = from, .bytes = end - from};
    memcpy(to, bytes + (from - reply->first), end - from);
    lay_all_over(d, &got, reply->time, span->time, to);
}

void l1d_data_debug(l1d_data_t *d, const l1d_span_t *span, uint8_t *bytes, bool write)
{
    const l1d_line_copy_t *c = find(d, span->line);
    if (!write)
        lay_all_over(d, span, UINT64_MAX - 1, UINT64_MAX, bytes);
    else if (c)
        memcpy(c->bytes + span->first, bytes, span->bytes);
}
