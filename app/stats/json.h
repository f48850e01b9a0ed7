/*
 * Values in JSON, the same bytes in every run: counters exactly (beyond 2^53 too), ratios with
 * nine significant digits, what is not a number as null. On exhausted memory the object lacks
 * the member and json_write fails.
 */
#ifndef LW_STATS_JSON_H
#define LW_STATS_JSON_H

#include <cJSON.h>
#include <stdint.h>

#include "common/diag.h"

cJSON *json_object(cJSON *parent, const char *key); /* a new member object */
cJSON *json_array(cJSON *parent, const char *key);
void json_u64(cJSON *o, const char *key, uint64_t v);
void json_f64(cJSON *o, const char *key, double v);
void json_str(cJSON *o, const char *key, const char *v); /* NULL: null */
void json_bool(cJSON *o, const char *key, int v);
void json_raw(cJSON *o, const char *key, const char *json); /* text that is JSON already */

/* a / b, or null when b is 0. */
void json_ratio(cJSON *o, const char *key, double a, double b);

/* The document in a text of so many bytes (NUL-terminated, the NUL not counted), the caller's to
 * delete; NULL with the place of the error in a message. path: for the message. */
cJSON *json_parse(const char *path, const char *text, size_t bytes, diag_t *d);

/* The document as text, two spaces an indent, newline at the end: the caller's to free; NULL only
 * when memory is exhausted. */
char *json_text(const cJSON *root);

/* Writes that text as file_write does. */
int json_write(const cJSON *root, const char *path, diag_t *d);

#endif
