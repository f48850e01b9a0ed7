/*
 * A YAML file as a tree of nodes that know their place, for readers that answer bad input with
 * file, line and column. libfyaml does the parsing; this adds positions for every node and key,
 * and refuses what a configuration never needs and silently alters others' input: duplicate
 * keys, aliases, tags, keys that are not scalars, several documents in one file.
 *
 * Limits: 16 MB a file, 64 levels. Every function that can fail returns 0 or a negative errno
 * and fills the diag_t ("FILE:LINE:COL: ...").
 */
#ifndef LW_INPUT_YAML_H
#define LW_INPUT_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"

typedef enum yaml_kind { YAML_SCALAR, YAML_SEQ, YAML_MAP } yaml_kind_t;

typedef struct yaml_node yaml_node_t;

/* A mapping's entry; in a sequence key is NULL. */
typedef struct yaml_item {
    const char *key;
    int key_line, key_col; /* 1-based */
    yaml_node_t *node;
} yaml_item_t;

struct yaml_node {
    const char *file; /* as the user named it; for messages */
    yaml_kind_t kind;
    bool plain;       /* a scalar without quotes: may be a number, true, false or null */
    int line, col;    /* 1-based */
    const char *text; /* a scalar's bytes, NUL-terminated; "" otherwise */
    unsigned n;       /* entries of a sequence or mapping */
    yaml_item_t *item;
};

/* Parses a file, or text under the name label. The tree is freed by yaml_free (NULL is fine).
 * An empty document is an error. */
int yaml_read_file(const char *path, yaml_node_t **root, diag_t *d);
int yaml_read_text(const char *label, const char *text, size_t bytes, yaml_node_t **root,
                   diag_t *d);
void yaml_free(yaml_node_t *root);

/* Error at a node. Returns -EINVAL. */
int yaml_error(const yaml_node_t *n, diag_t *d, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The entry of that key, or NULL. map may be NULL. */
const yaml_node_t *yaml_get(const yaml_node_t *map, const char *key);

/* Checks that a node is a mapping whose keys are all among the n allowed; what names the thing
 * in messages ("a buffer"). The first `required` of the allowed must be there. */
int yaml_check_map(const yaml_node_t *n, const char *what, const char *const *allowed,
                   unsigned n_allowed, unsigned required, diag_t *d);
int yaml_check_kind(const yaml_node_t *n, const char *what, yaml_kind_t kind, diag_t *d);

/* Typed scalars. what names the value in messages. Whole numbers may be decimal or 0x...; the
 * result must lie in [min, max]. */
int yaml_u64(const yaml_node_t *n, const char *what, uint64_t min, uint64_t max, uint64_t *out,
             diag_t *d);
int yaml_i64(const yaml_node_t *n, const char *what, int64_t min, int64_t max, int64_t *out,
             diag_t *d);
int yaml_f64(const yaml_node_t *n, const char *what, double min, double max, double *out,
             diag_t *d);
int yaml_bool(const yaml_node_t *n, const char *what, bool *out, diag_t *d);
int yaml_string(const yaml_node_t *n, const char *what, const char **out, diag_t *d);

/* The same scalars from text alone; -EINVAL when it is not one, -ERANGE when it does not fit. */
int text_u64(const char *s, uint64_t *out);
int text_i64(const char *s, int64_t *out);
int text_f64(const char *s, double *out);
int text_bool(const char *s, bool *out);

#endif
