/*
 * Memory as instructions see it: addresses of the lanes, the space they are in, its bytes.
 * Private to isa/.
 */
#ifndef LW_ISA_MEM_H
#define LW_ISA_MEM_H

#include "isa/build.h"
#include "isa/exec.h"

/* Lanes whose address is in one space. */
typedef struct mem_part {
    inst_space_t space;
    uint64_t mask;
} mem_part_t;

/* Bytes of a linear space: mem is the byte at address lo. */
typedef struct mem_view {
    uint8_t *mem;
    uint64_t lo, bytes;
} mem_view_t;

/* Sets out->addr of all lanes. */
void mem_addresses(const op_t *o, const front_warp_t *w, warp_step_t *out);
/* Splits the lanes by space, 1 to 3 parts; addresses in a window become offsets in it. A warp
 * whose generic addresses are in several spaces is reported to the timing model under the
 * first part's: device memory before shared before local. */
unsigned mem_split(const op_t *o, const front_warp_t *w, uint64_t mask, warp_step_t *out,
                   mem_part_t part[3]);
/* An argument of a call, of 4 or 8 bytes at its place among the arguments; its result. */
uint64_t mem_call_arg(const front_warp_t *w, uint32_t at, unsigned lane, unsigned bytes);
void mem_set_call_arg(front_warp_t *w, uint32_t at, unsigned lane, unsigned bytes, uint64_t v);
/* Bytes at a generic address as a lane sees them; false: outside of its memory. */
bool mem_peek(front_warp_t *w, unsigned lane, uint64_t addr, void *out, unsigned bytes);
/* False: the space is not linear. */
bool mem_linear(front_warp_t *w, inst_space_t space, mem_view_t *v);
/* False, and a fault noted: an access of bytes is outside of v or misaligned. In device memory, v
 * grows to what is mapped around it when the access is there. */
bool mem_check(front_warp_t *w, const warp_step_t *out, uint64_t mask, inst_space_t space,
               mem_view_t *v, uint32_t bytes, const char *what);

#endif
