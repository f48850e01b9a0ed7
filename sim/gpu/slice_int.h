/*
 * Inside a slice: what its files share, inline.
 *
 *   slice.c         life, what a launch finds there, statistics, dump
 *   slice_tick.c    the cycle: what comes and goes between the levels, and when to wake
 *   slice_lookup.c  one sector of the head request: found, served, or why not
 */
#ifndef LW_GPU_SLICE_INT_H
#define LW_GPU_SLICE_INT_H

#include "gpu/slice.h"

static inline uint32_t slice_set_of(const slice_t *s, uint64_t line)
{
    if (s->l2)
        return (uint32_t)map_place(s->map, line).local_line & (s->sets - 1);
    uint32_t channel;
    uint64_t chunk = map_split(s->map, line, &channel);
    uint32_t off = (uint32_t)line & ((1u << s->map->chunk_shift) - 1);
    return ((uint32_t)(chunk << s->map->chunk_shift) | off) & (s->sets - 1);
}

/* Way of the line in the set, or -1. */
static inline int slice_find_way(const slice_t *s, uint32_t set, uint64_t line)
{
    const uint64_t *t = s->tag + (size_t)set * s->ways;
    for (uint32_t w = 0; w < s->ways; w++)
        if (t[w] == line)
            return (int)w;
    return -1;
}

/* The way to replace, or -1. */
static inline int slice_victim(const slice_t *s, uint32_t set)
{
    uint8_t state[64];
    const slice_line_t *l = s->lines + (size_t)set * s->ways;
    for (uint32_t w = 0; w < s->ways; w++)
        state[w] = l[w].state;
    return repl_victim(&s->repl, set, state);
}

/* Cycles for which so many bytes hold a port. */
static inline uint64_t slice_port_time(const slice_t *s, uint32_t bytes)
{
    return (bytes + s->port - 1) / s->port;
}

/* A reply to one sector of r, which came from `from`, enters the pipeline. */
static inline void slice_reply(slice_t *s, const gpu_req_t *r, uint32_t bit, uint8_t from,
                               uint64_t c)
{
    gpu_req_t out = *r;
    out.sectors = (uint8_t)bit;
    out.flags |= from;
    ring_push(&s->pipe, &out, c + s->latency);
}

/* Phase 4 of the cycle (slice.h), in slice_lookup.c: one sector of the head request. */
slice_fail_t slice_look_at_head(slice_t *s, uint64_t c);

#endif
