/* What las's hardware is given for the first CTAs of a launch (docs/guide/slice.md), as text and as
 * JSON: by isa/address_plan.h, which drives the policies, too. */
#ifndef LW_CLI_SLICE_GIVEN_H
#define LW_CLI_SLICE_GIVEN_H

#include <cJSON.h>

#include "isa/address.h"
#include "isa/address_plan.h"

typedef struct slice_given {
    address_plan_cfg_t cfg;
    address_plan_facts_t facts;
    address_plan_array_t array[ADDRESS_PLAN_ARRAYS];
    unsigned n_ctas, warps;
    uint64_t *rects;   /* [n_ctas][arrays kept] */
    uint16_t *regions; /* the same */
    uint64_t *subs;    /* [n_ctas][warps][arrays kept] */
} slice_given_t;

/* Of the first CTAs, with the hardware's defaults. */
void slice_given_take(slice_given_t *g, const front_t *front, unsigned n_ctas, uint32_t line_bytes);
void slice_given_free(slice_given_t *g);

void slice_given_print(const slice_given_t *g, const address_set_t *set);
void slice_given_json(cJSON *kernel, const slice_given_t *g, const address_set_t *set);

#endif
