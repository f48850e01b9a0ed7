/* Which format a file has. */
#include <ctype.h>

#include "workload/input.h"

static bool letter_line(const char *at, char letter)
{
    return at[0] == letter && (!at[1] || isspace((unsigned char)at[1]));
}

static int read_any(text_t *t, host_t *h, input_use_t use, input_t *in)
{
    text_skip(t);
    const char *at = t->at;
    if (*at == '%')
        return input_matrix_market(t, h, use, in);
    /* A comment may go on without a space; the other lines of DIMACS are a letter of its own. */
    if (*at == 'c' || letter_line(at, 'p') || letter_line(at, 'a') || letter_line(at, 'e') ||
        letter_line(at, 'n'))
        return input_dimacs(t, h, use, in);
    if (isdigit((unsigned char)*at) || *at == '-' || *at == '+')
        return input_rodinia(t, h, use, in);
    return text_refuse(t, "the start of a Matrix Market file (%%%%MatrixMarket), of a DIMACS graph "
                          "(c or p) or of a Rodinia graph (its node count)");
}

int input_read(host_t *h, const char *file, input_use_t use, input_t *in)
{
    text_t t;
    *in = (input_t){0};
    int rc = text_open(&t, file, h->diag);
    if (rc)
        return rc;
    rc = read_any(&t, h, use, in);
    text_close(&t);
    return rc;
}
