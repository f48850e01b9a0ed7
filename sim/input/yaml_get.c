/* Typed access to a YAML tree. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/suggest.h"
#include "input/yaml.h"

int text_u64(const char *s, uint64_t *out)
{
    bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    const char *digits = hex ? s + 2 : s;
    const char *set = hex ? "0123456789abcdefABCDEF" : "0123456789";
    if (!*digits || digits[strspn(digits, set)])
        return -EINVAL;
    errno = 0;
    uint64_t v = strtoull(digits, NULL, hex ? 16 : 10);
    if (errno)
        return -ERANGE;
    *out = v;
    return 0;
}

int text_i64(const char *s, int64_t *out)
{
    bool negative = *s == '-';
    uint64_t v = 0;
    int rc = text_u64(negative || *s == '+' ? s + 1 : s, &v);
    if (rc)
        return rc;
    if (v > (uint64_t)INT64_MAX + negative)
        return -ERANGE;
    *out = negative ? (int64_t)(0 - v) : (int64_t)v;
    return 0;
}

/* Decimal floating point only: strtod's hexadecimal, inf and nan are not numbers here. */
int text_f64(const char *s, double *out)
{
    if (!*s || s[strspn(s, "0123456789+-.eE")])
        return -EINVAL;
    char *end = NULL;
    errno = 0;
    double v = strtod(s, &end);
    if (end == s || *end)
        return -EINVAL;
    if (!isfinite(v) || (errno && v == 0)) /* too large, or so small that it became 0 */
        return -ERANGE;
    *out = v;
    return 0;
}

int text_bool(const char *s, bool *out)
{
    if (strcmp(s, "true") && strcmp(s, "false"))
        return -EINVAL;
    *out = s[0] == 't';
    return 0;
}

int yaml_error(const yaml_node_t *n, diag_t *d, const char *fmt, ...)
{
    char text[384];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return diag_at(d, n->file, n->line, n->col, "%s", text);
}

const yaml_node_t *yaml_get(const yaml_node_t *map, const char *key)
{
    for (unsigned i = 0; map && map->kind == YAML_MAP && i < map->n; i++)
        if (strcmp(map->item[i].key, key) == 0)
            return map->item[i].node;
    return NULL;
}

static const char *kind_text(yaml_kind_t k)
{
    return k == YAML_MAP ? "a mapping" : k == YAML_SEQ ? "a list" : "a single value";
}

static bool empty(const yaml_node_t *n)
{
    return n->kind == YAML_SCALAR && n->plain && !*n->text;
}

int yaml_check_kind(const yaml_node_t *n, const char *what, yaml_kind_t kind, diag_t *d)
{
    if (n->kind == kind)
        return 0;
    return yaml_error(n, d, "%s is %s; expected %s", what, empty(n) ? "empty" : kind_text(n->kind),
                      kind_text(kind));
}

int yaml_check_map(const yaml_node_t *n, const char *what, const char *const *allowed,
                   unsigned n_allowed, unsigned required, diag_t *d)
{
    int rc = yaml_check_kind(n, what, YAML_MAP, d);
    if (rc)
        return rc;
    for (unsigned i = 0; i < n->n; i++) {
        const yaml_item_t *it = &n->item[i];
        unsigned k = 0;
        while (k < n_allowed && strcmp(allowed[k], it->key))
            k++;
        if (k == n_allowed) {
            char hint[256];
            return diag_at(d, n->file, it->key_line, it->key_col, "unknown key '%s' in %s; %s",
                           it->key, what,
                           suggest_among(it->key, allowed, n_allowed, hint, sizeof hint));
        }
    }
    for (unsigned k = 0; k < required; k++)
        if (!yaml_get(n, allowed[k]))
            return yaml_error(n, d, "%s has no '%s'; expected one", what, allowed[k]);
    return 0;
}

static int scalar(const yaml_node_t *n, const char *what, diag_t *d)
{
    return yaml_check_kind(n, what, YAML_SCALAR, d);
}

int yaml_u64(const yaml_node_t *n, const char *what, uint64_t min, uint64_t max, uint64_t *out,
             diag_t *d)
{
    uint64_t v = 0;
    if (scalar(n, what, d))
        return -EINVAL;
    int rc = n->plain ? text_u64(n->text, &v) : -EINVAL;
    if (rc || v < min || v > max)
        return yaml_error(n, d, "%s is '%s'; expected a whole number from %" PRIu64 " to %" PRIu64,
                          what, n->text, min, max);
    *out = v;
    return 0;
}

int yaml_i64(const yaml_node_t *n, const char *what, int64_t min, int64_t max, int64_t *out,
             diag_t *d)
{
    int64_t v = 0;
    if (scalar(n, what, d))
        return -EINVAL;
    int rc = n->plain ? text_i64(n->text, &v) : -EINVAL;
    if (rc || v < min || v > max)
        return yaml_error(n, d, "%s is '%s'; expected a whole number from %" PRId64 " to %" PRId64,
                          what, n->text, min, max);
    *out = v;
    return 0;
}

int yaml_f64(const yaml_node_t *n, const char *what, double min, double max, double *out, diag_t *d)
{
    double v = 0;
    if (scalar(n, what, d))
        return -EINVAL;
    int rc = n->plain ? text_f64(n->text, &v) : -EINVAL;
    if (rc || v < min || v > max)
        return yaml_error(n, d, "%s is '%s'; expected a number from %.9g to %.9g", what, n->text,
                          min, max);
    *out = v;
    return 0;
}

int yaml_bool(const yaml_node_t *n, const char *what, bool *out, diag_t *d)
{
    if (scalar(n, what, d))
        return -EINVAL;
    if (!n->plain || text_bool(n->text, out))
        return yaml_error(n, d, "%s is '%s'; expected true or false", what, n->text);
    return 0;
}

int yaml_string(const yaml_node_t *n, const char *what, const char **out, diag_t *d)
{
    if (scalar(n, what, d))
        return -EINVAL;
    if (!*n->text)
        return yaml_error(n, d, "%s is empty; expected text", what);
    *out = n->text;
    return 0;
}
