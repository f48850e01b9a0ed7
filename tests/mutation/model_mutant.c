/*
 * model_mutant UNIT MODEL.so: lockstep of the RTL with another C model of the unit. Exit 1: they
 * differ (one line says where), 0: they do not at any geometry, 2: it could not be tried.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lockstep/cosim.h"

enum { CYCLES = 200000 };

/* A function of the library by the unit's prefix; POSIX lets dlsym's result be one. */
static bool take(void *lib, const char *prefix, const char *name, void *function)
{
    char symbol[128];
    snprintf(symbol, sizeof symbol, "%s_%s", prefix, name);
    void *at = dlsym(lib, symbol);
    memcpy(function, &at, sizeof at);
    return at != NULL;
}

int main(int argc, char **argv)
{
    const unit_desc_t *d = argc == 3 ? unit_find(argv[1]) : NULL;
    void *lib = d ? dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!lib) {
        fprintf(stderr, "usage: model_mutant UNIT MODEL.so (%s)\n", d ? dlerror() : "no such unit");
        return 2;
    }
    unit_desc_t other = *d;
    if (!take(lib, d->prefix, "init", &other.init) || !take(lib, d->prefix, "eval", &other.eval) ||
        !take(lib, d->prefix, "tick", &other.tick) || !take(lib, d->prefix, "idle", &other.idle) ||
        !take(lib, d->prefix, "quiet", &other.quiet) ||
        !take(lib, d->prefix, "skip", &other.skip)) {
        fprintf(stderr, "model_mutant: %s: not a model of %s\n", argv[2], argv[1]);
        return 2;
    }
    for (int g = 0; g < UNIT_GEOMETRIES; g++) {
        uint32_t cfg[UNIT_MAX_PARAMS];
        cosim_result_t r;
        diag_t diag = {0};
        unit_cfg_geometry(d, (unit_geometry_t)g, cfg);
        cosim_opts_t o = {.desc = &other,
                          .cfg = cfg,
                          .model = rtl_model(d, cfg, &diag),
                          .cycles = CYCLES,
                          .seed = 1};
        if (!o.model) {
            fprintf(stderr, "model_mutant: %s\n", diag.text);
            return 2;
        }
        if (cosim_run(&o, &r, &diag)) {
            fprintf(stderr, "model_mutant: %s\n", diag.text);
            return 2;
        }
        bool differs = r.failed;
        if (differs)
            printf("%s, cycle %" PRIu64 ", %s\n", unit_geometry_name((unit_geometry_t)g), r.cycle,
                   r.bad.field ? r.bad.field->name : "assertion");
        cosim_result_free(&r);
        if (differs)
            return 1;
    }
    return 0;
}
