/* What the files of diff share: values of a document, and what a comparison owns. */
#ifndef LW_STATS_DIFF_INT_H
#define LW_STATS_DIFF_INT_H

#include "stats/diff.h"

enum { DIFF_PATH = 512 };

typedef struct leaf {
    char *path;
    const cJSON *v;
    unsigned order; /* in its document */
} leaf_t;

typedef struct leaves {
    leaf_t *leaf;
    unsigned n;
    bool failed; /* out of memory */
} leaves_t;

struct diff_store {
    leaves_t leaves[2];
    diff_row_t *row;
    unsigned n_rows;
    diff_row_t **list; /* setup, counter and other stand in it */
    char **load_name;
    unsigned n_load_names;
};

/* doc.a.b.c; b and c may be NULL. NULL where there is none. */
const cJSON *diff_at(const cJSON *doc, const char *a, const char *b, const char *c);
const char *diff_string(const cJSON *o, const char *key);
/* Finite numbers, exact ones too. */
bool diff_number(const cJSON *v, double *x);
bool diff_number_at(const cJSON *doc, const char *a, const char *b, const char *c, double *x);
bool diff_same(const cJSON *a, const cJSON *b);
/* What an element of an array is called: its name, kernel and PC, or its number. */
void diff_element_name(const cJSON *e, unsigned i, char *buf, size_t bytes);

/* Parts of diff_make(). Headlines first: the others look at `timed`. */
void diff_make_headline(diff_t *d);
void diff_make_stalls(diff_t *d);
int diff_make_loads(diff_t *d); /* 0 or -ENOMEM */

/* diff_check.c: are the document's parts of the types that they are taken for? 0 or -EINVAL. */
int diff_check(const cJSON *doc, const char *file, diag_t *d);

#endif
