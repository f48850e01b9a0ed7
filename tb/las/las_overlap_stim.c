/* Events and directed stimulus of las.overlap (docs/units/las.md). */
#include "las/las_overlap.h"
#include "lockstep/stim_unit.h"

enum {
    BEGINS,
    BEGINS_EVERY_CYCLE,
    NONE_USED,
    SOME_USED,
    SHARES_NONE,
    SHARES_SOME,
    SHARES_MOST,
    APART_IN_X,
    APART_IN_Y,
    TOUCHES,
    INSIDE,
    PARTIAL,
    SAME,
    EMPTY,
    BEYOND_LAST,
    CLEAR,
    CLEAR_AND_LOOK,
};

static bool two_lanes(const void *cfg)
{
    const las_overlap_cfg_t *c = cfg;
    return c->lanes > 1;
}

static const stim_event_t events[] = {
    [BEGINS] = {.name = "begins"},
    [BEGINS_EVERY_CYCLE] = {.name = "begins_every_cycle"},
    [NONE_USED] = {.name = "none_used"},
    [SOME_USED] = {.name = "some_used", .possible = two_lanes},
    [SHARES_NONE] = {.name = "shares_none"},
    [SHARES_SOME] = {.name = "shares_some"},
    [SHARES_MOST] = {.name = "shares_most"},
    [APART_IN_X] = {.name = "apart_in_x"},
    [APART_IN_Y] = {.name = "apart_in_y"},
    [TOUCHES] = {.name = "touches"},
    [INSIDE] = {.name = "inside"},
    [PARTIAL] = {.name = "partial"},
    [SAME] = {.name = "same"},
    [EMPTY] = {.name = "empty"},
    [BEYOND_LAST] = {.name = "beyond_last"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_LOOK] = {.name = "clear_and_look"},
};

typedef struct rect {
    unsigned x, y, w, h, right, bottom;
} rect_t;

static rect_t unpack(const las_overlap_cfg_t *c, uint64_t packed)
{
    rect_t r;
    r.x = (unsigned)(packed & bits_mask(c->coord_w));
    r.y = (unsigned)(packed >> c->coord_w & bits_mask(c->coord_w));
    r.w = (unsigned)(packed >> 2 * c->coord_w & bits_mask(c->size_w));
    r.h = (unsigned)(packed >> (2 * c->coord_w + c->size_w) & bits_mask(c->size_w));
    r.right = r.x + r.w;
    r.bottom = r.y + r.h;
    return r;
}

static uint64_t pack(const las_overlap_cfg_t *c, unsigned x, unsigned y, unsigned w, unsigned h)
{
    return (x & bits_mask(c->coord_w)) | (y & bits_mask(c->coord_w)) << c->coord_w |
           (w & bits_mask(c->size_w)) << 2 * c->coord_w |
           (h & bits_mask(c->size_w)) << (2 * c->coord_w + c->size_w);
}

static bool within(const rect_t *a, const rect_t *b)
{
    return a->x >= b->x && a->right <= b->right && a->y >= b->y && a->bottom <= b->bottom &&
           a->w < b->w && a->h < b->h;
}

static void watch_pair(const las_overlap_cfg_t *c, uint64_t one, uint64_t other, bool *happened)
{
    const rect_t a = unpack(c, one), b = unpack(c, other);
    const bool some = a.w && a.h && b.w && b.h;
    const bool in_x = a.x < b.right && b.x < a.right, in_y = a.y < b.bottom && b.y < a.bottom;
    const bool in = within(&a, &b) || within(&b, &a);
    const unsigned last = 1u << c->coord_w;

    happened[APART_IN_X] |= some && !in_x && in_y;
    happened[APART_IN_Y] |= some && in_x && !in_y;
    happened[TOUCHES] |=
        some && (a.right == b.x || b.right == a.x || a.bottom == b.y || b.bottom == a.y);
    happened[INSIDE] |= some && in;
    happened[PARTIAL] |= some && in_x && in_y && !in && one != other;
    happened[SAME] |= some && one == other;
    happened[EMPTY] |= !some;
    happened[BEYOND_LAST] |= a.right > last || b.right > last || a.bottom > last || b.bottom > last;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_overlap_cfg_t *c = cfg;
    const las_overlap_t *u = state;
    const las_overlap_in_t *in = input;
    const las_overlap_out_t *out = output;
    const bool begins = in->look_en && !in->clear_en;
    const uint32_t use = in->use & (uint32_t)bits_mask(c->lanes);
    const uint64_t side = bits_mask(c->size_w), most = c->arrays * side * side;

    happened[BEGINS] = begins && use;
    happened[BEGINS_EVERY_CYCLE] = begins && use && u->ends_use;
    happened[NONE_USED] = begins && !use;
    happened[SOME_USED] = begins && use && use != bits_mask(c->lanes);
    happened[CLEAR] = in->clear_en && (u->ends_use || u->size_use || u->area_use || u->sum_use);
    happened[CLEAR_AND_LOOK] = in->clear_en && in->look_en && use;
    for (unsigned l = 0; l < c->lanes; l++) {
        const bool done = out->done >> l & 1;
        happened[SHARES_NONE] |= done && out->lines[l] == 0;
        happened[SHARES_SOME] |= done && out->lines[l] != 0;
        happened[SHARES_MOST] |= done && out->lines[l] == most;
        for (unsigned a = 0; a < c->arrays && begins && use >> l & 1; a++)
            watch_pair(c, in->one[a], in->others[l * c->arrays + a], happened);
    }
}

