// Lockstep wrapper of common.fifo: the ports of its field list, and its state as st_NAME_o.
module fifo_tb #(
    parameter int Depth = 8,
    parameter int Width = 64,
    localparam int IdxW = (Depth > 1) ? $clog2(Depth) : 1,
    localparam int CntW = $clog2(Depth + 1)
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             push_valid_i,
    input  logic [Width-1:0] push_data_i,
    input  logic             pop_ready_i,
    output logic             push_ready_o,
    output logic             pop_valid_o,
    output logic [Width-1:0] pop_data_o,
    output logic [CntW-1:0]  count_o,
    output logic [IdxW-1:0]  st_rd_o,
    output logic [IdxW-1:0]  st_wr_o,
    output logic [CntW-1:0]  st_cnt_o,
    output logic [Width-1:0] st_mem_o[0:Depth-1]
);
  fifo #(
      .Depth(Depth),
      .Width(Width)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .push_valid_i,
      .push_data_i,
      .pop_ready_i,
      .push_ready_o,
      .pop_valid_o,
      .pop_data_o,
      .count_o
  );

  assign st_rd_o = i_dut.rd_q;
  assign st_wr_o = i_dut.wr_q;
  assign st_cnt_o = i_dut.cnt_q;
  assign st_mem_o = i_dut.mem_q;
endmodule
