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

  // Whether warp b beats warp a, which has the lower number. The comparisons run side by side.
  function automatic logic beats(input logic starve_a, input logic starve_b, input logic [KeyW-1:0] key_a,
                                 input logic [KeyW-1:0] key_b, input logic [AgeW-1:0] since_a,
                                 input logic [AgeW-1:0] since_b);
    logic older, more, same;
    older = since_b > since_a;
    more  = key_b > key_a;
    same  = key_b == key_a;
    beats = starve_b ? !starve_a || older : !starve_a && (more || (same && older));
  endfunction

  // Two steps: the best of each group of warps, then the best of these, which is the last set. In a set
  // all pairs are compared at once, whether or not they can be chosen: who can be chosen then wins unless
  // another one that can be chosen beats it. Size is the least whose square is not below Per.
  localparam int Size = (Per > 49) ? 8 : (Per > 36) ? 7 : (Per > 25) ? 6 : (Per > 16) ? 5 : (Per > 9) ? 4 :
      (Per > 4) ? 3 : (Per > 1) ? 2 : 1;
  localparam int Groups = (Per > 1) ? (Per + Size - 1) / Size : 1;

  for (genvar g = 0; g <= Groups; g++) begin : gen_set
    localparam int First = g * Size;
    localparam int Rest = (Per > First) ? Per - First : 1;
    localparam int N = (g == Groups) ? Groups : (Rest < Size) ? Rest : Size;
    logic [N-1:0] has, starve, wins;
    logic [N*KeyW-1:0] key;
    logic [N*AgeW-1:0] since;
    logic [N*WarpW-1:0] warp;
    if (g < Groups) begin : gen_warps
      assign has = use_i[First+:N];
      assign starve = starve_i[First+:N];
      assign key = key_i[First*KeyW+:N*KeyW];
      assign since = since_i[First*AgeW+:N*AgeW];
      for (genvar i = 0; i < N; i++) begin : gen_warp
        assign warp[i*WarpW+:WarpW] = WarpW'(First + i);
      end
    end else begin : gen_groups
      for (genvar i = 0; i < N; i++) begin : gen_group
        assign has[i] = gen_set[i].best_any;
        assign starve[i] = gen_set[i].best_starve;
        assign key[i*KeyW+:KeyW] = gen_set[i].best_key;
        assign since[i*AgeW+:AgeW] = gen_set[i].best_since;
        assign warp[i*WarpW+:WarpW] = gen_set[i].best_warp;
      end
    end

    // Who can be chosen wins unless another one that can be beats it: of two the one with the higher number, or
    // the other one does. What the winner has is the set's; of a set in which nobody can be chosen it is 0.
    logic best_any, best_starve;
    logic [KeyW-1:0] best_key;
    logic [AgeW-1:0] best_since;
    logic [WarpW-1:0] best_warp;
    assign best_any = |has;
    assign best_starve = |(has & starve);
    always_comb begin
      wins = {N{1'b0}};
      best_key = {KeyW{1'b0}};
      best_since = {AgeW{1'b0}};
      best_warp = {WarpW{1'b0}};
      if (best_any) begin
        for (int i = 0; i < N; i++)
          if (has[i]) begin
            wins[i] = 1'b1;
            for (int k = 0; k < N; k++)
              if (k != i && has[k]) begin
                if (beats(starve[(k<i)?k : i], starve[(k<i)?i : k], key[((k<i)?k : i)*KeyW+:KeyW],
                          key[((k<i)?i : k)*KeyW+:KeyW], since[((k<i)?k : i)*AgeW+:AgeW],
                          since[((k<i)?i : k)*AgeW+:AgeW]) == (k > i))
                  wins[i] = 1'b0;
              end
          end
        for (int i = 0; i < N; i++)
          if (wins[i]) begin
            best_key = best_key | key[i*KeyW+:KeyW];
            best_since = best_since | since[i*AgeW+:AgeW];
            best_warp = best_warp | warp[i*WarpW+:WarpW];
          end
      end
    end
  end

  logic unused_bits;
  assign any_o = gen_set[Groups].best_any;
  assign starved_o = gen_set[Groups].best_starve;
  assign warp_o = gen_set[Groups].best_warp;
  assign unused_bits = &{1'b0, gen_set[Groups].best_key, gen_set[Groups].best_since};

  logic [Per-1:0] chosen;
  assign chosen = Per'(1) << warp_o;
  always @(*) begin : a_the_choice_is_in_use
    if (any_o == 1'b1) assert (|(chosen & use_i));
  end
  always @(*) begin : a_one_that_starves_comes_first
    if (starved_o == 1'b1) assert (|(chosen & use_i & starve_i));
  end
endmodule
