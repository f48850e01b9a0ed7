/*
 * inverted_index: for each address that a text links to, the places of its links. The reference
 * finds the links with the C library's string search and sorts them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workload/check.h"
#include "workload/mars.h"

#define MARK "<a href=\""

typedef struct sizes {
    uint32_t bytes, addresses, words;
    uint32_t links; /* of 1000 items */
} sizes_t;

static const sizes_t sizes[SCALES] = {
    {18 << 10, 60, 500, 90}, {1 << 20, 1500, 5000, 40}, {4 << 20, 6000, 20000, 40}};

typedef struct link {
    const char *address;
    int32_t bytes;
    int32_t place; /* of the address in the text */
} link_t;

/* A text, its lines, and its links in the order of the text. */
typedef struct page {
    uint32_t bytes, lines, links, address_bytes;
    char *text; /* NUL-terminated */
    mars_pair_t *line;
    link_t *link;
} page_t;

#define ADDRESS 64 /* bytes of an address at most, with its NUL */

static char *make_addresses(host_t *h, uint32_t n, const mars_words_t *words)
{
    char *all = host_memory(h, n, ADDRESS);
    for (uint32_t i = 0; all && i < n;
         i++) { /* drawn one after the other: arguments have no order */
        const char *file = words->word[rng_below(&h->rng, words->n)];
        const char *folder = mars_word(h, words);
        const char *host = words->word[rng_below(&h->rng, words->n)];
        snprintf(all + (size_t)i * ADDRESS, ADDRESS, "%s/%s/%s.html", host, folder, file);
    }
    return all;
}

/* Lines of a few items: links, other tags, some of which begin like a link, and words.
 */
static void make_text(host_t *h, const sizes_t *s, const mars_words_t *words, const char *addresses,
                      page_t *p)
{
    uint32_t at = 0;
    while (at < p->bytes) {
        char item[2 * ADDRESS + 2 * MARS_WORD];
        for (uint32_t items = 1 + rng_below(&h->rng, 10); items; items--) {
            uint32_t kind = rng_below(&h->rng, 1000);
            const char *word = mars_word(h, words), *end = items == 1 ? "\n" : " ";
            if (kind < s->links)
                snprintf(item, sizeof item, MARK "%s\">%s</a>%s",
                         addresses + (size_t)rng_below(&h->rng, s->addresses) * ADDRESS, word, end);
            else if (kind < s->links + 20)
                snprintf(item, sizeof item, "<a name=\"%s\">%s", word, end);
            else if (kind < s->links + 50)
                snprintf(item, sizeof item, "<b>%s</b>%s", word, end);
            else
                snprintf(item, sizeof item, "%s%s", word, end);
            uint32_t n = (uint32_t)strlen(item);
            n = n < p->bytes - at ? n : p->bytes - at; /* the last item is cut */
            memcpy(p->text + at, item, n);
            at += n;
        }
    }
    p->text[p->bytes - 1] = '\n';
}

/* p->line and p->link have room for as many as fit into the text. */
static void find_links(page_t *p)
{
    for (const char *at = p->text; *at;) {
        const char *end = strchr(at, '\n');
        p->line[p->lines++] = (mars_pair_t){(int32_t)(at - p->text), (int32_t)(end - at)};
        for (const char *mark; (mark = strstr(at, MARK)) && mark + strlen(MARK) < end;) {
            const char *address = mark + strlen(MARK);
            at = memchr(address, '"', (size_t)(end - address));
            if (!at)
                break; /* cut off: no link */
            p->link[p->links++] = (link_t){.address = address,
                                           .bytes = (int32_t)(at - address),
                                           .place = (int32_t)(address - p->text)};
            p->address_bytes += (uint32_t)(at - address);
        }
        at = end + 1;
    }
}

static int page_make(host_t *h, const sizes_t *s, page_t *p)
{
    mars_words_t words;
    if (mars_words_make(h, s->words, &words))
        return h->error;
    p->bytes = s->bytes;
    char *addresses = make_addresses(h, s->addresses, &words);
    p->text = host_memory(h, p->bytes + 1, 1);
    p->line = host_memory(h, p->bytes, sizeof *p->line);
    p->link = host_memory(h, p->bytes / strlen(MARK) + 1, sizeof *p->link);
    if (!host_ok(h))
        return h->error;
    make_text(h, s, &words, addresses, p);
    find_links(p);
    return 0;
}

static int by_key(const void *a, const void *b)
{
    const link_t *x = a, *y = b;
    int32_t n = x->bytes < y->bytes ? x->bytes : y->bytes;
    int order = memcmp(x->address, y->address, (size_t)n);
    return order ? order : x->bytes - y->bytes;
}

static int by_key_and_place(const void *a, const void *b)
{
    const link_t *x = a, *y = b;
    int order = by_key(x, y);
    return order ? order : x->place - y->place;
}

/* What the device made of the text. */
typedef struct index {
    uint32_t groups;
    const mars_entry_t *entry;
    const char *keys;
    const int32_t *values, *starts;
} index_t;

