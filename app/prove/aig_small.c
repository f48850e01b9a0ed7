#include "prove/aig_small.h"

#include <string.h>

/* Bits k of a table in which input i is 1. */
static uint64_t word_of_input(unsigned i, unsigned word)
{
    static const uint64_t within[] = {UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                      UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                      UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};
    return i < 6 ? within[i] : word >> (i - 6) & 1 ? UINT64_MAX : 0;
}

small_t small_input(uint32_t number)
{
    small_t s = {.n = 1, .input = {number}};
    for (unsigned k = 0; k < AIG_SMALL_WORDS; k++)
        s.value[k] = word_of_input(0, k);
    return s;
}

/* The table with inputs `at` and `at` + 1 in each other's place. */
static void swap_inputs(uint64_t *value, unsigned at)
{
    uint64_t made[AIG_SMALL_WORDS];
    for (unsigned k = 0; k < AIG_SMALL_WORDS; k++) {
        const uint64_t low = word_of_input(at, k), high = word_of_input(at + 1, k);
        uint64_t up,
            down; /* from where only the lower one is 1 to where only the higher is, and back */
        if (at < 5) {
            const unsigned by = 1U << at;
            up = (value[k] & low & ~high) << by;
            down = (value[k] & ~low & high) >> by;
        } else if (at == 5) { /* halves of two words */
            const uint64_t other = value[k ^ 1];
            up = k & 1 ? other >> 32 : 0;
            down = k & 1 ? 0 : other << 32;
        } else {
            const unsigned other = k ^ (3U << (at - 6));
            up = low ? 0 : value[other] & high;
            down = high ? 0 : value[other] & low;
        }
        made[k] = (value[k] & ~(low ^ high)) | up | down;
    }
    memcpy(value, made, sizeof made);
}

/* With an input at that place, on which the function does not depend; those from there on move up.
 */
static void add_input(small_t *s, unsigned at, uint32_t number)
{
    for (unsigned i = s->n; i > at; i--) {
        s->input[i] = s->input[i - 1];
        swap_inputs(s->value, i - 1);
    }
    s->input[at] = number;
    s->n++;
}

static bool depends(const small_t *s, unsigned at)
{
    for (unsigned k = 0; k < AIG_SMALL_WORDS; k++) {
        const uint64_t is = word_of_input(at, k);
        const uint64_t other = at < 6 ? s->value[k] << (1U << at) : s->value[k ^ 1U << (at - 6)];
        if ((s->value[k] ^ other) & is)
            return true;
    }
    return false;
}

static void drop_input(small_t *s, unsigned at)
{
    for (unsigned i = at; i + 1 < s->n; i++) {
        s->input[i] = s->input[i + 1];
        swap_inputs(s->value, i);
    }
    s->input[--s->n] = 0;
}

/* Both get the inputs of either; false: there are too many. */
static bool meet(small_t *a, small_t *b)
{
    for (unsigned i = 0; i < a->n || i < b->n; i++) {
        if (a->n > AIG_SMALL || b->n > AIG_SMALL)
            return false;
        if (i < a->n && i < b->n && a->input[i] == b->input[i])
            continue;
        const bool of_a = i >= b->n || (i < a->n && a->input[i] < b->input[i]);
        small_t *lacks = of_a ? b : a;
        if (lacks->n == AIG_SMALL)
            return false;
        add_input(lacks, i, of_a ? a->input[i] : b->input[i]);
    }
    return true;
}

small_t small_and(const small_t *a, bool not_a, const small_t *b, bool not_b)
{
    small_t x = *a, y = *b;
    if (x.n > AIG_SMALL || y.n > AIG_SMALL || !meet(&x, &y))
        return (small_t){.n = AIG_LARGE};
    for (unsigned k = 0; k < AIG_SMALL_WORDS; k++)
        x.value[k] = (not_a ? ~x.value[k] : x.value[k]) & (not_b ? ~y.value[k] : y.value[k]);
    for (unsigned i = x.n; i-- > 0;)
        if (!depends(&x, i))
            drop_input(&x, i);
    return x;
}

bool small_is(const small_t *a, const small_t *b, bool inverted)
{
    if (a->n != b->n || memcmp(a->input, b->input, sizeof a->input) != 0)
        return false;
    for (unsigned k = 0; k < AIG_SMALL_WORDS; k++)
        if (a->value[k] != (inverted ? ~b->value[k] : b->value[k]))
            return false;
    return true;
}

uint32_t small_hash(const small_t *s)
{
    const uint64_t times = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t flip = small_begins_true(s) ? UINT64_MAX : 0;
    uint64_t h = s->n;
    for (unsigned i = 0; i < s->n; i++)
        h = (h ^ s->input[i]) * times;
    for (unsigned k = 0; k < AIG_SMALL_WORDS; k++)
        h = ((h ^ (h >> 29)) ^ (s->value[k] ^ flip)) * times;
    return (uint32_t)(h >> 32);
}
