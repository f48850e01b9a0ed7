/* Functional runs at the larger scales: the result is right and the size is the one listed. */
#ifndef LW_TESTS_WORKLOAD_SIZES_H
#define LW_TESTS_WORKLOAD_SIZES_H

#include "config/run_config.h"
#include "driver/device.h"
#include "plain.h"
#include "workload/workload.h"

/* before and ctx (NULL: none) see each launch. */
static inline void workload_run_sized(const workload_t *w, workload_scale_t scale,
                                      void (*before)(void *ctx, const dev_launch_info_t *l),
                                      void *ctx)
{
    diag_t diag = {0};
    run_config_t c;
    if (run_config_load(&c, PLAIN, &diag) || run_config_check(&c, &diag))
        fail_msg("%s", diag.text);
    dev_cfg_t cfg = {
        .gpu_cfg = &c.gpu, .memory_bytes = UINT64_C(4) << 30, .before = before, .ctx = ctx};
    device_t *d = dev_open(&cfg, &diag);
    assert_non_null(d);
    workload_opts_t o = {.scale = scale, .seed = 1};
    dev_summary_t s;
    if (w->run(d, w, &o, &diag))
        fail_msg("%s: %s", w->name, diag.text);
    dev_summary(d, &s);
    dev_close(d);
    if (s.warp_instructions != w->warp_inst[scale])
        fail_msg("%s: %llu warp instructions; its host says %llu", w->name,
                 (unsigned long long)s.warp_instructions, (unsigned long long)w->warp_inst[scale]);
}

#endif
