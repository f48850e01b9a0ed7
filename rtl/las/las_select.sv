// The best candidate for an SM: a tree that takes a group of candidates a cycle.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National
//   Taiwan University, chapter 3.
// Storage: P * (1 + ScoreW + TotalW + CtaW) + (P - 1) * GroupW + IdxW + 2 * P - 2 - log2(P) bits =
//   8 * (1 + 22 + 26 + 32) + 7 * 2 + 5 + 11 = 678, where P is the least power of two not below Lanes; 8 are
//   valid bits. A node holds its candidate's lane among those below it: bit b at nodes 1 to P / 2^b - 1.
// Example (3 lanes, so P = 4): begin and look: group 0, use 111, scores 0, 2, 2, totals 3, 3, 3, CTAs 0, 3, 1 ->
//   in cycle 1 node 2 has lane 1, node 3 lane 2; in cycle 2 node 1 has lane 2; in cycle 3 best is 2.
// Same cycle: outputs come from the state. A begin comes first: of what came before nothing remains, and a
//   look of its cycle is taken.
// Degenerate: a lane beyond the last candidate and a group without candidates hold none. Of two that are
//   equal in all, the first child stays. With one lane there are no nodes, and best takes the lane. Data
//   registers are not reset, they mean something only where their valid bit is 1.
// Latency: a candidate that is looked at in cycle t counts in best from cycle t + 1 + log2(P) on.
module las_select #(
    /// candidates, any number from 1 to 64
    parameter int Window = 32,
    /// candidates of a group, any number from 1 to 32
    parameter int Lanes = 8,
    /// bits of the locality with the SM, 1 to 25
    parameter int ScoreW = 22,
    /// bits of the locality with all SMs, 1 to 27
    parameter int TotalW = 26,
    /// bits of a CTA's number, 1 to 32
    parameter int CtaW = 32,
    localparam int IdxW = (Window > 1) ? $clog2(Window) : 1,
    localparam int LaneCount = (Lanes > 0) ? Lanes : 1,
    localparam int Groups = (Window + LaneCount - 1) / LaneCount,
    localparam int GroupW = (Groups > 1) ? $clog2(Groups) : 1
) (
    /// clock
    input  logic                    clk_i,
    /// synchronous reset, active low: no candidate is held
    input  logic                    rst_ni,
    /// a search begins
    input  logic                    begin_en_i,
    /// a group of candidates is looked at
    input  logic                    look_en_i,
    /// the group
    input  logic [      GroupW-1:0] group_i,
    /// bit l: lane l has a candidate
    input  logic [       Lanes-1:0] use_i,
    /// at l * ScoreW its locality with the SM
    input  logic [Lanes*ScoreW-1:0] score_i,
    /// at l * TotalW its locality with all SMs
    input  logic [Lanes*TotalW-1:0] total_i,
    /// at l * CtaW its number in the grid
    input  logic [  Lanes*CtaW-1:0] cta_i,
    /// a node of the tree holds a candidate
    output logic                    under_way_o,
    /// the best of those that have left the tree, 0 if none
    output logic [        IdxW-1:0] best_o
);
  if (Window < 1 || Window > 64) begin : gen_illegal_window
    las_select_needs_Window_1_to_64 i_illegal ();
  end
  if (Lanes < 1 || Lanes > 32) begin : gen_illegal_lanes
    las_select_needs_Lanes_1_to_32 i_illegal ();
  end
  if (ScoreW < 1 || ScoreW > 25) begin : gen_illegal_score_w
    las_select_needs_ScoreW_1_to_25 i_illegal ();
  end
  if (TotalW < 1 || TotalW > 27) begin : gen_illegal_total_w
    las_select_needs_TotalW_1_to_27 i_illegal ();
  end
  if (CtaW < 1 || CtaW > 32) begin : gen_illegal_cta_w
    las_select_needs_CtaW_1_to_32 i_illegal ();
  end

  // A candidate as one number: from the lowest bit its lane among those below, group, CTA number, total
  // and score.
  localparam int P = (Lanes > 1) ? 1 << $clog2(Lanes) : 1;
  localparam int LaneW = (Lanes > 1) ? $clog2(Lanes) : 1;
  localparam int PlaceW = LaneW + GroupW;
  localparam int KeyW = CtaW + TotalW + ScoreW;
  localparam int ItemW = PlaceW + KeyW;

  // Whether candidate b is better than candidate a, both without their places. The three comparisons
  // run side by side.
  function automatic logic better(input logic [KeyW-1:0] a, input logic [KeyW-1:0] b);
    logic [ScoreW-1:0] score_a, score_b;
    logic [TotalW-1:0] total_a, total_b;
    logic by_cta, by_total;
    score_a  = a[CtaW+TotalW+:ScoreW];
    score_b  = b[CtaW+TotalW+:ScoreW];
    total_a  = a[CtaW+:TotalW];
    total_b  = b[CtaW+:TotalW];
    by_cta   = b[CtaW-1:0] < a[CtaW-1:0];
    by_total = total_b < total_a || (total_b == total_a && by_cta);
    better   = score_b > score_a ||
        (score_b == score_a && ((|score_a) ? by_cta : by_total));
  endfunction

  // The tree's inputs and nodes: number n for node n, P + l for lane l. Number 1 goes to best.
  logic [2*P-1:1] has;
  logic [2*P*ItemW-1:ItemW] item;
  for (genvar l = 0; l < P; l++) begin : gen_lane
    if (l < Lanes) begin : gen_candidates
      localparam int Here = (l < Window) ? (Window - l + LaneCount - 1) / LaneCount : 1;
      logic [Here-1:0] sel;
      for (genvar g = 0; g < Here; g++) begin : gen_group
        assign sel[g] = (l < Window) && group_i == GroupW'(g);
      end
      assign has[P+l] = look_en_i && use_i[l] && (|sel);
      assign item[(P+l)*ItemW+:ItemW] = {
        score_i[l*ScoreW+:ScoreW], total_i[l*TotalW+:TotalW], cta_i[l*CtaW+:CtaW], group_i, {LaneW{1'b0}}
      };
    end else begin : gen_none
      assign has[P+l] = 1'b0;
      assign item[(P+l)*ItemW+:ItemW] = {ItemW{1'b0}};
    end
  end

  if (P > 1) begin : gen_tree
    logic [P-2:0] node_valid_q;
    (* mem2reg *)
    logic [GroupW-1:0] node_group_q[0:P-2];
    (* mem2reg *)
    logic [ScoreW-1:0] node_score_q[0:P-2];
    (* mem2reg *)
    logic [TotalW-1:0] node_total_q[0:P-2];
    (* mem2reg *)
    logic [CtaW-1:0] node_cta_q[0:P-2];
    logic [2*P-3-LaneW:0] node_lane_q;
    for (genvar n = 1; n < P; n++) begin : gen_node
      localparam int Above = $clog2(n + 1) - 1;
      localparam int Held = LaneW - Above;
      logic takes, second;
      logic [ItemW-1:0] next;
      logic [LaneW-1:0] lane;
      logic [Held-1:0] next_lane;
      assign has[n] = node_valid_q[n-1] && !begin_en_i;
      assign item[n*ItemW+:ItemW] = {
        node_score_q[n-1], node_total_q[n-1], node_cta_q[n-1], node_group_q[n-1], lane
      };
      assign takes = has[2*n] || has[2*n+1];
      assign second = has[2*n+1] &&
          (!has[2*n] || better(item[2*n*ItemW+PlaceW+:KeyW], item[(2*n+1)*ItemW+PlaceW+:KeyW]));
      assign next = second ? item[(2*n+1)*ItemW+:ItemW] : item[2*n*ItemW+:ItemW];
      // The bit that says which child comes above those of the child's lane.
      assign next_lane = Held'(next[LaneW-1:0]) | (Held'(second) << (Held - 1));
      always_ff @(posedge clk_i) begin
        if (!rst_ni) node_valid_q[n-1] <= 1'b0;
        else node_valid_q[n-1] <= takes;
      end
      always_ff @(posedge clk_i) begin
        if (takes) begin
          {node_score_q[n-1], node_total_q[n-1], node_cta_q[n-1], node_group_q[n-1]} <= next[ItemW-1:LaneW];
        end
      end
      for (genvar b = 0; b < LaneW; b++) begin : gen_bit
        localparam int At = 2 * P - 2 * (P >> b) - b + n - 1;
        if (b < Held) begin : gen_held
          assign lane[b] = node_lane_q[At];
          always_ff @(posedge clk_i) begin
            if (takes) node_lane_q[At] <= next_lane[b];
          end
        end else begin : gen_none
          assign lane[b] = 1'b0;
        end
      end
    end
    assign under_way_o = |node_valid_q;
  end else begin : gen_no_tree
    assign under_way_o = 1'b0;
  end

  logic best_valid_q;
  logic [IdxW-1:0] best_idx_q;
  logic [ScoreW-1:0] best_score_q;
  logic [TotalW-1:0] best_total_q;
  logic [CtaW-1:0] best_cta_q;
  logic stays, changes;
  logic [KeyW-1:0] held;
  logic [ItemW-1:0] comes;
  logic [IdxW-1:0] comes_idx;
  assign held = {best_score_q, best_total_q, best_cta_q};
  assign comes = item[ItemW+:ItemW];
  assign comes_idx = IdxW'(comes[LaneW+:GroupW]) * IdxW'(Lanes) + IdxW'(comes[LaneW-1:0]);
  assign stays = best_valid_q && !begin_en_i;
  assign changes = has[1] && (!stays || better(held, comes[PlaceW+:KeyW]));
  assign best_o = {IdxW{best_valid_q}} & best_idx_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) best_valid_q <= 1'b0;
    else best_valid_q <= stays || has[1];
  end
  always_ff @(posedge clk_i) begin
    if (changes) begin
      {best_score_q, best_total_q, best_cta_q} <= comes[PlaceW+:KeyW];
      best_idx_q <= comes_idx;
    end
  end

  // Whatever is held is a candidate of the window.
  localparam int BoundW = IdxW + 1;
  always @(posedge clk_i) begin : a_best_is_a_candidate
    if (rst_ni) assert (BoundW'(best_o) < BoundW'(Window));
  end
  always @(posedge clk_i) begin : a_a_best_that_is_replaced_was_worse
    if (rst_ni && changes && stays) assert (!better(comes[PlaceW+:KeyW], held));
  end
endmodule
