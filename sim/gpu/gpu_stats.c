/*
 * The descriptors of the counters, made from the lists of gpu_stats.h.
 */
#include "gpu/gpu_stats.h"

#define STAT(name, doc) {#name, doc, offsetof(stat_struct_t, name)},
#define COUNT(a)        ((unsigned)(sizeof(a) / sizeof((a)[0])))

#define stat_struct_t gpu_stats_run_t
static const gpu_stat_desc_t run_stats[] = {GPU_STATS_RUN(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_sm_t
static const gpu_stat_desc_t sm_stats[] = {GPU_STATS_SM(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_l1d_t
static const gpu_stat_desc_t l1d_stats[] = {GPU_STATS_L1D(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_latency_t
static const gpu_stat_desc_t latency_stats[] = {GPU_STATS_LATENCY(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_icnt_t
static const gpu_stat_desc_t icnt_stats[] = {GPU_STATS_ICNT(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_l2_t
static const gpu_stat_desc_t l2_stats[] = {GPU_STATS_L2(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_dram_t
static const gpu_stat_desc_t dram_stats[] = {GPU_STATS_DRAM(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_load_t
static const gpu_stat_desc_t load_stats[] = {GPU_STATS_LOAD(STAT)};
#undef stat_struct_t
#define stat_struct_t gpu_stats_sleep_t
static const gpu_stat_desc_t sleep_stats[] = {GPU_STATS_SLEEP(STAT)};
#undef stat_struct_t

const gpu_stat_group_t gpu_stat_groups[] = {
#define GROUP(type, member, list, doc)                                                             \
    {#member, doc, type##_stats, COUNT(type##_stats), offsetof(gpu_stats_t, member)},
    GPU_STAT_GROUPS(GROUP)
#undef GROUP
};
const unsigned gpu_stat_group_count = COUNT(gpu_stat_groups);

const gpu_stat_group_t gpu_stat_load_group = {"load", "one static load", load_stats,
                                              COUNT(load_stats), 0};
const gpu_stat_group_t gpu_stat_sleep_group = {
    "sleep", "work of the simulator: cycles simulated and skipped, by component", sleep_stats,
    COUNT(sleep_stats), 0};
