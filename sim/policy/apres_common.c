/* Policies laws, sap and apres: what they declare alike, and the unit behind its engine. */
#include <inttypes.h>
#include <stdlib.h>

#include "policy/apres_int.h"

enum { PC_BITS = 32, ADDR_BITS = 64, ID_BITS = 8, MOST_PICKS = 4 };

static bool chooses(const policy_t *p)
{
    return p->run.ops->hooks->pick_warp != NULL;
}

const policy_name_t apres_reaches[] = {{"group", REACH_GROUP}, {"cta", REACH_CTA}, {NULL, 0}};

/* ---- Parts ---- */

static void configure(const policy_t *p, void *cfg)
{
    *(apres_cfg_t *)cfg = (apres_cfg_t){
        .warps = p->run.cfg->warps_per_sm,
        .pc_w = PC_BITS,
        .groups = p->groups,
        .picks = chooses(p) ? p->run.cfg->schedulers : 1,
        .serial = p->serial,
        .addr_w = ADDR_BITS,
        .id_w = ID_BITS,
        .drq = p->drq,
        .entries = p->pt,
        .div_bits = p->div_bits,
        .stages = p->stages,
    };
}

static void configure_laws(const policy_t *p, void *cfg)
{
    *(apres_laws_cfg_t *)cfg = (apres_laws_cfg_t){
        .warps = p->run.cfg->warps_per_sm,
        .pc_w = PC_BITS,
        .groups = p->groups,
        .picks = p->run.cfg->schedulers,
        .serial = p->serial,
    };
}

static const policy_part_t with_laws[] = {
    {.at = offsetof(sm_t, laws),
     .unit = &apres_laws_unit,
     .configure = configure_laws,
     .check = apres_check_laws},
};

static const policy_part_t with_both[] = {
    {.at = offsetof(sm_t, apres),
     .unit = &apres_unit,
     .configure = configure,
     .check = apres_check_unit},
};

#define SM_PART(of)                                                                                \
    {                                                                                              \
        .at = offsetof(policy_t, sm), .size = sizeof(sm_t), .count = policy_sms, .each = "sm",     \
        .walk = apres_walk_sm, .parts = of, .n_parts = sizeof of / sizeof *of                      \
    }

const policy_part_t apres_laws_parts[1] = {SM_PART(with_laws)};
const policy_part_t apres_parts[1] = {SM_PART(with_both)};

/* What the unit can hold; each option is in its own range already. */
int apres_fits(const policy_t *p, diag_t *d)
{
    const gpu_cfg_t *cfg = p->run.cfg;
    const char *name = p->run.ops->name;
    if (cfg->ldst_units > 1)
        return diag_at(d, "ldst_units", 0, 0,
                       "expected 1 with policy %s, whose unit takes one load a cycle", name);
    if (chooses(p) && cfg->schedulers > MOST_PICKS)
        return diag_at(d, "schedulers", 0, 0,
                       "expected at most %d with policy %s, whose unit chooses for no more",
                       MOST_PICKS, name);
    return 0;
}

int apres_want_queue(policy_t *p, diag_t *d)
{
    p->out.queue = 1;
    return prefetcher_init(&p->out, &p->run, d);
}

void apres_end(policy_t *p)
{
    for (uint32_t i = 0; p->sm && i < p->run.cfg->n_sms; i++)
        free(p->sm[i].load);
}

unsigned apres_derive(const policy_t *p, policy_row_t *rows)
{
    rows[0] = policy_ratio("warps_per_group", p->n.group_warps, p->n.groups);
    return 1;
}

/* ---- The unit, in either form ---- */

/* Ends the run when a unit's two sides have differed. */
static void check(policy_t *p, int rc)
{
    if (__builtin_expect(rc != 0, 0))
        gpu_halt(p->run.gpu, "apres: the C model and the RTL differ");
}

static apres_laws_in_t laws_inputs(const apres_in_t *in)
{
    apres_laws_in_t out = {
        .start_en = in->start_en,
        .load_en = in->load_en,
        .load_warp = in->load_warp,
        .load_pc = in->load_pc,
        .begin_en = in->begin_en,
        .begin = in->begin,
        .finish_en = in->finish_en,
        .finish = in->finish,
        .live = in->live,
        .result_en = in->result_en,
        .result_hit = in->result_hit,
        .result_group = in->result_group,
    };
    for (unsigned s = 0; s < MOST_PICKS; s++)
        out.ready[s] = in->ready[s];
    return out;
}

static apres_out_t laws_outputs(const apres_laws_out_t *o)
{
    apres_out_t out = {
        .grouped = o->grouped,
        .group_idx = o->group_idx,
        .members = o->members,
        .ungrouped = o->ungrouped,
        .listed = o->listed,
        .moves_hit = o->moves_hit,
        .moves_miss = o->moves_miss,
        .moves_begin = o->moves_begin,
    };
    for (unsigned s = 0; s < MOST_PICKS; s++) {
        out.pick_valid[s] = o->pick_valid[s];
        out.pick[s] = o->pick[s];
    }
    return out;
}

void apres_evaluate(policy_t *p, sm_t *sm, apres_out_t *out, uint64_t cycle)
{
    if (sm->apres) {
        check(p, unit_inst_at(sm->apres, cycle));
        check(p, unit_inst_eval(sm->apres, &sm->in, out));
        return;
    }
    const apres_laws_in_t in = laws_inputs(&sm->in);
    apres_laws_out_t laws = {0};
    check(p, unit_inst_at(sm->laws, cycle));
    check(p, unit_inst_eval(sm->laws, &in, &laws));
    *out = laws_outputs(&laws);
}

void apres_step(policy_t *p, sm_t *sm, apres_out_t *out, uint64_t cycle)
{
    if (sm->apres) {
        check(p, unit_inst_at(sm->apres, cycle));
        check(p, unit_inst_clock(sm->apres, &sm->in, out));
        return;
    }
    const apres_laws_in_t in = laws_inputs(&sm->in);
    apres_laws_out_t laws = {0};
    check(p, unit_inst_at(sm->laws, cycle));
    check(p, unit_inst_clock(sm->laws, &in, &laws));
    *out = laws_outputs(&laws);
}

uint64_t apres_settle(policy_t *p, sm_t *sm, apres_out_t *out)
{
    /* The live warps are an input in every cycle, also where nothing happens: the RTL is found to
     * rest only if the inputs that are held are those of its last clock. */
    const apres_in_t held = {.live = sm->in.live};
    if (!sm->apres) {
        const apres_laws_in_t held_of_laws = laws_inputs(&held);
        return unit_inst_sleep(sm->laws, &held_of_laws);
    }
    check(p, unit_inst_moore(sm->apres, out));
    return unit_inst_sleep(sm->apres, &held);
}
