#include "text/out.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/visible.h"

static const char not_shown[] = "\uFFFD"; /* in place of what cannot be */
/* Keeps Markdown from making a link of what is around an @: neither a backslash nor an entity does.
 */
static const char not_mail[] = "<!-- -->";

/* ---- Bytes ---- */

static void bytes(out_t *o, const char *text, size_t n)
{
    if (o->failed)
        return;
    if (o->n + n + 1 > o->room) {
        size_t room = 2 * (o->n + n + 1) + 1024;
        char *p = realloc(o->text, room);
        if (!p) {
            o->failed = true;
            return;
        }
        o->text = p;
        o->room = room;
    }
    memcpy(o->text + o->n, text, n);
    o->n += n;
    o->text[o->n] = 0;
}

static void raw(out_t *o, const char *text)
{
    bytes(o, text, strlen(text));
}

void out_embedded(out_t *o, const char *text, size_t n)
{
    bytes(o, text, n);
}

void out_append(out_t *o, const out_t *piece)
{
    o->failed |= piece->failed || piece->form != o->form;
    if (piece->n)
        bytes(o, piece->text, piece->n);
}

void out_free(out_t *o)
{
    free(o->text);
    *o = (out_t){.form = o->form};
}

/* ---- Text in each form ---- */

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void html(out_t *o, const char *text)
{
    size_t left = strlen(text), n;
    bool shown;
    for (; left; text += n, left -= n) {
        n = visible_next(text, left, &shown);
        if (!n)
            n = left;
        if (*text == '\n' || *text == '\t')
            bytes(o, text, 1);
        else if (!shown)
            raw(o, not_shown);
        else if (entity(*text))
            raw(o, entity(*text));
        else
            bytes(o, text, n);
    }
}

/* Of ASCII; other bytes may be a dash's or a space's. */
static bool is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool at_line_start(const out_t *o)
{
    return o->n == 0 || o->text[o->n - 1] == '\n';
}

/* Does the character have a meaning in Markdown, also where bare addresses become links and $
 * begins a formula? before: the one in front of it, first: nothing of its line is in front of it
 * but digits. */
static bool has_meaning(const char *at, char before, bool first)
{
    if (strchr("\\`*[]|~$", *at))
        return true;
    if (*at == '_') /* within a word it is a letter */
        return !is_letter(before) || !is_letter(at[1]);
    if (*at == ':')
        return at[1] == '/' && at[2] == '/';
    return first && strchr("-+=#.)", *at);
}

/* Is the address behind it to become a link? */
static bool ends_www(const out_t *o)
{
    return o->n >= 3 && !strncasecmp(o->text + o->n - 3, "www", 3);
}

static void markdown(out_t *o, const char *text)
{
    bool shown, first = at_line_start(o);
    char before = ' ';
    size_t left = strlen(text), n;
    for (; left; before = *text, text += n, left -= n) {
        n = visible_next(text, left, &shown);
        if (!n)
            n = left;
        if (*text == '\n' || *text == '\r' || *text == '\t' || *text == ' ') {
            if (!at_line_start(o)) /* there it would be code */
                raw(o, " ");
            continue;
        }
        if (!shown)
            raw(o, not_shown);
        else if (*text == '&' || *text == '<' || *text == '>')
            raw(o, entity(*text));
        else {
            bool link = *text == '.' && ends_www(o);
            raw(o, link || has_meaning(text, before, first) ? "\\" : "");
            bytes(o, text, n);
            raw(o, *text == '@' ? not_mail : "");
        }
        first &= *text >= '0' && *text <= '9';
    }
}

static void csv(out_t *o, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        raw(o, text);
        return;
    }
    raw(o, "\"");
    for (; *text; text++) {
        if (*text == '"')
            raw(o, "\"");
        bytes(o, text, 1);
    }
    raw(o, "\"");
}

void out_text(out_t *o, const char *text)
{
    switch (o->form) {
    case OUT_HTML:
        html(o, text);
        return;
    case OUT_MARKDOWN:
        markdown(o, text);
        return;
    case OUT_CSV:
        csv(o, text);
        return;
    case OUT_PLAIN:
        raw(o, text);
    }
}

void out_words(out_t *o, const char *text)
{
    const char *from = text;
    char *piece = strdup(text);
    o->failed |= !piece;
    for (const char *at = text; piece && *at; at++) {
        bool starts = at == text || at[-1] == ' ' || at[-1] == '(';
        if (*at != '-' || !starts || at[1] < '0' || at[1] > '9')
            continue;
        piece[at - text] = 0;
        out_text(o, piece + (from - text));
        raw(o, "\u2212");
        from = at + 1;
    }
    if (piece)
        out_text(o, piece + (from - text));
    free(piece);
}

/* ---- Code ---- */

