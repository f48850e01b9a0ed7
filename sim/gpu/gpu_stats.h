/*
 * Counters of the GPU model: one list a group; structs, sums and the names in the JSON are made
 * from the lists. All counters are uint64_t and add up over kernels, SMs, slices and channels.
 * C(name, doc).
 *
 * Laws, checked at the end of every kernel (gpu_check.c): see GPU_STATS_* docs marked "law".
 */
#ifndef LW_GPU_GPU_STATS_H
#define LW_GPU_GPU_STATS_H

#include <stddef.h>
#include <stdint.h>

/* clang-format off */

/* The whole GPU. */
#define GPU_STATS_RUN(C) \
  C(cycles,             "core cycles, first CTA dispatched to last reply taken, of every kernel") \
  C(icnt_cycles,        "cycles of the crossbars' clock in the same time") \
  C(l2_cycles,          "cycles of the clock of the L2 and L3 in the same time") \
  C(dram_cycles,        "cycles of the DRAM clock in the same time") \
  C(kernels,            "launches") \
  C(ctas,               "CTAs finished") \
  C(warp_instructions,  "warp instructions issued") \
  C(thread_instructions,"active lanes of the issued instructions")

/* SMs. One scheduler-cycle is one cycle of one scheduler of one SM. */
#define GPU_STATS_SM(C) \
  C(scheduler_cycles,   "cycles x schedulers; law: the sum of the next five") \
  C(issued,             "scheduler-cycles that issued at least one instruction") \
  C(stall_structural,   "a warp was ready, but its execution unit or the memory queue was not free") \
  C(stall_raw_memory,   "no warp was ready; at least one waited for a load, an atomic or a fence") \
  C(stall_raw_data,     "no warp was ready or waited for memory; at least one waited for an ALU result (RAW or WAW)") \
  C(stall_idle,         "no warp had an instruction to wait with: barrier, instruction fetch, finished, empty slots") \
  C(sp_instructions,    "issued to the SP units") \
  C(sfu_instructions,   "issued to the SFUs") \
  C(dp_instructions,    "double precision, wherever executed") \
  C(ctrl_instructions,  "branches, barriers, fences, exits") \
  C(memory_instructions,"issued to the LDST unit, with or without active lanes") \
  C(global_loads,       "global or local loads with at least one active lane") \
  C(global_stores,      "global or local stores with at least one active lane") \
  C(atomics,            "global atomics and reductions with at least one active lane") \
  C(shared_accesses,    "shared-memory instructions with at least one active lane") \
  C(shared_conflict_cycles, "cycles of the shared memory beyond one an access and pass, by bank conflicts") \
  C(const_accesses,     "constant and parameter loads") \
  C(const_blocks,       "blocks of these that went through the memory stage (const_path: stage); law: const_hits + const_merges + const_misses") \
  C(const_hits,         "of these, in the constant cache, or without one") \
  C(const_merges,       "of these, on their way") \
  C(const_misses,       "of these, asked of the L2") \
  C(const_fail_mshr_full, "cycles the memory stage's head was a constant that found no MSHR") \
  C(const_fail_merge_full, "cycles the memory stage's head was a constant whose MSHR holds no more requests") \
  C(tex_accesses,       "texture reads with at least one active lane") \
  C(tex_blocks,         "blocks of these; law: tex_hits + tex_misses") \
  C(tex_hits,           "of these, in the texture cache or on their way to it, or without one") \
  C(tex_misses,         "of these, asked of the L2") \
  C(tex_fail_fragments, "cycles the memory stage's head was a texture read that the texture cache had no room for") \
  C(tex_fail_requests,  "cycles the memory stage's head was a texture read and the texture cache's queue of misses full") \
  C(barriers,           "warps that arrived at a barrier") \
  C(fences,             "fences issued") \
  C(fetches,            "instruction-buffer refills") \
  C(writeback_waits,    "cycles that results waited for a writeback port, summed over results, or with writeback: turn over its five clients") \
  C(fetch_misses,       "lines the instruction caches asked of the L2") \
  C(load_requests,      "requests the coalescer made of global loads") \
  C(store_requests,     "requests the coalescer made of global stores") \
  C(atomic_requests,    "requests the coalescer made of atomics: distinct words of a sector go together") \
  C(load_latency_sum,   "core cycles, issue to last data, of global loads") \
  C(loads_completed,    "global loads whose data have all arrived; law: global_loads") \
  C(resident_warp_cycles, "warp slots occupied, summed over cycles") \
  C(resident_cta_cycles,  "CTA slots occupied, summed over cycles")

