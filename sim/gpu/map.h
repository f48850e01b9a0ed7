/*
 * Where an address lives: channel, L2 slice, set within the slice, DRAM bank and row.
 *
 * Chunks of interleave_bytes are dealt to the channels in turn. Of a channel's own chunk number the
 * low bits choose the L2 slice and with it the low bits of the bank, then come the chunks of a row,
 * the other bits of the bank, the row (GPGPU-Sim's Fermi map is RRRR BBB CCCC B CC SSSSSS).
 */
#ifndef LW_GPU_MAP_H
#define LW_GPU_MAP_H

#include <stdint.h>

#include "gpu/gpu_cfg.h"

typedef struct addr_map {
    uint32_t line_shift;    /* log2 line_bytes */
    uint32_t chunk_shift;   /* log2 lines a chunk */
    uint32_t slice_shift;   /* log2 slices a channel */
    uint32_t row_shift;     /* log2 chunks a row */
    uint32_t bank_hi_shift; /* log2 (banks / slices) */
    uint32_t channels;
    uint64_t inverse; /* floor(2^64 / channels) + 1; 0: one channel */
} addr_map_t;

typedef struct addr_place {
    uint32_t channel;
    uint32_t slice;      /* in the whole GPU: channel << slice_shift | slice in the channel */
    uint64_t local_line; /* number of the line among those of its slice */
} addr_place_t;

typedef struct addr_dram {
    uint32_t bank;
    uint32_t row;
} addr_dram_t;

static inline uint32_t map_log2(uint32_t x)
{
    return 31u - (uint32_t)__builtin_clz(x);
}

static inline void map_init(addr_map_t *m, const gpu_cfg_t *c)
{
    m->line_shift = map_log2(c->line_bytes);
    m->chunk_shift = map_log2(c->interleave_bytes / c->line_bytes);
    m->slice_shift = map_log2(c->l2_slices);
    m->row_shift = map_log2(c->dram_row_bytes / c->interleave_bytes);
    m->bank_hi_shift = map_log2(c->dram_banks / c->l2_slices);
    m->channels = c->dram_channels;
    m->inverse = m->channels > 1 ? UINT64_MAX / m->channels + 1 : 0;
}

/* Chunk number within its channel, and the channel. A product instead of a division: exact while
 * chunk * channels < 2^64, and a chunk is at least 32 B, the channels at most 32. */
static inline uint64_t map_split(const addr_map_t *m, uint64_t line, uint32_t *channel)
{
    uint64_t chunk = line >> m->chunk_shift;
    uint64_t q = m->inverse ? (uint64_t)(((unsigned __int128)chunk * m->inverse) >> 64) : chunk;
    *channel = (uint32_t)(chunk - q * m->channels);
    return q;
}

static inline addr_place_t map_place(const addr_map_t *m, uint64_t line)
{
    addr_place_t p;
    uint64_t local = map_split(m, line, &p.channel);
    p.slice = p.channel << m->slice_shift | (uint32_t)(local & ((1u << m->slice_shift) - 1));
    p.local_line =
        (local >> m->slice_shift) << m->chunk_shift | (line & ((1u << m->chunk_shift) - 1));
    return p;
}

static inline addr_dram_t map_dram(const addr_map_t *m, uint64_t line)
{
    uint32_t channel;
    uint64_t local = map_split(m, line, &channel);
    uint32_t low = (uint32_t)(local & ((1u << m->slice_shift) - 1));
    uint64_t x = local >> m->slice_shift >> m->row_shift;
    uint32_t high = (uint32_t)(x & ((1u << m->bank_hi_shift) - 1));
    return (addr_dram_t){.bank = high << m->slice_shift | low,
                         .row = (uint32_t)(x >> m->bank_hi_shift)};
}

#endif
