#include <stdarg.h>
#include <stdio.h>

#include "isa/exec.h"

/* "kernel: pc 0x10 (file:3:1) 'inst': CTA 0 warp 1 lane 2: what" */
static void describe(char *out, size_t n, const front_warp_t *w, int lane, const char *what)
{
    const isa_kernel_t *k = w->l->k;
    const ptx_inst_t *p = w->l->code->ptx[w->pc];
    char at[32] = "", text[72];
    if (lane >= 0)
        snprintf(at, sizeof at, " lane %d:", lane);
    snprintf(out, n, "%s: pc 0x%x (%s:%u:%d) '%s': CTA %u warp %u%s %s", k->name,
             w->pc * ISA_PC_STEP, isa_file_of(w->l->code, w->pc), k->line[w->pc], p ? p->col : 1,
             isa_inst_text(k, w->pc, text, sizeof text), w->cta->cta, w->index, at, what);
}

void isa_warn(front_warp_t *w, const char *fmt, ...)
{
    isa_launch_t *l = w->l;
    if (l->notes.warning[0])
        return;
    char what[140];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    describe(l->notes.warning, sizeof l->notes.warning, w, -1, what);
}

void isa_note_slack(front_warp_t *w, uint64_t lanes, uint64_t addr, uint32_t bytes,
                    const char *what)
{
    isa_launch_t *l = w->l;
    uint64_t n = (uint64_t)__builtin_popcountll(lanes);
    if (what[0] == 'l') /* load */
        l->notes.slack.reads += n;
    else
        l->notes.slack.writes += n;
    if (l->notes.slack_at[0])
        return;
    char text[140];
    snprintf(text, sizeof text, "%s of %u bytes at 0x%llx", what, bytes, (unsigned long long)addr);
    describe(l->notes.slack_at, sizeof l->notes.slack_at, w, __builtin_ctzll(lanes), text);
}

const char *isa_launch_slack_warning(isa_launch_t *l)
{
    if (!l->notes.slack.reads && !l->notes.slack.writes)
        return NULL;
    snprintf(
        l->slack_warning, sizeof l->slack_warning,
        "%s: %llu reads and %llu writes of threads outside of allocated memory, in the page that "
        "is mapped around it",
        l->notes.slack_at[0] ? l->notes.slack_at : l->k->name,
        (unsigned long long)l->notes.slack.reads, (unsigned long long)l->notes.slack.writes);
    return l->slack_warning;
}

void isa_fault(front_warp_t *w, int lane, const char *fmt, ...)
{
    isa_launch_t *l = w->l;
    if (l->front.error)
        return;
    l->front.error = 1;
    char what[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    describe(l->fault, sizeof l->fault, w, lane, what);
}
