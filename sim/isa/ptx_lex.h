/*
 * PTX text to tokens. The whole file is tokenized at once; a token knows its place.
 */
#ifndef LW_ISA_PTX_LEX_H
#define LW_ISA_PTX_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "isa/pool.h"

typedef enum tok_kind {
    TOK_END,
    TOK_ID,    /* name, %name, $name, _ */
    TOK_DOT,   /* .name: directive, modifier, type; at points past the dot */
    TOK_INT,   /* bits */
    TOK_F32,   /* 0fXXXXXXXX: bits */
    TOK_F64,   /* 0dXXXXXXXXXXXXXXXX or a decimal fraction: bits of the double */
    TOK_STR,   /* "...": at points past the quote */
    TOK_PUNCT, /* one character, or << >> (ch '<' '>' with len 2) */
} tok_kind_t;

typedef struct tok {
    uint8_t kind; /* tok_kind_t */
    char ch;      /* of TOK_PUNCT */
    bool space;   /* white space stands before it */
    uint32_t len;
    const char *at;
    uint64_t bits;
    int line, col; /* 1-based, of the first character (of a TOK_DOT: the dot) */
} tok_t;

/* Tokens of text, ended by one TOK_END. NULL on error. */
tok_t *ptx_lex(pool_t *pool, const char *label, const char *text, size_t bytes, diag_t *d);

/* True when the token's text is s (a TOK_DOT without its dot). */
static inline bool tok_is(const tok_t *t, const char *s)
{
    size_t i = 0;
    while (i < t->len && s[i] == t->at[i] && s[i])
        i++;
    return i == t->len && !s[i];
}

#endif
