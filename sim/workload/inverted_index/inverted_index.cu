/*
 * inverted_index (Mars): which places of a text in HTML link to each address. A record is a line. A
 * task walks its line byte by byte, looks for <a href=", and emits the address up to the closing
 * quote as key, its place in the text as value. The map is run twice, to count and to
 * write; then the pairs are sorted by key and grouped.
 */
#define MARS_SCAN
#define MARS_SORT
#define MARS_GROUP
#include "../mars.cuh"

#define LINK 9 /* bytes of the mark of a link */
CONSTANT(char link_mark[LINK + 1] = "<a href=\"")

/* The state after one more byte: how much of the mark the last bytes are, LINK within an address.
 * Only the mark's first byte is a <, so that a mark that breaks off can begin anew with that one. */
static inline __device__ int next_state(int state, char c)
{
    int begun = c == link_mark[state] ? state + 1 : c == '<';
    int within = c == '"' ? 0 : LINK;
    return state == LINK ? within : begun;
}

/* lines: first byte and bytes. */
KERNEL index_map_count(const char *text, const int2 *lines, int *key_bytes, int *pairs, int n)
{
    int i = mars_task();
    if (i >= n)
        return;
    int2 line = lines[i];
    int bytes = 0, links = 0, state = 0, first = 0;
    for (int p = line.x; p < line.x + line.y; p++) {
        int next = next_state(state, text[p]);
        if (next != state) {
            if (next == LINK) {
                first = p + 1;
            } else if (state == LINK) {
                bytes += p - first;
                links++;
            }
            state = next;
        }
    }
    key_bytes[i] = bytes;
    pairs[i] = links;
}

KERNEL index_map(const char *text, const int2 *lines, const int *key_places,
                 const int *pair_places, char *keys, int *values, int4 *entries, int n)
{
    int i = mars_task();
    if (i >= n)
        return;
    int2 line = lines[i];
    int key = key_places[i], pair = pair_places[i], state = 0, first = 0;
    for (int p = line.x; p < line.x + line.y; p++) {
        int next = next_state(state, text[p]);
        bool ends = state == LINK && next != LINK;
        if (state != LINK && next == LINK)
            first = p + 1;
        state = next;
        if (ends) {
            int bytes = p - first;
            for (int k = 0; k < bytes; k++)
                keys[key + k] = text[first + k];
            values[pair] = first;
            entries[pair] = (int4){key, bytes, pair * (int)sizeof(int), (int)sizeof(int)};
            key += bytes;
            pair++;
        }
    }
}
