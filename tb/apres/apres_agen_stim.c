/* Events and directed stimulus of apres.agen (docs/units/apres.md). */
#include "apres/apres_agen.h"
#include "lockstep/stim_unit.h"

enum {
    ADDR_UP,
    ADDR_DOWN,
    ADDR_SAME,
    ADDR_WRAPS,
    ID_UP,
    ID_DOWN,
    ID_SAME,
    ID_MOST,
    ID_LEAST,
    TO_UP,
    TO_DOWN,
    TO_SAME,
    UP_BY_POSITIVE,
    UP_BY_NEGATIVE,
    DOWN_BY_POSITIVE,
    DOWN_BY_NEGATIVE,
    NONE_BY_SOME,
    SOME_BY_ZERO,
    TO_BELOW,
    TO_BEYOND,
    PRODUCT_WRAPS,
    LOWER_CARRIES,
    LOWER_BORROWS,
    UPPER_ADDS,
};

/* A stride of one bit is 0 or -1. */
static bool positive_stride(const void *cfg)
{
    const apres_agen_cfg_t *c = cfg;
    return c->addr_w > 1;
}

static bool halves(const void *cfg)
{
    const apres_agen_cfg_t *c = cfg;
    return c->halves;
}

/* A difference of warps of 2 or more. */
static bool halves_and_two_ids(const void *cfg)
{
    const apres_agen_cfg_t *c = cfg;
    return c->halves && c->id_w > 1;
}

/* The upper half has a bit. */
static bool two_halves(const void *cfg)
{
    const apres_agen_cfg_t *c = cfg;
    return c->halves && c->addr_w > 1;
}

static const stim_event_t events[] = {
    [ADDR_UP] = {.name = "addr_up"},
    [ADDR_DOWN] = {.name = "addr_down"},
    [ADDR_SAME] = {.name = "addr_same"},
    [ADDR_WRAPS] = {.name = "addr_wraps"},
    [ID_UP] = {.name = "id_up"},
    [ID_DOWN] = {.name = "id_down"},
    [ID_SAME] = {.name = "id_same"},
    [ID_MOST] = {.name = "id_most"},
    [ID_LEAST] = {.name = "id_least"},
    [TO_UP] = {.name = "to_up"},
    [TO_DOWN] = {.name = "to_down"},
    [TO_SAME] = {.name = "to_same"},
    [UP_BY_POSITIVE] = {.name = "up_by_positive", .possible = positive_stride},
    [UP_BY_NEGATIVE] = {.name = "up_by_negative"},
    [DOWN_BY_POSITIVE] = {.name = "down_by_positive", .possible = positive_stride},
    [DOWN_BY_NEGATIVE] = {.name = "down_by_negative"},
    [NONE_BY_SOME] = {.name = "none_by_some"},
    [SOME_BY_ZERO] = {.name = "some_by_zero"},
    [TO_BELOW] = {.name = "to_below"},
    [TO_BEYOND] = {.name = "to_beyond", .possible = positive_stride},
    [PRODUCT_WRAPS] = {.name = "product_wraps"},
    [LOWER_CARRIES] = {.name = "lower_carries", .possible = halves_and_two_ids},
    [LOWER_BORROWS] = {.name = "lower_borrows", .possible = halves},
    [UPPER_ADDS] = {.name = "upper_adds", .possible = two_halves},
};

/* A number of w bits with its sign. */
static __int128 with_sign(uint64_t x, unsigned w)
{
    const bool negative = x >> (w - 1) & 1;
    return (__int128)x - (negative ? (__int128)1 << w : 0);
}

/* Where the product is made with one half of the stride at a time. */
static void watch_halves(const apres_agen_cfg_t *c, const apres_agen_in_t *in, bool *happened)
{
    const unsigned half_w = (c->addr_w + 1) / 2;
    const __int128 by = with_sign(in->by, c->id_w + 1);
    const __int128 lower = by * (__int128)(in->stride & bits_mask(half_w));
    const uint64_t upper = ((uint64_t)by * (in->stride >> half_w)) << half_w;
    const bool adds = (upper & bits_mask(c->addr_w)) != 0 && in->so_far >> half_w != 0;

    happened[LOWER_CARRIES] = c->halves && !in->upper && lower >> half_w > 0;
    happened[LOWER_BORROWS] = c->halves && !in->upper && lower < 0;
    happened[UPPER_ADDS] = c->halves && in->upper && adds;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apres_agen_cfg_t *c = cfg;
    const apres_agen_in_t *in = input;
    const apres_agen_out_t *out = output;
    const int most = (int)bits_mask(c->id_w);
    const int d_id = in->id - in->old_id;
    const __int128 by = with_sign(in->by, c->id_w + 1);
    const __int128 stride = with_sign(in->stride, c->addr_w);
    const __int128 product = by * stride, to = in->base + with_sign(in->step, c->addr_w);
    const __int128 end = (__int128)1 << c->addr_w;
    const __int128 d_addr = (__int128)in->addr - in->old_addr;
    (void)state;

    happened[ADDR_UP] = in->addr > in->old_addr;
    happened[ADDR_DOWN] = in->addr < in->old_addr;
    happened[ADDR_SAME] = in->addr == in->old_addr;
    happened[ADDR_WRAPS] = with_sign(out->d_addr, c->addr_w) != d_addr;
    happened[ID_UP] = d_id > 0;
    happened[ID_DOWN] = d_id < 0;
    happened[ID_SAME] = d_id == 0;
    happened[ID_MOST] = d_id == most;
    happened[ID_LEAST] = d_id == -most;
    happened[TO_UP] = in->to_id > in->from_id;
    happened[TO_DOWN] = in->to_id < in->from_id;
    happened[TO_SAME] = in->to_id == in->from_id;
    happened[UP_BY_POSITIVE] = by > 0 && stride > 0;
    happened[UP_BY_NEGATIVE] = by > 0 && stride < 0;
    happened[DOWN_BY_POSITIVE] = by < 0 && stride > 0;
    happened[DOWN_BY_NEGATIVE] = by < 0 && stride < 0;
    happened[NONE_BY_SOME] = by == 0 && stride != 0;
    happened[SOME_BY_ZERO] = by != 0 && stride == 0;
    happened[TO_BELOW] = to < 0;
    happened[TO_BEYOND] = to >= end;
    happened[PRODUCT_WRAPS] = product >= end || product <= -end;
    watch_halves(c, in, happened);
}

