/*
 * Values where paths meet: the one that all paths bring, or a choice by the branches on the way,
 * which are followed from the block that all of them pass.
 */
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "isa/address_slicer.h"

#define BUSY    (UINT32_MAX - 1)
#define NOTHING (UINT32_MAX - 2)

/* The value of var at the start of `to`, on the way there from the end of other blocks. */
typedef struct meet {
    uint32_t var, to;
    uint32_t *value; /* [n_blocks] at the end of to's predecessors; NOTHING: not asked about */
    uint32_t *from;  /* [n_blocks] what choose() found; NO_NODE: not asked; BUSY: being asked */
    uint32_t *stack;
    bool *seen;
} meet_t;

/* The one value that all ways from the end of `block` bring; NO_NODE: there are several;
 * NOTHING: no way leads there. */
static uint32_t only_value(const slicer_t *z, const meet_t *m, uint32_t block)
{
    uint32_t depth = 0, found = NOTHING;
    memset(m->seen, 0, z->c->n_blocks);
    m->stack[depth++] = block;
    m->seen[block] = true;
    while (depth) {
        uint32_t at = m->stack[--depth];
        for (uint32_t k = 0; k < z->c->n_succ[at]; k++) {
            uint32_t to = z->c->succ[at][k];
            if (to == m->to) {
                if (m->value[at] == NOTHING)
                    continue;
                if (found != NOTHING && found != m->value[at])
                    return NO_NODE;
                found = m->value[at];
            } else if (!m->seen[to]) {
                m->seen[to] = true;
                m->stack[depth++] = to;
            }
        }
    }
    return found;
}

/* One of the values that meet. */
static uint32_t unknown_meet(slicer_t *z, const meet_t *m, address_why_t why, uint32_t cause)
{
    uint32_t of[NODE_ARGS];
    unsigned n = 0, bits = slicer_var_bits(z, m->var);
    for (uint32_t k = 0; k < z->g.n_pred[m->to]; k++) {
        uint32_t x = m->value[z->g.pred[m->to][k]];
        unsigned at = 0;
        while (at < n && of[at] != x)
            at++;
        if (x == NOTHING || at < n)
            continue;
        if (n == NODE_ARGS) { /* more than fit: those so far are one */
            of[0] = node_unknown_of(z->s, why, cause, ISA_NO_INDEX, of, n, bits);
            n = 1;
        }
        of[n++] = x;
    }
    return node_unknown_of(z->s, why, cause, ISA_NO_INDEX, of, n, bits);
}

static uint32_t choose(slicer_t *z, const meet_t *m, uint32_t block);

static uint32_t choose_edge(slicer_t *z, const meet_t *m, uint32_t block, uint32_t to)
{
    return to == m->to ? m->value[block] : choose(z, m, to);
}

/* Of a block that ends with a branch to several, which lead to different values. */
static uint32_t choose_branch(slicer_t *z, const meet_t *m, uint32_t block)
{
    uint32_t at = z->c->block_first[block + 1] - 1, target, next;
    const op_t *o = &z->c->op[at];
    if (o->exec != EX_BRA || z->c->n_succ[block] != 2)
        return unknown_meet(z, m, ADDRESS_BRANCH, at);
    target = z->c->block_of[o->target];
    next = z->c->succ[block][0] == target ? z->c->succ[block][1] : z->c->succ[block][0];
    uint32_t yes = choose_edge(z, m, block, target), no = choose_edge(z, m, block, next);
    if (yes == NOTHING || no == NOTHING || yes == no)
        return yes == NOTHING ? no : yes;
    uint32_t p = slicer_read(z, z->c->slots + o->guard, block, at);
    if (z->general)
        return node_choice_at(z->s, p, yes, no, ADDRESS_BRANCH, at);
    if (z->s->node[p].on & (ON_TID | ON_UNKNOWN))
        return slicer_unknown_choice(z, p, at, ADDRESS_BRANCH, yes, no);
    return o->guard_not ? node_choice(z->s, p, no, yes) : node_choice(z->s, p, yes, no);
}

static uint32_t choose_next(slicer_t *z, const meet_t *m, uint32_t block)
{
    return z->c->n_succ[block] == 1 ? choose_edge(z, m, block, z->c->succ[block][0])
                                    : choose_branch(z, m, block);
}

static uint32_t choose(slicer_t *z, const meet_t *m, uint32_t block)
{
    uint32_t *memo = &m->from[block];
    if (*memo == BUSY && z->general)
        return NOTHING; /* what the other ways out of the loop bring */
    if (*memo == BUSY)  /* round a loop that ends in several ways */
        return unknown_meet(z, m, ADDRESS_LOOP, z->c->block_first[block]);
    if (*memo != NO_NODE)
        return *memo;
    uint32_t x = only_value(z, m, block);
    if (x == NO_NODE && ++z->depth > SLICER_DEPTH) {
        x = unknown_meet(z, m, ADDRESS_FLOW, z->c->block_first[block]);
        z->depth--;
    } else if (x == NO_NODE) {
        *memo = BUSY;
        x = choose_next(z, m, block);
        z->depth--;
    }
    return *memo = x;
}

