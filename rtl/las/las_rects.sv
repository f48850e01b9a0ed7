// What CTAs touch: a rectangle of each data array, in rows of places.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National
//   Taiwan University, chapter 3.
// Storage: Rows * Cols * (Arrays * RectW + 1) bits = 15 * 8 * (5 * 48 + 1) = 28920, of which 120 are
//   valid bits.
// Example (2 rows of 3, 2 lanes, 1 array): write 5 at (1, 2) -> row 1, group 1 reads taken 01, rects 5, 0 (lane 0
//   first); group 0 reads taken 00; free (1, 2) and write 6 at (1, 2) in one cycle -> it reads 6.
// Same cycle: outputs come from the places before the edge. A place that is left and taken is taken; a
//   clear comes last, so that a write in its cycle is lost.
// Degenerate: a row or column that is out of range names no place: it reads 0 and changes nothing. A lane
//   beyond the last column reads 0. The memory is not reset, it means something only in a taken place.
// Latency: outputs 0 cycles; a write or a free is seen in the next cycle.
module las_rects #(
    /// rows of places, any number from 1 to 32; Rows * Cols is at most 256
    parameter int Rows = 15,
    /// places of a row, any number from 1 to 64
    parameter int Cols = 8,
    /// places of a row that are read at a time, 1 to 32
    parameter int Lanes = 8,
    /// data arrays, 1 to 8
    parameter int Arrays = 5,
    /// bits of a rectangle, 1 to 64
    parameter int RectW = 48,
    localparam int RowW = (Rows > 1) ? $clog2(Rows) : 1,
    localparam int ColW = (Cols > 1) ? $clog2(Cols) : 1,
    localparam int LaneCount = (Lanes > 0) ? Lanes : 1,
    localparam int Groups = (Cols + LaneCount - 1) / LaneCount,
    localparam int GroupW = (Groups > 1) ? $clog2(Groups) : 1,
    localparam int CtaW = Arrays * RectW,
    localparam int Places = Rows * Cols
) (
    /// clock
    input  logic                  clk_i,
    /// synchronous reset, active low: no place is taken
    input  logic                  rst_ni,
    /// a place is taken
    input  logic                  write_en_i,
    /// its row
    input  logic [      RowW-1:0] write_row_i,
    /// its column
    input  logic [      ColW-1:0] write_col_i,
    /// at a * RectW the rectangle of array a of the CTA that takes it
    input  logic [      CtaW-1:0] write_rects_i,
    /// a place is left
    input  logic                  free_en_i,
    /// its row
    input  logic [      RowW-1:0] free_row_i,
    /// its column
    input  logic [      ColW-1:0] free_col_i,
    /// all places are left
    input  logic                  clear_en_i,
    /// row that is read
    input  logic [      RowW-1:0] row_i,
    /// which Lanes places of the row
    input  logic [    GroupW-1:0] group_i,
    /// row of the place that is read alone
    input  logic [      RowW-1:0] at_row_i,
    /// its column
    input  logic [      ColW-1:0] at_col_i,
    /// bit row * Cols + col: the place is taken
    output logic [    Places-1:0] places_o,
    /// bit l: lane l reads a place that is taken
    output logic [     Lanes-1:0] taken_o,
    /// at (l * Arrays + a) * RectW what array a of lane l's place holds, 0 if the place is not taken
    output logic [Lanes*CtaW-1:0] rects_o,
    /// at a * RectW what the place that is read alone holds, 0 if it is not taken
    output logic [      CtaW-1:0] at_rects_o
);
  if (Rows < 1 || Rows > 32) begin : gen_illegal_rows
    las_rects_needs_Rows_1_to_32 i_illegal ();
  end
  if (Cols < 1 || Cols > 64) begin : gen_illegal_cols
    las_rects_needs_Cols_1_to_64 i_illegal ();
  end
  if (Lanes < 1 || Lanes > 32) begin : gen_illegal_lanes
    las_rects_needs_Lanes_1_to_32 i_illegal ();
  end
  if (Arrays < 1 || Arrays > 8) begin : gen_illegal_arrays
    las_rects_needs_Arrays_1_to_8 i_illegal ();
  end
  if (RectW < 1 || RectW > 64) begin : gen_illegal_rect_w
    las_rects_needs_RectW_1_to_64 i_illegal ();
  end
  if (Rows <= 32 && Cols <= 64 && Rows * Cols > 256) begin : gen_illegal_places
    las_rects_needs_product_Rows_times_Cols_at_most_256 i_illegal ();
  end

  logic [Places-1:0] valid_q, valid_d;
  (* mem2reg *)
  logic [RectW-1:0] mem_q[0:Places*Arrays-1];

  // Each place by itself: a number that is out of range selects none.
  logic [Places-1:0] write_sel, free_sel, at_sel;
  for (genvar r = 0; r < Rows; r++) begin : gen_row
    for (genvar c = 0; c < Cols; c++) begin : gen_col
      assign write_sel[r*Cols+c] = write_en_i && write_row_i == RowW'(r) && write_col_i == ColW'(c);
      assign free_sel[r*Cols+c] = free_en_i && free_row_i == RowW'(r) && free_col_i == ColW'(c);
      assign at_sel[r*Cols+c] = at_row_i == RowW'(r) && at_col_i == ColW'(c) && valid_q[r*Cols+c];
    end
  end
  assign valid_d  = clear_en_i ? {Places{1'b0}} : (valid_q & ~free_sel) | write_sel;
  assign places_o = valid_q;

  // A lane can only read the columns of its number in each group.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int Here = (l < Cols) ? (Cols - l + Lanes - 1) / Lanes : 0;
    if (Here > 0) begin : gen_columns
      logic [Rows*Here-1:0] sel;
      for (genvar r = 0; r < Rows; r++) begin : gen_row
        for (genvar g = 0; g < Here; g++) begin : gen_group
          assign sel[r*Here+g] = row_i == RowW'(r) && group_i == GroupW'(g) && valid_q[r*Cols+g*Lanes+l];
        end
      end
      logic [CtaW-1:0] lane_rects;
      always_comb begin
        lane_rects = {CtaW{1'b0}};
        for (int r = 0; r < Rows; r++)
          for (int g = 0; g < Here; g++)
            for (int a = 0; a < Arrays; a++)
              lane_rects[a*RectW+:RectW] = lane_rects[a*RectW+:RectW] |
                  ({RectW{sel[r*Here+g]}} & mem_q[(r*Cols+g*Lanes+l)*Arrays+a]);
      end
      assign taken_o[l] = |sel;
      assign rects_o[l*CtaW+:CtaW] = lane_rects;
    end else begin : gen_beyond
      assign taken_o[l] = 1'b0;
      assign rects_o[l*CtaW+:CtaW] = {CtaW{1'b0}};
    end
  end
  always_comb begin
    at_rects_o = {CtaW{1'b0}};
    for (int p = 0; p < Places; p++)
      for (int a = 0; a < Arrays; a++)
        at_rects_o[a*RectW+:RectW] = at_rects_o[a*RectW+:RectW] |
            ({RectW{at_sel[p]}} & mem_q[p*Arrays+a]);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Places{1'b0}};
    else valid_q <= valid_d;
  end
  always_ff @(posedge clk_i) begin
    for (int p = 0; p < Places; p++)
      if (write_sel[p])
        for (int a = 0; a < Arrays; a++) mem_q[p*Arrays+a] <= write_rects_i[a*RectW+:RectW];
  end

  always @(posedge clk_i) begin : a_each_port_names_one_place
    if (rst_ni)
      assert ((write_sel & (write_sel - Places'(1))) == {Places{1'b0}} &&
              (free_sel & (free_sel - Places'(1))) == {Places{1'b0}} &&
              (at_sel & (at_sel - Places'(1))) == {Places{1'b0}});
  end
endmodule
