/* Documents and their values as diff sees them: numbers of many digits are kept exactly. */
#include "stats/diff_int.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "stats/json.h"
#include "stats/report_md.h"

/* ---- reading ---- */

/* A number of more than 15 digits becomes a string with this before the digits, since cJSON would
 * round it to a double. */
#define EXACT '\1'
enum { EXACT_DIGITS = 15, MAX_BYTES = 256 << 20 };

static char *keep_long_numbers(const char *text, size_t bytes)
{
    char *out = malloc(2 * bytes + 16), *o = out;
    bool quoted = false;
    for (const char *c = text; out && *c;) {
        size_t digits = quoted ? 0 : strspn(c, "0123456789");
        if (digits > EXACT_DIGITS && !strchr(".eE", c[digits]) && c > text && c[-1] != '.') {
            o += sprintf(o, "\"\\u%04x%.*s\"", EXACT, (int)digits, c);
            c += digits;
            continue;
        }
        if (quoted && *c == '\\' && c[1])
            *o++ = *c++;
        else if (*c == '"')
            quoted = !quoted;
        *o++ = *c++;
        for (; digits > 1; digits--)
            *o++ = *c++;
    }
    if (out)
        *o = 0;
    return out;
}

cJSON *diff_read(const char *file, diag_t *d)
{
    char *text = NULL, *kept = NULL;
    size_t bytes = 0;
    cJSON *doc = NULL, *exact = NULL;
    if (file_read(file, MAX_BYTES, &text, &bytes, d))
        return NULL;
    doc = json_parse(file, text, bytes, d);
    if (doc && !report_check_schema(doc, file, d)) {
        kept = keep_long_numbers(text, bytes);
        exact = kept ? cJSON_Parse(kept) : NULL;
        if (!exact)
            diag_at(d, file, 0, 0, "cannot be read: out of memory");
    }
    if (exact && diff_check(exact, file, d)) {
        cJSON_Delete(exact);
        exact = NULL;
    }
    cJSON_Delete(doc);
    free(text);
    free(kept);
    return exact;
}

/* ---- values ---- */

bool diff_number(const cJSON *v, double *x)
{
    if (cJSON_IsNumber(v)) {
        *x = v->valuedouble;
        return isfinite(*x);
    }
    if (cJSON_IsString(v) && v->valuestring[0] == EXACT) {
        *x = strtod(v->valuestring + 1, NULL);
        return true;
    }
    return false;
}

const char *diff_text(const cJSON *v, char *buf, size_t bytes)
{
    if (!v)
        snprintf(buf, bytes, "-");
    else if (cJSON_IsNumber(v))
        snprintf(buf, bytes, "%.*g", fabs(v->valuedouble) < 1e15 ? 15 : 17, v->valuedouble);
    else if (cJSON_IsString(v))
        snprintf(buf, bytes, "%s", v->valuestring + (v->valuestring[0] == EXACT));
    else
        snprintf(buf, bytes, "%s", cJSON_IsNull(v) ? "null" : cJSON_IsTrue(v) ? "true" : "false");
    return buf;
}

bool diff_same(const cJSON *a, const cJSON *b)
{
    if (!a || !b || a->type != b->type)
        return a == b;
    if (cJSON_IsNumber(a))
        return !(a->valuedouble < b->valuedouble || a->valuedouble > b->valuedouble);
    return !cJSON_IsString(a) || strcmp(a->valuestring, b->valuestring) == 0;
}

const cJSON *diff_at(const cJSON *doc, const char *a, const char *b, const char *c)
{
    const char *const key[] = {a, b, c};
    for (unsigned i = 0; i < 3 && key[i]; i++)
        doc = cJSON_GetObjectItemCaseSensitive(doc, key[i]);
    return doc;
}

bool diff_number_at(const cJSON *doc, const char *a, const char *b, const char *c, double *x)
{
    return diff_number(diff_at(doc, a, b, c), x);
}

const char *diff_string(const cJSON *o, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
}

void diff_element_name(const cJSON *e, unsigned i, char *buf, size_t bytes)
{
    const char *name = diff_string(e, "name"), *kernel = diff_string(e, "kernel");
    const cJSON *pc = cJSON_GetObjectItemCaseSensitive(e, "pc");
    if (name)
        snprintf(buf, bytes, "%s", name);
    else if (kernel && cJSON_IsNumber(pc))
        snprintf(buf, bytes, "%s:%.0f", kernel, pc->valuedouble);
    else
        snprintf(buf, bytes, "%u", i);
}
