/*
 * The bytes behind an L1 that carries none: what a read is to return.
 *
 * Of each line that the memory has brought there is a copy, as of its last fill, with all stores
 * since. A store is remembered from its acceptance until it is acknowledged and no read is under
 * way that the memory may have answered before it; reads that were accepted after it have its
 * bytes, whatever the memory says.
 */
#ifndef LW_LIB_L1D_DATA_H
#define LW_LIB_L1D_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct l1d_line_copy {
    uint64_t line;  /* its number */
    uint8_t *bytes; /* NULL: an empty place */
    bool here;      /* no fill is under way */
    bool bad;       /* the memory has failed at it since its last fill */
} l1d_line_copy_t;

typedef struct l1d_store {
    uint64_t line, accepted, acked; /* times; acked: 0 while it is not */
    uint32_t access, first, bytes;
    uint8_t *data;
} l1d_store_t;

typedef struct l1d_data {
    uint32_t line_bytes;
    uint64_t now;
    l1d_line_copy_t *copy; /* open addressing */
    size_t cap, used;
    l1d_store_t *store; /* ascending by acceptance */
    size_t n_stores, store_cap;
} l1d_data_t;

/* Some bytes of a line, and when they were asked for. */
typedef struct l1d_span {
    uint64_t line, time;
    uint32_t first, bytes;
} l1d_span_t;

void l1d_data_free(l1d_data_t *d);

uint64_t l1d_data_time(l1d_data_t *d);

/* A line is being filled: the copy no longer counts. */
void l1d_data_miss(l1d_data_t *d, uint64_t line);

/* A read of span is accepted: its bytes from the copy, if that counts. */
void l1d_data_read(const l1d_data_t *d, const l1d_span_t *span, uint8_t *out);

/* An access has stored bytes of a line; false: no memory. Its store, if it has no acknowledgement.
 */
bool l1d_data_write(l1d_data_t *d, const l1d_span_t *span, uint32_t access, const uint8_t *bytes);
const l1d_store_t *l1d_data_store_of(const l1d_data_t *d, uint32_t access, uint64_t line);

/* The store is acknowledged. oldest: the time of the oldest read that is outside, or of now. */
void l1d_data_acked(l1d_data_t *d, uint32_t access, uint64_t line);
void l1d_data_forget(l1d_data_t *d, uint64_t oldest);

/* The memory has failed at a store, which then was not made; at a line, whose copy counts no more;
 * false: no memory. Has it failed at the line since it was filled? */
void l1d_data_withdraw(l1d_data_t *d, uint32_t access, uint64_t line);
bool l1d_data_spoil(l1d_data_t *d, uint64_t line);
bool l1d_data_bad(const l1d_data_t *d, uint64_t line);

/* What the memory has answered to a read that left at reply->time: for the copy, if the line may
 * stay in the cache and all of it is there; and for a read of span that waits for it. false: no
 * memory. */
bool l1d_data_fill(l1d_data_t *d, const l1d_span_t *reply, const uint8_t *bytes);
void l1d_data_serve(const l1d_data_t *d, const l1d_span_t *reply, const uint8_t *bytes,
                    const l1d_span_t *span, uint8_t *out);

/* Bytes that stand in the memory beside the timing: read from there, they get the stores that it
 * has not acknowledged; written there, they are written into the copy, too. */
void l1d_data_debug(l1d_data_t *d, const l1d_span_t *span, uint8_t *bytes, bool write);

#endif
