/*
 * btree: look-ups of keys and of ranges in a B+ tree of order 256 that the host grows key by key in
 * a random order. The reference searches the sorted keys, and knows no tree.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "workload/check.h"

#define ORDER   256 /* children of a node, and threads of a CTA */
#define KEYS    (ORDER - 1)
#define SLOTS   (ORDER + 1)
#define SPACING 1000 /* the mean distance of neighbouring keys */
#define FOREIGN 8    /* one look-up in so many is of a key that is hardly there */

typedef struct shape {
    uint32_t records, finds, ranges, span; /* span: records of a range */
} shape_t;

/* A million is MRPB's; the look-ups of the paper scale are those of Rodinia's script. */
static const shape_t shapes[SCALES] = {{20000, 64, 64, 100},
                                       {1000000, 2000, 2000, 3000},
                                       {1000000, 10000, 6000, 3000},
                                       [SCALE_MRPB] = {1000000, 10000, 6000, 3000}};

/* A node as the device has it. Unused keys are INT_MAX, above every record's. */
typedef struct node {
    int32_t place;
    int32_t index[SLOTS]; /* children; in a leaf records */
    int32_t key[SLOTS];   /* the least key that may be in each child, or the keys themselves */
    int32_t leaf;
    int32_t used; /* children or keys */
} node_t;

typedef struct tree {
    node_t *node;
    uint32_t nodes, room;
    int32_t root;
    uint32_t height; /* levels above the leaves */
} tree_t;

static int32_t new_node(tree_t *t, bool leaf)
{
    node_t *n = &t->node[t->nodes];
    n->place = (int32_t)t->nodes;
    n->leaf = leaf;
    n->used = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        n->key[i] = INT_MAX;
    return (int32_t)t->nodes++;
}

static bool full(const node_t *n)
{
    return n->used == (n->leaf ? KEYS : ORDER);
}

/* Puts key and index at slot `at` of a node that has room. */
static void put(node_t *n, int32_t at, int32_t key, int32_t index)
{
    size_t tail = (size_t)(n->used - at) * sizeof *n->key;
    memmove(&n->key[at + 1], &n->key[at], tail);
    memmove(&n->index[at + 1], &n->index[at], tail);
    n->key[at] = key;
    n->index[at] = index;
    n->used++;
}

