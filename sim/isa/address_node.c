/* Values of address programs: each is one node, however many instructions compute it. */
#include <string.h>

#include "isa/address_int.h"

/* ---- What an operation reads and writes ---- */

unsigned op_sources(const op_t *o, op_source_t out[NODE_ARGS])
{
    unsigned n = 0;
    bool pack = o->exec == EX_MOV && o->sub == MOV_PACK;
    for (unsigned k = 0; k < 4; k++)
        if (o->src[k] != NO_SLOT)
            out[n++] = (op_source_t){false, o->src[k]};
    for (unsigned k = 0; pack && k < o->n; k++)
        out[n++] = (op_source_t){false, o->v[k]};
    if (o->c != NO_PRED && (o->exec != EX_CARRY || (o->sub & CARRY_IN)))
        out[n++] = (op_source_t){true, o->c};
    if (o->c2 != NO_PRED)
        out[n++] = (op_source_t){true, o->c2};
    return n;
}

unsigned op_results(const op_t *o, uint32_t slots, uint32_t var[OUTS], uint8_t out[OUTS])
{
    unsigned n = 0;
    bool load = o->exec == EX_LOAD || o->exec == EX_TEXTURE;
    bool unpack = o->exec == EX_MOV && o->sub == MOV_UNPACK;
    switch (o->exec) {
    case EX_STORE:
    case EX_RED:
    case EX_PREFETCH:
    case EX_BAR:
    case EX_BAR_RED:
    case EX_MEMBAR:
    case EX_BRA:
    case EX_BRX:
    case EX_EXIT:
    case EX_TRAP:
    case EX_SYSCALL:
    case EX_NOP:
        return 0;
    default:
        break;
    }
    if (o->dst != NO_SLOT && !load && !unpack) {
        var[n] = o->dst;
        out[n++] = OUT_DST;
    }
    if (o->p != NO_PRED && (o->exec != EX_CARRY || (o->sub & CARRY_OUT))) {
        var[n] = slots + o->p;
        out[n++] = OUT_P;
    }
    if (o->q != NO_PRED) {
        var[n] = slots + o->q;
        out[n++] = OUT_Q;
    }
    for (unsigned k = 0; (load || unpack) && k < o->n; k++)
        if (o->v[k] != NO_SLOT) {
            var[n] = o->v[k];
            out[n++] = (uint8_t)(OUT_V + k);
        }
    return n;
}

unsigned op_result_bits(const op_t *o, unsigned out)
{
    if (out == OUT_P || out == OUT_Q)
        return 1;
    switch (o->exec) {
    case EX_LOAD:
    case EX_TEXTURE:
        return o->v_bits[out - OUT_V];
    case EX_ALU64:
    case EX_CVTA:
        return 64;
    case EX_CARRY:
        return ptx_type_bits(isa_rows[o->row].t) > 32 ? 64 : 32;
    case EX_ALU32:
    case EX_SELP:
    case EX_ATOM:
        return o->dst_bits == 64 ? 64 : 32;
    case EX_MOV:
        return out < OUT_V && o->dst_bits == 64 ? 64 : 32;
    default: /* set, lane exchange: 32 bits */
        return 32;
    }
}

/* ---- The graph ---- */

static bool same_op(const op_t *a, const op_t *b)
{
    return a->row == b->row && a->mods == b->mods && a->exec == b->exec && a->sub == b->sub &&
           a->wrap == b->wrap && a->ftz == b->ftz && a->narrow == b->narrow &&
           a->dst_mask == b->dst_mask && a->dst_bits == b->dst_bits && a->space == b->space &&
           a->n == b->n && a->imm == b->imm && a->c_not == b->c_not && a->c2_not == b->c2_not;
}

static bool same(const node_t *a, const node_t *b)
{
    if (a->kind != b->kind || a->bits != b->bits || a->n != b->n || a->out != b->out ||
        a->why != b->why || a->bytes != b->bytes || a->is_signed != b->is_signed ||
        a->sreg != b->sreg || a->cause != b->cause || a->via != b->via || a->value != b->value ||
        a->var != b->var || memcmp(a->arg, b->arg, sizeof a->arg))
        return false;
    if (a->kind == NODE_UNKNOWN)
        return a->base == b->base;
    return a->kind != NODE_OP || same_op(a->op, b->op);
}

