#include "config/launch_range.h"

#include <stddef.h>
#include <string.h>

#include "input/yaml.h"

bool launch_range_parse(const char *text, uint64_t *first, uint64_t *last)
{
    char a[24];
    const char *dash = strchr(text, '-');
    size_t n = dash ? (size_t)(dash - text) : strlen(text);
    if (n >= sizeof a)
        return false;
    memcpy(a, text, n);
    a[n] = '\0';
    if (text_u64(a, first) || *first < 1)
        return false;
    *last = dash ? UINT64_MAX : *first;
    return !dash || !dash[1] || (!text_u64(dash + 1, last) && *last >= *first);
}
