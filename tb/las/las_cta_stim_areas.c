/* Rectangles that sum to exactly the highest bit of a score of las.cta, or of a total. */
#include "las/las_cta_stim_areas.h"

#include "common/bits.h"

bool las_cta_few_places(const las_cta_cfg_t *c)
{
    return c->sms * c->slots <= 32;
}

uint64_t las_cta_high_bit(const las_cta_cfg_t *c, unsigned ctas)
{
    return UINT64_C(1) << (2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(ctas) - 1);
}

static bool one_area(unsigned most, uint64_t lines, unsigned *w, unsigned *h)
{
    for (*w = most; *w > 0; --*w)
        if (lines % *w == 0 && lines / *w <= most) {
            *h = (unsigned)(lines / *w);
            return true;
        }
    return false;
}

static bool two_areas(unsigned most, uint64_t lines, las_cta_areas_t *a)
{
    for (a->w[0] = most; a->w[0] > 0; a->w[0]--)
        for (a->h[0] = most; a->h[0] > 0; a->h[0]--) {
            const uint64_t first = a->w[0] * a->h[0];
            if (first <= lines && one_area(most, lines - first, &a->w[1], &a->h[1]))
                return true;
        }
    return false;
}

/* Whether rectangles of so many CTAs can have that many lines: as many of the largest as fit, one
 * that is as high, and one line of what is left. Where that is one rectangle too many, two others
 * may have as many lines as the last three. */
static bool areas_of(const las_cta_cfg_t *c, uint64_t lines, unsigned ctas, las_cta_areas_t *a)
{
    const uint64_t most = bits_mask(c->size_w), largest = most * most;
    const uint64_t n = (uint64_t)ctas * c->arrays, rest = lines % largest;
    if (c->size_w > c->coord_w)
        return false;
    *a = (las_cta_areas_t){.full = lines / largest,
                           .w = {(unsigned)(rest / most), (unsigned)(rest % most)},
                           .h = {(unsigned)most, 1}};
    if (a->full + 2 <= n)
        return true;
    return a->full > 0 && --a->full + 2 <= n && two_areas((unsigned)most, rest + largest, a);
}

bool las_cta_high_score(const las_cta_cfg_t *c, las_cta_areas_t *a)
{
    return areas_of(c, las_cta_high_bit(c, c->slots), c->slots - 1, a);
}

bool las_cta_high_total(const las_cta_cfg_t *c, las_cta_areas_t *a)
{
    return las_cta_few_places(c) &&
           areas_of(c, las_cta_high_bit(c, c->sms * c->slots), (c->sms - 1) * c->slots, a);
}
