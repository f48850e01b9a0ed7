#include "prove/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The nodes that a question is about, numbered anew from 1: inputs, then gates. */
typedef struct cone {
    uint32_t *number; /* by node; 0: not in it */
    uint32_t *node;   /* by number */
    uint32_t inputs, n;
} cone_t;

static bool find_cone(const question_t *q, cone_t *c)
{
    const aig_t *g = q->aig;
    uint8_t *in = calloc(g->n, 1);
    c->number = calloc(g->n, sizeof *c->number);
    c->node = calloc((size_t)g->n + 1, sizeof *c->node);
    if (!in || !c->number || !c->node) {
        free(in);
        return false;
    }
    in[q->assume >> 1] = 1;
    for (unsigned k = 0; k < q->n; k++)
        in[q->bad[k] >> 1] = 1;
    for (uint32_t k = g->n; k-- > 1;)
        if (in[k] && g->node[k].a != AIG_INPUT) {
            in[g->node[k].a >> 1] = 1;
            in[g->node[k].b >> 1] = 1;
        }
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t k = 1; k < g->n; k++)
            if (in[k] && (g->node[k].a == AIG_INPUT) == (pass == 0)) {
                c->number[k] = ++c->n;
                c->node[c->n] = k;
            }
        if (pass == 0)
            c->inputs = c->n;
    }
    free(in);
    return true;
}

static void free_cone(cone_t *c)
{
    free(c->number);
    free(c->node);
}

static uint32_t renumbered(const cone_t *c, lit_t a)
{
    return 2 * c->number[a >> 1] + (a & 1);
}

static void put_delta(FILE *f, uint32_t delta)
{
    while (delta >= 128) {
        fputc((int)(delta & 127) | 128, f);
        delta >>= 7;
    }
    fputc((int)delta, f);
}

static void put_gate(FILE *f, uint32_t number, uint32_t a, uint32_t b)
{
    put_delta(f, 2 * number - (a > b ? a : b));
    put_delta(f, a > b ? a - b : b - a);
}

/* The gates of one output: the OR of all that is bad, and the assumption, as a chain behind the
 * cone. Every literal of it is above those before. */
static void write_gates(const question_t *q, const cone_t *c, FILE *f)
{
    uint32_t none = 1; /* nothing bad so far */
    for (uint32_t k = c->inputs + 1; k <= c->n; k++) {
        const aig_node_t *n = &q->aig->node[c->node[k]];
        put_gate(f, k, renumbered(c, n->a), renumbered(c, n->b));
    }
    for (unsigned k = 0; k <= q->n; k++) {
        const uint32_t top = c->n + 1 + k;
        if (k < q->n)
            put_gate(f, top, renumbered(c, q->bad[k]) ^ 1, none);
        else
            put_gate(f, top, renumbered(c, q->assume), none ^ 1);
        none = 2 * top;
    }
}

int solve_write(const question_t *q, scratch_t *s, const char *name, uint32_t *gates, diag_t *d)
{
    cone_t c = {0};
    FILE *f = tools_open(s, name, "wb", d);
    if (!f)
        return -EIO;
    int rc = find_cone(q, &c) ? 0 : diag_at(d, "prove", 0, 0, "out of memory");
    if (!rc) {
        const uint32_t top = c.n + q->n + 1;
        *gates = top - c.inputs;
        fprintf(f, "aig %" PRIu32 " %" PRIu32 " 0 1 %" PRIu32 "\n%" PRIu32 "\n", top, c.inputs,
                *gates, 2 * top);
        write_gates(q, &c, f);
    }
    const int end = tools_close(f, name, d);
    rc = rc ? rc : end;
    free_cone(&c);
    return rc;
}

void solve_values(const aig_t *g, const uint8_t *value, uint8_t *node)
{
    node[0] = 0;
    for (uint32_t k = 1; k < g->n; k++) {
        const aig_node_t n = g->node[k];
        node[k] = n.a == AIG_INPUT ? value[n.b]
                                   : (node[n.a >> 1] ^ (n.a & 1)) & (node[n.b >> 1] ^ (n.b & 1));
    }
}

/* ---- Asking ---- */

/* The example of abc: a character per input of the file, in its order. */
static bool take_example(const question_t *q, scratch_t *s, uint8_t *value)
{
    cone_t c = {0};
    diag_t unread = {{0}};
    char *text = tools_read(s, "example.txt", &unread);
    bool found = text && find_cone(q, &c) && strspn(text, "01") >= c.inputs;
    for (uint32_t k = 1; found && k <= c.inputs; k++)
        value[q->aig->node[c.node[k]].b] = text[k - 1] == '1';
    free(text);
    free_cone(&c);
    return found;
}

/* Is it one? Whatever a solver says, an example is looked at. */
static bool is_example(const question_t *q, const uint8_t *value)
{
    uint8_t *node = malloc(q->aig->n);
    bool bad = false;
    if (!node)
        return false;
    solve_values(q->aig, value, node);
    for (unsigned k = 0; k < q->n; k++)
        bad = bad || (node[q->bad[k] >> 1] ^ (q->bad[k] & 1));
    const bool assumed = node[q->assume >> 1] ^ (q->assume & 1);
    free(node);
    return bad && assumed;
}

static bool log_says(scratch_t *s, const char *log, const char *word, const char *without)
{
    diag_t unread = {{0}};
    char *text = tools_read(s, log, &unread);
    const bool says = text && strstr(text, word) && !(without && strstr(text, without));
    free(text);
    return says;
}

