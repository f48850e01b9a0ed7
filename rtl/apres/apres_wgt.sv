// Warp group table: the groups of the loads that are under way.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV.
// Storage: Groups * (Warps + 1) bits = 3 * 49 = 147, of which 144 are groups.
// Example (3 groups, after reset): take {0} -> entry 0; take {1} -> entry 1; take {0, 2} -> entry 2;
//   take {1} -> refused; free 1 and take {2} -> {1} is read, the take is refused; take {2} -> entry 1.
// Same cycle: outputs come from the table before the edge: an entry that is freed can be taken in the
//   next cycle. A clear comes before both a take and a free. A take of the entry that a free names, which
//   is not in use then, is done.
// Degenerate: the lowest free entry is taken; idx is 0 if there is none. A free_idx that is not in use, or
//   of Groups or above, reads 0 and frees nothing. Groups are not reset, one means something only while
//   its entry is in use.
// Latency: outputs 0 cycles; a take or a free is seen in the next cycle.
module apres_wgt #(
    /// groups that loads under way can have, any number from 1 to 16
    parameter int Groups = 3,
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    localparam int IdxW = (Groups > 1) ? $clog2(Groups) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: every entry is free
    input  logic             rst_ni,
    /// a group is formed
    input  logic             take_en_i,
    /// bit w: warp w is in it
    input  logic [Warps-1:0] take_mask_i,
    /// entry free_idx_i is no longer needed
    input  logic             free_en_i,
    /// entry that is read and freed
    input  logic [ IdxW-1:0] free_idx_i,
    /// a kernel starts
    input  logic             clear_en_i,
    /// every entry is in use
    output logic             full_o,
    /// lowest free entry, 0 if there is none
    output logic [ IdxW-1:0] idx_o,
    /// the group takes entry idx_o at this edge
    output logic             took_o,
    /// the group finds no entry
    output logic             refused_o,
    /// entry free_idx_i is in use
    output logic             known_o,
    /// its warps, 0 without
    output logic [Warps-1:0] group_o
);
  if (Groups < 1 || Groups > 16) begin : gen_illegal_groups
    apres_wgt_needs_Groups_1_to_16 i_illegal ();
  end
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apres_wgt_needs_Warps_1_to_64 i_illegal ();
  end

  logic [Groups-1:0] valid_q, valid_d;
  (* mem2reg *)
  logic [Warps-1:0] masks_q[0:Groups-1];

  logic any_free;
  logic [Groups-1:0] free_onehot;
  prio_enc #(
      .N(Groups)
  ) i_free (
      .req_i   (~valid_q),
      .any_o   (any_free),
      .idx_o   (idx_o),
      .onehot_o(free_onehot)
  );
  assign full_o = !any_free;
  assign took_o = take_en_i && !clear_en_i && any_free;
  assign refused_o = take_en_i && !clear_en_i && !any_free;

  // An entry in use is selected by its number: no other number selects one.
  logic [Groups-1:0] sel;
  for (genvar g = 0; g < Groups; g++) begin : gen_sel
    assign sel[g] = valid_q[g] && free_idx_i == IdxW'(g);
  end
  assign known_o = |sel;
  assign group_o = known_o ? masks_q[free_idx_i] : {Warps{1'b0}};

  always_comb begin
    valid_d = valid_q;
    if (free_en_i) valid_d = valid_d & ~sel;
    if (took_o) valid_d = valid_d | free_onehot;
    if (clear_en_i) valid_d = {Groups{1'b0}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Groups{1'b0}};
    else valid_q <= valid_d;
  end
  always_ff @(posedge clk_i) begin
    if (took_o) masks_q[idx_o] <= take_mask_i;
  end

  always @(posedge clk_i) begin : a_takes_one_free_entry
    if (rst_ni && took_o) assert ((|free_onehot) && (free_onehot & valid_q) == {Groups{1'b0}});
  end
  always @(posedge clk_i) begin : a_not_taken_and_refused
    if (rst_ni) assert (!(took_o && refused_o) && (!refused_o || full_o));
  end
endmodule
