/*
 * From the lanes' addresses to memory requests and bank conflicts. Pure functions.
 */
#ifndef LW_GPU_COALESCE_H
#define LW_GPU_COALESCE_H

#include <stdbool.h>
#include <stdint.h>

#include "front/inst.h"

/* A lane's access may straddle two lines; one to local memory has up to four words. */
#define COALESCE_MAX (4 * INST_MAX_LANES)

/* The requests of one warp instruction, in the order of their lowest lane. */
typedef struct coalesced {
    uint32_t n;
    uint64_t line[COALESCE_MAX];   /* line numbers, all different (but see atomics, groups) */
    uint8_t touched[COALESCE_MAX]; /* 32-byte pieces of the line accessed, 1 b each */
    uint8_t full[COALESCE_MAX];    /* stores: pieces of which every byte is written */
} coalesced_t;

/* Loads: the fewest line-sized requests. width: bytes a lane accesses, 1 to 32. `touched` is
 * filled in only if pieces is true; `full` is 0. */
void coalesce_load(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                   uint32_t line_shift, bool pieces);

/* The smallest aligned block of 1, 2, 4 or 8 pieces that holds these (not none). */
uint8_t coalesce_block(uint8_t pieces);

/* Stores: as loads, and which pieces are written in full. */
void coalesce_store(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                    uint32_t line_shift);

/* Atomics: a request holds distinct words of one 32-byte piece; lanes that meet on a word go
 * into further requests of the same piece. */
void coalesce_atomic(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                     uint32_t line_shift);

/* As GPGPU-Sim: requests are segments of 32 B for byte accesses, 64 B for 2-byte ones and 128 B
 * (the line) else, highest address first. `touched` of a load is its whole segment; a store
 * writes 32, 64 or 128 aligned bytes that hold what it touches in its segment. Loads that may
 * not hit in the L1 are segments of 32 B whatever their width. */
void coalesce_load_segments(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                            bool uncached);
void coalesce_store_segments(coalesced_t *out, const uint64_t *addr, uint64_t active,
                             uint32_t width);

/* As GPGPU-Sim 3.2: those segments, in that order, whatever the load; `touched`, filled in only if
 * pieces is true, is the half of the segment, or the half of that, that holds what is accessed.
 * Stores are those of coalesce_store_segments. Atomics: by groups of `lanes` neighbours, the
 * highest first; a request holds distinct words of a line; lanes that meet on a word go into
 * further requests of the line. */
void coalesce_load_halves(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                          bool pieces);
void coalesce_atomic_halves(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                            uint32_t lanes);

/* The distinct aligned blocks of 2^shift bytes in which the lanes' accesses begin, highest address
 * first: `line` is a block's number. `touched` and `full` are 0. */
void coalesce_blocks(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t shift);

/* Groups of `lanes` neighbours, the lowest first: `group` coalesces those of one, whose requests
 * are its own. A line may so stand in `out` more than once. */
typedef void coalesce_group_fn(void *ctx, coalesced_t *out, uint64_t active);
void coalesce_groups(coalesced_t *out, uint64_t active, uint32_t lanes, coalesce_group_fn *group,
                     void *ctx);

/* Local memory, accesses wider than a word, at most 16 bytes: word k of a lane lies k x apart bytes
 * behind its first, so that rows are requests of their own, in order, or the last first. `row`
 * coalesces one of them, of width 4. */
typedef void coalesce_row_fn(void *ctx, coalesced_t *out, const uint64_t *addr);
void coalesce_local(coalesced_t *out, const uint64_t *addr, uint64_t active, uint32_t width,
                    uint64_t apart, bool last_first, coalesce_row_fn *row, void *ctx);

/* Cycles the shared memory is busy: lanes are taken in passes of at most banks words in lane
 * order; a pass takes as many cycles as the most distinct words on one bank (atomics: as the
 * most lanes). *passes: cycles without any conflict. */
uint32_t coalesce_shared(const uint64_t *addr, uint64_t active, uint32_t width, uint32_t banks,
                         uint32_t bank_bytes, bool atomic, uint32_t *passes);
/* The same with all words of the warp in one pass. */
uint32_t coalesce_shared_whole(const uint64_t *addr, uint64_t active, uint32_t width,
                               uint32_t banks, uint32_t bank_bytes, bool atomic, uint32_t *passes);

#endif
