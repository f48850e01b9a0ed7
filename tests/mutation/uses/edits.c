#include "edits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *edit_form_name(edit_form_t f)
{
    static const char *const name[] = {"constant", "mask",  "narrow",  "loop",
                                       "power",    "shift", "product", "end"};
    return name[f];
}

typedef struct finder {
    edits_t *e;
    const sv_text_t *s;
    const edit_param_t *param;
    int64_t small[SV_NAMES], paper[SV_NAMES];
    bool full;
} finder_t;

/* --- text ------------------------------------------------------------------------------------- */

static unsigned begin_of(const sv_text_t *s, int i)
{
    return s->token[i].at;
}

static unsigned end_of(const sv_text_t *s, int i)
{
    return s->token[i].at + s->token[i].len;
}

static int localparam_around(const sv_text_t *s, int i)
{
    for (int k = 0; k < s->n_names; k++)
        if (s->name[k].expr_from >= 0 && i >= s->name[k].expr_from && i <= s->name[k].expr_to)
            return k;
    return -1;
}

/* Adds an edit of the tokens from..to, once. */
static __attribute__((format(printf, 7, 8))) void
add(finder_t *f, edit_form_t form, int from, int to, int use, edit_by_t kind, const char *fmt, ...)
{
    edits_t *e = f->e;
    if (e->n == EDITS) {
        f->full = true;
        return;
    }
    edit_t *n = &e->edit[e->n];
    *n = (edit_t){.form = form,
                  .from = begin_of(f->s, from),
                  .to = end_of(f->s, to),
                  .name = sv_name_at(f->s, use),
                  .kind = kind,
                  .within = localparam_around(f->s, from),
                  .line = sv_line(f->s, from)};
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(n->by, sizeof n->by, fmt, args);
    va_end(args);
    f->full |= len < 0 || (size_t)len >= sizeof n->by;
    for (int i = 0; i < e->n; i++)
        if (e->edit[i].from == n->from && e->edit[i].to == n->to &&
            strcmp(e->edit[i].by, n->by) == 0)
            return;
    e->n++;
}

/* The text of the tokens from..to, for %.*s. */
#define PIECE(s, from, to) (int)(end_of(s, to) - begin_of(s, from)), (s)->text + begin_of(s, from)

/* --- where a use stands ----------------------------------------------------------------------- */

/* The tokens before the parenthesis at i that make it a cast, W'(: the first of them, or -1. */
static int cast_start(const sv_text_t *s, int i)
{
    if (!sv_is(s, i, "(") || !sv_is(s, i - 1, "'"))
        return -1;
    return sv_is(s, i - 2, ")") ? s->token[i - 2].partner : i - 2;
}

typedef struct span {
    int from, to;
} span_t;

/* The operand that a use is: with + 1 or - 1 after it, and with the parentheses and casts around
 * exactly that. */
static span_t operand(const sv_text_t *s, int use)
{
    span_t a = {use, use};
    if ((sv_is(s, use + 1, "+") || sv_is(s, use + 1, "-")) && s->token[use + 2].kind == SV_NUMBER)
        a.to = use + 2;
    while (sv_is(s, a.from - 1, "(") && sv_is(s, a.to + 1, ")") &&
           s->token[a.from - 1].partner == a.to + 1) {
        int cast = cast_start(s, a.from - 1);
        /* if (, f(, .port( */
        if (cast < 0 && (s->token[a.from - 2].kind == SV_IDENT || sv_is(s, a.from - 2, "#")))
            break;
        a.from = cast >= 0 ? cast : a.from - 1;
        a.to++;
    }
    return a;
}

static bool any_of(const sv_text_t *s, int i, const char *const *words)
{
    for (; *words; words++)
        if (sv_is(s, i, *words))
            return true;
    return false;
}

/* x <= y as a statement: x stands where a statement begins. */
static bool assigns(const sv_text_t *s, int i)
{
    static const char *const before[] = {";", "begin", "end", "else", ")", ":", NULL};
    if (!sv_is(s, i, "<=") || sv_is(s, s->token[i].parent, "("))
        return false;
    int at = i - 1;
    while (sv_is(s, at, "]"))
        at = s->token[at].partner - 1;
    return any_of(s, at - 1, before);
}

