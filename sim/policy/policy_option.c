#include "policy/policy_option.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const policy_name_t policy_off_on[] = {{"off", 0}, {"on", 1}, {NULL, 0}};

static bool has_integers(const policy_option_t *o)
{
    return !o->names || o->max;
}

bool policy_option_parse(const policy_option_t *o, const char *text, uint64_t *value)
{
    for (const policy_name_t *n = o->names; n && n->name; n++)
        if (strcmp(n->name, text) == 0) {
            *value = n->value;
            return true;
        }
    char *end;
    errno = 0;
    uint64_t v = strtoull(text, &end, 10);
    if (!has_integers(o) || errno || *text < '0' || *text > '9' || *end || v < o->min || v > o->max)
        return false;
    *value = v;
    return true;
}

const char *policy_option_name(const policy_option_t *o, uint64_t value)
{
    for (const policy_name_t *n = o->names; n && n->name; n++)
        if (n->value == value)
            return n->name;
    return NULL;
}

const char *policy_option_text(const policy_option_t *o, uint64_t value, char *text)
{
    const char *name = policy_option_name(o, value);
    if (name)
        snprintf(text, POLICY_OPTION_TEXT, "%s", name);
    else
        snprintf(text, POLICY_OPTION_TEXT, "%" PRIu64, value);
    return text;
}

const char *policy_option_values(const policy_option_t *o, char *text)
{
    size_t at = 0;
    if (has_integers(o))
        at += (size_t)snprintf(text, POLICY_OPTION_TEXT, "%" PRIu64 " to %" PRIu64, o->min, o->max);
    for (const policy_name_t *n = o->names; n && n->name; n++)
        at += (size_t)snprintf(text + at, POLICY_OPTION_TEXT - at, "%s%s",
                               at == 0     ? ""
                               : n[1].name ? ", "
                                           : " or ",
                               n->name);
    return text;
}
