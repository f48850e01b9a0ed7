/*
 * word_count (Mars): how often each word is in a text. A record is a chunk of the text that ends
 * between words. A task walks its chunk byte by byte and emits each word, in lower case, as key.
 * The map is run twice, to count and to write.
 *
 * Equal keys are then found by hashing, in rounds: each word without a group puts its number into
 * the slot of its hash, the least number stays and names the slot's group; words equal to that word
 * join it and are counted, the others go into the next round with another hash. What each round
 * does depends on the words only, not on the order in which they come.
 */
#define MARS_SCAN
#include "../mars.cuh"

static inline __device__ bool is_letter(char c)
{
    return (unsigned)((c | 32) - 'a') < 26;
}

static inline __device__ const char *word_begin(const char *p, const char *end)
{
    while (p < end && !is_letter(*p))
        p++;
    return p;
}

static inline __device__ const char *word_end(const char *p, const char *end)
{
    while (p < end && is_letter(*p))
        p++;
    return p;
}

/* chunks: first byte and bytes. */
KERNEL words_map_count(const char *text, const int2 *chunks, int *key_bytes, int *pairs, int n)
{
    int i = mars_task();
    if (i >= n)
        return;
    int2 chunk = chunks[i];
    const char *p = text + chunk.x, *end = p + chunk.y;
    int bytes = 0, words = 0;
    while ((p = word_begin(p, end)) < end) {
        const char *q = word_end(p, end);
        bytes += (int)(q - p);
        words++;
        p = q;
    }
    key_bytes[i] = bytes;
    pairs[i] = words;
}

/* entries: place of the key and its bytes. */
KERNEL words_map(const char *text, const int2 *chunks, const int *key_places,
                 const int *pair_places, char *keys, int2 *entries, int n)
{
    int i = mars_task();
    if (i >= n)
        return;
    int2 chunk = chunks[i];
    int key = key_places[i], pair = pair_places[i];
    const char *p = text + chunk.x, *end = p + chunk.y;
    while ((p = word_begin(p, end)) < end) {
        const char *q = word_end(p, end);
        int bytes = (int)(q - p);
        for (int k = 0; k < bytes; k++)
            keys[key + k] = (char)(p[k] | 32);
        entries[pair] = (int2){key, bytes};
        key += bytes;
        pair++;
        p = q;
    }
}

/* groups: number of the word that names the group, -1 as long as there is none. */
KERNEL words_claim(const int2 *entries, const char *keys, const int *groups, int *slots,
                   unsigned *claims, unsigned seed, unsigned mask, int n)
{
    int i = mars_task();
    if (i >= n || groups[i] >= 0)
        return;
    int2 word = entries[i];
    unsigned hash = seed;
    for (int k = 0; k < word.y; k++)
        hash = (hash ^ (unsigned char)keys[word.x + k]) * 16777619u; /* FNV-1a's prime */
    int slot = (int)((hash ^ hash >> 15) & mask);
    slots[i] = slot;
    atomicMin(&claims[slot], (unsigned)i);
}

/* left: number of the round, if words are left for the next one. */
KERNEL words_match(const int2 *entries, const char *keys, int *groups, const int *slots,
                   const unsigned *claims, unsigned *counts, int *left, int round, int n)
{
    int i = mars_task();
    if (i >= n || groups[i] >= 0)
        return;
    int group = (int)claims[slots[i]];
    int2 word = entries[i], other = entries[group];
    bool same = word.y == other.y;
    for (int k = 0; same && k < word.y; k++)
        same = keys[word.x + k] == keys[other.x + k];
    if (same) {
        groups[i] = group;
        atomicAdd(&counts[group], 1u);
    } else {
        *left = round;
    }
}
