/*
 * A launch file: the host program of any kernel, as YAML (docs/guide/launch-files.md). It names
 * buffers, scalars, contents of module variables and a list of launches, and which buffers to dump
 * or compare.
 */
#ifndef LW_DRIVER_LAUNCH_FILE_H
#define LW_DRIVER_LAUNCH_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "driver/driver.h"
#include "driver/elem.h"
#include "input/yaml.h"

typedef enum fill_kind { FILL_ZERO, FILL_IOTA, FILL_RANDOM, FILL_FILE, FILL_VALUES } fill_kind_t;

/* How a buffer, or what a buffer is compared with, comes to its contents. */
typedef struct lf_fill {
    fill_kind_t kind;
    uint64_t seed;         /* random */
    elem_value_t min, max; /* random */
    char *path;            /* file: as opened */
    bool text;             /* file: numbers in text, not raw bytes */
    const yaml_node_t *at;
} lf_fill_t;

typedef struct lf_buffer {
    const char *name;
    elem_type_t type;
    uint64_t count; /* elements, at least 1 */
    lf_fill_t fill;
    uint64_t addr; /* once allocated */
    const yaml_node_t *at;
} lf_buffer_t;

typedef struct lf_scalar {
    const char *name;
    dev_arg_t arg;
} lf_scalar_t;

/* A buffer read as a texture: an object that arguments name, or bound to a .texref. */
typedef struct lf_texture {
    const char *name, *symbol; /* symbol NULL: an object */
    unsigned buffer;
    uint32_t channels, width, height;
    uint64_t object; /* once made */
    const yaml_node_t *at;
} lf_texture_t;

typedef enum lf_arg_kind { LF_SCALAR, LF_BUFFER, LF_TEXTURE, LF_STRUCT } lf_arg_kind_t;

/* Bytes that are known once the buffers have their places. */
typedef struct lf_arg {
    lf_arg_kind_t kind;
    uint32_t bytes, align;
    uint64_t bits;   /* scalar */
    unsigned buffer; /* the address of buffer number so-and-so, or that texture... */
    uint64_t offset; /* ...so many bytes into it */
    uint32_t at;     /* field of a struct, element of an array: bytes from its start */
    struct lf_arg *field;
    unsigned n_fields;
    const yaml_node_t *node;
} lf_arg_t;

/* What a variable of the module holds before the first launch. */
typedef struct lf_symbol {
    const yaml_item_t *item; /* its key is the name */
    bool filled;             /* by `fill`, as a buffer is; else it is `arg` */
    lf_buffer_t fill;
    lf_arg_t arg;
} lf_symbol_t;

typedef struct lf_launch {
    const char *kernel;
    dim3_t grid, block;
    uint32_t shared, repeat;
    unsigned n_args;
    lf_arg_t *args;
    const yaml_node_t *at;
} lf_launch_t;

typedef struct lf_dump {
    unsigned buffer;
    char *path;
    bool text;
    const yaml_node_t *at;
} lf_dump_t;

typedef struct lf_compare {
    unsigned buffer;
    lf_fill_t with;
    double abs_tol, rel_tol; /* equal when |a - b| <= abs + rel * |b| */
    const yaml_node_t *at;
} lf_compare_t;

typedef struct launch_file {
    char *dir; /* of the file, for relative paths: "" or "some/dir/" */
    yaml_node_t *root;
    lf_buffer_t *buffers;
    lf_scalar_t *scalars;
    lf_texture_t *textures;
    lf_symbol_t *symbols;
    lf_launch_t *launches;
    lf_dump_t *dumps;
    lf_compare_t *compares;
    unsigned n_buffers, n_scalars, n_textures, n_symbols, n_launches, n_dumps, n_compares;
} launch_file_t;

/* Reads and checks; nothing is allocated on a device yet. 0, or a negative errno. The file is
 * freed by launch_file_free in either case. */
int launch_file_read(const char *path, launch_file_t *f, diag_t *d);
void launch_file_free(launch_file_t *f);

/* Tells every file that a run of it reads (buffers, comparisons) and writes (dumps); what visit
 * refuses with a message is refused with its place in the launch file. 0 or a negative errno. */
int launch_file_places(const launch_file_t *f,
                       int (*visit)(void *ctx, const char *path, bool written, diag_t *d),
                       void *ctx, diag_t *d);

/* Allocates and fills the buffers, launches, dumps and compares. ptx: the n files of the module.
 * 0; 1 when a comparison fails (said in d); a negative errno. */
int launch_file_run(launch_file_t *f, device_t *dev, const dev_ptx_t *ptx, unsigned n, diag_t *d);

#endif
