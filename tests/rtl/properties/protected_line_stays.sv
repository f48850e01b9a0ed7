// A protected line is held until its warp protects no longer, or the line is invalidated or taken. The L1 may
// take no way that is held, which is assumed; so no protected line is evicted.
//
// One line, chosen by the solver, is followed.
module protected_line_stays #(
    parameter int Sets = 2,
    parameter int Ways = 3,
    parameter int Warps = 2,
    parameter int CntW = 1,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic [ SetW-1:0] set_i,
    input logic [ WayW-1:0] way_i,
    input logic [Warps-1:0] live_i,
    input logic             acc_en_i,
    input logic             acc_new_i,
    input logic             acc_plain_i,
    input logic             acc_pin_i,
    input logic [WarpW-1:0] acc_warp_i,
    input logic             gone_en_i,
    input logic [ SetW-1:0] gone_set_i,
    input logic [ WayW-1:0] gone_way_i,
    input logic             flush_en_i
);
  logic [Ways-1:0] held;
  logic all_held, lapses;
  logic [CntW-1:0] rd_count;
  apcm_tags #(
      .Sets(Sets), .Ways(Ways), .Warps(Warps), .CntW(CntW)
  ) i_tags (
      .clk_i, .rst_ni, .set_i, .way_i, .live_i, .acc_en_i, .acc_new_i, .acc_plain_i, .acc_pin_i, .acc_warp_i,
      .gone_en_i, .gone_set_i, .gone_way_i, .flush_en_i,
      .held_o(held), .all_held_o(all_held), .rd_count_o(rd_count), .lapses_o(lapses)
  );

  // The line that is followed, which exists, and whose protection: as the paper has it, line by line.
  (* anyconst *)
  logic [SetW-1:0] set;
  (* anyconst *)
  logic [WayW-1:0] way;
  logic here, takes, protect_q, protects;
  logic [WarpW-1:0] owner_q;
  assign here = set_i == set && way_i == way;
  assign takes = acc_en_i && acc_new_i && here;
  assign protects = protect_q && 32'(owner_q) < Warps && live_i[owner_q];
  always_comb begin
    assume (32'(set) < Sets && 32'(way) < Ways);
    if (takes) assume (!held[way]);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) protect_q <= 1'b0;
    else if (takes) begin
      protect_q <= acc_pin_i;
      owner_q   <= acc_warp_i;
    end else if (flush_en_i || (gone_en_i && gone_set_i == set && gone_way_i == way)) protect_q <= 1'b0;
    else if (acc_en_i && set_i == set && !protects) protect_q <= 1'b0;
  end

  always @(posedge clk_i) begin : a_a_protected_line_is_held
    if (rst_ni && set_i == set) assert (held[way] == protects);
  end
  always @(posedge clk_i) begin : a_a_protected_line_is_not_taken
    if (rst_ni && takes) assert (!protects);
  end
  always @(posedge clk_i) begin : a_all_are_held_if_each_is
    if (rst_ni && all_held && set_i == set) assert (protects);
  end
endmodule
