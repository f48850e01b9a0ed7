/*
 * What comes round loops. The first iteration's value stands for a loop-carried term if the term
 * depends on parameters, IDs, constants and loop-carried terms in every iteration. So beside the
 * values of first iterations there are those of any: the variables that a loop changes are opaque
 * at its header (NODE_PHI), and what they depend on is the least solution over all of them.
 */
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "isa/address_slicer.h"

/* The access is in loop x, 1 + index. */
static bool inside(const slicer_t *z, unsigned x)
{
    for (unsigned l = z->loop; l; l = z->k->loop[l - 1].parent)
        if (l == x)
            return true;
    return false;
}

void slicer_general(slicer_t *z, bool on)
{
    if (on && !z->general_in) {
        const struct isa_code *c = z->c;
        z->general_in =
            pool_alloc(&z->temp, ((size_t)c->n_blocks * z->n_vars + 1) * sizeof *z->general_in);
        z->general_made =
            pool_alloc(&z->temp, (size_t)z->k->n_inst * OUTS * sizeof *z->general_made);
    }
    z->general = on;
    z->s = on ? z->general_set : z->first_set;
    z->in = on ? z->general_in : z->first_in;
    z->made = on ? z->general_made : z->first_made;
}

/* Of any iteration; what it depends on is found later, by slicer_settle(). */
static uint32_t new_phi(slicer_t *z, uint32_t var, uint32_t block)
{
    z->phi = pool_grow(&z->temp, z->phi, z->n_phi, sizeof *z->phi);
    uint32_t node = node_phi(z->s, z->n_phi, slicer_var_bits(z, var));
    z->phi[z->n_phi++] = (phi_t){.block = block, .var = var, .node = node};
    return node;
}

/* What a node depends on, those before it known; and why it is unknown. */
static uint8_t depends(const slicer_t *z, uint32_t at, const uint8_t *on, reason_t *reason)
{
    const node_t *x = &z->general_set->node[at];
    uint8_t all = x->kind == NODE_PHI ? z->phi[x->value].on : x->n ? 0 : x->on;
    reason[at] = x->kind == NODE_PHI ? z->phi[x->value].reason
                                     : (reason_t){(address_why_t)x->why, x->cause, x->via};
    for (unsigned k = 0; k < x->n; k++) {
        if (!(all & ON_UNKNOWN) && (on[x->arg[k]] & ON_UNKNOWN)) {
            reason[at] = reason[x->arg[k]];
            if (x->kind == NODE_CHOICE && !k)
                reason[at].via = x->cause;
        } else if (!(all & ON_UNKNOWN) && x->kind == NODE_CHOICE && !k &&
                   (on[x->arg[0]] & ON_TID)) {
            reason[at] = (reason_t){(address_why_t)x->why, x->cause, ISA_NO_INDEX};
            all |= ON_UNKNOWN;
        }
        all |= on[x->arg[k]];
    }
    return all;
}

/* What the variables at headers depend on that have been asked for. */
void slicer_settle(slicer_t *z)
{
    bool more = true;
    unsigned depth = z->depth;
    slicer_general(z, true);
    z->depth = 0;
    for (; z->phis_done < z->n_phi; z->phis_done++) {
        const phi_t p = z->phi[z->phis_done];
        uint32_t first = slicer_ways(z, p.var, p.block, z->head[p.block], false);
        uint32_t back = slicer_ways(z, p.var, p.block, z->head[p.block], true);
        z->phi[z->phis_done].first = first;
        z->phi[z->phis_done].back = back;
    }
    uint32_t n = z->s->n_nodes;
    uint8_t *on = malloc(n + 1);
    reason_t *reason = malloc((n + 1) * sizeof *reason);
    if (!on || !reason)
        memory_out();
    while (more) {
        more = false;
        for (uint32_t k = 0; k < n; k++)
            on[k] = depends(z, k, on, reason);
        for (unsigned k = 0; k < z->n_phi; k++) {
            phi_t *p = &z->phi[k];
            uint8_t now = p->on | on[p->first] | on[p->back];
            if (now & ~p->on & ON_UNKNOWN)
                p->reason = reason[on[p->back] & ON_UNKNOWN ? p->back : p->first];
            more |= now != p->on;
            p->on = now;
        }
    }
    free(on);
    free(reason);
    z->depth = depth;
    slicer_general(z, false);
}

