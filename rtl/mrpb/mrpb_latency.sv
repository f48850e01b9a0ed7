// Latency pipe of mrpb: from where a request is written to where the selector sees it.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, section 5.3 (buffer latency).
// Storage: (Latency - 1) * (1 + log2(Queues)) bits = 4 * (1 + 6) = 28.
// Example (Latency 3): queue 5 enters in cycle 0; out_en and out_queue 5 stand in cycle 2; the
//   selector counts it from cycle 3 on.
// Same cycle: one enters and one leaves; every stage moves in every cycle, nothing can stop it.
// Degenerate: without in_en a 0 is shifted in, whatever in_queue is; a number that names no queue
//   is passed through.
// Latency: Latency - 1 cycles from in to out.
module mrpb_latency #(
    /// queues, 1 to 64
    parameter int Queues = 48,
    /// cycles from enqueue to where the selector sees it, 2 to 64
    parameter int Latency = 5,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1
) (
    /// clock
    input  logic              clk_i,
    /// synchronous reset, active low: every stage empty
    input  logic              rst_ni,
    /// a request has entered queue in_queue_i
    input  logic              in_en_i,
    /// that queue
    input  logic [QueueW-1:0] in_queue_i,
    /// a request in queue out_queue_o is seen from the next cycle on
    output logic              out_en_o,
    /// that queue, 0 without out_en_o
    output logic [QueueW-1:0] out_queue_o
);
  if (Queues < 1 || Queues > 64) begin : gen_illegal_queues
    mrpb_latency_needs_Queues_1_to_64 i_illegal ();
  end
  if (Latency < 2 || Latency > 64) begin : gen_illegal_latency
    mrpb_latency_needs_Latency_2_to_64 i_illegal ();
  end

  localparam int Stages = (Latency > 1) ? Latency - 1 : 1;
  logic [Stages-1:0] valid_q;
  (* mem2reg *)
  logic [QueueW-1:0] queue_q[0:Stages-1];

  assign out_en_o = valid_q[Stages-1];
  assign out_queue_o = queue_q[Stages-1];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= {Stages{1'b0}};
      for (int i = 0; i < Stages; i++) queue_q[i] <= {QueueW{1'b0}};
    end else begin
      valid_q[0] <= in_en_i;
      queue_q[0] <= in_queue_i & {QueueW{in_en_i}};
      for (int i = 1; i < Stages; i++) begin
        valid_q[i] <= valid_q[i-1];
        queue_q[i] <= queue_q[i-1];
      end
    end
  end

  always @(posedge clk_i) begin : a_empty_stage_holds_0
    if (rst_ni) assert (out_en_o || out_queue_o == {QueueW{1'b0}});
  end
endmodule
