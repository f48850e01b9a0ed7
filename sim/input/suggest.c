#include "input/suggest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 48, NEAR = 2 };

/* Edit distance with adjacent swaps (optimal string alignment); LONGEST if the lengths already make
 * it more than NEAR. */
static unsigned distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n >= LONGEST || m >= LONGEST || n > m + NEAR || m > n + NEAR)
        return LONGEST;
    unsigned row[3][LONGEST + 1];
    for (unsigned j = 0; j <= m; j++)
        row[1][j] = j;
    for (unsigned i = 1; i <= n; i++) {
        unsigned *cur = row[(i + 1) % 3], *prev = row[i % 3], *before = row[(i + 2) % 3];
        cur[0] = i;
        for (unsigned j = 1; j <= m; j++) {
            unsigned best = prev[j - 1] + (a[i - 1] != b[j - 1]);
            if (prev[j] + 1 < best)
                best = prev[j] + 1;
            if (cur[j - 1] + 1 < best)
                best = cur[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            cur[j] = best;
        }
    }
    return row[(n + 1) % 3][m];
}

const char *suggest_among(const char *name, const char *const *known, unsigned n, char *buf,
                          size_t bytes)
{
    unsigned best = LONGEST, which = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned dist = distance(name, known[i]);
        if (dist < best) {
            best = dist;
            which = i;
        }
    }
    if (n && best <= NEAR && best < strlen(known[which])) {
        snprintf(buf, bytes, "did you mean '%s'?", known[which]);
        return buf;
    }
    int at = snprintf(buf, bytes, n ? "expected one of" : "none is known");
    for (unsigned i = 0; i < n; i++) {
        int left = (int)bytes - at;
        if (left < (int)strlen(known[i]) + 8) {
            snprintf(buf + at, (size_t)left, " ...");
            break;
        }
        at += snprintf(buf + at, (size_t)left, "%s %s", i ? "," : "", known[i]);
    }
    return buf;
}
