#include "step/draw.h"

#include "common/bits.h"

typedef enum style {
    STYLE_UNIFORM,
    STYLE_ZEROS,
    STYLE_ONES,
    STYLE_EDGES,
    STYLE_FEW,    /* one of a few values */
    STYLE_SPARSE, /* few bits 1 */
    STYLE_DENSE,  /* few bits 0 */
    STYLE_MIXED,  /* for each element another */
    STYLES
} style_t;

enum { FEW = 3, AGAIN_PERCENT = 30, AGAIN_CHANGES = 4 };

/* How the elements of one field are drawn. */
typedef struct plan {
    style_t style;
    unsigned few;
    uint64_t value[FEW];
} plan_t;

void draw_init(draw_t *w, const ports_t *p, const void *cfg, uint64_t seed)
{
    const unit_desc_t *d = p->desc;
    *w = (draw_t){.ports = p};
    rng_seed(&w->rng, seed);
    for (unsigned k = 0; k < d->n_params && w->n_sizes < DRAW_SIZES; k++)
        w->size[w->n_sizes++] = unit_param_get(&d->params[k], cfg);
    for (unsigned k = 0; k < p->n_state; k++)
        w->n_elements += p->state[k].count;
}

/* A value that something may be compared with: the first, the last, a parameter's, or next to it.
 */
static uint64_t edge(draw_t *w, unsigned width)
{
    switch (rng_below(&w->rng, 5)) {
    case 0:
        return rng_below(&w->rng, 2);
    case 1:
        return bits_mask(width) - rng_below(&w->rng, 2);
    case 2:
        return UINT64_C(1) << rng_below(&w->rng, width);
    default:
        if (!w->n_sizes)
            return 0;
        return w->size[rng_below(&w->rng, w->n_sizes)] + 1 - rng_below(&w->rng, 3);
    }
}

static uint64_t value_in(draw_t *w, const plan_t *p, unsigned width)
{
    style_t style = p->style;
    if (style == STYLE_MIXED)
        style = (style_t)rng_below(&w->rng, STYLE_MIXED);
    switch (style) {
    case STYLE_ZEROS:
        return 0;
    case STYLE_ONES:
        return ~UINT64_C(0);
    case STYLE_EDGES:
        return edge(w, width);
    case STYLE_FEW:
        return p->value[p->few > 1 ? rng_below(&w->rng, p->few) : 0];
    case STYLE_SPARSE:
        return rng_u64(&w->rng) & rng_u64(&w->rng) & rng_u64(&w->rng);
    case STYLE_DENSE:
        return rng_u64(&w->rng) | rng_u64(&w->rng) | rng_u64(&w->rng);
    default:
        return rng_u64(&w->rng);
    }
}

static plan_t plan(draw_t *w, style_t style)
{
    plan_t p = {.style = style, .few = 1 + rng_below(&w->rng, FEW)};
    for (unsigned k = 0; k < p.few; k++)
        p.value[k] = rng_u64(&w->rng);
    return p;
}

/* Any style; all fields in one now and then, so that whole tables are full or empty. */
static style_t any_style(draw_t *w)
{
    return (style_t)rng_below(&w->rng, STYLES);
}

/* A few elements drawn anew, which stand side by side or not. */
static void change(draw_t *w, void *state)
{
    unsigned changes = rng_below(&w->rng, AGAIN_CHANGES + 1);
    const plan_t mixed = {.style = STYLE_MIXED, .few = 1};
    for (; w->n_elements && changes > 0; changes--) {
        unsigned k = rng_below(&w->rng, w->ports->n_state); /* each field as often */
        const port_bind_t *b = &w->ports->state[k];
        if (!b->count)
            continue;
        unsigned i = rng_below(&w->rng, b->count);
        unit_field_set(b->field, state, i, value_in(w, &mixed, b->width) & bits_mask(b->width));
    }
}

void draw_state(draw_t *w, void *state)
{
    if (rng_percent(&w->rng, AGAIN_PERCENT)) {
        change(w, state);
        return;
    }
    const bool together = rng_percent(&w->rng, 30);
    const style_t style = any_style(w);
    for (unsigned k = 0; k < w->ports->n_state; k++) {
        const port_bind_t *b = &w->ports->state[k];
        const plan_t p = plan(w, together ? style : any_style(w));
        for (unsigned i = 0; i < b->count; i++)
            unit_field_set(b->field, state, i, value_in(w, &p, b->width) & bits_mask(b->width));
    }
}

/* A state field as wide as an input, one with a single element in half of the cases; NULL: none. */
static const port_bind_t *as_wide(draw_t *w, unsigned width)
{
    const port_bind_t *found = NULL, *single = NULL;
    unsigned n = 0, singles = 0;
    for (unsigned k = 0; k < w->ports->n_state; k++) {
        const port_bind_t *b = &w->ports->state[k];
        if (!b->count || b->width != width)
            continue;
        if (rng_below(&w->rng, ++n) == 0)
            found = b;
        if (b->count == 1 && rng_below(&w->rng, ++singles) == 0)
            single = b;
    }
    return single && rng_percent(&w->rng, 50) ? single : found;
}

static uint64_t input(draw_t *w, const void *state, const port_bind_t *b, const plan_t *p,
                      uint64_t before)
{
    const unsigned how = b->width > 1 ? rng_below(&w->rng, 8) : 8;
    const port_bind_t *held = how < 4 ? as_wide(w, b->width) : NULL;
    if (held)
        return unit_field_get(held->field, state, rng_below(&w->rng, held->count));
    return how == 4 ? before : value_in(w, p, b->width);
}

void draw_inputs(draw_t *w, const void *state, void *in)
{
    /* How often a single bit is 1: from never to always, most often half of the time. A third of
     * the fields are off: a clear hides what all others do. */
    static const uint8_t often[] = {0, 25, 50, 50, 50, 75, 90, 100};
    const unsigned percent = often[rng_below(&w->rng, sizeof often)];
    uint64_t before = 0;
    for (unsigned k = 0; k < w->ports->n_in; k++) {
        const port_bind_t *b = &w->ports->in[k];
        const plan_t p = plan(w, rng_percent(&w->rng, 40) ? STYLE_UNIFORM : any_style(w));
        const bool off = b->width == 1 && rng_below(&w->rng, 3) == 0;
        for (unsigned i = 0; i < b->count; i++) {
            uint64_t v = off             ? 0
                         : b->width == 1 ? rng_percent(&w->rng, percent)
                                         : input(w, state, b, &p, before);
            unit_field_set(b->field, in, i, v & bits_mask(b->width));
            before = v;
        }
    }
}
