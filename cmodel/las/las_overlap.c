#include "las/las_overlap.h"

#include <errno.h>
#include <string.h>

int las_overlap_init(las_overlap_t *u, const las_overlap_cfg_t *cfg)
{
    if (unit_cfg_check(&las_overlap_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

typedef struct rect {
    uint32_t x, y, w, h;
} rect_t;

static rect_t unpack(const las_overlap_t *u, uint64_t bits)
{
    const unsigned coord_w = u->cfg.coord_w, size_w = u->cfg.size_w;
    return (rect_t){
        .x = (uint32_t)(bits & bits_mask(coord_w)),
        .y = (uint32_t)(bits >> coord_w & bits_mask(coord_w)),
        .w = (uint32_t)(bits >> (2 * coord_w) & bits_mask(size_w)),
        .h = (uint32_t)(bits >> (2 * coord_w + size_w) & bits_mask(size_w)),
    };
}

static uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The end of a rectangle in one direction, in one bit more than a coordinate. */
static uint32_t end(const las_overlap_t *u, uint32_t start, uint32_t size)
{
    return (uint32_t)((start + size) & bits_mask(u->cfg.coord_w + 1));
}

void las_overlap_eval(const las_overlap_t *u, const las_overlap_in_t *in, las_overlap_out_t *out)
{
    (void)in; /* a function of the state alone */
    memset(out, 0, sizeof *out);
    out->done = u->sum_use;
    for (unsigned l = 0; l < u->cfg.lanes; l++)
        out->lines[l] = u->sum_use >> l & 1 ? u->sum[l] : 0;
}

/* Step 1, of element i of a lane: where the overlap begins and ends. */
static void step_ends(las_overlap_t *u, unsigned i, rect_t one, rect_t other)
{
    u->left[i] = greater(one.x, other.x);
    u->right[i] = lesser(end(u, one.x, one.w), end(u, other.x, other.w));
    u->top[i] = greater(one.y, other.y);
    u->bottom[i] = lesser(end(u, one.y, one.h), end(u, other.y, other.h));
}

/* Step 2: its width and height, 0 if it ends where it begins or before. */
static void step_size(las_overlap_t *u, unsigned i)
{
    u->wide[i] = (uint8_t)(u->right[i] > u->left[i] ? u->right[i] - u->left[i] : 0);
    u->high[i] = (uint8_t)(u->bottom[i] > u->top[i] ? u->bottom[i] - u->top[i] : 0);
}

/* Step 3: its area. */
static void step_area(las_overlap_t *u, unsigned i)
{
    u->area[i] = (uint16_t)(u->wide[i] * u->high[i]);
}

/* Step 4, of a lane: the area of all arrays. */
static void step_sum(las_overlap_t *u, unsigned lane)
{
    u->sum[lane] = 0;
    for (unsigned a = 0; a < u->cfg.arrays; a++)
        u->sum[lane] += u->area[lane * u->cfg.arrays + a];
}

void las_overlap_tick(las_overlap_t *u, const las_overlap_in_t *in)
{
    const uint32_t begins = in->look_en ? in->use & (uint32_t)bits_mask(u->cfg.lanes) : 0;

    /* the last step first: each takes what the one before it held before the edge */
    for (unsigned l = 0; l < u->cfg.lanes; l++) {
        if (u->area_use >> l & 1)
            step_sum(u, l);
        for (unsigned a = 0; a < u->cfg.arrays; a++) {
            const unsigned i = l * u->cfg.arrays + a;
            if (u->size_use >> l & 1)
                step_area(u, i);
            if (u->ends_use >> l & 1)
                step_size(u, i);
            if (begins >> l & 1)
                step_ends(u, i, unpack(u, in->one[a]), unpack(u, in->others[i]));
        }
    }
    u->sum_use = in->clear_en ? 0 : u->area_use;
    u->area_use = in->clear_en ? 0 : u->size_use;
    u->size_use = in->clear_en ? 0 : u->ends_use;
    u->ends_use = in->clear_en ? 0 : begins;
}

uint64_t las_overlap_quiet(const las_overlap_t *u)
{
    return las_overlap_idle(u) ? UNIT_QUIET_EVER : 0;
}

void las_overlap_skip(las_overlap_t *u, uint64_t n)
{
    (void)u, (void)n; /* what is under way moves in each cycle, and is not quiet */
}

bool las_overlap_idle(const las_overlap_t *u)
{
    return (u->ends_use | u->size_use | u->area_use | u->sum_use) == 0;
}
