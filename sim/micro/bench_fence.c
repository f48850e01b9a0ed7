/*
 * Fences, by the length of a kernel of one warp: behind a store of a line, which the L2 has room
 * for, and behind a result of the SFU.
 *
 *   acks        the addition behind the store issues when the acknowledgement is here
 *   registers   it issues at once, and the warp ends with the acknowledgement; behind the SFU it
 *               issues when the result is here
 */
#include "micro/derive.h"
#include "micro/micro.h"

static double whole(micro_t *m, const gpu_cfg_t *c, const char *kernel, uint32_t threads,
                    unsigned n_args)
{
    micro_launch_t l = {.module = "fence",
                        .kernel = kernel,
                        .grid = 1,
                        .block = threads,
                        .arg = {dev_arg_ptr(derive_base(c))},
                        .n_args = n_args,
                        .bytes = c->line_bytes,
                        .cfg = c};
    micro_result_t r = micro_launch(m, &l);
    return (double)r.s.run.cycles;
}

static void after_store(micro_t *m)
{
    gpu_cfg_t cfg = m->cfg;
    const gpu_cfg_t *c = &cfg;
    if (c->l2_write_miss == GPU_WRITE_THROUGH) /* the L2 acknowledges it, not the DRAM */
        cfg.l2_write_miss = GPU_WRITE_FETCH;
    uint32_t threads = c->line_bytes / 4;
    if (threads > c->warp_size) {
        micro_skip(m, "a warp stores less than a line");
        return;
    }
    derive_t d = derive_from(c);
    derive_issue_t w = derive_warp(c);
    uint64_t mov = derive_alu(c, INST_OP_LOGIC, 0);
    uint64_t base = derive_next(&w, true, 0) + derive_param(c);
    uint64_t tid = derive_next(&w, false, 0) + mov;
    uint64_t offset = derive_mul(&w, tid) + derive_alu(c, INST_OP_INT_MUL, 1);
    uint64_t p = derive_next(&w, false, max_of(base, offset)) + derive_alu(c, INST_OP_INT_ADD, 2);
    uint64_t x = derive_next(&w, false, 0) + mov;
    uint64_t ack = derive_store(&d, derive_next(&w, true, max_of(p, x)));
    derive_free(&w, 0);
    uint64_t sum = derive_next(&w, false, c->fence == GPU_FENCE_ACKS ? ack : 0);
    sum += derive_alu(c, INST_OP_INT_ADD, 2);
    uint64_t end = derive_end(&w, max_of(sum, ack));
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", (double)end, "store, fence, add");
    micro_got(m, row, whole(m, c, "fence_store", threads, 1));
}

static void after_result(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    derive_issue_t w = derive_warp(c);
    uint64_t mov = derive_alu(c, INST_OP_LOGIC, 0);
    derive_op_t ex2 = derive_op(c, INST_UNIT_SFU, INST_OP_SPECIAL);
    uint64_t x = derive_next(&w, false, 0) + mov;
    uint64_t y = derive_free(&w, x) + ex2.latency + c->exec_delay + c->operand_delay;
    derive_free(&w, 0);
    uint64_t z = derive_next(&w, false, c->fence == GPU_FENCE_REGISTERS ? y : 0) + mov;
    uint64_t sum = derive_next(&w, false, z) + derive_alu(c, INST_OP_INT_ADD, 2);
    uint64_t twice = derive_next(&w, false, y) + derive_alu(c, INST_OP_FP_ADD, 2);
    uint64_t end = derive_end(&w, max_of(sum, twice));
    unsigned row =
        micro_expect(m, MICRO_EXACT, "core cycles", (double)end, "special function, fence, adds");
    micro_got(m, row, whole(m, c, "fence_result", 1, 0));
}

static void run(micro_t *m)
{
    after_store(m);
    after_result(m);
}

const micro_bench_t micro_fence = {"fence", "what a fence waits for", run};
