/*
 * What the microbenchmarks derive from: the path of a request through an otherwise idle machine,
 * stage by stage, as docs/gpu.md states it; nothing here is shared with the model. derive_sm.c has
 * the SM, derive_below.c what is below the L1, derive.c what both need.
 *
 * Times are edges of the clock they are named after. Within an instant the DRAM comes first, then
 * the L3, the L2, the crossbars, then the SMs: who comes later sees a thing at the same instant,
 * who comes earlier at its next edge.
 */
#ifndef LW_MICRO_DERIVE_H
#define LW_MICRO_DERIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "front/inst.h"
#include "gpu/gpu_cfg.h"

typedef struct derive_bank {
    bool open;
    uint64_t row, act_ok, pre_ok, col_ok, write_ok;
} derive_bank_t;

typedef struct derive {
    const gpu_cfg_t *c;
    uint64_t core, icnt, l2, dram;                /* periods, in a common unit */
    uint64_t read_flits, store_flits, data_flits; /* request; full-line store; sector reply */
    uint32_t sectors;                             /* of a line */
    uint32_t columns;                             /* column commands of a sector's fetch */
    uint32_t column_gap;                          /* between two of one bank, DRAM cycles */
    derive_bank_t bank[32];                       /* of the channel that is looked at */
    uint64_t bus_read_ok;                         /* earliest read command after a write */
} derive_t;

derive_t derive_from(const gpu_cfg_t *c);

uint64_t derive_flits(const gpu_cfg_t *c, uint64_t payload_bytes);
/* Crossbar cycles for which a packet of so many flits holds its ports. */
uint64_t derive_port_time(const gpu_cfg_t *c, uint64_t flits);
uint64_t ceil_div(uint64_t a, uint64_t b);
uint64_t max_of(uint64_t a, uint64_t b);

/* L2 cycles for which so many bytes hold a slice's data port; at least the one of the lookup. */
uint64_t derive_data_time(const gpu_cfg_t *c, uint64_t bytes);

/* Edges of one clock as edges of another: from, the first at or after it; after, the first later.
 */
uint64_t derive_icnt_after_core(const derive_t *d, uint64_t core);
uint64_t derive_core_from_icnt(const derive_t *d, uint64_t icnt);
uint64_t derive_l2_after_icnt(const derive_t *d, uint64_t icnt);
uint64_t derive_l2_from_icnt(const derive_t *d,
                             uint64_t icnt); /* of a time after that edge's instant */
uint64_t derive_icnt_from_l2(const derive_t *d, uint64_t l2);
uint64_t derive_dram_after_l2(const derive_t *d, uint64_t l2);
uint64_t derive_l2_from_dram(const derive_t *d, uint64_t dram);

/* The memory stage accepts a request in core cycle t: the cycle in which it leaves the L1's queue,
 * if nothing is in the way. In the cycle returned by derive_place_free another finds its place free
 * if it leaves in cycle `sent`. */
uint64_t derive_sent(const gpu_cfg_t *c, uint64_t t);
uint64_t derive_place_free(const gpu_cfg_t *c, uint64_t sent);

/* A request is in the slice from its L2 cycle t on, or in the channel from its DRAM cycle t on: the
 * cycle in which rop_latency, or dram_latency, is behind it. */
uint64_t derive_after_rop(const derive_t *d, uint64_t t);
uint64_t derive_after_dram_latency(const derive_t *d, uint64_t t);

/* ---- An instruction of an execution unit ---- */

/* What executes it: so many units, each taken for `initiation` cycles by a lane group of a warp. */
typedef struct derive_op {
    uint32_t latency, initiation, units;
} derive_op_t;

/* By the unit that PTX names and the kind of arithmetic. */
derive_op_t derive_op(const gpu_cfg_t *c, inst_unit_t unit, inst_op_t op);

/* Issue -> of a dependent's issue: of an integer instruction or a move, by its source registers. */
uint64_t derive_alu(const gpu_cfg_t *c, inst_op_t op, uint32_t sources);

/* Issue -> of a dependent's issue: a parameter. */
uint64_t derive_param(const gpu_cfg_t *c);

/* Issue -> in the memory stage: a cycle, and the operands, so many registers. */
uint64_t derive_stage_delay(const gpu_cfg_t *c, uint32_t sources);

/* ---- One load alone in the machine: core cycle of issue -> of a dependent's issue ---- */

/* In the memory stage: a load, which has one source register; a store, which has two. */
uint64_t derive_memory_stage(const derive_t *d, uint64_t issue);
uint64_t derive_store_stage(const derive_t *d, uint64_t issue);

uint64_t derive_l1_hit(const derive_t *d, uint64_t issue);

/* The SM takes a reply from the crossbar -> it is in its place: a line, a store's count, or the
 * register before the writeback. */
