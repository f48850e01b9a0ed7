// Scheduling queue: the order in which warps issue; groups of warps move to its head or its tail.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV.
// Storage: Warps * WarpW bits = 48 * 6 = 288.
// Example (4 warps, after reset: 0 1 2 3): {1, 3} to the head -> 1 3 0 2; {1} to the tail -> 3 0 2 1;
//   {0, 2} to the head -> 0 2 3 1; ready {1, 3} picks 3. With Serial the first move takes two cycles: 3 0 1 2,
//   left {1}; 1 3 0 2.
// Same cycle: picks come from the order before the edge. Each scheduler picks by itself, so that two
//   may pick the same warp. With a move a target is not looked at.
// Degenerate: of the warps that are ready, the one nearest to the head is picked. The warps that move keep
//   their order among themselves, and so do the others: a mask of no warp or of all changes nothing. A
//   target that names no warp moves nothing.
// Latency: pick and left 0 cycles; a move is seen in the next cycle, whatever the number of warps that move;
//   with Serial one of its warps is.
module apres_queue #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// schedulers that choose a warp, 1 to 4
    parameter int Picks = 1,
    /// 1: one warp of a move goes per cycle; 0: all do
    parameter int Serial = 0,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
    /// clock
    input  logic                   clk_i,
    /// synchronous reset, active low: the order is 0, 1, 2, ...
    input  logic                   rst_ni,
    /// warps move
    input  logic                   move_en_i,
    /// they move to the head, else to the tail
    input  logic                   move_head_i,
    /// bit w: warp w moves
    input  logic [      Warps-1:0] move_mask_i,
    /// without move_en_i: a warp moves to the head
    input  logic                   target_en_i,
    /// that warp
    input  logic [      WarpW-1:0] target_warp_i,
    /// bit s * Warps + w: warp w may issue from scheduler s
    input  logic [Picks*Warps-1:0] ready_i,
    /// bit s: scheduler s finds a warp
    output logic [      Picks-1:0] pick_valid_o,
    /// at s * WarpW that warp, 0 without
    output logic [Picks*WarpW-1:0] pick_o,
    /// with Serial: the warps of the move that do not go at this edge; else 0
    output logic [      Warps-1:0] left_o
);
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apres_queue_needs_Warps_1_to_64 i_illegal ();
  end
  if (Picks < 1 || Picks > 4) begin : gen_illegal_picks
    apres_queue_needs_Picks_1_to_4 i_illegal ();
  end
  if (Serial < 0 || Serial > 1) begin : gen_illegal_serial
    apres_queue_needs_Serial_0_to_1 i_illegal ();
  end

  (* mem2reg *)
  logic [WarpW-1:0] order_q[0:Warps-1];

  // The order in bit planes: bit b of the warp at place p is bit p of plane b. So a step of the move is
  // the same shift of a few words for all places at once. The warps of a move stand at the places in
  // moves, and so does a target; where neither comes, moves is 0.
  logic [WarpW*Warps-1:0] planes, moved, next_order;
  logic [Warps-1:0] moves;
  logic to_tail, target;
  assign to_tail = move_en_i && !move_head_i;
  assign target  = target_en_i && !move_en_i;
  for (genvar p = 0; p < Warps; p++) begin : gen_place
    for (genvar b = 0; b < WarpW; b++) begin : gen_bit
      assign planes[b*Warps+p] = order_q[p][b];
      assign next_order[p*WarpW+b] = moved[b*Warps+p];
    end
    assign moves[p] = (move_en_i && move_mask_i[order_q[p]]) || (target && order_q[p] == target_warp_i);
  end

  if (Serial == 0) begin : gen_at_once
    // The warps of front come to stand at the head, the others at the tail. One of front goes up by the
    // number of others before it, one of the others down by the number of those of front behind it. Both
    // numbers are sums over all places, made in log2(Warps) steps; bit b of the number of place p is bit p
    // of word b. Then all go by 1 if bit 0 of their number is set, next by 2 if bit 1 is, and so
    // on. As no number is less than that of the neighbour ahead, nor greater by more than the gap between
    // them, no two meet in one place; ups and downs say which places are taken. The numbers stay where they
    // are: a warp that has gone by the lower bits of its number finds one with the same higher bits. What it
    // finds is less by the others (or those of front) that it has passed, which are no more than the places
    // that it has gone.
    logic [Warps-1:0] front, others, ups, downs, up_go, down_go, up_carry, down_carry, up_add, down_add;
    logic [WarpW*Warps-1:0] up_by, down_by, up_sum, down_sum, up_warp, down_warp;
    assign front  = moves ^ {Warps{to_tail}};
    assign others = ~front;
    always_comb begin
      for (int b = 0; b < WarpW; b++) begin
        up_by[b*Warps+:Warps]   = (b == 0) ? others : {Warps{1'b0}};
        down_by[b*Warps+:Warps] = (b == 0) ? front : {Warps{1'b0}};
      end
      {up_add, down_add, up_sum, down_sum} = '0;
      for (int k = 0; k < WarpW; k++) begin
        up_carry   = {Warps{1'b0}};
        down_carry = {Warps{1'b0}};
        for (int b = 0; b < WarpW; b++) begin
          up_add = up_by[b*Warps+:Warps] << (1 << k);
          down_add = down_by[b*Warps+:Warps] >> (1 << k);
          up_sum[b*Warps+:Warps] = up_by[b*Warps+:Warps] ^ up_add ^ up_carry;
          down_sum[b*Warps+:Warps] = down_by[b*Warps+:Warps] ^ down_add ^ down_carry;
          up_carry = (up_by[b*Warps+:Warps] & up_add) | (up_carry & (up_by[b*Warps+:Warps] | up_add));
          down_carry = (down_by[b*Warps+:Warps] & down_add) |
              (down_carry & (down_by[b*Warps+:Warps] | down_add));
        end
        up_by   = up_sum;
        down_by = down_sum;
      end

      ups = front;
      downs = others;
      up_warp = planes;
      down_warp = planes;
      up_go = {Warps{1'b0}};
      down_go = {Warps{1'b0}};
      for (int k = 0; k < WarpW; k++) begin
        up_go = (ups & up_by[k*Warps+:Warps]) >> (1 << k);
        down_go = (downs & down_by[k*Warps+:Warps]) << (1 << k);
        ups = (ups & ~up_by[k*Warps+:Warps]) | up_go;
        downs = (downs & ~down_by[k*Warps+:Warps]) | down_go;
        for (int b = 0; b < WarpW; b++) begin
          up_warp[b*Warps+:Warps] = (up_warp[b*Warps+:Warps] & ~up_go) |
              ((up_warp[b*Warps+:Warps] >> (1 << k)) & up_go);
          down_warp[b*Warps+:Warps] = (down_warp[b*Warps+:Warps] & ~down_go) |
              ((down_warp[b*Warps+:Warps] << (1 << k)) & down_go);
        end
      end
      moved = (up_warp & {WarpW{ups}}) | (down_warp & {WarpW{downs}});
    end
    assign left_o = {Warps{1'b0}};
  end else begin : gen_serial
    // To the head goes the last of the places in moves, and those before it go back by one; to the tail goes
    // the first, and those behind it go up. Whether some place from each one on, or up to it, is in moves,
    // in log2(Warps) steps, says which places take their neighbour's warp.
    logic [Warps-1:0] from_on, up_to, takes, at, onto_head, onto_tail, from_ahead, from_behind;
    logic [WarpW-1:0] goes;
    always_comb begin
      from_on = moves;
      up_to   = moves;
      for (int k = 0; k < WarpW; k++) begin
        from_on = from_on | (from_on >> (1 << k));
        up_to   = up_to | (up_to << (1 << k));
      end
      takes = to_tail ? up_to : from_on;
      at = moves & ~(to_tail ? up_to << 1 : from_on >> 1);
      onto_head = to_tail ? {Warps{1'b0}} : Warps'(1);
      onto_tail = to_tail ? Warps'(1) << (Warps - 1) : {Warps{1'b0}};
      for (int b = 0; b < WarpW; b++) begin
        goes[b] = |(at & planes[b*Warps+:Warps]);
        from_ahead = (planes[b*Warps+:Warps] << 1) | (onto_head & {Warps{goes[b]}});
        from_behind = (planes[b*Warps+:Warps] >> 1) | (onto_tail & {Warps{goes[b]}});
        moved[b*Warps+:Warps] = (planes[b*Warps+:Warps] & ~takes) |
            ((to_tail ? from_behind : from_ahead) & takes);
      end
    end
    for (genvar w = 0; w < Warps; w++) begin : gen_left
      assign left_o[w] = move_en_i && move_mask_i[w] && goes != WarpW'(w);
    end
    always @(posedge clk_i) begin : a_a_move_leaves_fewer
      if (rst_ni && move_en_i && |move_mask_i)
        assert (left_o != move_mask_i && (left_o & ~move_mask_i) == {Warps{1'b0}});
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) for (int p = 0; p < Warps; p++) order_q[p] <= WarpW'(p);
    else for (int p = 0; p < Warps; p++) order_q[p] <= next_order[p*WarpW+:WarpW];
  end

  // Of the places of ready warps the first: whether some place up to each one is, in log2(Warps) steps.
  for (genvar s = 0; s < Picks; s++) begin : gen_pick
    logic [Warps-1:0] ready, match, up_to, first;
    assign ready = ready_i[s*Warps+:Warps];
    for (genvar p = 0; p < Warps; p++) begin : gen_match
      assign match[p] = ready[order_q[p]];
    end
    always_comb begin
      up_to = match;
      for (int k = 0; k < WarpW; k++) up_to = up_to | (up_to << (1 << k));
      first = match & ~(up_to << 1);
    end
    assign pick_valid_o[s] = |ready;
    for (genvar b = 0; b < WarpW; b++) begin : gen_warp
      assign pick_o[s*WarpW+b] = |(first & planes[b*Warps+:Warps]);
    end
  end

  // Each warp stands somewhere; as there are as many places, the order is a permutation.
  logic [Warps-1:0] stands;
  always_comb begin
    stands = {Warps{1'b0}};
    for (int p = 0; p < Warps; p++) stands = stands | (Warps'(1) << order_q[p]);
  end
  always @(posedge clk_i) begin : a_order_is_a_permutation
    if (rst_ni) assert (&stands);
  end
  for (genvar s = 0; s < Picks; s++) begin : gen_check
    logic [Warps-1:0] may_issue;
    assign may_issue = ready_i[s*Warps+:Warps];
    always @(posedge clk_i) begin : a_pick_is_ready
      if (rst_ni && pick_valid_o[s]) assert (may_issue[pick_o[s*WarpW+:WarpW]]);
    end
  end
endmodule
