/* Energy of the policies' units, measured by tests/bench/unit_energy.sh, which says how. */
#include <stddef.h>
#include <string.h>

#include "stats/energy.h"

static const energy_unit_t units[] = {
    /* unit_energy.sh apcm apcm requests 1.4286 apcm-fermi kmeans bfs word_count mars_mm stencil
     * mri_gridding: a request 0.020 (mars_mm) to 0.065 nJ (mri_gridding), here their mean. The
     * clock is that of 3597 flops without clock gates. */
    {.policy = "apcm",
     .counter = "requests",
     .item = {"apcm_clock", "apcm_request", "apcm_leakage"},
     .clock_nj = 0.02608,
     .event_nj = 0.0393,
     .leak_mw = 0.7211,
     .source = "netlist of apcm in flops, Nangate 45 nm, recorded activity"},
    /* unit_energy.sh apres apres loads 1.4286 apres-3-loads bfs: a load 0.568 nJ. The clock is that
     * of 9281 flops without clock gates. sap holds the same unit. */
    {.policy = "apres",
     .counter = "loads",
     .item = {"apres_clock", "apres_load", "apres_leakage"},
     .clock_nj = 0.06730,
     .event_nj = 0.568,
     .leak_mw = 2.292,
     .source = "netlist of apres in flops, Nangate 45 nm, recorded activity"},
    {.policy = "sap",
     .counter = "loads",
     .item = {"sap_clock", "sap_load", "sap_leakage"},
     .clock_nj = 0.06730,
     .event_nj = 0.568,
     .leak_mw = 2.292,
     .source = "netlist of apres in flops, Nangate 45 nm, recorded activity"},
};

const energy_unit_t *energy_unit_of(const char *policy)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i].policy, policy))
            return &units[i];
    return NULL;
}
