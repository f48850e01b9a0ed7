/*
 * Prints every unit's parameter sets, one a line, for the scripts that run tools over rtl/:
 *
 *   geometries   PREFIX GEOMETRY Name=value...           the three geometries
 *   illegal      PREFIX Name Name=value...               the parameter Name just outside its
 *                                                        range, the others at their least
 *                PREFIX product Name=value...            all in range, but too much together
 *   at UNIT [name=value...]
 *                PREFIX small Name=value...              one unit: the small geometry with the
 *                                                        values that are given, as --param has them
 *
 * Names and values come from the field lists.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/unit_choice.h"
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

/* Raises all parameters from their least, a quarter at a time, until the model refuses them. */
static void print_product(const unit_desc_t *d)
{
    uint32_t *cfg = calloc(1, d->cfg_bytes);
    void *state = calloc(1, d->state_bytes);
    bool more = cfg && state, refused = false;
    for (unsigned i = 0; more && i < d->n_params; i++)
        cfg[d->params[i].offset / sizeof *cfg] = d->params[i].min;
    while (more && !refused) {
        more = false;
        for (unsigned i = 0; i < d->n_params && !refused; i++) {
            uint32_t *v = &cfg[d->params[i].offset / sizeof *cfg];
            if (*v == d->params[i].max)
                continue;
            *v += 1 + *v / 4;
            if (*v > d->params[i].max)
                *v = d->params[i].max;
            more = true;
            refused = d->init(state, cfg) != 0;
        }
    }
    if (refused) {
        printf("%s product", d->prefix);
        for (unsigned i = 0; i < d->n_params; i++)
            printf(" %s=%u", d->params[i].rtl_name, cfg[d->params[i].offset / sizeof *cfg]);
        printf("\n");
    }
    free(state);
    free(cfg);
}

static void print_illegal(const unit_desc_t *d)
{
    print_product(d);
    for (unsigned i = 0; i < d->n_params; i++) {
        print_with(d, i, d->params[i].max + 1);
        if (d->params[i].min > 0)
            print_with(d, i, d->params[i].min - 1);
    }
}

static int print_at(int n, char **given)
{
    const unit_desc_t *d = n > 0 ? unit_find(given[0]) : NULL;
    unit_choice_t choice = {.unit = n > 0 ? given[0] : ""};
    diag_t diag = {0};
    if (!d) {
        fprintf(stderr, "list_geometries: '%s' is no unit\n", choice.unit);
        return 2;
    }
    for (int i = 1; i < n; i++)
        unit_choice_param(&choice, given[i], &diag);
    uint32_t *cfg = calloc(1, d->cfg_bytes);
    if (cfg && !diag.text[0])
        unit_choice_cfg(&choice, d, UNIT_SMALL, cfg, &diag);
    if (!cfg || diag.text[0]) {
        fprintf(stderr, "list_geometries: %s\n", cfg ? diag.text : "out of memory");
        free(cfg);
        return 2;
    }
    printf("%s small", d->prefix);
    for (unsigned i = 0; i < d->n_params; i++)
        printf(" %s=%u", d->params[i].rtl_name, unit_param_get(&d->params[i], cfg));
    printf("\n");
    free(cfg);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "at") == 0)
        return print_at(argc - 2, argv + 2);
    if (argc != 2 || (strcmp(argv[1], "geometries") != 0 && strcmp(argv[1], "illegal") != 0)) {
        fprintf(stderr, "usage: list_geometries geometries|illegal|at UNIT [NAME=VALUE...]\n");
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
