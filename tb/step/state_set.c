#include "step/state_set.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_FIRST = 1 << 10 };

bool state_set_init(state_set_t *s, size_t words)
{
    *s = (state_set_t){.words = words, .slots = SLOTS_FIRST};
    s->slot = calloc(s->slots, sizeof *s->slot);
    return s->slot != NULL;
}

void state_set_free(state_set_t *s)
{
    free(s->code);
    free(s->slot);
    *s = (state_set_t){0};
}

/* Words mixed one after the other, as splitmix64 mixes. */
static uint64_t hash(const state_set_t *s, const uint64_t *code)
{
    uint64_t h = 0;
    for (size_t k = 0; k < s->words; k++) {
        h = (h ^ code[k]) + UINT64_C(0x9e3779b97f4a7c15);
        h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
        h ^= h >> 31;
    }
    return h;
}

/* The slot of a code: its own, or the empty one where it belongs. */
static size_t slot_of(const state_set_t *s, const uint64_t *code)
{
    size_t at = hash(s, code) & (s->slots - 1);
    while (s->slot[at] &&
           memcmp(state_set_get(s, s->slot[at] - 1), code, s->words * sizeof *code) != 0)
        at = (at + 1) & (s->slots - 1);
    return at;
}

static bool more_slots(state_set_t *s)
{
    uint32_t *old = s->slot;
    uint32_t *slot = calloc(s->slots * 2, sizeof *slot);
    if (!slot)
        return false;
    s->slot = slot;
    s->slots *= 2;
    for (size_t i = 0; i < s->n; i++)
        s->slot[slot_of(s, state_set_get(s, i))] = (uint32_t)(i + 1);
    free(old);
    return true;
}

static bool more_codes(state_set_t *s)
{
    size_t capacity = s->capacity ? s->capacity * 2 : SLOTS_FIRST;
    uint64_t *code = realloc(s->code, capacity * s->words * sizeof *code);
    if (!code)
        return false;
    s->code = code;
    s->capacity = capacity;
    return true;
}

int state_set_add(state_set_t *s, const uint64_t *code)
{
    size_t at = slot_of(s, code);
    if (s->slot[at])
        return 0;
    if (s->n >= UINT32_MAX - 1 || (s->n == s->capacity && !more_codes(s)))
        return -1;
    if (2 * s->n >= s->slots) {
        if (!more_slots(s))
            return -1;
        at = slot_of(s, code);
    }
    memcpy(s->code + s->n * s->words, code, s->words * sizeof *code);
    s->slot[at] = (uint32_t)++s->n;
    return 1;
}
