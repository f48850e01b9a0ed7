/*
 * Memories as SRAM macros (--memories sram): figures from synth/sram_45nm.csv, a Liberty file of
 * black boxes, and the map that puts them into the netlist.
 *
 * A state field becomes a macro when it is an array of at least SRAM_MIN_BITS; below that the
 * table has no figure and the flops stay. Between rows of the table values are interpolated by
 * size; a field above its largest row is split into equal banks; ports beyond one read and one
 * write are charged the ratio between the two-port and the one-port row each. A macro has no
 * reset: one that must start at 0 needs a walk over its words, which is not counted.
 *
 * A memory by itself is named "384x64/1rw" (words x bits, one port that reads or writes) or
 * "384x64/1r1w" (ports that read, ports that write).
 */
#ifndef LW_SYNTH_SRAM_H
#define LW_SYNTH_SRAM_H

#include <glob.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/scratch.h"
#include "common/unit.h"
#include "synth/netlist.h"

#define SRAM_MIN_BITS   2048 /* 256 B, the smallest row */
#define SRAM_MAX_MACROS 16
#define SRAM_MAX_ROWS   64

/* A row of the table, and what is interpolated from it. */
typedef struct sram_row {
    unsigned bytes, block_bytes, rw_ports, r_ports, w_ports;
    double access_ns, read_nj, write_nj, leak_mw, area_mm2;
} sram_row_t;

typedef struct sram_table {
    sram_row_t rows[SRAM_MAX_ROWS];
    unsigned n_rows;
} sram_table_t;

typedef struct sram_macro {
    char cell[32];    /* lw_sram_N */
    char memory[256]; /* Yosys's name of the memory */
    unsigned words, width, reads, writes, address_bits;
    sram_row_t figure; /* bytes: of all banks */
} sram_macro_t;

typedef struct sram_plan {
    unsigned n_macros;
    sram_macro_t macros[SRAM_MAX_MACROS];
    uint64_t field_bits[UNIT_MAX_FIELDS]; /* bits that the macros hold, by state field */
} sram_plan_t;

/* Reads the table. 0 or a negative errno with the diag (file and line). */
int sram_table_read(const char *path, sram_table_t *table, diag_t *d);
/* The same of the table's text; path: for messages. */
int sram_table_parse(const char *path, const char *text, size_t bytes, sram_table_t *table,
                     diag_t *d);

/* A macro of words x width with that many ports; one port in all reads and writes. 0, or -ERANGE
 * when it is below every row or too wide. */
int sram_figure(const sram_table_t *table, unsigned words, unsigned width, unsigned reads,
                unsigned writes, sram_row_t *out);

/* Copies the RTL into dir/rtl with the arrays of large fields left as memories. */
int sram_copy_rtl(const char *dir, const glob_t *rtl, const unit_desc_t *unit, const void *cfg,
                  diag_t *d);

/* Lets Yosys find the memories (dir/job.tcl must exist), fills the plan and writes sram.lib and
 * sram_map.v into dir. */
int sram_find(scratch_t *s, const char *dir, const char *root, const char *top,
              const unit_desc_t *unit, const void *cfg, sram_plan_t *plan, diag_t *d);

/* A memory by its name. */
typedef struct sram_memory {
    unsigned words, width, reads, writes; /* 1 and 0: one port */
} sram_memory_t;
/* Reads a name of so many characters. NULL, or what was expected at character *at (from 0). */
const char *sram_memory_parse(const char *text, size_t length, sram_memory_t *m, size_t *at);

/* What a figure is asked for by: access_ns, read_nj, write_nj, leak_mw, area_mm2, in that order. */
extern const char *const sram_columns[];
enum { SRAM_COLUMNS = 5 };
double sram_column(const sram_row_t *r, unsigned column);

/* um2 of a macro's cell, 0 if it is none of the plan's. */
double sram_area(const sram_plan_t *plan, const char *cell);

#endif
