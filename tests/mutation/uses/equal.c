#include "equal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/root.h"
#include "drawn_geometry.h"

enum {
    BITS = 1000, /* of a geometry that is small enough */
    OF_LIST = 3,
    DRAWN = 3,
    AT_LEAST = 3,     /* proofs, of these */
    TRIES = 400,      /* to draw a geometry */
    MANY = 100,       /* drawn geometries at which an edit makes the same number: it always does */
    SECONDS = 60,     /* for a proof */
    OWN_SECONDS = 60, /* for gates alone */
    NOT_MADE = 4,     /* exit status of equal.sh */
};

static bool small_enough(const unit_desc_t *d, const void *cfg)
{
    return compare_bits(d, cfg) <= BITS;
}

static bool draw(const unit_desc_t *d, rng_t *r, geometry_t *g)
{
    const bool found = drawn_geometry(d, r, TRIES, small_enough, g->cfg);
    if (found)
        compare_geometry_set(d, g);
    return found;
}

typedef enum answer { PROVED, REFUTED, NO_ANSWER } answer_t;

/* The exit status of equal.sh, or -1. how: as it has it, "own" or "all". Names of files may not
 * have quotes. */
static int ask(const unit_under_t *u, const geometry_t *g, const char *how, int seconds)
{
    char command[8 * PATH_MAX], family[64];
    const char *program = getenv("USES_LOCKWARP");
    const unit_desc_t *d = u->desc;
    int n = snprintf(command, sizeof command,
                     "'%s/tests/mutation/uses/equal.sh' %s '%s' '%s' rtl/%s/%s.sv '%s' %s %d",
                     root_dir(), how, program ? program : "lockwarp", root_dir(),
                     unit_family(d, family, sizeof family), d->prefix, u->file, d->name, seconds);
    for (unsigned i = 0; i < d->n_params && n > 0 && (size_t)n < sizeof command; i++)
        n += snprintf(command + n, sizeof command - (size_t)n, " %s:%s=%" PRIu32,
                      d->params[i].rtl_name, d->params[i].name,
                      unit_param_get(&d->params[i], g->cfg));
    if (n < 0 || (size_t)n >= sizeof command)
        return -1;
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

own_t equal_own(const unit_under_t *u, const geometry_t *g)
{
    const int status = ask(u, g, "own", OWN_SECONDS);
    return status == 0 ? OWN_EQUAL : status == NOT_MADE ? OWN_NOT_MADE : OWN_DIFFER;
}

static bool other_number(const sv_text_t *s, const sv_text_t *edited, const edit_t *e,
                         const geometry_t *g)
{
    return edit_differs(s, e, g->param) && !edit_keeps_value(s, edited, e, g->param);
}

static unsigned of_list(const unit_under_t *u, const sv_text_t *s, const sv_text_t *edited,
                        const edit_t *e, const geometry_t *chosen[OF_LIST])
{
    unsigned n = 0;
    for (unsigned i = 0; i < u->n && n < OF_LIST; i++)
        if (small_enough(u->desc, u->geometry[i].cfg) &&
            other_number(s, edited, e, &u->geometry[i]))
            chosen[n++] = &u->geometry[i];
    return n;
}

typedef struct proofs {
    unsigned tried, proved;
} proofs_t;

/* False: it is refuted. */
static bool try_proof(const unit_under_t *u, const geometry_t *g, proofs_t *n, char why[WHY])
{
    const int status = ask(u, g, "all", SECONDS);
    const answer_t a = status == 0 ? PROVED : status == 1 ? REFUTED : NO_ANSWER;
    n->tried++;
    n->proved += a == PROVED;
    if (a == REFUTED)
        snprintf(why, WHY, "equal in all runs, and not by proof at %.180s", g->params);
    return a != REFUTED;
}

/* At a drawn geometry the two must also be equal in a run, unless their gates are. */
static bool equal_at(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited, const edit_t *e,
                     geometry_t *g, outcome_t *o, char why[WHY])
{
    char found[WHY] = "";
    *o = compare_at(u, s, edited, e, g, found);
    if (*o != SAME && *o != UNPROVED)
        snprintf(why, WHY, "no row of geometries.csv shows it, but this one does: %.190s",
                 g->params);
    return *o == SAME || *o == UNPROVED;
}

outcome_t equal_proved(unit_under_t *u, const sv_text_t *s, const sv_text_t *edited,
                       const edit_t *e, bool prove, char why[WHY])
{
    const geometry_t *chosen[OF_LIST];
    const unsigned listed = prove ? of_list(u, s, edited, e, chosen) : 0;
    proofs_t n = {0};
    for (unsigned i = 0; i < listed; i++)
        if (!try_proof(u, chosen[i], &n, why))
            return UNPROVED;
    rng_t r;
    unsigned drawn = 0;
    rng_seed(&r, e->from);
    for (; drawn < TRIES && n.tried < listed + DRAWN; drawn++) {
        geometry_t g = {.known = false};
        outcome_t o;
        if (!draw(u->desc, &r, &g))
            break;
        if (!other_number(s, edited, e, &g))
            continue;
        if (prove && equal_own(u, &g) == OWN_EQUAL) {
            n.tried++;
            n.proved++;
            continue;
        }
        if (!equal_at(u, s, edited, e, &g, &o, why))
            return SURVIVED;
        if (o == SAME || !prove) {
            n.tried++;
            n.proved += o == SAME;
        } else if (!try_proof(u, &g, &n, why)) {
            return UNPROVED;
        }
    }
    if (!n.tried && drawn >= MANY) {
        snprintf(why, WHY, "the same number at all of the list and %u drawn ones", drawn);
        return EQUAL;
    }
    snprintf(why, WHY, "equal in all runs, %s at %u of %u geometries",
             prove ? "proved" : "the same circuit", n.proved, n.tried);
    return n.proved >= AT_LEAST ? EQUAL : UNPROVED;
}
