/*
 * A policy: a management scheme attached to the GPU's hooks (gpu/hooks.h). A policy is one file,
 * sim/policy/NAME.c, that defines `const policy_ops_t policy_NAME`; the build finds the files and
 * makes the registry. A policy declares its options, parts and counts (policy/policy_frame.h). A
 * policy that models a paper's structure drives the structure's unit through common/engine.h, so
 * the same policy runs on the C model, on the RTL, or on both in lockstep.
 *
 * Policies compose: `-p a+b`. Only one of them may own a thing (below); a second owner is
 * refused with a message that names both and the hook. If policies whose structures are parts of
 * one unit are named together, they become the policy of that unit (`joins`).
 */
#ifndef LW_POLICY_POLICY_H
#define LW_POLICY_POLICY_H

#include <stdint.h>

#include "policy/policy_frame.h"

/* At most one policy of a run may own each of these. The first four come with owned hooks of
 * gpu/hooks.h, and a policy that registers such a hook owns it; learned bypassing is declared. */
typedef enum policy_owner {
    POLICY_OWNS_PICK_WARP = 1 << 0,
    POLICY_OWNS_PICK_CTA = 1 << 1,
    POLICY_OWNS_REQUEST_BUFFER = 1 << 2, /* before the L1 */
    POLICY_OWNS_PROTECTION = 1 << 3,     /* of L1 lines */
    POLICY_OWNS_BYPASS = 1 << 4,         /* learned bypassing */
} policy_owner_t;

typedef struct policy_ops {
    const char *name;
    const char *doc;
    const gpu_hooks_t *hooks; /* attached once the policy is made */
    uint32_t owns;            /* policy_owner_t bits, without those that its hooks imply */
    size_t bytes;             /* of its struct policy */
    const policy_option_t *options;
    const policy_part_t *parts;
    const policy_count_t *counts;
    unsigned n_options, n_parts, n_counts;
    /* The rest is optional. joins: the names of the policies, up to NULL, that become this one when
     * all of them are named. The set then has this one instead of the first: one machine, with one
     * unit and one set of options, and one name for its results. Beside this one they are
     * refused. */
    const char *const *joins;
    /* Before parts are made: checks what the options' ranges do not. 0, or -EINVAL with a message
     * in d. */
    int (*fits)(const policy_t *p, diag_t *d);
    /* Ends the creation: options are set, parts made. Returns as fits. */
    int (*init)(policy_t *p, diag_t *d);
    /* Frees what is not in the parts; also after a failed creation. */
    void (*end)(policy_t *p);
    /* Rows of the report that follow from others, after the counts; returns their number. */
    unsigned (*derive)(const policy_t *p, policy_row_t *rows);
    /* Walks the members of struct policy for a checkpoint, except the parts. */
    void (*walk)(policy_t *p, state_io_t *io);
    /* Fails io if the loaded state contradicts itself. A policy with a request buffer
     * names each request in it to gpu_state_buffered(). */
    void (*check)(const policy_t *p, state_io_t *io);
} policy_ops_t;

/* Sorted by name; made by the build. */
extern const policy_ops_t *const policy_registry[];
extern const unsigned policy_registry_count;
const policy_ops_t *policy_find(const char *name);

/* The policies of one run. */
#define POLICY_MAX_ACTIVE 8
typedef struct policy_set {
    unsigned n;
    const policy_ops_t *ops[POLICY_MAX_ACTIVE];
    uint64_t opt[POLICY_MAX_ACTIVE][POLICY_MAX_OPTIONS];
    policy_t *policy[POLICY_MAX_ACTIVE];
} policy_set_t;

/* Parses "a+b" (NULL or "" for none), joins policies that belong together and sets every option to
 * its default. 0 or -EINVAL: unknown name, the same name twice, two owners of one thing, or one
 * policy that is a part of another. */
int policy_set_parse(policy_set_t *s, const char *text, diag_t *d);
/* Sets option "policy.name" to a value: 0; -ENOENT if the key names no active policy; -EINVAL. */
int policy_set_option(policy_set_t *s, const char *key, const char *value, diag_t *d);
/* Makes and attaches the policies. The GPU's dumps show their units from now on, so s must outlive
 * its runs. */
int policy_set_create(policy_set_t *s, const policy_env_t *env, diag_t *d);
void policy_set_destroy(policy_set_t *s);
/* Prints every unit instance with its state: a part of the GPU's dump. */
void policy_set_dump(const policy_set_t *s, FILE *f);
/* The first unit instance of any policy that has diverged, or NULL. */
const unit_inst_t *policy_set_diverged(const policy_set_t *s);
/* Ends the waveform of the instance that the environment names; policy_set_create starts it, and
 * refuses a label that no instance has. 0 or a negative errno with a message. */
int policy_set_wave_end(const policy_set_t *s, diag_t *d);
/* Checks that there is an instance of that name, UNIT:LABEL (NULL: any), whose engine keeps its
 * stimulus: 0, or -EINVAL with a message. policy_set_record() writes it after the run. */
int policy_set_record_check(const policy_set_t *s, const policy_env_t *env, const char *of,
                            diag_t *d);
int policy_set_record(const policy_set_t *s, const char *of, const char *path, diag_t *d);
/* Walks the policies' state, in their order; after the GPU's. */
void policy_set_state(const policy_set_t *s, state_io_t *io);
/* Evaluations, clock edges and compared bits of all policies together. */
unit_inst_work_t policy_set_work(const policy_set_t *s);

/* The names of the hooks that a policy registers, as `lockwarp list policies` shows them: number i,
 * or NULL beyond the last. */
const char *policy_hook_name(const policy_ops_t *ops, unsigned i);
/* Is the policy of that name one of those that `whole` joins? */
bool policy_joins(const policy_ops_t *whole, const char *part);
/* Bits of policy_owner_t: what it declares and what its hooks imply. */
uint32_t policy_owns(const policy_ops_t *ops);
/* "pick_warp" and so on, for messages and lists. */
const char *policy_owner_name(policy_owner_t o);

#endif
