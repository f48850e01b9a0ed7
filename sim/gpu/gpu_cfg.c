/*
 * The key table of the configuration, and its checks.
 */
#include "gpu/gpu_cfg.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

const gpu_cfg_key_t gpu_cfg_keys[] = {
#define KEY(kind, name, lo, hi, unit, doc)                                                         \
    {#name, GPU_CFG_##kind, lo, hi, unit, doc, offsetof(gpu_cfg_t, name)},
    GPU_CFG(KEY)
#undef KEY
};
const unsigned gpu_cfg_key_count = sizeof gpu_cfg_keys / sizeof gpu_cfg_keys[0];

const gpu_cfg_key_t *gpu_cfg_key(const char *name)
{
    for (unsigned i = 0; i < gpu_cfg_key_count; i++)
        if (strcmp(gpu_cfg_keys[i].name, name) == 0)
            return &gpu_cfg_keys[i];
    return NULL;
}

uint32_t gpu_cfg_get(const gpu_cfg_t *c, const gpu_cfg_key_t *k)
{
    uint32_t v;
    memcpy(&v, (const char *)c + k->offset, sizeof v);
    return v;
}

void gpu_cfg_set(gpu_cfg_t *c, const gpu_cfg_key_t *k, uint32_t v)
{
    memcpy((char *)c + k->offset, &v, sizeof v);
}

/* The i-th name of "a|b|c" and its length; NULL past the end. */
static const char *enum_name(const char *list, uint32_t i, size_t *len)
{
    while (i > 0) {
        list = strchr(list, '|');
        if (!list)
            return NULL;
        list++;
        i--;
    }
    *len = strcspn(list, "|");
    return list;
}

static int parse_number(const gpu_cfg_key_t *k, const char *text, uint32_t *v, char *why, size_t n)
{
    char *end = NULL;
    errno = 0;
    unsigned long long x = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || x < k->lo || x > k->hi) {
        snprintf(why, n, "a whole number of %s from %u to %u", k->unit, k->lo, k->hi);
        return -EINVAL;
    }
    *v = (uint32_t)x;
    return 0;
}

int gpu_cfg_parse(const gpu_cfg_key_t *k, const char *text, uint32_t *v, char *why, size_t n)
{
    if (k->kind == GPU_CFG_U32)
        return parse_number(k, text, v, why, n);
    if (k->kind == GPU_CFG_BOOL) {
        if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
            *v = text[0] == 't';
            return 0;
        }
        snprintf(why, n, "true or false");
        return -EINVAL;
    }
    size_t len = 0;
    for (uint32_t i = k->lo; i <= k->hi; i++) {
        const char *name = enum_name(k->unit, i, &len);
        if (name && strlen(text) == len && memcmp(name, text, len) == 0) {
            *v = i;
            return 0;
        }
    }
    snprintf(why, n, "one of %s", k->unit);
    return -EINVAL;
}

void gpu_cfg_format(const gpu_cfg_key_t *k, uint32_t v, char *text, size_t n)
{
    size_t len = 0;
    const char *name = k->kind == GPU_CFG_ENUM ? enum_name(k->unit, v, &len) : NULL;
    if (k->kind == GPU_CFG_BOOL)
        snprintf(text, n, "%s", v ? "true" : "false");
    else if (name)
        snprintf(text, n, "%.*s", (int)len, name);
    else
        snprintf(text, n, "%u", v);
}

/* A rule that ties keys together: holds, the key to name, what was expected. */
typedef struct rule {
    bool holds;
    const char *key;
    const char *expected;
} rule_t;

#define POW2(k)                                                                                    \
    {                                                                                              \
        bits_is_pow2(c->k), #k, "a power of two"                                                   \
    }

static const rule_t *first_broken(const rule_t *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!r[i].holds)
            return &r[i];
    return NULL;
}

static int refuse(const char *name, const char *expected, const gpu_cfg_key_t **key, char *why,
                  size_t n)
{
    *key = gpu_cfg_key(name);
    snprintf(why, n, "%s", expected);
    return -EINVAL;
}

