/* Runs of workloads for tests, on the plain machine: functionally or through its timing model. */
#ifndef LW_TESTS_WORKLOAD_DEVICE_H
#define LW_TESTS_WORKLOAD_DEVICE_H

#include <stddef.h>

#include "config/run_config.h"
#include "driver/device.h"
#include "plain.h"
#include "workload/workload.h"

/* What a run on its own device came to. */
typedef struct workload_result {
    int rc;
    diag_t diag;
    dev_summary_t summary;
} workload_result_t;

/* Runs w on a device on g (NULL: functionally), which must have been made with this configuration.
 */
static inline workload_result_t workload_run_on(gpu_t *g, const gpu_cfg_t *gpu, const workload_t *w,
                                                const workload_opts_t *o)
{
    workload_result_t r = {.rc = -1};
    dev_cfg_t cfg = {.gpu_cfg = gpu, .gpu = g, .memory_bytes = UINT64_C(1) << 30};
    device_t *d = dev_open(&cfg, &r.diag);
    if (!d)
        return r;
    r.rc = w->run(d, w, o, &r.diag);
    dev_summary(d, &r.summary);
    dev_close(d);
    return r;
}

static inline workload_result_t workload_run_alone(const workload_t *w, const workload_opts_t *o)
{
    workload_result_t r = {.rc = -1};
    run_config_t c;
    if (run_config_load(&c, PLAIN, &r.diag) || run_config_check(&c, &r.diag))
        return r;
    return workload_run_on(NULL, &c.gpu, w, o);
}

#endif
