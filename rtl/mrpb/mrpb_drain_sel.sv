// Drain policy of mrpb: which queue the outbound register takes from next.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, section 3.2.
// Storage: Queues * LenW + 2 * QueueW bits = 48 * 4 + 2 * 6 = 204.
// Example (visible 2, 0, 3 in queues 0 to 2, rr 1, greedy 1): fixed order chooses 0, longest first
//   2, round robin 2; greedy forms the same, as queue 1 has nothing. A drain by the policy makes
//   the queue chosen the greedy one, and round robin begins behind it.
// Same cycle: a flush comes before the policy's drain and moves neither greedy nor rr; a flush
//   that finds nothing leaves the policy's drain as it is. A queue that is added to and drained
//   keeps its number.
// Degenerate: queue is 0 if nothing is visible. A number of Queues or above adds nothing and has
//   nothing visible. A count does not go beyond Depth.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module mrpb_drain_sel #(
    /// queues, 2 to 64
    parameter int Queues = 48,
    /// entries a queue, 2 to 1024
    parameter int Depth = 8,
    /// drain policy, 0 to 7 as mode_policy_i; 8: as mode_policy_i says
    parameter int Policy = 8,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1
) (
    /// clock
    input  logic              clk_i,
    /// synchronous reset, active low: nothing visible, greedy and rr 0
    input  logic              rst_ni,
    /// drain policy: 1 longest first, 2 round robin, 0 and 3 fixed order; 4 more: greedy
    input  logic [       2:0] mode_policy_i,
    /// one more request is to be seen in queue add_queue_i
    input  logic              add_en_i,
    /// that queue
    input  logic [QueueW-1:0] add_queue_i,
    /// the policy's choice is drained
    input  logic              drain_en_i,
    /// queue look_queue_i is drained, whatever the policy chooses
    input  logic              flush_en_i,
    /// a queue that the flush control asks about or drains
    input  logic [QueueW-1:0] look_queue_i,
    /// some queue has something visible
    output logic              any_o,
    /// the policy's choice, 0 if nothing is visible
    output logic [QueueW-1:0] queue_o,
    /// queue look_queue_i has something visible
    output logic              look_any_o
);
  localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1;

  // Heads are the bank's.
  logic [Queues-1:0] unused_sel, unused_seen;
  logic [PosW-1:0] unused_head;
  mrpb_sel_core #(
      .Queues(Queues),
      .Depth (Depth),
      .Policy(Policy)
  ) i_core (
      .clk_i,
      .rst_ni,
      .mode_policy_i,
      .add_en_i,
      .add_queue_i,
      .drain_en_i,
      .flush_en_i,
      .look_queue_i,
      .head_i    ({Queues * PosW{1'b0}}),
      .any_o,
      .queue_o,
      .sel_o     (unused_sel),
      .head_o    (unused_head),
      .seen_o    (unused_seen),
      .look_any_o
  );
endmodule
