/*
 * The boundary that every structure shares (a "unit": a clocked block with named ports).
 *
 * A unit's parameters, ports, state, parts and wires are declared once, in FAMILY/NAME_fields.h, as
 * the X-macros below; the rest is made from them by the preprocessor and the build:
 *
 *   UNIT_PREFIX                 C prefix and RTL module name, e.g. abyp_table
 *   UNIT_TITLE                  stable name for people, e.g. "abyp.table"
 *   UNIT_DOC                    one line
 *   UNIT_PARAMS(P)              P(c_name, RtlName, paper, small, large, min, max, doc)
 *   UNIT_SUBS(S)                S(prefix, name, dim, count): sub-units, members of the state struct
 *   UNIT_WIRES(W)               W(name, type, dim): the wires between the sub-units
 *   UNIT_FIELDS(F)              F(dir, name, type, dim, width, count, kind, gate, rtl)
 *
 * In a field: dir is IN, OUT, STATE (a member of the state struct, of type `type name dim`)
 * or VIEW (state that a sub-unit holds: dim is its path, e.g. table.ctr). type is uint8_t,
 * uint16_t, uint32_t or uint64_t, the smallest that holds width bits at every geometry. dim
 * is empty for a scalar or [CAPACITY]. width (bits per element) and count (elements) are
 * expressions over the configuration `c`; a register that is not there at some configuration has
 * the count 0 there. kind says how random stimulus drives an input, and what an output is
 * (unit_kind_t; UNIT_NONE for state, or UNIT_PLANES or UNIT_ORDER). gate is an expression over the
 * state `u`, the configuration `c`, the inputs `in` (outputs only) and the element index `i`: the
 * element is compared only while it is true. rtl is the register of a STATE field, as seen from the
 * module; where a VIEW's register is follows from its path.
 *
 * The RTL's instances of units are the sub-units: S(abyp_table, table, , 1) is abyp_table i_table;
 * with a count above 1, element i is gen_table[i].i_table. A wire that connects an instance is
 * declared in UNIT_WIRES under the same name and in the same order. Tests compare both.
 *
 * Sleep. PREFIX_quiet: for how many cycles, the coming one included, no output changes and no
 * UNIT_FACT output is told, if all enables are 0 and every other input is held; all ones: never by
 * itself. State may move meanwhile: whoever left out n cycles calls PREFIX_skip(u, n), n ticks with
 * such inputs. PREFIX_idle: quiet is all ones and a skip changes nothing.
 *
 * FAMILY/NAME.h includes NAME_fields.h and then common/unit_types.inc, which makes
 * PREFIX_cfg_t, PREFIX_in_t, PREFIX_out_t, PREFIX_wires_t, PREFIX_t and the prototypes. The build
 * makes one descriptor (unit_desc_t, PREFIX_unit) a unit from common/unit_desc.inc and one
 * registry. Events and directed stimulus are C functions in tb/FAMILY/NAME_stim.c
 * (lockstep/stim_unit.h). docs/guide/adding-a-unit.md walks through an example.
 */
#ifndef LW_COMMON_UNIT_H
#define LW_COMMON_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum unit_dir { UNIT_IN, UNIT_OUT, UNIT_STATE } unit_dir_t;

/* What an input is to random stimulus, and what an output depends on. */
typedef enum unit_kind {
    UNIT_NONE,
    UNIT_ENABLE, /* input: starts something; all enables 0 means idle inputs */
    UNIT_QUAL,   /* input: qualifies what an enable starts (hit or miss, read or write) */
    UNIT_INDEX,  /* input: selects an element: hot values, same as before, walking, uniform */
    UNIT_DATA,   /* input: payload: uniform, corners, few distinct values */
    UNIT_MOORE,  /* output: depends on the state alone, is read without settling */
    UNIT_FACT,   /* output: what happens at this edge (0: nothing), to be counted */
    UNIT_PLANES, /* state: bit i of element b is bit b of thing i's number; people see the numbers
                  */
    UNIT_ORDER,  /* state: an order of as many things; after reset element i is i, not 0 */
} unit_kind_t;

typedef enum unit_geometry { UNIT_PAPER, UNIT_SMALL, UNIT_LARGE, UNIT_GEOMETRIES } unit_geometry_t;

enum { UNIT_MAX_PARAMS = 16, UNIT_MAX_FIELDS = 96 };

typedef struct unit_param {
    const char *name;     /* C name: member of PREFIX_cfg_t (all uint32_t) */
    const char *rtl_name; /* RTL parameter */
    uint32_t value[UNIT_GEOMETRIES];
    uint32_t min, max;
    const char *doc;
    size_t offset; /* in PREFIX_cfg_t */
} unit_param_t;

typedef struct unit_field {
    const char *name;
    unit_dir_t dir;
    unit_kind_t kind;
    size_t offset;      /* in PREFIX_in_t, PREFIX_out_t or PREFIX_t */
    uint8_t elem_bytes; /* 1, 2, 4 or 8 */
    bool gated;         /* false: gate is constant true */
    uint32_t capacity;  /* elements the C array holds */
    unsigned (*width)(const void *cfg);
    unsigned (*count)(const void *cfg);
    bool (*gate)(const void *cfg, const void *state, const void *in, unsigned i);
    const char *rtl; /* STATE: the register in the module; a VIEW's: its path in the C struct */
    bool view;       /* a sub-unit holds it */
} unit_field_t;

