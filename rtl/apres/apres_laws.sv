// Locality-aware warp scheduler: warps whose last load was the same move together to head or tail.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV, figure 8.
// Storage: 3 + 2 * Warps = 99 bits; apres.llt 1584, apres.wgt 147, apres.queue 288.
// Example (4 warps, figure 8): warps 0, 2 and 3 have issued 0x10 last, the order is 0 1 2 3. Cycle 0: warp 0
//   issues 0x20 -> members {0, 2, 3}, WGT entry 0. Cycle 3: its result is a hit; cycle 4: moves_hit; cycle
//   5: the order is 0 2 3 1. With a miss it is 1 0 2 3, and cycle 3 has listed.
// Same cycle: one move per edge: a group before a warp that has started (the lowest first) before the
//   target of a prefetch, which waits. A start of a kernel comes before loads and results; it has no effect
//   on pending warps and on the move of this edge. A warp that moves as it starts again moves once more.
//   With Serial a result cuts a move short that is under way.
// Degenerate: a load of no warp forms no group, a result of no group in use has no effect, and a target that
//   names no warp moves nothing, although moves_target is 1. A group without a live warp moves nothing.
// Latency: members, list and pick 0 cycles; a result in cycle t is in the order from t + 2 on, a start of
//   a warp not before, a target from t + 1 on. With Serial the first warp of a group is, the next one a cycle later.
module apres_laws #(
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
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1,
    localparam int GroupW = (Groups > 1) ? $clog2(Groups) : 1
) (
    /// clock
    input  logic                   clk_i,
    /// synchronous reset, active low: no loads, groups and moves; the order is 0, 1, 2, ...
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
    /// a prefetch was made for a warp
    input  logic                   target_en_i,
    /// that warp
    input  logic [      WarpW-1:0] target_warp_i,
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
    /// the load finds no WGT entry
    output logic                   ungrouped_o,
    /// a group has missed: list_o is for the prefetcher
    output logic                   listed_o,
    /// its warps that are live, 0 without
    output logic [      Warps-1:0] list_o,
    /// at this edge a group that hit moves to the head
    output logic                   moves_hit_o,
    /// at this edge a group that missed moves to the tail
    output logic                   moves_miss_o,
    /// at this edge a warp that has started moves to the tail
    output logic                   moves_begin_o,
    /// at this edge the target of a prefetch moves to the head
    output logic                   moves_target_o
);
  // The parts refuse parameters out of range, under the same names.

  logic drop_en;
  logic [Warps-1:0] drop, formed;
  logic take_en, full;
  logic [GroupW-1:0] idx;
  logic took;
  logic free_en, known;
  logic [Warps-1:0] freed;
  logic [Warps-1:0] left;

  logic move_en_q, move_en_d;
  logic move_head_q, move_head_d;
  logic move_begin_q, move_begin_d;
  logic [Warps-1:0] move_mask_q, move_mask_d;
  logic [Warps-1:0] pending_q, pending_d;

  // One-hot, or 0 for a number that names no warp.
  logic [Warps-1:0] load_warp;
  for (genvar w = 0; w < Warps; w++) begin : gen_warp
    assign load_warp[w] = load_warp_i == WarpW'(w);
  end

  assign take_en = load_en_i && !start_en_i && (|load_warp);
  assign drop_en = begin_en_i || finish_en_i;
  assign drop = (begin_i & {Warps{begin_en_i}}) | (finish_i & {Warps{finish_en_i}});
  apres_llt #(
      .Warps(Warps),
      .PcW  (PcW)
  ) i_llt (
      .clk_i,
      .rst_ni,
      .load_en_i (take_en),
      .load_warp_i,
      .load_pc_i,
      .drop_en_i (drop_en),
      .drop_i    (drop),
      .clear_en_i(start_en_i),
      .group_o   (formed)
  );
  assign members_o = formed;

  assign free_en = result_en_i && !start_en_i;
  apres_wgt #(
      .Groups(Groups),
      .Warps (Warps)
  ) i_wgt (
      .clk_i,
      .rst_ni,
      .take_en_i  (take_en),
      .take_mask_i(formed),
      .free_en_i  (free_en),
      .free_idx_i (result_group_i),
      .clear_en_i (start_en_i),
      .full_o     (full),
      .idx_o      (idx),
      .took_o     (took),
      .refused_o  (ungrouped_o),
      .known_o    (known),
      .group_o    (freed)
  );
  assign grouped_o = took;
  assign group_idx_o = idx & {GroupW{took}};

  // A result of a group in use: it moves in the next cycle, and a miss is told to the prefetcher.
  logic moves_group;
  logic [Warps-1:0] group;
  assign moves_group = free_en && known;
  assign group = freed & live_i;
  assign listed_o = moves_group && !result_hit_i;
  assign list_o = group & {Warps{listed_o}};

  // Of the warps that have started the lowest: whether one up to each is, in log2(Warps) steps.
  logic [Warps-1:0] starting, up_to, lowest;
  assign starting = pending_q | (begin_i & {Warps{begin_en_i}});
  always_comb begin
    up_to = starting;
    for (int k = 0; k < WarpW; k++) up_to = up_to | (up_to << (1 << k));
    lowest = starting & ~(up_to << 1);
  end

  // The move of the next cycle.
  logic goes_on, begins;
  assign goes_on = |left;
  assign begins  = !moves_group && !goes_on;
  always_comb begin
    move_en_d    = moves_group || goes_on || (|starting);
    move_head_d  = 1'b0;
    move_begin_d = 1'b1;
    move_mask_d  = lowest;
    pending_d    = begins ? starting & ~lowest : starting;
    if (goes_on) begin
      move_head_d  = move_head_q;
      move_begin_d = move_begin_q;
      move_mask_d  = left;
    end
    if (moves_group) begin
      move_head_d  = result_hit_i;
      move_begin_d = 1'b0;
      move_mask_d  = group;
    end
  end

  assign moves_hit_o = move_en_q && !move_begin_q && move_head_q;
  assign moves_miss_o = move_en_q && !move_begin_q && !move_head_q;
  assign moves_begin_o = move_en_q && move_begin_q;
  assign moves_target_o = target_en_i && !move_en_q;
  apres_queue #(
      .Warps (Warps),
      .Picks (Picks),
      .Serial(Serial)
  ) i_queue (
      .clk_i,
      .rst_ni,
      .move_en_i  (move_en_q),
      .move_head_i(move_head_q),
      .move_mask_i(move_mask_q),
      .target_en_i(moves_target_o),
      .target_warp_i,
      .ready_i,
      .pick_valid_o,
      .pick_o,
      .left_o     (left)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      move_en_q    <= 1'b0;
      move_head_q  <= 1'b0;
      move_begin_q <= 1'b0;
      move_mask_q  <= {Warps{1'b0}};
      pending_q    <= {Warps{1'b0}};
    end else begin
      move_en_q <= move_en_d;
      pending_q <= pending_d;
      if (move_en_d) begin
        move_head_q  <= move_head_d;
        move_begin_q <= move_begin_d;
        move_mask_q  <= move_mask_d;
      end
    end
  end

  logic [3:0] moves;
  assign moves = {moves_hit_o, moves_miss_o, moves_begin_o, moves_target_o};
  always @(posedge clk_i) begin : a_one_move_an_edge
    if (rst_ni) assert ((moves & (moves - 4'd1)) == 4'd0 && (|moves) == (move_en_q || target_en_i));
  end
  always @(posedge clk_i) begin : a_a_group_has_its_own_warp
    if (rst_ni && take_en) assert ((load_warp & ~formed) == {Warps{1'b0}});
  end
  always @(posedge clk_i) begin : a_a_load_has_an_entry_or_none_is_free
    if (rst_ni && take_en) assert (took != full && ungrouped_o == full);
  end
  always @(posedge clk_i) begin : a_a_warp_that_has_started_moves_alone
    if (rst_ni && moves_begin_o) assert ((|move_mask_q) && (move_mask_q & (move_mask_q - Warps'(1))) == {Warps{1'b0}});
  end
  always @(posedge clk_i) begin : a_pending_warps_wait_for_a_move
    if (rst_ni && |pending_q) assert (move_en_q);
  end
endmodule
