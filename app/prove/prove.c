#include "prove/prove.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Processor seconds for a question to abc about several checks, and about one alone; those for each
 * slower way, for which several are asked only if they are all; z3 has the time that is left. */
enum { MANY_SECONDS = 10, ONE_SECONDS = 30, FREE_SECONDS = 5 };
enum { SLOW_MANY_SECONDS = 120, SLOW_ONE_SECONDS = 1200 };

typedef struct run {
    proof_t *p;
    scratch_t *s;
    diag_t *diag;
    lit_t *bad;
    unsigned *check; /* their numbers */
    double end;
    bool have[N_SOLVERS];
} run_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One question about n checks from the first on. */
static int ask(const run_t *r, unsigned first, unsigned n, bool assume, unsigned seconds,
               solver_t by, answer_t *answer)
{
    const double left = r->end - now();
    const question_t q = {.aig = &r->p->miter.aig,
                          .assume = assume ? r->p->miter.assume : AIG_TRUE,
                          .bad = r->bad + first,
                          .n = n,
                          .cpu_seconds = seconds,
                          .seconds = left < 1 ? 1 : (unsigned)left};
    *answer = ANSWER_UNKNOWN;
    return left < 0 ? 0 : solve(&q, r->s, by, r->p->value, answer, r->diag);
}

/* Moves the checks that the example violates behind the others: how many of n are left. */
static unsigned put_aside(const run_t *r, unsigned first, unsigned n)
{
    const aig_t *g = &r->p->miter.aig;
    uint8_t *node = malloc(g->n);
    if (!node)
        return 0;
    solve_values(g, r->p->value, node);
    for (unsigned k = first; k < first + n;) {
        const lit_t bad = r->bad[k];
        if (!(node[bad >> 1] ^ (bad & 1))) {
            k++;
            continue;
        }
        n--;
        const unsigned check = r->check[k];
        r->bad[k] = r->bad[first + n];
        r->check[k] = r->check[first + n];
        r->bad[first + n] = bad;
        r->check[first + n] = check;
    }
    free(node);
    return n;
}

/* Which of n checks from the first on hold without the invariant: these are crossed off. */
static int decide_free(const run_t *r, unsigned first, unsigned n)
{
    answer_t answer = ANSWER_YES;
    int rc = 0;
    while (!rc && n && answer == ANSWER_YES) {
        rc = ask(r, first, n, false, FREE_SECONDS, SOLVER_ABC, &answer);
        n = answer == ANSWER_YES ? put_aside(r, first, n) : n;
    }
    if (rc || !n)
        return rc;
    if (answer == ANSWER_NEVER) {
        for (unsigned k = first; k < first + n; k++)
            r->bad[k] = AIG_FALSE;
        r->p->by[SOLVER_ABC] += n;
        return 0;
    }
    if (n == 1 || now() >= r->end)
        return 0;
    rc = decide_free(r, first, n / 2);
    return rc ? rc : decide_free(r, first + n / 2, n - n / 2);
}

/* Which of the checks the example violates. */
static void name_refuted(const run_t *r, unsigned first, unsigned n)
{
    const aig_t *g = &r->p->miter.aig;
    uint8_t *node = malloc(g->n);
    r->p->outcome = OUTCOME_REFUTED;
    r->p->check = r->check[first];
    if (!node)
        return;
    solve_values(g, r->p->value, node);
    for (unsigned k = first; k < first + n; k++)
        if (node[r->bad[k] >> 1] ^ (r->bad[k] & 1)) {
            r->p->check = r->check[k];
            break;
        }
    free(node);
}

/* Asks one program after the other until one has an answer; `slow`: those that take long, too. */
static int ask_each(const run_t *r, unsigned first, unsigned n, bool slow, answer_t *answer)
{
    static const solver_t order[] = {SOLVER_ABC, SOLVER_CADICAL, SOLVER_SWEEP};
    int rc = 0;
    for (unsigned i = 0; !rc && *answer == ANSWER_UNKNOWN && i < sizeof order / sizeof *order;
         i++) {
        const bool quick = order[i] == SOLVER_ABC;
        if (!r->have[order[i]] || !(quick || slow))
            continue;
        const unsigned seconds = quick ? (n > 1 ? MANY_SECONDS : ONE_SECONDS)
                                       : (n > 1 ? SLOW_MANY_SECONDS : SLOW_ONE_SECONDS);
        rc = ask(r, first, n, true, seconds, order[i], answer);
        r->p->by[order[i]] += *answer == ANSWER_NEVER ? n : 0;
    }
    return rc;
}

