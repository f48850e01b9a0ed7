/*
 * A sweep file: which runs, as groups of cross products (docs/guide/sweeps.md).
 *
 *     doc: one line on what the sweep is for
 *     groups:
 *       - series: base                  # what the report calls these points
 *         workloads: [bfs, group:abyp, {name: spmv, variant: csr}, {ptx: k.ptx, launch: k.yaml},
 *                     {trace: t}]
 *         configs: [abyp-gcn]
 *         policies: [none, abyp]        # default [none]
 *         overrides: [{}, {abyp.threshold: 2}]
 *         scale: default                # tiny, default, paper or a paper's own
 *         seeds: [1]
 *         ...
 *         quick: {scale: tiny}          # replaces these keys under --quick; `quick: false`: left
 * out
 */
#ifndef LW_SWEEP_SWEEP_FILE_H
#define LW_SWEEP_SWEEP_FILE_H

#include <stdbool.h>

#include "common/diag.h"
#include "input/yaml.h"
#include "sweep/point.h"
#include "sweep/point_memory.h"

enum { SWEEP_MAX_POINTS = 100000 };

typedef struct sweep {
    char name[64]; /* the file's, without folder and ending */
    const char *doc;
    const char *file;
    char *text; /* what stood in the file when it was read; NULL: of sweep_read_text() */
    size_t bytes;
    yaml_node_t *tree;
    point_memory_t *memory; /* while it is read */
    unsigned n, room;
    point_t *point; /* in the order of the file; each hash may come more than once */
} sweep_t;

/* Reads, expands and checks every point. 0, or a negative errno with a message that has the place
 * in the file. sweep_free() in either case. */
int sweep_read(sweep_t *s, const char *path, bool quick, diag_t *d);
/* The same of a text that is not in a file; path names it in messages. */
int sweep_read_text(sweep_t *s, const char *path, const char *text, size_t bytes, bool quick,
                    diag_t *d);
void sweep_free(sweep_t *s);

#endif
