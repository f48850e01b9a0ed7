#include "prove/aig.h"

#include "prove/aig_small.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 1 << 12 };

static uint32_t hash_of(lit_t a, lit_t b)
{
    uint64_t h = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(h >> 32);
}

void aig_init(aig_t *g)
{
    memset(g, 0, sizeof *g);
    g->node = calloc(FIRST, sizeof *g->node);
    g->table = calloc(2 * FIRST, sizeof *g->table);
    g->small = calloc(FIRST, sizeof *g->small);
    g->functions = calloc(4 * FIRST, sizeof *g->functions);
    g->failed = !g->node || !g->table || !g->small || !g->functions;
    g->cap = FIRST;
    g->table_size = 2 * FIRST;
    g->n = 1;
}

void aig_free(aig_t *g)
{
    free(g->node);
    free(g->table);
    free(g->small);
    free(g->functions);
    free(g->input);
    memset(g, 0, sizeof *g);
}

static void insert(const aig_t *g, uint32_t node)
{
    uint32_t at = hash_of(g->node[node].a, g->node[node].b) & (g->table_size - 1);
    while (g->table[at])
        at = (at + 1) & (g->table_size - 1);
    g->table[at] = node;
}

/* Twice the size of the other table: a node that was cut can be there twice. */
static uint32_t functions_mask(const aig_t *g)
{
    return 2 * g->table_size - 1;
}

static void insert_function(const aig_t *g, uint32_t node)
{
    uint32_t at = small_hash(&g->small[node]) & functions_mask(g);
    while (g->functions[at])
        at = (at + 1) & functions_mask(g);
    g->functions[at] = node;
}

static bool grow(aig_t *g)
{
    if (g->n < g->cap)
        return true;
    const uint32_t cap = g->cap * 2;
    aig_node_t *node = cap < UINT32_MAX / 4 ? realloc(g->node, cap * sizeof *node) : NULL;
    if (!node)
        return false;
    g->node = node;
    small_t *small = realloc(g->small, cap * sizeof *small);
    if (!small)
        return false;
    g->small = small;
    uint32_t *table = calloc((size_t)cap * 2, sizeof *table);
    uint32_t *functions = calloc((size_t)cap * 4, sizeof *functions);
    if (!table || !functions) {
        free(table);
        free(functions);
        return false;
    }
    free(g->table);
    free(g->functions);
    g->table = table;
    g->functions = functions;
    g->table_size = cap * 2;
    g->cap = cap;
    for (uint32_t k = 1; k < g->n; k++) {
        if (g->node[k].a != AIG_INPUT)
            insert(g, k);
        insert_function(g, k);
    }
    return true;
}

/* A node as an input of functions, where it depends on too many itself. */
static uint32_t as_input(uint32_t node)
{
    return node | 1U << 31;
}

static lit_t new_node(aig_t *g, lit_t a, lit_t b, const small_t *function)
{
    if (g->failed || !grow(g)) {
        g->failed = true;
        return AIG_FALSE;
    }
    g->node[g->n] = (aig_node_t){a, b};
    g->small[g->n] = function->n <= AIG_SMALL ? *function : small_input(as_input(g->n));
    insert_function(g, g->n);
    return 2 * g->n++;
}

/* A literal of that function that is there already. */
static bool same_function(const aig_t *g, const small_t *s, lit_t *made)
{
    *made = small_is_true(s);
    if (s->n == 0)
        return true;
    for (uint32_t at = small_hash(s) & functions_mask(g); g->functions[at];
         at = (at + 1) & functions_mask(g))
        for (unsigned inverted = 0; inverted < 2; inverted++)
            if (small_is(s, &g->small[g->functions[at]], inverted)) {
                *made = 2 * g->functions[at] + inverted;
                return true;
            }
    return false;
}

lit_t aig_input(aig_t *g)
{
    if (g->n_inputs == g->inputs_cap) {
        const uint32_t cap = g->inputs_cap ? 2 * g->inputs_cap : 256;
        uint32_t *input = realloc(g->input, cap * sizeof *input);
        if (!input) {
            g->failed = true;
            return AIG_FALSE;
        }
        g->input = input;
        g->inputs_cap = cap;
    }
    const small_t function = small_input(g->n_inputs);
    const lit_t made = new_node(g, AIG_INPUT, g->n_inputs, &function);
    if (made)
        g->input[g->n_inputs++] = made >> 1;
    return made;
}

/* a and b, one of which is a gate's literal, as one literal that is there already; else false. */
static bool simpler(aig_t *g, lit_t a, lit_t b, lit_t *made)
{
    if (!aig_is_gate(g, a))
        return false;
    const aig_node_t n = g->node[a >> 1];
    const bool left = n.a == b, right = n.b == b, not_left = n.a == (b ^ 1),
               not_right = n.b == (b ^ 1);
    if (!(a & 1)) { /* (n.a & n.b) & b */
        if (left || right)
            *made = a;
        else if (not_left || not_right)
            *made = AIG_FALSE;
        else
            return false;
        return true;
    }
    if (not_left || not_right) /* !(n.a & n.b) & b, where b excludes the gate */
        *made = b;
    else if (left)
        *made = aig_and(g, b, n.b ^ 1);
    else if (right)
        *made = aig_and(g, b, n.a ^ 1);
    else
        return false;
    return true;
}

