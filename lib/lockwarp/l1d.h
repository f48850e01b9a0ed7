/*
 * The L1 data cache of one SM with the memory stage before it, for other simulators and
 * platforms: the simulator's own cache, cycle by cycle, with any of its configurations, policies
 * and settings, and the policies' units under the engine "c", "rtl" or "lockstep". docs/gpu.md
 * says what it does in a cycle.
 *
 *   lw_l1d_config_t config = {.config = "mrpb-s", .policies = "mrpb", .engine = "c"};
 *   lw_l1d_t *l1d = lw_l1d_new(&config, &error);
 *   lw_l1d_offer(l1d, &access, &number);
 *   for (;;) {
 *       lw_l1d_tick(l1d);
 *       while (lw_l1d_next(l1d, &event)) ...     outcomes of accesses
 *       while (lw_l1d_take(l1d, &request)) ...   to the memory
 *       lw_l1d_reply(l1d, number, data);         its answers, at any time and in any order
 *   }
 *
 * The user of the cache is the program in front of it. Accesses are issued in the order in which
 * they are offered, or in that of a policy that chooses warps: it is asked in each cycle for one of
 * the warps that have an access to issue. A policy that chooses CTAs is refused, as there is no
 * grid. The memory behind the cache has every address. The part of a policy that works at the L2
 * works where requests leave, with the tags of the configuration's L2.
 *
 * The cache carries data. A read's bytes come from the memory's replies, from the line as it was
 * filled if it hits, and from the cache's own earlier stores. Nothing else keeps lines coherent: a
 * store of another master is seen when the line is read again, as on a GPU.
 *
 * Nothing here prints, exits or aborts. A cache is used by one thread at a time.
 */
#ifndef LOCKWARP_L1D_H
#define LOCKWARP_L1D_H

#include <stddef.h>
#include <stdint.h>

#include <lockwarp/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lw_l1d lw_l1d_t;

typedef struct lw_l1d_config {
    const char *config;          /* a preset or a file, as `lockwarp run -c` takes it */
    const char *policies;        /* such as "abyp+mrpb"; NULL: none */
    const char *engine;          /* of their units; NULL: "c" */
    const char *const *settings; /* "key=value", as --set takes them */
    size_t n_settings;
    uint32_t warps_per_cta; /* warps 0 to n - 1 are the first CTA, and so on; 0: all are one CTA */
} lw_l1d_config_t;

/* NULL with the reason in *error. */
lw_l1d_t *lw_l1d_new(const lw_l1d_config_t *config, lw_error_t *error);
void lw_l1d_free(lw_l1d_t *l1d); /* NULL: no effect */

/* The message of the last call that returned a negative status. */
const char *lw_l1d_message(const lw_l1d_t *l1d);

uint32_t lw_l1d_line_bytes(const lw_l1d_t *l1d);
uint32_t lw_l1d_warps(const lw_l1d_t *l1d);
uint32_t lw_l1d_core_mhz(const lw_l1d_t *l1d);

/* ---- Accesses ---- */

/* Consecutive bytes that a warp reads or writes at once. */
typedef struct lw_l1d_access {
    uint64_t address;
    uint32_t bytes; /* at most lw_l1d_most_bytes() */
    uint32_t pc;    /* of the instruction, for policies; at most 4096 different ones */
    uint32_t warp;
    int write;
    int uncached;  /* a read that may not hit in the L1 */
    uint8_t *data; /* a write's are copied, a read's are here when it is done; NULL: no data */
} lw_l1d_access_t;

/* The maximum number of bytes: 32 lanes of the largest power of two up to 16 that divides the
 * address and the number of bytes. */
uint32_t lw_l1d_most_bytes(uint64_t address, uint32_t bytes);

/* Issues an access in the next cycle, or when a policy chooses its warp. 1: its number is in
 * *number; 0: not now, because the memory stage has no room, or because a policy has not chosen
 * this warp since its last access. A negative status: the access is invalid. */
int lw_l1d_offer(lw_l1d_t *l1d, const lw_l1d_access_t *access, uint32_t *number);

/* Why the L1 rejected the access at the head of the memory stage in the last cycle; "" if it did
 * not. One of associativity, mshr_full, merge_full, miss_queue, inject_queue, net, policy. */
const char *lw_l1d_cause(const lw_l1d_t *l1d);

/* Simulates the next core cycle. LW_DIFFER: the two sides of a policy's unit differ. */
int lw_l1d_tick(lw_l1d_t *l1d);
uint64_t lw_l1d_cycle(const lw_l1d_t *l1d);

/* ---- Outcomes of accesses ---- */

typedef enum lw_l1d_what {
    LW_L1D_HIT, /* this and the next five: a line of the access was looked up */
    LW_L1D_PENDING_HIT,
    LW_L1D_MISS,
    LW_L1D_BYPASS,
    LW_L1D_UNCACHED,
    LW_L1D_WRITE,
    LW_L1D_TAKEN, /* the access has left the memory stage: it can no longer be rejected */
    LW_L1D_DONE,  /* all its data or acknowledgements have arrived; its number is free */
} lw_l1d_what_t;

typedef struct lw_l1d_event {
    lw_l1d_what_t what;
    uint32_t number;  /* of the access */
    uint64_t address; /* of the line; 0 for the last two */
    uint64_t cycle;
    int failed; /* LW_L1D_DONE: the memory has failed at bytes of the access */
} lw_l1d_event_t;

/* Takes the oldest event: 1, or 0 if there is none. */
int lw_l1d_next(lw_l1d_t *l1d, lw_l1d_event_t *event);

/* ---- The memory behind it ---- */

typedef struct lw_l1d_request {
    uint32_t number; /* of its reply */
    uint64_t address;
    uint32_t bytes;
    int write;
    const uint8_t *data; /* of a write, valid until its reply; zeros for an access without data */
    uint32_t pc, warp;
    int bypass, prefetch;
} lw_l1d_request_t;

/* Takes the oldest request that has left the L1: 1, or 0 if there is none. */
int lw_l1d_take(lw_l1d_t *l1d, lw_l1d_request_t *request);

/* Answers a request: a read with its bytes (NULL: zeros), a write with the acknowledgement. The
 * reply enters the SM in the next cycles, one sector per cycle. */
int lw_l1d_reply(lw_l1d_t *l1d, uint32_t number, const uint8_t *data);

/* Answers a request at whose bytes the memory has failed. The store, or the reads that wait for
 * these bytes, end with `failed`. The line does not stay in the L1, so that the next read asks the
 * memory again. Nothing is told to a read that has taken the bytes of a store which fails later. */
int lw_l1d_fail(lw_l1d_t *l1d, uint32_t number);

/* For a debugger. Adds the pending stores to bytes that it has read from the memory, and writes
 * bytes that it has written there into the cache's copy of the line. No time passes. */
void lw_l1d_debug(lw_l1d_t *l1d, uint64_t address, uint32_t bytes, uint8_t *data, int write);

/* ---- Counts ---- */

/* The counters of the L1 by the names of `lockwarp run --json` (l1d): name i from 0, NULL beyond
 * the last; and the value of one so far. */
const char *lw_l1d_count_name(size_t i);
int lw_l1d_count(const lw_l1d_t *l1d, const char *name, uint64_t *value);

#ifdef __cplusplus
}
#endif

#endif
