/*
 * An option of a policy, set by `--set POLICY.NAME=VALUE`: an integer of a range, one of a few
 * names, or either.
 */
#ifndef LW_POLICY_POLICY_OPTION_H
#define LW_POLICY_POLICY_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value that has a name, and is shown by it. */
typedef struct policy_name {
    const char *name;
    uint64_t value;
} policy_name_t;

extern const policy_name_t policy_off_on[]; /* off 0, on 1 */

typedef struct policy_option {
    const char *name;
    uint64_t value;    /* default */
    uint64_t min, max; /* integers; both 0 with names: none */
    const char *doc;
    size_t at;                  /* offsetof(policy_t, ...): a uint32_t */
    bool pow2;                  /* other values are refused */
    const policy_name_t *names; /* up to one without a name; NULL: none */
} policy_option_t;

#define POLICY_OPTION_TEXT 160 /* bytes that hold what these two write */

/* False: it is neither. */
bool policy_option_parse(const policy_option_t *o, const char *text, uint64_t *value);

/* The name of a value, or NULL. */
const char *policy_option_name(const policy_option_t *o, uint64_t value);

/* The name of a value, or its digits; returns text. */
const char *policy_option_text(const policy_option_t *o, uint64_t value, char *text);

/* "2 to 1024 or unlimited", "off or on"; returns text. */
const char *policy_option_values(const policy_option_t *o, char *text);

#endif
