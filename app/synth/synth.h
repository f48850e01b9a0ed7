/*
 * Area, timing and power of a unit's RTL: Yosys maps it to a Liberty library, OpenSTA sizes the
 * gates of the critical paths and reports (docs/synthesis.md).
 *
 * Every figure is of the unit alone: the registers that the wrapper puts at its ports make paths
 * measurable and are left out of bits, cells, area and power.
 */
#ifndef LW_SYNTH_SYNTH_H
#define LW_SYNTH_SYNTH_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/unit.h"
#include "synth/liberty.h"
#include "synth/netlist.h"

/* A 16 KB 4-way L1D of 128 B blocks at 45 nm: CACTI 7, sequential access, 512-bit output. */
#define SYNTH_L1D_UM2  94500.0
#define SYNTH_L1D_NODE 45

typedef struct synth_job {
    const char *root;         /* folder that holds rtl/ and synth/ */
    const char *liberty_path; /* for messages */
    const liberty_t *liberty;
    unsigned node_nm; /* 0: unknown, no share of the L1D */
    double period_ns;
    unsigned trials;      /* sizing steps that timing may try */
    bool sram;            /* large memories become macros */
    const char *activity; /* file of toggle counts, or NULL: toggle everywhere */
    double toggle;        /* toggles a cycle where no file says better */
    const char *keep;     /* folder that receives the work files, or NULL */
} synth_job_t;

/* Bits of one state field: what the contract says, flops before and after mapping, bits in memory
 * macros, bits that mapping has found to be constant, and the bits of the elements that nothing
 * reads with these parameters: nothing is left of such an element. */
typedef struct synth_bits {
    const char *name;
    uint64_t contract, rtl, netlist, macro, constant, unused;
} synth_bits_t;

typedef struct synth_row {
    const unit_desc_t *unit;
    unsigned n_bits;
    synth_bits_t bits[UNIT_MAX_FIELDS];
    /* Sums, what is unused left out. netlist: flops and macros; with the constants the contract's.
     */
    uint64_t contract_bits, netlist_bits, constant_bits;
    uint64_t wrapper_flops;
    unsigned cells, macros;
    double area_um2, macro_um2; /* area includes the macros */
    double critical_ns, fmax_mhz;
    double dynamic_w, leakage_w;
    double l1d_share; /* of SYNTH_L1D_UM2; negative: no such figure at this node */
    unsigned worst_fanout;
    char worst_net[128];
    unsigned sized;    /* cells that timing enlarged */
    char failure[256]; /* empty, or the check that failed */
} synth_row_t;

/* Synthesizes one unit at the configuration cfg. 0 with the row filled (see failure), or a
 * negative errno with the diag set: a tool or a file is missing or refused its input. */
int synth_run(const unit_desc_t *unit, const void *cfg, const synth_job_t *job, synth_row_t *row,
              diag_t *d);

#endif
