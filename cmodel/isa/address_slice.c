/*
 * The backward slice of an address. Registers are followed from where they are read to what
 * wrote them, block by block; where paths meet, the value is that of all of them, or a choice by
 * branches that all threads of a CTA take alike, or unknown. Values are those of the first
 * execution of the access: at a loop's header only the paths into the loop count, if the access
 * is in the loop and what comes round it is computable, too (see "What comes round loops").
 *
 * The operations are the executor's own (exec.h), so that its register slots, not the names
 * of the text, are what is followed: a slot written by two registers in turn is no concern here,
 * since only the last write before a read counts.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/address_int.h"
#include "isa/build.h"
#include "isa/graph.h"

/* Reads of reads of reads: beyond it a value is unknown (the recursion has a stack). */
enum { MAX_DEPTH = 1500 };

/* Programs of larger kernels are unknown: blocks times variables, instructions. */
#define MAX_MEMO ((size_t)1 << 24)

#define BUSY    (UINT32_MAX - 1)
#define NOTHING (UINT32_MAX - 2)

/* A value found for the accesses of one loop. */
typedef struct memo {
    uint32_t turn; /* of the slicer when it was found */
    uint32_t node;
    bool carried;
} memo_t;

/* An argument of an expanded call, written and read as a whole. */
typedef struct call_arg {
    uint64_t at;
    uint8_t bytes;
    bool mixed; /* other accesses see a part of it */
} call_arg_t;

/* Why a value is unknown. */
typedef struct reason {
    address_why_t why;
    uint32_t cause, via;
} reason_t;

/* A variable at the header of a loop that changes it, in any iteration. */
typedef struct phi {
    uint32_t block, var, node;
    uint32_t first, back; /* what comes into the loop, and round it */
    uint8_t on;
    reason_t reason; /* on ON_UNKNOWN */
} phi_t;

typedef struct slicer {
    address_set_t *s;
    const isa_kernel_t *k;
    const struct isa_code *c;
    pool_t temp;
    graph_t g;
    const uint32_t *idom;
    uint32_t *head;         /* [n_blocks] 1 + loop whose header it is */
    uint32_t *entry_of;     /* [const_slots] constant */
    uint64_t *loop_writes;  /* [n_loops][words] variables written in the loop */
    uint32_t words, n_vars; /* slots, predicates, call arguments */
    call_arg_t *call;
    unsigned n_calls;
    unsigned loop; /* of the access being sliced: 1 + innermost, 0: none */
    uint32_t turn; /* counts changes of it */
    memo_t *in;    /* [n_blocks][n_vars] values at the blocks' starts */
    memo_t *made;  /* [n][OUTS] results of instructions */
    bool carried;  /* loops around the access change what has been read */
    unsigned depth;
    /* The values of any iteration: other nodes, other memos. */
    bool general;
    address_set_t *first_set, *general_set;
    memo_t *first_in, *first_made, *general_in, *general_made;
    phi_t *phi;
    unsigned n_phi, phis_done;
} slicer_t;

static uint32_t read_at(slicer_t *z, uint32_t var, uint32_t block, uint32_t end);

static uint32_t turn_of(const slicer_t *z)
{
    return z->general ? 1 : z->turn;
}

static void keep(slicer_t *z, memo_t *m, uint32_t node, bool carried)
{
    *m = (memo_t){turn_of(z), node, carried};
}

/* What is kept of this turn; NO_NODE: nothing. */
static uint32_t kept(slicer_t *z, const memo_t *m)
{
    if (m->turn != turn_of(z))
        return NO_NODE;
    z->carried |= m->carried;
    return m->node;
}

static unsigned var_bits(const slicer_t *z, uint32_t var)
{
    if (var >= z->c->slots + z->c->preds)
        return z->call[var - z->c->slots - z->c->preds].bytes * 8u;
    return var >= z->c->slots ? 1 : var < 2 * z->c->n64 ? 64 : 32;
}

/* The access is in loop x, 1 + index. */
static bool inside(const slicer_t *z, unsigned x)
{
    for (unsigned l = z->loop; l; l = z->k->loop[l - 1].parent)
        if (l == x)
            return true;
    return false;
}

static bool in_loop(const slicer_t *z, uint32_t block, unsigned x)
{
    unsigned l = z->k->inst[z->c->block_first[block]].loop;
    for (; l; l = z->k->loop[l - 1].parent)
        if (l == x)
            return true;
    return false;
}

