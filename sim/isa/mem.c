/*
 * Loads and stores. Device, constant and shared memory and the kernel's parameters are linear;
 * local memory and the parameter space of calls are interleaved by lane (isa.h).
 */
#include <string.h>

#include "isa/mem.h"

static const char *const space_name[] = {
    [INST_SPACE_GLOBAL] = "device",   [INST_SPACE_LOCAL] = "local",
    [INST_SPACE_SHARED] = "shared",   [INST_SPACE_CONST] = "device",
    [INST_SPACE_PARAM] = "parameter", [INST_SPACE_GENERIC] = "generic",
};

/* Lanes of mask whose generic address lies in the window. */
static uint64_t in_window(const warp_step_t *out, uint64_t mask, uint64_t window)
{
    uint64_t in = 0;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        if (out->addr[lane] - window < ISA_WINDOW_BYTES)
            in |= UINT64_C(1) << lane;
    }
    return in;
}

void mem_addresses(const op_t *o, const front_warp_t *w, warp_step_t *out)
{
    const isa_vec_t *v = w->l->vec;
    /* Sums of 32-bit addresses of shared, local and parameter memory wrap around: nvcc may keep an
     * address below the variable in the register. */
    bool wide = o->space == INST_SPACE_GENERIC || o->space == INST_SPACE_GLOBAL ||
                o->space == INST_SPACE_CONST;
    if (o->flags & MEM_BASE32)
        v->address32(out->addr, op_src(o, w, 0), o->imm, wide ? UINT64_MAX : UINT32_MAX, w->lanes);
    else
        v->address64(out->addr, op_src(o, w, 0), o->imm, w->lanes);
}

unsigned mem_split(const op_t *o, const front_warp_t *w, uint64_t mask, warp_step_t *out,
                   mem_part_t part[3])
{
    (void)w;
    if (o->space != INST_SPACE_GENERIC) {
        part[0] = (mem_part_t){(inst_space_t)o->space, mask};
        return 1;
    }
    uint64_t shared = in_window(out, mask, ISA_SHARED_WINDOW);
    uint64_t local = in_window(out, mask & ~shared, ISA_LOCAL_WINDOW);
    uint64_t device = mask & ~shared & ~local;
    unsigned n = 0;
    if (device || !mask)
        part[n++] = (mem_part_t){INST_SPACE_GLOBAL, device};
    if (shared)
        part[n++] = (mem_part_t){INST_SPACE_SHARED, shared};
    if (local)
        part[n++] = (mem_part_t){INST_SPACE_LOCAL, local};
    for (uint64_t m = shared | local; m; m &= m - 1)
        out->addr[__builtin_ctzll(m)] &= ISA_WINDOW_BYTES - 1;
    return n;
}

static void fault_address(front_warp_t *w, const warp_step_t *out, uint64_t bad, inst_space_t space,
                          uint32_t bytes, const char *what)
{
    unsigned lane = (unsigned)__builtin_ctzll(bad);
    uint64_t a = out->addr[lane];
    if (a & (bytes - 1))
        isa_fault(w, (int)lane, "%s of %u bytes at 0x%llx in %s memory is misaligned", what, bytes,
                  (unsigned long long)a, space_name[space]);
    else
        isa_fault(w, (int)lane, "%s of %u bytes at 0x%llx is outside %s memory", what, bytes,
                  (unsigned long long)a, space_name[space]);
}

bool mem_linear(front_warp_t *w, inst_space_t space, mem_view_t *v)
{
    const isa_launch_t *l = w->l;
    switch (space) {
    case INST_SPACE_GLOBAL:
    case INST_SPACE_CONST:
        *v = (mem_view_t){l->mem.host, l->mem.base, l->mem.bytes};
        return true;
    case INST_SPACE_SHARED:
        *v = (mem_view_t){w->cta->shared, 0, l->shared_bytes};
        return true;
    case INST_SPACE_PARAM:
        *v = (mem_view_t){l->params, 0, l->k->param_bytes};
        return true;
    default:
        return false;
    }
}

