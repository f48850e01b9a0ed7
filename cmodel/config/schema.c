#include "config/schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "config/suggest.h"

enum { MAX_KEYS = 256 };

const cfg_key_t *cfg_key_find(const cfg_key_t *keys, unsigned n, const char *name)
{
    for (unsigned i = 0; i < n; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

static unsigned count_choices(const char *const *choices)
{
    unsigned n = 0;
    while (choices[n])
        n++;
    return n;
}

/* Numbers are compared as doubles only below 2^53; a range without an upper end that matters
 * is written with max 2^64. */
static bool in_range(const cfg_key_t *k, double v)
{
    return v >= k->min && v <= k->max;
}

static int store_number(const cfg_key_t *k, const char *text, void *at, char *want, size_t bytes)
{
    uint64_t u = 0;
    double f = 0;
    snprintf(want, bytes, "%s from %.15g to %.15g",
             k->type == CFG_F64 ? "a number" : "a whole number", k->min, k->max);
    if (k->type == CFG_F64) {
        if (text_f64(text, &f) || !in_range(k, f))
            return -EINVAL;
        *(double *)at = f;
        return 0;
    }
    if (text_u64(text, &u) || !in_range(k, (double)u) || (k->type == CFG_U32 && u > UINT32_MAX))
        return -EINVAL;
    if (k->type == CFG_U32)
        *(uint32_t *)at = (uint32_t)u;
    else
        *(uint64_t *)at = u;
    return 0;
}

static int store_choice(const cfg_key_t *k, const char *text, void *at, char *want, size_t bytes)
{
    unsigned n = count_choices(k->choices);
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(k->choices[i], text) == 0) {
            *(uint32_t *)at = i;
            return 0;
        }
    }
    int used = snprintf(want, bytes, "one of");
    for (unsigned i = 0; i < n && used > 0 && (size_t)used < bytes; i++)
        used += snprintf(want + used, bytes - (size_t)used, "%s %s", i ? "," : "", k->choices[i]);
    return -EINVAL;
}

/* Stores a value; on -EINVAL want says what was expected. */
static int store(const cfg_key_t *k, const char *text, bool plain, void *cfg, char *want,
                 size_t bytes)
{
    void *at = (char *)cfg + k->offset;
    switch (k->type) {
    case CFG_ENUM:
        return store_choice(k, text, at, want, bytes);
    case CFG_BOOL:
        snprintf(want, bytes, "true or false");
        return plain ? text_bool(text, (bool *)at) : -EINVAL;
    default: {
        int rc = store_number(k, text, at, want, bytes);
        return plain ? rc : -EINVAL;
    }
    }
}

int cfg_set_text(const char *where, const cfg_key_t *k, const char *text, void *cfg, diag_t *d)
{
    char want[256];
    if (store(k, text, true, cfg, want, sizeof want))
        return diag_at(d, where, 0, 0, "%s is '%s'; expected %s", k->name, text, want);
    return 0;
}

int cfg_read_map(const yaml_node_t *map, const char *what, const cfg_key_t *keys, unsigned n,
                 bool partial, void *cfg, diag_t *d)
{
    const char *names[MAX_KEYS];
    if (n > MAX_KEYS)
        return diag_at(d, map->file, 0, 0, "%s: more keys than the reader holds", what);
    for (unsigned i = 0; i < n; i++)
        names[i] = keys[i].name;
    int rc = yaml_check_map(map, what, names, n, partial ? 0 : n, d);
    for (unsigned i = 0; !rc && i < map->n; i++) {
        const yaml_node_t *v = map->item[i].node;
        const cfg_key_t *k = cfg_key_find(keys, n, map->item[i].key);
        char want[256];
        if (v->kind != YAML_SCALAR)
            rc = yaml_check_kind(v, k->name, YAML_SCALAR, d);
        else if (store(k, v->text, v->plain, cfg, want, sizeof want))
            rc = yaml_error(v, d, "%s is '%s'; expected %s", k->name, v->text, want);
    }
    return rc;
}

const char *cfg_print(const cfg_key_t *k, const void *cfg, char *buf, size_t bytes)
{
    const void *at = (const char *)cfg + k->offset;
    switch (k->type) {
    case CFG_U32:
        snprintf(buf, bytes, "%" PRIu32, *(const uint32_t *)at);
        break;
    case CFG_U64:
        snprintf(buf, bytes, "%" PRIu64, *(const uint64_t *)at);
        break;
    case CFG_F64:
        snprintf(buf, bytes, "%.9g", *(const double *)at);
        break;
    case CFG_BOOL:
        snprintf(buf, bytes, "%s", *(const bool *)at ? "true" : "false");
        break;
    case CFG_ENUM:
        snprintf(buf, bytes, "\"%s\"", k->choices[*(const uint32_t *)at]);
        break;
    }
    return buf;
}