int gpu_cfg_check(const gpu_cfg_t *c, const gpu_cfg_key_t **key, char *why, size_t n)
{
    for (unsigned i = 0; i < gpu_cfg_key_count; i++) {
        const gpu_cfg_key_t *k = &gpu_cfg_keys[i];
        uint32_t v = gpu_cfg_get(c, k);
        if (v < k->lo || v > k->hi) {
            char expected[64];
            snprintf(expected, sizeof expected, "from %u to %u", k->lo, k->hi);
            return refuse(k->name, expected, key, why, n);
        }
    }
    const rule_t rules[] = {
        {c->warp_size == 32 || c->warp_size == 64, "warp_size", "32 or 64"},
        {c->warp_size % c->simt_width == 0, "simt_width", "a divisor of warp_size"},
        {c->warps_per_sm >= c->schedulers, "warps_per_sm", "at least schedulers"},
        POW2(line_bytes),
        POW2(coalesce_lanes),
        POW2(l1c_line_bytes),
        POW2(l1t_line_bytes),
        POW2(l1_sets),
        POW2(l2_sets),
        POW2(l3_sets),
        POW2(l2_slices),
        POW2(l2_sector_bytes),
        POW2(interleave_bytes),
        POW2(dram_row_bytes),
        POW2(dram_banks),
        POW2(dram_bank_groups),
        POW2(smem_banks),
        POW2(smem_bank_bytes),
        {c->l1_replacement != GPU_REPL_PLRU || bits_is_pow2(c->l1_ways), "l1_ways",
         "a power of two for plru"},
        {c->l2_replacement != GPU_REPL_PLRU || bits_is_pow2(c->l2_ways), "l2_ways",
         "a power of two for plru"},
        {c->l3_replacement != GPU_REPL_PLRU || bits_is_pow2(c->l3_ways), "l3_ways",
         "a power of two for plru"},
        {c->l1_replacement != GPU_REPL_PLRU || c->l1_ways <= 64, "l1_ways", "at most 64 for plru"},
        {(uint64_t)c->l1_sets * c->l1_ways <= 1 << 20, "l1_ways",
         "such that l1_sets * l1_ways is at most 1048576"},
        {c->l1_index != GPU_INDEX_FERMI ||
             (c->line_bytes == 128 && (c->l1_sets == 32 || c->l1_sets == 64)),
         "l1_index", "linear unless l1_sets is 32 or 64 and line_bytes 128"},
        {c->coalescer == GPU_COALESCE_LINES || c->line_bytes == 128, "coalescer",
         "lines unless line_bytes is 128"},
        {c->l1_local_store == GPU_LOCAL_THROUGH || c->l1_inject_queue || c->l1_miss_queue > 1,
         "l1_miss_queue", "at least 2 when it holds write-backs, too (l1_local_store)"},
        {c->coalescer != GPU_COALESCE_HALVES || c->l2_sector_bytes == c->line_bytes, "coalescer",
         "lines or segments unless l2_sector_bytes is line_bytes"},
        {c->l1i_sets == 0 || bits_is_pow2(c->l1i_sets), "l1i_sets", "0 or a power of two"},
        {c->l1c_sets == 0 || bits_is_pow2(c->l1c_sets), "l1c_sets", "0 or a power of two"},
        {c->l1c_sets == 0 || c->const_path == GPU_CONST_STAGE, "l1c_sets",
         "0 unless const_path is stage"},
        {c->l1t_sets == 0 || bits_is_pow2(c->l1t_sets), "l1t_sets", "0 or a power of two"},
        {c->l1t_sets == 0 || c->l1t_line_bytes <= c->line_bytes, "l1t_line_bytes",
         "at most line_bytes"},
        {c->l1c_sets == 0 || c->l1c_line_bytes <= c->line_bytes, "l1c_line_bytes",
         "at most line_bytes"},
        {c->l1_hit_latency > c->l1_lookup_delay, "l1_hit_latency", "more than l1_lookup_delay"},
        {c->writeback == GPU_WRITEBACK_FREE || c->l1_fill_delay, "l1_fill_delay",
         "at least 1 where results take turns (writeback)"},
        {c->writeback == GPU_WRITEBACK_FREE || c->smem_latency > 2, "smem_latency",
         "at least 3 where results take turns (writeback)"},
        {c->l1_read_spare < c->l1_miss_queue, "l1_read_spare", "less than l1_miss_queue"},
        {c->l2_read_spare < c->l2_miss_queue, "l2_read_spare", "less than l2_miss_queue"},
        {c->l2_store_spare < c->l2_miss_queue, "l2_store_spare", "less than l2_miss_queue"},
        {c->l2_write_miss != GPU_WRITE_THROUGH ||
             (c->l2_sector_bytes == c->line_bytes && !c->l3_enabled),
         "l2_write_miss", "fetch or lazy with an L3 or several sectors a line"},
        {!c->l2_lookup_room || c->l2_dram_queue, "l2_lookup_room", "false without l2_dram_queue"},
        {!c->l2_fill_queue || !c->l3_enabled, "l2_fill_queue", "0 with an L3"},
        {c->l2_sector_bytes <= c->line_bytes, "l2_sector_bytes", "at most line_bytes"},
        {c->interleave_bytes >= c->line_bytes, "interleave_bytes", "at least line_bytes"},
        {c->dram_row_bytes >= c->interleave_bytes, "dram_row_bytes", "at least interleave_bytes"},
        {c->dram_banks >= c->l2_slices, "dram_banks", "at least l2_slices"},
        {c->t_refi == 0 || (c->t_rfc && c->t_refi > c->t_rfc + 2 * c->t_rc), "t_refi",
         "0, or t_rfc at least 1 and t_refi more than t_rfc + 2 * t_rc"},
        {c->dram_admit != GPU_DRAM_CREDITS || c->dram_queue + c->dram_return_queue >= c->l2_slices,
         "dram_return_queue", "such that with dram_queue it is at least l2_slices, for credits"},
        {c->dram_banks >= c->dram_bank_groups, "dram_bank_groups", "at most dram_banks"},
        {c->dram_channels * c->l2_slices <= 64, "dram_channels",
         "such that dram_channels * l2_slices is at most 64"},
    };
    const rule_t *r = first_broken(rules, sizeof rules / sizeof rules[0]);
    return r ? refuse(r->key, r->expected, key, why, n) : 0;
}