/* Block `to` can be reached from block `from`. */
static bool reaches(slicer_t *z, uint32_t from, uint32_t to)
{
    uint32_t depth = 0, *stack = malloc(z->c->n_blocks * sizeof *stack);
    bool *seen = calloc(z->c->n_blocks, 1), found = false;
    if (!stack || !seen)
        memory_out();
    stack[depth++] = from;
    seen[from] = true;
    while (depth && !found) {
        uint32_t at = stack[--depth];
        found = at == to;
        for (uint32_t k = 0; k < z->c->n_succ[at]; k++)
            if (!seen[z->c->succ[at][k]]) {
                seen[z->c->succ[at][k]] = true;
                stack[depth++] = z->c->succ[at][k];
            }
    }
    free(stack);
    free(seen);
    return found;
}

/* Value x of any iteration is not that of all iterations of loop l. */
static bool varies(slicer_t *z, uint32_t x, unsigned l)
{
    bool *in = calloc(x + 1, 1), found = false;
    if (!in)
        memory_out();
    in[x] = true;
    for (uint32_t k = x + 1; k-- > 0 && !found;) {
        const node_t *n = &z->s->node[k];
        found = in[k] && n->kind == NODE_PHI && slicer_in_loop(z, z->phi[n->value].block, l);
        for (unsigned a = 0; in[k] && a < n->n; a++)
            in[n->arg[a]] = true;
    }
    free(in);
    return found;
}

/* Which iteration's x it is when block `to` behind loop l is reached, the branches out of the
 * loop say. */
static uint32_t left(slicer_t *z, uint32_t x, unsigned l, uint32_t to)
{
    for (uint32_t b = 0; b < z->c->n_blocks; b++) {
        if (!slicer_in_loop(z, b, l))
            continue;
        for (uint32_t k = 0; k < z->c->n_succ[b]; k++) {
            uint32_t at = z->c->block_first[b + 1] - 1, out = z->c->succ[b][k];
            const op_t *o = &z->c->op[at];
            if (slicer_in_loop(z, out, l) || !reaches(z, out, to))
                continue;
            if (o->exec == EX_BRX)
                return slicer_unknown(z, ADDRESS_BRANCH, at, z->s->node[x].base,
                                      z->s->node[x].bits);
            if (o->exec == EX_BRA && o->guard != NO_PRED)
                x = node_choice_at(z->s, slicer_read(z, z->c->slots + o->guard, b, at), x, x,
                                   ADDRESS_BRANCH, at);
        }
    }
    return x;
}

/* The value of var at the end of block `from`, on the way to block `to`. */
static uint32_t at_end(slicer_t *z, uint32_t var, uint32_t from, uint32_t to)
{
    uint32_t x = slicer_read(z, var, from, z->c->block_first[from + 1]);
    unsigned l = z->general ? z->k->inst[z->c->block_first[from]].loop : 0;
    for (; l && !slicer_in_loop(z, to, l); l = z->k->loop[l - 1].parent)
        if (varies(z, x, l))
            x = left(z, x, l, to);
    return x;
}

/* The values at the ends of the blocks `from` (of to's predecessors those that count) as one;
 * all paths there pass block `start`. */
static uint32_t merge(slicer_t *z, uint32_t var, uint32_t start, uint32_t to, const uint32_t *from,
                      unsigned n)
{
    meet_t m = {.var = var, .to = to};
    bool one = true;
    m.value = pool_alloc(&z->temp, z->c->n_blocks * sizeof(uint32_t));
    for (uint32_t k = 0; k < z->g.n_pred[to]; k++)
        m.value[z->g.pred[to][k]] = NOTHING;
    for (unsigned k = 0; k < n; k++) {
        m.value[from[k]] = at_end(z, var, from[k], to);
        one = one && m.value[from[k]] == m.value[from[0]];
    }
    if (one)
        return m.value[from[0]];
    m.from = pool_alloc(&z->temp, z->c->n_blocks * sizeof(uint32_t));
    m.stack = pool_alloc(&z->temp, z->c->n_blocks * sizeof(uint32_t));
    m.seen = pool_alloc(&z->temp, z->c->n_blocks);
    memset(m.from, 0xff, z->c->n_blocks * sizeof(uint32_t));
    /* itself begins where it ends: round a loop */
    uint32_t x = start == to ? choose_next(z, &m, start) : choose(z, &m, start);
    return x == NOTHING ? slicer_unknown(z, ADDRESS_FLOW, z->c->block_first[to], NO_NODE,
                                         slicer_var_bits(z, var))
                        : x;
}

/* What comes to the header of loop l from outside it, or round it; l = 0: to any block. */
uint32_t slicer_ways(slicer_t *z, uint32_t var, uint32_t block, unsigned l, bool round)
{
    unsigned n = 0;
    uint32_t *from = pool_alloc(&z->temp, (z->g.n_pred[block] + 1) * sizeof *from);
    for (uint32_t k = 0; k < z->g.n_pred[block]; k++) {
        uint32_t p = z->g.pred[block][k];
        if (z->idom[p] != GRAPH_NONE && (l && slicer_in_loop(z, p, l)) == round)
            from[n++] = p;
    }
    if (!block && n && !round) /* a branch to the first instruction that is no loop */
        return slicer_unknown(z, ADDRESS_FLOW, 0, NO_NODE, slicer_var_bits(z, var));
    return !n      ? node_const(z->s, 0, slicer_var_bits(z, var)) /* before the first write */
           : n > 1 ? merge(z, var, round ? block : z->idom[block], block, from, n)
                   : at_end(z, var, from[0], block);
}
