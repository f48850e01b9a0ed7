// Lockstep wrapper of mrpb.drain_sel: the ports of its field list, and its state as st_NAME_o.
module mrpb_drain_sel_tb #(
    parameter int Queues = 48,
    parameter int Depth = 8,
    parameter int Policy = 0,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1,
    localparam int LenW = $clog2(Depth + 1),
    localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              add_en_i,
    input  logic [QueueW-1:0] add_queue_i,
    input  logic              drain_en_i,
    input  logic              flush_en_i,
    input  logic [QueueW-1:0] look_queue_i,
    input  logic [  PosW-1:0] heads_i[0:Queues-1],
    output logic              any_o,
    output logic [QueueW-1:0] queue_o,
    output logic [Queues-1:0] queue_sel_o,
    output logic [  PosW-1:0] queue_head_o,
    output logic [Queues-1:0] seen_o,
    output logic              look_any_o,
    output logic [  LenW-1:0] st_vis_o[0:Queues-1],
    output logic [QueueW-1:0] st_greedy_o,
    output logic [QueueW-1:0] st_rr_o
);
  logic [Queues*PosW-1:0] heads;
  for (genvar g = 0; g < Queues; g++) begin : gen_heads
    assign heads[g*PosW+:PosW] = heads_i[g];
  end
  mrpb_drain_sel #(
      .Queues(Queues),
      .Depth (Depth),
      .Policy(Policy)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .add_en_i,
      .add_queue_i,
      .drain_en_i,
      .flush_en_i,
      .look_queue_i,
      .heads_i(heads),
      .any_o,
      .queue_o,
      .queue_sel_o,
      .queue_head_o,
      .seen_o,
      .look_any_o
  );

  assign st_vis_o = i_dut.vis_q;
  assign st_greedy_o = i_dut.greedy_q;
  assign st_rr_o = i_dut.rr_q;
endmodule
