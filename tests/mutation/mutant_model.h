/* Another C model of a unit, from a shared object: for tests that run a faulty one. */
#ifndef LW_TESTS_MUTANT_MODEL_H
#define LW_TESTS_MUTANT_MODEL_H

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "common/unit.h"

enum { MUTANT_IN_WORDS = 4096 };

/* A function of the library by the unit's prefix; POSIX lets dlsym's result be one. */
static inline bool mutant_take(void *lib, const char *prefix, const char *name, void *function)
{
    char symbol[128];
    snprintf(symbol, sizeof symbol, "%s_%s", prefix, name);
    void *at = dlsym(lib, symbol);
    memcpy(function, &at, sizeof at);
    return at != NULL;
}

/* moore and clock of a model that defines none: by its eval and tick, as the unit's own would be by
 * the unit's (common/unit_desc.inc). */
static unit_desc_t *mutant_loaded;

static inline void mutant_moore(const void *state, void *out)
{
    uint64_t none[MUTANT_IN_WORDS] = {0};
    mutant_loaded->eval(state, none, out);
}

static inline void mutant_clock(void *state, const void *in, void *out)
{
    mutant_loaded->eval(state, in, out);
    mutant_loaded->tick(state, in);
}

/* The unit with the model of the file in *other, one at a time: false with a line on standard
 * error. */
static inline bool mutant_load(const char *unit, const char *path, unit_desc_t *other)
{
    const unit_desc_t *d = unit_find(unit);
    void *lib = d ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!lib) {
        fprintf(stderr, "%s: %s\n", path, d ? dlerror() : "no such unit");
        return false;
    }
    if (d->in_bytes > MUTANT_IN_WORDS * sizeof(uint64_t)) {
        fprintf(stderr, "%s: inputs of %zu bytes\n", unit, d->in_bytes);
        return false;
    }
    *other = *d;
    mutant_loaded = other;
    if (!mutant_take(lib, d->prefix, "moore", &other->moore))
        other->moore = mutant_moore;
    if (!mutant_take(lib, d->prefix, "clock", &other->clock))
        other->clock = mutant_clock;
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