static void look(const las_overlap_cfg_t *c, uint64_t one, uint64_t other, las_overlap_in_t *in)
{
    in->look_en = 1;
    in->use = (uint32_t)bits_mask(c->lanes);
    for (unsigned a = 0; a < c->arrays; a++)
        in->one[a] = one;
    for (unsigned i = 0; i < c->lanes * c->arrays; i++)
        in->others[i] = other;
}

static unsigned sixteen(const void *cfg)
{
    (void)cfg;
    return 16;
}

/* One inside the other, the same, overlapping at a corner, touching, apart in x or in y. */
static void places(const void *cfg, unsigned k, void *input)
{
    const las_overlap_cfg_t *c = cfg;
    las_overlap_in_t *in = input;
    static const uint8_t rects[][4] = {
        {1, 1, 2, 2}, {1, 1, 1, 1}, {0, 0, 3, 3}, {2, 2, 2, 2},
        {3, 1, 1, 2}, {1, 3, 2, 1}, {0, 1, 1, 2}, {3, 3, 3, 3},
    };
    const uint8_t *a = rects[k % 8], *b = rects[k < 8 ? 0 : (k * 3 + 1) % 8];
    look(c, pack(c, a[0], a[1], a[2], a[3]), pack(c, b[0], b[1], b[2], b[3]), in);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* The greatest sizes, at the first and at the last coordinates. */
static void most(const void *cfg, unsigned k, void *input)
{
    const las_overlap_cfg_t *c = cfg;
    las_overlap_in_t *in = input;
    const unsigned most = (unsigned)bits_mask(c->size_w), last = (unsigned)bits_mask(c->coord_w);
    const uint64_t r = pack(c, k < 2 ? 0 : last, k < 2 ? 0 : last, most, most);
    look(c, r, k % 2 ? r : pack(c, last, last, 1, most), in);
}

/* One lane alone, or none, shares something. */
static void lanes(const void *cfg, unsigned k, void *input)
{
    const las_overlap_cfg_t *c = cfg;
    las_overlap_in_t *in = input;
    const unsigned l = k % c->lanes;
    look(c, pack(c, 0, 0, 2, 2), 0, in);
    for (unsigned a = 0; a < c->arrays; a++)
        in->others[l * c->arrays + a] = pack(c, a & 1, k & 1, 2, 2);
    in->use = k % 3 ? UINT32_C(1) << l : 0;
}

/* A clear meets comparisons in three steps and one that begins. */
static void clear(const void *cfg, unsigned k, void *input)
{
    const las_overlap_cfg_t *c = cfg;
    las_overlap_in_t *in = input;
    look(c, pack(c, 0, 0, 2, 2), pack(c, 1, 1, 2, 2), in);
    in->clear_en = k == 3;
}

/* The thesis's figure 3.9: two blocks of one size, at every distance up to 3 in each direction;
 * lanes after the first have x and y exchanged. */
static void figure_3_9(const void *cfg, unsigned k, void *input)
{
    const las_overlap_cfg_t *c = cfg;
    las_overlap_in_t *in = input;
    const unsigned dx = k % 4, dy = k / 4 % 4;
    look(c, pack(c, 0, 0, 3, 2), pack(c, dx, dy, 3, 2), in);
    for (unsigned i = c->arrays; i < c->lanes * c->arrays; i++)
        in->others[i] = pack(c, dy, dx, 3, 2);
}

static const stim_directed_t directed[] = {
    {"places", sixteen, places},         {"most", four, most},   {"lanes", sixteen, lanes},
    {"figure_3_9", sixteen, figure_3_9}, {"clear", four, clear}, {"drain", sixteen, places},
};

const stim_unit_t las_overlap_stim = {
    .unit = &las_overlap_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