/* Answers n checks from the first on, which are all or a part of them; stops at the first that is
 * refuted or has no answer. */
static int decide(const run_t *r, unsigned first, unsigned n, bool all)
{
    proof_t *p = r->p;
    answer_t answer = ANSWER_UNKNOWN;
    int rc = ask_each(r, first, n, n == 1 || all, &answer);
    if (!rc && answer == ANSWER_UNKNOWN && n > 1 && now() < r->end) {
        rc = decide(r, first, n / 2, false);
        return rc || p->outcome != OUTCOME_PROVED ? rc : decide(r, first + n / 2, n - n / 2, false);
    }
    if (!rc && answer == ANSWER_UNKNOWN && r->have[SOLVER_Z3]) {
        rc = ask(r, first, n, true, 0, SOLVER_Z3, &answer);
        p->by[SOLVER_Z3] += answer == ANSWER_NEVER ? n : 0;
    }
    if (rc)
        return rc;
    if (answer == ANSWER_YES)
        name_refuted(r, first, n);
    else if (answer == ANSWER_UNKNOWN) {
        p->outcome = OUTCOME_UNDECIDED;
        p->check = r->check[first];
    }
    return 0;
}

/* Drops the checks that are done; how many of n are left. */
static unsigned cross_off(const run_t *r, unsigned n)
{
    unsigned left = 0;
    for (unsigned k = 0; k < n; k++)
        if (r->bad[k] != AIG_FALSE) {
            r->bad[left] = r->bad[k];
            r->check[left++] = r->check[k];
        }
    return left;
}

static int decide_all(proof_t *p, unsigned seconds, scratch_t *s, diag_t *diag)
{
    const miter_t *m = &p->miter;
    unsigned n = 0;
    run_t r = {.p = p, .s = s, .diag = diag, .end = now() + seconds};
    r.have[SOLVER_ABC] = r.have[SOLVER_SWEEP] = true;
    r.have[SOLVER_CADICAL] = tools_have("cadical");
    r.have[SOLVER_Z3] = tools_have("z3");
    r.bad = calloc(m->n_checks + 1, sizeof *r.bad);
    r.check = calloc(m->n_checks + 1, sizeof *r.check);
    p->value = calloc(m->aig.n_inputs + 1, 1);
    int rc = r.bad && r.check && p->value ? 0 : diag_at(diag, "prove", 0, 0, "out of memory");
    for (unsigned k = 0; !rc && k < m->n_checks; k++)
        if (m->check[k].bad != AIG_FALSE) {
            r.check[n] = k;
            r.bad[n++] = m->check[k].bad;
        }
    p->trivial = m->n_checks - n;
    const question_t all = {.aig = &m->aig, .assume = m->assume, .bad = r.bad, .n = n};
    rc = rc ? rc : solve_write(&all, s, "all.aig", &p->gates, diag);
    if (!rc && m->assume != AIG_TRUE) {
        rc = decide_free(&r, 0, n);
        n = cross_off(&r, n);
    }
    rc = rc || !n ? rc : decide(&r, 0, n, true);
    free(r.bad);
    free(r.check);
    return rc;
}

/* Where the disk is full, a tool fails in a way of its own, or leaves a file cut that is refused
 * later: what is said is the reason. */
static void say_reason(const scratch_t *s, diag_t *diag)
{
    const char *why = scratch_why(s, 1);
    if (!why)
        return;
    *diag = (diag_t){{0}};
    diag_at(diag, "prove", 0, 0, "cannot write in %s (TMPDIR): %s", s->dir, why);
}

int prove(proof_t *p, const unit_desc_t *d, const void *cfg, const char *netlist, unsigned seconds,
          scratch_t *s, diag_t *diag)
{
    const double start = now();
    memset(p, 0, sizeof *p);
    int rc = miter_make(&p->miter, d, cfg, netlist, s, diag);
    rc = rc ? rc : decide_all(p, seconds, s, diag);
    p->seconds = now() - start;
    if (rc)
        say_reason(s, diag);
    return rc;
}

void proof_free(proof_t *p)
{
    miter_free(&p->miter);
    free(p->value);
    memset(p, 0, sizeof *p);
}
