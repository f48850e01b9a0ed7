/*
 * What the lanes of a warp ask for, counted by hand: requests of neighbouring lanes whose
 * addresses ascend, by the coalescer of the configuration, as docs/gpu.md states it. Nothing of it
 * is shared with the model.
 */
#ifndef LW_MICRO_LANES_H
#define LW_MICRO_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/gpu_cfg.h"

enum { LANES_MAX = 64 };

typedef struct lanes {
    uint32_t n, width; /* bytes of a lane, aligned */
    uint64_t from, stride;
} lanes_t;

typedef struct lanes_request {
    uint64_t first, last; /* bytes accessed */
    uint32_t pieces;      /* distinct ones of 32 bytes */
} lanes_request_t;

/* Bytes of the aligned units of a request: the line, or with segments and halves 32 and 64 for data
 * of one and two bytes. */
uint64_t lanes_unit(const gpu_cfg_t *c, uint32_t width);

/* A request for each unit that some lane accesses; their number. */
uint32_t lanes_requests(const lanes_t *l, uint64_t unit, lanes_request_t *out);

/* Bytes of the smallest aligned 32, 64, 128... that hold what it accesses. */
uint64_t lanes_block(const lanes_request_t *r);

/* Bytes that a store's packet carries: its pieces, or with segments and halves that block. */
uint64_t lanes_store_bytes(const gpu_cfg_t *c, const lanes_request_t *r);

/* Bytes of the reply to a load that a policy sends past the L1. */
uint64_t lanes_bypass_bytes(const gpu_cfg_t *c, uint64_t unit, const lanes_request_t *r);

/* Flits of the replies that bring so many bytes, aligned: one for each sector. */
uint64_t lanes_reply_flits(const gpu_cfg_t *c, uint64_t bytes);

#endif