struct unit_desc;

/* A sub-unit, or `count` of them. */
typedef struct unit_sub {
    const char *name;
    const struct unit_desc *unit;
    size_t offset; /* in PREFIX_t */
    unsigned (*count)(const void *cfg);
} unit_sub_t;

typedef struct unit_desc {
    const char *name;   /* "abyp.table" */
    const char *prefix; /* "abyp_table" */
    const char *doc;
    size_t cfg_bytes, in_bytes, out_bytes, state_bytes;
    const unit_param_t *params;
    const unit_field_t *fields; /* in the order of the list */
    const unit_sub_t *subs;
    const char *const *wires;
    unsigned n_params, n_fields, n_subs, n_wires;
    int (*init)(void *state, const void *cfg); /* 0 or -EINVAL; sets the reset state */
    void (*eval)(const void *state, const void *in, void *out);
    void (*moore)(const void *state, void *out); /* the outputs that are UNIT_MOORE */
    void (*tick)(void *state, const void *in);
    void (*clock)(void *state, const void *in, void *out); /* eval and tick */
    uint64_t (*quiet)(const void *state);
    void (*skip)(void *state, uint64_t n);
    bool (*idle)(const void *state);
} unit_desc_t;

/* All units, sorted by name; made by the build from the *_fields.h it finds. */
extern const unit_desc_t *const unit_registry[];
extern const unsigned unit_registry_count;

/* The unit of that name ("abyp.table"), or NULL. */
const unit_desc_t *unit_find(const char *name);

/* Fills cfg (cfg_bytes) with the values of a geometry. */
void unit_cfg_geometry(const unit_desc_t *d, unit_geometry_t g, void *cfg);

/* "paper", "small", "large"; and back: -1 for anything else. */
const char *unit_geometry_name(unit_geometry_t g);
int unit_geometry_find(const char *name);

/* The parameter of that name, or NULL; and its value in a cfg. */
const unit_param_t *unit_param_find(const unit_desc_t *d, const char *name);
uint32_t unit_param_get(const unit_param_t *p, const void *cfg);
void unit_param_set(const unit_param_t *p, void *cfg, uint32_t v);

/* The geometry whose values these are, or -1. */
int unit_cfg_geometry_of(const unit_desc_t *d, const void *cfg);

/* What a report calls a configuration: its geometry's name, else "queues 5, depth 3"; and all its
 * parameters, whether or not a geometry has them. */
const char *unit_cfg_label(const unit_desc_t *d, const void *cfg, char *text, size_t n);
const char *unit_cfg_params(const unit_desc_t *d, const void *cfg, char *text, size_t n);

/* The same in names of files: its geometry's name, else "queues5-depth3". */
const char *unit_cfg_file_label(const unit_desc_t *d, const void *cfg, char *text, size_t n);

enum { UNIT_LABEL = 512 }; /* room for any of these texts */

/* 0, or -EINVAL: the unit refuses these values, each in its range or not. */
int unit_cfg_try(const unit_desc_t *d, const void *cfg);

/* The folder that the unit's sources lie in: rtl/FAMILY, cmodel/FAMILY ("mrpb" of "mrpb.slot"). */
const char *unit_family(const unit_desc_t *d, char *text, size_t n);

/* One element of a field as a number; base is the in, out or state struct. */
uint64_t unit_field_get(const unit_field_t *f, const void *base, unsigned i);

/* A field as people are shown it: its elements, or, of UNIT_PLANES, the numbers in them. How many,
 * bits of each, and number i. */
unsigned unit_field_values(const unit_field_t *f, const void *cfg);
unsigned unit_field_value_w(const unit_field_t *f, const void *cfg);
uint64_t unit_field_value(const unit_field_t *f, const void *cfg, const void *base, unsigned i);
void unit_field_set(const unit_field_t *f, void *base, unsigned i, uint64_t v);

/* Bits of architectural state: the sum over STATE and VIEW fields of width x count. */
uint64_t unit_state_bits(const unit_desc_t *d, const void *cfg);

/* UNIT_QUIET_EVER: never by itself. */
#define UNIT_QUIET_EVER UINT64_MAX

/* The register of a STATE or VIEW field as a path from the unit's module ("i_table.i_ctrs.ctr_q"):
 * the length, or -1 if it does not fit or a VIEW's path names no sub-unit's field. */
int unit_field_rtl(const unit_desc_t *d, const unit_field_t *f, char *path, size_t n);

/* The unit whose module holds that register; NULL if a VIEW's path names no sub-unit. */
const unit_desc_t *unit_field_owner(const unit_desc_t *d, const unit_field_t *f);

/* 0, or -EINVAL and the first parameter whose value lies outside [min, max] in *which (unless
 * which is NULL). */
int unit_cfg_check(const unit_desc_t *d, const void *cfg, const unit_param_t **which);

#endif
