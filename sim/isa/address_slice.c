/*
 * The backward slice of an address. Registers are followed from where they are read to what
 * wrote them, block by block; where paths meet, the value is that of all of them, or a choice by
 * branches that all threads of a CTA take alike, or unknown. Values are those of the first
 * execution of the access: at a loop's header only the paths into the loop count, if the access
 * is in the loop and what comes round it is computable, too (address_loop.c).
 *
 * The operations are the executor's own (exec.h), so that its register slots, not the names
 * of the text, are what is followed: a slot written by two registers in turn is no concern here,
 * since only the last write before a read counts.
 */
#include "isa/address_slicer.h"

/* Programs of larger kernels are unknown: blocks times variables, instructions. */
#define MAX_MEMO ((size_t)1 << 24)

#define BUSY (UINT32_MAX - 1)

static uint32_t turn_of(const slicer_t *z)
{
    return z->general ? 1 : z->turn;
}

void slicer_keep(slicer_t *z, memo_t *m, uint32_t node, bool carried)
{
    *m = (memo_t){turn_of(z), node, carried};
}

/* What is kept of this turn; NO_NODE: nothing. */
uint32_t slicer_kept(slicer_t *z, const memo_t *m)
{
    if (m->turn != turn_of(z))
        return NO_NODE;
    z->carried |= m->carried;
    return m->node;
}

unsigned slicer_var_bits(const slicer_t *z, uint32_t var)
{
    if (var >= z->c->slots + z->c->preds)
        return z->call[var - z->c->slots - z->c->preds].bytes * 8u;
    return var >= z->c->slots ? 1 : var < 2 * z->c->n64 ? 64 : 32;
}

bool slicer_in_loop(const slicer_t *z, uint32_t block, unsigned x)
{
    unsigned l = z->k->inst[z->c->block_first[block]].loop;
    for (; l; l = z->k->loop[l - 1].parent)
        if (l == x)
            return true;
    return false;
}

uint32_t slicer_unknown(slicer_t *z, address_why_t why, uint32_t cause, uint32_t base,
                        unsigned bits)
{
    return node_unknown(z->s, why, cause, ISA_NO_INDEX, base, bits);
}

/* The value of var at the start of the block, found once. */
static uint32_t read_start(slicer_t *z, uint32_t var, uint32_t block)
{
    memo_t *memo = &z->in[(size_t)block * z->n_vars + var];
    uint32_t x = slicer_kept(z, memo);
    if (x == BUSY) /* round a loop with several entries */
        return slicer_unknown(z, ADDRESS_FLOW, z->c->block_first[block], NO_NODE,
                              slicer_var_bits(z, var));
    if (x != NO_NODE)
        return x;
    bool before = z->carried;
    z->carried = false;
    slicer_keep(z, memo, BUSY, false);
    x = slicer_at_start(z, var, block);
    slicer_keep(z, memo, x, z->carried);
    z->carried |= before;
    return x;
}

/* The value of var before instruction `end` of the block. */
uint32_t slicer_read(slicer_t *z, uint32_t var, uint32_t block, uint32_t end)
{
    uint32_t written[OUTS], x = NO_NODE;
    uint8_t out[OUTS];
    if (z->depth >= SLICER_DEPTH)
        return slicer_unknown(z, ADDRESS_FLOW, end ? end - 1 : 0, NO_NODE, slicer_var_bits(z, var));
    z->depth++;
    for (uint32_t i = end; x == NO_NODE && i-- > z->c->block_first[block];) {
        unsigned n = slicer_results(z, i, written, out);
        for (unsigned k = 0; k < n && x == NO_NODE; k++)
            if (written[k] == var)
                x = slicer_result(z, i, out[k], var);
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
    slicer_find_calls(z);
    z->n_vars = c->slots + c->preds + z->n_calls;
    z->words = z->n_vars / 64 + 1;
    z->loop_writes =
        pool_alloc(&z->temp, ((size_t)z->k->n_loops * z->words + 1) * sizeof(uint64_t));
    for (uint32_t i = 0; i < z->k->n_inst; i++) {
        unsigned n = slicer_results(z, i, written, out);
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
    slicer_general(z, false);
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
        uint32_t root = slicer_source(z, z->c->op[i].src[0], i);
        if (z->phis_done == z->n_phi)
            return root;
        slicer_settle(z);
        z->turn++; /* what was found may be unknown now */
        z->carried = false;
    }
}

void address_slice(address_set_t *s)
{
    address_set_t any = {.k = s->k};
    slicer_t z = {
        .s = s, .k = s->k, .c = s->k->code, .general_set = &any, .exact = {.s = s, .exact = true}};
    bool fits = prepare(&z);
    for (uint32_t i = 0; i < s->k->n_inst; i++) {
        const op_t *o = &z.c->op[i];
        if (!is_access(o))
            continue;
        z.turn += z.loop != s->k->inst[i].loop; /* what was found is of another loop */
        z.loop = s->k->inst[i].loop;
        z.carried = false;
        uint32_t root = fits ? address_of(&z, i) : slicer_unknown(&z, ADDRESS_FLOW, i, NO_NODE, 64);
        s->program = pool_grow(&s->pool, s->program, s->n_programs, sizeof *s->program);
        s->program[s->n_programs++] = (address_program_t){.index = i,
                                                          .bytes = (uint8_t)(o->esize * o->n),
                                                          .store = o->exec == EX_STORE,
                                                          .generic = o->space == INST_SPACE_GENERIC,
                                                          .carried = z.carried,
                                                          .root = root,
                                                          .add = (uint64_t)o->imm};
    }
    sums_free(&z.exact);
    pool_free(&z.temp);
    pool_free(&any.pool);
}
