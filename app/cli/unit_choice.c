#include "cli/unit_choice.h"

#include <stdlib.h>
#include <string.h>

#include "input/suggest.h"

void unit_choice_geometry(unit_choice_t *c, const char *arg, diag_t *d)
{
    c->geometry = strcmp(arg, "all") ? unit_geometry_find(arg) : UNIT_CHOICE_ALL;
    if (c->geometry < 0)
        diag_at(d, "--geometry", 0, 0, "'%s'; expected paper, small, large or all", arg);
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
