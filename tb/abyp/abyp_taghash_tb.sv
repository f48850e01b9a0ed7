// Lockstep wrapper of abyp.taghash: the ports of its field list, and its state as st_NAME_o.
module abyp_taghash_tb #(
    parameter int Sets = 32,
    parameter int Ways = 8,
    parameter int HashW = 7,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [SetW-1:0]  set_i,
    input  logic [WayW-1:0]  way_i,
    input  logic             wr_en_i,
    input  logic [HashW-1:0] wr_hash_i,
    input  logic             fill_en_i,
    input  logic [SetW-1:0]  fill_set_i,
    input  logic [WayW-1:0]  fill_way_i,
    input  logic [HashW-1:0] fill_hash_i,
    output logic             rd_ok_o,
    output logic [HashW-1:0] rd_hash_o,
    output logic [HashW-1:0] st_hash_o[0:Sets*Ways-1]
);
  abyp_taghash #(
      .Sets (Sets),
      .Ways (Ways),
      .HashW(HashW)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .set_i,
      .way_i,
      .wr_en_i,
      .wr_hash_i,
      .fill_en_i,
      .fill_set_i,
      .fill_way_i,
      .fill_hash_i,
      .rd_ok_o,
      .rd_hash_o
  );

  assign st_hash_o = i_dut.hash_q;
endmodule