static uint32_t unknown(slicer_t *z, address_why_t why, uint32_t cause, uint32_t base,
                        unsigned bits)
{
    return node_unknown(z->s, why, cause, ISA_NO_INDEX, base, bits);
}

/* ---- Arguments of calls ---- */

static bool is_call_access(const op_t *o)
{
    return (o->exec == EX_LOAD || o->exec == EX_STORE) && (o->flags & MEM_CALL) &&
           o->space == INST_SPACE_PARAM;
}

static uint64_t call_at(const slicer_t *z, const op_t *o, unsigned k)
{
    const const_entry_t *e = &z->c->entry[z->entry_of[o->src[0] & SRC_SLOT_MASK]];
    return e->value + (uint64_t)o->imm + (uint64_t)k * o->esize;
}

static uint32_t call_var(const slicer_t *z, const op_t *o, unsigned k)
{
    uint64_t at = call_at(z, o, k);
    for (unsigned x = 0; x < z->n_calls; x++)
        if (z->call[x].at == at && z->call[x].bytes == o->esize)
            return z->c->slots + z->c->preds + x;
    return UINT32_MAX;
}

static void find_calls(slicer_t *z)
{
    for (uint32_t i = 0; i < z->k->n_inst; i++) {
        const op_t *o = &z->c->op[i];
        for (unsigned k = 0; is_call_access(o) && k < o->n; k++) {
            if (call_var(z, o, k) != UINT32_MAX)
                continue;
            z->call = pool_grow(&z->temp, z->call, z->n_calls, sizeof *z->call);
            z->call[z->n_calls++] = (call_arg_t){call_at(z, o, k), o->esize, o->esize < 4};
        }
    }
    for (unsigned x = 0; x < z->n_calls; x++)
        for (unsigned y = 0; y < z->n_calls; y++)
            if (x != y && z->call[x].at < z->call[y].at + z->call[y].bytes &&
                z->call[y].at < z->call[x].at + z->call[x].bytes)
                z->call[x].mixed = true;
}

/* Variables that instruction i writes, and as which of its results. */
static unsigned results(const slicer_t *z, uint32_t i, uint32_t var[OUTS], uint8_t out[OUTS])
{
    const op_t *o = &z->c->op[i];
    if (o->exec != EX_STORE || !is_call_access(o))
        return op_results(o, z->c->slots, var, out);
    for (unsigned k = 0; k < o->n; k++) {
        var[k] = call_var(z, o, k);
        out[k] = (uint8_t)(OUT_V + k);
    }
    return o->n;
}

/* ---- Values of instructions ---- */

static uint32_t leaf_sreg(slicer_t *z, uint32_t sreg, uint32_t at, unsigned bits)
{
    bool known =
        sreg <= PTX_SR_NWARPID || (sreg >= PTX_SR_LANEMASK_EQ && sreg <= PTX_SR_LANEMASK_GT);
    return known ? node_sreg(z->s, sreg, bits) : unknown(z, ADDRESS_REGISTER, at, NO_NODE, bits);
}

/* An array source of instruction at. */
static uint32_t source(slicer_t *z, uint32_t src, uint32_t at)
{
    uint32_t slot = src & SRC_SLOT_MASK;
    switch (src >> SRC_BANK_SHIFT) {
    case BANK_REG:
        return read_at(z, slot, z->c->block_of[at], at);
    case BANK_WARP:
        return node_sreg(z->s, slot == WARP_WARPID ? PTX_SR_WARPID : PTX_SR_TID_X + slot, 32);
    case BANK_CTA:
        return node_sreg(z->s, PTX_SR_CTAID_X + slot, 32);
    default: {
        const const_entry_t *e = &z->c->entry[z->entry_of[slot]];
        if (e->kind == CONST_VALUE)
            return node_const(z->s, e->value, e->bits);
        if (e->kind == CONST_ADDR)
            return node_symbol(z->s, e->var, e->value, e->bits);
        return leaf_sreg(z, e->sreg, at, e->bits);
    }
    }
}