/* The same of two gates. */
static bool simpler_pair(const aig_t *g, lit_t a, lit_t b, lit_t *made)
{
    if (!aig_is_gate(g, a) || !aig_is_gate(g, b))
        return false;
    const aig_node_t n = g->node[a >> 1], m = g->node[b >> 1];
    const bool apart = n.a == (m.a ^ 1) || n.a == (m.b ^ 1) || n.b == (m.a ^ 1) || n.b == (m.b ^ 1);
    if (!apart)
        return false;
    if (!(a & 1) && !(b & 1)) {
        *made = AIG_FALSE;
        return true;
    }
    if ((a & 1) != (b & 1)) { /* one gate excludes the other */
        *made = a & 1 ? b : a;
        return true;
    }
    /* !(x & y) & !(x & !y) is !x */
    if ((n.a == m.a && n.b == (m.b ^ 1)) || (n.a == m.b && n.b == (m.a ^ 1)))
        *made = n.a ^ 1;
    else if ((n.b == m.b && n.a == (m.a ^ 1)) || (n.b == m.a && n.a == (m.b ^ 1)))
        *made = n.b ^ 1;
    else
        return false;
    return true;
}

lit_t aig_and(aig_t *g, lit_t a, lit_t b)
{
    lit_t made;
    if (a > b) {
        const lit_t c = a;
        a = b;
        b = c;
    }
    if (a == AIG_FALSE || a == (b ^ 1))
        return AIG_FALSE;
    if (a == AIG_TRUE || a == b)
        return b;
    if (simpler(g, a, b, &made) || simpler(g, b, a, &made) || simpler_pair(g, a, b, &made))
        return made;
    for (uint32_t at = hash_of(a, b) & (g->table_size - 1); g->table[at];
         at = (at + 1) & (g->table_size - 1))
        if (g->node[g->table[at]].a == a && g->node[g->table[at]].b == b)
            return 2 * g->table[at];
    const small_t function = small_and(&g->small[a >> 1], a & 1, &g->small[b >> 1], b & 1);
    if (function.n <= AIG_SMALL && same_function(g, &function, &made))
        return made;
    made = new_node(g, a, b, &function);
    if (made)
        insert(g, made >> 1);
    return made;
}

void aig_cut(aig_t *g, lit_t a)
{
    const uint32_t node = a >> 1;
    bool of_nodes = false;
    for (uint32_t i = 0; i < g->small[node].n; i++)
        of_nodes = of_nodes || g->small[node].input[i] >> 31;
    if (!of_nodes || g->small[node].input[0] == as_input(node))
        return;
    g->small[node] = small_input(as_input(node));
    insert_function(g, node); /* where it was before it is not found any more */
}

lit_t aig_xor(aig_t *g, lit_t a, lit_t b)
{
    if (a <= AIG_TRUE)
        return b ^ a;
    if (b <= AIG_TRUE)
        return a ^ b;
    if ((a | 1) == (b | 1))
        return a == b ? AIG_FALSE : AIG_TRUE;
    const lit_t flip = (a ^ b) & 1; /* one form for both polarities */
    a &= ~(lit_t)1;
    b &= ~(lit_t)1;
    return flip ^ aig_and(g, aig_not(aig_and(g, a, b)), aig_or(g, a, b));
}

lit_t aig_mux(aig_t *g, lit_t s, lit_t a, lit_t b)
{
    if (s <= AIG_TRUE)
        return s ? a : b;
    if (a == b)
        return a;
    if (a == (b ^ 1))
        return aig_xor(g, s, b);
    return aig_or(g, aig_and(g, s, a), aig_and(g, s ^ 1, b));
}

lit_t aig_tell_apart(const aig_t *g, lit_t a, lit_t b)
{
    if (!aig_is_gate(g, a))
        return a;
    if (a & 1) /* of an OR and an AND the AND, which is what a solver takes apart */
        return aig_is_gate(g, b) && !(b & 1) ? b ^ 1 : a;
    const aig_node_t n = g->node[a >> 1];
    if (b == (n.a ^ 1) || b == (n.b ^ 1))
        return b ^ 1;
    if (!aig_is_gate(g, b) || b & 1)
        return a;
    const aig_node_t m = g->node[b >> 1];
    if (n.a == (m.a ^ 1) || n.a == (m.b ^ 1))
        return n.a;
    if (n.b == (m.a ^ 1) || n.b == (m.b ^ 1))
        return n.b;
    return a;
}
