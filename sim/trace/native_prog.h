/*
 * What a native trace keeps of a kernel (its static program) and of a launch, and both as JSON,
 * so that a reader of another age or machine needs no struct of ours.
 */
#ifndef LW_TRACE_NATIVE_PROG_H
#define LW_TRACE_NATIVE_PROG_H

#include <cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "front/front.h"

/* Every field of front_t beside kernel, grid, block, program and callbacks: name, and whether it
 * is an address (hexadecimal text in JSON) rather than a number. */
#define NAT_FRONT_FIELDS(X)                                                                        \
    X(warp_size, 0)                                                                                \
    X(warps_per_cta, 0)                                                                            \
    X(regs_per_thread, 0)                                                                          \
    X(shared_bytes, 0)                                                                             \
    X(arena_base, 1)                                                                               \
    X(arena_bytes, 1)                                                                              \
    X(local_base, 1)                                                                               \
    X(local_cta_bytes, 1)

/* Every field of inst_t that is a number as it stands; unit, kind, space and op go by name and the
 * register sets as lists; op and sources are read if they are there. Name, largest value. */
#define NAT_INST_FIELDS(X)                                                                         \
    X(pc, UINT32_MAX)                                                                              \
    X(width, NAT_MAX_WIDTH)                                                                        \
    X(loop, UINT16_MAX)                                                                            \
    X(loop_up, UINT16_MAX)                                                                         \
    X(cache_op, UINT8_MAX)                                                                         \
    X(initiation, UINT8_MAX)

enum {
    NAT_MAX_WIDTH = 64, /* bytes a lane accesses */
    NAT_MAX_WARPS = 64, /* of a CTA */
    NAT_NO_ROW = 0x7fffffff,
};

/* A kernel's static program. Launches of the same kernel share one. */
typedef struct nat_prog {
    char *kernel;
    uint32_t n_inst;
    uint32_t n_mem; /* instructions whose addresses are kept */
    inst_t *inst;   /* [n_inst] */
    uint32_t *row;  /* [n_inst]: number among these, or NAT_NO_ROW */
    bool constants; /* addresses of constants and parameters are kept, too */
} nat_prog_t;

/* Copies the program of a front end; NULL when memory is exhausted, or (diag) when it cannot be
 * written: a memory access wider than NAT_MAX_WIDTH. */
nat_prog_t *nat_prog_copy(const front_t *f, diag_t *d);
/* The same program? */
bool nat_prog_same(const nat_prog_t *p, const front_t *f);
void nat_prog_free(nat_prog_t *p);

cJSON *nat_prog_json(const nat_prog_t *p);
/* NULL and a message when o is not what nat_prog_json writes; file is named in the message. */
nat_prog_t *nat_prog_read(const cJSON *o, const char *file, diag_t *d);

/* Adds to o the launch's shape and the fields of front_t. */
void nat_front_json(cJSON *o, const front_t *f);
/* Fills these fields of f; the program's must be there already. 0 or -EINVAL. */
int nat_front_read(const cJSON *o, front_t *f, const char *file, diag_t *d);
/* The order in which a launch's CTAs start, to be freed; NULL: ascending. */
int nat_order_read(const cJSON *o, uint32_t ctas, uint32_t **out, const char *file, diag_t *d);

/* A whole number of at most max in member `key` (a JSON number, or "0x..." text). */
int nat_json_u64(const cJSON *o, const char *key, uint64_t max, uint64_t *out, const char *file,
                 diag_t *d);
void nat_json_hex(cJSON *o, const char *key, uint64_t v);

#endif
