#include "prove/prove.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds for a question about many checks; one alone has more, and after that z3. */
enum { MANY_SECONDS = 20, ONE_SECONDS = 60 };

typedef struct run {
    proof_t *p;
    scratch_t *s;
    diag_t *diag;
    lit_t *bad;
    unsigned *check; /* their numbers */
    double end;
    bool z3;
} run_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned limit(const run_t *r, unsigned most)
{
    const double left = r->end - now();
    return left < 1 ? 1 : left < most ? (unsigned)left : most;
}

/* One question about n checks from the first on. */
static int ask(const run_t *r, unsigned first, unsigned n, bool assume, unsigned seconds, bool z3,
               answer_t *answer)
{
    const question_t q = {.aig = &r->p->miter.aig,
                          .assume = assume ? r->p->miter.assume : AIG_TRUE,
                          .bad = r->bad + first,
                          .n = n,
                          .seconds = limit(r, seconds)};
    *answer = ANSWER_UNKNOWN;
    if (now() >= r->end)
        return 0;
    return solve(&q, r->s, z3, r->p->value, answer, r->diag);
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

/* Answers n checks from the first on; stops at the first that is refuted or has no answer. */
static int decide(const run_t *r, unsigned first, unsigned n)
{
    proof_t *p = r->p;
    answer_t answer = ANSWER_UNKNOWN;
    const bool assume = p->miter.assume != AIG_TRUE;
    const unsigned seconds = n > 1 ? MANY_SECONDS : ONE_SECONDS;
    int rc = ask(r, first, n, false, assume ? seconds / 2 : seconds, false, &answer);
    if (!rc && answer != ANSWER_NEVER && assume)
        rc = ask(r, first, n, true, seconds, false, &answer);
    p->by_abc += answer == ANSWER_NEVER ? n : 0;
    if (!rc && answer == ANSWER_UNKNOWN && n > 1 && now() < r->end) {
        rc = decide(r, first, n / 2);
        return rc || p->outcome != OUTCOME_PROVED ? rc : decide(r, first + n / 2, n - n / 2);
    }
    if (!rc && answer == ANSWER_UNKNOWN && r->z3) {
        rc = ask(r, first, n, true, (unsigned)-1, true, &answer);
        p->by_z3 += answer == ANSWER_NEVER ? n : 0;
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

static int decide_all(proof_t *p, unsigned seconds, scratch_t *s, diag_t *diag)
{
    const miter_t *m = &p->miter;
    unsigned n = 0;
    run_t r = {.p = p, .s = s, .diag = diag, .end = now() + seconds, .z3 = tools_have("z3")};
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
    rc = rc || !n ? rc : decide(&r, 0, n);
    free(r.bad);
    free(r.check);
    return rc;
}

int prove(proof_t *p, const unit_desc_t *d, const void *cfg, unsigned seconds, scratch_t *s,
          diag_t *diag)
{
    const double start = now();
    memset(p, 0, sizeof *p);
    int rc = miter_make(&p->miter, d, cfg, s, diag);
    rc = rc ? rc : decide_all(p, seconds, s, diag);
    p->seconds = now() - start;
    return rc;
}

void proof_free(proof_t *p)
{
    miter_free(&p->miter);
    free(p->value);
    memset(p, 0, sizeof *p);
}
