/*
 * The boundary that every structure shares (a "unit": a clocked block with named ports).
 *
 * A unit's ports, state, parameters, events and directed stimulus are declared once, in
 * FAMILY/NAME_fields.h, as the X-macros below; everything else is made from them by the
 * preprocessor:
 *
 *   UNIT_PREFIX                 C prefix and RTL module name, e.g. abyp_table
 *   UNIT_TITLE                  stable name for people, e.g. "abyp.table"
 *   UNIT_DOC                    one line
 *   UNIT_PARAMS(P)              P(c_name, RtlName, paper, small, large, min, max, doc)
 *   UNIT_SUBS(S)                S(type, name): sub-units held in the state struct
 *   UNIT_FIELDS(F)              F(dir, name, type, dim, width, count, stim, gate)
 *   UNIT_EVENTS(E)              E(name, condition)
 *   UNIT_DIRECTED(D)            D(name, cycles, statements)
 *
 * In a field: dir is IN, OUT, STATE (a member of the state struct, of type `type name dim`)
 * or VIEW (state that a sub-unit holds: dim is its path, e.g. table.ctr). type is uint8_t,
 * uint16_t, uint32_t or uint64_t, the smallest that holds width bits at every geometry. dim
 * is empty for a scalar or [CAPACITY]. width (bits per element) and count (elements) are
 * expressions over the configuration `c`. stim says how random stimulus treats an input
 * (UNIT_NONE for outputs and state). gate is an expression over the state `u`, the
 * configuration `c` and the element index `i`: the element is compared only while it is true.
 *
 * An event's condition may use c, u (state before the edge), in and out; a directed step may
 * use c, k (cycle within the step, from 0) and assign to in->fields, which start at 0 in
 * every cycle.
 *
 * FAMILY/NAME.h includes NAME_fields.h and then common/unit_types.inc, which makes
 * PREFIX_cfg_t, PREFIX_in_t, PREFIX_out_t, PREFIX_t and the five prototypes. The build makes
 * one descriptor (unit_desc_t, PREFIX_unit) a unit from common/unit_desc.inc and one registry.
 * docs/guide/adding-a-unit.md walks through an example.
 */
#ifndef LW_COMMON_UNIT_H
#define LW_COMMON_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum unit_dir { UNIT_IN, UNIT_OUT, UNIT_STATE } unit_dir_t;

/* How random stimulus drives an input. */
typedef enum unit_stim {
    UNIT_NONE,
    UNIT_ENABLE, /* starts something; all enables 0 means idle inputs */
    UNIT_QUAL,   /* qualifies what an enable starts (hit or miss, read or write) */
    UNIT_INDEX,  /* selects an element: hot values, same as before, walking, uniform */
    UNIT_DATA,   /* payload: uniform, corners, few distinct values */
} unit_stim_t;

typedef enum unit_geometry { UNIT_PAPER, UNIT_SMALL, UNIT_LARGE, UNIT_GEOMETRIES } unit_geometry_t;

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
    unit_stim_t stim;
    size_t offset;      /* in PREFIX_in_t, PREFIX_out_t or PREFIX_t */
    uint8_t elem_bytes; /* 1, 2, 4 or 8 */
    bool gated;         /* false: gate is constant true */
    uint32_t capacity;  /* elements the C array holds */
    unsigned (*width)(const void *cfg);
    unsigned (*count)(const void *cfg);
    bool (*gate)(const void *cfg, const void *state, unsigned i);
} unit_field_t;

typedef struct unit_event {
    const char *name;
    bool (*happened)(const void *cfg, const void *state, const void *in, const void *out);
} unit_event_t;

typedef struct unit_directed {
    const char *name;
    unsigned (*cycles)(const void *cfg);
    void (*drive)(const void *cfg, unsigned k, void *in);
} unit_directed_t;

typedef struct unit_desc {
    const char *name;   /* "abyp.table" */
    const char *prefix; /* "abyp_table" */
    const char *doc;
    size_t cfg_bytes, in_bytes, out_bytes, state_bytes;
    const unit_param_t *params;
    const unit_field_t *fields; /* in the order of the list */
    const unit_event_t *events;
    const unit_directed_t *directed;
    unsigned n_params, n_fields, n_events, n_directed;
    int (*init)(void *state, const void *cfg); /* 0 or -EINVAL; sets the reset state */
    void (*eval)(const void *state, const void *in, void *out);
    void (*tick)(void *state, const void *in);
    bool (*idle)(const void *state);
    /* Adds 1 to n[k] for every event k that happens in this cycle. */
    void (*count_events)(const void *cfg, const void *state, const void *in, const void *out,
                         uint64_t *n);
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

/* One element of a field as a number; base is the in, out or state struct. */
uint64_t unit_field_get(const unit_field_t *f, const void *base, unsigned i);
void unit_field_set(const unit_field_t *f, void *base, unsigned i, uint64_t v);

/* Bits of architectural state: the sum over STATE and VIEW fields of width x count. */
uint64_t unit_state_bits(const unit_desc_t *d, const void *cfg);

/* 0, or -EINVAL and the first parameter whose value lies outside [min, max] in *which (unless
 * which is NULL). */
int unit_cfg_check(const unit_desc_t *d, const void *cfg, const unit_param_t **which);

#endif