static int ask_abc(const question_t *q, scratch_t *s, const char *commands, uint8_t *value,
                   answer_t *answer, diag_t *d)
{
    uint32_t gates;
    int rc = solve_write(q, s, "miter.aig", &gates, d);
    rc = rc ? rc
            : tools_run(s, "abc.log", q->cpu_seconds, q->seconds,
                        (const char *const[]){"berkeley-abc", "-q", commands, NULL}, d);
    if (rc < 0)
        return rc;
    if (log_says(s, "abc.log", "UNSATISFIABLE", NULL))
        *answer = ANSWER_NEVER;
    if (!log_says(s, "abc.log", "SATISFIABLE", "UNSATISFIABLE"))
        return 0;
    rc = tools_run(s, "example.log", q->cpu_seconds, q->seconds,
                   (const char *const[]){"berkeley-abc", "-q",
                                         "read_aiger miter.aig; strash; sat -C 0; write_cex "
                                         "example.txt",
                                         NULL},
                   d);
    if (rc == 0 && take_example(q, s, value) && is_example(q, value))
        *answer = ANSWER_YES;
    return rc < 0 ? rc : 0;
}

/* Each gate as three clauses. */
static int write_cnf(const question_t *q, scratch_t *s, diag_t *d)
{
    cone_t c = {0};
    FILE *f = tools_open(s, "miter.cnf", "w", d);
    if (!f)
        return -EIO;
    int rc = find_cone(q, &c) ? 0 : diag_at(d, "prove", 0, 0, "out of memory");
    if (!rc) {
        /* Variable k + 1 is the cone's number k; variable 1 is false. */
        fprintf(f, "p cnf %" PRIu32 " %" PRIu32 "\n-1 0\n", c.n + 1, 3 * (c.n - c.inputs) + 3);
        for (uint32_t k = c.inputs + 1; k <= c.n; k++) {
            const aig_node_t *n = &q->aig->node[c.node[k]];
            const uint32_t a = renumbered(&c, n->a), b = renumbered(&c, n->b), x = k + 1;
            const char *const sign[2] = {"", "-"}, *const other[2] = {"-", ""};
            fprintf(f, "-%" PRIu32 " %s%" PRIu32 " 0\n", x, sign[a & 1], a / 2 + 1);
            fprintf(f, "-%" PRIu32 " %s%" PRIu32 " 0\n", x, sign[b & 1], b / 2 + 1);
            fprintf(f, "%" PRIu32 " %s%" PRIu32 " %s%" PRIu32 " 0\n", x, other[a & 1], a / 2 + 1,
                    other[b & 1], b / 2 + 1);
        }
        const uint32_t a = renumbered(&c, q->assume);
        fprintf(f, "%s%" PRIu32 " 0\n", a & 1 ? "-" : "", a / 2 + 1);
        for (unsigned k = 0; k < q->n; k++) {
            const uint32_t b = renumbered(&c, q->bad[k]);
            fprintf(f, "%s%" PRIu32 " ", b & 1 ? "-" : "", b / 2 + 1);
        }
        fputs("0\n", f);
    }
    const int end = tools_close(f, "miter.cnf", d);
    rc = rc ? rc : end;
    free_cone(&c);
    return rc;
}

/* Lines of numbers behind a v: a variable that is true, or minus one that is false. */
static bool take_model(const question_t *q, scratch_t *s, uint8_t *value)
{
    cone_t c = {0};
    diag_t unread = {{0}};
    char *text = tools_read(s, "cnf.log", &unread);
    const bool found = text && find_cone(q, &c);
    for (char *at = found ? text : NULL; at && *at;) {
        if (*at == 'v')
            at++;
        char *end;
        const long n = strtol(at, &end, 10);
        if (end == at) {
            at++;
            continue;
        }
        at = end;
        const uint32_t k = (uint32_t)(n < 0 ? -n : n) - 1;
        if (n != 0 && k >= 1 && k <= c.inputs)
            value[q->aig->node[c.node[k]].b] = n > 0;
    }
    free(text);
    free_cone(&c);
    return found;
}

/* Of a program that reads clauses: it and its option before the file. */
static int ask_cnf(const question_t *q, scratch_t *s, const char *program, const char *option,
                   uint8_t *value, answer_t *answer, diag_t *d)
{
    int rc = write_cnf(q, s, d);
    rc = rc ? rc
            : tools_run(s, "cnf.log", q->cpu_seconds, q->seconds,
                        (const char *const[]){program, option, "miter.cnf", NULL}, d);
    if (rc < 0)
        return rc;
    if (log_says(s, "cnf.log", "s UNSATISFIABLE", NULL))
        *answer = ANSWER_NEVER;
    else if (log_says(s, "cnf.log", "s SATISFIABLE", NULL) && take_model(q, s, value) &&
             is_example(q, value))
        *answer = ANSWER_YES;
    return 0;
}

int solve(const question_t *q, scratch_t *s, solver_t by, uint8_t *value, answer_t *answer,
          diag_t *d)
{
    static const char *const commands[] = {
        [SOLVER_ABC] = "&r miter.aig; &glucose", [SOLVER_SWEEP] = "&r miter.aig; &fraig; &glucose"};
    *answer = ANSWER_UNKNOWN;
    memset(value, 0, q->aig->n_inputs);
    switch (by) {
    case SOLVER_CADICAL:
        return ask_cnf(q, s, "cadical", "-q", value, answer, d);
    case SOLVER_Z3:
        return ask_cnf(q, s, "z3", "-dimacs", value, answer, d);
    default:
        return ask_abc(q, s, commands[by], value, answer, d);
    }
}
