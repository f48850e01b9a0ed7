/*
 * The way of replies and of results of shared memory to the registers, where it is narrow: a queue
 * of replies (reply_queue), and one register port for all of them (writeback: turn).
 *
 *   crossbar -> replies -> the reply's place:  a line of the L1 or of the instruction cache,
 *                                              a store's acknowledgement: at once
 *                                              bypassed data: one register, `bypass`
 *   shared memory -> `shared`, a pipeline of smem_latency - 2 registers
 *
 * The port serves one client a cycle, round-robin from the one after the last that it served. A
 * reply that comes into its place in cycle c can have its turn from c + 1 on, and its data are in
 * the registers l1_fill_delay - 1 after that: l1_fill_delay after c, if nobody else wants the port.
 *
 * Invariants. Only a reply of bypassed data waits at the head of `replies`, while `bypass` is
 * taken. `shared` holds one result more than it has registers while the last access stands in the
 * memory stage and cannot leave it; stage_free is then CLOCK_NEVER.
 */
#ifndef LW_GPU_WRITEBACK_H
#define LW_GPU_WRITEBACK_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/ring.h"

/* In the order of the turn. */
typedef enum writeback_client {
    WRITEBACK_SHARED,
    WRITEBACK_TEXTURE, /* fragments of which all data are there */
    WRITEBACK_CONST,   /* blocks that waited for a line of the constant cache */
    WRITEBACK_BYPASS,  /* also atomics that return a value */
    WRITEBACK_L1D,     /* requests that waited for a line now here */
    WRITEBACK_CLIENTS,
} writeback_client_t;

/* Walked by state_sm.c. */
typedef struct writeback {
    ring_t replies;   /* slot.ready: core cycle from which it may be taken */
    bool turn;        /* one result a cycle */
    bool held;        /* bypass is a reply whose data wait */
    uint8_t next;     /* client that is asked first */
    uint16_t waiting; /* reads that wait for the reply last in bypass (l1_bypass_merge) */
    uint32_t room;    /* registers of `shared` */
    uint64_t done;    /* last cycle of the access that stands in the memory stage */
    gpu_req_t bypass;
    ring_t shared; /* line: the instruction's number; slot.ready: first cycle for its turn */
} writeback_t;

#endif
