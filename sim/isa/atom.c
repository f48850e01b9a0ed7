/* Atomics, performed at issue in the order of the lanes. */
#include <string.h>

#include "isa/mem.h"
#include "isa/sem.h"

static uint64_t add(unsigned type, uint64_t a, uint64_t b)
{
    if (type == PT_F32)
        return sem_f32_bits(sem_raw_f32((uint32_t)a) + sem_raw_f32((uint32_t)b));
    if (type == PT_F64)
        return sem_f64_bits(sem_raw_f64(a) + sem_raw_f64(b));
    return a + b;
}

static bool less(unsigned type, uint64_t a, uint64_t b)
{
    switch (type) {
    case PT_S32:
        return (int32_t)a < (int32_t)b;
    case PT_S64:
        return (int64_t)a < (int64_t)b;
    default:
        return a < b;
    }
}

/* The new value of memory that holds old. */
static uint64_t apply(const op_t *o, unsigned type, uint64_t old, uint64_t b, uint64_t c)
{
    switch (o->sub) {
    case ATOM_ADD:
        return add(type, old, b);
    case ATOM_MIN:
        return less(type, b, old) ? b : old;
    case ATOM_MAX:
        return less(type, old, b) ? b : old;
    case ATOM_AND:
        return old & b;
    case ATOM_OR:
        return old | b;
    case ATOM_XOR:
        return old ^ b;
    case ATOM_INC:
        return old >= b ? 0 : old + 1;
    case ATOM_DEC:
        return old == 0 || old > b ? b : old - 1;
    case ATOM_EXCH:
        return b;
    default: /* ATOM_CAS */
        return old == b ? c : old;
    }
}

static uint64_t operand(const front_warp_t *w, uint32_t src, unsigned bits, unsigned lane)
{
    if (src == NO_SLOT)
        return 0;
    const void *p = warp_src(w, src);
    return bits == 64 ? ((const u64a_t *)p)[lane] : ((const u32a_t *)p)[lane];
}

static void atom_part(const op_t *o, front_warp_t *w, const mem_part_t *p, const warp_step_t *out,
                      uint64_t *old)
{
    mem_view_t v;
    unsigned type = isa_rows[o->row].t;
    if (!mem_linear(w, p->space, &v)) {
        isa_fault(w, __builtin_ctzll(p->mask), "atomic operation on local memory");
        return;
    }
    if (!mem_check(w, out, p->mask, p->space, &v, o->esize, "atomic operation"))
        return;
    for (uint64_t m = p->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        uint8_t *at = v.mem + (out->addr[lane] - v.lo);
        uint64_t was = 0;
        memcpy(&was, at, o->esize);
        uint64_t now = apply(o, type, was, operand(w, o->v[0], o->dst_bits, lane),
                             operand(w, o->v[1], o->dst_bits, lane));
        memcpy(at, &now, o->esize);
        old[lane] = was;
    }
}

void isa_exec_atom(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out)
{
    mem_part_t part[3];
    uint64_t old[INST_MAX_LANES] = {0};
    mem_addresses(o, w, out);
    unsigned n = mem_split(o, w, mask, out, part);
    out->space = (uint8_t)part[0].space;
    for (unsigned k = 0; k < n && !w->l->front.error; k++)
        atom_part(o, w, &part[k], out, old);
    if (o->exec != EX_ATOM || o->dst == NO_SLOT)
        return;
    if (o->dst_bits == 64) {
        isa_write64(w, o->dst, old, mask);
        return;
    }
    uint32_t low[INST_MAX_LANES];
    for (uint32_t i = 0; i < w->lanes; i++)
        low[i] = (uint32_t)old[i];
    isa_write32(w, o->dst, low, mask);
}
