/* A text that grows in pieces of less than a kilobyte; a failed allocation is remembered. */
#ifndef LW_SWEEP_TEXT_H
#define LW_SWEEP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text {
    char *s;
    size_t n, room;
    bool lost; /* out of memory */
} text_t;

void text_add(text_t *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A word as a shell takes it: quoted where it must be. */
void text_add_word(text_t *t, const char *word);

#endif
