#include "apres/apres_sap.h"

#include "step/invariant.h"

INVARIANT_OF(apres_drq);
INVARIANT_OF(apres_pt);
INVARIANT_OF(apres_wq);
INVARIANT_OF(apres_div);
INVARIANT_OF(apres_sap);

/* Values of `step` and `phase`, with `stages`. */
enum { STEP_NONE, STEP_LOOK, STEP_DIFFERENCES, STEP_START, STEP_END, STEP_GIVE_UP };
enum { PHASE_NONE, PHASE_WARP, PHASE_PRODUCT, PHASE_HALF };

static bool divides(const apres_sap_t *u)
{
    return !apres_div_idle(&u->div);
}

/* A division begins with a divisor that is not 0: the difference of two warps. */
static bool step_holds(const apres_sap_t *u)
{
    const uint64_t ids = bits_mask(u->cfg.id_w);
    if (u->step > STEP_GIVE_UP || (u->step != STEP_NONE && divides(u)))
        return false;
    if (u->step == STEP_DIFFERENCES && (u->den & ids) == (u->id & ids))
        return false;
    return u->step != STEP_START || u->den != 0;
}

static bool phase_holds(const apres_sap_t *u)
{
    return u->phase == PHASE_NONE ||
           (!u->dividing && (u->phase != PHASE_HALF || u->cfg.stages == 2));
}

static bool serving_holds(const apres_sap_t *u)
{
    if (!u->cfg.stages)
        return u->dividing == divides(u);
    return step_holds(u) && phase_holds(u) && u->dividing == (divides(u) || u->step != STEP_NONE);
}

bool apres_sap_inv_holds(const apres_sap_t *u)
{
    return apres_drq_inv_holds(&u->drq) && apres_pt_inv_holds(&u->pt) &&
           apres_wq_inv_holds(&u->wq) && apres_div_inv_holds(&u->div) && serving_holds(u);
}

static void fit_step(apres_sap_t *u, rng_t *rng)
{
    u->step = (uint8_t)(u->step % (STEP_GIVE_UP + 1));
    if (u->step != STEP_NONE)
        u->div.left = u->div.ended = 0;
    if (!step_holds(u))
        u->den = (uint16_t)(1 + rng_below(rng, (uint32_t)bits_mask(u->cfg.id_w + 1)));
    if (!step_holds(u))
        u->step = STEP_NONE;
}

void apres_sap_inv_fit(apres_sap_t *u, rng_t *rng)
{
    apres_drq_inv_fit(&u->drq, rng);
    apres_pt_inv_fit(&u->pt, rng);
    apres_wq_inv_fit(&u->wq, rng);
    if (!serving_holds(u) && !u->dividing && rng_percent(rng, 50)) {
        u->div.left = u->div.ended = 0;
        u->step = STEP_NONE;
    }
    apres_div_inv_fit(&u->div, rng);
    if (u->cfg.stages && !serving_holds(u))
        fit_step(u, rng);
    u->dividing = divides(u) || u->step != STEP_NONE;
    if (!phase_holds(u))
        u->phase = u->dividing ? PHASE_NONE : PHASE_PRODUCT;
}

INVARIANT(
    apres_sap,
    "those of the parts; dividing is set while the divider or, with stages, a step is under way, "
    "which is never both; a division to come has a divisor; with stages a phase is of an offer");