/* The variable at the header, which the loop changes; NULL: to be asked for with slicer_settle().
 */
static const phi_t *find_phi(slicer_t *z, uint32_t var, uint32_t block)
{
    slicer_general(z, true);
    memo_t *m = &z->in[(size_t)block * z->n_vars + var];
    uint32_t x = slicer_kept(z, m);
    if (x == NO_NODE)
        slicer_keep(z, m, x = new_phi(z, var, block), false);
    const node_t *n = &z->s->node[x];
    const phi_t *p = n->value < z->phis_done ? &z->phi[n->value] : NULL;
    slicer_general(z, false);
    return p;
}

/* What the value of a variable at a header is based on, and the variables it comes from at others;
 * as values of first iterations. */
static uint32_t unknown_phi(slicer_t *z, const phi_t *phi, uint32_t first)
{
    const address_set_t *g = z->general_set;
    const reason_t *r = &phi->reason;
    unsigned bits = z->s->node[first].bits;
    bool *in = calloc(g->n_nodes + 1, 1);
    uint32_t *todo = malloc((g->n_nodes + 1) * sizeof *todo), n = 0, of[NODE_ARGS] = {first};
    unsigned n_of = 1;
    if (!in || !todo)
        memory_out();
    in[phi->node] = true;
    todo[n++] = phi->node;
    while (n && bits == 64) {
        uint32_t at = todo[--n], next[NODE_ARGS], value = NO_NODE;
        const node_t *x = &g->node[at];
        unsigned nexts = x->n;
        memcpy(next, x->arg, sizeof next);
        if (x->kind == NODE_PHI) {
            next[0] = z->phi[x->value].first;
            next[1] = z->phi[x->value].back;
            nexts = 2;
        } else if (x->kind == NODE_PARAM && x->bytes == 8) {
            value = node_param(z->s, x->value, x->bytes, x->is_signed, x->bits);
            z->s->node[value].is_pointer |= x->is_pointer;
        } else if (x->kind == NODE_SYMBOL) {
            value = node_symbol(z->s, x->var, x->value, x->bits);
        } else if (x->kind == NODE_UNKNOWN && !x->n && x->base == NO_NODE) {
            value = node_unknown(z->s, r->why, r->cause, r->via, NO_NODE, bits);
        } else if (x->base != NO_NODE) {
            next[0] = x->base;
            nexts = 1;
        }
        for (unsigned k = 0; k < nexts; k++)
            if (g->node[next[k]].bits == 64 && !in[next[k]]) {
                in[next[k]] = true;
                todo[n++] = next[k];
            }
        for (unsigned k = 0; value != NO_NODE && k < n_of; k++)
            if (of[k] == value || z->s->node[of[k]].base == value)
                value = NO_NODE;
        if (value != NO_NODE && n_of == NODE_ARGS) {
            of[0] = node_unknown_of(z->s, r->why, r->cause, r->via, of, n_of, bits);
            n_of = 1;
        }
        if (value != NO_NODE)
            of[n_of++] = value;
    }
    free(in);
    free(todo);
    return node_unknown_of(z->s, r->why, r->cause, r->via, of, n_of, bits);
}

uint32_t slicer_at_start(slicer_t *z, uint32_t var, uint32_t block)
{
    unsigned l = z->head[block];
    bool changes = l && (z->loop_writes[(size_t)(l - 1) * z->words + var / 64] >> (var % 64) & 1);
    if (changes && z->general)
        return new_phi(z, var, block);
    uint32_t x = slicer_ways(z, var, block, l, false);
    if (!changes)
        return x;
    if (!inside(z, l))
        return slicer_unknown(z, ADDRESS_LOOP, z->c->block_first[block], z->s->node[x].base,
                              slicer_var_bits(z, var));
    z->carried = true;
    if (z->s->node[x].on & ON_UNKNOWN)
        return x;
    const phi_t *p = find_phi(z, var, block);
    if (p && (p->on & ON_UNKNOWN))
        return unknown_phi(z, p, x);
    return x;
}
