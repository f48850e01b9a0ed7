/*
 * mummergpu: the longest matches of 25-base queries in a reference, from every place in a query on
 * from which at least LEAST bases can match. The host makes the suffix tree that the kernel walks;
 * the reference for the check is a binary search in the sorted suffixes, which knows no tree.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "workload/check.h"
#include "workload/mummergpu/suffix_tree.h"
#include "workload/mummergpu/tree_texture.h"

#define THREADS 256
#define BASES   25          /* of a query */
#define STRIDE  (BASES + 2) /* with a mark before and 0 after it */
#define LEAST   20          /* bases that a match needs to be noted */
#define PLACES  (BASES - LEAST + 1)

typedef struct shape {
    uint32_t length, queries; /* length: bases of the reference */
} shape_t;

static const shape_t shapes[SCALES] = {{2000, 512}, {20000, 50000}, {20000, 50000}};

static const char letters[] = "ACGT$";

static uint8_t draw(host_t *h)
{
    return (uint8_t)rng_below(&h->rng, 4);
}

/* Random bases; one in eight segments of 100 is a copy of an earlier one with an error in fifty
 * bases. */
static void make_reference(host_t *h, uint8_t *text, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++) {
        static const uint32_t segment = 100;
        if (i % segment == 0 && i >= segment && i + segment <= length &&
            rng_below(&h->rng, 8) == 0) {
            uint32_t from = rng_below(&h->rng, i - segment + 1);
            for (uint32_t j = 0; j < segment; j++)
                text[i + j] = rng_below(&h->rng, 50) ? text[from + j] : draw(h);
            i += segment - 1;
        } else {
            text[i] = draw(h);
        }
    }
    text[length] = SUFFIX_LETTERS - 1;
}

/* Half of the queries are read from the reference, with an error in fifty bases; half are foreign.
 */
static void make_queries(host_t *h, shape_t s, const uint8_t *text, char *queries)
{
    for (uint32_t q = 0; q < s.queries; q++) {
        char *query = queries + (size_t)q * STRIDE;
        uint32_t from = rng_below(&h->rng, s.length - BASES + 1);
        bool foreign = rng_below(&h->rng, 2);
        *query++ = 'q';
        for (uint32_t i = 0; i < BASES; i++) {
            bool error = foreign || rng_below(&h->rng, 50) == 0;
            *query++ = letters[error ? draw(h) : text[from + i]];
        }
        *query = '\0';
    }
}

typedef struct match {
    int32_t node, along;
} match_t;

/* What the device has of a node: link is a name. */
typedef struct edge {
    uint32_t first, last, link, depth;
} edge_t;

typedef struct links {
    uint32_t child[4];
} links_t;

