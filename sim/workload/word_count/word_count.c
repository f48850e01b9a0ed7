/*
 * word_count: how often each word is in a text, in any case of letters. The reference cuts the text
 * at everything that is no letter and sorts the words.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "workload/check.h"
#include "workload/mars.h"

typedef struct sizes {
    uint32_t bytes, words, slots;
} sizes_t;

static const sizes_t sizes[SCALES] = {
    {34 << 10, 500, 512}, {1 << 20, 5000, 16384}, {4 << 20, 20000, 65536}};

#define CHUNK  128 /* bytes at least, up to the end of a word */
#define ROUNDS 64  /* of hashing; no two words share a slot in all of them */

typedef struct word {
    const char *at;
    int32_t bytes;
    uint32_t count;
} word_t;

typedef struct words {
    uint32_t bytes, chunks, n, word_bytes;
    char *text;
    mars_pair_t *chunk;
    word_t *word;
} words_t;

/* Sentences of 4 to 18 words, a line each, with a capital letter and a comma here and there. */
static void make_text(host_t *h, const mars_words_t *from, words_t *w)
{
    uint32_t at = 0;
    while (at < w->bytes) {
        uint32_t first = at, left = 4 + rng_below(&h->rng, 15);
        for (; left; left--) {
            for (const char *c = mars_word(h, from); *c && at < w->bytes; c++)
                w->text[at++] = *c;
            if (left > 1 && at < w->bytes && rng_percent(&h->rng, 8))
                w->text[at++] = ',';
            if (left > 1 && at < w->bytes)
                w->text[at++] = ' ';
        }
        w->text[first] = (char)toupper(w->text[first]);
        if (at < w->bytes)
            w->text[at++] = '.';
        if (at < w->bytes)
            w->text[at++] = '\n';
    }
}

static void cut_chunks(words_t *w)
{
    for (uint32_t first = 0, end; first < w->bytes; first = end) {
        end = first + CHUNK < w->bytes ? first + CHUNK : w->bytes;
        while (end < w->bytes && isalpha(w->text[end]))
            end++;
        w->chunk[w->chunks++] = (mars_pair_t){(int32_t)first, (int32_t)(end - first)};
    }
}

static void find_words(words_t *w)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (const char *at = w->text; *(at += strcspn(at, letters));) {
        size_t n = strspn(at, letters);
        w->word[w->n++] = (word_t){at, (int32_t)n, 1};
        w->word_bytes += (uint32_t)n;
        at += n;
    }
}

static int words_make(host_t *h, const sizes_t *s, words_t *w)
{
    mars_words_t from;
    if (mars_words_make(h, s->words, &from))
        return h->error;
    w->bytes = s->bytes;
    w->text = host_memory(h, w->bytes + 1, 1);
    w->chunk = host_memory(h, w->bytes / CHUNK + 1, sizeof *w->chunk);
    w->word = host_memory(h, w->bytes / 2 + 1, sizeof *w->word);
    if (!host_ok(h))
        return h->error;
    make_text(h, &from, w);
    cut_chunks(w);
    find_words(w);
    return 0;
}

static int by_word(const void *a, const void *b)
{
    const word_t *x = a, *y = b;
    for (int32_t k = 0; k < x->bytes && k < y->bytes; k++)
        if (tolower(x->at[k]) != tolower(y->at[k]))
            return tolower(x->at[k]) - tolower(y->at[k]);
    return x->bytes - y->bytes;
}

/* Sorts, and adds the counts of equal words. How many different ones there are. */
static uint32_t add_up(word_t *word, uint32_t n)
{
    uint32_t out = 0;
    qsort(word, n, sizeof *word, by_word);
    for (uint32_t i = 0; i < n; i++) {
        if (out && !by_word(&word[out - 1], &word[i]))
            word[out - 1].count += word[i].count;
        else
            word[out++] = word[i];
    }
    return out;
}

/* The device's counts stand at the words that name a group. Those are not added up: a word in two
 * groups is wrong. */
