/* A CSV file whose rows are marked as they are used, so that one that is of no use is found. */
#ifndef LW_TESTS_LISTED_H
#define LW_TESTS_LISTED_H

#include <stdbool.h>

#include "report/csv.h"

typedef struct listed {
    csv_t csv;
    char *text;
    bool *used; /* of each row */
} listed_t;

/* 0, or a negative errno with a message. listed_close() in either case. name must outlive it. */
int listed_open(listed_t *l, const char *name, diag_t *diag);
void listed_close(listed_t *l);

/* "" where there is no such column. */
const char *listed_cell(const listed_t *l, unsigned row, const char *column);

#endif