static bool compared(const sv_text_t *s, span_t a)
{
    static const char *const op[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
    return (any_of(s, a.from - 1, op) && !assigns(s, a.from - 1)) ||
           (any_of(s, a.to + 1, op) && !assigns(s, a.to + 1));
}

/* The parentheses of a for around token i, or -1. */
static int loop_around(const sv_text_t *s, int i)
{
    for (i = s->token[i].parent; i >= 0; i = s->token[i].parent)
        if (sv_is(s, i, "(") && sv_is(s, i - 1, "for"))
            return i;
    return -1;
}

/* Is the operand of the cast, or of the replication, 0? It is the same at any width. */
static bool of_zero(const sv_text_t *s, int open)
{
    return s->token[open].partner == open + 2 &&
           (sv_is(s, open + 1, "0") || sv_is(s, open + 1, "1'b0"));
}

/* Is the use the width of a number that the width cannot change: of a 0 that is not a part of a
 * concatenation, or of a 1 that is added or subtracted? */
static bool idle_width(const sv_text_t *s, int i)
{
    if (sv_is(s, i + 1, "'") && sv_is(s, i + 2, "("))
        return of_zero(s, i + 2) || (sv_is(s, i + 3, "1") && sv_is(s, i + 4, ")") &&
                                     (sv_is(s, i - 1, "+") || sv_is(s, i - 1, "-")));
    int outer = s->token[i].parent;
    return sv_is(s, i - 1, "{") && sv_is(s, i + 1, "{") && of_zero(s, i + 1) &&
           !sv_is(s, outer - 1, "~") && !sv_is(s, s->token[outer].parent, "{");
}

/* --- the forms -------------------------------------------------------------------------------- */

static void constant(finder_t *f, int i)
{
    const int name = sv_name_at(f->s, i);
    int64_t v[2];
    if (!sv_value(f->s, name, f->small, &v[0]) || !sv_value(f->s, name, f->paper, &v[1]))
        return;
    for (int k = 0; k < 2; k++)
        if (v[k] >= 0) {
            int n = f->e->n;
            add(f, EDIT_CONSTANT, i, i, i, BE_NUMBER, "%" PRId64, v[k]);
            if (f->e->n > n)
                f->e->edit[n].number = v[k];
        }
}

static bool is_width(const sv_text_t *s, int i)
{
    return sv_is(s, i + 1, "'");
}

static void mask(finder_t *f, int i)
{
    const int name = sv_name_at(f->s, i);
    if (f->s->name[name].expr_from >= 0 || is_width(f->s, i))
        return;
    int64_t m = (INT64_C(1) << sv_clog2(f->param[name].paper + 1)) - 1;
    if (f->param[name].max <= m)
        return;
    int n = f->e->n;
    add(f, EDIT_MASK, i, i, i, BE_MASKED, "(%s & %" PRId64 ")", f->s->name[name].name, m);
    if (f->e->n > n)
        f->e->edit[n].number = m;
}

/* Casts around the use, and the cast whose width it is. */
static void narrow_casts(finder_t *f, int i)
{
    const sv_text_t *s = f->s;
    int open = is_width(s, i) ? i + 2 : s->token[i].parent;
    for (; open >= 0; open = s->token[open].parent) {
        int from = cast_start(s, open);
        if (from < 0)
            continue;
        add(f, EDIT_NARROW, from, open - 2, i, BE_OTHER, "(%.*s > 1 ? %.*s - 1 : 1)",
            PIECE(s, from, open - 2), PIECE(s, from, open - 2));
    }
}

static void narrow(finder_t *f, int i)
{
    const sv_text_t *s = f->s;
    const char *p = s->name[sv_name_at(s, i)].name;
    narrow_casts(f, i);
    if (sv_is(s, i - 1, "[") && sv_is(s, i + 1, "-") && sv_is(s, i + 2, "1") &&
        sv_is(s, i + 3, ":") && sv_is(s, i + 4, "0"))
        add(f, EDIT_NARROW, i, i + 2, i, BE_OTHER, "(%s > 1 ? %s - 2 : 0)", p, p);
    if ((sv_is(s, i - 1, "+:") && sv_is(s, i + 1, "]")) ||
        (sv_is(s, i - 1, "{") && sv_is(s, i + 1, "{")))
        add(f, EDIT_NARROW, i, i, i, BE_OTHER, "(%s > 1 ? %s - 1 : 1)", p, p);
    if (sv_is(s, s->token[i].parent, "(") && sv_is(s, s->token[i].parent - 1, "$clog2"))
        add(f, EDIT_NARROW, i, i, i, BE_LESS, "(%s - 1)", p);
}

/* for (int i = A; i < B; i++): the use is in the head. */
static void loop(finder_t *f, int open, int use)
{
    const sv_text_t *s = f->s;
    const int close = s->token[open].partner;
    static const char *const op[] = {"<", "<=", ">", ">=", "!=", NULL};
    int first = open, second, equals = -1, compare = -1;
    while (first < close && !sv_is(s, first, ";"))
        equals = sv_is(s, first++, "=") ? first - 1 : equals;
    for (second = first + 1; second < close && !sv_is(s, second, ";"); second++)
        compare = compare < 0 && any_of(s, second, op) ? second : compare;
    if (equals < 0 || compare < 0 || use > second)
        return;
    bool down = sv_is(s, close - 1, "--");
    add(f, EDIT_LOOP, compare + 1, second - 1, use, BE_OTHER, "(%.*s) %c 1",
        PIECE(s, compare + 1, second - 1), down ? '+' : '-');
    add(f, EDIT_LOOP, equals + 1, first - 1, use, BE_OTHER, "(%.*s) %c 1",
        PIECE(s, equals + 1, first - 1), down ? '-' : '+');
}

static void arithmetic(finder_t *f, int i)
{
    static const char *const shifts[] = {"<<", ">>", "<<<", ">>>", NULL};
    static const char *const products[] = {"*", NULL};
    static const char *const by[] = {"*", "/", "%", NULL};
    const sv_text_t *s = f->s;
    const char *p = s->name[sv_name_at(s, i)].name;
    const span_t a = operand(s, i);
    if (is_width(s, i))
        return;
    if (compared(s, a)) {
        add(f, EDIT_POWER, i, i, i, BE_NEXT, "(1 << $clog2(%s))", p);
        add(f, EDIT_POWER, i, i, i, BE_PREVIOUS, "(1 << ($clog2(%s + 1) - 1))", p);
    }
    if (any_of(s, a.from - 1, shifts)) {
        add(f, EDIT_SHIFT, i, i, i, BE_MORE, "(%s + 1)", p);
        add(f, EDIT_SHIFT, i, i, i, BE_LESS, "(%s - 1)", p);
    }
    if (any_of(s, a.from - 1, by) || any_of(s, a.to + 1, products))
        add(f, EDIT_PRODUCT, i, i, i, BE_NEXT, "(1 << $clog2(%s))", p);
    bool range = sv_is(s, i + 3, ":") && sv_is(s, i - 1, "[");
    bool last = sv_is(s, i + 1, "-") && sv_is(s, i + 2, "1") && !range;
    if (last || compared(s, a))
        add(f, EDIT_END, i, i, i, BE_LESS, "(%s - 1)", p);
}

static void one_use(finder_t *f, int i)
{
    int around = loop_around(f->s, i);
    f->e->uses++;
    constant(f, i);
    if (around >= 0) {
        loop(f, around, i);
        return;
    }
    mask(f, i);
    narrow(f, i);
    arithmetic(f, i);
}

bool edits_find(edits_t *e, const sv_text_t *s, const edit_param_t *param, unsigned n)
{
    finder_t f = {.e = e, .s = s, .param = param};
    e->n = e->uses = 0;
    for (unsigned i = 0; i < n; i++) {
        f.small[i] = param[i].small;
        f.paper[i] = param[i].paper;
    }
    for (int i = 0; i < s->n; i++) {
        int name = sv_name_at(s, i);
        if (name < 0 || s->token[i].skipped || !s->name[name].derived || sv_is(s, i - 1, "."))
            continue;
        bool declared = s->name[name].expr_from >= 0 && sv_is(s, i + 1, "=");
        if (!declared && !idle_width(s, i))
            one_use(&f, i);
    }
    return !f.full;
}

/* --- an edit ---------------------------------------------------------------------------------- */

bool edit_differs(const sv_text_t *s, const edit_t *e, const int64_t *param)
{
    int64_t v;
    if (e->kind == BE_OTHER || !sv_value(s, e->name, param, &v))
        return true;
    switch (e->kind) {
    case BE_NUMBER:
        return v != e->number;
    case BE_MASKED:
        return v != (v & e->number);
    case BE_NEXT:
        return v != INT64_C(1) << sv_clog2(v);
    case BE_PREVIOUS:
        return v <= 0 || v != INT64_C(1) << (sv_clog2(v + 1) - 1);
    default:
        return true;
    }
}

bool edit_shrinks(const sv_text_t *s, const edit_t *e, const int64_t *param)
{
    int64_t v;
    return e->kind != BE_NUMBER || (sv_value(s, e->name, param, &v) && e->number < v);
}

bool edit_keeps_value(const sv_text_t *s, const sv_text_t *edited, const edit_t *e,
                      const int64_t *param)
{
    int64_t is, becomes;
    return e->within >= 0 && sv_value(s, e->within, param, &is) &&
           sv_value(edited, e->within, param, &becomes) && is == becomes;
}

char *edit_apply(const sv_text_t *s, const edit_t *e)
{
    size_t n = strlen(s->text) + strlen(e->by) + 1;
    char *text = malloc(n);
    if (text)
        snprintf(text, n, "%.*s%s%s", (int)e->from, s->text, e->by, s->text + e->to);
    return text;
}

/* Appends text with one space for any space; a line's first is left out. */
static void squeeze(char *out, size_t n, const char *text, unsigned len)
{
    size_t at = strlen(out);
    for (unsigned i = 0; i < len && at + 1 < n; i++) {
        char c = isspace((unsigned char)text[i]) ? ' ' : text[i];
        if (c != ' ' || (at && out[at - 1] != ' '))
            out[at++] = c;
    }
    out[at] = 0;
}

void edit_lines(const sv_text_t *s, const edit_t *e, char *before, char *after, size_t n)
{
    unsigned from = e->from, to = e->to;
    while (from && s->text[from - 1] != '\n')
        from--;
    while (s->text[to] && s->text[to] != '\n')
        to++;
    before[0] = after[0] = 0;
    squeeze(before, n, s->text + from, to - from);
    squeeze(after, n, s->text + from, e->from - from);
    squeeze(after, n, e->by, (unsigned)strlen(e->by));
    squeeze(after, n, s->text + e->to, to - e->to);
}
