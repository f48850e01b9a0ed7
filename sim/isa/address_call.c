/* Arguments of expanded calls: written and read as a whole, they are variables like registers. */
#include "isa/address_slicer.h"

bool slicer_is_call(const op_t *o)
{
    return (o->exec == EX_LOAD || o->exec == EX_STORE) && (o->flags & MEM_CALL) &&
           o->space == INST_SPACE_PARAM;
}

static uint64_t call_at(const slicer_t *z, const op_t *o, unsigned k)
{
    const const_entry_t *e = &z->c->entry[z->entry_of[o->src[0] & SRC_SLOT_MASK]];
    return e->value + (uint64_t)o->imm + (uint64_t)k * o->esize;
}

uint32_t slicer_call_var(const slicer_t *z, const op_t *o, unsigned k)
{
    uint64_t at = call_at(z, o, k);
    for (unsigned x = 0; x < z->n_calls; x++)
        if (z->call[x].at == at && z->call[x].bytes == o->esize)
            return z->c->slots + z->c->preds + x;
    return UINT32_MAX;
}

void slicer_find_calls(slicer_t *z)
{
    for (uint32_t i = 0; i < z->k->n_inst; i++) {
        const op_t *o = &z->c->op[i];
        for (unsigned k = 0; slicer_is_call(o) && k < o->n; k++) {
            if (slicer_call_var(z, o, k) != UINT32_MAX)
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
unsigned slicer_results(const slicer_t *z, uint32_t i, uint32_t var[OUTS], uint8_t out[OUTS])
{
    const op_t *o = &z->c->op[i];
    if (o->exec != EX_STORE || !slicer_is_call(o))
        return op_results(o, z->c->slots, var, out);
    for (unsigned k = 0; k < o->n; k++) {
        var[k] = slicer_call_var(z, o, k);
        out[k] = (uint8_t)(OUT_V + k);
    }
    return o->n;
}
