#include "listed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/model_files.h"

int listed_open(listed_t *l, const char *name, diag_t *diag)
{
    size_t n;
    *l = (listed_t){.text = model_file_read(name, &n)};
    int err = l->text ? csv_read(name, l->text, n, &l->csv, diag)
                      : diag_at(diag, name, 0, 0, "cannot read: %s", strerror(errno));
    l->used = calloc(l->csv.n_rows + 1, sizeof *l->used);
    return err;
}

void listed_close(listed_t *l)
{
    csv_free(&l->csv);
    free(l->text);
    free(l->used);
}

const char *listed_cell(const listed_t *l, unsigned row, const char *column)
{
    int c = csv_find(&l->csv, column);
    return c < 0 ? "" : csv_cell(&l->csv, row, c);
}
