/* Another C model of a unit, from a shared object: for tests that run a faulty one. */
#ifndef LW_TESTS_MUTANT_MODEL_H
#define LW_TESTS_MUTANT_MODEL_H

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "common/unit.h"

/* A function of the library by the unit's prefix; POSIX lets dlsym's result be one. */
static inline bool mutant_take(void *lib, const char *prefix, const char *name, void *function)
{
    char symbol[128];
    snprintf(symbol, sizeof symbol, "%s_%s", prefix, name);
    void *at = dlsym(lib, symbol);
    memcpy(function, &at, sizeof at);
    return at != NULL;
}

/* The unit with the model of the file in *other: false with a line on standard error. */
static inline bool mutant_load(const char *unit, const char *path, unit_desc_t *other)
{
    const unit_desc_t *d = unit_find(unit);
    void *lib = d ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!lib) {
        fprintf(stderr, "%s: %s\n", path, d ? dlerror() : "no such unit");
        return false;
    }
    *other = *d;
    if (mutant_take(lib, d->prefix, "init", &other->init) &&
        mutant_take(lib, d->prefix, "eval", &other->eval) &&
        mutant_take(lib, d->prefix, "tick", &other->tick) &&
        mutant_take(lib, d->prefix, "idle", &other->idle) &&
        mutant_take(lib, d->prefix, "quiet", &other->quiet) &&
        mutant_take(lib, d->prefix, "skip", &other->skip))
        return true;
    fprintf(stderr, "%s: not a model of %s\n", path, unit);
    return false;
}

#endif