/* Each difference of addresses meets each of warps, and each stride: 0, 1, the largest, the most
 * negative, -1 (the largest address, the largest ID), one in the middle. */
enum { VALUES = 6 };

static uint64_t value(unsigned n, unsigned w)
{
    const uint64_t mask = bits_mask(w), top = mask ^ mask >> 1;
    switch (n % VALUES) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return mask >> 1;
    case 3:
        return top;
    case 4:
        return mask;
    default:
        return UINT64_C(0x6d5a3c96b1e8f274) & mask;
    }
}

static unsigned corners_cycles(const void *cfg)
{
    (void)cfg;
    return VALUES * VALUES * VALUES;
}

static void corners(const void *cfg, unsigned k, void *input)
{
    const apres_agen_cfg_t *c = cfg;
    apres_agen_in_t *in = input;
    const unsigned a = k % VALUES, b = k / VALUES % VALUES, s = k / VALUES / VALUES;
    in->addr = value(a, c->addr_w);
    in->old_addr = value(b, c->addr_w);
    in->id = (uint8_t)value(a + s, c->id_w);
    in->old_id = (uint8_t)value(b + 1, c->id_w);
    in->from_id = in->id;
    in->to_id = (uint8_t)value(b, c->id_w);
    in->by = (uint16_t)value(a, c->id_w + 1);
    in->stride = value(s, c->addr_w);
    in->base = value(b + s, c->addr_w);
    in->step = value(a, c->addr_w);
}

static unsigned by_halves_cycles(const void *cfg)
{
    (void)cfg;
    return 2 * VALUES * VALUES;
}

/* Each difference of warps meets each stride: the lower half, then the upper, with what the lower
 * half has given. */
static void by_halves(const void *cfg, unsigned k, void *input)
{
    const apres_agen_cfg_t *c = cfg;
    apres_agen_in_t *in = input;
    const unsigned half_w = (c->addr_w + 1) / 2, b = k / 2 % VALUES, s = k / 2 / VALUES;
    in->by = (uint16_t)value(b, c->id_w + 1);
    in->stride = value(s, c->addr_w);
    in->upper = k % 2;
    const uint64_t by = (uint64_t)with_sign(in->by, c->id_w + 1);
    const uint64_t lower = by * (in->stride & bits_mask(half_w));
    in->so_far = in->upper ? lower & bits_mask(c->addr_w) : 0;
}

static unsigned ids(const void *cfg)
{
    const apres_agen_cfg_t *c = cfg;
    return 1u << c->id_w;
}

/* The prefetches of all warps for a miss of one in the middle; the next miss is of the next. */
static void all_warps(const void *cfg, unsigned k, void *input)
{
    const apres_agen_cfg_t *c = cfg;
    apres_agen_in_t *in = input;
    const uint64_t mask = bits_mask(c->addr_w);
    in->id = (uint8_t)(ids(cfg) / 2);
    in->old_id = (uint8_t)(in->id - 1);
    in->stride = UINT64_C(-128) & mask;
    in->addr = (in->id * in->stride) & mask;
    in->old_addr = (in->old_id * in->stride) & mask;
    in->from_id = in->id;
    in->to_id = (uint8_t)k;
    in->by = (uint16_t)((k - in->from_id) & bits_mask(c->id_w + 1));
    in->base = in->addr;
    in->step = ((k - in->from_id) * in->stride) & mask;
}

static const stim_directed_t directed[] = {
    {"corners", corners_cycles, corners},
    {"by_halves", by_halves_cycles, by_halves},
    {"all_warps", ids, all_warps},
};

const stim_unit_t apres_agen_stim = {
    .unit = &apres_agen_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
