#include "driver/elem.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    uint8_t bytes;
    uint8_t class; /* elem_class_t */
} types[ELEM_TYPES] = {
    [ELEM_U8] = {"u8", 1, ELEM_UNSIGNED},   [ELEM_S8] = {"s8", 1, ELEM_SIGNED},
    [ELEM_U16] = {"u16", 2, ELEM_UNSIGNED}, [ELEM_S16] = {"s16", 2, ELEM_SIGNED},
    [ELEM_U32] = {"u32", 4, ELEM_UNSIGNED}, [ELEM_S32] = {"s32", 4, ELEM_SIGNED},
    [ELEM_U64] = {"u64", 8, ELEM_UNSIGNED}, [ELEM_S64] = {"s64", 8, ELEM_SIGNED},
    [ELEM_F32] = {"f32", 4, ELEM_FLOAT},    [ELEM_F64] = {"f64", 8, ELEM_FLOAT},
};

const char *elem_name(elem_type_t t)
{
    return types[t].name;
}

unsigned elem_bytes(elem_type_t t)
{
    return types[t].bytes;
}

elem_class_t elem_class(elem_type_t t)
{
    return (elem_class_t)types[t].class;
}

int elem_read_type(const yaml_node_t *n, const char *what, elem_type_t *out, diag_t *d)
{
    const char *names[ELEM_TYPES], *text = NULL;
    int rc = yaml_string(n, what, &text, d);
    if (rc)
        return rc;
    for (unsigned t = 0; t < ELEM_TYPES; t++) {
        names[t] = types[t].name;
        if (strcmp(text, names[t]) == 0) {
            *out = (elem_type_t)t;
            return 0;
        }
    }
    char hint[160] = "expected one of";
    for (unsigned t = 0; t < ELEM_TYPES; t++) {
        strcat(hint, t ? ", " : " ");
        strcat(hint, names[t]);
    }
    return yaml_error(n, d, "%s is '%s'; %s", what, text, hint);
}

elem_value_t elem_least(elem_type_t t)
{
    unsigned bits = 8u * types[t].bytes;
    switch (elem_class(t)) {
    case ELEM_SIGNED:
        return (elem_value_t){.s = (int64_t)(UINT64_MAX << (bits - 1))};
    case ELEM_FLOAT:
        return (elem_value_t){.f = t == ELEM_F32 ? -(double)FLT_MAX : -DBL_MAX};
    default:
        return (elem_value_t){.u = 0};
    }
}

elem_value_t elem_most(elem_type_t t)
{
    unsigned bits = 8u * types[t].bytes;
    switch (elem_class(t)) {
    case ELEM_SIGNED:
        return (elem_value_t){.s = (int64_t)(UINT64_MAX >> (65 - bits))};
    case ELEM_FLOAT:
        return (elem_value_t){.f = t == ELEM_F32 ? (double)FLT_MAX : DBL_MAX};
    default:
        return (elem_value_t){.u = UINT64_MAX >> (64 - bits)};
    }
}

bool elem_ordered(elem_type_t t, elem_value_t min, elem_value_t max)
{
    switch (elem_class(t)) {
    case ELEM_SIGNED:
        return min.s <= max.s;
    case ELEM_FLOAT:
        return min.f <= max.f;
    default:
        return min.u <= max.u;
    }
}

int elem_parse(elem_type_t t, const char *text, elem_value_t *out)
{
    elem_value_t v = {0};
    int rc;
    switch (elem_class(t)) {
    case ELEM_SIGNED:
        rc = text_i64(text, &v.s);
        break;
    case ELEM_FLOAT:
        rc = text_f64(text, &v.f);
        break;
    default:
        rc = text_u64(text, &v.u);
        break;
    }
    if (rc || !elem_ordered(t, elem_least(t), v) || !elem_ordered(t, v, elem_most(t)))
        return -EINVAL;
    *out = v;
    return 0;
}

int elem_read_value(const yaml_node_t *n, const char *what, elem_type_t t, elem_value_t *out,
                    diag_t *d)
{
    int rc = yaml_check_kind(n, what, YAML_SCALAR, d);
    if (rc)
        return rc;
    if (n->plain && !elem_parse(t, n->text, out))
        return 0;
    char low[40], high[40];
    return yaml_error(n, d, "%s is '%s'; expected a %s from %s to %s", what, n->text, types[t].name,
                      elem_print(t, elem_least(t), low, sizeof low),
                      elem_print(t, elem_most(t), high, sizeof high));
}

void elem_store(elem_type_t t, void *at, elem_value_t v)
{
    float f = 0;
    switch (t) {
    case ELEM_F32:
        f = (float)v.f;
        memcpy(at, &f, sizeof f);
        return;
    case ELEM_F64:
        memcpy(at, &v.f, sizeof v.f);
        return;
    default: /* two's complement, little-endian: the low bytes of either member */
        memcpy(at, &v.u, types[t].bytes);
        return;
    }
}

elem_value_t elem_load(elem_type_t t, const void *at)
{
    elem_value_t v = {0};
    float f = 0;
    if (t == ELEM_F32) {
        memcpy(&f, at, sizeof f);
        v.f = (double)f;
    } else if (t == ELEM_F64) {
        memcpy(&v.f, at, sizeof v.f);
    } else {
        memcpy(&v.u, at, types[t].bytes);
        unsigned shift = 64 - 8u * types[t].bytes;
        if (elem_class(t) == ELEM_SIGNED)
            v.s = (int64_t)(v.u << shift) >> shift;
    }
    return v;
}

elem_value_t elem_iota(elem_type_t t, uint64_t k)
{
    uint8_t at[8];
    if (elem_class(t) == ELEM_FLOAT)
        return (elem_value_t){.f = (double)k};
    elem_store(t, at, (elem_value_t){.u = k});
    return elem_load(t, at);
}

elem_value_t elem_random(elem_type_t t, elem_value_t min, elem_value_t max, rng_t *r)
{
    if (elem_class(t) == ELEM_FLOAT) {
        double x = (double)(rng_u64(r) >> 11) * 0x1p-53;
        double v = min.f * (1 - x) + max.f * x; /* no overflow over the whole range */
        return (elem_value_t){.f = v};
    }
    uint64_t span = max.u - min.u; /* also of signed: differences wrap alike */
    uint64_t x = rng_u64(r);
    if (span != UINT64_MAX)
        x = (uint64_t)(((unsigned __int128)x * (span + 1)) >> 64);
    return (elem_value_t){.u = min.u + x};
}

const char *elem_print(elem_type_t t, elem_value_t v, char *buf, size_t bytes)
{
    switch (elem_class(t)) {
    case ELEM_SIGNED:
        snprintf(buf, bytes, "%" PRId64, v.s);
        break;
    case ELEM_FLOAT:
        snprintf(buf, bytes, t == ELEM_F32 ? "%.9g" : "%.17g", v.f);
        break;
    default:
        snprintf(buf, bytes, "%" PRIu64, v.u);
        break;
    }
    return buf;
}
