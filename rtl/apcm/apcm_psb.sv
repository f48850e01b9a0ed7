// Protection status board of apcm: which warps protect lines, and until when.
//
// Source: Koo et al., "Access Pattern-Aware Cache Management for Improving Data Utilization in
//   GPU", ISCA 2017, section 5.
// Storage: Warps * (2 + IdW) bits = 48 * 6 = 288.
// Example: set warp 3, last 5, no loop -> it protects; load 2's final request -> still; load 5's final
//   request -> released. Set with the loop bit, it is released when it leaves that loop.
// Same cycle: set, final request, loop exit, start or finish of a warp, start of a kernel; what comes
//   later in this order wins. The final request sees what the set of its cycle leaves, the exit what was
//   before the edge.
// Degenerate: a warp of Warps or above reads 0, and neither a set nor a release of it does anything.
//   Nothing but protect is reset: the rest means something only where it is set.
// Latency: reads 0 cycles; a change is seen in the next cycle.
module apcm_psb #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// bits of a load's ID, 1 to 6
    parameter int IdW = 4,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: no warp protects
    input  logic             rst_ni,
    /// the warp of the access
    input  logic [WarpW-1:0] rd_warp_i,
    /// the access begins to protect lines of warp rd_warp_i
    input  logic             set_en_i,
    /// the load after which it ends
    input  logic [  IdW-1:0] set_last_i,
    /// it ends with the loop instead
    input  logic             set_loop_i,
    /// the access is the final request of its load
    input  logic             done_en_i,
    /// that load
    input  logic [  IdW-1:0] done_id_i,
    /// a warp leaves a loop
    input  logic             exit_en_i,
    /// that warp
    input  logic [WarpW-1:0] exit_warp_i,
    /// the loop has load exit_last_o
    input  logic             exit_match_i,
    /// a warp starts or finishes
    input  logic             warp_en_i,
    /// that warp
    input  logic [WarpW-1:0] warp_i,
    /// a kernel starts
    input  logic             clear_en_i,
    /// warp rd_warp_i protects
    output logic             rd_protect_o,
    /// the load after which that ends; 0 without
    output logic [  IdW-1:0] rd_last_o,
    /// it ends with the loop; 0 without
    output logic             rd_loop_o,
    /// warp exit_warp_i protects until it leaves a loop
    output logic             exit_watch_o,
    /// the load whose loop that is; 0 without
    output logic [  IdW-1:0] exit_last_o,
    /// bit w: warp w protects
    output logic [Warps-1:0] live_o,
    /// a warp that protects no longer does after this edge
    output logic             released_o
);
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apcm_psb_needs_Warps_1_to_64 i_illegal ();
  end
  if (IdW < 1 || IdW > 6) begin : gen_illegal_id_w
    apcm_psb_needs_IdW_1_to_6 i_illegal ();
  end

  logic [Warps-1:0] protect_q, protect_d;
  (* mem2reg *)
  logic [IdW-1:0] last_q[0:Warps-1];
  (* mem2reg *)
  logic loop_q[0:Warps-1];

  // A number that names no warp selects none.
  logic [Warps-1:0] rd_sel, exit_sel, warp_sel;
  for (genvar w = 0; w < Warps; w++) begin : gen_sel
    assign rd_sel[w] = rd_warp_i == WarpW'(w);
    assign exit_sel[w] = exit_warp_i == WarpW'(w);
    assign warp_sel[w] = warp_i == WarpW'(w);
  end

  logic rd_ok, exit_protect;
  assign rd_ok = |rd_sel;
  assign exit_protect = |(exit_sel & protect_q);
  assign rd_protect_o = |(rd_sel & protect_q);
  assign rd_last_o = rd_protect_o ? last_q[rd_warp_i] : {IdW{1'b0}};
  assign rd_loop_o = rd_protect_o && loop_q[rd_warp_i];
  assign exit_watch_o = exit_protect && loop_q[exit_warp_i];
  assign exit_last_o = exit_watch_o ? last_q[exit_warp_i] : {IdW{1'b0}};
  assign live_o = protect_q;

  // Whether the final request releases, for both cases of the set, which is known late.
  logic done_kept, done_set, done, leaves;
  assign done_kept = rd_protect_o && !rd_loop_o && rd_last_o == done_id_i;
  assign done_set = !set_loop_i && set_last_i == done_id_i;
  assign done = done_en_i && (set_en_i ? done_set : done_kept);
  assign leaves = exit_en_i && exit_match_i && exit_watch_o;
  always_comb begin
    protect_d = protect_q | (rd_sel & {Warps{set_en_i}});
    protect_d = protect_d & ~(rd_sel & {Warps{done}});
    protect_d = protect_d & ~(exit_sel & {Warps{leaves}});
    protect_d = protect_d & ~(warp_sel & {Warps{warp_en_i}});
    protect_d = protect_d & {Warps{!clear_en_i}};
  end
  assign released_o = |(protect_q & ~protect_d);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) protect_q <= {Warps{1'b0}};
    else protect_q <= protect_d;
  end
  always_ff @(posedge clk_i) begin
    if (set_en_i && rd_ok) begin
      last_q[rd_warp_i] <= set_last_i;
      loop_q[rd_warp_i] <= set_loop_i;
    end
  end

  always @(posedge clk_i) begin : a_watch_is_of_a_live_warp
    if (rst_ni && exit_watch_o) assert (|(exit_sel & live_o));
  end
  always @(posedge clk_i) begin : a_clear_leaves_none
    if (rst_ni && clear_en_i) assert (protect_d == {Warps{1'b0}});
  end
  always @(posedge clk_i) begin : a_started_warp_does_not_protect
    if (rst_ni && warp_en_i) assert ((protect_d & warp_sel) == {Warps{1'b0}});
  end
endmodule
