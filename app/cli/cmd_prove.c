/* lockwarp prove: one step of a unit's C model equals one step of its RTL, for all states. */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/evidence_command.h"
#include "cli/unit_choice.h"
#include "prove/prove.h"
#include "prove/tools.h"

const char cmd_prove_doc[] = "proof that one step of a unit's C model is one step of its RTL";

enum {
    OPT_GEOMETRY = 256,
    OPT_EXACT,
    OPT_PARAM,
    OPT_SECONDS,
    OPT_SEARCH,
    OPT_EVIDENCE,
    OPT_NETLIST
};
enum { HOUR = 3600, SEARCH_STEPS = 8 };

typedef struct args {
    unit_choice_t choice;
    uint64_t seconds;
    bool search;
    const char *evidence, *netlist;
    diag_t diag;
} args_t;

static const struct argp_option options[] = {
    {"unit", 'u', "UNIT", 0, "a unit and all below it (abyp: abyp and abyp.*), or all", 0},
    {"exact", OPT_EXACT, NULL, 0, "only the unit named, none below it", 0},
    {"geometry", OPT_GEOMETRY, "paper|small|large|all", 0, "(paper)", 0},
    {"param", OPT_PARAM, "NAME=VALUE", ARG_MANY,
     "another value of one of the unit's parameters than --geometry has; repeatable", 0},
    {"seconds", OPT_SECONDS, "N", 0, "stop without an answer after so long (3600)", 0},
    {"search", OPT_SEARCH, NULL, 0,
     "where no answer comes in time, look for the largest size at which one does", 0},
    {"netlist", OPT_NETLIST, "FILE", ARG_READS,
     "a netlist of the unit (RTLIL of Yosys) in place of its RTL, such as one with a fault", 0},
    {"evidence", OPT_EVIDENCE, "FILE", ARG_WRITES,
     "put the results into this file as rows of evidence (docs/guide/report.md); what has no "
     "answer "
     "has no row",
     0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    args_t *a = state->input;
    switch (key) {
    case 'u':
        a->choice.unit = arg;
        break;
    case OPT_EXACT:
        a->choice.exact = true;
        break;
    case OPT_GEOMETRY:
        unit_choice_geometry(&a->choice, arg, &a->diag);
        break;
    case OPT_PARAM:
        unit_choice_param(&a->choice, arg, &a->diag);
        break;
    case OPT_SECONDS:
        if (!args_whole(arg, 1, 10000000, &a->seconds))
            diag_at(&a->diag, "--seconds", 0, 0, "'%s' is not a number, 1 to 10000000", arg);
        break;
    case OPT_SEARCH:
        a->search = true;
        break;
    case OPT_EVIDENCE:
        a->evidence = arg;
        break;
    case OPT_NETLIST:
        a->netlist = arg;
        break;
    case ARGP_KEY_ARG:
        diag_at(&a->diag, "prove", 0, 0, "unexpected argument '%s'; name the unit with -u", arg);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Proves that from any state that satisfies the unit's invariant, under any inputs, the outputs "
    "and the next state of C model and RTL are equal, and that the invariant holds again."
    "\vExit status: 0 proved, 1 refuted, 2 bad usage or a C file that is not supported, 3 no "
    "answer "
    "in time, 4 a program that it needs is not installed.",
    NULL,
    NULL,
    NULL};

/* Solvers without which there may be no answer. */
static const char *const optional[] = {"cadical", "z3"};

static void print_proof(const proof_t *p, const char *label)
{
    const miter_t *m = &p->miter;
    static const char *const word[] = {"proved", "REFUTED", "UNDECIDED"};
    printf("%s, %s: %s in %.1f s\n", m->desc->name, label, word[p->outcome], p->seconds);
    printf("  %" PRIu32 " bits of state, %" PRIu32
           " of inputs; %u checks, %u of them by structure, "
           "%u by abc, %u by cadical, %u by z3; %" PRIu32 " gates; %s\n",
           m->state_bits, m->input_bits, m->n_checks, p->trivial,
           p->by[SOLVER_ABC] + p->by[SOLVER_SWEEP], p->by[SOLVER_CADICAL], p->by[SOLVER_Z3],
           p->gates, m->has_invariant ? "under the invariant" : "from every state");
    if (p->outcome == OUTCOME_UNDECIDED)
        printf("  no answer: %s\n", m->check[p->check].text);
    if (p->outcome == OUTCOME_UNDECIDED)
        for (unsigned k = 0; k < sizeof optional / sizeof *optional; k++)
            if (!tools_have(optional[k]))
                printf("  %s is not installed, and was not asked\n", optional[k]);
}

static unsigned by_solver(const proof_t *p)
{
    unsigned n = 0;
    for (unsigned k = 0; k < N_SOLVERS; k++)
        n += p->by[k];
    return n;
}

static int status_of(const proof_t *p)
{
    return p->outcome == OUTCOME_PROVED    ? CMD_DONE
           : p->outcome == OUTCOME_REFUTED ? CMD_CHECK_FAILED
                                           : CMD_STOPPED;
}

static int keep(const args_t *a, unit_geometry_t g, const void *cfg, const proof_t *p, diag_t *d)
{
    const miter_t *m = &p->miter;
    evidence_draft_t row;
    char params[EVIDENCE_CELL];
    evidence_begin(&row, EVIDENCE_PROVE, m->desc->name, unit_geometry_name(g));
    unit_choice_fixed(m->desc, g, cfg, params, sizeof params);
    evidence_set(&row, "params", "%s", params);
    evidence_set(&row, "state_bits", "%" PRIu32, m->state_bits);
    evidence_set(&row, "input_bits", "%" PRIu32, m->input_bits);
    evidence_set(&row, "checks", "%u", m->n_checks);
    evidence_set(&row, "by_structure", "%u", p->trivial);
    evidence_set(&row, "by_solver", "%u", by_solver(p));
    evidence_set(&row, "gates", "%" PRIu32, p->gates);
    evidence_set(&row, "result", "%s", p->outcome == OUTCOME_PROVED ? "passed" : "failed");
    evidence_command(&row, "prove", m->desc, g, cfg, "", "");
    return evidence_save(a->evidence, &row, 1, d);
}

static void replay(const proof_t *p, scratch_t *s)
{
    diag_t why = {{0}};
    fflush(stdout);
    const int rc = proof_replay(p, s, stdout, &why);
    if (rc < 0)
        printf("not replayed: %s\n", why.text);
    else if (rc == 0)
        puts("  the sides agree: the difference is not one of outputs or state");
}

/* One unit at one set of parameters, which are of the geometry but for some: its exit status. */
static int prove_one(const args_t *a, const unit_desc_t *u, unit_geometry_t g, const void *cfg,
                     proof_t *p, diag_t *d)
{
    char label[UNIT_LABEL];
    scratch_t s;
    if (scratch_open(&s, NULL, "lockwarp-prove", d))
        return CMD_BAD_INPUT;
    int status = CMD_BAD_INPUT;
    if (prove(p, u, cfg, a->netlist, (unsigned)a->seconds, &s, d) == 0) {
        print_proof(p, unit_cfg_label(u, cfg, label, sizeof label));
        status = status_of(p);
        if (a->evidence && status != CMD_STOPPED && keep(a, g, cfg, p, d))
            status = CMD_BAD_INPUT;
    }
    if (status == CMD_CHECK_FAILED) {
        proof_print(p, stdout);
        if (a->netlist)
            puts("not replayed: the example is of a netlist");
        else
            replay(p, &s);
    }
    fflush(stdout);
    scratch_close(&s);
    return status;
}

/* Parameters a part of the way from the small geometry to cfg. False: the unit refuses them. */
static bool between(const unit_desc_t *u, const void *cfg, unsigned part, void *made)
{
    unit_cfg_geometry(u, UNIT_SMALL, made);
    for (unsigned k = 0; k < u->n_params; k++) {
        const int64_t from = unit_param_get(&u->params[k], made),
                      to = unit_param_get(&u->params[k], cfg);
        unit_param_set(&u->params[k], made, (uint32_t)(from + (to - from) * part / SEARCH_STEPS));
    }
    return unit_cfg_try(u, made) == 0;
}

/* The largest size on the way from the small geometry to cfg at which there is a proof in time; a
 * larger size takes longer. */
static int search(const args_t *a, const unit_desc_t *u, unit_geometry_t g, const void *cfg,
                  diag_t *d)
{
    unsigned low = 0, high = SEARCH_STEPS, found = SEARCH_STEPS;
    uint32_t made[UNIT_MAX_PARAMS];
    char params[UNIT_LABEL];
    while (low < high) {
        const unsigned part = (low + high) / 2;
        proof_t p = {.outcome = OUTCOME_UNDECIDED};
        const int status =
            between(u, cfg, part, made) ? prove_one(a, u, g, made, &p, d) : (int)CMD_STOPPED;
        proof_free(&p);
        if (status == CMD_BAD_INPUT || status == CMD_CHECK_FAILED)
            return status;
        if (status == CMD_DONE) {
            found = part;
            low = part + 1;
        } else
            high = part;
    }
    if (found == SEARCH_STEPS)
        printf("%s: no proof within %" PRIu64 " s at any size\n", u->name, a->seconds);
    else if (between(u, cfg, found, made))
        printf("%s: the largest size with a proof within %" PRIu64 " s: %s\n", u->name, a->seconds,
               unit_cfg_params(u, made, params, sizeof params));
    return CMD_STOPPED;
}

static int each(const args_t *a, diag_t *d)
{
    const unit_desc_t *u;
    unit_geometry_t g;
    int worst = CMD_DONE;
    for (unsigned k = 0; unit_choice_next(&a->choice, &k, &u, &g);) {
        uint32_t cfg[UNIT_MAX_PARAMS];
        proof_t p = {.outcome = OUTCOME_UNDECIDED};
        if (unit_choice_cfg(&a->choice, u, g, cfg, d))
            return CMD_BAD_INPUT;
        int status = prove_one(a, u, g, cfg, &p, d);
        proof_free(&p);
        if (status == CMD_STOPPED && a->search)
            status = search(a, u, g, cfg, d);
        if (status == CMD_BAD_INPUT)
            return status;
        worst = status == CMD_CHECK_FAILED || worst == CMD_DONE ? status : worst;
    }
    return worst;
}

int cmd_prove(int argc, char **argv)
{
    args_t a = {.choice = {.geometry = UNIT_CHOICE_UNSET}, .seconds = HOUR};
    char text[300];
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    if (a.choice.geometry == UNIT_CHOICE_UNSET)
        a.choice.geometry = UNIT_PAPER;
    const unsigned n = a.diag.text[0] ? 0 : unit_choice_count(&a.choice, "prove", &a.diag);
    if (!a.diag.text[0] && a.netlist && (n != 1 || a.evidence || a.search))
        diag_at(&a.diag, "--netlist", 0, 0,
                "needs one unit (--exact) at one geometry, and neither --evidence nor --search");
    if (!a.diag.text[0] && a.evidence)
        evidence_check(a.evidence, EVIDENCE_PROVE, &a.diag);
    if (a.diag.text[0])
        return cmd_bad_input(&a.diag);
    if (tools_missing(text, sizeof text)) {
        fprintf(stderr, "lockwarp: prove: %s\n", text);
        return CMD_MISSING;
    }
    const int status = each(&a, &a.diag);
    return a.diag.text[0] ? cmd_bad_input(&a.diag) : status;
}
