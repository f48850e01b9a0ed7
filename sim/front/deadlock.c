#include "front/deadlock.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

static bool together(const deadlock_warp_t *a, const deadlock_warp_t *b)
{
    return a->at == b->at && a->barrier == b->barrier && a->meet == b->meet;
}

/* "warps 0-2, 5": those that wait where warp `first` does. */
static void put_warps(FILE *f, const deadlock_warp_t *w, unsigned n, unsigned first)
{
    const char *before = "";
    unsigned many = 0;
    for (unsigned k = first; k < n; k++)
        many += together(&w[k], &w[first]);
    fputs(many > 1 ? "warps " : "warp ", f);
    for (unsigned k = first; k < n; k++) {
        unsigned end = k;
        if (!together(&w[k], &w[first]))
            continue;
        while (end + 1 < n && w[end + 1].warp == w[end].warp + 1 &&
               together(&w[end + 1], &w[first]))
            end++;
        fprintf(f, end > k ? "%s%u-%u" : "%s%u", before, w[k].warp, w[end].warp);
        before = ", ";
        k = end;
    }
}

/* " (14:3)", or " (pc 0x40)" where the source is not known; the message begins with the first
 * one's.
 */
static void put_place(FILE *f, const front_t *front, const inst_t *at, bool first)
{
    int line, col;
    if (!front->ops->source || !front->ops->source(front->ctx, at, &line, &col))
        fprintf(f, " (pc 0x%x)", at->pc);
    else if (!first)
        fprintf(f, " (%d:%d)", line, col);
}

int deadlock_report(const front_t *f, uint32_t cta, const deadlock_warp_t *w, unsigned n, diag_t *d)
{
    char text[400];
    int line = 0, col = 0;
    FILE *out = fmemopen(text, sizeof text, "w");
    const char *file = f->ops->source ? f->ops->source(f->ctx, w[0].at, &line, &col) : NULL;
    if (!out) {
        diag_at(d, f->kernel, 0, 0, "out of memory");
        return -EDEADLK;
    }
    for (unsigned k = 0; k < n; k++) {
        unsigned before = 0;
        while (before < k && !together(&w[before], &w[k]))
            before++;
        if (before < k)
            continue;
        fputs(k ? ", " : "", out);
        put_warps(out, w, n, k);
        fprintf(out, " at barrier %u", w[k].barrier);
        put_place(out, f, w[k].at, !k);
        if (w[k].meet)
            fprintf(out, " for %u", w[k].meet);
        else
            fprintf(out, " for all %u that live", n);
    }
    fclose(out);
    text[sizeof text - 1] = '\0';
    diag_at(d, file ? file : "launch", line, col,
            "kernel %.64s: CTA %u can never end, waiting are %s; expected barriers that as many "
            "reach",
            f->kernel, cta, text);
    return -EDEADLK;
}
