/*
 * The part of a data array that a CTA touches, as a rectangle of cache lines by rows (las,
 * section 3.3.1): from the addresses of its corner threads.
 *
 * An array's row pitch is the first of these that is a line or more, over its regular accesses in
 * PC order: the step from thread to thread in y, in x, from block to block in y. Without one the
 * array is a single row. Threads beyond the first in z are not looked at.
 */
#ifndef LW_ISA_ADDRESS_RECT_H
#define LW_ISA_ADDRESS_RECT_H

#include "isa/address.h"

/* In cache lines from the line of the array's start, and rows from its start; the block scheduler
 * keeps 8 bits of each. */
typedef struct address_rect {
    int64_t x, y; /* the least line of a row, the least row */
    uint64_t width, height;
} address_rect_t;

/* The array's pitch in bytes, 0: one row. */
uint64_t address_pitch(address_eval_t *e, unsigned array, uint32_t line_bytes);

/* Of one access by the CTA; false: it has none (irregular, or of no one array). */
bool address_rect(address_eval_t *e, unsigned program, const uint32_t cta[3], uint32_t line_bytes,
                  address_rect_t *out);

/* Of equal steps from a to b; 0: they are less than a line, or not equal. */
uint64_t address_rect_step(uint64_t a, uint64_t b, uint32_t steps, uint32_t line_bytes);
/* Where an address is in an array that begins at base: the line of a row, and the row. */
void address_rect_place(uint64_t base, uint64_t pitch, uint32_t line_bytes, uint64_t addr,
                        int64_t *line, int64_t *row);
/* Widens *out (*any: it holds something already) by the lines first to last of a row. */
void address_rect_include(address_rect_t *out, bool *any, int64_t first, int64_t last, int64_t row);
/* Widens it by what the CTA touches with a regular access of one array. */
void address_rect_add(address_eval_t *e, unsigned program, const uint32_t cta[3],
                      uint32_t line_bytes, uint64_t pitch, address_rect_t *out, bool *any);

/* What all regular loads from the array touch together; false: it has none. */
bool address_array_rect(address_eval_t *e, unsigned array, const uint32_t cta[3],
                        uint32_t line_bytes, address_rect_t *out);

#endif
