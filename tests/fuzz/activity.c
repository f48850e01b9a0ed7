/* Toggle counts (synth --activity). */
#include "fuzz.h"

#include "synth/activity.h"

void fuzz_one(const uint8_t *data, size_t size)
{
    const unit_desc_t *u = unit_find("mrpb");
    uint32_t cfg[UNIT_MAX_PARAMS] = {0};
    const netlist_t none = {.cells = 0};
    diag_t d = {{0}};
    unit_cfg_geometry(u, UNIT_SMALL, cfg);
    fuzz_answer(activity_write("/dev/null", fuzz_file(0, data, size), u, cfg, &none, &d), &d);
}
