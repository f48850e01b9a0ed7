#include "sweep/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_add(text_t *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char piece[1024];
    int n = vsnprintf(piece, sizeof piece, fmt, ap);
    va_end(ap);
    if (t->lost || n < 0 || (size_t)n >= sizeof piece) {
        t->lost = true;
        return;
    }
    if (t->n + (size_t)n + 1 > t->room) {
        size_t room = 2 * (t->n + (size_t)n) + 256;
        char *s = realloc(t->s, room);
        t->lost = !s;
        if (!s)
            return;
        t->s = s;
        t->room = room;
    }
    memcpy(t->s + t->n, piece, (size_t)n + 1);
    t->n += (size_t)n;
}

void text_add_word(text_t *t, const char *word)
{
    bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-+=./:,@%")];
    text_add(t, plain ? "" : "'");
    for (const char *c = word; *c; c++) {
        if (*c == '\'')
            text_add(t, "'\\''");
        else
            text_add(t, "%c", *c);
    }
    text_add(t, plain ? "" : "'");
}
