#include "cli/unit_choice.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/suggest.h"

void unit_choice_geometry(unit_choice_t *c, const char *arg, diag_t *d)
{
    c->geometry = strcmp(arg, "all") ? unit_geometry_find(arg) : UNIT_CHOICE_ALL;
    if (c->geometry < 0)
        diag_at(d, "--geometry", 0, 0, "'%s'; expected paper, small, large or all", arg);
}

void unit_choice_param(unit_choice_t *c, const char *arg, diag_t *d)
{
    if (c->n_params == UNIT_MAX_PARAMS)
        diag_at(d, "--param", 0, 0, "'%s'; expected at most %d of them", arg, UNIT_MAX_PARAMS);
    else
        c->params[c->n_params++] = arg;
}

/* policy=0: the value in place of the geometry's. */
static int set_param(const unit_desc_t *u, const char *arg, void *cfg, diag_t *d)
{
    size_t length = strcspn(arg, "=");
    const char *value = arg[length] ? arg + length + 1 : "";
    char names[512] = "", *end = NULL;
    for (unsigned i = 0; i < u->n_params; i++) {
        const unit_param_t *p = &u->params[i];
        size_t at = strlen(names);
        snprintf(names + at, sizeof names - at, "%s%s", at ? ", " : "", p->name);
        if (strlen(p->name) != length || strncmp(p->name, arg, length) != 0)
            continue;
        unsigned long v = isdigit((unsigned char)value[0]) ? strtoul(value, &end, 10) : 0;
        if (!end || *end || v < p->min || v > p->max)
            return diag_at(d, "--param", 0, 0, "'%s'; expected %s=N, N %u to %u", arg, p->name,
                           p->min, p->max);
        unit_param_set(p, cfg, (uint32_t)v);
        return 0;
    }
    return diag_at(d, "--param", 0, 0, "'%s' names no parameter of %s; expected one of %s", arg,
                   u->name, names);
}

int unit_choice_cfg(const unit_choice_t *c, const unit_desc_t *u, unit_geometry_t g, void *cfg,
                    diag_t *d)
{
    unit_cfg_geometry(u, g, cfg);
    for (unsigned i = 0; i < c->n_params; i++)
        if (set_param(u, c->params[i], cfg, d))
            return -EINVAL;
    if (c->n_params && unit_cfg_try(u, cfg)) /* what the ranges do not say */
        return diag_at(d, "--param", 0, 0, "%s cannot have these values together", u->name);
    return 0;
}

void unit_choice_fixed(const unit_desc_t *u, unit_geometry_t g, const void *cfg, char *text,
                       size_t size)
{
    size_t n = 0;
    text[0] = 0;
    for (unsigned i = 0; i < u->n_params && n < size; i++) {
        const unit_param_t *p = &u->params[i];
        const uint32_t v = unit_param_get(p, cfg);
        if (v != p->value[g])
            n += (size_t)snprintf(text + n, size - n, "%s%s=%u", n ? "+" : "", p->name, v);
    }
}

bool unit_choice_has(const unit_choice_t *c, const unit_desc_t *u)
{
    size_t n = strlen(c->unit);
    if (strcmp(c->unit, "all") == 0 || strcmp(c->unit, u->name) == 0)
        return true;
    return !c->exact && strncmp(c->unit, u->name, n) == 0 && u->name[n] == '.';
}

static void unknown(const char *unit, diag_t *d)
{
    const char **names = calloc(unit_registry_count + 1, sizeof *names);
    char hint[256] = "see lockwarp list units";
    for (unsigned i = 0; names && i < unit_registry_count; i++)
        names[i] = unit_registry[i]->name;
    if (names)
        suggest_among(unit, names, unit_registry_count, hint, sizeof hint);
    diag_at(d, "-u", 0, 0, "unknown unit '%s'; %s", unit, hint);
    free(names);
}

unsigned unit_choice_count(const unit_choice_t *c, const char *command, diag_t *d)
{
    unsigned n = 0;
    if (!c->unit) {
        diag_at(d, command, 0, 0, "no unit; expected -u UNIT or -u all");
        return 0;
    }
    for (unsigned i = 0; i < unit_registry_count; i++)
        n += unit_choice_has(c, unit_registry[i]);
    if (!n)
        unknown(c->unit, d);
    return n;
}

bool unit_choice_next(const unit_choice_t *c, unsigned *k, const unit_desc_t **u,
                      unit_geometry_t *g)
{
    for (; *k < unit_registry_count * UNIT_GEOMETRIES; (*k)++) {
        *u = unit_registry[*k / UNIT_GEOMETRIES];
        *g = (unit_geometry_t)(*k % UNIT_GEOMETRIES);
        if (unit_choice_has(c, *u) && (c->geometry == UNIT_CHOICE_ALL || c->geometry == (int)*g)) {
            (*k)++;
            return true;
        }
    }
    return false;
}
