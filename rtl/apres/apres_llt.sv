// Last load table: the PC of each warp's last load, and which warps have issued the same load last.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV, figure 8.
// Storage: Warps * (PcW + 1) bits = 48 * 33 = 1584, of which 1536 are PCs.
// Example (4 warps, figure 8): warps 0, 2 and 3 have issued 0x10 last, warp 1 another load. Warp 0
//   issues 0x20 -> group {0, 2, 3}; warp 2 issues 0x20 -> group {2, 3}.
// Same cycle: group comes from the table before the edge. At the edge the load is written first, then
//   warps are dropped, then all are cleared: what comes later wins.
// Degenerate: a load_warp of Warps or above has an empty group and is written nowhere. A warp without
//   an entry is alone in its group. PCs are not reset, one means something only while its entry is valid.
// Latency: group 0 cycles; a load is seen by the next cycle's.
module apres_llt #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// bits of a PC, 1 to 64
    parameter int PcW = 32,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: no warp has issued a load
    input  logic             rst_ni,
    /// a warp issues a global load with at least one active lane
    input  logic             load_en_i,
    /// that warp
    input  logic [WarpW-1:0] load_warp_i,
    /// PC of the load
    input  logic [  PcW-1:0] load_pc_i,
    /// warps start or finish
    input  logic             drop_en_i,
    /// bit w: warp w does
    input  logic [Warps-1:0] drop_i,
    /// a kernel starts
    input  logic             clear_en_i,
    /// with load_en_i, bit v: warp v is in the group of the load
    output logic [Warps-1:0] group_o
);
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apres_llt_needs_Warps_1_to_64 i_illegal ();
  end
  if (PcW < 1 || PcW > 64) begin : gen_illegal_pc_w
    apres_llt_needs_PcW_1_to_64 i_illegal ();
  end

  logic [Warps-1:0] valid_q, valid_d;
  (* mem2reg *)
  logic [PcW-1:0] pcs_q[0:Warps-1];

  // own is one-hot, or 0 where no warp loads.
  logic [PcW-1:0] last_pc;
  logic [Warps-1:0] own, same_pc;
  logic has_entry;
  assign last_pc = pcs_q[load_warp_i];
  for (genvar g = 0; g < Warps; g++) begin : gen_match
    assign own[g] = load_en_i && load_warp_i == WarpW'(g);
    assign same_pc[g] = valid_q[g] && pcs_q[g] == last_pc;
  end
  assign has_entry = |(own & valid_q);
  assign group_o   = own | (same_pc & {Warps{has_entry}});

  always_comb begin
    valid_d = valid_q | own;
    if (drop_en_i) valid_d = valid_d & ~drop_i;
    if (clear_en_i) valid_d = {Warps{1'b0}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Warps{1'b0}};
    else valid_q <= valid_d;
  end
  always_ff @(posedge clk_i) begin
    if (|own) pcs_q[load_warp_i] <= load_pc_i;
  end

  always @(posedge clk_i) begin : a_a_group_has_its_own_warp
    if (rst_ni) assert ((own & ~group_o) == {Warps{1'b0}});
  end
  always @(posedge clk_i) begin : a_the_others_have_an_entry
    if (rst_ni) assert ((group_o & ~own & ~valid_q) == {Warps{1'b0}});
  end
endmodule
