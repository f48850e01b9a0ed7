/* Rectangles that sum to exactly the highest bit of a score of las.cta, or of a total: for its
 * events and its directed stimulus. */
#ifndef LW_LAS_LAS_CTA_STIM_AREAS_H
#define LW_LAS_LAS_CTA_STIM_AREAS_H

#include "las/las_cta.h"

/* Rectangles with so many lines in all: `full` that are as large as can be, and two more. */
typedef struct las_cta_areas {
    uint64_t full;
    unsigned w[2], h[2];
} las_cta_areas_t;

/* Whether all places can be filled in a directed step: more would take thousands of cycles. */
bool las_cta_few_places(const las_cta_cfg_t *c);

/* Lines of which only the highest bit of a sum over so many CTAs is set. */
uint64_t las_cta_high_bit(const las_cta_cfg_t *c, unsigned ctas);

/* The rectangles of the CTAs at all places of an SM but one that hold as many lines as the highest
 * bit of a score says; false where no rectangles do. */
bool las_cta_high_score(const las_cta_cfg_t *c, las_cta_areas_t *a);

/* The same of the CTAs on all SMs but one, and a total. */
bool las_cta_high_total(const las_cta_cfg_t *c, las_cta_areas_t *a);

#endif
