/*
 * A graph of AND gates and inverters with structural hashing: what both sides of a proof become.
 *
 * A literal is 2 * node + 1 if inverted. Node 0 is constant false. Two gates of the same literals
 * are one node, and a few rules of one and two levels keep constants and repeated conditions out of
 * the graph. Every gate also has a truth table (aig_small.h) over at most AIG_SMALL nodes below it:
 * inputs, and gates that depend on more. Two gates of one table are one node, too, whatever they
 * are made of. So an index of few bits has one form, and a loop over it ends where it has to. When
 * memory runs out, `failed` is set and every later gate is constant false: whoever uses the graph
 * looks at it before he believes a result.
 */
#ifndef LW_PROVE_AIG_H
#define LW_PROVE_AIG_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t lit_t;

enum { AIG_FALSE, AIG_TRUE };
#define AIG_INPUT UINT32_MAX /* first fan-in of an input */

typedef struct aig_node {
    lit_t a, b; /* a < b; of an input a is AIG_INPUT and b its number */
} aig_node_t;

struct small;

typedef struct aig {
    aig_node_t *node;
    struct small *small; /* of each node */
    uint32_t *functions; /* of node numbers by truth table, as `table` */
    uint32_t n, cap;
    uint32_t *table; /* of node numbers, open addressing; 0: free */
    uint32_t table_size;
    uint32_t *input; /* nodes of the inputs */
    uint32_t n_inputs, inputs_cap;
    bool failed;
} aig_t;

void aig_init(aig_t *g);
void aig_free(aig_t *g);

lit_t aig_input(aig_t *g);
lit_t aig_and(aig_t *g, lit_t a, lit_t b);
lit_t aig_xor(aig_t *g, lit_t a, lit_t b);
/* s ? a : b */
lit_t aig_mux(aig_t *g, lit_t s, lit_t a, lit_t b);
/* From now on tables of gates above the literal's node have the node itself as an input, unless it
 * depends on few inputs of the graph alone: for the bits of an index. */
void aig_cut(aig_t *g, lit_t a);
/* Of two conditions that exclude each other, a literal that is true with the first and false with
 * the second: the simplest one that is found. */
lit_t aig_tell_apart(const aig_t *g, lit_t a, lit_t b);

static inline lit_t aig_not(lit_t a)
{
    return a ^ 1;
}

static inline lit_t aig_or(aig_t *g, lit_t a, lit_t b)
{
    return aig_not(aig_and(g, aig_not(a), aig_not(b)));
}

static inline bool aig_is_const(lit_t a)
{
    return a <= AIG_TRUE;
}

/* Is it an AND gate? */
static inline bool aig_is_gate(const aig_t *g, lit_t a)
{
    return a > AIG_TRUE && g->node[a >> 1].a != AIG_INPUT;
}

#endif
