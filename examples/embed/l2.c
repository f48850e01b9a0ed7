#include "l2.h"

enum { ACC_EN, ACC_WRITE, ACC_HIT, ACC_BYPASS, ACC_SET, ACC_WAY, RET_BYPASS };

static const char *const ports[] = {"acc_en",  "acc_write", "acc_hit",    "acc_bypass",
                                    "acc_set", "acc_way",   "ret_bypass", NULL};

int l2_open(block_t *slice, const shape_t *shape, const char *engine)
{
    const lw_setting_t settings[] = {{"sets", shape->l2_sets}, {"ways", shape->l2_ways}};
    block_open(slice, "abyp.l2bit", settings, 2, engine, ports);
    return slice->status ? -1 : 0;
}

int l2_look_up(block_t *slice, const event_t *e, int bypass)
{
    block_set(slice, ACC_EN, 0, 1);
    block_set(slice, ACC_WRITE, 0, e->write);
    block_set(slice, ACC_HIT, 0, e->hit);
    block_set(slice, ACC_BYPASS, 0, bypass != 0);
    block_set(slice, ACC_SET, 0, e->set);
    block_set(slice, ACC_WAY, 0, e->way);
    const int bit = (int)block_get(slice, RET_BYPASS, 0);
    block_tick(slice);
    return bit;
}
