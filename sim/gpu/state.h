/*
 * The walks of the GPU's parts (common/state_io.h); gpu_state() in gpu.h is the whole. An object
 * that is loaded is a fresh one of the same configuration.
 *
 *   state.c            the GPU as a whole: clocks, wake times, the launch, the per-load table
 *   state_memory.c     requests, rings, replacement, lists by index
 *   state_slice.c, state_dram.c, state_icnt.c
 *   state_sm.c         warps, CTAs, events, memory instructions
 *   state_l1d.c, state_read_only.c
 *   state_check.c      what the parts say together, once all are loaded
 *
 * A walk checks each number by itself and the lists of its own part; what follows from other
 * numbers (counts of queues, masks of what waits) is not in the file but made anew. The checks of
 * state_check.c then look at every request under way: each reply that is waited for is on its way
 * exactly once, and everything on its way is waited for.
 */
#ifndef LW_GPU_STATE_H
#define LW_GPU_STATE_H

#include "common/state_members.h"
#include "gpu/gpu_int.h"

/* ---- state_memory.c ---- */

void request_state(gpu_req_t *r, const gpu_cfg_t *cfg, state_io_t *io);
void ring_state(ring_t *r, const gpu_cfg_t *cfg, state_io_t *io);
void repl_state(repl_t *r, uint32_t sets, state_io_t *io);

/* The largest line number. */
static inline uint64_t state_lines(const gpu_cfg_t *cfg)
{
    return UINT64_MAX >> map_log2(cfg->line_bytes);
}

/* Tags of a cache of so many lines (of line_bytes << -shift): numbers of lines, or UINT64_MAX. */
void tags_state(uint64_t *tag, size_t lines, uint64_t most, state_io_t *io);

/* Entries of an array that are linked by their numbers: each is in at most one of its lists. The
 * lists are walked first; an entry in none of them is in use otherwise. */
typedef struct state_links {
    uint16_t *next; /* of entry 0 */
    size_t stride;  /* bytes from one entry to the next */
    uint32_t n;     /* entries */
    uint8_t *list;  /* [n]: the list that an entry is in, 0: none; allocated by state_links */
} state_links_t;

enum { STATE_LIST_FREE = 1, STATE_LIST_FILLED = 2, STATE_LIST_OTHER = 3, STATE_END = UINT16_MAX };

/* False: no memory, which is an error of io. */
bool state_links(state_links_t *l, void *next, size_t stride, uint32_t n, state_io_t *io);
void state_links_free(state_links_t *l);
/* Walks the list from *head on, which becomes list number `list`; *tail: its last (or NULL). */
void state_list(state_links_t *l, uint8_t list, uint16_t *head, uint16_t *tail, state_io_t *io);

/* ---- Parts ---- */

void slice_state(slice_t *s, const gpu_cfg_t *cfg, state_io_t *io);
void dram_state(dram_t *d, state_io_t *io);
void icnt_state(icnt_t *n, const gpu_cfg_t *cfg, state_io_t *io);

/* sm->sh->front is set, or NULL between launches */
void sm_state(const gpu_t *g, sm_t *sm, state_io_t *io);
/* rows: of the running kernel's loads. *waiting: the reads whose reply is being handed over. */
void l1d_state(l1d_t *d, const gpu_cfg_t *cfg, uint32_t rows, uint16_t *waiting, state_io_t *io);
void rocache_state(rocache_t *c, const gpu_cfg_t *cfg, const char *name, state_io_t *io);
void texcache_state(texcache_t *t, const gpu_cfg_t *cfg, state_io_t *io);

/* state_check.c: makes what follows from what has been loaded, and checks the whole. */
void gpu_state_check(gpu_t *g, state_io_t *io);

#endif