/* The device's links with the reference's. A sort need not keep the order of equal keys, so that
 * the places of a group are sorted here. */
static int check(host_t *h, page_t *p, const index_t *x)
{
    link_t *got = host_memory(h, p->links, sizeof *got);
    if (!got)
        return 0;
    for (uint32_t i = 0; i < p->links; i++) {
        const mars_entry_t *e = &x->entry[i];
        bool inside = e->key >= 0 && e->key_bytes >= 0 && e->value >= 0 && e->value_bytes == 4 &&
                      (uint32_t)e->key + (uint32_t)e->key_bytes <= p->address_bytes &&
                      (uint32_t)e->value / 4 < p->links && e->value % 4 == 0;
        if (!inside)
            return check_fail(h, "entry[%u] is {%d, %d, %d, %d}, outside its buffers", i, e->key,
                              e->key_bytes, e->value, e->value_bytes);
        got[i] = (link_t){x->keys + e->key, e->key_bytes, x->values[e->value / 4]};
    }
    uint32_t groups = 0;
    qsort(p->link, p->links, sizeof *p->link, by_key_and_place);
    for (uint32_t i = 0, end; i < p->links; i = end) {
        for (end = i + 1; end < p->links && !by_key(&p->link[i], &p->link[end]); end++)
            ;
        if (groups >= x->groups || x->starts[groups] != (int32_t)i)
            return check_fail(h, "group %u of %u begins at %d, expected %u", groups, x->groups,
                              groups < x->groups ? x->starts[groups] : -1, i);
        groups++;
        qsort(got + i, end - i, sizeof *got, by_key_and_place);
    }
    if (groups != x->groups)
        return check_fail(h, "%u groups, expected %u", x->groups, groups);
    for (uint32_t i = 0; i < p->links; i++)
        if (by_key_and_place(&got[i], &p->link[i]))
            return check_fail(h, "link %u is %.*s at %d, expected %.*s at %d", i, got[i].bytes,
                              got[i].address, got[i].place, p->link[i].bytes, p->link[i].address,
                              p->link[i].place);
    return 0;
}

static int inverted_index(host_t *h, const sizes_t *s)
{
    page_t p = {0};
    if (page_make(h, s, &p))
        return 0;
    mars_map_t m = {.n = p.lines};
    m.text = host_upload(h, p.text, p.bytes);
    m.records = host_upload(h, p.line, p.lines * sizeof *p.line);
    int rc = mars_map_count(h, "index_map_count", &m,
                            (mars_total_t){"bytes of addresses", p.address_bytes},
                            (mars_total_t){"links", p.links});
    if (rc)
        return rc;

    uint32_t room = mars_sort_room(p.links);
    uint64_t keys = host_buffer(h, p.address_bytes);
    uint64_t values = host_buffer(h, p.links * sizeof(int32_t));
    uint64_t entries = host_buffer(h, room * sizeof(mars_entry_t));
    if (host_ok(h))
        dev_fill(h->d, entries, 0xff, room * sizeof(mars_entry_t)); /* no keys */
    MARS_LAUNCH(h, "index_map", p.lines, dev_arg_ptr(m.text), dev_arg_ptr(m.records),
                dev_arg_ptr(m.key_places), dev_arg_ptr(m.pair_places), dev_arg_ptr(keys),
                dev_arg_ptr(values), dev_arg_ptr(entries), dev_arg_u32(p.lines));
    mars_sort(h, entries, keys, room);

    uint64_t places = host_buffer(h, (p.links + 1) * sizeof(int32_t));
    uint64_t starts = host_buffer(h, p.links * sizeof(int32_t));
    MARS_LAUNCH(h, "mars_group_first", p.links, dev_arg_ptr(entries), dev_arg_ptr(keys),
                dev_arg_ptr(places), dev_arg_u32(p.links));
    uint32_t groups = mars_scan(h, places, p.links + 1);
    MARS_LAUNCH(h, "mars_group_starts", p.links, dev_arg_ptr(places), dev_arg_ptr(starts),
                dev_arg_u32(p.links));
    index_t x = {.groups = groups,
                 .entry = host_download(h, entries, p.links * sizeof(mars_entry_t)),
                 .keys = host_download(h, keys, p.address_bytes),
                 .values = host_download(h, values, p.links * sizeof(int32_t)),
                 .starts = host_download(h, starts, p.links * sizeof(int32_t))};
    if (!host_ok(h))
        return 0;
    return groups <= p.links ? check(h, &p, &x) : check_fail(h, "%u groups", groups);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = inverted_index(&h, &sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_inverted_index = {
    .name = "inverted_index",
    .suite = "Mars",
    .groups = "apcm:cs",
    .variants = "unrolled",
    .doc = "links of a text in HTML by address: map, scan, sort and group",
    .geometry = {"2x256, 18 KB of text", "67x256, 1 MB of text", "255x256, 4 MB of text"},
    .warp_inst = {163055, 6908667, 27665628},
    .run = run,
};
