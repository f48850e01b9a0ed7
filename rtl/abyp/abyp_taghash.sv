// Tag hashes of abyp: for every L1 line the hashed PC that touched it last, by set and way.
//
// Source: Tian et al., "Adaptive GPU Cache Bypassing", GPGPU-8 2015, section 3, listing 1.
// Storage: Sets * Ways * HashW bits = 32 * 8 * 7 = 1792.
// Example: line (s, w) is element s * Ways + w; (3, 2) of 8 ways is element 26.
// Same cycle: the fill comes first, then the access: rd_hash_o of the filled line is
//   fill_hash_i, and if both write one line, wr_hash_i stays.
// Degenerate: a set of Sets or above or a way of Ways or above names no line: rd_ok_o is 0,
//   rd_hash_o is 0, fill or not, and nothing is written. There is none where Sets and Ways are 2,
//   4, 8 and so on; with one set (way) the index has one bit, and 1 names none.
// Latency: read 0 cycles; a write is stored for the next cycle.
module abyp_taghash #(
    /// sets of the L1, any number from 1 to 2048
    parameter int Sets = 32,
    /// ways of the L1, any number from 1 to 2048; Sets * Ways is at most 2048
    parameter int Ways = 8,
    /// bits of a hashed PC, 1 to 10
    parameter int HashW = 7,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: every hash becomes 0
    input  logic             rst_ni,
    /// set of the access
    input  logic [SetW-1:0]  set_i,
    /// way of the access
    input  logic [WayW-1:0]  way_i,
    /// write wr_hash_i to (set_i, way_i)
    input  logic             wr_en_i,
    /// hashed PC of the access
    input  logic [HashW-1:0] wr_hash_i,
    /// write fill_hash_i to (fill_set_i, fill_way_i)
    input  logic             fill_en_i,
    /// set of the late fill
    input  logic [SetW-1:0]  fill_set_i,
    /// way of the late fill
    input  logic [WayW-1:0]  fill_way_i,
    /// hashed PC of the late fill
    input  logic [HashW-1:0] fill_hash_i,
    /// (set_i, way_i) names a line
    output logic             rd_ok_o,
    /// hash of (set_i, way_i), after this cycle's fill
    output logic [HashW-1:0] rd_hash_o
);
  localparam int Lines = Sets * Ways;
  localparam int LineW = (Lines > 1) ? $clog2(Lines) : 1;

  if (Sets < 1 || Sets > 2048) begin : gen_illegal_sets
    abyp_taghash_needs_Sets_1_to_2048 i_illegal ();
  end else if (Ways < 1 || Ways > 2048) begin : gen_illegal_ways
    abyp_taghash_needs_Ways_1_to_2048 i_illegal ();
  end else if (Lines > 2048) begin : gen_illegal_lines
    abyp_taghash_needs_product_Sets_Ways_at_most_2048 i_illegal ();
  end
  if (HashW < 1 || HashW > 10) begin : gen_illegal_hash_w
    abyp_taghash_needs_HashW_1_to_10 i_illegal ();
  end

  (* mem2reg *)
  logic [HashW-1:0] hash_q[0:Lines-1];

  logic set_ok, way_ok, fill_set_ok, fill_way_ok;
  if (Sets == (1 << SetW)) begin : gen_every_set
    assign {set_ok, fill_set_ok} = 2'b11;
  end else begin : gen_some_sets
    assign set_ok = set_i < SetW'(Sets);
    assign fill_set_ok = fill_set_i < SetW'(Sets);
  end
  if (Ways == (1 << WayW)) begin : gen_every_way
    assign {way_ok, fill_way_ok} = 2'b11;
  end else begin : gen_some_ways
    assign way_ok = way_i < WayW'(Ways);
    assign fill_way_ok = fill_way_i < WayW'(Ways);
  end

  logic ok, fill_ok, same_line;
  logic [LineW-1:0] line, fill_line;
  assign ok = set_ok && way_ok;
  assign fill_ok = fill_set_ok && fill_way_ok;
  assign same_line = fill_set_i == set_i && fill_way_i == way_i;
  assign line = LineW'(set_i) * LineW'(Ways) + LineW'(way_i);
  assign fill_line = LineW'(fill_set_i) * LineW'(Ways) + LineW'(fill_way_i);

  assign rd_ok_o = ok;
  always_comb begin
    rd_hash_o = {HashW{1'b0}};
    if (ok) rd_hash_o = (fill_en_i && same_line) ? fill_hash_i : hash_q[line];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < Lines; i++) hash_q[i] <= {HashW{1'b0}};
    end else begin
      if (fill_en_i && fill_ok) hash_q[fill_line] <= fill_hash_i;
      if (wr_en_i && ok) hash_q[line] <= wr_hash_i;
    end
  end

  // One bit more than a line's number, so that Lines itself can be compared with.
  localparam int SumW = LineW + 1;
  always @(posedge clk_i) begin : a_line_in_table
    if (rst_ni && ok) assert (SumW'(line) < SumW'(Lines));
  end
  always @(posedge clk_i) begin : a_fill_line_in_table
    if (rst_ni && fill_ok) assert (SumW'(fill_line) < SumW'(Lines));
  end
endmodule
