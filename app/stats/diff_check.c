/* Are the values of a run's JSON of the types that a comparison takes them for? */
#include "stats/diff_int.h"

#include <errno.h>
#include <string.h>

enum { DEPTH = 16 }; /* of documents */

typedef enum kind { KIND_NUMBER, KIND_TEXT, KIND_FLAG, KIND_OBJECT, KIND_ARRAY, KIND_NULL } kind_t;

static const char *const kind_names[] = {"a number",  "a text",   "true or false",
                                         "an object", "an array", "null"};

static kind_t kind_of(const cJSON *v)
{
    double x;
    return diff_number(v, &x) || cJSON_IsNumber(v) ? KIND_NUMBER
           : cJSON_IsString(v)                     ? KIND_TEXT
           : cJSON_IsBool(v)                       ? KIND_FLAG
           : cJSON_IsObject(v)                     ? KIND_OBJECT
           : cJSON_IsArray(v)                      ? KIND_ARRAY
                                                   : KIND_NULL;
}

/* The parts of a document; what stands below a counted one is numbers and flags, but for names. */
typedef struct part {
    const char *name;
    kind_t kind;
    bool needed, counted;
} part_t;

static const part_t parts[] = {
    {"schema", KIND_TEXT, true, false},      {"engine", KIND_TEXT, false, false},
    {"config", KIND_OBJECT, false, false},   {"workload", KIND_OBJECT, false, false},
    {"policies", KIND_ARRAY, false, false},  {"totals", KIND_OBJECT, true, true},
    {"units", KIND_OBJECT, false, true},     {"per_load", KIND_ARRAY, false, true},
    {"intervals", KIND_OBJECT, false, true}, {"analysis", KIND_OBJECT, false, false},
    {"host", KIND_OBJECT, false, false},
};

static int wrong(const char *file, const char *path, kind_t is, const char *expected, diag_t *d)
{
    return diag_at(d, file, 0, 0, "%s is %s; expected %s", path, kind_names[is], expected);
}

static int check_counts(const cJSON *v, const char *path, const char *file, unsigned depth,
                        diag_t *d)
{
    static const char *const words[] = {"name", "kernel", "table", "source", "component", "type"};
    int rc = 0;
    unsigned i = 0;
    if (depth == 0)
        return diag_at(d, file, 0, 0, "%s is too deep", path);
    for (const cJSON *e = v->child; e && !rc; e = e->next, i++) {
        char sub[DIFF_PATH];
        bool word = false;
        if (e->string)
            snprintf(sub, sizeof sub, "%.*s.%.*s", DIFF_PATH / 2 - 2, path, DIFF_PATH / 2 - 2,
                     e->string);
        else
            snprintf(sub, sizeof sub, "%.*s[%u]", DIFF_PATH / 2, path, i);
        for (unsigned k = 0; k < sizeof words / sizeof *words; k++)
            word |= e->string ? !strcmp(e->string, words[k]) : strstr(path, ".columns") != NULL;
        if (cJSON_IsArray(v) && kind_of(e) != kind_of(v->child) && !cJSON_IsNull(e) &&
            !cJSON_IsNull(v->child))
            return wrong(file, sub, kind_of(e), kind_names[kind_of(v->child)], d);
        if (cJSON_IsObject(e) || cJSON_IsArray(e))
            rc = check_counts(e, sub, file, depth - 1, d);
        else if (kind_of(e) == KIND_TEXT && !word)
            rc = wrong(file, sub, KIND_TEXT, "a number", d);
    }
    return rc;
}

int diff_check(const cJSON *doc, const char *file, diag_t *d)
{
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        const part_t *p = &parts[i];
        const cJSON *v = cJSON_GetObjectItemCaseSensitive(doc, p->name);
        if (!v && p->needed)
            return diag_at(d, file, 0, 0, "has no %s; expected what `lockwarp run --json` writes",
                           p->name);
        if (!v || (cJSON_IsNull(v) && !p->needed))
            continue;
        if (kind_of(v) != p->kind)
            return wrong(file, p->name, kind_of(v), kind_names[p->kind], d);
        int rc = p->counted ? check_counts(v, p->name, file, DEPTH, d) : 0;
        if (rc)
            return rc;
    }
    return 0;
}

static int check_pair(const cJSON *a, const cJSON *b, const char *path, const char *const file[2],
                      unsigned depth, diag_t *d)
{
    char text[64], name[2][DIFF_PATH / 2], sub[DIFF_PATH];
    kind_t x = kind_of(a), y = kind_of(b);
    int rc = 0;
    unsigned i = 0;
    if (x != y && x != KIND_NULL && y != KIND_NULL) {
        snprintf(text, sizeof text, "%s, as in the other file", kind_names[x]);
        return wrong(file[1], path, y, text, d);
    }
    if (x != y || depth == 0)
        return 0;
    const cJSON *other = b->child;
    for (const cJSON *e = a->child; e && !rc; e = e->next, i++) {
        if (x == KIND_OBJECT)
            other = cJSON_GetObjectItemCaseSensitive(b, e->string);
        if (other) { /* elements of arrays have a name or a place */
            diff_element_name(e, i, name[0], sizeof name[0]);
            diff_element_name(other, i, name[1], sizeof name[1]);
            snprintf(sub, sizeof sub, "%.*s%s%.*s", DIFF_PATH / 2 - 2, path, *path ? "." : "",
                     DIFF_PATH / 2 - 2, x == KIND_OBJECT ? e->string : name[0]);
            if (x == KIND_OBJECT || !strcmp(name[0], name[1]))
                rc = check_pair(e, other, sub, file, depth - 1, d);
        }
        other = x == KIND_ARRAY && other ? other->next : NULL;
    }
    return rc;
}

int diff_check_types(const cJSON *const doc[2], const char *const file[2], diag_t *d)
{
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        const cJSON *a = cJSON_GetObjectItemCaseSensitive(doc[0], parts[i].name);
        const cJSON *b = cJSON_GetObjectItemCaseSensitive(doc[1], parts[i].name);
        int rc = a && b && strcmp(parts[i].name, "host")
                     ? check_pair(a, b, parts[i].name, file, DEPTH, d)
                     : 0;
        if (rc)
            return rc;
    }
    return 0;
}
