/*
 * A read-only cache of an SM: LRU, a line is allocated when it is filled. Misses of a line merge in
 * its MSHR up to a limit; when the line has come, those that wait for it are handed over in the
 * order of their accesses. The instruction cache and the constant cache are of this kind.
 *
 * A line of this cache is a whole line of the L2, or an aligned part of one: the reply carries that
 * part alone. The queue to the interconnect has a place for every MSHR and is never full.
 *
 * Every kernel's code starts at the same address, as in GPGPU-Sim: a kernel finds the lines of
 * the one before it.
 */
#ifndef LW_GPU_ROCACHE_H
#define LW_GPU_ROCACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/gpu_cfg.h"
#include "gpu/repl.h"
#include "gpu/ring.h"

/* Byte address of instruction 0 of every kernel: apart from device memory. */
#define ROCACHE_CODE_BASE (UINT64_C(1) << 44)

#define ROCACHE_NIL UINT16_MAX

/* Which one it is: gpu_req_t.idx of its requests. */
typedef enum rocache_id { ROCACHE_INST, ROCACHE_CONST, ROCACHE_TEX /* texcache.h */ } rocache_id_t;

typedef enum rocache_answer {
    ROCACHE_HIT,
    ROCACHE_MISS,     /* the line was asked for */
    ROCACHE_MERGED,   /* it is on its way */
    ROCACHE_NO_MSHR,  /* refused */
    ROCACHE_NO_MERGE, /* refused: its MSHR holds no more accesses */
} rocache_answer_t;

typedef struct rocache_geometry {
    rocache_id_t id;
    uint32_t sets, ways, line_bytes, mshrs, merge; /* merge: accesses an MSHR holds */
} rocache_geometry_t;

typedef struct rocache_mshr {
    uint64_t line; /* byte address / line bytes of this cache */
    uint16_t n, served;
    uint16_t next;   /* in the list of the filled ones */
    uint8_t sectors; /* L2 sectors still to come */
} rocache_mshr_t;    /* n 0: a free entry */

typedef struct rocache {
    uint32_t sm, sets, ways, n_mshrs, merge; /* sets 0: there is none */
    uint32_t shift, l2_shift;                /* log2 bytes of a line, and of one of the L2 */
    uint32_t sector_shift;                   /* log2 bytes of a sector of the L2 */
    uint8_t line_sectors, chunks, id;        /* of a request; sectors as if at the line's start */
    uint16_t filled_head, filled_tail;       /* MSHRs whose line is here, in order */
    uint64_t *tag;
    uint8_t *state; /* WAY_INVALID or WAY_VALID */
    repl_t repl;
    rocache_mshr_t *mshr;
    uint16_t *target; /* of each MSHR: who waits */
    ring_t out;       /* to the interconnect */
} rocache_t;

bool rocache_init(rocache_t *c, uint32_t sm, const gpu_cfg_t *cfg, const rocache_geometry_t *g);
void rocache_free(rocache_t *c);

/* An access to the byte address; `who` is handed over by rocache_next() if it misses or merges. pc
 * and warp travel with the request. */
rocache_answer_t rocache_access(rocache_t *c, uint64_t addr, uint16_t who, uint32_t pc,
                                uint32_t warp, uint64_t cycle);

/* A reply. */
void rocache_fill(rocache_t *c, const gpu_req_t *r);

/* Whether one that waited has its line, and who it is. */
static inline bool rocache_ready(const rocache_t *c)
{
    return c->filled_head != ROCACHE_NIL;
}
uint16_t rocache_next(rocache_t *c);

/* Nothing outstanding. */
bool rocache_idle(const rocache_t *c);

#endif