/* L1 data caches. */
#define GPU_STATS_L1D(C) \
  C(accesses,           "accepted reads of the cache: hits + pending_hits + misses + bypasses (law)") \
  C(hits,               "line present") \
  C(pending_hits,       "line on its way: merged into its MSHR, or (l1_bypass_merge) waits for the reply of a bypassed read") \
  C(misses,             "line allocated, request sent") \
  C(bypasses,           "read that a policy bypassed: no line, no MSHR") \
  C(uncached_reads,     "volatile reads and reads marked to skip the L1; not in accesses") \
  C(writes,             "stores passed on") \
  C(write_hits,         "of these, that found their line: it is evicted if present, left alone if on its way") \
  C(atomics,            "atomic requests passed on") \
  C(hit_after_hit,      "hits whose preceding read of this cache hit") \
  C(hit_after_miss,     "other hits; law: hit_after_hit + hit_after_miss = hits + pending_hits") \
  C(cold_misses,        "misses and bypasses of lines this SM had never read") \
  C(reload_misses,      "other misses and bypasses (capacity and conflict); law: cold + reload = misses + bypasses") \
  C(fills,              "lines filled on behalf of misses and prefetches; law: misses + prefetches_issued") \
  C(late_fills,         "bypassed lines filled after all on the L2's advice") \
  C(late_fills_refused, "advised, but the line was present or pending, or no way was free") \
  C(evictions,          "valid lines replaced by allocations, late fills included") \
  C(write_evictions,    "valid lines evicted by stores") \
  C(writes_kept,        "of the writes, how many stayed in their line, to be written back (local memory)") \
  C(writebacks,         "dirty lines evicted: written back") \
  C(kernel_evictions,   "valid lines invalidated at a kernel's start") \
  C(zero_reuse_evictions, "of evictions, lines never hit since their allocation, those of prefetches apart") \
  C(contention_intra_warp, "evictions by the warp that had allocated the line") \
  C(contention_intra_block, "evictions by another warp of its CTA") \
  C(contention_cross_block, "evictions by a warp of another CTA; law: the three sum to evictions") \
  C(fail_associativity, "cycles a read was rejected: every way of its set reserved") \
  C(fail_mshr_full,     "cycles a read was rejected: no MSHR") \
  C(fail_merge_full,    "cycles a read was rejected: its MSHR holds no more requests") \
  C(fail_miss_queue,    "cycles a read was rejected: miss queue full") \
  C(fail_inject_queue,  "cycles a store, atomic or bypass was rejected: injection queue full") \
  C(fail_net,           "cycles an atomic or bypass was rejected: the crossbar's input full (l1_bypass_path: beside)") \
  C(fail_policy,        "cycles a read was held back by a policy") \
  C(prefetches_asked,   "prefetches that policies asked for") \
  C(prefetches_issued,  "of these, that allocated a line; law: issued and dropped = asked") \
  C(prefetches_dropped_queue, "dropped: prefetch queue full, or none") \
  C(prefetches_dropped_present, "dropped: line present") \
  C(prefetches_dropped_pending, "dropped: line on its way") \
  C(prefetches_dropped_policy, "dropped: a policy refused it, or protects every way") \
  C(prefetches_dropped_associativity, "dropped: every way of its set reserved") \
  C(prefetches_dropped_mshr, "dropped: no MSHR") \
  C(prefetches_dropped_miss_queue, "dropped: miss queue full") \
  C(prefetches_useful,  "of prefetches_issued, whose line was present at its first demand read") \
  C(prefetches_late,    "whose line was still on its way then") \
  C(prefetches_early_evicted, "whose line was evicted unread, and missed by a demand read before it was prefetched anew") \
  C(prefetches_useless, "others, counted at the launch's end or when prefetched anew; law: the four sum to prefetches_issued") \
  C(sectors_asked,      "L2 sectors asked for by misses, prefetches, bypasses, volatile reads and atomics") \
  C(sectors_received,   "data replies taken; law: sectors_asked") \
  C(acks_due,           "stores and reductions sent") \
  C(acks_received,      "acknowledgements taken; law: acks_due")

/* Loads' requests by where their data came from, volatile reads included; of several sectors the
 * farthest counts. Cycles are core cycles from the L1's acceptance to the registers. */
#define GPU_STATS_LATENCY(C) \
  C(l1_requests,        "load requests whose line was in the L1; law: l1d.hits") \
  C(l1_cycles,          "core cycles from the L1's acceptance of these to the registers, summed") \
  C(pending_requests,   "load requests that waited for another of the L1; law: l1d.pending_hits") \
  C(pending_cycles,     "core cycles of these") \
  C(l2_requests,        "load requests sent on whose data were in the L2") \
  C(l2_cycles,          "core cycles of these") \
  C(l3_requests,        "load requests sent on whose data came from the L3") \
  C(l3_cycles,          "core cycles of these") \
  C(dram_requests,      "load requests sent on whose data came from DRAM; law: the five sum to sm.load_requests") \
  C(dram_cycles,        "core cycles of these")

