/*
 * The suffix tree of a text, with suffix links, in time linear in its length.
 * Source: E. Ukkonen, "On-line construction of suffix trees", Algorithmica 14 (1995).
 */
#ifndef LW_WORKLOAD_SUFFIX_TREE_H
#define LW_WORKLOAD_SUFFIX_TREE_H

#include <stdint.h>

#define SUFFIX_LETTERS 5
#define SUFFIX_NONE    0
#define SUFFIX_ROOT    1

typedef struct suffix_node {
    int32_t first, end; /* the edge to the node is text[first, end) */
    int32_t link;  /* the node of the same string less its first letter; root and leaves: none */
    int32_t depth; /* the length of its string */
    int32_t child[SUFFIX_LETTERS];
} suffix_node_t;

typedef struct suffix_tree {
    const uint8_t *text; /* letters 0 to 3; 4 at the end and nowhere else */
    int32_t length;
    suffix_node_t *node; /* node 0 is none; level by level from the root on */
    int32_t nodes;
} suffix_tree_t;

/* Nodes that the tree of a text of this length has at most. */
int32_t suffix_tree_room(int32_t length);

/* text, length and node (zeroed, suffix_tree_room() of them) are given; as is `spare`, of the same
 * size as node, zeroed. */
void suffix_tree_build(suffix_tree_t *t, suffix_node_t *spare);

#endif