uint64_t derive_reply(const gpu_cfg_t *c, uint64_t taken);
/* Core cycles from one reply that the SM takes to the next: a queue of one place takes none in the
 * cycle in which it hands one on. */
uint64_t derive_reply_gap(const gpu_cfg_t *c);
/* A line is here -> its MSHR, of one request, is free. */
uint64_t derive_mshr_free(const gpu_cfg_t *c, uint64_t back);

uint64_t derive_l2_hit(const derive_t *d, uint64_t issue);
uint64_t derive_l3_hit(const derive_t *d, uint64_t issue);
/* From DRAM, through the L3 if there is one; one sector a line. */
uint64_t derive_dram(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row);

/* A store of one whole line alone: issue -> acknowledgement, which a fence waits for. */
uint64_t derive_store(const derive_t *d, uint64_t issue);

/* The same with l2_write_miss through, the store's line not being here: the DRAM writes it and
 * reads its line. */
uint64_t derive_store_through(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row);

/* A load whose line pushes a dirty line of the same bank and row out of the L2; no L3. The write
 * goes first, unless l2_fetch_first. */
uint64_t derive_dram_after_write(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row);

/* ---- One warp alone: in-order issue ---- */

typedef struct derive_issue {
    const gpu_cfg_t *c;
    uint64_t at;   /* cycle looked at */
    uint32_t left; /* instructions in the buffer from `from` on */
    uint64_t from;
    uint32_t issued, memory; /* in cycle `at` */
    uint64_t sp[8], sfu[8];  /* cycle from which each unit takes another */
} derive_issue_t;

/* A CTA that is dispatched in core cycle 0, before the SMs' turn or after it: the first issue. */
uint64_t derive_first_issue(const gpu_cfg_t *c);

/* One of one warp. */
derive_issue_t derive_warp(const gpu_cfg_t *c);

/* The next instruction's issue, its operands being there from cycle `ready`: a memory instruction,
 * or one of those that SP units take at the rate of sums. */
uint64_t derive_next(derive_issue_t *w, bool memory, uint64_t ready);

/* Likewise of one that goes to no unit, or to one that is idle. */
uint64_t derive_free(derive_issue_t *w, uint64_t ready);

/* Likewise of an integer multiplication. */
uint64_t derive_mul(derive_issue_t *w, uint64_t ready);

/* Cycles of a kernel of this warp whose last result is in its register from `ready` on: its exit is
 * issued, too. */
uint64_t derive_end(derive_issue_t *w, uint64_t ready);

/* A jump: the instruction buffer is emptied. */
void derive_jump(derive_issue_t *w);

/* ---- Many misses of one SM to one L2 slice that holds them: every queue on the way ---- */

enum { DERIVE_MISSES = 1024 };

typedef struct derive_misses {
    uint64_t accepted[DERIVE_MISSES];           /* core cycle in which the L1 takes the miss */
    uint64_t back[DERIVE_MISSES];               /* core cycle in which its line is here */
    uint64_t popped[DERIVE_MISSES];             /* ... in which the SM takes it from the crossbar */
    uint64_t fail_assoc, fail_mshr, fail_queue; /* rejected cycles, by cause */
} derive_misses_t;

/* n misses in a row, of which the first is in the memory stage in core cycle `first`. set[i] is the
 * L1 set of miss i. */
void derive_misses(const derive_t *d, derive_misses_t *out, uint32_t n, const uint32_t *set,
                   uint64_t first);

/* ---- Reads and stores of one SM to lines that an L2 slice holds, through queues wide enough ----
 */

/* The packet before, in the order in which they enter the crossbar. */
typedef struct derive_packet {
    bool any;
    uint64_t moved, taken, looked, left, gone, back; /* as in derive_misses */
    uint64_t request, port; /* crossbar cycles for which it, and its reply, held their ports */
    uint64_t data;          /* L2 cycles for which it held the data port */
} derive_packet_t;

/* The next one enters the crossbar in core cycle `sent`, and its reply carries so many bytes: p
 * becomes it. back: the core cycle in which the reply is here. */
void derive_packet(const derive_t *d, derive_packet_t *p, uint64_t sent, uint64_t reply_bytes);

/* Likewise a store of so many bytes of one sector, whose line is in the slice: back is the cycle of
 * its acknowledgement. */
void derive_store_packet(const derive_t *d, derive_packet_t *p, uint64_t sent, uint64_t bytes);

/* ---- Addresses ---- */

uint64_t derive_channel_stride(const gpu_cfg_t *c); /* to the next chunk of the same L2 slice */
uint64_t derive_bank_stride(const gpu_cfg_t *c);    /* to the same place in the next bank */
uint64_t derive_row_stride(const gpu_cfg_t *c);     /* to the same place in the bank's next row */
/* The first address of device memory at the start of a row of bank 0 of slice 0 of channel 0. */
uint64_t derive_base(const gpu_cfg_t *c);

#endif
