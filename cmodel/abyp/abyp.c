#include "abyp/abyp.h"

#include <errno.h>
#include <string.h>

int abyp_init(abyp_t *u, const abyp_cfg_t *cfg)
{
    if (unit_cfg_check(&abyp_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
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

static void wires(const abyp_t *u, const abyp_in_t *in, abyp_wires_t *w, abyp_out_t *out)
{
    const uint16_t acc_hash = hash(u, in->acc_pc);

    abyp_taghash_out_t tags;
    abyp_taghash_eval(&u->tags,
                      &(abyp_taghash_in_t){
                          .set = in->acc_set,
                          .way = in->acc_way,
                          .fill_en = in->fill_valid,
                          .fill_set = in->fill_set,
                          .fill_way = in->fill_way,
                          .fill_hash = in->fill_hash,
                      },
                      &tags);
    w->line_hash = tags.rd_hash;

    abyp_table_out_t table;
    abyp_table_eval(&u->table, &(abyp_table_in_t){.lookup_idx = acc_hash}, &table);
    w->bypass = table.predict;

    const bool predict = in->acc_valid && !in->acc_hit && w->bypass;
    const bool commit = in->acc_valid && in->acc_accept;
    w->keep = commit && !predict;
    w->dec_en = commit && in->acc_hit;
    w->inc_en = w->keep && !in->acc_hit && in->vic_valid;
    *out = (abyp_out_t){.predict = predict, .acc_hash = acc_hash};
}

void abyp_eval(const abyp_t *u, const abyp_in_t *in, abyp_out_t *out)
{
    abyp_wires_t w;
    wires(u, in, &w, out);
}

void abyp_tick(abyp_t *u, const abyp_in_t *in)
{
    abyp_wires_t w;
    abyp_out_t out;
    wires(u, in, &w, &out);
    abyp_table_tick(&u->table, &(abyp_table_in_t){
                                   .lookup_idx = out.acc_hash,
                                   .inc_en = w.inc_en,
                                   .inc_idx = w.line_hash,
                                   .dec_en = w.dec_en,
                                   .dec_idx = w.line_hash,
                               });
    abyp_taghash_tick(&u->tags, &(abyp_taghash_in_t){
                                    .set = in->acc_set,
                                    .way = in->acc_way,
                                    .wr_en = w.keep,
                                    .wr_hash = out.acc_hash,
                                    .fill_en = in->fill_valid,
                                    .fill_set = in->fill_set,
                                    .fill_way = in->fill_way,
                                    .fill_hash = in->fill_hash,
                                });
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