static uint64_t hash(const node_t *x)
{
    uint64_t h = x->kind + 31u * x->out + x->value + 977u * x->sreg + 31337u * x->cause;
    if (x->kind == NODE_OP)
        h += (uint64_t)x->op->row * 7919;
    for (unsigned k = 0; k < x->n; k++)
        h = (h ^ x->arg[k]) * UINT64_C(0x9e3779b97f4a7c15);
    return (h ^ h >> 29) * UINT64_C(0x9e3779b97f4a7c15);
}

static void rehash(address_set_t *s)
{
    s->n_buckets = s->n_buckets ? 2 * s->n_buckets : 256;
    s->bucket = pool_alloc(&s->pool, s->n_buckets * sizeof *s->bucket);
    for (uint32_t k = 0; k < s->n_nodes; k++) {
        uint32_t *at = &s->bucket[hash(&s->node[k]) >> 32 & (s->n_buckets - 1)];
        s->chain[k] = *at;
        *at = k + 1;
    }
}

/* The place of a value among the evaluator's. */
static void place(address_set_t *s, node_t *x)
{
    x->slot = x->bits == 1 ? s->preds : s->slots;
    if (x->bits == 1)
        s->preds++;
    else
        s->slots += x->bits / 32u;
}

/* The operation on slots of nodes instead of registers. */
static const op_t *bind(address_set_t *s, const node_t *x)
{
    op_t *o = pool_alloc(&s->pool, sizeof *o);
    unsigned n = 0;
    bool pack = x->op->exec == EX_MOV && x->op->sub == MOV_PACK;
    *o = *x->op;
    o->guard = NO_PRED;
    o->dst = x->out == OUT_DST ? x->slot : NO_SLOT;
    o->p = x->out == OUT_P ? (uint16_t)x->slot : NO_PRED;
    o->q = x->out == OUT_Q ? (uint16_t)x->slot : NO_PRED;
    for (unsigned k = 0; k < 4; k++)
        if (o->src[k] != NO_SLOT)
            o->src[k] = s->node[x->arg[n++]].slot;
    for (unsigned k = 0; k < 4; k++)
        o->v[k] = pack && k < o->n      ? s->node[x->arg[n++]].slot
                  : x->out == OUT_V + k ? x->slot
                                        : NO_SLOT;
    if (o->c != NO_PRED)
        o->c = n < x->n ? (uint16_t)s->node[x->arg[n++]].slot : 0;
    if (o->c2 != NO_PRED)
        o->c2 = (uint16_t)s->node[x->arg[n]].slot;
    return o;
}

/* Of two summands one is the pointer. */
static uint32_t either(const address_set_t *s, uint32_t a, uint32_t b)
{
    if (a == NO_NODE || b == NO_NODE)
        return a == NO_NODE ? b : a;
    bool pa = s->node[a].is_pointer || s->node[a].kind == NODE_SYMBOL;
    bool pb = s->node[b].is_pointer || s->node[b].kind == NODE_SYMBOL;
    return pa == pb ? NO_NODE : pa ? a : b;
}

static uint32_t both(uint32_t a, uint32_t b)
{
    return a == b ? a : NO_NODE;
}

/* The pointer that x, which will be node `at`, is based on. */
static uint32_t base_of(const address_set_t *s, const node_t *x, uint32_t at)
{
    uint32_t base[NODE_ARGS];
    for (unsigned k = 0; k < x->n; k++)
        base[k] = s->node[x->arg[k]].base;
    if (x->bits != 64)
        return NO_NODE;
    if (x->kind == NODE_UNKNOWN)
        return x->base;
    if (x->kind == NODE_SYMBOL || x->kind == NODE_PHI || (x->kind == NODE_PARAM && x->bytes == 8))
        return at;
    if (x->kind == NODE_CHOICE)
        return both(base[1], base[2]);
    if (x->kind != NODE_OP)
        return NO_NODE;
    const char *name = isa_rows[x->op->row].name;
    if (!strncmp(name, "add.", 4))
        return either(s, base[0], base[1]);
    if (!strncmp(name, "selp.", 5))
        return both(base[0], base[1]);
    if (!strncmp(name, "sub.", 4))
        return base[0];
    return !strncmp(name, "mad.", 4) && x->n == 3 ? base[2] : NO_NODE;
}

