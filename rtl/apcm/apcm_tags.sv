// Tag extension of the L1 for apcm: per line whether it is protected, by which warp, and its count.
//
// Source: Koo et al., "Access Pattern-Aware Cache Management for Improving Data Utilization in
//   GPU", ISCA 2017, section 5.
// Storage: Sets * Ways * (1 + WarpW + CntW) bits = 32 * 4 * (1 + 6 + 4) = 1408.
// Example: line (s, w) is element s * Ways + w. Warp 3 takes line (0, 1) with a pin while it protects ->
//   held 0010 in set 0; warp 3 no longer protects -> held 0000; the next access of set 0 -> lapses,
//   and the line's bit is cleared.
// Same cycle: flush and invalidation come first; then every way of the accessed set that is not held
//   loses its protection; then the access writes its own line. Outputs are of the state before the edge,
//   but the count of a line that is invalidated in this cycle is 0.
// Degenerate: a set of Sets or above has no ways: held, all_held and the count are 0 and nothing is
//   written. With a way of Ways or above the count is 0, and the access only lets protection lapse. A
//   warp of Warps or above never protects. owner is not reset: it means something only where protect is set.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module apcm_tags #(
    /// sets of the L1, any number from 1 to 2048
    parameter int Sets = 32,
    /// ways of the L1, any number from 1 to 64; Sets * Ways is at most 2048
    parameter int Ways = 4,
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// bits of a count, 1 to 8
    parameter int CntW = 4,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: no line is protected, every count is 0
    input  logic             rst_ni,
    /// set of the access
    input  logic [ SetW-1:0] set_i,
    /// way of its line
    input  logic [ WayW-1:0] way_i,
    /// bit w: warp w protects
    input  logic [Warps-1:0] live_i,
    /// the access is accepted and has looked at the set
    input  logic             acc_en_i,
    /// it takes line (set_i, way_i), else it hits it
    input  logic             acc_new_i,
    /// it is a plain global load: it counts
    input  logic             acc_plain_i,
    /// with acc_new_i: the line is protected
    input  logic             acc_pin_i,
    /// by this warp
    input  logic [WarpW-1:0] acc_warp_i,
    /// a line is invalidated
    input  logic             gone_en_i,
    /// its set
    input  logic [ SetW-1:0] gone_set_i,
    /// its way
    input  logic [ WayW-1:0] gone_way_i,
    /// all lines are invalidated
    input  logic             flush_en_i,
    /// bit w: way w of set_i is protected by a warp that still protects
    output logic [ Ways-1:0] held_o,
    /// all of them are
    output logic             all_held_o,
    /// count of line (set_i, way_i); 0 if it is invalidated in this cycle
    output logic [ CntW-1:0] rd_count_o,
    /// some way of set_i loses its protection, as its warp no longer protects
    output logic             lapses_o
);
  // What is refused below must not stop a tool before its name does.
  localparam int All = Sets * Ways;
  localparam int Lines = (All < 1 || All > 2048) ? 1 : All;
  localparam int LineW = (Lines > 1) ? $clog2(Lines) : 1;

  if (Sets < 1 || Sets > 2048) begin : gen_illegal_sets
    apcm_tags_needs_Sets_1_to_2048 i_illegal ();
  end else if (Ways < 1 || Ways > 64) begin : gen_illegal_ways
    apcm_tags_needs_Ways_1_to_64 i_illegal ();
  end else if (All > 2048) begin : gen_illegal_lines
    apcm_tags_needs_product_Sets_Ways_at_most_2048 i_illegal ();
  end
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apcm_tags_needs_Warps_1_to_64 i_illegal ();
  end
  if (CntW < 1 || CntW > 8) begin : gen_illegal_cnt_w
    apcm_tags_needs_CntW_1_to_8 i_illegal ();
  end

  logic [Lines-1:0] protect_q, protect_d;
  (* mem2reg *)
  logic [WarpW-1:0] owner_q[0:Lines-1];
  (* mem2reg *)
  logic [CntW-1:0] count_q[0:Lines-1];

  logic set_ok, way_ok, gone_ok;
  if (Sets == (1 << SetW)) begin : gen_every_set
    assign set_ok = 1'b1;
  end else begin : gen_some_sets
    assign set_ok = set_i < SetW'(Sets);
  end
  if (Ways == (1 << WayW)) begin : gen_every_way
    assign way_ok = 1'b1;
  end else begin : gen_some_ways
    assign way_ok = way_i < WayW'(Ways);
  end
  // One bit more than the numbers, so that Sets and Ways themselves can be compared with.
  localparam int GoneSetW = SetW + 1;
  localparam int GoneWayW = WayW + 1;
  if (Sets == (1 << SetW) && Ways == (1 << WayW)) begin : gen_every_line
    assign gone_ok = 1'b1;
  end else begin : gen_some_lines
    assign gone_ok = GoneSetW'(gone_set_i) < GoneSetW'(Sets) &&
        GoneWayW'(gone_way_i) < GoneWayW'(Ways);
  end

  logic ok, gone_ok_en;
  logic [LineW-1:0] set_at, line, gone_line;
  assign ok = set_ok && way_ok;
  assign gone_ok_en = gone_en_i && gone_ok;
  assign set_at = LineW'(set_i) * LineW'(Ways);
  assign line = set_at + LineW'(way_i);
  assign gone_line = LineW'(gone_set_i) * LineW'(Ways) + LineW'(gone_way_i);

  // A number that names no warp has no bit in live_i.
  localparam int Numbers = 1 << WarpW;
  logic [Numbers-1:0] live;
  assign live = Numbers'(live_i);

  logic [Ways-1:0] marked, held, stale;
  for (genvar w = 0; w < Ways; w++) begin : gen_way
    logic [LineW-1:0] way_at;
    assign way_at = set_at + LineW'(w);
    assign marked[w] = set_ok && protect_q[way_at];
    assign held[w] = marked[w] && live[owner_q[way_at]];
    assign stale[w] = marked[w] && !held[w] && acc_en_i;
  end

  // Of a line that is invalidated or replaced in this cycle the count begins again, for the read, too.
  logic gone_here;
  logic [CntW-1:0] count_kept;
  assign gone_here = gone_ok_en && gone_line == line;
  assign count_kept = count_q[line] & {CntW{!gone_here}};
  assign held_o = held;
  assign all_held_o = &held;
  assign rd_count_o = ok ? count_kept : {CntW{1'b0}};
  assign lapses_o = |stale;

  logic [Lines-1:0] gone_sel, lapse_sel, new_sel;
  logic write_en, new_en, pin_en;
  assign write_en = acc_en_i && ok;
  assign new_en = write_en && acc_new_i;
  assign pin_en = new_en && acc_pin_i;
  assign gone_sel = Lines'(gone_ok_en) << gone_line;
  assign lapse_sel = Lines'(stale) << set_at;
  assign new_sel = Lines'(new_en) << line;
  always_comb begin
    protect_d = protect_q & ~gone_sel & ~{Lines{flush_en_i}};
    protect_d = protect_d & ~lapse_sel & ~new_sel;
    protect_d = protect_d | (new_sel & {Lines{acc_pin_i}});
  end

  logic [CntW-1:0] count_d;
  always_comb begin
    count_d = count_kept;
    if (acc_new_i) count_d = acc_plain_i ? CntW'(1) : CntW'(0);
    else if (acc_plain_i && !(&count_kept)) count_d = count_kept + CntW'(1);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) protect_q <= {Lines{1'b0}};
    else if (flush_en_i || gone_en_i || acc_en_i) protect_q <= protect_d;
  end
  always_ff @(posedge clk_i) begin
    if (pin_en) owner_q[line] <= acc_warp_i;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < Lines; i++) count_q[i] <= {CntW{1'b0}};
    end else begin
      if (gone_ok_en) count_q[gone_line] <= {CntW{1'b0}};
      if (write_en) count_q[line] <= count_d;
    end
  end

  // One bit more than a line's number, so that Lines itself can be compared with.
  localparam int SumW = LineW + 1;
  always @(posedge clk_i) begin : a_line_in_table
    if (rst_ni && ok) assert (SumW'(line) < SumW'(Lines));
  end
  always @(posedge clk_i) begin : a_gone_line_in_table
    if (rst_ni && gone_ok) assert (SumW'(gone_line) < SumW'(Lines));
  end
  always @(posedge clk_i) begin : a_held_is_marked
    if (rst_ni) assert ((held & ~marked) == {Ways{1'b0}});
  end
  always @(posedge clk_i) begin : a_lapse_beside_held
    if (rst_ni && all_held_o) assert (!lapses_o);
  end
endmodule
