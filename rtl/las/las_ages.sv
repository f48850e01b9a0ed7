// Age of each warp's CTA, in CTAs that came after it, and which warps starve.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, chapter 3.
// Storage: Warps * AgeW bits = 48 * 16 = 768.
// Example (3 warps, 3 bits, 1 CTA): set 0 new, set 1 new, set 2 new -> since 2, 1, 0; set 1 new -> since
//   3, 0, 1, starve 001.
// Same cycle: outputs come from the state before the edge. A warp that arrives has the age 0, even if it is
//   the first of its CTA, at which the ages of the others grow. A clear comes before a set, which is lost.
// Degenerate: a set of a number of Warps or above changes nothing, no other age either. Ages are modulo
//   2^AgeW. No warp starves if 2 * Ctas is 2^AgeW - 1 or more.
// Latency: outputs 0 cycles; a set is seen in the next cycle.
module las_ages #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// bits of an age, 1 to 16
    parameter int AgeW = 16,
    /// CTAs that run on the SM at most, 1 to 64
    parameter int Ctas = 8,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
    /// clock
    input  logic                  clk_i,
    /// synchronous reset, active low: all ages are 0
    input  logic                  rst_ni,
    /// a warp arrives
    input  logic                  set_en_i,
    /// that warp
    input  logic [     WarpW-1:0] set_warp_i,
    /// it is the first of its CTA
    input  logic                  set_new_i,
    /// a kernel starts
    input  logic                  clear_en_i,
    /// at w * AgeW: CTAs that came after the one of warp w
    output logic [Warps*AgeW-1:0] since_o,
    /// bit w: more than 2 * Ctas did
    output logic [     Warps-1:0] starve_o
);
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    las_ages_needs_Warps_1_to_64 i_illegal ();
  end
  if (AgeW < 1 || AgeW > 16) begin : gen_illegal_age_w
    las_ages_needs_AgeW_1_to_16 i_illegal ();
  end
  if (Ctas < 1 || Ctas > 64) begin : gen_illegal_ctas
    las_ages_needs_Ctas_1_to_64 i_illegal ();
  end

  // What is refused above must not stop a tool before its name does.
  localparam int SumW = (AgeW > 0) ? AgeW : 1;
  // Wide enough for an age and for 2 * Ctas, which is at most 128.
  localparam int LimitW = (AgeW > 8) ? AgeW : 8;

  // Of warp w at w * AgeW.
  logic [Warps*AgeW-1:0] age_q;

  // A number that names no warp finds none.
  logic set_ok;
  always_comb begin
    set_ok = 1'b0;
    if (set_en_i) for (int w = 0; w < Warps; w++) if (set_warp_i == WarpW'(w)) set_ok = 1'b1;
  end

  assign since_o = age_q;
  always_comb begin
    for (int w = 0; w < Warps; w++) starve_o[w] = LimitW'(age_q[w*AgeW+:AgeW]) > LimitW'(2 * Ctas);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_en_i) begin
      age_q <= {Warps * AgeW{1'b0}};
    end else if (set_ok) begin
      for (int w = 0; w < Warps; w++)
        if (set_warp_i == WarpW'(w)) age_q[w*AgeW+:AgeW] <= {AgeW{1'b0}};
        else if (set_new_i) age_q[w*AgeW+:AgeW] <= age_q[w*AgeW+:AgeW] + SumW'(1);
    end
  end

  always @(posedge clk_i) begin : a_who_arrives_is_a_warp
    if (rst_ni && set_ok) assert ((WarpW + 1)'(set_warp_i) < (WarpW + 1)'(Warps));
  end
endmodule
