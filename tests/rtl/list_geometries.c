/*
 * Prints every unit's parameter sets, one a line, for the scripts that run tools over rtl/:
 *
 *   geometries   PREFIX GEOMETRY Name=value...           the three geometries
 *   illegal      PREFIX Name Name=value...               the parameter Name just outside its
 *                                                        range, the others at their least
 *
 * Names and values come from the field lists.
 */
#include <stdio.h>
#include <string.h>

#include "common/unit.h"

static void print_geometries(const unit_desc_t *d)
{
    for (int g = 0; g < UNIT_GEOMETRIES; g++) {
        printf("%s %s", d->prefix, unit_geometry_name((unit_geometry_t)g));
        for (unsigned i = 0; i < d->n_params; i++)
            printf(" %s=%u", d->params[i].rtl_name, d->params[i].value[g]);
        printf("\n");
    }
}

static void print_with(const unit_desc_t *d, unsigned odd, uint32_t value)
{
    printf("%s %s", d->prefix, d->params[odd].rtl_name);
    for (unsigned i = 0; i < d->n_params; i++)
        printf(" %s=%u", d->params[i].rtl_name, i == odd ? value : d->params[i].min);
    printf("\n");
}

static void print_illegal(const unit_desc_t *d)
{
    for (unsigned i = 0; i < d->n_params; i++) {
        print_with(d, i, d->params[i].max + 1);
        if (d->params[i].min > 0)
            print_with(d, i, d->params[i].min - 1);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2 || (strcmp(argv[1], "geometries") != 0 && strcmp(argv[1], "illegal") != 0)) {
        fprintf(stderr, "usage: list_geometries geometries|illegal\n");
        return 2;
    }
    for (unsigned i = 0; i < unit_registry_count; i++) {
        if (argv[1][0] == 'g')
            print_geometries(unit_registry[i]);
        else
            print_illegal(unit_registry[i]);
    }
    return 0;
}
