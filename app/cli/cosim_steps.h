/* The two forms of lockwarp cosim that go through states and not through time: --exhaustive and
 * --one-step (docs/guide/cosim.md). */
#ifndef LW_CLI_COSIM_STEPS_H
#define LW_CLI_COSIM_STEPS_H

#include "common/unit.h"
#include "lockstep/cosim.h"
#include "step/exhaust.h"

typedef struct cosim_steps {
    bool exhaustive;
    uint64_t limit;                      /* of transitions of --exhaustive */
    uint64_t steps;                      /* of --one-step; 0: the other form */
    const char *held[INPUT_SPACE_HOLDS]; /* --hold NAME=VALUE, as given */
    unsigned n_held;
    unit_geometry_t geometry; /* that the parameters are of, but for those given */
    const char *evidence, *out;
} cosim_steps_t;

/* --hold; a message in d if there are too many. */
void cosim_steps_hold(cosim_steps_t *s, const char *arg, diag_t *d);

/* Can each --hold be meant of the unit? 0, or -EINVAL with a message. */
int cosim_steps_check(const cosim_steps_t *s, const unit_desc_t *u, const void *cfg, diag_t *d);

/* One unit with one set of parameters, as `o` has them: a status of cli/cmd.h, with a message in d
 * for CMD_BAD_INPUT. */
int cosim_steps_run(const cosim_steps_t *s, const cosim_opts_t *o, diag_t *d);

#endif
