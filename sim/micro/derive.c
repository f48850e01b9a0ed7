/*
 * What both halves of the path need: sizes, edges of one clock as edges of another, addresses.
 */
#include "micro/derive.h"

#include "driver/driver.h"

uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

uint64_t max_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t derive_flits(const gpu_cfg_t *c, uint64_t payload_bytes)
{
    return max_of(1, ceil_div(c->header_bytes + payload_bytes, c->flit_bytes));
}

uint64_t derive_port_time(const gpu_cfg_t *c, uint64_t flits)
{
    return flits + c->icnt_gap;
}

uint64_t derive_data_time(const gpu_cfg_t *c, uint64_t bytes)
{
    return c->l2_port_bytes ? max_of(1, ceil_div(bytes, c->l2_port_bytes)) : 1;
}

derive_t derive_from(const gpu_cfg_t *c)
{
    derive_t d = {.c = c};
    /* Any common unit will do: the product of the other frequencies. */
    d.core = (uint64_t)c->icnt_mhz * c->l2_mhz * c->dram_mhz;
    d.icnt = (uint64_t)c->core_mhz * c->l2_mhz * c->dram_mhz;
    d.l2 = (uint64_t)c->core_mhz * c->icnt_mhz * c->dram_mhz;
    d.dram = (uint64_t)c->core_mhz * c->icnt_mhz * c->l2_mhz;
    d.read_flits = derive_flits(c, 0);
    d.store_flits = derive_flits(c, c->line_bytes);
    d.data_flits = derive_flits(c, c->l2_sector_bytes);
    d.sectors = c->line_bytes / c->l2_sector_bytes;
    d.columns = (uint32_t)ceil_div(c->l2_sector_bytes, c->dram_atom_bytes);
    d.column_gap = (uint32_t)max_of(c->t_ccd, c->dram_burst);
    if (c->dram_bank_groups > 1)
        d.column_gap = (uint32_t)max_of(d.column_gap, c->t_ccdl);
    return d;
}

uint64_t derive_icnt_after_core(const derive_t *d, uint64_t core)
{
    return core * d->core / d->icnt + 1;
}

uint64_t derive_core_from_icnt(const derive_t *d, uint64_t icnt)
{
    return ceil_div(icnt * d->icnt, d->core);
}

uint64_t derive_l2_after_icnt(const derive_t *d, uint64_t icnt)
{
    return icnt * d->icnt / d->l2 + 1;
}

uint64_t derive_l2_from_icnt(const derive_t *d, uint64_t icnt)
{
    return ceil_div(icnt * d->icnt, d->l2);
}

uint64_t derive_icnt_from_l2(const derive_t *d, uint64_t l2)
{
    return ceil_div(l2 * d->l2, d->icnt);
}

uint64_t derive_dram_after_l2(const derive_t *d, uint64_t l2)
{
    return l2 * d->l2 / d->dram + 1;
}

uint64_t derive_l2_from_dram(const derive_t *d, uint64_t dram)
{
    return ceil_div(dram * d->dram, d->l2);
}

/* The first edge of a clock behind so many core cycles, of which the first is the one at or after
 * edge t. An SM's cycle comes last at an instant. */
static uint64_t after_core_cycles(const derive_t *d, uint64_t t, uint64_t period, uint64_t n)
{
    uint64_t first = ceil_div(t * period, d->core);
    return n ? (first + n - 1) * d->core / period + 1 : t;
}

uint64_t derive_after_rop(const derive_t *d, uint64_t t)
{
    const gpu_cfg_t *c = d->c;
    return c->latency_clock == GPU_LATENCY_CORE ? after_core_cycles(d, t, d->l2, c->rop_latency)
                                                : t + c->rop_latency;
}

uint64_t derive_after_dram_latency(const derive_t *d, uint64_t t)
{
    const gpu_cfg_t *c = d->c;
    return c->latency_clock == GPU_LATENCY_CORE ? after_core_cycles(d, t, d->dram, c->dram_latency)
                                                : t + c->dram_latency;
}

/* ---- Addresses ---- */

uint64_t derive_channel_stride(const gpu_cfg_t *c)
{
    return (uint64_t)c->interleave_bytes * c->dram_channels * c->l2_slices;
}

uint64_t derive_bank_stride(const gpu_cfg_t *c)
{
    return derive_channel_stride(c) * (c->dram_row_bytes / c->interleave_bytes);
}

uint64_t derive_row_stride(const gpu_cfg_t *c)
{
    return derive_bank_stride(c) * (c->dram_banks / c->l2_slices);
}

uint64_t derive_base(const gpu_cfg_t *c)
{
    uint64_t unit = derive_row_stride(c);
    /* Rows are not a power of two with an odd number of channels; L1 and L2 sets start anew at
     * multiples of their size. */
    return ceil_div(DEV_BASE, unit) * unit;
}