/* Lanes of bad whose access is not within what is mapped around device memory either; if there are
 * none, v becomes all that is mapped. */
static uint64_t outside_slack(front_warp_t *w, const warp_step_t *out, uint64_t bad, mem_view_t *v,
                              uint32_t bytes, const char *what)
{
    const isa_mem_t *m = &w->l->mem;
    const mem_view_t all = {m->host - m->below, m->base - m->below, m->below + m->bytes + m->above};
    uint64_t left = w->l->vec->outside(out->addr, all.lo, all.bytes, bytes, bad, w->lanes);
    if (left)
        return left;
    isa_note_slack(w, bad, out->addr[__builtin_ctzll(bad)], bytes, what);
    *v = all;
    return 0;
}

bool mem_check(front_warp_t *w, const warp_step_t *out, uint64_t mask, inst_space_t space,
               mem_view_t *v, uint32_t bytes, const char *what)
{
    uint64_t bad = w->l->vec->outside(out->addr, v->lo, v->bytes, bytes, mask, w->lanes);
    if (bad && (space == INST_SPACE_GLOBAL || space == INST_SPACE_CONST) &&
        (w->l->mem.below || w->l->mem.above))
        bad = outside_slack(w, out, bad, v, bytes, what);
    if (!bad)
        return true;
    fault_address(w, out, bad, space, bytes, what);
    return false;
}

/* The words of an interleaved space: local memory, or (call) arguments of calls. */
static uint8_t *interleaved(const front_warp_t *w, bool call, uint64_t *size)
{
    const isa_launch_t *l = w->l;
    uint32_t words = call ? l->call_words : l->local_words;
    *size = (uint64_t)words * 4;
    return (call ? w->cta->call : w->cta->local) + (size_t)w->index * words * 4 * w->lanes;
}

/* Byte a of a lane. */
static inline uint8_t *lane_byte(const front_warp_t *w, uint8_t *base, uint64_t a, unsigned lane)
{
    return base + (((a >> 2) << w->shift) + lane * 4u + (a & 3));
}

/* Addresses in local memory as the timing model sees them. */
static void show_local(const front_warp_t *w, uint64_t mask, warp_step_t *out)
{
    const isa_launch_t *l = w->l;
    uint64_t base = l->front.local_base + w->cta->region * l->front.local_cta_bytes +
                    (uint64_t)w->index * l->local_words * 4 * w->lanes;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        uint64_t a = out->addr[lane];
        out->addr[lane] = base + ((a >> 2) << w->shift) + lane * 4u + (a & 3);
    }
}

static uint64_t read_linear(const uint8_t *p, unsigned bytes)
{
    uint64_t v = 0;
    memcpy(&v, p, bytes);
    return v;
}

static uint64_t read_lane(const front_warp_t *w, uint8_t *base, uint64_t a, unsigned lane,
                          unsigned bytes)
{
    uint64_t v = read_linear(lane_byte(w, base, a, lane), bytes < 4 ? bytes : 4);
    if (bytes == 8)
        v |= read_linear(lane_byte(w, base, a + 4, lane), 4) << 32;
    return v;
}

static void write_lane(const front_warp_t *w, uint8_t *base, uint64_t a, unsigned lane,
                       unsigned bytes, uint64_t v)
{
    uint32_t low = (uint32_t)v, high = (uint32_t)(v >> 32);
    memcpy(lane_byte(w, base, a, lane), &low, bytes < 4 ? bytes : 4);
    if (bytes == 8)
        memcpy(lane_byte(w, base, a + 4, lane), &high, 4);
}

/* A loaded element as it lies in its register. */
static inline uint64_t extend(const op_t *o, uint64_t v)
{
    if (!(o->flags & MEM_SIGNED))
        return v;
    unsigned shift = 64 - o->esize * 8u;
    return (uint64_t)((int64_t)(v << shift) >> shift);
}

