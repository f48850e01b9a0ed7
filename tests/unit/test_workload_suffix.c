/*
 * The suffix tree that mummergpu's host makes, against its definition: one leaf for each suffix, a
 * path from the root to it that spells the suffix, inner nodes that branch, numbers by level, and
 * links that drop the first letter. Texts of few letters, which repeat themselves. And where the
 * tree lies in a texture.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "workload/mummergpu/suffix_tree.h"
#include "workload/mummergpu/tree_texture.h"

enum { LONGEST = 300, END = SUFFIX_LETTERS - 1 };

static void build(suffix_tree_t *t, const uint8_t *text, int32_t length)
{
    size_t room = (size_t)suffix_tree_room(length);
    suffix_node_t *spare = calloc(room, sizeof *spare);
    *t = (suffix_tree_t){.text = text, .length = length, .node = calloc(room, sizeof *t->node)};
    assert_non_null(spare);
    assert_non_null(t->node);
    suffix_tree_build(t, spare);
    assert_true(t->nodes <= suffix_tree_room(length));
    free(spare);
}

/* The leaf that a suffix leads to. */
static int32_t walk(const suffix_tree_t *t, int32_t from)
{
    int32_t at = SUFFIX_ROOT;
    while (from + t->node[at].depth < t->length) {
        int32_t next = t->node[at].child[t->text[from + t->node[at].depth]];
        assert_true(next > at); /* levels: children come after their parent */
        const suffix_node_t *n = &t->node[next];
        assert_int_equal(n->depth, t->node[at].depth + n->end - n->first);
        assert_memory_equal(t->text + n->first, t->text + from + t->node[at].depth,
                            (size_t)(n->end - n->first));
        at = next;
    }
    assert_int_equal(t->node[at].depth, t->length - from);
    return at;
}

static void check_tree(const suffix_tree_t *t)
{
    int32_t leaves = 0;
    for (int32_t i = SUFFIX_ROOT; i < t->nodes; i++) {
        const suffix_node_t *n = &t->node[i];
        unsigned children = 0;
        for (unsigned letter = 0; letter < SUFFIX_LETTERS; letter++)
            children += n->child[letter] != SUFFIX_NONE;
        leaves += !children;
        assert_true(children != 1 || t->length == 1);
        if (i == SUFFIX_ROOT || !children) {
            assert_int_equal(n->link, SUFFIX_NONE);
            continue;
        }
        const suffix_node_t *shorter = &t->node[n->link];
        assert_true(n->link >= SUFFIX_ROOT);
        assert_int_equal(shorter->depth, n->depth - 1);
        assert_memory_equal(t->text + shorter->end - shorter->depth,
                            t->text + n->end - shorter->depth, (size_t)shorter->depth);
    }
    assert_int_equal(leaves, t->length);
    uint8_t seen[2 * LONGEST + 1] = {0};
    for (int32_t from = 0; from < t->length; from++) {
        int32_t leaf = walk(t, from);
        assert_false(seen[leaf]);
        seen[leaf] = 1;
    }
}

static void workload_550_a_suffix_tree_is_one(void **state)
{
    (void)state;
    rng_t rng;
    rng_seed(&rng, 1);
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t text[LONGEST];
        int32_t length = 1 + (int32_t)rng_below(&rng, LONGEST);
        uint32_t used = 1 + rng_below(&rng, END);
        for (int32_t i = 0; i < length - 1; i++) {
            bool repeats = i > 8 && rng_below(&rng, 4);
            text[i] = repeats ? text[i - 8] : (uint8_t)rng_below(&rng, used);
        }
        text[length - 1] = END;
        suffix_tree_t t;
        build(&t, text, length);
        check_tree(&t);
        free(t.node);
    }
}

/* banana$ with b = 0, a = 1, n = 2. */
static void workload_551_banana(void **state)
{
    (void)state;
    static const uint8_t banana[] = {0, 1, 2, 1, 2, 1, END};
    suffix_tree_t t;
    build(&t, banana, sizeof banana);
    check_tree(&t);
    /* none, root, 7 leaves, and "a", "na", "ana" */
    assert_int_equal(t.nodes, 2 + 7 + 3);
    free(t.node);
}

/* Nodes 0 to 31 are below each other in the first column of the original's array; of a tile of 4 x
 * 2, which is eight elements side by side, its first column is elements 0 and 4. */
static void workload_552_places_in_tiles(void **state)
{
    (void)state;
    assert_int_equal(tree_texture_place(0), 0);
    assert_int_equal(tree_texture_place(1), 4);        /* second row of the first tile */
    assert_int_equal(tree_texture_place(2), 1u << 16); /* the tile below */
    assert_int_equal(tree_texture_place(31), 15u << 16 | 4);
    assert_int_equal(tree_texture_place(32), 1); /* second column of the first tile */
    assert_int_equal(tree_texture_place(4 * 32), 8);
    assert_int_equal(tree_texture_place(4096 * 32), 16u << 16); /* below all columns */
    assert_int_equal(tree_texture_rows(4096 * 32), 32);         /* which the last node is not */
    assert_int_equal(tree_texture_rows(4096 * 32 - 1), 16);
    static bool used[32 * TREE_TEXTURE_COLUMNS];
    for (uint32_t number = 0; number < 2 * 4096 * 32; number++) {
        uint32_t place = tree_texture_place(number), at = tree_texture_element(place);
        assert_int_equal(tree_texture_number(place), number);
        assert_true(at < sizeof used && !used[at]);
        used[at] = true;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_550_a_suffix_tree_is_one),
        cmocka_unit_test(workload_551_banana),
        cmocka_unit_test(workload_552_places_in_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
