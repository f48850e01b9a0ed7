#include "micro/gather.h"

#include "micro/derive.h"

gpu_cfg_t gather_machine(const gpu_cfg_t *c)
{
    gpu_cfg_t g = *c;
    g.dram_channels = g.l2_slices = 1;
    g.l2_sets = 4096;
    g.l1_index = GPU_INDEX_LINEAR;
    g.l1_local_store = GPU_LOCAL_THROUGH; /* no store is here, and a queue may have one place */
    return g;
}

bool gather_applies(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    if (c->l2_sector_bytes == c->line_bytes && c->ldst_queue >= 4)
        return true;
    micro_skip(m, "misses in number: sectors or a short LDST queue");
    return false;
}

/* gather.ptx, instruction by instruction; an operand is named by the instruction that makes it. */
void gather_issue(const gpu_cfg_t *c, uint64_t load[4])
{
    uint64_t param = derive_param(c), mul = derive_alu(c, INST_OP_INT_MUL, 2);
    uint64_t add = derive_alu(c, INST_OP_INT_ADD, 2), cvta = derive_alu(c, INST_OP_LOGIC, 1);
    uint64_t mov = derive_alu(c, INST_OP_LOGIC, 0);
    derive_issue_t w = derive_warp(c);
    uint64_t base = derive_next(&w, true, 0) + param;
    base = derive_next(&w, false, base) + cvta;
    uint64_t stride = derive_next(&w, true, 0) + param;
    uint64_t tid = derive_next(&w, false, 0) + mov;
    uint64_t offset = derive_mul(&w, max_of(stride, tid)) + mul;
    uint64_t p = derive_next(&w, false, max_of(base, offset)) + add;
    uint64_t p_generic = derive_next(&w, false, p) + cvta;
    uint64_t ntid = derive_next(&w, false, 0) + mov;
    uint64_t next = derive_mul(&w, max_of(stride, ntid)) + mul;
    uint64_t q = derive_next(&w, false, max_of(p, next)) + add;
    uint64_t q_generic = derive_next(&w, false, q) + cvta;
    uint64_t r = derive_next(&w, false, max_of(q, next)) + add;
    uint64_t r_generic = derive_next(&w, false, r) + cvta;
    uint64_t s = derive_next(&w, false, max_of(r_generic, next)) + add;
    load[0] = derive_next(&w, true, p_generic);
    load[1] = derive_next(&w, true, q_generic);
    load[2] = derive_next(&w, true, r_generic);
    load[3] = derive_next(&w, true, s);
}

uint64_t gather_first(const gpu_cfg_t *c)
{
    uint64_t load[4];
    gather_issue(c, load);
    return load[0] + derive_stage_delay(c, 1);
}

uint64_t gather_end(const gpu_cfg_t *c, uint64_t last_back)
{
    /* The last add waits for the last load, the warp for the add. */
    return last_back + c->l1_fill_delay + derive_alu(c, INST_OP_INT_ADD, 2) + 1;
}

micro_launch_t gather_launch(const gpu_cfg_t *c, uint64_t stride)
{
    uint64_t base = derive_base(c), bytes = 4 * c->warp_size * stride + c->line_bytes;
    return (micro_launch_t){.module = "gather",
                            .kernel = "gather",
                            .grid = 1,
                            .block = c->warp_size,
                            .arg = {dev_arg_ptr(base), dev_arg_u32((uint32_t)stride)},
                            .n_args = 2,
                            .bytes = bytes,
                            .preload = bytes,
                            .cfg = c};
}

micro_result_t gather_run(micro_t *m, const gpu_cfg_t *c, uint64_t stride)
{
    micro_launch_t l = gather_launch(c, stride);
    return micro_launch(m, &l);
}