static uint32_t load(slicer_t *z, uint32_t i, unsigned k)
{
    const op_t *o = &z->c->op[i];
    unsigned bits = o->v_bits[k];
    if (is_call_access(o)) {
        uint32_t var = call_var(z, o, k);
        if (!z->call[var - z->c->slots - z->c->preds].mixed && var_bits(z, var) == bits)
            return read_at(z, var, z->c->block_of[i], i);
        return unknown(z, ADDRESS_LOAD, i, NO_NODE, bits);
    }
    if (o->space == INST_SPACE_PARAM) {
        uint32_t a = source(z, o->src[0], i);
        uint64_t at = z->s->node[a].value + (uint64_t)o->imm + (uint64_t)k * o->esize;
        bool whole = o->dst_mask == UINT32_MAX || o->esize == 2;
        if (z->s->node[a].kind == NODE_CONST && at < z->k->param_bytes &&
            z->k->param_bytes - at >= o->esize && whole)
            return node_param(z->s, at, o->esize,
                              (o->flags & MEM_SIGNED) && o->dst_mask == UINT32_MAX, bits);
    }
    return unknown(z, ADDRESS_LOAD, i, NO_NODE, bits);
}

/* Result `out` of instruction i where it takes effect. */
static uint32_t compute(slicer_t *z, uint32_t i, unsigned out)
{
    const op_t *o = &z->c->op[i];
    op_source_t from[NODE_ARGS];
    uint32_t arg[NODE_ARGS];
    unsigned n;
    switch (o->exec) {
    case EX_LOAD:
        return load(z, i, out - OUT_V);
    case EX_STORE: { /* an argument of a call */
        uint32_t x = source(z, o->v[out - OUT_V], i);
        return z->s->node[x].bits == o->esize * 8u
                   ? x
                   : unknown(z, ADDRESS_LOAD, i, NO_NODE, o->esize * 8u);
    }
    case EX_ATOM:
        return unknown(z, ADDRESS_ATOMIC, i, NO_NODE, op_result_bits(o, out));
    case EX_VOTE:
    case EX_ACTIVEMASK:
    case EX_MATCH:
    case EX_SHFL:
        return unknown(z, ADDRESS_LANES, i, NO_NODE, op_result_bits(o, out));
    default:
        break;
    }
    if (o->exec == EX_MOV && o->sub == MOV_CLOCK)
        return unknown(z, ADDRESS_REGISTER, i, NO_NODE, op_result_bits(o, out));
    if (o->exec == EX_MOV && o->sub == MOV_PRED_CONST)
        return node_const(z->s, (o->imm != 0) == (out == OUT_P), 1);
    n = op_sources(o, from);
    for (unsigned k = 0; k < n; k++)
        arg[k] = from[k].pred ? read_at(z, z->c->slots + from[k].src, z->c->block_of[i], i)
                              : source(z, from[k].src, i);
    bool copy =
        (o->exec == EX_MOV && o->sub == MOV_COPY) ||
        (o->exec == EX_CVTA && o->space != INST_SPACE_SHARED && o->space != INST_SPACE_LOCAL);
    if (copy && z->s->node[arg[0]].bits == op_result_bits(o, out)) {
        node_t *x = &z->s->node[arg[0]];
        x->is_pointer |= o->exec == EX_CVTA && x->kind == NODE_PARAM;
        return arg[0];
    }
    return node_op(z->s, i, out, arg, n);
}

/* What is unknown of a value, x or y, that an unknown or divergent condition chooses. */
static uint32_t unknown_choice(slicer_t *z, uint32_t cond, uint32_t at, address_why_t why,
                               uint32_t x, uint32_t y)
{
    const uint32_t of[2] = {x, y};
    unsigned bits = z->s->node[x].bits;
    if (!(z->s->node[cond].on & ON_UNKNOWN))
        return node_unknown_of(z->s, why, at, ISA_NO_INDEX, of, 2, bits);
    while (z->s->node[cond].kind != NODE_UNKNOWN) {
        const node_t *c = &z->s->node[cond];
        for (unsigned k = 0; k < c->n; k++)
            if (z->s->node[c->arg[k]].on & ON_UNKNOWN) {
                cond = c->arg[k];
                break;
            }
    }
    const node_t c = z->s->node[cond];
    return node_unknown_of(z->s, (address_why_t)c.why, c.cause, at, of, 2, bits);
}

