#include "cli/slice_given.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/json.h"

static void *zeros(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
    return p;
}

static void take_cta(slice_given_t *g, address_plan_t *plan, unsigned cta)
{
    const unsigned n = g->facts.arrays;
    uint64_t rects[ADDRESS_PLAN_ARRAYS], subs[ADDRESS_PLAN_ARRAYS];
    uint16_t regions[ADDRESS_PLAN_ARRAYS];
    address_plan_rects(plan, cta, rects);
    memcpy(&g->rects[cta * n], rects, n * sizeof *rects);
    for (unsigned w = 0; w < g->warps; w++) {
        address_plan_warp(plan, cta, w, regions, subs);
        memcpy(&g->subs[(cta * g->warps + w) * n], subs, n * sizeof *subs);
    }
    memcpy(&g->regions[cta * n], regions, n * sizeof *regions); /* of each warp the CTA's */
}

void slice_given_take(slice_given_t *g, const front_t *front, unsigned n_ctas, uint32_t line_bytes)
{
    const address_plan_cfg_t cfg = ADDRESS_PLAN_DEFAULT(line_bytes);
    address_plan_t *plan = address_plan_new(front, &cfg);
    *g = (slice_given_t){.cfg = cfg,
                         .facts = *address_plan_facts(plan),
                         .n_ctas = n_ctas,
                         .warps = front->warps_per_cta};
    const unsigned n = g->facts.arrays;
    for (unsigned a = 0; a < n; a++)
        g->array[a] = *address_plan_array(plan, a);
    g->rects = zeros((size_t)n_ctas * n, sizeof *g->rects);
    g->regions = zeros((size_t)n_ctas * n, sizeof *g->regions);
    g->subs = zeros((size_t)n_ctas * g->warps * n, sizeof *g->subs);
    for (unsigned c = 0; c < n_ctas; c++)
        take_cta(g, plan, c);
    address_plan_free(plan);
}

void slice_given_free(slice_given_t *g)
{
    free(g->rects);
    free(g->regions);
    free(g->subs);
}

/* ---- A rectangle's fields ---- */

typedef struct given_rect {
    uint64_t x, y, width, height;
} given_rect_t;

static uint64_t bits(uint64_t v, unsigned at, unsigned n)
{
    return v >> at & ((UINT64_C(1) << n) - 1);
}

static given_rect_t fields(const address_plan_cfg_t *c, uint64_t rect)
{
    const unsigned size = 2 * c->coord_w;
    return (given_rect_t){bits(rect, 0, c->coord_w), bits(rect, c->coord_w, c->coord_w),
                          bits(rect, size, c->size_w), bits(rect, size + c->size_w, c->size_w)};
}

/* A digit per subregion, the first one on the left. */
static const char *vector(const address_plan_cfg_t *c, uint64_t subs, char text[65])
{
    for (unsigned i = 0; i < c->subs; i++)
        text[i] = subs >> i & 1 ? '1' : '0';
    text[c->subs] = 0;
    return text;
}

/* ---- Text ---- */

static void print_cta(const slice_given_t *g, unsigned array, unsigned cta)
{
    const unsigned n = g->facts.arrays;
    const given_rect_t r = fields(&g->cfg, g->rects[cta * n + array]);
    char text[65];
    printf("%9sCTA %u: x %" PRIu64 " y %" PRIu64 " w %" PRIu64 " h %" PRIu64 " region %u", "", cta,
           r.x, r.y, r.width, r.height, g->regions[cta * n + array]);
    for (unsigned w = 0; w < g->warps; w++)
        printf("%s%s", w % 4 ? " " : "\n              ",
               vector(&g->cfg, g->subs[(cta * g->warps + w) * n + array], text));
    printf("\n");
}

void slice_given_print(const slice_given_t *g, const address_set_t *set)
{
    const address_plan_facts_t *f = &g->facts;
    unsigned n;
    const address_array_t *of = address_arrays(set, &n);
    printf("  the hardware is given: %u of %u loads", f->rect_loads, f->loads);
    if (f->irregular_loads)
        printf("; %u irregular", f->irregular_loads);
    if (f->other_loads)
        printf("; %u of no one array", f->other_loads);
    if (f->beyond_loads)
        printf("; %u of %u arrays more than %u", f->beyond_loads, f->beyond_arrays, g->cfg.arrays);
    printf("\n");
    for (unsigned a = 0; a < f->arrays; a++) {
        printf("  array %s: %" PRIu64 " B", of[g->array[a].number].name, g->array[a].bytes);
        if (g->array[a].pitch)
            printf(", rows of %" PRIu64 " B", g->array[a].pitch);
        printf("\n");
        for (unsigned c = 0; c < g->n_ctas; c++)
            print_cta(g, a, c);
    }
}

/* ---- JSON ---- */

static void json_cta(cJSON *list, const slice_given_t *g, unsigned array, unsigned cta)
{
    const unsigned n = g->facts.arrays;
    const given_rect_t r = fields(&g->cfg, g->rects[cta * n + array]);
    char text[65];
    cJSON *o = cJSON_CreateObject();
    json_u64(o, "cta", cta);
    json_u64(o, "x", r.x);
    json_u64(o, "y", r.y);
    json_u64(o, "width", r.width);
    json_u64(o, "height", r.height);
    json_u64(o, "region", g->regions[cta * n + array]);
    cJSON *warps = json_array(o, "warps");
    for (unsigned w = 0; w < g->warps; w++)
        cJSON_AddItemToArray(warps, cJSON_CreateString(vector(
                                        &g->cfg, g->subs[(cta * g->warps + w) * n + array], text)));
    cJSON_AddItemToArray(list, o);
}

void slice_given_json(cJSON *kernel, const slice_given_t *g, const address_set_t *set)
{
    const address_plan_facts_t *f = &g->facts;
    unsigned n;
    const address_array_t *of = address_arrays(set, &n);
    cJSON *o = json_object(kernel, "given");
    json_u64(o, "coord_w", g->cfg.coord_w);
    json_u64(o, "size_w", g->cfg.size_w);
    json_u64(o, "region_w", g->cfg.region_w);
    json_u64(o, "subs", g->cfg.subs);
    json_u64(o, "loads", f->loads);
    json_u64(o, "rectangle_loads", f->rect_loads);
    json_u64(o, "loads_irregular", f->irregular_loads);
    json_u64(o, "loads_of_no_one_array", f->other_loads);
    json_u64(o, "loads_beyond_arrays", f->beyond_loads);
    cJSON *list = json_array(o, "arrays");
    for (unsigned a = 0; a < f->arrays; a++) {
        cJSON *x = cJSON_CreateObject();
        json_str(x, "name", of[g->array[a].number].name);
        json_u64(x, "extent_bytes", g->array[a].bytes);
        json_u64(x, "row_bytes", g->array[a].pitch);
        cJSON *ctas = json_array(x, "ctas");
        for (unsigned c = 0; c < g->n_ctas; c++)
            json_cta(ctas, g, a, c);
        cJSON_AddItemToArray(list, x);
    }
}
