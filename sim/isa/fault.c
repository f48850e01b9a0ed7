#include <stdarg.h>
#include <stdio.h>

#include "isa/exec.h"

/* "kernel: pc 0x10 (file:3) 'inst': CTA 0 warp 1 lane 2: what" */
static void describe(char *out, size_t n, const front_warp_t *w, int lane, const char *what)
{
    const isa_kernel_t *k = w->l->k;
    char at[32] = "", text[72];
    if (lane >= 0)
        snprintf(at, sizeof at, " lane %d:", lane);
    snprintf(out, n, "%s: pc 0x%x (%s:%u) '%s': CTA %u warp %u%s %s", k->name, w->pc * ISA_PC_STEP,
             isa_file_of(w->l->code, w->pc), k->line[w->pc],
             isa_inst_text(k, w->pc, text, sizeof text), w->cta->cta, w->index, at, what);
}

void isa_warn(front_warp_t *w, const char *fmt, ...)
{
    isa_launch_t *l = w->l;
    if (l->warning[0])
        return;
    char what[140];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    describe(l->warning, sizeof l->warning, w, -1, what);
}

void isa_fault(front_warp_t *w, int lane, const char *fmt, ...)
{
    isa_launch_t *l = w->l;
    if (l->front.error)
        return;
    l->front.error = 1;
    char what[140];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    describe(l->fault, sizeof l->fault, w, lane, what);
}