typedef struct suffixes {
    const char *text;
    const char **sorted;
    uint32_t n;
} suffixes_t;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static uint32_t common(const char *a, const char *b)
{
    uint32_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* Bases of the longest start of the query that is in the text: of one of its neighbours in order.
 */
static uint32_t longest(const suffixes_t *s, const char *query)
{
    uint32_t low = 0, high = s->n; /* the first suffix not before the query */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(s->sorted[middle], query) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t after = low < s->n ? common(s->sorted[low], query) : 0;
    uint32_t before = low > 0 ? common(s->sorted[low - 1], query) : 0;
    return after > before ? after : before;
}

static int check_match(host_t *h, const suffix_tree_t *t, const suffixes_t *s, const char *query,
                       match_t m)
{
    uint32_t want = longest(s, query);
    if (want < LEAST) {
        if (m.node || m.along)
            return check_fail(h, "%s has a match at node %d, expected none of %d bases", query,
                              m.node, LEAST);
        return 0;
    }
    if (m.node < SUFFIX_ROOT || m.node >= t->nodes)
        return check_fail(h, "%s matches at node %d, expected %d to %d", query, m.node, SUFFIX_ROOT,
                          t->nodes - 1);
    const suffix_node_t *n = &t->node[m.node];
    int32_t edge = n->end - n->first, along = m.along ? m.along : edge;
    int32_t length = n->depth - edge + along, at = n->first + along - length;
    if (along < 0 || along > edge || length != (int32_t)want)
        return check_fail(h, "%s matches %d bases, expected %u", query, length, want);
    if (strncmp(s->text + at, query, want))
        return check_fail(h, "%s matches at base %d, which has another text", query, at);
    return 0;
}

static int check(host_t *h, shape_t z, const suffix_tree_t *t, const char *text,
                 const char *queries, const match_t *got)
{
    suffixes_t s = {.text = text, .n = z.length};
    s.sorted = host_memory(h, s.n, sizeof *s.sorted);
    if (!s.sorted)
        return -ENOMEM;
    for (uint32_t i = 0; i < s.n; i++)
        s.sorted[i] = text + i;
    qsort(s.sorted, s.n, sizeof *s.sorted, by_text);
    for (uint32_t q = 0; q < z.queries; q++) {
        for (uint32_t i = 0; i < PLACES; i++) {
            int rc =
                check_match(h, t, &s, queries + (size_t)q * STRIDE + 1 + i, got[q * PLACES + i]);
            if (rc)
                return rc;
        }
    }
    return 0;
}

static int build(host_t *h, shape_t s, suffix_tree_t *t, uint8_t *text)
{
    int32_t length = (int32_t)s.length + 1;
    size_t room = (size_t)suffix_tree_room(length);
    *t = (suffix_tree_t){.text = text, .length = length};
    t->node = host_memory(h, room, sizeof *t->node);
    suffix_node_t *spare = host_memory(h, room, sizeof *spare);
    if (!host_ok(h))
        return -ENOMEM;
    make_reference(h, text, s.length);
    suffix_tree_build(t, spare);
    return 0;
}

/* What the kernel calls a node: its number, or where the texture has it. */
static uint32_t name_of(const host_t *h, int32_t node)
{
    return !host_variant(h, "global") ? tree_texture_place((uint32_t)node) : (uint32_t)node;
}

/* Nodes and children, each in an array of its own. */
typedef struct tree {
    uint32_t rows; /* of the texture; 0: by number */
    size_t elements;
    uint64_t nodes, children;
} tree_t;

static tree_t upload(host_t *h, const suffix_tree_t *t)
{
    tree_t to = {.elements = (size_t)t->nodes};
    if (!host_variant(h, "global")) {
        to.rows = tree_texture_rows((uint32_t)t->nodes);
        to.elements = (size_t)to.rows * TREE_TEXTURE_COLUMNS;
    }
    edge_t *edge = host_memory(h, to.elements, sizeof *edge);
    links_t *links = host_memory(h, to.elements, sizeof *links);
    for (int32_t i = SUFFIX_ROOT; host_ok(h) && i < t->nodes; i++) {
        const suffix_node_t *from = &t->node[i];
        size_t at = to.rows ? tree_texture_element(name_of(h, i)) : (size_t)i;
        edge[at] = (edge_t){(uint32_t)from->first, (uint32_t)from->end - 1, name_of(h, from->link),
                            (uint32_t)from->depth};
        for (unsigned letter = 0; letter < 4; letter++)
            links[at].child[letter] = name_of(h, from->child[letter]);
    }
    to.nodes = host_upload(h, edge, to.elements * sizeof *edge);
    to.children = host_upload(h, links, to.elements * sizeof *links);
    return to;
}

typedef struct buffers {
    uint64_t matches, queries, text, start, length;
} buffers_t;

static void launch(host_t *h, shape_t s, const tree_t *t, const buffers_t *b)
{
    const dim3_t grid = {host_ctas(s.queries, THREADS), 1, 1}, block = {THREADS, 1, 1};
    if (!t->rows) {
        HOST_LAUNCH(h, "mummergpu_kernel", grid, block, dev_arg_ptr(b->matches),
                    dev_arg_ptr(b->queries), dev_arg_ptr(t->nodes), dev_arg_ptr(t->children),
                    dev_arg_ptr(b->text), dev_arg_ptr(b->start), dev_arg_ptr(b->length),
                    dev_arg_u32(s.queries), dev_arg_u32(LEAST));
        return;
    }
    dev_texture_t texture = {.address = t->nodes,
                             .width = TREE_TEXTURE_COLUMNS,
                             .height = t->rows,
                             .channels = 4,
                             .bytes = 4,
                             .kind = DEV_TEXEL_UNSIGNED};
    host_texture(h, "mummergpu_nodes", &texture);
    texture.address = t->children;
    host_texture(h, "mummergpu_children", &texture);
    HOST_LAUNCH(h, "mummergpu_kernel", grid, block, dev_arg_ptr(b->matches),
                dev_arg_ptr(b->queries), dev_arg_ptr(b->text), dev_arg_ptr(b->start),
                dev_arg_ptr(b->length), dev_arg_u32(s.queries), dev_arg_u32(LEAST));
}

/* The matches, with the numbers of their nodes. */
static match_t *matches_of(host_t *h, uint64_t matches, size_t n)
{
    match_t *got = host_download(h, matches, n * sizeof *got);
    if (host_ok(h) && !host_variant(h, "global"))
        for (size_t i = 0; i < n; i++)
            got[i].node = (int32_t)tree_texture_number((uint32_t)got[i].node);
    return got;
}

static int mummergpu(host_t *h, shape_t s)
{
    suffix_tree_t t;
    uint8_t *symbols = host_memory(h, s.length + 1, 1);
    char *text = host_memory(h, s.length + 2, 1);
    char *queries = host_memory(h, s.queries, STRIDE);
    int32_t *start = host_memory(h, s.queries, sizeof *start);
    int32_t *length = host_memory(h, s.queries, sizeof *length);
    int rc = host_ok(h) ? build(h, s, &t, symbols) : -ENOMEM;
    if (rc)
        return rc;
    make_queries(h, s, symbols, queries);
    for (uint32_t i = 0; i <= s.length; i++)
        text[i] = letters[symbols[i]];
    for (uint32_t q = 0; q < s.queries; q++) {
        start[q] = (int32_t)(q * STRIDE);
        length[q] = BASES;
    }
    size_t matches = (size_t)s.queries * PLACES;
    tree_t tree = upload(h, &t);
    buffers_t b = {.matches = host_buffer(h, matches * sizeof(match_t))};
    b.queries = host_upload(h, queries, (size_t)s.queries * STRIDE);
    b.text = host_upload(h, text, s.length + 1);
    b.start = host_upload(h, start, s.queries * sizeof *start);
    b.length = host_upload(h, length, s.queries * sizeof *length);
    launch(h, s, &tree, &b);
    match_t *got = matches_of(h, b.matches, matches);
    return host_ok(h) ? check(h, s, &t, text, queries, got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = mummergpu(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_mummergpu = {
    .name = "mummergpu",
    .suite = "Rodinia",
    .groups = "apres:cs",
    .variants = "global",
    .doc = "matches of short DNA queries in a reference by a walk down its suffix tree",
    .geometry = {"2x256, 512 queries of 25, reference of 2000",
                 "196x256, 50000 queries of 25, reference of 20000",
                 "196x256, 50000 queries of 25, reference of 20000"},
    .warp_inst = {52990, 5176355, 5176355},
    .run = run,
};
