/* Checkpoints of policy apcm: what is written, and what must hold of what is read. */
#include "policy/apcm_int.h"

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, loads,) F(KEEP, mta_sets,) F(KEEP, mta_ways,) F(KEEP, cnt_w,) F(KEEP, manage,) \
    F(KEEP, distance,) F(KEEP, sm,) F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(KEEP, unit,) F(MADES, in,) F(MADES, out,) F(BOOL, active,) F(MADE, accepted,) F(MADE, refused,) F(MADE, op,) F(MADE, req_op,) F(MADE, req_idx,) F(MADE, loop,) \
    F(WALK, load, loads_state(p, o, io)) F(MADE, n_loads,) F(WALK, tried, tried_state(p, o, io)) F(MADE, n_tried,) \
    F(MADE, tried_room,) F(ANY, starts,) F(ANY, finishes,) F(ANY, leaves,) F(ANYS, left_loop,) \
    F(KEEP, gone,) F(BOOL, gone_waits,) F(KEEPS, distant,)
#define LOAD_MEMBERS(F) \
    F(ANY, loop,) F(ANY, left,) F(MOST, id, p->loads - 1) F(BOOL, plain,) F(BOOL, tracked,)
#define TRIED_MEMBERS(F) \
    F(ANY, op,) F(ANY, idx,) F(MOST, method, 3) F(MOST, last, p->loads - 1)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);
STATE_LIST(load_t, LOAD_MEMBERS);
STATE_LIST(tried_t, TRIED_MEMBERS);

static void loads_state(const policy_t *p, sm_t *sm, state_io_t *io)
{
    sm->load = list_state(sm->load, &sm->n_loads, sizeof *sm->load, "loads under way", io);
    for (uint32_t i = 0; i < sm->n_loads && !state_error(io); i++)
        STATE_WALK(&sm->load[i], io, LOAD_MEMBERS);
}

static void tried_state(const policy_t *p, sm_t *sm, state_io_t *io)
{
    sm->tried = list_state(sm->tried, &sm->n_tried, sizeof *sm->tried, "refused requests", io);
    if (state_loading(io))
        sm->tried_room = sm->n_tried;
    for (uint32_t i = 0; i < sm->n_tried && !state_error(io); i++)
        STATE_WALK(&sm->tried[i], io, TRIED_MEMBERS);
}

void apcm_walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *sm = element;
    STATE_WALK(sm, io, SM_MEMBERS);
    const uint64_t warps = bits_mask(p->run.cfg->warps_per_sm);
    state_holds(io, !((sm->starts | sm->finishes | sm->leaves) & ~warps), "an event of no warp");
}

void apcm_check_unit(const policy_t *p, const void *record, const void *state, state_io_t *io)
{
    const apcm_t *u = state;
    (void)record;
    state_holds(io,
                u->monitor.mine < p->run.cfg->warps_per_sm &&
                    u->monitor.scan < p->mta_sets * p->mta_ways,
                "a monitored warp or an entry of the MTA that there is not");
}

void apcm_walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}
