// Lockstep wrapper of abyp: the ports of its field list, and its state as st_NAME_o.
module abyp_tb #(
    parameter int Entries = 128,
    parameter int CtrW = 4,
    parameter int Threshold = 1,
    parameter int PcShift = 3,
    parameter int Sets = 32,
    parameter int Ways = 8,
    localparam int HashW = (Entries > 1) ? $clog2(Entries) : 1,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             acc_valid_i,
    input  logic [31:0]      acc_pc_i,
    input  logic             acc_hit_i,
    input  logic             acc_accept_i,
    input  logic [SetW-1:0]  acc_set_i,
    input  logic [WayW-1:0]  acc_way_i,
    input  logic             vic_valid_i,
    input  logic             fill_valid_i,
    input  logic [SetW-1:0]  fill_set_i,
    input  logic [WayW-1:0]  fill_way_i,
    input  logic [HashW-1:0] fill_hash_i,
    output logic             predict_o,
    output logic [HashW-1:0] acc_hash_o,
    output logic [CtrW-1:0]  st_ctr_o[0:Entries-1],
    output logic [HashW-1:0] st_hash_o[0:Sets*Ways-1]
);
  abyp #(
      .Entries  (Entries),
      .CtrW     (CtrW),
      .Threshold(Threshold),
      .PcShift  (PcShift),
      .Sets     (Sets),
      .Ways     (Ways)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .acc_valid_i,
      .acc_pc_i,
      .acc_hit_i,
      .acc_accept_i,
      .acc_set_i,
      .acc_way_i,
      .vic_valid_i,
      .fill_valid_i,
      .fill_set_i,
      .fill_way_i,
      .fill_hash_i,
      .predict_o,
      .acc_hash_o
  );

  assign st_ctr_o = i_dut.i_table.i_ctrs.ctr_q;
  assign st_hash_o = i_dut.i_tags.hash_q;
endmodule
