#include "stats/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"

cJSON *json_object(cJSON *parent, const char *key)
{
    return cJSON_AddObjectToObject(parent, key);
}

cJSON *json_array(cJSON *parent, const char *key)
{
    return cJSON_AddArrayToObject(parent, key);
}

void json_raw(cJSON *o, const char *key, const char *json)
{
    cJSON_AddRawToObject(o, key, json);
}

void json_u64(cJSON *o, const char *key, uint64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, v);
    json_raw(o, key, text);
}

void json_f64(cJSON *o, const char *key, double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", v == 0 ? 0.0 : v); /* no "-0" */
    json_raw(o, key, isfinite(v) ? text : "null");
}

void json_str(cJSON *o, const char *key, const char *v)
{
    if (v)
        cJSON_AddStringToObject(o, key, v);
    else
        cJSON_AddNullToObject(o, key);
}

void json_bool(cJSON *o, const char *key, int v)
{
    cJSON_AddBoolToObject(o, key, v);
}

void json_ratio(cJSON *o, const char *key, double a, double b)
{
    if (b == 0)
        cJSON_AddNullToObject(o, key);
    else
        json_f64(o, key, a / b);
}

/* How deep in lists and objects a place of a text is, itself included. */
static unsigned depth_at(const char *text, const char *place)
{
    unsigned depth = 0;
    bool quoted = false;
    for (const char *c = text; *c && c <= place; c++) {
        if (quoted && *c == '\\' && c[1])
            c++;
        else if (*c == '"')
            quoted = !quoted;
        else if (!quoted && (*c == '[' || *c == '{'))
            depth++;
        else if (!quoted && depth && (*c == ']' || *c == '}'))
            depth--;
    }
    return depth;
}

/* The first number of a parsed text that no double holds, which cJSON makes an infinity of. */
static const char *beyond_double(const char *text)
{
    bool quoted = false;
    for (const char *c = text; *c; c++) {
        char *end = NULL;
        if (quoted && *c == '\\' && c[1])
            c++;
        else if (*c == '"')
            quoted = !quoted;
        else if (!quoted && ((*c >= '0' && *c <= '9') || *c == '-')) {
            if (!isfinite(strtod(c, &end)))
                return c;
            c = end > c ? end - 1 : c;
        }
    }
    return NULL;
}

cJSON *json_parse(const char *path, const char *text, size_t bytes, diag_t *d)
{
    const char *end = NULL;
    cJSON *doc = NULL;
    if (memchr(text, 0, bytes)) /* cJSON would stop there */
        end = text + strlen(text);
    else
        doc = cJSON_ParseWithLengthOpts(text, bytes + 1, &end, 1);
    const char *beyond = doc ? beyond_double(text) : NULL;
    if (doc && !beyond)
        return doc;
    cJSON_Delete(doc);
    end = beyond ? beyond : end;
    int line = 1, col = 1;
    for (const char *c = text; c < end && c < text + bytes; c++) {
        col = *c == '\n' ? 1 : col + 1;
        line += *c == '\n';
    }
    if (beyond)
        diag_at(d, path, line, col,
                "is a number beyond the range of a double; expected a smaller one");
    else if (depth_at(text, end) > CJSON_NESTING_LIMIT)
        diag_at(d, path, line, col, "is nested more than %d deep; expected less",
                CJSON_NESTING_LIMIT);
    else
        diag_at(d, path, line, col, "is no JSON; expected what `lockwarp run --json` writes");
    return NULL;
}

/* cJSON indents by tabs; a tab at the start of a line becomes two spaces. */
static char *with_spaces(const char *tabbed)
{
    size_t bytes = 2;
    for (const char *c = tabbed; *c; c++)
        bytes += *c == '\t' ? 2 : 1;
    char *out = malloc(bytes);
    if (!out)
        return NULL;
    char *at = out;
    int start = 1;
    for (const char *c = tabbed; *c; c++) {
        if (*c == '\t') {
            if (start)
                *at++ = ' ';
            *at++ = ' ';
            continue;
        }
        *at++ = *c;
        start = *c == '\n';
    }
    *at++ = '\n';
    *at = 0;
    return out;
}

char *json_text(const cJSON *root)
{
    char *tabbed = cJSON_Print(root);
    char *text = tabbed ? with_spaces(tabbed) : NULL;
    cJSON_free(tabbed);
    return text;
}

int json_write(const cJSON *root, const char *path, diag_t *d)
{
    char *text = json_text(root);
    int rc = -ENOMEM;
    if (text)
        rc = file_write(path, text, strlen(text), d);
    else
        diag_at(d, path, 0, 0, "cannot write: out of memory");
    free(text);
    return rc;
}
