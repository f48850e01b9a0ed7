/*
 * mummergpu (Rodinia): exact matches of short queries in a reference, from every place in a query on,
 * by a walk down the reference's suffix tree. One thread a query. What matched from one place on
 * matches from the next on too, less its first character: the suffix link of the node above leads
 * there, and the characters known to match are skipped edge by edge.
 */

#define NONE 0u

/* Nodes and children are textures in two dimensions: a node's name is its column, and its row in the
 * upper half. With the variant global they are arrays, and a node's name is its number. */
#ifndef MUMMERGPU_GLOBAL
#define ROOT 4u /* tree_texture_place(1) */
TEXTURE(uint4, 2, mummergpu_nodes)
TEXTURE(uint4, 2, mummergpu_children)
#define NODE(node)     TEX_2D_UINT4(mummergpu_nodes, (float)((node)&0xffff), (float)((node) >> 16))
#define CHILDREN(node) TEX_2D_UINT4(mummergpu_children, (float)((node)&0xffff), (float)((node) >> 16))
#else
#define ROOT           1u
#define NODE(node)     nodes[node]
#define CHILDREN(node) children[node]
#endif

/* A node: first and last character of its edge in the reference, suffix link, depth. */
#define FIRST(node) ((int)(node).x)
#define LAST(node)  ((int)(node).y)
#define LINK(node)  ((node).z)

static inline __device__ unsigned child_by(uint4 children, char base)
{
    switch (base) {
    case 'A':
        return children.x;
    case 'C':
        return children.y;
    case 'G':
        return children.z;
    case 'T':
        return children.w;
    default:
        return NONE;
    }
}

/* matches: for each place a node and how much of its edge matched; 0: all, to the node itself. A query
 * is a mark, its bases and 0. */
KERNEL mummergpu_kernel(int2 *matches, const char *queries,
#ifdef MUMMERGPU_GLOBAL
                        const uint4 *nodes, const uint4 *children,
#endif
                        const char *reference, const int *starts, const int *lengths, int count,
                        int least)
{
    int q = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (q >= count)
        return;
    int length = lengths[q], start = starts[q];
    const char *query = queries + start + 1;
    int2 *match = matches + (start - q * (least + 1)); /* length - least + 1 places a query */
    unsigned node = NONE;
    int depth = 0; /* characters matched so far */
    int known = 0; /* characters below the node that match for sure */
    for (int from = 0; from <= length - least; from++, match++) {
        if (node == NONE) {
            node = ROOT;
            depth = 0;
            known = 0;
        }
        unsigned above = node;
        int along = 0; /* characters matched of the edge to the node */
        char base = query[from + depth];
        while (base) {
            above = node;
            node = child_by(CHILDREN(above), base);
            if (node == NONE) {
                node = above;
                along = 0;
                break;
            }
            uint4 n = NODE(node);
            int at = FIRST(n) + 1, end = LAST(n) + 1;
            if (known)
                at = min(FIRST(n) + known, end);
            along = at - FIRST(n);
            depth += along;
            known = max(known - along, 0);
            base = query[from + depth];
            while (at < end && base && reference[at] == base) {
                at++;
                along++;
                depth++;
                base = query[from + depth];
            }
            if (at < end)
                break;
        }
        if (depth >= least)
            *match = (int2){(int)node, along};
        node = LINK(NODE(above));
        known = along;
        depth -= along + 1;
    }
}