static uint32_t guarded(slicer_t *z, uint32_t i, uint32_t var, uint32_t x)
{
    const op_t *o = &z->c->op[i];
    uint32_t block = z->c->block_of[i], old = read_at(z, var, block, i);
    if (old == x)
        return x;
    uint32_t p = read_at(z, z->c->slots + o->guard, block, i);
    if (z->general)
        return node_choice_at(z->s, p, x, old, ADDRESS_GUARD, i);
    if (z->s->node[p].on & (ON_TID | ON_UNKNOWN))
        return unknown_choice(z, p, i, ADDRESS_GUARD, x, old);
    return o->guard_not ? node_choice(z->s, p, old, x) : node_choice(z->s, p, x, old);
}

/* Result `out` of instruction i, which goes to var. */
static uint32_t result(slicer_t *z, uint32_t i, unsigned out, uint32_t var)
{
    memo_t *memo = &z->made[(size_t)i * OUTS + out];
    uint32_t x = kept(z, memo);
    if (x != NO_NODE)
        return x;
    bool before = z->carried;
    z->carried = false;
    x = compute(z, i, out);
    if (z->c->op[i].guard != NO_PRED)
        x = guarded(z, i, var, x);
    keep(z, memo, x, z->carried);
    z->carried |= before;
    return x;
}

/* ---- Values where paths meet ---- */

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
    unsigned n = 0, bits = var_bits(z, m->var);
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
    uint32_t p = read_at(z, z->c->slots + o->guard, block, at);
    if (z->general)
        return node_choice_at(z->s, p, yes, no, ADDRESS_BRANCH, at);
    if (z->s->node[p].on & (ON_TID | ON_UNKNOWN))
        return unknown_choice(z, p, at, ADDRESS_BRANCH, yes, no);
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
    if (x == NO_NODE && ++z->depth > MAX_DEPTH) {
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
        abort(); /* out of memory */
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
        abort(); /* out of memory */
    in[x] = true;
    for (uint32_t k = x + 1; k-- > 0 && !found;) {
        const node_t *n = &z->s->node[k];
        found = in[k] && n->kind == NODE_PHI && in_loop(z, z->phi[n->value].block, l);
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
        if (!in_loop(z, b, l))
            continue;
        for (uint32_t k = 0; k < z->c->n_succ[b]; k++) {
            uint32_t at = z->c->block_first[b + 1] - 1, out = z->c->succ[b][k];
            const op_t *o = &z->c->op[at];
            if (in_loop(z, out, l) || !reaches(z, out, to))
                continue;
            if (o->exec == EX_BRX)
                return unknown(z, ADDRESS_BRANCH, at, z->s->node[x].base, z->s->node[x].bits);
            if (o->exec == EX_BRA && o->guard != NO_PRED)
                x = node_choice_at(z->s, read_at(z, z->c->slots + o->guard, b, at), x, x,
                                   ADDRESS_BRANCH, at);
        }
    }
    return x;
}

/* The value of var at the end of block `from`, on the way to block `to`. */
static uint32_t at_end(slicer_t *z, uint32_t var, uint32_t from, uint32_t to)
{
    uint32_t x = read_at(z, var, from, z->c->block_first[from + 1]);
    unsigned l = z->general ? z->k->inst[z->c->block_first[from]].loop : 0;
    for (; l && !in_loop(z, to, l); l = z->k->loop[l - 1].parent)
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
    return x == NOTHING ? unknown(z, ADDRESS_FLOW, z->c->block_first[to], NO_NODE, var_bits(z, var))
                        : x;
}

/* What comes to the header of loop l from outside it, or round it; l = 0: to any block. */
static uint32_t ways(slicer_t *z, uint32_t var, uint32_t block, unsigned l, bool round)
{
    unsigned n = 0;
    uint32_t *from = pool_alloc(&z->temp, (z->g.n_pred[block] + 1) * sizeof *from);
    for (uint32_t k = 0; k < z->g.n_pred[block]; k++) {
        uint32_t p = z->g.pred[block][k];
        if (z->idom[p] != GRAPH_NONE && (l && in_loop(z, p, l)) == round)
            from[n++] = p;
    }
    if (!block && n && !round) /* a branch to the first instruction that is no loop */
        return unknown(z, ADDRESS_FLOW, 0, NO_NODE, var_bits(z, var));
    return !n      ? node_const(z->s, 0, var_bits(z, var)) /* before the first write */
           : n > 1 ? merge(z, var, round ? block : z->idom[block], block, from, n)
                   : at_end(z, var, from[0], block);
}