static inline void put_lane(const op_t *o, front_warp_t *w, unsigned k, unsigned lane, uint64_t v)
{
    v = extend(o, v);
    if (o->v_bits[k] == 64)
        ((u64a_t *)warp_slot(w, o->v[k]))[lane] = v;
    else
        ((u32a_t *)warp_slot(w, o->v[k]))[lane] = (uint32_t)v & o->dst_mask;
}

static void load_linear(const op_t *o, front_warp_t *w, uint64_t mask, const mem_view_t *v,
                        const warp_step_t *out)
{
    const isa_vec_t *vec = w->l->vec;
    const uint64_t all = w->lanes == 64 ? UINT64_MAX : UINT32_MAX;
    for (unsigned k = 0; k < o->n; k++) {
        if (o->v[k] == NO_SLOT)
            continue;
        const uint8_t *mem = v->mem + k * (size_t)o->esize;
        if (mask == all && o->esize == 4 && o->v_bits[k] == 32) {
            vec->gather32(warp_slot(w, o->v[k]), mem, out->addr, v->lo, w->lanes);
        } else if (mask == all && o->esize == 8) {
            vec->gather64(warp_slot(w, o->v[k]), mem, out->addr, v->lo, w->lanes);
        } else {
            for (uint64_t m = mask; m; m &= m - 1) {
                unsigned lane = (unsigned)__builtin_ctzll(m);
                put_lane(o, w, k, lane, read_linear(mem + (out->addr[lane] - v->lo), o->esize));
            }
        }
    }
}

static bool is_call_param(const op_t *o, const warp_step_t *out, uint64_t mask)
{
    return (o->flags & MEM_CALL) || (mask && out->addr[__builtin_ctzll(mask)] >= CALL_PARAM_BASE);
}

/* Checks an access to an interleaved space and makes addresses offsets in it. */
static uint8_t *open_interleaved(const op_t *o, front_warp_t *w, uint64_t mask, inst_space_t space,
                                 warp_step_t *out, const char *what)
{
    uint64_t size;
    bool call = space == INST_SPACE_PARAM;
    uint8_t *base = interleaved(w, call, &size);
    uint64_t lo = call ? CALL_PARAM_BASE : 0;
    mem_view_t v = {base, lo, size};
    if (!mem_check(w, out, mask, space, &v, (uint32_t)o->esize * o->n, what))
        return NULL;
    for (uint64_t m = call ? mask : 0; m; m &= m - 1)
        out->addr[__builtin_ctzll(m)] -= lo;
    return base;
}

static void load_part(const op_t *o, front_warp_t *w, const mem_part_t *p, warp_step_t *out)
{
    mem_view_t v;
    bool lanes = p->space == INST_SPACE_LOCAL ||
                 (p->space == INST_SPACE_PARAM && is_call_param(o, out, p->mask));
    if (!lanes && mem_linear(w, p->space, &v)) {
        if (mem_check(w, out, p->mask, p->space, &v, (uint32_t)o->esize * o->n, "load"))
            load_linear(o, w, p->mask, &v, out);
        return;
    }
    uint8_t *base = open_interleaved(o, w, p->mask, p->space, out, "load");
    if (!base)
        return;
    /* All addresses are read before any register is written: an element may be the base. */
    for (uint64_t m = p->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        uint64_t a = out->addr[lane];
        for (unsigned k = 0; k < o->n; k++)
            if (o->v[k] != NO_SLOT)
                put_lane(o, w, k, lane, read_lane(w, base, a + k * o->esize, lane, o->esize));
    }
    if (p->space == INST_SPACE_LOCAL)
        show_local(w, p->mask, out);
    else
        for (uint64_t m = p->mask; m; m &= m - 1)
            out->addr[__builtin_ctzll(m)] += CALL_PARAM_BASE;
}

static inline uint64_t get_lane(const op_t *o, const front_warp_t *w, unsigned k, unsigned lane)
{
    const void *src = warp_src(w, o->v[k]);
    return o->v_bits[k] == 64 ? ((const u64a_t *)src)[lane] : ((const u32a_t *)src)[lane];
}