static int check(host_t *h, words_t *w, const mars_pair_t *entry, const char *keys,
                 const uint32_t *counts)
{
    word_t *got = host_memory(h, w->n, sizeof *got);
    uint32_t n = 0;
    for (uint32_t i = 0; got && i < w->n; i++) {
        if (!counts[i])
            continue;
        if (entry[i].x < 0 || entry[i].y < 0 ||
            (uint32_t)entry[i].x + (uint32_t)entry[i].y > w->word_bytes)
            return check_fail(h, "entry[%u] is {%d, %d}, outside the keys", i, entry[i].x,
                              entry[i].y);
        got[n++] = (word_t){keys + entry[i].x, entry[i].y, counts[i]};
    }
    uint32_t want = add_up(w->word, w->n);
    if (!got)
        return 0;
    qsort(got, n, sizeof *got, by_word);
    for (uint32_t i = 0; i < n && i < want; i++) {
        const word_t *g = &got[i], *e = &w->word[i];
        if (by_word(g, e) || g->count != e->count)
            return check_fail(h, "%.*s %u times, expected %.*s %u times", g->bytes, g->at, g->count,
                              e->bytes, e->at, e->count);
    }
    return n == want ? 0 : check_fail(h, "%u different words, expected %u", n, want);
}

/* Counts of the words at those that name a group. 0, or 1 if words are left. */
static int group(host_t *h, const sizes_t *s, uint32_t n, uint64_t entries, uint64_t keys,
                 uint64_t counts)
{
    uint64_t groups = host_buffer(h, n * sizeof(int32_t));
    uint64_t slots = host_buffer(h, n * sizeof(int32_t));
    uint64_t claims = host_buffer(h, s->slots * sizeof(int32_t));
    uint64_t left = host_buffer(h, sizeof(uint32_t));
    if (host_ok(h))
        dev_fill(h->d, groups, 0xff, n * sizeof(int32_t)); /* none */
    for (uint32_t round = 1, last; round <= ROUNDS && host_ok(h); round++) {
        dev_fill(h->d, claims, 0x7f, s->slots * sizeof(int32_t)); /* above every number */
        MARS_LAUNCH(h, "words_claim", n, dev_arg_ptr(entries), dev_arg_ptr(keys),
                    dev_arg_ptr(groups), dev_arg_ptr(slots), dev_arg_ptr(claims),
                    dev_arg_u32(round * UINT32_C(0x9e3779b9)), dev_arg_u32(s->slots - 1),
                    dev_arg_u32(n));
        MARS_LAUNCH(h, "words_match", n, dev_arg_ptr(entries), dev_arg_ptr(keys),
                    dev_arg_ptr(groups), dev_arg_ptr(slots), dev_arg_ptr(claims),
                    dev_arg_ptr(counts), dev_arg_ptr(left), dev_arg_u32(round), dev_arg_u32(n));
        if (host_ok(h) && !dev_read(h->d, &last, left, sizeof last) && last != round)
            return 0;
    }
    return host_ok(h) ? check_fail(h, "words without a group after %d rounds", ROUNDS) : 0;
}

static int word_count(host_t *h, const sizes_t *s)
{
    words_t w = {0};
    if (words_make(h, s, &w))
        return 0;
    mars_map_t m = {.n = w.chunks};
    m.text = host_upload(h, w.text, w.bytes);
    m.records = host_upload(h, w.chunk, w.chunks * sizeof *w.chunk);
    int rc = mars_map_count(h, "words_map_count", &m, (mars_total_t){"letters", w.word_bytes},
                            (mars_total_t){"words", w.n});
    if (rc)
        return rc;

    uint64_t keys = host_buffer(h, w.word_bytes);
    uint64_t entries = host_buffer(h, w.n * sizeof(mars_pair_t));
    uint64_t counts = host_buffer(h, w.n * sizeof(uint32_t));
    MARS_LAUNCH(h, "words_map", w.chunks, dev_arg_ptr(m.text), dev_arg_ptr(m.records),
                dev_arg_ptr(m.key_places), dev_arg_ptr(m.pair_places), dev_arg_ptr(keys),
                dev_arg_ptr(entries), dev_arg_u32(w.chunks));
    if ((rc = group(h, s, w.n, entries, keys, counts)))
        return rc;
    mars_pair_t *entry = host_download(h, entries, w.n * sizeof *entry);
    char *key = host_download(h, keys, w.word_bytes);
    uint32_t *count = host_download(h, counts, w.n * sizeof *count);
    return host_ok(h) ? check(h, &w, entry, key, count) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = word_count(&h, &sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_word_count = {
    .name = "word_count",
    .suite = "Mars",
    .groups = "apcm:cs",
    .variants = "unrolled",
    .doc = "how often each word is in a text: map, scan, and groups by hashing",
    .geometry = {"2x256, 34 KB of text", "31x256, 1 MB of text", "124x256, 4 MB of text"},
    .warp_inst = {175464, 4057897, 15187079},
    .run = run,
};