static bool in_table(const out_t *o)
{
    size_t at = o->n;
    while (at && o->text[at - 1] != '\n')
        at--;
    return at < o->n && o->text[at] == '|';
}

/* Backticks, one more than stand together anywhere in the text. */
static void fence(out_t *o, const char *text)
{
    size_t most = 0, run = 0;
    for (; *text; text++) {
        run = *text == '`' ? run + 1 : 0;
        most = run > most ? run : most;
    }
    for (size_t i = 0; i <= most; i++)
        raw(o, "`");
}

/* Nothing has a meaning in there, but for the end of a table's cell. */
static void code_markdown(out_t *o, const char *text)
{
    bool shown, table = in_table(o), pad = *text == '`' || text[strlen(text) - 1] == '`';
    const char *whole = text;
    size_t left = strlen(text), n;
    fence(o, whole);
    raw(o, pad ? " " : "");
    for (; left; text += n, left -= n) {
        n = visible_next(text, left, &shown);
        if (!n)
            n = left;
        if (*text == '\n' || *text == '\r' || *text == '\t')
            raw(o, " ");
        else if (!shown)
            raw(o, not_shown);
        else {
            raw(o, table && *text == '|' ? "\\" : "");
            bytes(o, text, n);
        }
    }
    raw(o, pad ? " " : "");
    fence(o, whole);
}

void out_code(out_t *o, const char *text)
{
    if (!*text)
        return;
    if (o->form == OUT_MARKDOWN) {
        code_markdown(o, text);
        return;
    }
    raw(o, o->form == OUT_HTML ? "<code>" : "");
    out_text(o, text);
    raw(o, o->form == OUT_HTML ? "</code>" : "");
}

/* ---- Formats ---- */

/* A directive of a format: "%-*.3llu". */
typedef struct directive {
    char text[24]; /* of it alone */
    int stars;     /* of width and precision, from the arguments */
    int longs;     /* l 1, ll 2, z 3 */
    char letter;
} directive_t;

/* Reads the directive at fmt; its end, or NULL. */
static const char *read_directive(const char *fmt, directive_t *d)
{
    size_t n = 1 + strspn(fmt + 1, "-+ #0123456789.*"), flags = n;
    *d = (directive_t){.stars = 0};
    for (size_t i = 1; i < flags; i++)
        d->stars += fmt[i] == '*';
    n += strspn(fmt + n, "hlz");
    for (size_t i = flags; i < n; i++)
        d->longs = fmt[i] == 'l' ? d->longs + 1 : fmt[i] == 'z' ? 3 : d->longs;
    d->letter = fmt[n];
    if (!d->letter || n + 2 > sizeof d->text || !strchr("diuxcfges", d->letter))
        return NULL;
    memcpy(d->text, fmt, n + 1);
    return fmt + n + 1;
}

/* Goes past the values of a directive. */
static void pass(const directive_t *d, va_list *ap)
{
    for (int i = 0; i < d->stars; i++)
        (void)va_arg(*ap, int);
    if (d->letter == 's')
        (void)va_arg(*ap, const char *);
    else if (strchr("fge", d->letter))
        (void)va_arg(*ap, double);
    else if (d->longs == 0)
        (void)va_arg(*ap, int);
    else if (d->longs == 1)
        (void)va_arg(*ap, long);
    else if (d->longs == 2)
        (void)va_arg(*ap, long long);
    else
        (void)va_arg(*ap, size_t);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* The directive is a part of a format that the compiler has checked. */
static char *print_one(const directive_t *d, va_list *ap)
{
    va_list again;
    va_copy(again, *ap);
    int n = vsnprintf(NULL, 0, d->text, again);
    va_end(again);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    va_copy(again, *ap);
    if (text)
        vsnprintf(text, (size_t)n + 1, d->text, again);
    va_end(again);
    pass(d, ap);
    return text;
}
#pragma GCC diagnostic pop

static void put_one(out_t *o, const directive_t *d, va_list *ap)
{
    char *text = print_one(d, ap);
    o->failed |= !text;
    if (text && d->letter == 's')
        out_text(o, text);
    else if (text)
        raw(o, text);
    free(text);
}

/* A directive that is not known here is a mistake of the program: nothing is written. */
void out_f(out_t *o, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    while (*fmt && !o->failed) {
        directive_t d;
        size_t own = strcspn(fmt, "%");
        bytes(o, fmt, own);
        fmt += own;
        if (fmt[0] == '%' && fmt[1] == '%') {
            bytes(o, fmt, 1);
            fmt += 2;
        } else if (*fmt) {
            const char *end = read_directive(fmt, &d);
            o->failed |= !end;
            if (end)
                put_one(o, &d, &ap);
            fmt = end ? end : fmt;
        }
    }
    va_end(ap);
}
