/*
 * The text of a module as the driver gets it. Two things are made explicit, neither changes what
 * the program computes: every variable is .visible, since the driver finds no other by its name
 * (nvcc 13 makes them local to the module); and additions, subtractions and products of floating
 * point are rounded (.rn), since the driver's compiler may fuse those that do not say so.
 */
#ifndef LW_TESTS_NVCC_REPLAY_TEXT_H
#define LW_TESTS_NVCC_REPLAY_TEXT_H

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool replay_starts(const char *at, const char *word)
{
    return !strncmp(at, word, strlen(word));
}

/* Is this the end of an opcode without a rounding, which has one: ".f32", ".ftz.f32"? */
static inline bool replay_unrounded(const char *at)
{
    at += replay_starts(at, ".ftz") ? 4 : 0;
    at += replay_starts(at, ".sat") ? 4 : 0;
    return replay_starts(at, ".f16") || replay_starts(at, ".f32") || replay_starts(at, ".f64");
}

/* What is put in before `at`; or "". */
static inline const char *replay_inserted(const char *text, const char *at)
{
    char before = at == text ? '\n' : at[-1];
    if (before == '\n' && (replay_starts(at, ".global ") || replay_starts(at, ".const ")))
        return ".visible ";
    if (*at != '.' || at - text < 4 || isalnum((unsigned char)at[-4]) || strchr("_$%.", at[-4]))
        return "";
    bool rounds = replay_starts(at - 3, "add") || replay_starts(at - 3, "sub") ||
                  replay_starts(at - 3, "mul");
    return rounds && replay_unrounded(at) ? ".rn" : "";
}

/* To be freed; NULL: no memory. */
static inline char *replay_explicit(const char *text)
{
    size_t n = 0;
    for (const char *at = text; *at; at++)
        n += 1 + strlen(replay_inserted(text, at));
    char *out = malloc(n + 1), *to = out;
    for (const char *at = text; out && *at; at++) {
        const char *more = replay_inserted(text, at);
        memcpy(to, more, strlen(more));
        to += strlen(more);
        *to++ = *at;
    }
    if (out)
        *to = 0;
    return out;
}

#endif
