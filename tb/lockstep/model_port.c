#include "lockstep/model_port.h"

#include <inttypes.h>

const char *model_port_name(const unit_field_t *f, char *text, size_t n)
{
    snprintf(text, n, "%s%s", f->name, f->dir == UNIT_IN ? "_i" : "_o");
    return text;
}

unsigned model_port_width(const unit_field_t *f, const void *cfg)
{
    return f->width(cfg) * (f->capacity > 1 ? f->count(cfg) : 1);
}

bool model_port_clocked(const unit_desc_t *d)
{
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir == UNIT_STATE)
            return true;
    return false;
}

void model_port_params(FILE *out, const unit_desc_t *d, const void *cfg)
{
    for (unsigned i = 0; i < d->n_params; i++)
        fprintf(out, "%s        .%s(%" PRIu32 ")%s", i ? "" : "#(\n", d->params[i].rtl_name,
                unit_param_get(&d->params[i], cfg), i + 1 < d->n_params ? ",\n" : "\n    ) ");
}
