/*
 * What the address programs of a launch tell las's hardware: for each CTA the rectangles of its
 * data arrays, for each of its warps the part of them that it touches (docs/guide/slice.md, "What
 * the hardware is given").
 *
 *     p = address_plan_new(front, &cfg);                  on_kernel_start
 *     address_plan_rects(p, cta, rects);                  when a CTA comes into the window
 *     address_plan_warp(p, cta, warp, regions, subs);     when it is on its SM
 *
 * A plan depends on the launch alone, so that a run that is continued from a checkpoint makes it
 * anew. A trace has no programs. There all comes from the first execution of each load by each
 * warp, read ahead of the CTA's dispatch (address_plan_facts_t.from_trace), and an array is a run
 * of addresses: a trace does not say what was allocated. A CTA must be asked for before it ends,
 * and the plan made before one has ended: an Accel-Sim trace drops what it has read.
 */
#ifndef LW_ISA_ADDRESS_PLAN_H
#define LW_ISA_ADDRESS_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "front/front.h"

typedef struct address_plan address_plan_t;

#define ADDRESS_PLAN_ARRAYS 8u /* at most; las has 5 */

/* What the hardware has unless asked otherwise (docs/units/las.md). */
enum {
    ADDRESS_PLAN_ARRAYS_DEFAULT = 5,
    ADDRESS_PLAN_COORD_W = 16,
    ADDRESS_PLAN_SIZE_W = 8,
    ADDRESS_PLAN_REGION_W = 10,
    ADDRESS_PLAN_SUBS = 16,
};

typedef struct address_plan_cfg {
    unsigned arrays;     /* kept, 1 to ADDRESS_PLAN_ARRAYS */
    unsigned coord_w;    /* bits of x and of y, 1 to 24 */
    unsigned size_w;     /* bits of a width and of a height, 2 to 8 */
    unsigned region_w;   /* M: an array has 2^M regions; 1 to 16 */
    unsigned subs;       /* N: subregions of a region; 1 to 64 */
    unsigned line_bytes; /* of the L1 */
} address_plan_cfg_t;

#define ADDRESS_PLAN_DEFAULT(line)                                                                 \
    {                                                                                              \
        ADDRESS_PLAN_ARRAYS_DEFAULT, ADDRESS_PLAN_COORD_W, ADDRESS_PLAN_SIZE_W,                    \
            ADDRESS_PLAN_REGION_W, ADDRESS_PLAN_SUBS, (line)                                       \
    }

/* One of the arrays that are kept. */
typedef struct address_plan_array {
    int number; /* among address_arrays(); of a trace -1 */
    uint64_t base;
    uint64_t bytes; /* from base to the end of its allocation; of a trace: of the run */
    uint64_t pitch; /* of a row; 0: not known, one row */
} address_plan_array_t;

/* Static facts of the launch, for reports. Loads are those of global memory in the program. */
typedef struct address_plan_facts {
    unsigned loads;
    unsigned rect_loads;      /* that make a rectangle: regular, of an array that is kept */
    unsigned beyond_loads;    /* regular, of an array beyond those that are kept */
    unsigned irregular_loads; /* no program; of a trace none is known to be */
    unsigned other_loads;     /* regular, but of no one array; of a trace: not executed by the CTAs
                               * that were read at the start */
    unsigned arrays;          /* kept */
    unsigned beyond_arrays;   /* arrays with loads beyond those that are kept */
    bool from_trace;
} address_plan_facts_t;

/* Never NULL. A front that tells nothing of its addresses ahead gives a plan without arrays. The
 * front must outlive the plan. */
address_plan_t *address_plan_new(const front_t *front, const address_plan_cfg_t *cfg);
void address_plan_free(address_plan_t *p); /* NULL is fine */

const address_plan_facts_t *address_plan_facts(const address_plan_t *p);
const address_plan_array_t *address_plan_array(const address_plan_t *p, unsigned a);

/* rects[cfg.arrays]: from the lowest bit x, y (coord_w each, modulo), w, h (size_w each, at most
 * 2^size_w - 1). 0: the CTA touches nothing of the array, or no regular load does. */
void address_plan_rects(address_plan_t *p, uint32_t cta, uint64_t *rects);

/* regions[cfg.arrays] and subs[cfg.arrays] of a warp of the CTA: the region that has the CTA's
 * start, and one bit for each subregion of it that the warp's loads touch. */
void address_plan_warp(address_plan_t *p, uint32_t cta, unsigned warp, uint16_t *regions,
                       uint64_t *subs);

/* Nobody asks for the CTA any more. */
void address_plan_drop(address_plan_t *p, uint32_t cta);

#endif
