#include "micro/chase.h"

#include "micro/derive.h"

micro_result_t chase_run(micro_t *m, const gpu_cfg_t *c, uint64_t lines, uint64_t stride,
                         bool preload)
{
    micro_poke_t poke[CHASE_HOPS];
    uint64_t base = derive_base(c);
    for (uint64_t i = 0; i < lines; i++)
        poke[i] = (micro_poke_t){base + i * stride, base + (i + 1) % lines * stride};
    micro_launch_t l = {.module = "chase",
                        .kernel = "chase",
                        .grid = 1,
                        .block = 1,
                        .arg = {dev_arg_ptr(base)},
                        .n_args = 1,
                        .bytes = lines * stride + c->line_bytes,
                        .poke = poke,
                        .n_pokes = (unsigned)lines,
                        .preload = preload ? lines * stride : 0,
                        .cfg = c};
    return micro_launch(m, &l);
}
