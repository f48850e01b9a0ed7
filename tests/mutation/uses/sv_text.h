/*
 * The text of one SystemVerilog module as tokens, and what of it is logic: without the head of the
 * module, the checks of ranges (blocks gen_illegal_...), the assertions (blocks a_...) and the nets
 * that only assertions read. It knows the forms that rtl/ is written in, not the whole language.
 */
#ifndef LW_TESTS_SV_TEXT_H
#define LW_TESTS_SV_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { SV_TOKENS = 16384, SV_NAMES = 128 };

typedef enum sv_kind { SV_IDENT, SV_NUMBER, SV_OP } sv_kind_t;

typedef struct sv_token {
    sv_kind_t kind;
    unsigned at, len; /* in the text */
    int partner;      /* of a bracket: the other one; else -1 */
    int parent;       /* the innermost open bracket around it, or -1 */
    bool skipped;     /* is not logic */
} sv_token_t;

/* A name whose value the parameters decide: a parameter (expr_from < 0) or a localparam. */
typedef struct sv_name {
    char name[64];
    int expr_from, expr_to; /* tokens of a localparam's expression, both included */
    bool derived;           /* a parameter, or a localparam that mentions one */
    bool vague;             /* declared twice, or its type may change its value */
    bool one_bit;           /* localparam bit */
} sv_name_t;

typedef struct sv_text {
    char *text;
    sv_token_t token[SV_TOKENS];
    int n;
    sv_name_t name[SV_NAMES];
    int n_names;
} sv_text_t;

/* Reads a text, which s takes over, of a module with these n parameters. False: too long. */
bool sv_read(sv_text_t *s, char *text, const char *const *params, unsigned n);

/* The same without deciding what is logic: tokens and names. */
bool sv_read_names(sv_text_t *s, char *text, const char *const *params, unsigned n);

/* Is token i this text? False for an i out of range. */
bool sv_is(const sv_text_t *s, int i, const char *text);

/* The number of the name that token i is, or -1. */
int sv_name_at(const sv_text_t *s, int i);

/* The line of token i, from 1. */
unsigned sv_line(const sv_text_t *s, int i);

#endif