static uint32_t add(address_set_t *s, node_t x)
{
    for (unsigned k = 0; k < x.n; k++)
        x.on |= s->node[x.arg[k]].on;
    if (!s->n_buckets)
        rehash(s);
    uint64_t h = hash(&x) >> 32;
    for (uint32_t k = s->bucket[h & (s->n_buckets - 1)]; k; k = s->chain[k - 1])
        if (same(&s->node[k - 1], &x))
            return k - 1;
    if (s->n_nodes == s->n_buckets)
        rehash(s);
    s->node = pool_grow(&s->pool, s->node, s->n_nodes, sizeof *s->node);
    s->chain = pool_grow(&s->pool, s->chain, s->n_nodes, sizeof *s->chain);
    place(s, &x);
    x.base = base_of(s, &x, s->n_nodes);
    if (x.kind == NODE_OP)
        x.op = bind(s, &x);
    uint32_t *at = &s->bucket[h & (s->n_buckets - 1)];
    s->chain[s->n_nodes] = *at;
    s->node[s->n_nodes++] = x;
    *at = s->n_nodes;
    return s->n_nodes - 1;
}

uint32_t node_const(address_set_t *s, uint64_t value, unsigned bits)
{
    return add(s, (node_t){.kind = NODE_CONST, .bits = (uint8_t)bits, .value = value});
}

uint32_t node_param(address_set_t *s, uint64_t offset, unsigned bytes, bool is_signed,
                    unsigned bits)
{
    return add(s, (node_t){.kind = NODE_PARAM,
                           .bits = (uint8_t)bits,
                           .bytes = (uint8_t)bytes,
                           .is_signed = is_signed && bytes * 8 < bits,
                           .value = offset});
}

uint32_t node_sreg(address_set_t *s, uint32_t sreg, unsigned bits)
{
    uint8_t on = ON_TID;
    if (sreg >= PTX_SR_CTAID_X && sreg <= PTX_SR_CTAID_Z)
        on = ON_CTA;
    else if ((sreg >= PTX_SR_NTID_X && sreg <= PTX_SR_NTID_Z) ||
             (sreg >= PTX_SR_NCTAID_X && sreg <= PTX_SR_NCTAID_Z) || sreg == PTX_SR_NWARPID)
        on = 0;
    return add(s, (node_t){.kind = NODE_SREG, .bits = (uint8_t)bits, .on = on, .sreg = sreg});
}

uint32_t node_symbol(address_set_t *s, const ptx_var_t *var, uint64_t value, unsigned bits)
{
    return add(s, (node_t){.kind = NODE_SYMBOL, .bits = (uint8_t)bits, .var = var, .value = value});
}

/* A comparison of two integer constants: 0, 1; -1: it is something else. */
static int compared(const op_t *o, unsigned out, const node_t *a, const node_t *b)
{
    const isa_row_t *row = &isa_rows[o->row];
    static const char *const test[] = {"eq.", "ne.", "lt.", "le.", "gt.", "ge."};
    char type = ptx_type_class(row->t);
    unsigned bits = ptx_type_bits(row->t);
    uint64_t x = a->value, y = b->value;
    if (out != OUT_P || type == 'f' || bits < 32 || a->kind != NODE_CONST ||
        b->kind != NODE_CONST || a->bits != bits || b->bits != bits ||
        strncmp(row->name, "setp.", 5))
        return -1;
    if (bits == 32) {
        x = type == 's' ? (uint64_t)(int32_t)x : (uint32_t)x;
        y = type == 's' ? (uint64_t)(int32_t)y : (uint32_t)y;
    }
    bool less = type == 's' ? (int64_t)x < (int64_t)y : x < y;
    const bool is[] = {x == y, x != y, less, less || x == y, !less && x != y, !less};
    for (unsigned k = 0; k < sizeof is / sizeof is[0]; k++)
        if (!strncmp(row->name + 5, test[k], 3))
            return is[k];
    return -1;
}