/* ---- What comes round loops ----
 *
 * The first iteration's value stands for a loop-carried term if the term depends on parameters,
 * IDs, constants and loop-carried terms in every iteration. So beside the values of first
 * iterations there are those of any: the variables that a loop changes are opaque at its header
 * (NODE_PHI), and what they depend on is the least solution over all of them.
 */

static void general(slicer_t *z, bool on)
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

/* Of any iteration; what it depends on is found later, by settle(). */
static uint32_t new_phi(slicer_t *z, uint32_t var, uint32_t block)
{
    z->phi = pool_grow(&z->temp, z->phi, z->n_phi, sizeof *z->phi);
    uint32_t node = node_phi(z->s, z->n_phi, var_bits(z, var));
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
static void settle(slicer_t *z)
{
    bool more = true;
    unsigned depth = z->depth;
    general(z, true);
    z->depth = 0;
    for (; z->phis_done < z->n_phi; z->phis_done++) {
        const phi_t p = z->phi[z->phis_done];
        uint32_t first = ways(z, p.var, p.block, z->head[p.block], false);
        uint32_t back = ways(z, p.var, p.block, z->head[p.block], true);
        z->phi[z->phis_done].first = first;
        z->phi[z->phis_done].back = back;
    }
    uint32_t n = z->s->n_nodes;
    uint8_t *on = malloc(n + 1);
    reason_t *reason = malloc((n + 1) * sizeof *reason);
    if (!on || !reason)
        abort(); /* out of memory */
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
    general(z, false);
}

/* The variable at the header, which the loop changes; NULL: to be asked for with settle(). */
static const phi_t *find_phi(slicer_t *z, uint32_t var, uint32_t block)
{
    general(z, true);
    memo_t *m = &z->in[(size_t)block * z->n_vars + var];
    uint32_t x = kept(z, m);
    if (x == NO_NODE)
        keep(z, m, x = new_phi(z, var, block), false);
    const node_t *n = &z->s->node[x];
    const phi_t *p = n->value < z->phis_done ? &z->phi[n->value] : NULL;
    general(z, false);
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
        abort(); /* out of memory */
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

static uint32_t at_start(slicer_t *z, uint32_t var, uint32_t block)
{
    unsigned l = z->head[block];
    bool changes = l && (z->loop_writes[(size_t)(l - 1) * z->words + var / 64] >> (var % 64) & 1);
    if (changes && z->general)
        return new_phi(z, var, block);
    uint32_t x = ways(z, var, block, l, false);
    if (!changes)
        return x;
    if (!inside(z, l))
        return unknown(z, ADDRESS_LOOP, z->c->block_first[block], z->s->node[x].base,
                       var_bits(z, var));
    z->carried = true;
    if (z->s->node[x].on & ON_UNKNOWN)
        return x;
    const phi_t *p = find_phi(z, var, block);
    if (p && (p->on & ON_UNKNOWN))
        return unknown_phi(z, p, x);
    return x;
}

/* The value of var at the start of the block, found once. */
static uint32_t read_start(slicer_t *z, uint32_t var, uint32_t block)
{
    memo_t *memo = &z->in[(size_t)block * z->n_vars + var];
    uint32_t x = kept(z, memo);
    if (x == BUSY) /* round a loop with several entries */
        return unknown(z, ADDRESS_FLOW, z->c->block_first[block], NO_NODE, var_bits(z, var));
    if (x != NO_NODE)
        return x;
    bool before = z->carried;
    z->carried = false;
    keep(z, memo, BUSY, false);
    x = at_start(z, var, block);
    keep(z, memo, x, z->carried);
    z->carried |= before;
    return x;
}

/* The value of var before instruction `end` of the block. */
static uint32_t read_at(slicer_t *z, uint32_t var, uint32_t block, uint32_t end)
{
    uint32_t written[OUTS], x = NO_NODE;
    uint8_t out[OUTS];
    if (z->depth >= MAX_DEPTH)
        return unknown(z, ADDRESS_FLOW, end ? end - 1 : 0, NO_NODE, var_bits(z, var));
    z->depth++;
    for (uint32_t i = end; x == NO_NODE && i-- > z->c->block_first[block];) {
        unsigned n = results(z, i, written, out);
        for (unsigned k = 0; k < n && x == NO_NODE; k++)
            if (written[k] == var)
                x = result(z, i, out[k], var);
    }
    if (x == NO_NODE)
        x = read_start(z, var, block);
    z->depth--;
    return x;
}

/* ---- Accesses ---- */

/* False: the kernel is too large. */
static bool prepare(slicer_t *z)
{
    const struct isa_code *c = z->c;
    uint32_t written[OUTS];
    uint8_t out[OUTS];
    z->g = graph_new(&z->temp, c->n_blocks);
    for (uint32_t b = 0; b < c->n_blocks; b++)
        for (uint32_t k = 0; k < c->n_succ[b]; k++)
            graph_edge(&z->temp, &z->g, b, c->succ[b][k]);
    z->idom = graph_dominators(&z->temp, &z->g, 0).idom;
    z->head = pool_alloc(&z->temp, c->n_blocks * sizeof *z->head);
    for (unsigned l = 0; l < z->k->n_loops; l++)
        z->head[c->block_of[z->k->loop[l].header]] = l + 1;
    z->entry_of = pool_alloc(&z->temp, (c->const_slots + 1) * sizeof *z->entry_of);
    for (unsigned e = 0; e < c->n_entries; e++)
        z->entry_of[c->entry[e].slot] = e;
    find_calls(z);
    z->n_vars = c->slots + c->preds + z->n_calls;
    z->words = z->n_vars / 64 + 1;
    z->loop_writes =
        pool_alloc(&z->temp, ((size_t)z->k->n_loops * z->words + 1) * sizeof(uint64_t));
    for (uint32_t i = 0; i < z->k->n_inst; i++) {
        unsigned n = results(z, i, written, out);
        for (unsigned l = z->k->inst[i].loop; l; l = z->k->loop[l - 1].parent)
            for (unsigned k = 0; k < n; k++)
                z->loop_writes[(size_t)(l - 1) * z->words + written[k] / 64] |=
                    UINT64_C(1) << (written[k] % 64);
    }
    size_t in = (size_t)c->n_blocks * z->n_vars + 1, made = (size_t)z->k->n_inst * OUTS;
    if (in > MAX_MEMO || made > MAX_MEMO)
        return false;
    z->first_in = pool_alloc(&z->temp, in * sizeof *z->in);
    z->first_made = pool_alloc(&z->temp, made * sizeof *z->made);
    z->first_set = z->s;
    general(z, false);
    z->turn = 1;
    return true;
}

static bool is_access(const op_t *o)
{
    return (o->exec == EX_LOAD || o->exec == EX_STORE) &&
           (o->space == INST_SPACE_GLOBAL || o->space == INST_SPACE_GENERIC);
}

/* The address of the access i. */
static uint32_t address_of(slicer_t *z, uint32_t i)
{
    for (;;) {
        uint32_t root = source(z, z->c->op[i].src[0], i);
        if (z->phis_done == z->n_phi)
            return root;
        settle(z);
        z->turn++; /* what was found may be unknown now */
        z->carried = false;
    }
}

void address_slice(address_set_t *s)
{
    address_set_t any = {.k = s->k};
    slicer_t z = {.s = s, .k = s->k, .c = s->k->code, .general_set = &any};
    bool fits = prepare(&z);
    for (uint32_t i = 0; i < s->k->n_inst; i++) {
        const op_t *o = &z.c->op[i];
        if (!is_access(o))
            continue;
        z.turn += z.loop != s->k->inst[i].loop; /* what was found is of another loop */
        z.loop = s->k->inst[i].loop;
        z.carried = false;
        uint32_t root = fits ? address_of(&z, i) : unknown(&z, ADDRESS_FLOW, i, NO_NODE, 64);
        s->program = pool_grow(&s->pool, s->program, s->n_programs, sizeof *s->program);
        s->program[s->n_programs++] = (address_program_t){.index = i,
                                                          .bytes = (uint8_t)(o->esize * o->n),
                                                          .store = o->exec == EX_STORE,
                                                          .generic = o->space == INST_SPACE_GENERIC,
                                                          .carried = z.carried,
                                                          .root = root,
                                                          .add = (uint64_t)o->imm};
    }
    pool_free(&z.temp);
    pool_free(&any.pool);
}
