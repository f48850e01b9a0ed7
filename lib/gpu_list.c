/* Which presets, workloads and policies there are. */
#include "config/preset.h"
#include "lockwarp/gpu.h"
#include "policy/policy.h"
#include "workload/workload.h"

const char *lw_config_name(size_t i)
{
    return i < preset_registry_count ? preset_registry[i].name : NULL;
}

const char *lw_workload_name(size_t i)
{
    return i < workload_registry_count ? workload_registry[i]->name : NULL;
}

const char *lw_policy_name(size_t i)
{
    return i < policy_registry_count ? policy_registry[i]->name : NULL;
}

const char *lw_workload_about(const char *name)
{
    const workload_t *w = name ? workload_find(name) : NULL;
    return w ? w->doc : NULL;
}

const char *lw_policy_about(const char *name)
{
    const policy_ops_t *p = name ? policy_find(name) : NULL;
    return p ? p->doc : NULL;
}
