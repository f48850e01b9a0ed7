/*
 * A configuration struct and the table of its keys: name, type, range, meaning. One table
 * reads YAML, takes "--set key=value", checks ranges, and prints the resolved values; whoever
 * owns a configuration (the GPU, a policy) declares its keys once, usually by an X-macro.
 *
 *     typedef struct foo_cfg { uint32_t ways; double mhz; uint32_t order; } foo_cfg_t;
 *     static const char *const orders[] = {"lrr", "gto", NULL};
 *     static const cfg_key_t foo_keys[] = {
 *         {"ways", CFG_U32, offsetof(foo_cfg_t, ways), 1, 64, NULL, "ways of a set"},
 *         {"mhz", CFG_F64, offsetof(foo_cfg_t, mhz), 1, 10000, NULL, "clock"},
 *         {"order", CFG_ENUM, offsetof(foo_cfg_t, order), 0, 0, orders, "warp order"},
 *     };
 */
#ifndef LW_CONFIG_SCHEMA_H
#define LW_CONFIG_SCHEMA_H

#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "config/yaml.h"

typedef enum cfg_type {
    CFG_U32,  /* uint32_t */
    CFG_U64,  /* uint64_t */
    CFG_F64,  /* double */
    CFG_BOOL, /* bool: true or false */
    CFG_ENUM, /* uint32_t: index into choices */
} cfg_type_t;

typedef struct cfg_key {
    const char *name;
    cfg_type_t type;
    size_t offset;              /* of the member in the configuration struct */
    double min, max;            /* inclusive; of numbers only; exact below 2^53 */
    const char *const *choices; /* CFG_ENUM: NULL-terminated names */
    const char *doc;            /* one line, with the unit */
} cfg_key_t;

/* The key of that name, or NULL. */
const cfg_key_t *cfg_key_find(const cfg_key_t *keys, unsigned n, const char *name);

/* Reads a mapping into *cfg. Unknown keys and values out of range are errors at their place;
 * so are missing keys, unless partial. */
int cfg_read_map(const yaml_node_t *map, const char *what, const cfg_key_t *keys, unsigned n,
                 bool partial, void *cfg, diag_t *d);

/* Sets one key from text. where names its source in messages ("--set l1.ways=9"). */
int cfg_set_text(const char *where, const cfg_key_t *k, const char *text, void *cfg, diag_t *d);

/* The value as YAML and JSON text ("8", "924.5", "true", "\"lrr\""); returns buf. */
const char *cfg_print(const cfg_key_t *k, const void *cfg, char *buf, size_t bytes);

#endif