/* The last slot whose key is not above `key`; -1 in a leaf all of whose keys are. */
static int32_t slot_of(const node_t *n, int32_t key)
{
    int32_t low = -1, high = n->used;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (n->key[middle] <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Moves the upper half of a full child, which is at slot `at` of `parent`, to a new node. */
static void split(tree_t *t, int32_t parent, int32_t at)
{
    int32_t left = t->node[parent].index[at];
    int32_t right = new_node(t, t->node[left].leaf);
    node_t *l = &t->node[left], *r = &t->node[right];
    int32_t keep = l->used / 2;
    for (int32_t i = keep; i < l->used; i++) {
        r->key[i - keep] = l->key[i];
        r->index[i - keep] = l->index[i];
        l->key[i] = INT_MAX;
    }
    r->used = l->used - keep;
    l->used = keep;
    put(&t->node[parent], at + 1, r->key[0], right);
}

/* Full nodes are split on the way down, so that every parent has room for one child more. */
static void insert(tree_t *t, int32_t key, int32_t record)
{
    if (full(&t->node[t->root])) {
        int32_t old = t->root;
        t->root = new_node(t, false);
        put(&t->node[t->root], 0, INT_MIN, old);
        split(t, t->root, 0);
        t->height++;
    }
    int32_t at = t->root;
    while (!t->node[at].leaf) {
        int32_t slot = slot_of(&t->node[at], key);
        if (full(&t->node[t->node[at].index[slot]])) {
            split(t, at, slot);
            slot += t->node[at].key[slot + 1] <= key;
        }
        at = t->node[at].index[slot];
    }
    put(&t->node[at], slot_of(&t->node[at], key) + 1, key, record);
}

/* The device's copy: nodes level by level, the root first. Memory is the host's. */
static node_t *by_level(host_t *h, const tree_t *t)
{
    node_t *out = host_memory(h, t->nodes, sizeof *out);
    if (!out)
        return NULL;
    out[0] = t->node[t->root];
    uint32_t placed = 1;
    for (uint32_t i = 0; i < placed; i++) {
        out[i].place = (int32_t)i;
        for (int32_t c = 0; !out[i].leaf && c < out[i].used; c++) {
            out[placed] = t->node[out[i].index[c]];
            out[i].index[c] = (int32_t)placed++;
        }
    }
    return out;
}

/* keys: rising; a record's number is its key's rank. */
static node_t *grow(host_t *h, const int32_t *keys, uint32_t records, tree_t *t)
{
    *t = (tree_t){.room = records / (KEYS / 2) * 65 / 64 + 8}; /* nodes are half full at least */
    t->node = host_memory(h, t->room, sizeof *t->node);
    int32_t *order = host_memory(h, records, sizeof *order);
    if (!host_ok(h))
        return NULL;
    t->root = new_node(t, true);
    for (uint32_t i = 0; i < records; i++) { /* inside out shuffle */
        uint32_t j = rng_below(&h->rng, i + 1);
        order[i] = order[j];
        order[j] = (int32_t)i;
    }
    for (uint32_t i = 0; i < records; i++)
        insert(t, keys[order[i]], order[i]);
    return by_level(h, t);
}

/* The rank of a key, -1 if it is not there. */
static int32_t rank_of(const int32_t *keys, uint32_t records, int32_t key)
{
    uint32_t low = 0, high = records; /* the first key not below lies in [low, high] */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < records && keys[low] == key ? (int32_t)low : -1;
}

typedef struct store {
    const int32_t *keys, *values; /* by rank */
    uint64_t nodes, records;
    dev_arg_t height;
} store_t;

static int find(host_t *h, shape_t s, const store_t *db)
{
    int32_t *keys = host_memory(h, s.finds, sizeof *keys);
    int32_t *want = host_memory(h, s.finds, sizeof *want);
    for (uint32_t q = 0; host_ok(h) && q < s.finds; q++) {
        bool foreign = rng_below(&h->rng, FOREIGN) == 0;
        keys[q] = foreign ? (int32_t)rng_below(&h->rng, s.records * SPACING)
                          : db->keys[rng_below(&h->rng, s.records)];
        int32_t rank = rank_of(db->keys, s.records, keys[q]);
        want[q] = rank < 0 ? -1 : db->values[rank];
    }
    uint64_t dkeys = host_upload(h, keys, s.finds * sizeof *keys);
    uint64_t current = host_buffer(h, s.finds * sizeof(int64_t));
    uint64_t next = host_buffer(h, s.finds * sizeof(int64_t));
    uint64_t answers = host_buffer(h, s.finds * sizeof(int32_t));
    if (host_ok(h))
        dev_fill(h->d, answers, 0xff, s.finds * sizeof(int32_t)); /* -1 */
    HOST_LAUNCH(h, "btree_find", ((dim3_t){s.finds, 1, 1}), ((dim3_t){ORDER, 1, 1}), db->height,
                dev_arg_ptr(db->nodes), dev_arg_ptr(db->records), dev_arg_ptr(current),
                dev_arg_ptr(next), dev_arg_ptr(dkeys), dev_arg_ptr(answers));
    int32_t *got = host_download(h, answers, s.finds * sizeof *got);
    return host_ok(h) ? check_i32(h, "answer", got, want, s.finds) : 0;
}

static int range(host_t *h, shape_t s, const store_t *db)
{
    size_t bytes = s.ranges * sizeof(int32_t), places = s.ranges * sizeof(int64_t);
    int32_t *begin = host_memory(h, s.ranges, sizeof *begin);
    int32_t *end = host_memory(h, s.ranges, sizeof *end);
    int32_t *start = host_memory(h, s.ranges, sizeof *start);
    int32_t *length = host_memory(h, s.ranges, sizeof *length);
    for (uint32_t q = 0; host_ok(h) && q < s.ranges; q++) {
        uint32_t rank = rng_below(&h->rng, s.records - s.span + 1);
        begin[q] = db->keys[rank];
        end[q] = db->keys[rank + s.span - 1];
        start[q] = (int32_t)rank;
        length[q] = (int32_t)s.span;
    }
    uint64_t dbegin = host_upload(h, begin, bytes), dend = host_upload(h, end, bytes);
    uint64_t first = host_buffer(h, places), next_first = host_buffer(h, places);
    uint64_t last = host_buffer(h, places), next_last = host_buffer(h, places);
    uint64_t starts = host_buffer(h, bytes), lengths = host_buffer(h, bytes);
    HOST_LAUNCH(h, "btree_range", ((dim3_t){s.ranges, 1, 1}), ((dim3_t){ORDER, 1, 1}), db->height,
                dev_arg_ptr(db->nodes), dev_arg_ptr(first), dev_arg_ptr(next_first),
                dev_arg_ptr(last), dev_arg_ptr(next_last), dev_arg_ptr(dbegin), dev_arg_ptr(dend),
                dev_arg_ptr(starts), dev_arg_ptr(lengths));
    int32_t *got_start = host_download(h, starts, bytes);
    int32_t *got_length = host_download(h, lengths, bytes);
    if (!host_ok(h))
        return 0;
    int rc = check_i32(h, "start", got_start, start, s.ranges);
    return rc ? rc : check_i32(h, "length", got_length, length, s.ranges);
}

static int btree(host_t *h, shape_t s)
{
    int32_t *keys = host_memory(h, s.records, sizeof *keys);
    int32_t *values = host_memory(h, s.records, sizeof *values);
    for (uint32_t i = 0; host_ok(h) && i < s.records; i++) {
        keys[i] = (int32_t)(i * SPACING + rng_below(&h->rng, SPACING));
        values[i] = (int32_t)rng_below(&h->rng, INT_MAX);
    }
    tree_t t;
    node_t *nodes = host_ok(h) ? grow(h, keys, s.records, &t) : NULL;
    if (!nodes)
        return -ENOMEM;
    store_t db = {.keys = keys,
                  .values = values,
                  .nodes = host_upload(h, nodes, t.nodes * sizeof *nodes),
                  .records = host_upload(h, values, s.records * sizeof *values)};
    db.height.bytes = 8;
    db.height.bits = t.height;
    int rc = find(h, s, &db);
    return rc ? rc : range(h, s, &db);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = btree(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_btree = {
    .name = "btree",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia",
    .variants = "",
    .doc = "look-ups of keys and ranges in a B+ tree of order 256, one CTA a query",
    .geometry =
        {"64x256 + 64x256, 20000 keys", "2000x256 + 2000x256, 1000000 keys",
         "10000x256 + 6000x256, 1000000 keys", [SCALE_MRPB] = "10000x256 + 6000x256, 1000000 keys"},
    .warp_inst = {73642, 3006668, 11355954, [SCALE_MRPB] = 11355954},
    .run = run,
};
