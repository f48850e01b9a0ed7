/*
 * Texture reads of linear memory. A channel of 32 bits is read as its bits, whatever its kind; a
 * narrower one becomes a whole number with or without sign. Channels that an element does not have
 * read 0. A coordinate outside the texture reads 0 of tex.1d (as tex1Dfetch defines it) and the
 * nearest element of tex.2d (clamped); a floating-point coordinate is rounded down.
 */
#include "isa/texture.h"

#include <math.h>
#include <string.h>

#include "isa/mem.h"

const char *isa_unbound_texture(const isa_kernel_t *k, const isa_mem_t *mem)
{
    for (uint32_t i = 0; k->code && i < k->code->n_entries; i++) {
        const const_entry_t *e = &k->code->entry[i];
        if (e->kind != CONST_ADDR || !e->var->opaque)
            continue;
        uint64_t magic = 0, at = e->var->addr - mem->base;
        if (at < mem->bytes && mem->bytes - at >= sizeof(isa_texture_t))
            memcpy(&magic, mem->host + at, sizeof magic);
        if (magic != ISA_TEXTURE_MAGIC)
            return e->var->name;
    }
    return NULL;
}

/* The texture of a lane's handle; false, and a fault noted: there is none. */
static bool fetch_texture(front_warp_t *w, unsigned lane, uint64_t handle, isa_texture_t *t)
{
    mem_view_t v;
    mem_linear(w, INST_SPACE_GLOBAL, &v);
    uint64_t at = handle - v.lo;
    bool inside = v.bytes >= sizeof *t && at <= v.bytes - sizeof *t;
    if (inside)
        memcpy(t, v.mem + at, sizeof *t);
    if (!inside || t->magic != ISA_TEXTURE_MAGIC) {
        isa_fault(
            w, (int)lane,
            "texture read through 0x%llx, which is no texture; expected a texture object or a "
            "bound .texref",
            (unsigned long long)handle);
        return false;
    }
    uint64_t row = (uint64_t)t->width * t->channels * t->bytes, first = t->address - v.lo;
    uint64_t all = (uint64_t)(t->height - 1) * t->pitch + row;
    if (t->width && t->height && all <= v.bytes && first <= v.bytes - all)
        return true;
    isa_fault(w, (int)lane, "texture at 0x%llx lies outside device memory",
              (unsigned long long)t->address);
    return false;
}

/* Coordinate k of a lane, rounded down. */
static int64_t coordinate(const op_t *o, const front_warp_t *w, unsigned k, unsigned lane)
{
    uint32_t bits = ((const u32a_t *)op_src(o, w, 1 + k))[lane];
    float f;
    if (!(o->flags & MEM_TEX_FLOAT))
        return (int32_t)bits;
    memcpy(&f, &bits, sizeof f);
    return f >= -2147483648.0f && f < 2147483648.0f ? (int64_t)floorf(f) : f > 0 ? INT32_MAX : 0;
}

/* The nearest one below n. */
static uint32_t clamped(int64_t x, uint32_t n)
{
    return x < 0 ? 0 : x < (int64_t)n ? (uint32_t)x : n - 1;
}

static uint32_t channel(const isa_texture_t *t, const uint8_t *p)
{
    uint32_t v = 0, shift = 32u - 8u * t->bytes;
    memcpy(&v, p, t->bytes);
    return t->kind == ISA_TEXTURE_SIGNED ? (uint32_t)((int32_t)(v << shift) >> shift) : v;
}

static void read_lane(const op_t *o, front_warp_t *w, unsigned lane, warp_step_t *out)
{
    isa_texture_t t;
    mem_view_t v;
    uint64_t handle = ((const u64a_t *)op_src(o, w, 0))[lane] + (uint64_t)o->imm;
    bool flat = o->sub == 1;
    if (!fetch_texture(w, lane, handle, &t))
        return;
    mem_linear(w, INST_SPACE_GLOBAL, &v);
    if (isa_rows[o->row].t == PT_F32 && t.bytes != 4) {
        isa_fault(w, (int)lane, "texture of %u-byte whole numbers read as .f32", t.bytes);
        return;
    }
    int64_t x = coordinate(o, w, 0, lane), y = flat ? 0 : coordinate(o, w, 1, lane);
    bool outside = flat && (x < 0 || x >= (int64_t)t.width);
    uint64_t at = t.address + (uint64_t)clamped(y, t.height) * t.pitch +
                  (uint64_t)clamped(x, t.width) * t.channels * t.bytes;
    out->addr[lane] = at;
    for (unsigned k = 0; k < 4; k++) {
        if (o->v[k] == NO_SLOT)
            continue;
        bool has = k < t.channels && !outside;
        const uint8_t *p = v.mem + (at - v.lo) + (size_t)k * t.bytes;
        ((u32a_t *)warp_slot(w, o->v[k]))[lane] = has ? channel(&t, p) : 0;
    }
}

void isa_exec_texture(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out)
{
    out->space = INST_SPACE_TEXTURE;
    for (uint64_t m = mask; m && !w->l->front.error; m &= m - 1)
        read_lane(o, w, (unsigned)__builtin_ctzll(m), out);
}
