/*
 * model_mutant UNIT MODEL.so: lockstep of the RTL with another C model of the unit. Exit 1: they
 * differ (one line says where), 0: they do not at any geometry, 2: it could not be tried.
 */
#include <inttypes.h>
#include <stdio.h>

#include "lockstep/cosim.h"

#include "mutant_model.h"

enum { CYCLES = 200000 };

int main(int argc, char **argv)
{
    unit_desc_t other;
    if (argc != 3) {
        fprintf(stderr, "usage: model_mutant UNIT MODEL.so\n");
        return 2;
    }
    if (!mutant_load(argv[1], argv[2], &other))
        return 2;
    const unit_desc_t *d = unit_find(argv[1]);
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