static void store_linear(const op_t *o, front_warp_t *w, uint64_t mask, const mem_view_t *v,
                         const warp_step_t *out)
{
    if (o->n == 1 && o->esize == 4 && o->v_bits[0] == 32) {
        const u32a_t *src = warp_src(w, o->v[0]);
        for (uint64_t m = mask; m; m &= m - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(m);
            *(u32a_t *)(void *)(v->mem + (out->addr[lane] - v->lo)) = src[lane];
        }
        return;
    }
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        uint8_t *to = v->mem + (out->addr[lane] - v->lo);
        for (unsigned k = 0; k < o->n; k++) {
            uint64_t x = get_lane(o, w, k, lane);
            memcpy(to + k * (size_t)o->esize, &x, o->esize);
        }
    }
}

static void store_part(const op_t *o, front_warp_t *w, const mem_part_t *p, warp_step_t *out)
{
    mem_view_t v;
    bool lanes = p->space == INST_SPACE_LOCAL || p->space == INST_SPACE_PARAM;
    if (!lanes && mem_linear(w, p->space, &v)) {
        if (mem_check(w, out, p->mask, p->space, &v, (uint32_t)o->esize * o->n, "store"))
            store_linear(o, w, p->mask, &v, out);
        return;
    }
    uint8_t *base = open_interleaved(o, w, p->mask, p->space, out, "store");
    if (!base)
        return;
    for (uint64_t m = p->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        for (unsigned k = 0; k < o->n; k++)
            write_lane(w, base, out->addr[lane] + k * o->esize, lane, o->esize,
                       get_lane(o, w, k, lane));
    }
    if (p->space == INST_SPACE_LOCAL)
        show_local(w, p->mask, out);
}

void isa_exec_load(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out)
{
    mem_part_t part[3];
    mem_addresses(o, w, out);
    unsigned n = mem_split(o, w, mask, out, part);
    out->space = (uint8_t)part[0].space;
    for (unsigned k = 0; k < n && !w->l->front.error; k++)
        load_part(o, w, &part[k], out);
}

void isa_exec_store(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out)
{
    mem_part_t part[3];
    mem_addresses(o, w, out);
    unsigned n = mem_split(o, w, mask, out, part);
    out->space = (uint8_t)part[0].space;
    for (unsigned k = 0; k < n && !w->l->front.error; k++)
        store_part(o, w, &part[k], out);
}

uint64_t mem_call_arg(const front_warp_t *w, uint32_t at, unsigned lane, unsigned bytes)
{
    uint64_t size;
    return read_lane(w, interleaved(w, true, &size), at, lane, bytes);
}

void mem_set_call_arg(front_warp_t *w, uint32_t at, unsigned lane, unsigned bytes, uint64_t v)
{
    uint64_t size;
    write_lane(w, interleaved(w, true, &size), at, lane, bytes, v);
}

static bool peek_byte(front_warp_t *w, unsigned lane, uint64_t addr, uint8_t *out)
{
    mem_view_t v;
    uint64_t size;
    if (addr - ISA_LOCAL_WINDOW < ISA_WINDOW_BYTES) {
        uint8_t *base = interleaved(w, false, &size);
        if (addr - ISA_LOCAL_WINDOW >= size)
            return false;
        *out = *lane_byte(w, base, addr - ISA_LOCAL_WINDOW, lane);
        return true;
    }
    bool shared = addr - ISA_SHARED_WINDOW < ISA_WINDOW_BYTES;
    mem_linear(w, shared ? INST_SPACE_SHARED : INST_SPACE_GLOBAL, &v);
    addr -= shared ? ISA_SHARED_WINDOW : v.lo;
    if (addr >= v.bytes)
        return false;
    *out = v.mem[addr];
    return true;
}

bool mem_peek(front_warp_t *w, unsigned lane, uint64_t addr, void *out, unsigned bytes)
{
    for (unsigned k = 0; k < bytes; k++)
        if (!peek_byte(w, lane, addr + k, (uint8_t *)out + k))
            return false;
    return true;
}
