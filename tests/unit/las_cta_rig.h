/*
 * A las.cta, its cycles, and the inputs that the tests of it give most.
 */
#ifndef LW_TESTS_LAS_CTA_RIG_H
#define LW_TESTS_LAS_CTA_RIG_H

#include "las/las_cta.h"
#include "unit_bench.h"

static inline las_cta_cfg_t paper(void)
{
    las_cta_cfg_t c;
    unit_cfg_geometry(&las_cta_unit, UNIT_PAPER, &c);
    return c;
}

static inline las_cta_t *make(const las_cta_cfg_t *c)
{
    las_cta_t *u = malloc(sizeof *u);
    assert_non_null(u);
    assert_int_equal(las_cta_init(u, c), 0);
    return u;
}

static inline las_cta_out_t cycle(las_cta_t *u, las_cta_in_t in)
{
    las_cta_out_t out;
    las_cta_eval(u, &in, &out);
    las_cta_tick(u, &in);
    return out;
}

static inline uint64_t rect(const las_cta_cfg_t *c, unsigned x, unsigned y, unsigned w, unsigned h)
{
    return x | (uint64_t)y << c->coord_w | (uint64_t)w << (2 * c->coord_w) |
           (uint64_t)h << (2 * c->coord_w + c->size_w);
}

static inline las_cta_in_t add(const las_cta_cfg_t *c, unsigned cta, unsigned x)
{
    return (las_cta_in_t){.add_en = 1, .add_cta = cta, .add_rects = {rect(c, x, 0, 4, 1)}};
}

static inline las_cta_in_t room(unsigned sms)
{
    return (las_cta_in_t){.room_en = 1, .room = sms};
}

/* Cycles up to the one after which no job is under way; at least one. */
static inline unsigned until_done(las_cta_t *u)
{
    unsigned n = 0;
    do {
        cycle(u, (las_cta_in_t){0});
        n++;
    } while (u->busy);
    return n;
}

static inline void all_jobs(las_cta_t *u)
{
    while (!las_cta_idle(u))
        cycle(u, (las_cta_in_t){0});
}

/* The next grant to one of these SMs. */
static inline las_cta_out_t next_grant(las_cta_t *u, unsigned sms)
{
    for (unsigned k = 0; k < 1000; k++) {
        const las_cta_out_t out = cycle(u, room(sms));
        if (out.grants) {
            assert_false(out.waits);
            return out;
        }
        assert_true(out.waits && !out.grant_sm && !out.grant_slot && !out.grant_cta);
        assert_true(!out.shares && !out.unshared);
    }
    fail();
    return (las_cta_out_t){0};
}

#endif
