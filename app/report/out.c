#include "report/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void out_bytes(out_t *o, const char *text, size_t n)
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

void out_put(out_t *o, const char *text)
{
    out_bytes(o, text, strlen(text));
}

void out_f(out_t *o, const char *fmt, ...)
{
    char text[2048];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (n < 0 || (size_t)n >= sizeof text)
        o->failed = true;
    else
        out_bytes(o, text, (size_t)n);
}

void out_html(out_t *o, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            out_put(o, "&amp;");
            break;
        case '<':
            out_put(o, "&lt;");
            break;
        case '>':
            out_put(o, "&gt;");
            break;
        case '"':
            out_put(o, "&quot;");
            break;
        case '\'':
            out_put(o, "&#39;");
            break;
        default:
            out_bytes(o, text, 1);
        }
}

void out_words(out_t *o, const char *text)
{
    char one[2] = "";
    for (const char *at = text; *at; at++) {
        bool starts = at == text || at[-1] == ' ' || at[-1] == '(';
        one[0] = *at;
        if (*at == '-' && starts && at[1] >= '0' && at[1] <= '9')
            out_put(o, "\u2212");
        else
            out_html(o, one);
    }
}

void out_csv(out_t *o, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        out_put(o, text);
        return;
    }
    out_put(o, "\"");
    for (; *text; text++) {
        if (*text == '"')
            out_put(o, "\"");
        out_bytes(o, text, 1);
    }
    out_put(o, "\"");
}

void out_md(out_t *o, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            out_put(o, "\\");
        out_bytes(o, text, 1);
    }
}

void out_free(out_t *o)
{
    free(o->text);
    *o = (out_t){0};
}
