/*
 * What the parts of a GPU that has been loaded say together; between state_check*.c only.
 *
 * A tally counts, of everything that waits for replies, the replies that are on their way.
 */
#ifndef LW_GPU_STATE_CHECK_H
#define LW_GPU_STATE_CHECK_H

#include "gpu/state.h"

typedef struct tally_sm {
    uint8_t *mshr;      /* of each MSHR of the L1: sectors on their way */
    uint8_t *inst;      /* of the instruction cache */
    uint8_t *constant;  /* of the constant cache */
    uint8_t *texture;   /* of the texture cache's lines */
    uint32_t *bypassed; /* of each bypassed read: replies */
    uint32_t *op;       /* of each memory instruction: replies, and requests not accepted */
    uint8_t *done;      /* of each memory instruction: an event completes it */
    uint8_t *pending;   /* of each MSHR of the L1 */
} tally_sm_t;

typedef struct tally {
    gpu_t *g;
    state_io_t *io;
    tally_sm_t sm[ICNT_PORTS];
    uint8_t *fetch[2][WAKE_MAX]; /* of each MSHR of an L2 slice, and of an L3: fetches */
    uint32_t through[WAKE_MAX];  /* stores of an L2 slice that the DRAM answers */
    uint32_t held[WAKE_MAX];     /* of each slice above the channels: requests that hold a credit */
} tally_t;

/* state_check.c: so many sectors of a request are still to be answered; one reply is on its way to
 * the SM. */
void tally_request(tally_t *t, const gpu_req_t *r, uint8_t sectors);
void tally_reply(tally_t *t, const gpu_req_t *r);
/* A memory instruction of an SM waits for n more replies. */
bool tally_op(tally_t *t, uint32_t sm, uint16_t op, uint32_t n);

/* state_check_sm.c: masks and counts of warps and CTAs; then, with a full tally, who waits for it.
 */
void state_make_sm(tally_t *t, sm_t *sm);
void state_check_sm(tally_t *t, sm_t *sm);

#endif
