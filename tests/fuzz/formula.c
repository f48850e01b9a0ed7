/* Formulas over statistics: what the check takes can be evaluated. */
#include "fuzz.h"

#include <stdlib.h>

#include "report/expr.h"
#include "report/hardware.h"

static expr_status_t lookup(void *ctx, const expr_ref_t *ref, double *v)
{
    hardware_t h;
    (void)ctx;
    if (hardware_is(ref))
        return hardware_value(NULL, ref, &h);
    *v = 2;
    return EXPR_VALUE;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    diag_t d = {{0}};
    double v;
    char *text = fuzz_string((fuzz_part_t){(const char *)data, size});
    int rc = expr_check(text, hardware_refused, &d);
    fuzz_answer(rc, &d);
    if (!rc)
        expr_eval(text, "base", lookup, NULL, &v);
    free(text);
}