/* Crossbars; one struct each way. */
#define GPU_STATS_ICNT(C) \
  C(packets_in,         "packets taken from the senders") \
  C(packets_out,        "packets handed to the receivers; law: packets_in") \
  C(flits,              "flits moved") \
  C(read_packets,       "reads (requests) or data (replies)") \
  C(write_packets,      "stores (requests) or acknowledgements (replies)") \
  C(atomic_packets,     "of these, atomics and reductions (requests) or atomics' data (replies)") \
  C(payload_bytes,      "bytes of the packets beside their headers") \
  C(atomic_payload_bytes, "of these, of atomic_packets") \
  C(read_cycles,        "interconnect cycles from a sender's push to the receiver, summed over packets of loads") \
  C(port_busy_cycles,   "cycles of output ports transferring") \
  C(blocked_output,     "output-port cycles in which a packet waited because the output buffer was full")

/* L2 and L3; one struct each. An access is one sector. */
#define GPU_STATS_L2(C) \
  C(accesses,           "accepted: reads + writes + atomics (law)") \
  C(reads,              "reads") \
  C(writes,             "writes") \
  C(atomics,            "atomics and reductions") \
  C(read_hits,          "reads and atomics of present sectors") \
  C(read_pending_hits,  "reads and atomics of sectors on their way") \
  C(read_misses,        "reads and atomics that fetched; law: the three sum to reads + atomics") \
  C(write_hits,         "writes to present or pending sectors") \
  C(write_misses,       "writes that allocated their line or sector; law: the two sum to writes") \
  C(fetches,            "sectors asked of the next level") \
  C(fills,              "sectors received; law: fetches") \
  C(evictions,          "valid lines replaced") \
  C(writebacks,         "dirty victims written to the next level, one request each") \
  C(writeback_sectors,  "dirty sectors of these") \
  C(stores_through,     "stores that missed, written to the DRAM (l2_write_miss: through)") \
  C(read_cycles,        "L2 cycles from arrival to the reply's departure, summed over sectors of reads") \
  C(bypass_requests,    "reads that carried the bypass flag") \
  C(bypass_bits_returned, "reads answered with the returned bit set") \
  C(fail_associativity, "cycles the head was rejected: every way reserved") \
  C(fail_mshr_full,     "cycles the head was rejected: no MSHR") \
  C(fail_merge_full,    "cycles the head was rejected: its MSHR holds no more requests") \
  C(fail_miss_queue,    "cycles the head was rejected: queue to the next level full") \
  C(fail_reply_queue,   "cycles the head was rejected: reply queue full") \
  C(fail_dram_queue,    "cycles the head was rejected: l2_dram_queue full (l2_lookup_room)") \
  C(fail_port,          "cycles the head was rejected: data port in use (l2_port_bytes)")

#define GPU_STATS_DRAM(C) \
  C(reads,              "read requests served; law: fetches of the level above") \
  C(writes,             "write requests served; law: writebacks and stores_through of the level above") \
  C(row_hits,           "requests whose row was open when the bank took them up") \
  C(row_misses,         "requests that needed an activation; law: the two sum to reads + writes") \
  C(activates,          "activate commands") \
  C(precharges,         "precharge commands, those of refreshes apart") \
  C(bus_busy_cycles,    "DRAM cycles of data transfer") \
  C(read_bytes,         "bytes read, whole bursts") \
  C(write_bytes,        "bytes written, whole bursts; law: the two are bursts on the bus x dram_atom_bytes") \
  C(active_cycles,      "DRAM cycles with at least one request in a channel") \
  C(read_latency_sum,   "DRAM cycles, arrival at the channel to last data, of reads") \
  C(refreshes,          "refreshes of all banks of a channel") \
  C(refresh_cycles,     "DRAM cycles in which a channel took no command for one, from due to done")

/* One static load, over all launches of its kernel. */
#define GPU_STATS_LOAD(C) \
  C(accesses,           "executions by a warp with at least one active lane") \
  C(lanes,              "active lanes of these") \
  C(requests,           "requests made by the coalescer") \
  C(hits,               "as l1d.hits") \
  C(pending_hits,       "as l1d.pending_hits") \
  C(misses,             "as l1d.misses") \
  C(bypasses,           "as l1d.bypasses") \
  C(uncached,           "as l1d.uncached_reads") \
  C(cold_misses,        "as l1d.cold_misses") \
  C(zero_reuse,         "lines this load allocated that were evicted unused") \
  C(latency_sum,        "core cycles, issue to last data")