/* A choice between two that are the same, or by a constant: what it chooses; else NO_NODE. */
static uint32_t chosen(const address_set_t *s, uint32_t cond, bool opposite, uint32_t yes,
                       uint32_t no)
{
    if (yes == no)
        return yes;
    if (s->node[cond].kind != NODE_CONST)
        return NO_NODE;
    return (s->node[cond].value != 0) != opposite ? yes : no;
}

uint32_t node_op(address_set_t *s, uint32_t index, unsigned out, const uint32_t *arg, unsigned n)
{
    const op_t *o = &s->k->code->op[index];
    if (o->exec == EX_SETP && n == 2) {
        int is = compared(o, out, &s->node[arg[0]], &s->node[arg[1]]);
        if (is >= 0)
            return node_const(s, (uint64_t)is, 1);
    }
    if (o->exec == EX_SELP && n == 3 && ptx_type_bits(isa_rows[o->row].t) >= 32) {
        uint32_t one = chosen(s, arg[2], o->c_not, arg[0], arg[1]);
        if (one != NO_NODE && s->node[one].bits == op_result_bits(o, out))
            return one;
    }
    node_t x = {.kind = NODE_OP,
                .bits = (uint8_t)op_result_bits(o, out),
                .out = (uint8_t)out,
                .n = (uint8_t)n,
                .op = o,
                .index = index};
    memcpy(x.arg, arg, n * sizeof *arg);
    return add(s, x);
}

uint32_t node_choice(address_set_t *s, uint32_t cond, uint32_t yes, uint32_t no)
{
    uint32_t one = chosen(s, cond, false, yes, no);
    if (one != NO_NODE)
        return one;
    return add(
        s,
        (node_t){.kind = NODE_CHOICE, .bits = s->node[yes].bits, .n = 3, .arg = {cond, yes, no}});
}

uint32_t node_choice_at(address_set_t *s, uint32_t cond, uint32_t yes, uint32_t no,
                        address_why_t why, uint32_t at)
{
    return add(s, (node_t){.kind = NODE_CHOICE,
                           .bits = s->node[yes].bits,
                           .n = 3,
                           .arg = {cond, yes, no},
                           .why = (uint8_t)why,
                           .cause = at});
}

uint32_t node_phi(address_set_t *s, uint32_t number, unsigned bits)
{
    return add(s, (node_t){.kind = NODE_PHI, .bits = (uint8_t)bits, .value = number});
}

uint32_t node_unknown(address_set_t *s, address_why_t why, uint32_t cause, uint32_t via,
                      uint32_t base, unsigned bits)
{
    return add(s, (node_t){.kind = NODE_UNKNOWN,
                           .bits = (uint8_t)bits,
                           .on = ON_TID | ON_CTA | ON_UNKNOWN,
                           .why = (uint8_t)why,
                           .cause = cause,
                           .via = via,
                           .base = base});
}

uint32_t node_unknown_of(address_set_t *s, address_why_t why, uint32_t cause, uint32_t via,
                         const uint32_t *of, unsigned n, unsigned bits)
{
    node_t x = {.kind = NODE_UNKNOWN,
                .bits = (uint8_t)bits,
                .on = ON_TID | ON_CTA | ON_UNKNOWN,
                .why = (uint8_t)why,
                .cause = cause,
                .via = via,
                .base = n ? s->node[of[0]].base : NO_NODE};
    for (unsigned k = 1; k < n; k++)
        x.base = both(x.base, s->node[of[k]].base);
    if (x.base == NO_NODE && bits == 64) {
        x.n = (uint8_t)n;
        memcpy(x.arg, of, n * sizeof *of);
    }
    return add(s, x);
}
