/*
 * The L1 data cache alone: one SM of a GPU whose memory instructions come from outside, and whose
 * requests leave to a memory outside. The SM's queue before the memory stage, the coalescer, a
 * policy's request buffer, the L1D and the way of replies to the registers are those of every GPU
 * (sm.h); there is no crossbar, no timing of an L2 and no DRAM.
 *
 *     gpu_t *g = gpu_new(&cfg);            cfg of alone_cfg()
 *     alone_t *a = alone_new(g, told, ctx, 0, false);
 *     gpu_attach(g, ...);                  policies, but for owners of pick_cta
 *     alone_start(a);
 *     alone_offer(a, &access, &number); alone_tick(a); ...
 *     alone_free(a); gpu_free(g);
 *
 * The warps are resident from the first cycle on, in CTAs, and never issue by themselves: an access
 * offered before a tick is issued for its warp at the end of that cycle, as a scheduler would,
 * before the policies' on_cycle. Its registers are free: a warp may have any number of accesses
 * under way. If one of the policies owns pick_warp (scheduled), each scheduler asks it in every
 * cycle for one of its warps that have an access to issue; a warp offers one at a time. Warps
 * without such an access are shown to it as waiting for memory, or at a barrier if they have none
 * under way, so that those do not count where it limits the number of warps.
 *
 * What a policy does at the L2 (on_l2_request) is done where requests leave, with the tags of the
 * configuration's L2, which are looked up at once and take no part in timing.
 */
#ifndef LW_GPU_ALONE_H
#define LW_GPU_ALONE_H

#include "gpu/gpu.h"
#include "gpu/l1d.h"

typedef struct alone alone_t;

/* Consecutive bytes that a warp reads or writes. */
typedef struct alone_access {
    uint64_t address;
    uint32_t bytes; /* at most ALONE_LANES of the largest power of two, up to 16, that divides it
                     * and the address */
    uint32_t pc;
    uint8_t warp;
    bool write;
    bool uncached; /* a read that may not hit in the L1 */
} alone_access_t;

enum { ALONE_LANES = 32, ALONE_ACCESSES = 4096, ALONE_REQUESTS = 8192, ALONE_PCS = 4096 };

typedef enum alone_outcome {
    ALONE_HIT,
    ALONE_PENDING_HIT,
    ALONE_MISS,
    ALONE_BYPASS,
    ALONE_UNCACHED,
    ALONE_WRITE,
} alone_outcome_t;

/* What alone_tick() tells, each with the number of an access. taken: its last request has left the
 * memory stage, for the tags or for what stands before them. accepted: a request for one of its
 * lines was accepted. done: all its data or acknowledgements are here. */
typedef struct alone_told {
    void (*taken)(void *ctx, uint32_t access);
    void (*accepted)(void *ctx, uint32_t access, uint64_t line, alone_outcome_t outcome);
    void (*done)(void *ctx, uint32_t access);
} alone_told_t;

/* A request that leaves. */
typedef struct alone_request {
    uint32_t number; /* of its reply */
    uint64_t line;
    uint32_t access; /* of a store: its access; of a prefetch ALONE_NONE */
    uint32_t pc;
    uint32_t first, bytes; /* of a read: the bytes of the line that it asks for */
    uint8_t warp;
    bool write, bypass, prefetch;
} alone_request_t;

#define ALONE_NONE UINT32_MAX

/* Leaves one SM of a configuration, without an instruction cache. */
void alone_cfg(gpu_cfg_t *cfg);

/* warps_per_cta: a divisor of warps_per_sm, or 0 for all. NULL: no memory. Before policies. */
alone_t *alone_new(gpu_t *g, const alone_told_t *told, void *ctx, uint32_t warps_per_cta,
                   bool scheduled);
void alone_free(alone_t *a);
gpu_status_t alone_start(alone_t *a);

/* The bytes that an access can have at an address, at most. */
uint32_t alone_room(uint64_t address, uint32_t bytes);

/* 0; -EAGAIN: not now (alone_cause); -ENOSPC: more than ALONE_PCS different PCs; -EINVAL. */
int alone_offer(alone_t *a, const alone_access_t *access, uint32_t *number);

/* Why the head of the memory stage was rejected in the last cycle; L1D_OK: it was not. */
l1d_fail_t alone_cause(const alone_t *a);

/* The coming core cycle. */
gpu_status_t alone_tick(alone_t *a);

/* The oldest request that has left the L1 goes outside; false: there is none. */
bool alone_take(alone_t *a, alone_request_t *r);

/* Data or acknowledgement; a sector enters the SM in a cycle, from the coming one on. false: no
 * such request is out. */
bool alone_reply(alone_t *a, uint32_t number);

/* The reply of a memory that has failed. It comes as any other, but the line does not stay in the
 * L1: it leaves in the cycle of its fill, or in the next one if it is there. */
bool alone_fail(alone_t *a, uint32_t number);

/* Accesses that are not done. */
uint32_t alone_under_way(const alone_t *a);

/* As gpu_stats(), with every cycle charged that is done. */
void alone_stats(alone_t *a, gpu_stats_t *out);

#endif
