#include "config/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int settings_apply(run_config_t *c, policy_set_t *p, const char *set, diag_t *d)
{
    char key[128], hint[256];
    size_t len = strcspn(set, "=");
    if (len >= sizeof key)
        return diag_at(d, "--set", 0, 0, "unknown key '%.40s...'", set);
    memcpy(key, set, len);
    key[len] = 0;
    const char *value = set + len + (set[len] == '=');
    int rc = run_config_set(c, key, value, d);
    if (rc == -ENOENT)
        rc = policy_set_option(p, key, value, d);
    if (rc != -ENOENT)
        return rc;
    key[strcspn(key, ".")] = 0; /* POLICY of POLICY.OPTION */
    if (policy_find(key) && set[strlen(key)] == '.')
        return diag_at(d, "--set", 0, 0, "policy '%s' is not in the run; expected -p %s", key, key);
    snprintf(key, sizeof key, "%.*s", (int)len, set);
    return diag_at(d, "--set", 0, 0, "unknown key '%s'; %s", key,
                   run_config_suggest(key, hint, sizeof hint));
}
