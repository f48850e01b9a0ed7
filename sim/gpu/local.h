/*
 * Where local memory lies (local_map: slots). A front end gives each resident CTA a region, in
 * which word w of warp v is a row of lanes (isa.h). GPGPU-Sim places words by the hardware instead:
 * word w of all threads that the GPU can hold is one row, in it a CTA's threads at SM + SMs x CTA
 * slot. So a word's row is shared by all, and a thread's next word lies as many threads further.
 */
#ifndef LW_GPU_LOCAL_H
#define LW_GPU_LOCAL_H

#include <stdint.h>

#include "front/front.h"
#include "gpu/gpu_cfg.h"

typedef struct local_map {
    uint64_t start, bytes; /* the addresses in use */
    uint64_t base;         /* of the front end's regions */
    uint64_t warp_bytes;   /* of a warp in its region; 0: addresses stay as they are */
    uint64_t row;          /* bytes from a thread's word to its next: a word of all threads */
    uint64_t cta_row;      /* ... of a CTA's */
    uint32_t warps;        /* of a CTA */
    uint32_t warp_shift;   /* log2 bytes of a word of a warp */
} local_map_t;

/* For a launch of which an SM holds `limit` CTAs. */
local_map_t local_map(const gpu_cfg_t *c, const front_t *f, uint32_t limit);

/* Moves the addresses of those active lanes that lie in the warp's local memory, the lowest's among
 * them. place: SM + SMs x CTA slot. */
void local_place(const local_map_t *m, uint64_t *addr, uint64_t active, uint32_t place);

#endif
