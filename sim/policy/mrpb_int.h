#pragma once
/* What policy mrpb knows (mrpb.c), for its checkpoints (mrpb_state.c) too. */
#include "common/bits.h"
#include "mrpb/mrpb.h"
#include "policy/policy.h"

enum { FORM_BUFFER, FORM_SLOT };
enum { BYPASS_OFF, BYPASS_ALL, BYPASS_ASSOC };
enum { SIGNATURE_WARP, SIGNATURE_BLOCK, SIGNATURE_INBLOCK };
enum { UNLIMITED = 0, MOST_DEPTH = 1024, PAPER_QUEUES = 48 };
enum { SLOT_BITS = 17, WARP_BITS = 6, ENTRY_BITS = 64 };
enum { DRAINED_POLICY = 1, DRAINED_READ = 2, DRAINED_WRITE = 3 }; /* of the unit's port drained */

typedef struct counts {
    uint64_t requests;      /* taken in */
    uint64_t enqueued;      /* of them, stored in a queue */
    uint64_t direct_writes; /* of them, straight into the outbound register: flush */
    uint64_t met_full;      /* that met their full queue and waited */
    uint64_t writes_waited; /* writes that waited for their queue or the outbound register: flush */
    uint64_t read_flushes;  /* drains of the full queue of a read that waits */
    uint64_t write_flushes; /* drains of the queue of a write that waits */
    uint64_t policy_drains; /* drains of the policy's choice */
    uint64_t bypasses;      /* reads that bypassed the L1: all, with immediate */
    uint64_t max_stored;    /* in the queues of an SM */
    uint64_t wait_cycles;   /* from being taken in to being accepted, summed */
} counts_t;

typedef struct waiting {
    gpu_req_t r;
    uint64_t since; /* cycle in which it was taken in */
    bool inside;    /* the slot is in use */
} waiting_t;

typedef struct sm {
    unit_inst_t *buffer, *slot; /* by form: one of them */
    waiting_t *pool;
    uint32_t *free;         /* stack of slots that were used before */
    uint32_t n_free, fresh; /* fresh: slots from here on were never used */
    uint32_t next;          /* slot of the request at the input, as long as it waits there */
    uint32_t stored;        /* entered less drained */
    mrpb_in_t in;           /* this cycle's inputs; between cycles, those that are held */
    mrpb_out_t out;         /* the unit's outputs: those of its state always, all if evaluated */
    uint64_t until;         /* nothing happens before this cycle while the inputs are held */
    bool changed;           /* the inputs are not those that are held */
    bool evaluated;         /* in this cycle, with the inputs as they are */
    bool refused;           /* the request at the input has been refused before */
} sm_t;

struct policy {
    policy_run_t run;
    uint32_t drain, signature, flush, bypass, depth, latency, form, immediate; /* options */
    uint32_t slots;                                                            /* of each pool */
    uint32_t warps_per_cta; /* of the launch; never 0 */
    sm_t *sm;
    counts_t n;
};

/* The slot of the pool in a request's header. */
static inline uint32_t mrpb_slot_of(uint64_t header)
{
    return (uint32_t)(header & bits_mask(SLOT_BITS));
}

/* The unit's parameters: an mrpb_cfg_t. */
void mrpb_configure(const policy_t *p, void *cfg);

/* Takes the outputs of the unit's state, as they stand between cycles, and how long nothing
 * happens. */
uint64_t mrpb_settle(const policy_t *p, sm_t *sm);

/* Of mrpb_state.c: the members of each record and of the policy, and what must hold of them. */
void mrpb_walk(policy_t *p, state_io_t *io);
void mrpb_walk_sm(const policy_t *p, void *element, state_io_t *io);
void mrpb_walk_waiting(const policy_t *p, void *element, state_io_t *io);
void mrpb_check(const policy_t *p, state_io_t *io);
void mrpb_check_buffer(const policy_t *p, const void *record, const void *state, state_io_t *io);
void mrpb_check_slot(const policy_t *p, const void *record, const void *state, state_io_t *io);
