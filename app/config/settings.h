/* Overrides of a run: "--set KEY=VALUE", a key of the configuration or POLICY.OPTION. */
#ifndef LW_CONFIG_SETTINGS_H
#define LW_CONFIG_SETTINGS_H

#include "config/run_config.h"
#include "policy/policy.h"

/* 0, or -EINVAL with a message: unknown key or option, a bad value, a policy that is not in the
 * set. */
int settings_apply(run_config_t *c, policy_set_t *p, const char *set, diag_t *d);

#endif
