/*
 * Configuration of the GPU model: one list, from which the struct, the YAML loader's key table,
 * `--set key=value` and the JSON echo are made. A preset has a value for every key, its own or that
 * of its `base:`; no key has a default in the code. The source of each value stands next to it in
 * configs/NAME.yaml: a paper's table, a release's settings or code, or the reason for an
 * assumption.
 *
 * K(kind, name, lo, hi, unit, doc). All values are uint32_t. kind is U32 (lo <= value <= hi),
 * BOOL (false or true) or ENUM (unit lists the names, '|' between them; the value is the
 * position of the name, from 0).
 */
#ifndef LW_GPU_GPU_CFG_H
#define LW_GPU_GPU_CFG_H

#include <stddef.h>
#include <stdint.h>

/* clang-format off */

/* Latency and initiation interval of the five kinds of arithmetic on a type. */
#define GPU_CFG_OPS(K, type, words) \
  K(U32,  type##_add_latency, 1, 511, "core cycles", "op_latencies opcodes: " words " addition and subtraction, as sp_latency") \
  K(U32,  type##_add_initiation, 1, 511, "core cycles", "as sp_initiation") \
  K(U32,  type##_max_latency, 1, 511, "core cycles", words " minimum and maximum, as sp_latency") \
  K(U32,  type##_max_initiation, 1, 511, "core cycles", "as sp_initiation") \
  K(U32,  type##_mul_latency, 1, 511, "core cycles", words " multiplication, as sp_latency") \
  K(U32,  type##_mul_initiation, 1, 511, "core cycles", "as sp_initiation") \
  K(U32,  type##_mad_latency, 1, 511, "core cycles", words " multiplication and addition (mad), as sp_latency") \
  K(U32,  type##_mad_initiation, 1, 511, "core cycles", "as sp_initiation") \
  K(U32,  type##_div_latency, 1, 511, "core cycles", words " division, as sp_latency") \
  K(U32,  type##_div_initiation, 1, 511, "core cycles", "as sp_initiation")

#define GPU_CFG(K) \
  /* Chip */ \
  K(U32,  n_sms, 1, 64, "SMs", "streaming multiprocessors (compute units)") \
  K(U32,  core_mhz, 1, 100000, "MHz", "clock of the SMs and their L1s") \
  K(U32,  icnt_mhz, 1, 100000, "MHz", "clock of the crossbars") \
  K(U32,  l2_mhz, 1, 100000, "MHz", "clock of the L2 and the L3") \
  K(U32,  dram_mhz, 1, 100000, "MHz", "command clock of the DRAM; t_* below count it") \
  K(U32,  warp_size, 32, 64, "lanes", "threads of a warp (wavefront): 32 or 64") \
  K(U32,  simt_width, 1, 64, "lanes", "lanes an execution unit takes a cycle; a warp occupies it warp_size / simt_width times its initiation interval") \
  /* Occupancy of an SM */ \
  K(U32,  warps_per_sm, 1, 64, "warps", "warp slots") \
  K(U32,  ctas_per_sm, 1, 64, "CTAs", "CTA slots") \
  K(U32,  regs_per_sm, 1024, 1048576, "registers", "32-bit registers of all lanes") \
  K(U32,  reg_round, 1, 64, "registers", "registers per thread are rounded up to a multiple of this for occupancy") \
  K(U32,  shared_bytes, 0, 1048576, "B", "shared memory") \
  K(ENUM, tick_order, 0, 1, "flow|release", "order within a core cycle: CTAs are dispatched before the SMs' cycle, and an SM sends what its memory stage has just accepted; or as GPGPU-Sim 3.2, CTAs after the SMs, and an SM sends before its memory stage, which finds the place free") \
  K(U32,  cta_issue, 1, 64, "CTAs", "CTAs dispatched a core cycle to all SMs together, at most one an SM") \
  /* Fetch and issue */ \
  K(U32,  schedulers, 1, 4, "schedulers", "warp schedulers; warp slot w belongs to scheduler w mod schedulers") \
  K(ENUM, sched_policy, 0, 3, "lrr|gto|oldest|two_level", "baseline warp choice: loose round-robin, greedy then oldest, oldest first, loose round-robin in an active set") \
  K(U32,  sched_active, 1, 64, "warps", "size of a scheduler's active set under two_level") \
  K(U32,  issue_per_sched, 1, 2, "instructions", "issue ports of a scheduler: instructions of one warp it may issue in a cycle") \
  K(U32,  fetch_warps, 1, 4, "warps", "fetch ports of an SM: warps fetched for in a cycle") \
  K(U32,  fetch_insts, 1, 8, "instructions", "instructions a fetch brings, and the size of a warp's instruction buffer") \
  K(U32,  fetch_latency, 1, 64, "core cycles", "fetch to first possible issue") \
  K(BOOL, fetch_past_jumps, 0, 1, "", "a jump does not empty the instruction buffer: fetch follows the path taken (Accel-Sim on traces)") \
  K(ENUM, fence, 0, 1, "acks|registers", "a fence waits for the replies of the warp's memory operations, stores' acknowledgements included; or, as GPGPU-Sim, only until no result of the warp's instructions is under way to a register") \
  K(U32,  l1i_sets, 0, 4096, "sets", "instruction cache, a power of two, lines of line_bytes; 0: instructions always hit") \
  K(U32,  l1i_ways, 1, 64, "ways", "LRU, allocated when filled") \
  K(U32,  l1i_mshrs, 1, 64, "entries", "instruction lines outstanding") \
  /* Execution units of an SM */ \
  K(U32,  exec_delay, 0, 64, "core cycles", "issue to the first execution stage, part of no latency below: added to those of the SP, SFU and DP units") \
  K(U32,  ldst_delay, 0, 64, "core cycles", "as exec_delay, of memory instructions: issue to the memory stage, beyond one cycle; part of no latency below, and added to all of memory") \
  K(U32,  operand_delay, 0, 8, "core cycles", "added to exec_delay and ldst_delay for each register that an instruction names as a source, address registers included, its guard not") \
  K(ENUM, op_latencies, 0, 1, "units|opcodes", "latencies and initiation intervals by unit (sp_, sfu_, dp_), which divisions take several times; or by opcode and type as GPGPU-Sim 3.2 (logic_, int_, fp_, dp_add_ and so on)") \
  K(U32,  logic_latency, 1, 511, "core cycles", "op_latencies opcodes: what has no key of its own, each core cycle one; as sp_latency") \
  GPU_CFG_OPS(K, int, "integer") \
  GPU_CFG_OPS(K, fp, "single-precision") \
  GPU_CFG_OPS(K, dp, "double-precision") \
  K(ENUM, imul_unit, 0, 1, "sp|sfu", "integer multiplications, also with an addition, execute on an SP unit; or on the SFU, which executes integer divisions but then no remainders") \
  K(ENUM, fmul_unit, 0, 1, "sp|either", "a single-precision multiplication executes on an SP unit; or on the SFU if no SP unit is free (with dp_unit sp a double-precision one, too)") \
  K(ENUM, dp_unit, 0, 1, "dp|sp", "double precision executes on DP units (dp_units); or on SP units, its divisions, roots and reciprocals on the SFU") \
  K(U32,  sp_units, 1, 8, "units", "integer and single-precision units") \
  K(U32,  sp_latency, 1, 255, "core cycles", "issue to issue of a dependent instruction") \
  K(U32,  sp_initiation, 1, 64, "core cycles", "issue to the next issue on the same unit") \
  K(U32,  sfu_units, 1, 8, "units", "special function units") \
  K(U32,  sfu_latency, 1, 255, "core cycles", "as sp_latency") \
  K(U32,  sfu_initiation, 1, 64, "core cycles", "as sp_initiation") \
  K(U32,  dp_units, 0, 8, "units", "double-precision units; 0: the SFU executes double precision, with dp_latency and dp_initiation (dp_unit dp)") \
  K(U32,  dp_latency, 1, 255, "core cycles", "as sp_latency") \
  K(U32,  dp_initiation, 1, 64, "core cycles", "as sp_initiation") \
  K(U32,  ldst_units, 1, 4, "instructions", "memory instructions the LDST unit takes a cycle") \
  K(U32,  ldst_queue, 1, 64, "instructions", "memory instructions issued that wait for, or are in, the memory stage") \
  K(U32,  wb_ports, 0, 64, "results", "results of instructions an SM writes to its registers in a cycle; 0: any number") \
  K(BOOL, wb_loads, 0, 1, "", "results of memory instructions take a port of wb_ports, too; false: they have their own way to the registers") \
  K(U32,  const_latency, 1, 255, "core cycles", "load of parameters and constants: a hit in the constant cache") \
  K(ENUM, const_path, 0, 1, "beside|stage", "loads of constants and parameters go beside the memory stage; or through it, a block of l1c_line_bytes a cycle, the highest address first") \
  K(U32,  l1c_sets, 0, 65536, "sets", "constant cache, a power of two; 0: constants always hit") \
  K(U32,  l1c_ways, 1, 64, "ways", "LRU, allocated when filled") \
  K(U32,  l1c_line_bytes, 32, 256, "B", "a power of two, with l1c_sets at most line_bytes") \
  K(U32,  l1c_mshrs, 1, 64, "entries", "lines of constants outstanding") \
  K(U32,  l1c_merge, 1, 256, "requests", "requests such an entry holds, the first included") \
  K(U32,  l1t_sets, 0, 65536, "sets", "texture cache, a power of two; 0: texture reads always hit, and cost what constants in the memory stage cost") \
  K(U32,  l1t_ways, 1, 64, "ways", "LRU, allocated by the access") \
  K(U32,  l1t_line_bytes, 32, 256, "B", "a power of two, with l1t_sets at most line_bytes; texture reads go through the memory stage, such a block a cycle, the highest address first") \
  K(U32,  l1t_fragments, 1, 4096, "blocks", "blocks accepted whose data have not left the cache; they leave in order") \
  K(U32,  l1t_requests, 1, 256, "requests", "misses waiting for the interconnect") \
  K(U32,  l1t_results, 1, 256, "blocks", "blocks whose data wait to be written to the registers, one a cycle") \
  K(U32,  smem_latency, 1, 255, "core cycles", "load from shared memory without conflicts, as sp_latency") \
  K(U32,  smem_banks, 1, 64, "banks", "banks of the shared memory, a power of two") \
  K(U32,  smem_bank_bytes, 4, 8, "B", "width of a bank: 4 or 8") \
  K(ENUM, smem_passes, 0, 1, "banks|warp", "lanes in passes of as many words as there are banks, each as long as its busiest bank has distinct words; or all words of a warp in one") \
  K(ENUM, coalescer, 0, 2, "lines|segments|halves", "lines: the fewest line-sized requests, lowest lane first; segments: as GPGPU-Sim, with lines of 128 B: 32 B for bytes, 64 B for halfwords, lines else, highest address first, a store being widened to 32, 64 or 128 aligned bytes; of a trace's loads .STRONG.GPU alone bypasses the L1, in segments of 32 B; halves: as GPGPU-Sim 3.2, with lines of 128 B and L2 sectors of a line: the same segments, of which a load that bypasses the L1 or an atomic, too, is reduced to the half, and again, that holds what it touches; atomics by half-warp") \
  K(ENUM, local_map, 0, 1, "region|slots", "local memory: a region for each CTA resident on the GPU, in which a word of a warp's lanes is a row; or, as GPGPU-Sim, by SM and CTA slot, a word of all threads that the GPU can hold side by side") \
  K(U32,  coalesce_lanes, 4, 64, "lanes", "neighbouring lanes that share a request for a line, a power of two: lanes of two such groups make requests of their own; warp_size or more: all lanes share; atomics: all lanes, always") \
  /* L1 data cache: write-evict, no write-allocate, allocate-on-miss */ \
  K(U32,  line_bytes, 32, 256, "B", "cache line of every level, a power of two") \
  K(U32,  l1_sets, 1, 65536, "sets", "a power of two") \
  K(U32,  l1_ways, 1, 1048576, "ways", "associativity; a power of two for plru; sets * ways is at most 1048576") \
  K(ENUM, l1_replacement, 0, 1, "lru|plru", "exact LRU or the binary-tree pseudo-LRU") \
  K(ENUM, l1_index, 0, 1, "linear|fermi", "set index: low line-address bits, or Fermi's XOR of address bits 7-11 with 13-15, 17 and 19 (32 or 64 sets of 128 B)") \
  K(U32,  l1_mshrs, 1, 1024, "entries", "distinct lines outstanding") \
  K(U32,  l1_mshr_merge, 1, 64, "requests", "requests an MSHR entry holds, the first included") \
  K(U32,  l1_miss_queue, 1, 256, "requests", "read misses waiting for the interconnect") \
  K(U32,  l1_inject_queue, 0, 256, "requests", "stores, atomics and bypassed reads waiting for the interconnect, in one order with the misses; 0: they share l1_miss_queue") \
  K(U32,  l1_read_spare, 0, 255, "requests", "entries of l1_miss_queue that must stay free when a read misses or merges, less than all; above 0 a read looks for room there before it looks for an MSHR") \
  K(BOOL, l1_bypass_merge, 0, 1, "", "a read that a policy bypasses waits for the reply of a bypassed read of the same line that is under way, as at an MSHR; false: each has a reply of its own") \
  K(ENUM, l1_bypass_size, 0, 1, "line|asked", "data of a read that bypasses the L1: the line (a volatile read: its sectors); or the smallest aligned 32, 64, 128... bytes that hold what its lanes touch, in the sectors they lie in, the whole line if it may fill the L1 after all") \
  K(ENUM, l1_bypass_path, 0, 1, "queue|beside", "bypassed and volatile reads and atomics leave through l1_inject_queue, in one order with the rest; or straight into the input buffer of the crossbar, in the cycle of their access and past what waits in the queue") \
  K(ENUM, l1_store_hit, 0, 1, "evict|keep", "a store to a line that is here evicts it, or is written into it, too; atomics always evict") \
  K(ENUM, l1_local_store, 0, 1, "through|back", "a store to local memory that hits: as l1_store_hit, or it stays in the line, which is written back when it is evicted; none of it leaves at a kernel's end, and with l1_flush none after it") \
  K(BOOL, l1_flush, 0, 1, "", "the L1D is emptied at a kernel's start; false: it keeps its lines, also those of local memory that are not written back yet (l1_local_store)") \
  K(U32,  l1_prefetch_queue, 0, 256, "requests", "prefetches of policies waiting for a cycle without a demand request; 0: none but those of a policy that brings a queue along") \
  K(U32,  l1_lookup_delay, 0, 252, "core cycles", "from the memory stage to the tag lookup: a pipeline of as many requests, which a rejected lookup holds up; 0: looked up in the memory stage") \
  K(U32,  l1_hit_latency, 1, 255, "core cycles", "issue of a one-request load that hits to issue of a dependent instruction") \
  K(U32,  l1_miss_delay, 0, 255, "core cycles", "L1 lookup to the request's entry into the interconnect") \
  K(U32,  l1_fill_delay, 0, 255, "core cycles", "end of an MSHR's fill, or a bypass reply, to issue of a dependent instruction") \
  K(ENUM, send_ports, 0, 1, "one|each", "packets that enter the crossbar in a core cycle: one, of the instruction cache before one of the L1; or one of each. What goes beside l1_miss_queue (l1_bypass_path) is not counted") \
  K(U32,  reply_queue, 0, 64, "replies", "replies of the crossbar waiting in an SM, from the cycle after they came on; 0: none, a reply is used in the cycle in which it comes") \
  K(ENUM, writeback, 0, 1, "free|turn", "data of replies and results of shared memory: written to the registers when they are there; or one a cycle, in turn shared memory, textures, constants, reads that bypassed the L1 and atomics, lines of the L1, where one that waits holds up what is behind it. Hits in the L1 do not count") \
  /* Crossbars, one each way */ \
  K(U32,  flit_bytes, 4, 512, "B", "a packet takes ceil(bytes / flit_bytes) cycles of its input and of its output port") \
  K(U32,  header_bytes, 0, 64, "B", "added to every packet: a read request or a store's acknowledgement is the header alone") \
  K(U32,  icnt_latency, 1, 1023, "icnt cycles", "last flit sent to first visible at the output, unloaded") \
  K(U32,  icnt_gap, 0, 15, "icnt cycles", "a packet holds its input and its output port for so many cycles beyond its flits'") \
  K(U32,  icnt_in_flits, 1, 4096, "flits", "input buffer of a port; always takes one packet when empty") \
  K(U32,  icnt_out_flits, 1, 4096, "flits", "output buffer of a port, packets under way included; always takes one packet when empty") \
  /* L2: write-back, write-allocate; a slice is sets x ways lines */ \
  K(U32,  l2_slices, 1, 8, "slices", "slices per DRAM channel, a power of two") \
  K(U32,  l2_sets, 1, 65536, "sets", "sets of a slice, a power of two") \
  K(U32,  l2_ways, 1, 64, "ways", "associativity; a power of two for plru") \
  K(ENUM, l2_replacement, 0, 1, "lru|plru", "as l1_replacement") \
  K(U32,  l2_sector_bytes, 32, 256, "B", "unit of L2 access, fill and reply; line_bytes: not sectored") \
  K(ENUM, l2_write_miss, 0, 2, "fetch|lazy|through", "a store that covers part of a sector fetches it at once, or only when it is read, and is acknowledged by the L2; or every store whose line is not here is written to the DRAM, which acknowledges it, and its line is read, also for a whole line") \
  K(U32,  l2_mshrs, 1, 1024, "entries", "distinct sectors outstanding in a slice") \
  K(U32,  l2_mshr_merge, 1, 64, "requests", "requests an MSHR entry holds, the first included") \
  K(U32,  l2_miss_queue, 1, 256, "requests", "reads and write-backs of a slice waiting for the next level") \
  K(U32,  l2_read_spare, 0, 255, "requests", "entries of l2_miss_queue that must stay free when a read or an atomic misses or merges, less than all; above 0 it looks for room there before it looks for an MSHR") \
  K(U32,  l2_store_spare, 0, 255, "requests", "the same for a store that sends something to the next level") \
  K(U32,  l2_dram_queue, 0, 256, "requests", "a second queue behind l2_miss_queue, out of which the next level takes requests; one enters in an L2 cycle, before the lookup; 0: none") \
  K(U32,  l2_fill_queue, 0, 256, "replies", "replies of the DRAM that a slice holds; one enters in a DRAM cycle, the others wait in dram_return_queue, in order; 0: all that are due, and they keep their places of dram_return_queue") \
  K(U32,  l2_queue, 1, 256, "requests", "requests at a slice waiting for their lookup, those of rop_latency not counted") \
  K(U32,  l2_reply_queue, 1, 256, "replies", "replies of a slice waiting for the interconnect") \
  K(BOOL, l2_lookup_room, 0, 1, "", "whatever a lookup needs, it waits for a place in l2_dram_queue and one in l2_reply_queue") \
  K(U32,  l2_latency, 1, 1023, "L2 cycles", "slice lookup of a hit to its reply; also fill to reply") \
  K(U32,  l2_port_bytes, 0, 256, "B", "width of a slice's data port, which a hit takes for its data, and a dirty line that is evicted, and of its fill port, for a line: so many L2 cycles until the next lookup, and fill; 0: a cycle whatever the size") \
  K(BOOL, l2_fetch_first, 0, 1, "", "what a miss fetches goes down before the dirty line that it pushes out") \
  K(BOOL, l2_sector_acks, 0, 1, "", "each sector of a store is acknowledged by itself") \
  K(U32,  l2_copy_bits, 0, 64, "bits", "a copy from the host leaves its lines in the L2 at the low bits of their addresses; 64: where they are; 0: nowhere") \
  K(ENUM, latency_clock, 0, 1, "own|core", "rop_latency and dram_latency count cycles of the L2 and of the DRAM; or both count core cycles") \
  K(U32,  rop_latency, 0, 1023, "L2 cycles", "arrival at the slice to its lookup; with latency_clock core in core cycles") \
  K(ENUM, rop_queue, 0, 1, "counted|open", "a slice takes requests from the crossbar while it holds fewer than l2_queue and the cycles of rop_latency; or while fewer than l2_queue of them have their rop_latency behind them") \
  K(U32,  interleave_bytes, 32, 65536, "B", "consecutive bytes on one channel, a power of two, at least line_bytes") \
  /* L3, memory-side: one slice per DRAM channel */ \
  K(BOOL, l3_enabled, 0, 1, "", "an L3 slice stands before each channel") \
  K(U32,  l3_sets, 1, 65536, "sets", "sets of a slice, a power of two") \
  K(U32,  l3_ways, 1, 64, "ways", "associativity; a power of two for plru") \
  K(ENUM, l3_replacement, 0, 1, "lru|plru", "as l1_replacement") \
  K(U32,  l3_mshrs, 1, 1024, "entries", "as l2_mshrs") \
  K(U32,  l3_mshr_merge, 1, 64, "requests", "as l2_mshr_merge") \
  K(U32,  l3_queue, 1, 256, "requests", "requests of the L2 waiting at a slice") \
  K(U32,  l3_miss_queue, 1, 256, "requests", "as l2_miss_queue") \
  K(U32,  l3_tag_latency, 0, 1023, "L2 cycles", "arrival at the slice to its lookup") \
  K(U32,  l3_latency, 1, 1023, "L2 cycles", "lookup of a hit to its reply (data access)") \
  /* DRAM: FR-FCFS, open page */ \
  K(U32,  dram_channels, 1, 32, "channels", "any number; addresses are interleaved modulo it") \
  K(U32,  dram_banks, 1, 32, "banks", "banks of a channel, a power of two, at least l2_slices") \
  K(U32,  dram_bank_groups, 1, 8, "groups", "column commands to banks of the same group are t_ccdl apart; 1: no t_ccdl") \
  K(ENUM, dram_group_bits, 0, 1, "low|high", "which bits of a bank's number tell its group") \
  K(U32,  dram_row_bytes, 256, 65536, "B", "row of a bank, a power of two, at least interleave_bytes") \
  K(U32,  dram_queue, 1, 1024, "requests", "requests the FR-FCFS scheduler sees") \
  K(ENUM, dram_hold, 0, 1, "served|taken", "a request keeps its place in dram_queue until its last column command, or until a bank takes it up") \
  K(ENUM, dram_admit, 0, 2, "push|queue|credits", "slices hand over what they have while the channel's latency pipeline has a place, the lower slice first; the channel takes one request a DRAM cycle, slices in turn, while dram_queue has a place; the same, and each request borrows a credit: a slice has one of its own, all of a channel share dram_queue + dram_return_queue - (slices - 1)") \
  K(ENUM, dram_take_up, 0, 1, "all|one", "every idle bank takes up a waiting request at once, or one bank a DRAM cycle, in turn") \
  K(ENUM, dram_scan, 0, 2, "columns|turn|pair", "a column command before any other; the first bank in turn that has a legal command; the same, and a column command of a later bank in the same cycle as a row command") \
  K(U32,  dram_return_queue, 1, 1024, "replies", "reads done or being transferred that the next level has not taken") \
  K(U32,  dram_latency, 0, 1023, "DRAM cycles", "arrival at the channel to entry into the scheduler's queue; with latency_clock core in core cycles") \
  K(U32,  dram_atom_bytes, 8, 256, "B", "bytes a column command moves; a request takes ceil(bytes / atom) of them") \
  K(U32,  dram_burst, 1, 32, "DRAM cycles", "data bus time of a column command") \
  K(U32,  t_ccd, 1, 255, "DRAM cycles", "column command to column command") \
  K(U32,  t_ccdl, 1, 255, "DRAM cycles", "column command to column command of the same bank group") \
  K(U32,  t_rrd, 1, 255, "DRAM cycles", "activate to activate of another bank") \
  K(U32,  t_rcd, 1, 255, "DRAM cycles", "activate to column command") \
  K(U32,  t_rcdwr, 0, 255, "DRAM cycles", "activate to a write's column command; 0: as t_rcd") \
  K(U32,  t_ras, 1, 255, "DRAM cycles", "activate to precharge") \
  K(U32,  t_rp, 1, 255, "DRAM cycles", "precharge to activate") \
  K(U32,  t_rc, 1, 255, "DRAM cycles", "activate to activate of the same bank") \
  K(U32,  t_cl, 1, 255, "DRAM cycles", "read command to its data") \
  K(U32,  t_wl, 1, 255, "DRAM cycles", "write command to its data") \
  K(U32,  t_cdlr, 1, 255, "DRAM cycles", "end of write data to a read command") \
  K(U32,  t_wr, 1, 255, "DRAM cycles", "end of write data to precharge") \
  K(U32,  t_rtp, 1, 255, "DRAM cycles", "read command to precharge") \
  K(U32,  t_rtpl, 0, 255, "DRAM cycles", "read command to precharge of any bank of its group; 0: of its own alone, t_rtp") \
  K(U32,  t_refi, 0, 1000000, "DRAM cycles", "refresh to refresh of all banks of a channel; 0: none") \
  K(U32,  t_rfc, 0, 65535, "DRAM cycles", "a refresh, in which the banks take no command") \
  /* Safety net */ \
  K(U32,  watchdog_cycles, 1000, 1000000000, "core cycles", "without any progress for so long the run stops with a dump")
/* clang-format on */

typedef struct gpu_cfg {
#define GPU_CFG_MEMBER(kind, name, lo, hi, unit, doc) uint32_t name;
    GPU_CFG(GPU_CFG_MEMBER)
#undef GPU_CFG_MEMBER
} gpu_cfg_t;

typedef enum gpu_cfg_kind { GPU_CFG_U32, GPU_CFG_BOOL, GPU_CFG_ENUM } gpu_cfg_kind_t;

typedef struct gpu_cfg_key {
    const char *name;
    gpu_cfg_kind_t kind;
    uint32_t lo, hi;
    const char *unit; /* of an ENUM: the names, '|' between them */
    const char *doc;
    size_t offset; /* of the uint32_t in gpu_cfg_t */
} gpu_cfg_key_t;

/* In the order of the list. */
extern const gpu_cfg_key_t gpu_cfg_keys[];
extern const unsigned gpu_cfg_key_count;

/* Values of the ENUM keys. */
enum { GPU_SCHED_LRR, GPU_SCHED_GTO, GPU_SCHED_OLDEST, GPU_SCHED_TWO_LEVEL };
enum { GPU_TICK_FLOW, GPU_TICK_RELEASE };
enum { GPU_LATENCIES_UNITS, GPU_LATENCIES_OPCODES };
enum { GPU_SMEM_BANKS, GPU_SMEM_WARP };
enum { GPU_FENCE_ACKS, GPU_FENCE_REGISTERS };
enum { GPU_IMUL_SP, GPU_IMUL_SFU };
enum { GPU_FMUL_SP, GPU_FMUL_EITHER };
enum { GPU_DP_DP, GPU_DP_SP };
enum { GPU_REPL_LRU, GPU_REPL_PLRU };
enum { GPU_INDEX_LINEAR, GPU_INDEX_FERMI };
enum { GPU_BYPASS_LINE, GPU_BYPASS_ASKED };
enum { GPU_BYPASS_QUEUE, GPU_BYPASS_BESIDE };
enum { GPU_SEND_ONE, GPU_SEND_EACH };
enum { GPU_WRITEBACK_FREE, GPU_WRITEBACK_TURN };
enum { GPU_CONST_BESIDE, GPU_CONST_STAGE };
enum { GPU_STORE_EVICT, GPU_STORE_KEEP };
enum { GPU_LOCAL_THROUGH, GPU_LOCAL_BACK };
enum { GPU_LOCAL_REGION, GPU_LOCAL_SLOTS };
enum { GPU_WRITE_FETCH, GPU_WRITE_LAZY, GPU_WRITE_THROUGH };
enum { GPU_LATENCY_OWN, GPU_LATENCY_CORE };
enum { GPU_ROP_COUNTED, GPU_ROP_OPEN };
enum { GPU_DRAM_LOW, GPU_DRAM_HIGH };
enum { GPU_DRAM_SERVED, GPU_DRAM_TAKEN };
enum { GPU_DRAM_PUSH, GPU_DRAM_QUEUE, GPU_DRAM_CREDITS };
enum { GPU_DRAM_ALL, GPU_DRAM_ONE };
enum { GPU_DRAM_COLUMNS, GPU_DRAM_TURN, GPU_DRAM_PAIR };
enum { GPU_COALESCE_LINES, GPU_COALESCE_SEGMENTS, GPU_COALESCE_HALVES };

/* The key of that name, or NULL. */
const gpu_cfg_key_t *gpu_cfg_key(const char *name);

uint32_t gpu_cfg_get(const gpu_cfg_t *c, const gpu_cfg_key_t *k);
void gpu_cfg_set(gpu_cfg_t *c, const gpu_cfg_key_t *k, uint32_t v);

/* Text to value, as YAML and --set write it: a decimal number; false or true; a name of the
 * ENUM. 0, or -EINVAL and what was expected in why ("a power of
 * two"), to be said after the key and its value. */
int gpu_cfg_parse(const gpu_cfg_key_t *k, const char *text, uint32_t *v, char *why, size_t n);

/* Value to text, the inverse of gpu_cfg_parse (numbers need 10 characters). */
void gpu_cfg_format(const gpu_cfg_key_t *k, uint32_t v, char *text, size_t n);

/* Ranges, and the rules that tie keys together (powers of two, sizes that must divide...). 0, or
 * -EINVAL with the offending key in *key and what was expected in why, as above. */
int gpu_cfg_check(const gpu_cfg_t *c, const gpu_cfg_key_t **key, char *why, size_t n);

#endif
