#include <stdarg.h>
#include <stdio.h>

#include "isa/exec.h"

void isa_fault(front_warp_t *w, int lane, const char *fmt, ...)
{
    isa_launch_t *l = w->l;
    if (l->front.error)
        return;
    l->front.error = 1;
    const isa_kernel_t *k = l->k;
    char what[140], at[32] = "", text[72];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    if (lane >= 0)
        snprintf(at, sizeof at, " lane %d:", lane);
    snprintf(l->fault, sizeof l->fault, "%s: pc 0x%x (%s:%u) '%s': CTA %u warp %u%s %s", k->name,
             w->pc * ISA_PC_STEP, l->code->label, k->line[w->pc],
             isa_inst_text(k, w->pc, text, sizeof text), w->cta->cta, w->index, at, what);
}
