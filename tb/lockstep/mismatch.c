#include "lockstep/mismatch.h"

#include <inttypes.h>

void mismatch_add(mismatch_t *m, mismatch_kind_t kind, const unit_field_t *f, unsigned index,
                  uint64_t model, uint64_t rtl)
{
    if (m->fields == 0) {
        m->kind = kind;
        m->field = f;
        m->index = index;
        m->model = model;
        m->rtl = rtl;
    }
    difference_t *d = m->fields ? &m->difference[m->fields - 1] : NULL;
    if (!d || d->field != f) {
        if (m->fields == MISMATCH_FIELDS)
            return;
        d = &m->difference[m->fields++];
        *d = (difference_t){.field = f};
    }
    if (d->count < MISMATCH_ELEMENTS)
        d->at[d->count] = (difference_at_t){index, model, rtl};
    d->count++;
}

const char *mismatch_kind_name(mismatch_kind_t k)
{
    static const char *const names[] = {
        [MISMATCH_NONE] = "none",
        [MISMATCH_IN] = "input",
        [MISMATCH_OUT] = "output",
        [MISMATCH_STATE] = "state",
        [MISMATCH_IDLE_MODEL] = "model changed while idle",
        [MISMATCH_IDLE_RTL] = "RTL changed while idle",
        [MISMATCH_IDLE_QUIET] = "model is idle but not quiet for ever",
        [MISMATCH_QUIET_MODEL] = "model is not quiet for as long as it said:",
        [MISMATCH_QUIET_RTL] = "RTL is not quiet for as long as the model said:",
        [MISMATCH_SKIP] = "model skipped is not the model ticked:",
        [MISMATCH_HALVES] = "model skipped once is not the model skipped twice by half:",
        [MISMATCH_MOORE] = "model's moore does not give what its eval gives:",
        [MISMATCH_CLOCK] = "model's clock does not give what its eval and tick give:",
        [MISMATCH_ASSERT] = "assertion",
    };
    return names[k];
}

/* What the two values are. */
static void sides(mismatch_kind_t k, const char **model, const char **rtl)
{
    bool after_first = k == MISMATCH_IDLE_MODEL || k == MISMATCH_QUIET_MODEL;
    bool before_first = k == MISMATCH_IDLE_RTL || k == MISMATCH_QUIET_RTL;
    *model = after_first ? "after" : before_first ? "before" : "model";
    *rtl = after_first ? "before" : before_first ? "after" : "RTL";
    if (k == MISMATCH_SKIP) {
        *model = "skipped";
        *rtl = "ticked";
    } else if (k == MISMATCH_HALVES) {
        *model = "once";
        *rtl = "twice";
    } else if (k == MISMATCH_MOORE) {
        *model = "moore";
        *rtl = "eval";
    } else if (k == MISMATCH_CLOCK) {
        *model = "clock";
        *rtl = "eval, tick";
    }
}

static void print_name(const unit_field_t *f, unsigned index, FILE *out)
{
    fputs(f->name, out);
    if (f->capacity > 1)
        fprintf(out, "[%u]", index);
}

void mismatch_print_where(const mismatch_t *m, uint64_t cycle, FILE *out)
{
    if (m->kind == MISMATCH_ASSERT) {
        fprintf(out, "  assertion of the RTL, cycle %" PRIu64 "\n", cycle);
        return;
    }
    fprintf(out, "  %s", mismatch_kind_name(m->kind));
    if (m->field) {
        fputc(' ', out);
        print_name(m->field, m->index, out);
    }
    fprintf(out, ", %scycle %" PRIu64, m->kind == MISMATCH_STATE ? "after the edge of " : "",
            cycle);
    if (m->kind == MISMATCH_SKIP || m->kind == MISMATCH_HALVES)
        fprintf(out, ", %" PRIu64 " cycles in one", m->cycles);
    if (m->kind == MISMATCH_QUIET_MODEL || m->kind == MISMATCH_QUIET_RTL)
        fprintf(out, ", %" PRIu64 " cycles after the inputs became idle", m->cycles);
    fputc('\n', out);
}

/* The other elements that differ, a line a field. */
static void print_others(const mismatch_t *m, FILE *out)
{
    for (unsigned k = 0; k < m->fields; k++) {
        const difference_t *d = &m->difference[k];
        const unsigned listed = d->count < MISMATCH_ELEMENTS ? d->count : MISMATCH_ELEMENTS;
        const unsigned from = k == 0; /* the first element of all has been printed */
        if (d->count == from)
            continue;
        fputs("    ", out);
        for (unsigned i = from; i < listed; i++) {
            fputs(i > from ? ", " : "", out);
            print_name(d->field, d->at[i].index, out);
            fprintf(out, " %" PRIx64 "/%" PRIx64, d->at[i].model, d->at[i].rtl);
        }
        if (d->count > listed)
            fprintf(out, ", and %u more of %s", d->count - listed, d->field->name);
        fputc('\n', out);
    }
}

void mismatch_print_values(const mismatch_t *m, FILE *out)
{
    if (!m->field) {
        fprintf(out, "  %-10s %s\n", m->kind == MISMATCH_ASSERT ? "RTL" : "model", m->text);
        return;
    }
    const char *a, *b;
    sides(m->kind, &a, &b);
    fprintf(out, "  %-10s 0x%" PRIx64 " (%" PRIu64 ")\n  %-10s 0x%" PRIx64 " (%" PRIu64 ")\n", a,
            m->model, m->model, b, m->rtl, m->rtl);
    if (m->fields > 1 || m->difference[0].count > 1) {
        fprintf(out, "  these differ too (hexadecimal, %s/%s):\n", a, b);
        print_others(m, out);
    }
}
