/* Element types of buffers and scalars, by their PTX names. */
#ifndef LW_DRIVER_ELEM_H
#define LW_DRIVER_ELEM_H

#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/rng.h"
#include "input/yaml.h"

typedef enum elem_type {
    ELEM_U8,
    ELEM_S8,
    ELEM_U16,
    ELEM_S16,
    ELEM_U32,
    ELEM_S32,
    ELEM_U64,
    ELEM_S64,
    ELEM_F32,
    ELEM_F64,
    ELEM_TYPES
} elem_type_t;

/* A value of any element type: which member counts is elem_class(). */
typedef union elem_value {
    uint64_t u;
    int64_t s;
    double f;
} elem_value_t;

typedef enum elem_class { ELEM_UNSIGNED, ELEM_SIGNED, ELEM_FLOAT } elem_class_t;

const char *elem_name(elem_type_t t); /* "f32" */
unsigned elem_bytes(elem_type_t t);   /* 1, 2, 4, 8 */
elem_class_t elem_class(elem_type_t t);

/* Reads a type's name. */
int elem_read_type(const yaml_node_t *n, const char *what, elem_type_t *out, diag_t *d);
/* Reads a number that fits the type. */
int elem_read_value(const yaml_node_t *n, const char *what, elem_type_t t, elem_value_t *out,
                    diag_t *d);
/* The same from text: 0 or -EINVAL. */
int elem_parse(elem_type_t t, const char *text, elem_value_t *out);

/* Smallest and largest value of the type (floats: the finite range). */
elem_value_t elem_least(elem_type_t t);
elem_value_t elem_most(elem_type_t t);

/* One element in memory, little-endian. Values must fit; f32 rounds to nearest. */
void elem_store(elem_type_t t, void *at, elem_value_t v);
elem_value_t elem_load(elem_type_t t, const void *at);

/* The k-th of 0, 1, 2...; wraps in small types, rounds in floats. */
elem_value_t elem_iota(elem_type_t t, uint64_t k);

/* Uniform: whole numbers in [min, max], floats in [min, max). */
elem_value_t elem_random(elem_type_t t, elem_value_t min, elem_value_t max, rng_t *r);

/* True when min <= max in the type's order. */
bool elem_ordered(elem_type_t t, elem_value_t min, elem_value_t max);

/* The value as text; returns buf. */
const char *elem_print(elem_type_t t, elem_value_t v, char *buf, size_t bytes);

#endif
