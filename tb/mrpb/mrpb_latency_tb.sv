// Lockstep wrapper of mrpb.latency: the ports of its field list, and its state as st_NAME_o.
module mrpb_latency_tb #(
    parameter int Queues = 48,
    parameter int Latency = 5,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              in_en_i,
    input  logic [QueueW-1:0] in_queue_i,
    output logic              out_en_o,
    output logic [QueueW-1:0] out_queue_o,
    output logic              st_valid_o[0:Latency-2],
    output logic [QueueW-1:0] st_queue_o[0:Latency-2]
);
  mrpb_latency #(
      .Queues (Queues),
      .Latency(Latency)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .in_en_i,
      .in_queue_i,
      .out_en_o,
      .out_queue_o
  );

  for (genvar g = 0; g < Latency - 1; g++) begin : gen_valid
    assign st_valid_o[g] = i_dut.valid_q[g];
  end
  assign st_queue_o = i_dut.queue_q;
endmodule
