// Demand request queue of apres: misses that wait for the prefetcher.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV.
// Storage: Depth * (AddrW + PcW + IdW + Warps) bits = 32 * (64 + 32 + 8 + 48) = 4864, and the 11 bits
//   of i_ring.
// Example (3 places, after reset): push warp 1 -> id 1; push warp 2, push warp 0 -> id 1; push warp 2 and
//   pop -> dropped, id 2; pop -> id 0.
// Same cycle: clear comes before all. A pop makes no room for a push in its cycle; a push is not seen
//   before the next.
// Degenerate: a push into a full queue is lost, which dropped tells; a pop of an empty queue changes
//   nothing. The places are not reset: what they hold means something only while they are taken.
// Latency: outputs 0 cycles; a push is seen in the next cycle.
module apres_drq #(
    /// misses that can wait, any number from 1 to 64
    parameter int Depth = 32,
    /// bits of an address, 1 to 64
    parameter int AddrW = 64,
    /// bits of a PC, 1 to 64
    parameter int PcW = 32,
    /// bits of a warp's ID, 1 to 8
    parameter int IdW = 8,
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    localparam int IdxW = (Depth > 1) ? $clog2(Depth) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: the queue is empty
    input  logic             rst_ni,
    /// a miss is added
    input  logic             push_en_i,
    /// its address
    input  logic [AddrW-1:0] push_addr_i,
    /// PC of its load
    input  logic [  PcW-1:0] push_pc_i,
    /// ID of its warp
    input  logic [  IdW-1:0] push_id_i,
    /// warps of its group
    input  logic [Warps-1:0] push_group_i,
    /// the first miss is removed
    input  logic             pop_en_i,
    /// a kernel starts
    input  logic             clear_en_i,
    /// there is a miss
    output logic             valid_o,
    /// address of the first miss, 0 without
    output logic [AddrW-1:0] addr_o,
    /// PC of its load, 0 without
    output logic [  PcW-1:0] pc_o,
    /// ID of its warp, 0 without
    output logic [  IdW-1:0] id_o,
    /// warps of its group, 0 without
    output logic [Warps-1:0] group_o,
    /// a miss finds no room and is lost
    output logic             dropped_o
);
  if (Depth < 1 || Depth > 64) begin : gen_illegal_depth
    apres_drq_needs_Depth_1_to_64 i_illegal ();
  end
  if (AddrW < 1 || AddrW > 64) begin : gen_illegal_addr_w
    apres_drq_needs_AddrW_1_to_64 i_illegal ();
  end
  if (PcW < 1 || PcW > 64) begin : gen_illegal_pc_w
    apres_drq_needs_PcW_1_to_64 i_illegal ();
  end
  if (IdW < 1 || IdW > 8) begin : gen_illegal_id_w
    apres_drq_needs_IdW_1_to_8 i_illegal ();
  end
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apres_drq_needs_Warps_1_to_64 i_illegal ();
  end

  (* mem2reg *)
  logic [AddrW-1:0] addrs_q[0:Depth-1];
  (* mem2reg *)
  logic [PcW-1:0] pcs_q[0:Depth-1];
  (* mem2reg *)
  logic [IdW-1:0] ids_q[0:Depth-1];
  (* mem2reg *)
  logic [Warps-1:0] groups_q[0:Depth-1];

  logic full;
  logic [IdxW-1:0] first, next;
  logic pushes, pops;

  ring #(
      .Depth(Depth)
  ) i_ring (
      .clk_i,
      .rst_ni,
      .push_en_i,
      .pop_en_i,
      .clear_en_i,
      .valid_o,
      .full_o  (full),
      .first_o (first),
      .next_o  (next),
      .pushes_o(pushes),
      .pops_o  (pops)
  );

  assign addr_o = valid_o ? addrs_q[first] : {AddrW{1'b0}};
  assign pc_o = valid_o ? pcs_q[first] : {PcW{1'b0}};
  assign id_o = valid_o ? ids_q[first] : {IdW{1'b0}};
  assign group_o = valid_o ? groups_q[first] : {Warps{1'b0}};
  assign dropped_o = push_en_i && full && !clear_en_i;

  always_ff @(posedge clk_i) begin
    if (pushes) begin
      addrs_q[next]  <= push_addr_i;
      pcs_q[next]    <= push_pc_i;
      ids_q[next]    <= push_id_i;
      groups_q[next] <= push_group_i;
    end
  end

  always @(posedge clk_i) begin : a_kept_or_dropped
    if (rst_ni && push_en_i && !clear_en_i) assert (pushes != dropped_o);
  end
  always @(posedge clk_i) begin : a_pops_what_is_there
    if (rst_ni && pops) assert (valid_o);
  end
  always @(posedge clk_i) begin : a_never_over_the_first
    if (rst_ni && pushes && valid_o) assert (next != first);
  end
endmodule
