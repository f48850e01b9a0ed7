// bypassBit of every line of one L2 slice: whether the last request for it bypassed the L1.
//
// Source: Tian et al., "Adaptive GPU Cache Bypassing", GPGPU-8 2015, section 3, listing 1.
// Storage: Sets * Ways bits = 128 * 16 = 2048 (one 128 KB slice of 64 B lines; the 256 KB L2 of
//   the paper has two, 512 B).
// Example: a bypassed read misses: the bit of the allocated line becomes 1; a second bypassed
//   read hits: 1 is returned (the block is worth keeping) and the bit becomes 0.
// Same cycle: one access; the returned bit is the one before the edge.
// Degenerate: a set of Sets or above or a way of Ways or above names no line: 0 is returned and
//   nothing is written. There is none where Sets and Ways are 2, 4, 8 and so on; with one set
//   (way) the index has one bit, and 1 names none.
// Latency: the returned bit 0 cycles; the new bit is seen in the next cycle.
module abyp_l2bit #(
    /// sets of the slice, any number from 1 to 2048
    parameter int Sets = 128,
    /// ways of the slice, any number from 1 to 64; Sets * Ways is at most 8192
    parameter int Ways = 16,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: every bit becomes 0
    input  logic            rst_ni,
    /// an access is performed
    input  logic            acc_en_i,
    /// it is a write
    input  logic            acc_write_i,
    /// the block is in the slice, or its fill is pending
    input  logic            acc_hit_i,
    /// the L1 bypassed this request
    input  logic            acc_bypass_i,
    /// set of the line that hit or was allocated
    input  logic [SetW-1:0] acc_set_i,
    /// way of the line that hit or was allocated
    input  logic [WayW-1:0] acc_way_i,
    /// bit that the reply carries
    output logic            ret_bypass_o
);
  localparam int Lines = Sets * Ways;
  localparam int LineW = (Lines > 1) ? $clog2(Lines) : 1;

  if (Sets < 1 || Sets > 2048) begin : gen_illegal_sets
    abyp_l2bit_needs_Sets_1_to_2048 i_illegal ();
  end else if (Ways < 1 || Ways > 64) begin : gen_illegal_ways
    abyp_l2bit_needs_Ways_1_to_64 i_illegal ();
  end else if (Lines > 8192) begin : gen_illegal_lines
    abyp_l2bit_needs_product_Sets_Ways_at_most_8192 i_illegal ();
  end

  (* mem2reg *)
  logic bypass_q[0:Lines-1];

  logic set_ok, way_ok;
  if (Sets == (1 << SetW)) begin : gen_every_set
    assign set_ok = 1'b1;
  end else begin : gen_some_sets
    assign set_ok = acc_set_i < SetW'(Sets);
  end
  if (Ways == (1 << WayW)) begin : gen_every_way
    assign way_ok = 1'b1;
  end else begin : gen_some_ways
    assign way_ok = acc_way_i < WayW'(Ways);
  end

  logic ok, wr_en, bypass_d;
  logic [LineW-1:0] line;
  assign ok = set_ok && way_ok;
  assign line = LineW'(acc_set_i) * LineW'(Ways) + LineW'(acc_way_i);
  assign ret_bypass_o = acc_en_i && !acc_write_i && acc_hit_i && ok && bypass_q[line];
  assign wr_en = acc_en_i && ok && !(acc_write_i && acc_hit_i);
  assign bypass_d = !acc_write_i && acc_bypass_i && !ret_bypass_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < Lines; i++) bypass_q[i] <= 1'b0;
    end else if (wr_en) begin
      bypass_q[line] <= bypass_d;
    end
  end

  // One bit more than a line's number, so that Lines itself can be compared with.
  localparam int SumW = LineW + 1;
  always @(posedge clk_i) begin : a_line_in_table
    if (rst_ni && ok) assert (SumW'(line) < SumW'(Lines));
  end
  always @(posedge clk_i) begin : a_returned_bit_is_cleared
    if (rst_ni && ret_bypass_o) assert (wr_en && !bypass_d);
  end
endmodule
