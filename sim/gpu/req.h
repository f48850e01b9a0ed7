/*
 * A memory request as it travels from the coalescer to DRAM and back: a 24-byte token, copied
 * by value from ring to ring. Data do not travel: execution was functional at issue.
 */
#ifndef LW_GPU_REQ_H
#define LW_GPU_REQ_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bits.h"

typedef enum gpu_req_kind {
    GPU_REQ_READ,      /* load; replied with data */
    GPU_REQ_WRITE,     /* store; acknowledged */
    GPU_REQ_ATOMIC,    /* read-modify-write at the L2; replied with data */
    GPU_REQ_REDUCE,    /* the same without a result; acknowledged */
    GPU_REQ_WRITEBACK, /* a dirty line of an L1; not answered */
    GPU_REQ_THROUGH,   /* below the L2: a store that missed there; answered by the DRAM. sm is the
                        * slice as in every request to the next level, full the number of the SM */
} gpu_req_kind_t;

enum {
    GPU_REQ_BYPASSED = 1,  /* reply goes to the registers: no line or MSHR of the L1 waits for it */
    GPU_REQ_PREDICTED = 2, /* predicted bypass: what request.bypass carries to the L2 */
    GPU_REQ_RETURNED = 4,  /* reply: the bit that the L2 returned (on_l2_request) */
    GPU_REQ_UNCACHED = 8,  /* volatile: may not hit in the L1 */
    GPU_REQ_READ_ONLY = 16,  /* of a read-only cache, which idx names; owner is its MSHR */
    GPU_REQ_PREFETCH = 32,   /* for a line of the L1 for which no instruction waits */
    GPU_REQ_FROM_L3 = 64,    /* reply: the sector came from the L3 */
    GPU_REQ_FROM_DRAM = 128, /* ... or from DRAM; neither: from the L2 */
};

/* Writes whole sectors, or bytes of them. */
static inline bool gpu_req_writes(uint8_t kind)
{
    return kind == GPU_REQ_WRITE || kind == GPU_REQ_WRITEBACK;
}

typedef struct gpu_req {
    uint64_t line;   /* byte address / line_bytes */
    uint32_t pc;     /* of the instruction */
    uint16_t owner;  /* what waits for the reply: a memory instruction under way; of a read that has
                      * left the L1, the number of its MSHR or of its l1d_bypassed_t */
    uint16_t hash;   /* payload of a policy; travels to the L2 and back */
    uint8_t sm;      /* number of the SM */
    uint8_t warp;    /* warp slot */
    uint8_t idx;     /* number of the request within its instruction, from 0 */
    uint8_t kind;    /* gpu_req_kind_t */
    uint8_t flags;   /* GPU_REQ_* */
    uint8_t sectors; /* L2 sectors asked for (request) or delivered (reply), 1 b each */
    uint8_t full;    /* stores and write-backs: those sectors of which every byte is written; reads
                      * before the L1 with l1_bypass_size asked: 32-byte pieces of the line wanted */
    uint8_t chunks; /* 32-byte pieces of payload, for the flit count: of a store or a write-back; of
                     * a reply to a read, 0: whole sectors */
} gpu_req_t;

/* The DRAM answers it. */
static inline bool gpu_req_returns(uint8_t kind)
{
    return kind == GPU_REQ_READ || kind == GPU_REQ_THROUGH;
}

/* Sectors asked for or delivered. Most often one: tested, not counted. */
static inline uint32_t gpu_req_sectors(const gpu_req_t *r)
{
    return r->sectors & (r->sectors - 1) ? bits_popcount(r->sectors) : r->sectors != 0;
}

/* A reply that carries whole sectors: also one that fills the L1 after all. */
static inline bool gpu_req_whole(const gpu_req_t *r)
{
    const uint8_t fills = GPU_REQ_PREDICTED | GPU_REQ_RETURNED;
    return __builtin_expect(r->chunks == 0, 1) || (r->flags & fills) == fills;
}

_Static_assert(sizeof(gpu_req_t) == 24, "a request token is 24 bytes");

#endif
