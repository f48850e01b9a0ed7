// Lockstep wrapper of mrpb.fifo_bank: the ports of its field list, and its state as st_NAME_o.
module mrpb_fifo_bank_tb #(
    parameter int Queues = 48,
    parameter int Depth = 8,
    parameter int Width = 64,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1,
    localparam int LenW = $clog2(Depth + 1),
    localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              wr_en_i,
    input  logic [QueueW-1:0] wr_queue_i,
    input  logic [ Width-1:0] wr_data_i,
    input  logic              rd_en_i,
    input  logic [QueueW-1:0] rd_queue_i,
    input  logic [Queues-1:0] rd_sel_i,
    input  logic [  PosW-1:0] rd_head_i,
    input  logic              flush_en_i,
    input  logic              flush_valid_i,
    input  logic [Queues-1:0] flush_queues_i,
    output logic              wr_full_o,
    output logic              wr_empty_o,
    output logic [Queues-1:0] full_o,
    output logic [  PosW-1:0] heads_o[0:Queues-1],
    output logic [ Width-1:0] rd_data_o,
    output logic [  PosW-1:0] st_head_o[0:Queues-1],
    output logic [  PosW-1:0] st_tail_o[0:Queues-1],
    output logic [  LenW-1:0] st_len_o[0:Queues-1],
    output logic [ Width-1:0] st_mem_o[0:Queues*Depth-1]
);
  logic [Queues*PosW-1:0] heads;
  for (genvar g = 0; g < Queues; g++) begin : gen_heads
    assign heads_o[g] = heads[g*PosW+:PosW];
  end
  mrpb_fifo_bank #(
      .Queues(Queues),
      .Depth (Depth),
      .Width (Width)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .wr_en_i,
      .wr_queue_i,
      .wr_data_i,
      .rd_en_i,
      .rd_queue_i,
      .rd_sel_i,
      .rd_head_i,
      .flush_en_i,
      .flush_valid_i,
      .flush_queues_i,
      .wr_full_o,
      .wr_empty_o,
      .full_o,
      .heads_o(heads),
      .rd_data_o
  );

  assign st_head_o = i_dut.head_q;
  assign st_tail_o = i_dut.tail_q;
  assign st_len_o = i_dut.len_q;
  assign st_mem_o = i_dut.mem_q;
endmodule
