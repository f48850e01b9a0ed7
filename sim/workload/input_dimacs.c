/*
 * DIMACS: shortest-path graphs of the ninth challenge (p sp, a lines: directed arcs with lengths)
 * and graphs to be coloured of the second (p edge or p col, e lines: undirected edges without
 * weights; n lines: a node's number, which no workload uses). Nodes count from 1; lines that begin
 * with c are comments.
 */
#include <ctype.h>
#include <string.h>

#include "workload/input.h"

typedef struct problem {
    bool given;      /* the p line was read */
    bool undirected; /* p edge */
    const char *one; /* an edge, for messages */
    int64_t count, seen;
    input_use_t use;
} problem_t;

static int read_problem(text_t *t, host_t *h, problem_t *p, input_t *in)
{
    if (p->given)
        return text_refuse(t, "one p line");
    char word[8];
    text_word(t, word, sizeof word);
    int kind =
        text_one_of(t, "the problem", (const char *const[]){"sp", "edge", "edges", "col", NULL});
    if (kind < 0)
        return kind;
    p->given = true;
    p->undirected = kind > 0;
    p->one = p->undirected ? "an edge (e NODE NODE)" : "an arc (a FROM TO LENGTH)";
    int64_t nodes;
    if (!text_skip_in_line(t))
        input_place(t, in);
    int rc = input_nodes(t, "the node count", &nodes);
    if (rc)
        return rc;
    in->rows = in->cols = (uint32_t)nodes;
    /* At least "e 1 1" or "a 1 1 1" with a line end. */
    rc = p->undirected ? text_field_count(t, "the edge count", 0, 6, &p->count)
                       : text_field_count(t, "the arc count", 0, 8, &p->count);
    if (rc || (rc = text_line_end(t, "the p line's two counts")))
        return rc;
    return input_room(h, in, (size_t)p->count * (p->undirected ? 2 : 1));
}

static int read_edge(text_t *t, problem_t *p, input_t *in)
{
    if (!p->given)
        return text_refuse(t, "the p line first: p sp NODES ARCS or p edge NODES EDGES");
    if ((*t->at == 'e') != p->undirected)
        return text_refuse(t, "%s", p->one);
    if (p->seen == p->count)
        return text_refuse(t, "the end of the file after the %lld %s of the p line",
                           (long long)p->count, p->undirected ? "edges" : "arcs");
    char word[8];
    text_word(t, word, sizeof word);
    int64_t from, to;
    double length = 1.0;
    int rc = text_field_number(t, "a node", 1, in->rows, &from);
    if (!rc)
        rc = text_field_number(t, "a node", 1, in->rows, &to);
    if (!rc && !p->undirected)
        rc = input_whole(t, "a length", p->use, &length);
    if (rc || (rc = text_line_end(t, p->one)))
        return rc;
    p->seen++;
    input_add(in, from - 1, to - 1, length);
    if (p->undirected && from != to)
        input_add(in, to - 1, from - 1, length);
    return 0;
}

/* n NODE VALUE. Of which nodes there are any, whether twice, the format does not say. */
static int read_node(text_t *t, const problem_t *p, const input_t *in)
{
    if (!p->undirected)
        return text_refuse(t, p->given ? "%s" : "the p line first: p edge NODES EDGES", p->one);
    char word[8];
    text_word(t, word, sizeof word);
    int64_t node, value;
    int rc = text_field_number(t, "a node", 1, in->rows, &node);
    if (!rc)
        rc = text_field_number(t, "a node's number", INT32_MIN, INT32_MAX, &value);
    return rc ? rc : text_line_end(t, "a node (n NODE NUMBER)");
}

static int read_line(text_t *t, host_t *h, problem_t *p, input_t *in)
{
    bool alone = !t->at[1] || isspace((unsigned char)t->at[1]);
    if (*t->at == 'c')
        return 0;
    if (alone && *t->at == 'p')
        return read_problem(t, h, p, in);
    if (alone && (*t->at == 'a' || *t->at == 'e'))
        return read_edge(t, p, in);
    if (alone && *t->at == 'n')
        return read_node(t, p, in);
    return text_refuse(t, "a line of DIMACS: c, p, a (arc), e (edge) or n (node)");
}

int input_dimacs(text_t *t, host_t *h, input_use_t use, input_t *in)
{
    problem_t p = {.use = use};
    while (!text_skip(t)) {
        int rc = read_line(t, h, &p, in);
        if (rc)
            return rc;
        text_next_line(t);
    }
    if (!p.given)
        return text_refuse(t, "the p line: p sp NODES ARCS or p edge NODES EDGES");
    if (p.seen < p.count)
        return text_refuse(t, "%s: %lld of the %lld of the p line are missing", p.one,
                           (long long)(p.count - p.seen), (long long)p.count);
    return 0;
}
