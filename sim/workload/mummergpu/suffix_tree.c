#include "workload/mummergpu/suffix_tree.h"

/* Where the construction stands: `pending` suffixes are not yet leaves; the longest of them ends
 * `along` letters down the edge of `at` that begins with text[edge]. */
typedef struct point {
    suffix_node_t *node;
    const uint8_t *text;
    int32_t nodes, length;
    int32_t at, edge, along, pending;
    int32_t waits; /* an inner node of this step that has no link yet */
} point_t;

int32_t suffix_tree_room(int32_t length)
{
    return 2 * length + 1; /* leaves, fewer inner nodes than leaves, none and the root */
}

static int32_t new_node(point_t *p, int32_t first, int32_t end)
{
    p->node[p->nodes].first = first;
    p->node[p->nodes].end = end;
    return p->nodes++;
}

/* The inner node made or met before is one letter longer: its link leads here. */
static void link_to(point_t *p, int32_t node)
{
    if (p->waits)
        p->node[p->waits].link = node;
    p->waits = node;
}

/* Makes the edge to `child` end where the point stands, with a node there. */
static int32_t split(point_t *p, int32_t child)
{
    suffix_node_t *c = &p->node[child];
    int32_t inner = new_node(p, c->first, c->first + p->along);
    p->node[p->at].child[p->text[c->first]] = inner;
    c->first += p->along;
    p->node[inner].child[p->text[c->first]] = child;
    return inner;
}

/* Leaves for the suffixes that end in text[i], longest first, up to one that is there already. */
static void extend(point_t *p, int32_t i)
{
    uint8_t letter = p->text[i];
    p->waits = SUFFIX_NONE;
    p->pending++;
    while (p->pending) {
        if (!p->along)
            p->edge = i;
        int32_t child = p->node[p->at].child[p->text[p->edge]], parent = p->at;
        if (child) {
            const suffix_node_t *c = &p->node[child];
            int32_t length = (c->end < i + 1 ? c->end : i + 1) - c->first;
            if (p->along >= length) {
                p->edge += length;
                p->along -= length;
                p->at = child;
                continue;
            }
            if (p->text[c->first + p->along] == letter) {
                p->along++;
                link_to(p, p->at);
                return;
            }
            parent = split(p, child);
        }
        p->node[parent].child[letter] = new_node(p, i, p->length);
        link_to(p, parent);
        p->pending--;
        if (p->at == SUFFIX_ROOT && p->along) {
            p->along--;
            p->edge = i - p->pending + 1;
        } else if (p->at != SUFFIX_ROOT) {
            p->at = p->node[p->at].link;
        }
    }
}

/* Numbers the nodes level by level, and adds their depths. In `from` the depth becomes the new
 * number. */
static void by_level(suffix_tree_t *t, suffix_node_t *from)
{
    int32_t placed = SUFFIX_ROOT;
    from[SUFFIX_ROOT].depth = placed;
    t->node[placed++] = from[SUFFIX_ROOT];
    t->node[SUFFIX_ROOT].depth = 0;
    for (int32_t i = SUFFIX_ROOT; i < placed; i++) {
        for (unsigned letter = 0; letter < SUFFIX_LETTERS; letter++) {
            int32_t old = t->node[i].child[letter];
            if (!old)
                continue;
            t->node[placed] = from[old];
            t->node[placed].depth = t->node[i].depth + from[old].end - from[old].first;
            from[old].depth = placed;
            t->node[i].child[letter] = placed++;
        }
    }
    for (int32_t i = SUFFIX_ROOT + 1; i < placed; i++)
        t->node[i].link = t->node[i].link ? from[t->node[i].link].depth : SUFFIX_NONE;
    t->node[SUFFIX_ROOT].link = SUFFIX_NONE; /* the construction may have left something there */
}

void suffix_tree_build(suffix_tree_t *t, suffix_node_t *spare)
{
    point_t p = {.node = spare, .text = t->text, .length = t->length, .at = SUFFIX_ROOT};
    p.nodes = SUFFIX_ROOT + 1;
    for (int32_t i = 0; i < t->length; i++)
        extend(&p, i);
    t->nodes = p.nodes;
    by_level(t, spare);
}
