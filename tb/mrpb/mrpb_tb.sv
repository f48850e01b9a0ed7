// Lockstep wrapper of mrpb: the ports of its field list, and its state as st_NAME_o.
module mrpb_tb #(
    parameter int Queues = 48,
    parameter int Depth = 8,
    parameter int Latency = 5,
    parameter int EntryW = 64,
    parameter int Policy = 0,
    parameter int Flush = 1,
    parameter int Bypass = 2,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1,
    localparam int LenW = $clog2(Depth + 1),
    localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              in_valid_i,
    input  logic [QueueW-1:0] in_queue_i,
    input  logic              in_write_i,
    input  logic [EntryW-2:0] in_data_i,
    input  logic              out_taken_i,
    input  logic              out_reject_i,
    input  logic              out_assoc_i,
    output logic              in_ready_o,
    output logic              out_valid_o,
    output logic              out_write_o,
    output logic              out_bypass_o,
    output logic [EntryW-2:0] out_data_o,
    output logic              entered_o,
    output logic              direct_o,
    output logic [       1:0] drained_o,
    output logic              wait_full_o,
    output logic              wait_write_o,
    output logic [  PosW-1:0] st_head_o[0:Queues-1],
    output logic [  PosW-1:0] st_tail_o[0:Queues-1],
    output logic [  LenW-1:0] st_len_o[0:Queues-1],
    output logic [EntryW-1:0] st_mem_o[0:Queues*Depth-1],
    output logic              st_pipe_valid_o[0:Latency-2],
    output logic [QueueW-1:0] st_pipe_queue_o[0:Latency-2],
    output logic [  LenW-1:0] st_vis_o[0:Queues-1],
    output logic [QueueW-1:0] st_greedy_o,
    output logic [QueueW-1:0] st_rr_o,
    output logic              st_ob_valid_o,
    output logic              st_ob_write_o,
    output logic              st_ob_bypass_o,
    output logic [EntryW-2:0] st_ob_data_o
);
  mrpb #(
      .Queues (Queues),
      .Depth  (Depth),
      .Latency(Latency),
      .EntryW (EntryW),
      .Policy (Policy),
      .Flush  (Flush),
      .Bypass (Bypass)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_queue_i,
      .in_write_i,
      .in_data_i,
      .out_taken_i,
      .out_reject_i,
      .out_assoc_i,
      .in_ready_o,
      .out_valid_o,
      .out_write_o,
      .out_bypass_o,
      .out_data_o,
      .entered_o,
      .direct_o,
      .drained_o,
      .wait_full_o,
      .wait_write_o
  );

  assign st_head_o = i_dut.i_bank.head_q;
  assign st_tail_o = i_dut.i_bank.tail_q;
  assign st_len_o = i_dut.i_bank.len_q;
  assign st_mem_o = i_dut.i_bank.mem_q;
  for (genvar g = 0; g < Latency - 1; g++) begin : gen_pipe_valid
    assign st_pipe_valid_o[g] = i_dut.i_pipe.valid_q[g];
  end
  assign st_pipe_queue_o = i_dut.i_pipe.queue_q;
  assign st_vis_o = i_dut.i_sel.vis_q;
  assign st_greedy_o = i_dut.i_sel.greedy_q;
  assign st_rr_o = i_dut.i_sel.rr_q;
  assign st_ob_valid_o = i_dut.i_ob.valid_q;
  assign st_ob_write_o = i_dut.i_ob.write_q;
  assign st_ob_bypass_o = i_dut.i_ob.bypass_q;
  assign st_ob_data_o = i_dut.i_ob.data_q;
endmodule
