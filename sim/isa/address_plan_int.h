/* A plan's insides: arrays as a grid of regions; the loads of a trace. Private to isa/. */
#ifndef LW_ISA_ADDRESS_PLAN_INT_H
#define LW_ISA_ADDRESS_PLAN_INT_H

#include "isa/address_plan.h"
#include "isa/address_rect.h"

/* An array that is kept: lines by rows, in regions, in subregions. */
typedef struct plan_array {
    address_plan_array_t is;
    uint64_t cols, rows;         /* lines of a row; rows */
    uint64_t region_w, region_h; /* of a region */
    uint64_t sub_w, sub_h;       /* of a subregion */
    unsigned x_bits, sub_cols;   /* of a region's number; subregions side by side */
} plan_array_t;

typedef struct plan_load {
    uint32_t at;    /* program; of a trace: instruction */
    uint32_t bytes; /* a thread accesses */
    int array;      /* kept; -1: of none */
} plan_load_t;

typedef struct plan_box {
    address_rect_t rect;
    bool any; /* else it is empty */
} plan_box_t;

/* What is kept of a CTA of a trace. */
typedef struct plan_read plan_read_t;

struct address_plan {
    address_plan_cfg_t cfg;
    address_plan_facts_t facts;
    const front_t *front; /* may be gone when the plan is freed */
    uint64_t n_ctas;
    plan_array_t array[ADDRESS_PLAN_ARRAYS];
    plan_load_t *load;
    unsigned n_loads;
    /* of a kernel */
    address_set_t *set;
    address_eval_t *eval;
    bool boxed; /* box is of this CTA */
    uint32_t box_cta;
    plan_box_t box[ADDRESS_PLAN_ARRAYS];
    /* of a trace */
    plan_read_t **read; /* [n_ctas]; NULL: not read */
    int *load_of;       /* [n_inst] */
};

void *plan_alloc(size_t n, size_t bytes);

/* Makes the grid of an array whose base, bytes and pitch are there. */
void plan_grid(const address_plan_t *p, plan_array_t *a);
/* The region that has the start of the box; 0 if it is empty. */
uint16_t plan_region(const plan_array_t *a, const plan_box_t *box);
/* The subregions of this region that the line or lines at addr lie in. */
uint64_t plan_subs(const address_plan_t *p, const plan_array_t *a, uint16_t region, uint64_t addr,
                   uint32_t bytes);
uint64_t plan_pack(const address_plan_cfg_t *c, const plan_box_t *box);

/* address_plan_read.c: of a trace */
void plan_read_arrays(address_plan_t *p);
void plan_read_rects(address_plan_t *p, uint32_t cta, uint64_t *rects);
void plan_read_warp(address_plan_t *p, uint32_t cta, unsigned warp, uint16_t *regions,
                    uint64_t *subs);
void plan_read_free(address_plan_t *p);

#endif
