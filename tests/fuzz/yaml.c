/* YAML as every reader of the program takes it: a tree whose nodes know their places. */
#include "fuzz.h"

#include <inttypes.h>
#include <string.h>

#include "input/yaml.h"

static void walk(const yaml_node_t *n, unsigned depth)
{
    uint64_t u;
    int64_t i;
    double f;
    bool b;
    diag_t d = {{0}};
    if (n->line < 1 || n->col < 1 || depth > 100)
        fuzz_fail("a node at %d:%d, %u deep", n->line, n->col, depth);
    if (n->kind == YAML_SCALAR) {
        yaml_u64(n, "value", 0, UINT64_MAX, &u, &d);
        yaml_i64(n, "value", INT64_MIN, INT64_MAX, &i, &d);
        yaml_f64(n, "value", -1e300, 1e300, &f, &d);
        yaml_bool(n, "value", &b, &d);
    }
    for (unsigned k = 0; k < n->n; k++) {
        if (n->kind == YAML_MAP && yaml_get(n, n->item[k].key) != n->item[k].node)
            fuzz_fail("key %s is not found", n->item[k].key);
        walk(n->item[k].node, depth + 1);
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    yaml_node_t *root;
    diag_t d = {{0}};
    int rc = yaml_read_text("input.yaml", (const char *)data, size, &root, &d);
    fuzz_answer(rc, &d);
    if (!rc)
        walk(root, 0);
    yaml_free(root);
}