/* Host-side activity: differs between a build that sleeps and one that does not, and is
 * therefore kept apart from the statistics of the simulated machine. */
#define GPU_STATS_SLEEP(C) \
  C(sm_ticked,          "SM-cycles simulated") \
  C(sm_slept,           "SM-cycles skipped") \
  C(sched_ticked,       "SM-cycles in which the schedulers were evaluated") \
  C(icnt_ticked,        "crossbar-cycles simulated") \
  C(icnt_slept,         "crossbar-cycles skipped") \
  C(l2_ticked,          "slice-cycles simulated (L2 and L3)") \
  C(l2_slept,           "slice-cycles skipped") \
  C(dram_ticked,        "channel-cycles simulated") \
  C(dram_slept,         "channel-cycles skipped")

/* G(type suffix, member, LIST, doc): the groups of gpu_stats_t. */
#define GPU_STAT_GROUPS(G) \
  G(run,  run,        GPU_STATS_RUN,  "the whole GPU") \
  G(sm,   sm,         GPU_STATS_SM,   "streaming multiprocessors") \
  G(l1d,  l1d,        GPU_STATS_L1D,  "L1 data caches") \
  G(latency, latency, GPU_STATS_LATENCY, "where loads' data came from, and how long it took") \
  G(icnt, icnt_req,   GPU_STATS_ICNT, "crossbar from SMs to L2") \
  G(icnt, icnt_reply, GPU_STATS_ICNT, "crossbar from L2 to SMs") \
  G(l2,   l2,         GPU_STATS_L2,   "L2 slices") \
  G(l2,   l3,         GPU_STATS_L2,   "L3 slices (all 0 without an L3)") \
  G(dram, dram,       GPU_STATS_DRAM, "DRAM channels")
/* clang-format on */

#define GPU_STATS_MEMBER(name, doc) uint64_t name;
typedef struct gpu_stats_run {
    GPU_STATS_RUN(GPU_STATS_MEMBER)
} gpu_stats_run_t;
typedef struct gpu_stats_sm {
    GPU_STATS_SM(GPU_STATS_MEMBER)
} gpu_stats_sm_t;
typedef struct gpu_stats_l1d {
    GPU_STATS_L1D(GPU_STATS_MEMBER)
} gpu_stats_l1d_t;
typedef struct gpu_stats_latency {
    GPU_STATS_LATENCY(GPU_STATS_MEMBER)
} gpu_stats_latency_t;
typedef struct gpu_stats_icnt {
    GPU_STATS_ICNT(GPU_STATS_MEMBER)
} gpu_stats_icnt_t;
typedef struct gpu_stats_l2 {
    GPU_STATS_L2(GPU_STATS_MEMBER)
} gpu_stats_l2_t;
typedef struct gpu_stats_dram {
    GPU_STATS_DRAM(GPU_STATS_MEMBER)
} gpu_stats_dram_t;
typedef struct gpu_stats_load {
    GPU_STATS_LOAD(GPU_STATS_MEMBER)
} gpu_stats_load_t;
typedef struct gpu_stats_sleep {
    GPU_STATS_SLEEP(GPU_STATS_MEMBER)
} gpu_stats_sleep_t;
#undef GPU_STATS_MEMBER

typedef struct gpu_stats {
#define GPU_STATS_GROUP(type, member, list, doc) gpu_stats_##type##_t member;
    GPU_STAT_GROUPS(GPU_STATS_GROUP)
#undef GPU_STATS_GROUP
} gpu_stats_t;

/* One counter: its offset in the struct of its group. */
typedef struct gpu_stat_desc {
    const char *name;
    const char *doc;
    size_t offset;
} gpu_stat_desc_t;

typedef struct gpu_stat_group {
    const char *name; /* "l1d" */
    const char *doc;
    const gpu_stat_desc_t *stats;
    unsigned n_stats;
    size_t offset; /* of the group in gpu_stats_t */
} gpu_stat_group_t;

extern const gpu_stat_group_t gpu_stat_groups[]; /* of gpu_stats_t */
extern const unsigned gpu_stat_group_count;
extern const gpu_stat_group_t gpu_stat_load_group;  /* of gpu_stats_load_t; offset 0 */
extern const gpu_stat_group_t gpu_stat_sleep_group; /* of gpu_stats_sleep_t; offset 0 */

/* A counter of a group whose struct is at base (for a gpu_stats_t: its address + offset). */
static inline uint64_t gpu_stat_get(const void *base, const gpu_stat_desc_t *d)
{
    return *(const uint64_t *)(const void *)((const char *)base + d->offset);
}

/* A row of the per-load table. */
typedef struct gpu_load_row {
    const char *kernel;
    uint32_t pc;
    gpu_stats_load_t s;
} gpu_load_row_t;

#endif
