/*
 * The edits of the uses of parameters in a module: what a designer may have written in place of a
 * parameter, so that the module is right at some geometries and wrong at others.
 *
 * form      edit
 * constant  the value at the small or at the paper's geometry in place of the name
 * mask      the name masked with as many bits as the paper's value has
 * narrow    a width, or the width of a cast, a replication or a $clog2, one bit short
 * loop      the bound of a loop one short, its start one late
 * power     the next power of two, or the previous one, in a comparison
 * shift     a shift count one more, one less
 * product   the next power of two in a product, a quotient or a remainder: {a, b} for a * P + b
 * end       P - 1 in a comparison, P - 2 for P - 1: the last entry left out
 */
#ifndef LW_TESTS_USES_EDITS_H
#define LW_TESTS_USES_EDITS_H

#include "sv_value.h"

enum { EDITS = 8192, EDIT_TEXT = 512 };

typedef enum edit_form {
    EDIT_CONSTANT,
    EDIT_MASK,
    EDIT_NARROW,
    EDIT_LOOP,
    EDIT_POWER,
    EDIT_SHIFT,
    EDIT_PRODUCT,
    EDIT_END,
    EDIT_FORMS
} edit_form_t;

/* What stands for the name; BE_OTHER: the edit is not of a name alone, and always makes another
 * number. */
typedef enum edit_by {
    BE_OTHER,
    BE_NUMBER,
    BE_MASKED,
    BE_NEXT,
    BE_PREVIOUS,
    BE_MORE,
    BE_LESS
} edit_by_t;

typedef struct edit {
    edit_form_t form;
    unsigned from, to; /* bytes of the text that are replaced */
    char by[EDIT_TEXT];
    int name; /* number of the name that is used */
    edit_by_t kind;
    int64_t number; /* BE_NUMBER, BE_MASKED */
    int within;     /* the localparam in whose expression it stands, or -1 */
    unsigned line;
} edit_t;

typedef struct edits {
    edit_t edit[EDITS];
    int n;
    int uses;
} edits_t;

/* What is known of a parameter beside its name. */
typedef struct edit_param {
    int64_t small, paper, max;
} edit_param_t;

const char *edit_form_name(edit_form_t f);

/* All edits of the module, in the order of its text; param: as many as s has parameters. False:
 * more than EDITS. */
bool edits_find(edits_t *e, const sv_text_t *s, const edit_param_t *param, unsigned n);

/* Does the edit make another number at these values of the parameters? True if that is not known.
 */
bool edit_differs(const sv_text_t *s, const edit_t *e, const int64_t *param);

/* False if a greater number stands for the name at these values: as a width it is enough. */
bool edit_shrinks(const sv_text_t *s, const edit_t *e, const int64_t *param);

/* Has the localparam in whose expression the edit stands the same value with it? False if there is
 * none, or if that is not known. edited: the text with the edit, read for its names. */
bool edit_keeps_value(const sv_text_t *s, const sv_text_t *edited, const edit_t *e,
                      const int64_t *param);

/* The edited text, to be freed; the lines of the edit as they are and as they become, one space
 * for any space. */
char *edit_apply(const sv_text_t *s, const edit_t *e);
void edit_lines(const sv_text_t *s, const edit_t *e, char *before, char *after, size_t n);

#endif
