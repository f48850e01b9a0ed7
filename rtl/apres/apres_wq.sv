// Warp queue of apres: the warps of the group that is served.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV.
// Storage: Depth * IdW bits = 48 * 8 = 384, and the 12 bits of i_ring.
// Example (3 places, after reset): push 2 -> id 2; push 1 and pop -> id 1; clear and push 0 -> empty.
// Same cycle: clear comes before all. A pop makes no room for a push in its cycle; a push is not seen
//   before the next.
// Degenerate: a push into a full queue and a pop of an empty one change nothing. The places are not
//   reset: what they hold means something only while they are taken.
// Latency: outputs 0 cycles; a push is seen in the next cycle.
module apres_wq #(
    /// warps that can wait, any number from 1 to 64
    parameter int Depth = 48,
    /// bits of a warp's ID, 1 to 8
    parameter int IdW = 8,
    localparam int IdxW = (Depth > 1) ? $clog2(Depth) : 1
) (
    /// clock
    input  logic           clk_i,
    /// synchronous reset, active low: the queue is empty
    input  logic           rst_ni,
    /// a warp is added
    input  logic           push_en_i,
    /// its ID
    input  logic [IdW-1:0] push_id_i,
    /// the first warp is removed
    input  logic           pop_en_i,
    /// all warps are removed
    input  logic           clear_en_i,
    /// there is a warp
    output logic           valid_o,
    /// the first, 0 without
    output logic [IdW-1:0] id_o
);
  if (Depth < 1 || Depth > 64) begin : gen_illegal_depth
    apres_wq_needs_Depth_1_to_64 i_illegal ();
  end
  if (IdW < 1 || IdW > 8) begin : gen_illegal_id_w
    apres_wq_needs_IdW_1_to_8 i_illegal ();
  end

  (* mem2reg *)
  logic [IdW-1:0] ids_q[0:Depth-1];

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

  assign id_o = valid_o ? ids_q[first] : {IdW{1'b0}};

  always_ff @(posedge clk_i) begin
    if (pushes) ids_q[next] <= push_id_i;
  end

  always @(posedge clk_i) begin : a_never_over_the_first
    if (rst_ni && pushes) assert (!full && !(valid_o && next == first));
  end
  always @(posedge clk_i) begin : a_pops_what_is_there
    if (rst_ni && pops) assert (valid_o);
  end
endmodule
