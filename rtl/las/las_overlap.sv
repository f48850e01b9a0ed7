// How many cache lines a CTA shares with each of several others, in four steps.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National
//   Taiwan University, chapter 3.
// Storage: Lanes * (4 + Arrays * (4 * CoordW + 2 + 4 * SizeW) + 2 * SizeW + up(Arrays)) bits =
//   8 * (4 + 5 * 98 + 19) = 4104, of which 32 are valid bits.
// Example (1 array, coordinates of 4 bits, as x, y, w, h): (2, 0, 4, 2) with (4, 1, 3, 3) -> left 4, right 6,
//   top 1, bottom 2 -> 2 x 1 -> 2 lines; (2, 0, 4, 2) with (6, 0, 4, 2) -> 0 lines.
// Same cycle: a comparison can begin in each cycle; those under way go on beside it. A clear comes first:
//   nothing begins, and nothing is under way afterwards.
// Degenerate: a lane that is not in use stores nothing and has 0 lines. An end is a number of CoordW + 1
//   bits. Data registers are not reset, they mean something only where their step is in use.
// Latency: the lines of a comparison in cycle t are on the outputs in cycle t + 4.
module las_overlap #(
    /// CTAs that one CTA is compared with at a time, 1 to 32
    parameter int Lanes = 8,
    /// data arrays, 1 to 8
    parameter int Arrays = 5,
    /// bits of a coordinate, 1 to 24
    parameter int CoordW = 16,
    /// bits of a width and of a height, 2 to 8
    parameter int SizeW = 8,
    localparam int RectW = 2 * CoordW + 2 * SizeW,
    localparam int CtaW = Arrays * RectW,
    localparam int AreaW = 2 * SizeW,
    localparam int LinesW = AreaW + ((Arrays > 1) ? $clog2(Arrays) : 0)
) (
    /// clock
    input  logic                    clk_i,
    /// synchronous reset, active low: nothing is under way
    input  logic                    rst_ni,
    /// a comparison begins
    input  logic                    look_en_i,
    /// bit l: in lane l
    input  logic [       Lanes-1:0] use_i,
    /// at a * RectW the rectangle of array a of the one CTA
    input  logic [        CtaW-1:0] one_i,
    /// at (l * Arrays + a) * RectW that of lane l's CTA
    input  logic [  Lanes*CtaW-1:0] others_i,
    /// all comparisons under way are dropped
    input  logic                    clear_en_i,
    /// bit l: lane l has a result
    output logic [       Lanes-1:0] done_o,
    /// at l * LinesW the lines that the two CTAs share, 0 without a result
    output logic [Lanes*LinesW-1:0] lines_o
);
  if (Lanes < 1 || Lanes > 32) begin : gen_illegal_lanes
    las_overlap_needs_Lanes_1_to_32 i_illegal ();
  end
  if (Arrays < 1 || Arrays > 8) begin : gen_illegal_arrays
    las_overlap_needs_Arrays_1_to_8 i_illegal ();
  end
  if (CoordW < 1 || CoordW > 24) begin : gen_illegal_coord_w
    las_overlap_needs_CoordW_1_to_24 i_illegal ();
  end
  if (SizeW < 2 || SizeW > 8) begin : gen_illegal_size_w
    las_overlap_needs_SizeW_2_to_8 i_illegal ();
  end

  localparam int EndW = CoordW + 1;
  localparam int DiffW = (EndW > SizeW) ? EndW : SizeW;
  localparam int Pairs = Lanes * Arrays;
  logic [Lanes-1:0] ends_use_q, size_use_q, area_use_q, sum_use_q;
  (* mem2reg *)
  logic [CoordW-1:0] left_q[0:Pairs-1];
  (* mem2reg *)
  logic [EndW-1:0] right_q[0:Pairs-1];
  (* mem2reg *)
  logic [CoordW-1:0] top_q[0:Pairs-1];
  (* mem2reg *)
  logic [EndW-1:0] bottom_q[0:Pairs-1];
  (* mem2reg *)
  logic [SizeW-1:0] wide_q[0:Pairs-1];
  (* mem2reg *)
  logic [SizeW-1:0] high_q[0:Pairs-1];
  (* mem2reg *)
  logic [AreaW-1:0] area_q[0:Pairs-1];
  (* mem2reg *)
  logic [LinesW-1:0] sum_q[0:Lanes-1];

  logic [Lanes-1:0] begins;
  assign begins = use_i & {Lanes{look_en_i}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_en_i) begin
      ends_use_q <= {Lanes{1'b0}};
      size_use_q <= {Lanes{1'b0}};
      area_use_q <= {Lanes{1'b0}};
      sum_use_q  <= {Lanes{1'b0}};
    end else begin
      ends_use_q <= begins;
      size_use_q <= ends_use_q;
      area_use_q <= size_use_q;
      sum_use_q  <= area_use_q;
    end
  end

  // The ends of the one CTA are the same for all lanes.
  logic [Arrays*EndW-1:0] one_right, one_bottom;
  for (genvar a = 0; a < Arrays; a++) begin : gen_one
    localparam int At = a * RectW;
    assign one_right[a*EndW+:EndW] = EndW'(one_i[At+:CoordW]) + EndW'(one_i[At+2*CoordW+:SizeW]);
    assign one_bottom[a*EndW+:EndW] =
        EndW'(one_i[At+CoordW+:CoordW]) + EndW'(one_i[At+2*CoordW+SizeW+:SizeW]);
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [LinesW-1:0] total;
    for (genvar a = 0; a < Arrays; a++) begin : gen_array
      localparam int P = l * Arrays + a;
      localparam int OneAt = a * RectW;
      localparam int At = P * RectW;
      logic [CoordW-1:0] x_one, x_two, y_one, y_two;
      logic [EndW-1:0] r_one, r_two, b_one, b_two;
      assign x_one = one_i[OneAt+:CoordW];
      assign y_one = one_i[OneAt+CoordW+:CoordW];
      assign x_two = others_i[At+:CoordW];
      assign y_two = others_i[At+CoordW+:CoordW];
      assign r_one = one_right[a*EndW+:EndW];
      assign b_one = one_bottom[a*EndW+:EndW];
      assign r_two = EndW'(x_two) + EndW'(others_i[At+2*CoordW+:SizeW]);
      assign b_two = EndW'(y_two) + EndW'(others_i[At+2*CoordW+SizeW+:SizeW]);
      always_ff @(posedge clk_i) begin
        if (begins[l]) begin
          left_q[P]   <= (x_one > x_two) ? x_one : x_two;
          right_q[P]  <= (r_one < r_two) ? r_one : r_two;
          top_q[P]    <= (y_one > y_two) ? y_one : y_two;
          bottom_q[P] <= (b_one < b_two) ? b_one : b_two;
        end
        if (ends_use_q[l]) begin
          wide_q[P] <= (right_q[P] > EndW'(left_q[P])) ?
              SizeW'(DiffW'(right_q[P]) - DiffW'(left_q[P])) : SizeW'(0);
          high_q[P] <= (bottom_q[P] > EndW'(top_q[P])) ?
              SizeW'(DiffW'(bottom_q[P]) - DiffW'(top_q[P])) : SizeW'(0);
        end
        if (size_use_q[l]) area_q[P] <= AreaW'(wide_q[P]) * AreaW'(high_q[P]);
      end
    end
    always_comb begin
      total = LinesW'(0);
      for (int a = 0; a < Arrays; a++) total = total + LinesW'(area_q[l*Arrays+a]);
    end
    always_ff @(posedge clk_i) begin
      if (area_use_q[l]) sum_q[l] <= total;
    end
    assign lines_o[l*LinesW+:LinesW] = {LinesW{sum_use_q[l]}} & sum_q[l];

    always @(posedge clk_i) begin : a_no_lines_without_a_result
      if (rst_ni && !done_o[l]) assert (lines_o[l*LinesW+:LinesW] == LinesW'(0));
    end
  end
  assign done_o = sum_use_q;
endmodule
