/*
 * las.select: the best candidate for an SM, by a tree that takes a group of candidates a cycle.
 * Source: "Improving GPU Memory Performance via Address Pre-computation", chapter 3.
 *
 * Node n has the children 2n and 2n + 1, and node 1 leads to `best`. Element n - 1 of a field is
 * node n. A search that begins empties nodes and `best` before its first look.
 *
 * cfg: window 1..64, lanes 1..32, score_w 1..25 bits, total_w 1..27 bits, cta_w 1..32 bits. init
 * returns -EINVAL outside. Idle while no node holds a candidate.
 * Contract: docs/units/las.md. Ports and state: las_select_fields.h.
 */
#ifndef LW_LAS_LAS_SELECT_H
#define LW_LAS_LAS_SELECT_H

#include "las/las_sums.h"

/* Leaves of the tree: the least power of two that is not below the lanes. */
static inline unsigned las_select_leaves(unsigned lanes)
{
    return 1U << bits_log2_up(lanes);
}

/* Nodes of the tree: none with one lane. */
static inline unsigned las_select_nodes(unsigned lanes)
{
    return las_select_leaves(lanes) - 1;
}

/* A node holds its candidate's lane among those below it, so bit b of a lane is at nodes 1 to
 * (leaves >> b) - 1 alone. The bits of all nodes are one field, that of bit 0 first. */
static inline unsigned las_select_lane_at(unsigned lanes, unsigned n, unsigned b)
{
    const unsigned leaves = las_select_leaves(lanes);
    return 2 * leaves - 2 * (leaves >> b) - b + n - 1;
}

static inline unsigned las_select_lane_bits(unsigned lanes)
{
    return 2 * las_select_nodes(lanes) - bits_log2_up(lanes);
}

/* Which element of a node's other fields bit i belongs to. */
static inline unsigned las_select_lane_node(unsigned lanes, unsigned i)
{
    for (unsigned nodes = las_select_nodes(lanes); i >= nodes && nodes > 1; nodes /= 2)
        i -= nodes;
    return i;
}

#include "las/las_select_fields.h"

#include "common/unit_types.inc"

#endif
