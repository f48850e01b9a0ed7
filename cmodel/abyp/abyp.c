#include "abyp/abyp.h"

#include <errno.h>

int abyp_init(abyp_t *u, const abyp_cfg_t *cfg)
{
    if (unit_cfg_check(&abyp_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg; /* all state is in the parts */
    int err = abyp_table_init(&u->table, &(abyp_table_cfg_t){
                                             .entries = cfg->entries,
                                             .ctr_w = cfg->ctr_w,
                                             .threshold = cfg->threshold,
                                         });
    if (err != 0)
        return err;
    return abyp_taghash_init(&u->tags, &(abyp_taghash_cfg_t){
                                           .sets = cfg->sets,
                                           .ways = cfg->ways,
                                           .hash_w = bits_index_w(cfg->entries),
                                       });
}

/* The XOR of the chunks of pc >> pc_shift, each as wide as the table's index. */
static uint16_t hash(const abyp_t *u, uint32_t pc)
{
    const unsigned hash_w = u->tags.cfg.hash_w;
    const uint32_t mask = (uint32_t)bits_mask(hash_w);
    uint32_t folded = 0;

    for (uint32_t rest = pc >> u->cfg.pc_shift; rest != 0; rest >>= hash_w)
        folded ^= rest & mask;
    return (uint16_t)folded;
}

/* How i_table and i_tags are connected. */
static abyp_table_in_t table_in(const abyp_wires_t *w, const abyp_out_t *out)
{
    return (abyp_table_in_t){
        .lookup_idx = out->acc_hash,
        .inc_en = out->trains_up,
        .inc_idx = w->line_hash,
        .dec_en = out->trains_down,
        .dec_idx = w->line_hash,
    };
}

static abyp_taghash_in_t tags_in(const abyp_in_t *in, const abyp_wires_t *w, const abyp_out_t *out)
{
    return (abyp_taghash_in_t){
        .set = in->acc_set,
        .way = in->acc_way,
        .wr_en = w->keep,
        .wr_hash = out->acc_hash,
        .fill_en = in->fill_valid,
        .fill_set = in->fill_set,
        .fill_way = in->fill_way,
        .fill_hash = in->fill_hash,
    };
}

/* The outputs of the parts do not depend on keep, trains_up and trains_down: these are not known
 * yet when the parts are read. */
static void comb(const abyp_t *u, const abyp_in_t *in, abyp_wires_t *w, abyp_out_t *out)
{
    *w = (abyp_wires_t){0};
    *out = (abyp_out_t){.acc_hash = hash(u, in->acc_pc)};

    const abyp_table_in_t to_table = table_in(w, out);
    abyp_table_out_t table;
    abyp_table_eval(&u->table, &to_table, &table);
    w->bypass = table.predict;

    const abyp_taghash_in_t to_tags = tags_in(in, w, out);
    abyp_taghash_out_t tags;
    abyp_taghash_eval(&u->tags, &to_tags, &tags);
    w->line_hash = tags.rd_hash;
    w->line_ok = tags.rd_ok;

    out->predict = in->acc_valid && !in->acc_hit && w->bypass;
    const bool commit = in->acc_valid && in->acc_accept;
    w->keep = commit && !out->predict;
    out->trains_up = w->keep && !in->acc_hit && in->vic_valid && w->line_ok;
    out->trains_down = commit && in->acc_hit && w->line_ok;
}

void abyp_eval(const abyp_t *u, const abyp_in_t *in, abyp_out_t *out)
{
    abyp_wires_t w;
    comb(u, in, &w, out);
}

void abyp_clock(abyp_t *u, const abyp_in_t *in, abyp_out_t *out)
{
    abyp_wires_t w;
    comb(u, in, &w, out);

    const abyp_table_in_t to_table = table_in(&w, out);
    abyp_table_tick(&u->table, &to_table);

    const abyp_taghash_in_t to_tags = tags_in(in, &w, out);
    abyp_taghash_tick(&u->tags, &to_tags);
}

void abyp_tick(abyp_t *u, const abyp_in_t *in)
{
    abyp_out_t out;
    abyp_clock(u, in, &out);
}

uint64_t abyp_quiet(const abyp_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void abyp_skip(abyp_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool abyp_idle(const abyp_t *u)
{
    return abyp_table_idle(&u->table) && abyp_taghash_idle(&u->tags);
}
