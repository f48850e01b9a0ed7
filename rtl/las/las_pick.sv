// Of several warps the one that starves longest, else the one with the most locality.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, chapter 3.
// Storage: none.
// Example (3 warps): use 111, starve 000, keys 1, 2, 2, since 0, 0, 1 -> warp 2; since 0, 0, 0 -> warp 1;
//   starve 001 -> warp 0, starved.
// Same cycle: the outputs depend on the inputs of the cycle alone.
// Degenerate: of equal warps the lowest is chosen. No warp in use gives warp 0 and starved 0. With one warp,
//   any is its bit and warp is 0.
// Latency: 0 cycles, combinational, no clock.
module las_pick #(
    /// warps, any number from 1 to 64
    parameter int Per = 24,
    /// bits of a locality, 1 to 14
    parameter int KeyW = 11,
    /// bits of an age, 1 to 16
    parameter int AgeW = 16,
    localparam int WarpW = (Per > 1) ? $clog2(Per) : 1
) (
    /// bit w: warp w can be chosen
    input  logic [     Per-1:0] use_i,
    /// bit w: it starves
    input  logic [     Per-1:0] starve_i,
    /// at w * KeyW: its locality
    input  logic [Per*KeyW-1:0] key_i,
    /// at w * AgeW: its age
    input  logic [Per*AgeW-1:0] since_i,
    /// there is a warp to choose
    output logic                any_o,
    /// that warp, 0 if there is none
    output logic [   WarpW-1:0] warp_o,
    /// it is chosen because it starves
    output logic                starved_o
);
  if (Per < 1 || Per > 64) begin : gen_illegal_per
    las_pick_needs_Per_1_to_64 i_illegal ();
  end
  if (KeyW < 1 || KeyW > 14) begin : gen_illegal_key_w
    las_pick_needs_KeyW_1_to_14 i_illegal ();
  end
  if (AgeW < 1 || AgeW > 16) begin : gen_illegal_age_w
    las_pick_needs_AgeW_1_to_16 i_illegal ();
  end

  // A warp's rank is one number: in use, starves, locality (0 if it starves), age; 0 if it is not in use.
  // The greatest rank wins. In a tree of three levels at most each node takes the best of four: all
  // pairs are compared at once, and the lower of a pair wins unless the other one is greater.
  localparam int RankW = 2 + KeyW + AgeW;
  localparam int NodeW = RankW + WarpW;
  localparam int Levels = (Per > 16) ? 3 : (Per > 4) ? 2 : 1;

  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    localparam int Nodes = (Per > 1) ? (Per + (1 << (2 * l)) - 1) >> (2 * l) : 1;
    for (genvar n = 0; n < Nodes; n++) begin : gen_node
      // Nodes that it takes the best of; the first stands for one that is not there, which never wins.
      localparam int Under = (l > 0) ? 1 << (2 * (l - 1)) : 1;
      localparam int N1 = (4 * n + 1) * Under < Per ? 4 * n + 1 : 4 * n;
      localparam int N2 = (4 * n + 2) * Under < Per ? 4 * n + 2 : 4 * n;
      localparam int N3 = (4 * n + 3) * Under < Per ? 4 * n + 3 : 4 * n;
      logic [NodeW-1:0] best;
      if (l > 0) begin : gen_inner
        logic [NodeW-1:0] n0, n1, n2, n3;
        logic [RankW-1:0] r0, r1, r2, r3;
        logic over10, over20, over30, over21, over31, over32;
        logic wins0, wins1, wins2, wins3;
        assign n0 = gen_level[l-1].gen_node[4*n].best;
        assign n1 = gen_level[l-1].gen_node[N1].best;
        assign n2 = gen_level[l-1].gen_node[N2].best;
        assign n3 = gen_level[l-1].gen_node[N3].best;
        assign r0 = n0[NodeW-1:WarpW];
        assign r1 = n1[NodeW-1:WarpW];
        assign r2 = n2[NodeW-1:WarpW];
        assign r3 = n3[NodeW-1:WarpW];
        assign over10 = r1 > r0;
        assign over20 = r2 > r0;
        assign over30 = r3 > r0;
        assign over21 = r2 > r1;
        assign over31 = r3 > r1;
        assign over32 = r3 > r2;
        assign wins0 = !over10 && !over20 && !over30;
        assign wins1 = over10 && !over21 && !over31;
        assign wins2 = over20 && over21 && !over32;
        assign wins3 = over30 && over31 && over32;
        assign best = (n0 & {NodeW{wins0}}) | (n1 & {NodeW{wins1}}) | (n2 & {NodeW{wins2}}) |
            (n3 & {NodeW{wins3}});
      end else begin : gen_leaf
        logic [KeyW-1:0] key;
        logic [AgeW-1:0] since;
        logic use_it, starves;
        assign use_it = use_i[n];
        assign starves = starve_i[n];
        assign key = key_i[n*KeyW+:KeyW];
        assign since = since_i[n*AgeW+:AgeW];
        always_comb begin
          best = {{RankW{1'b0}}, WarpW'(n)};
          if (use_it) best = {1'b1, starves, key & {KeyW{!starves}}, since, WarpW'(n)};
        end
      end
    end
  end

  logic [NodeW-1:0] root;
  logic unused_bits;
  assign root = gen_level[Levels].gen_node[0].best;
  assign any_o = root[NodeW-1];
  assign starved_o = root[NodeW-2];
  assign warp_o = root[WarpW-1:0];
  assign unused_bits = &{1'b0, root};

  logic [Per-1:0] chosen;
  assign chosen = Per'(1) << warp_o;
  always @(*) begin : a_the_choice_is_in_use
    if (any_o == 1'b1) assert (|(chosen & use_i));
  end
  always @(*) begin : a_one_that_starves_comes_first
    if (starved_o == 1'b1) assert (|(chosen & use_i & starve_i));
  end
endmodule
