/* Checkpoints of policies laws, sap and apres: what is written, and what must hold of what is
 * read. */
#include "policy/apres_int.h"

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, groups,) F(KEEP, serial,) F(KEEP, drq,) F(KEEP, pt,) F(KEEP, div_bits,) F(KEEP, stages,) \
    F(KEEP, reach,) \
    F(PART, out, prefetcher_state(&o->out, io)) F(KEEP, sm,) F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(KEEP, laws,) F(KEEP, apres,) F(MADES, in,) F(MADE, op,) F(BOOL, active,) F(BOOL, starts,) \
    F(BOOL, outside,) F(BOOL, asked,) F(ANY, begins,) F(ANY, until,) \
    F(WALK, load, loads_state(p, o, io)) F(MADE, n_loads,)
#define LOAD_MEMBERS(F) \
    F(ANY, addr,) F(MOST, group, p->groups - 1) F(BOOL, grouped,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);
STATE_LIST(load_t, LOAD_MEMBERS);

static void loads_state(const policy_t *p, sm_t *sm, state_io_t *io)
{
    sm->load = list_state(sm->load, &sm->n_loads, sizeof *sm->load, "loads under way", io);
    for (uint32_t i = 0; i < sm->n_loads && !state_error(io); i++)
        STATE_WALK(&sm->load[i], io, LOAD_MEMBERS);
}

void apres_walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *sm = element;
    STATE_WALK(sm, io, SM_MEMBERS);
    state_holds(io, !(sm->begins & ~bits_mask(p->run.cfg->warps_per_sm)), "a start of no warp");
    state_holds(io, !sm->outside || !sm->asked, "a prefetch that is asked for and dropped");
}

/* The queue has each warp once, and each group under way an entry of its own. */
static void check_laws(const policy_t *p, const sm_t *sm, const apres_laws_t *u, state_io_t *io)
{
    uint64_t warps = 0;
    uint32_t used = 0;
    for (uint32_t i = 0; i < p->run.cfg->warps_per_sm; i++)
        warps |= UINT64_C(1) << (u->queue.order[i] & 63);
    state_holds(io, warps == bits_mask(p->run.cfg->warps_per_sm), "a queue without some warp");
    for (uint32_t i = 0; i < sm->n_loads; i++) {
        const load_t *l = &sm->load[i];
        if (!l->grouped)
            continue;
        state_holds(io, u->wgt.valid[l->group] && !(used >> l->group & 1),
                    "a load with an entry of the WGT that is not its own");
        used |= 1u << l->group;
    }
}

void apres_check_laws(const policy_t *p, const void *record, const void *state, state_io_t *io)
{
    check_laws(p, record, state, io);
}

void apres_check_unit(const policy_t *p, const void *record, const void *state, state_io_t *io)
{
    const sm_t *sm = record;
    const apres_t *u = state;
    const apres_sap_t *s = &u->sap;
    check_laws(p, sm, &u->laws, io);
    state_holds(io,
                s->drq.ring.head < p->drq && s->drq.ring.len <= p->drq &&
                    s->wq.ring.head < p->run.cfg->warps_per_sm &&
                    s->wq.ring.len <= p->run.cfg->warps_per_sm,
                "a queue of SAP that is longer than it can be");
    state_holds(io, s->step <= (p->stages ? 5 : 0) && s->phase <= (p->stages ? 1 + p->stages : 0),
                "a stage of SAP that there is not");
    state_holds(io, s->way < p->pt && s->div.left <= 64 / p->div_bits,
                "an entry of the PT or a step of the division that there is not");
    apres_out_t out = {0};
    apres_unit.moore(u, &out);
    state_holds(io, out.pf_valid || !(sm->outside || sm->asked), "a prefetch that nobody offers");
}

void apres_walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}
