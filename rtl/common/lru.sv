// Order of use in each set: which way was used longest ago, by one bit for each pair of ways.
//
// Source: building block (the monitor tag array of apcm).
// Storage: Sets * Ways * (Ways - 1) / 2 bits = 8 * 6 = 48; none with one way.
// Example (one set of 3 ways, after reset): oldest is 0; use 0 -> oldest 1; use 2 -> oldest 1;
//   use 1 -> oldest 0.
// Same cycle: oldest comes from the state before the edge. The clear comes first, then the use: the
//   used way is then the newest, and the others are as after reset.
// Degenerate: of two ways that were never used the lower is older. A set of Sets or above has
//   way 0 as its oldest, and nothing of it is used; nor is a way of Ways or above. If every way is
//   older than some other, which no sequence of uses leads to, oldest is 0. With one way it is always 0.
// Latency: oldest 0 cycles; a use is seen in the next cycle.
module lru #(
    /// sets, any number from 1 to 128
    parameter int Sets = 8,
    /// ways of a set, any number from 1 to 128; Sets * Ways is at most 128
    parameter int Ways = 4,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: as if no way was ever used
    input  logic            rst_ni,
    /// the set that is looked at and used
    input  logic [SetW-1:0] set_i,
    /// way_i of set_i is used
    input  logic            use_en_i,
    /// the way
    input  logic [WayW-1:0] way_i,
    /// forget every use
    input  logic            clear_en_i,
    /// the way of set_i that was used longest ago
    output logic [WayW-1:0] oldest_o
);
  if (Sets < 1 || Sets > 128) begin : gen_illegal_sets
    lru_needs_Sets_1_to_128 i_illegal ();
  end else if (Ways < 1 || Ways > 128) begin : gen_illegal_ways
    lru_needs_Ways_1_to_128 i_illegal ();
  end else if (Sets * Ways > 128) begin : gen_illegal_lines
    lru_needs_product_Sets_Ways_at_most_128 i_illegal ();
  end

  if (Ways > 1) begin : gen_pairs
    localparam int Pairs = Ways * (Ways - 1) / 2;

    // The pairs of a set are ordered by their higher way: those of way j begin at j * (j - 1) / 2, one
    // for each lower way. A bit is set if the lower way was used after the higher one.
    logic [Sets*Pairs-1:0] lower_q;

    logic [Sets-1:0] set_sel;
    logic [Ways-1:0] used;
    for (genvar s = 0; s < Sets; s++) begin : gen_set
      assign set_sel[s] = set_i == SetW'(s);
    end
    for (genvar w = 0; w < Ways; w++) begin : gen_way
      assign used[w] = use_en_i && way_i == WayW'(w);
    end

    logic [Pairs-1:0] pairs;
    always_comb begin
      pairs = {Pairs{1'b0}};
      for (int s = 0; s < Sets; s++) pairs = pairs | ({Pairs{set_sel[s]}} & lower_q[s*Pairs+:Pairs]);
    end

    // Each pair rules out the way that was used later, so that at most one is left. Row j holds what the
    // pairs of way j and the lower ones rule out: those of them used after j, and j unless all were.
    logic [Ways*Ways-1:0] later;
    assign later[Ways-1:0] = {Ways{1'b0}};
    for (genvar j = 1; j < Ways; j++) begin : gen_row
      logic [j-1:0] row;
      assign row = pairs[j*(j-1)/2+:j];
      assign later[j*Ways+:Ways] = Ways'({!(&row), row});
    end
    logic [Ways-1:0] oldest;
    always_comb begin
      oldest = {Ways{1'b1}};
      for (int j = 0; j < Ways; j++) oldest = oldest & ~later[j*Ways+:Ways];
      oldest_o = {WayW{1'b0}};
      for (int w = 0; w < Ways; w++) oldest_o = oldest_o | ({WayW{oldest[w]}} & WayW'(w));
    end

    logic [Pairs-1:0] used_lower, used_higher;
    for (genvar j = 1; j < Ways; j++) begin : gen_higher
      assign used_lower[j*(j-1)/2+:j]  = used[j-1:0];
      assign used_higher[j*(j-1)/2+:j] = {j{used[j]}};
    end

    for (genvar s = 0; s < Sets; s++) begin : gen_order
      logic [Pairs-1:0] kept;
      assign kept = lower_q[s*Pairs+:Pairs] & {Pairs{!clear_en_i}};
      always_ff @(posedge clk_i) begin
        if (!rst_ni) lower_q[s*Pairs+:Pairs] <= {Pairs{1'b0}};
        else if (set_sel[s]) lower_q[s*Pairs+:Pairs] <= (kept & ~used_higher) | used_lower;
        else if (clear_en_i) lower_q[s*Pairs+:Pairs] <= {Pairs{1'b0}};
      end
    end

    always @(posedge clk_i) begin : a_at_most_one_is_oldest
      if (rst_ni) assert ((oldest & (oldest - Ways'(1))) == {Ways{1'b0}});
    end
    always @(posedge clk_i) begin : a_some_way_is_oldest
      if (rst_ni) assert (|oldest);
    end
  end else begin : gen_no_pairs
    logic unused_inputs;
    assign unused_inputs = &{1'b0, clk_i, rst_ni, set_i, use_en_i, way_i, clear_en_i};
    assign oldest_o = {WayW{1'b0}};
  end
endmodule
