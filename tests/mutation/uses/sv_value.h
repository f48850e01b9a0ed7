/* The value of a constant expression of a module, from the values of its parameters. */
#ifndef LW_TESTS_SV_VALUE_H
#define LW_TESTS_SV_VALUE_H

#include <stdint.h>

#include "sv_text.h"

/* The value of name k, where param[i] is that of s->name[i] for each parameter. False: it has an
 * operand that is not known, such as a genvar, or a form that is not understood. */
bool sv_value(const sv_text_t *s, int k, const int64_t *param, int64_t *value);

/* $clog2 */
int64_t sv_clog2(int64_t v);

#endif
