// LAWS and SAP of one SM: warps in groups, and prefetches for groups that miss.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV.
// Storage: LLT 1536, WGT 144, DRQ 2048, WQ 384 and PT 1680, together 5792 bits, as the paper counts them.
//   Apart from these: scheduling queue 288, what a miss carries besides its address 2816, valid bits 61,
//   order of use of the PT 45, heads and lengths 23, own registers of LAWS 99, of SAP 166, divider 89.
// Example (figure 9): the PT has PC 200 with warp 10, address 2800, stride 100. In cycle 0 the group {1, 2}
//   of a load of warp 2 at PC 200 misses at 2000. In cycle 1 it moves to the tail and SAP takes the miss;
//   in cycle 19 a prefetch of 1900 for warp 1 is offered. If it is good, warp 1 moves to the head in cycle 20.
// Same cycle: the miss of a group that LAWS lists goes to SAP in that cycle. The target of SAP waits
//   while LAWS makes another move. A start of a kernel comes before all but the moves.
// Degenerate: a number that names no warp, entry or group reads 0 and changes nothing.
// Latency: members and pick 0 cycles; a result in cycle t is in the order from t + 2 on.
module apres #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// bits of a PC, 1 to 64
    parameter int PcW = 32,
    /// groups that loads under way can have, any number from 1 to 16
    parameter int Groups = 3,
    /// schedulers that choose a warp, 1 to 4
    parameter int Picks = 1,
    /// 1: one warp of a move goes per cycle; 0: all do
    parameter int Serial = 0,
    /// bits of an address and of a stride, 1 to 64
    parameter int AddrW = 64,
    /// bits of a warp's ID, 1 to 8; at least those of a warp's number
    parameter int IdW = 8,
    /// misses that can wait, any number from 1 to 64
    parameter int Drq = 32,
    /// entries of the PT, any number from 1 to 32
    parameter int Entries = 10,
    /// bits of the quotient per cycle, 1 to 8; AddrW is a multiple
    parameter int DivBits = 4,
    /// 1: registers from the DRQ to the division and from the WQ to the address of a prefetch; 2: in the product, too
    parameter int Stages = 0,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1,
    localparam int GroupW = (Groups > 1) ? $clog2(Groups) : 1
) (
    /// clock
    input  logic                   clk_i,
    /// synchronous reset, active low: nothing is known or under way; the order is 0, 1, 2, ...
    input  logic                   rst_ni,
    /// a kernel starts
    input  logic                   start_en_i,
    /// a warp issues a global load with at least one active lane
    input  logic                   load_en_i,
    /// that warp
    input  logic [      WarpW-1:0] load_warp_i,
    /// PC of the load
    input  logic [        PcW-1:0] load_pc_i,
    /// warps start
    input  logic                   begin_en_i,
    /// bit w: warp w starts
    input  logic [      Warps-1:0] begin_i,
    /// warps finish
    input  logic                   finish_en_i,
    /// bit w: warp w finishes
    input  logic [      Warps-1:0] finish_i,
    /// bit w: slot w holds a warp
    input  logic [      Warps-1:0] live_i,
    /// the first request of a grouped load has its L1 result
    input  logic                   result_en_i,
    /// it hits
    input  logic                   result_hit_i,
    /// WGT entry of the load
    input  logic [     GroupW-1:0] result_group_i,
    /// PC of the load
    input  logic [        PcW-1:0] result_pc_i,
    /// ID of its warp
    input  logic [        IdW-1:0] result_id_i,
    /// address of its lowest active lane
    input  logic [      AddrW-1:0] result_addr_i,
    /// bit w: prefetches may be for warp w
    input  logic [      Warps-1:0] result_reach_i,
    /// the L1 takes or drops the prefetch that is offered
    input  logic                   pf_take_i,
    /// the L1 has accepted it, or the line is present or pending
    input  logic                   pf_good_i,
    /// bit s * Warps + w: warp w may issue from scheduler s
    input  logic [Picks*Warps-1:0] ready_i,
    /// the load has a WGT entry
    output logic                   grouped_o,
    /// that entry, 0 without
    output logic [     GroupW-1:0] group_idx_o,
    /// with load_en_i: the warps of its group, 0 without
    output logic [      Warps-1:0] members_o,
    /// bit s: scheduler s finds a warp
    output logic [      Picks-1:0] pick_valid_o,
    /// at s * WarpW that warp, 0 without
    output logic [Picks*WarpW-1:0] pick_o,
    /// a prefetch is offered
    output logic                   pf_valid_o,
    /// PC of its load, 0 without
    output logic [        PcW-1:0] pf_pc_o,
    /// warp for which it is made, 0 without
    output logic [        IdW-1:0] pf_id_o,
    /// its address, 0 without
    output logic [      AddrW-1:0] pf_addr_o,
    /// the load finds no WGT entry
    output logic                   ungrouped_o,
    /// a group has missed, and its miss is told to SAP
    output logic                   listed_o,
    /// at this edge a group that hit moves to the head
    output logic                   moves_hit_o,
    /// at this edge a group that missed moves to the tail
    output logic                   moves_miss_o,
    /// at this edge a warp that has started moves to the tail
    output logic                   moves_begin_o,
    /// at this edge the target of a prefetch moves to the head
    output logic                   moves_target_o,
    /// a miss is taken from the DRQ
    output logic                   takes_o,
    /// a miss finds the DRQ full and is lost
    output logic                   dropped_o,
    /// the miss that is taken takes an entry of the PT
    output logic                   allocates_o,
    /// ... that was in use
    output logic                   replaces_o,
    /// the miss that is taken is by the warp of the PT: no stride
    output logic                   same_warp_o,
    /// the division leaves a remainder: no stride
    output logic                   inexact_o,
    /// the stride is not that of the PT, and is written there
    output logic                   mismatch_o,
    /// the stride is that of the PT, and 0
    output logic                   no_stride_o,
    /// the stride is that of the PT: prefetches follow
    output logic                   predicts_o
);
  // Refused here where two must fit together, each in its range first; the parts refuse the others.
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apres_needs_Warps_1_to_64 i_illegal ();
  end else if (IdW < 1 || IdW > 8) begin : gen_illegal_id_w
    apres_needs_IdW_1_to_8 i_illegal ();
  end else if (IdW < WarpW) begin : gen_illegal_id_of_warps
    apres_needs_product_IdW_at_least_index_of_Warps i_illegal ();
  end
  if (AddrW < 1 || AddrW > 64) begin : gen_illegal_addr_w
    apres_needs_AddrW_1_to_64 i_illegal ();
  end else if (DivBits < 1 || DivBits > 8) begin : gen_illegal_div_bits
    apres_needs_DivBits_1_to_8 i_illegal ();
  end else if (AddrW % DivBits != 0) begin : gen_illegal_steps
    apres_needs_product_AddrW_a_multiple_of_DivBits i_illegal ();
  end

  logic miss_en;
  logic [Warps-1:0] miss_group;
  logic target_en;
  logic [IdW-1:0] target_id;
  logic target_moves;

  apres_laws #(
      .Warps (Warps),
      .PcW   (PcW),
      .Groups(Groups),
      .Picks (Picks),
      .Serial(Serial)
  ) i_laws (
      .clk_i,
      .rst_ni,
      .start_en_i,
      .load_en_i,
      .load_warp_i,
      .load_pc_i,
      .begin_en_i,
      .begin_i,
      .finish_en_i,
      .finish_i,
      .live_i,
      .result_en_i,
      .result_hit_i,
      .result_group_i,
      .target_en_i   (target_en),
      .target_warp_i (WarpW'(target_id)),
      .ready_i,
      .grouped_o,
      .group_idx_o,
      .members_o,
      .pick_valid_o,
      .pick_o,
      .ungrouped_o,
      .listed_o      (miss_en),
      .list_o        (miss_group),
      .moves_hit_o,
      .moves_miss_o,
      .moves_begin_o,
      .moves_target_o(target_moves)
  );
  assign listed_o = miss_en;
  assign moves_target_o = target_moves;

  // Of the group that LAWS lists, the warps that prefetches may be for.
  logic [Warps-1:0] reached;
  assign reached = miss_group & result_reach_i;
  apres_sap #(
      .Warps  (Warps),
      .PcW    (PcW),
      .AddrW  (AddrW),
      .IdW    (IdW),
      .Drq    (Drq),
      .Entries(Entries),
      .DivBits(DivBits),
      .Stages (Stages)
  ) i_sap (
      .clk_i,
      .rst_ni,
      .start_en_i,
      .miss_en_i     (miss_en),
      .miss_pc_i     (result_pc_i),
      .miss_id_i     (result_id_i),
      .miss_addr_i   (result_addr_i),
      .miss_group_i  (reached),
      .live_i,
      .pf_take_i,
      .pf_good_i,
      .target_moves_i(target_moves),
      .pf_valid_o,
      .pf_pc_o,
      .pf_id_o,
      .pf_addr_o,
      .target_en_o   (target_en),
      .target_id_o   (target_id),
      .takes_o,
      .dropped_o,
      .allocates_o,
      .replaces_o,
      .same_warp_o,
      .inexact_o,
      .mismatch_o,
      .no_stride_o,
      .predicts_o
  );

  // A prefetch is made for a warp of the SM alone, so that its ID is a warp's number.
  localparam int SumW = IdW + 1;
  always @(posedge clk_i) begin : a_a_target_is_a_warp
    if (rst_ni && target_en) assert (SumW'(target_id) < SumW'(Warps));
  end
  always @(posedge clk_i) begin : a_only_a_target_moves
    if (rst_ni && target_moves) assert (target_en);
  end
  always @(posedge clk_i) begin : a_a_miss_is_of_a_result
    if (rst_ni && miss_en) assert (result_en_i && !result_hit_i && !start_en_i);
  end
endmodule
