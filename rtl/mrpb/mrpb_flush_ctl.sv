// Flush control of mrpb: who enters, and whom the outbound register takes from.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, section 3.3 (flush option).
// Storage: none.
// Example (flush on, outbound register free): a read at a full queue with something visible gives
//   flush_drain, drained 2 and wait_full, and is not ready; a write at an empty queue gives direct and
//   in_ready, and the policy drains nothing in that cycle.
// Same cycle: a flush makes no room for the read that caused it; of direct, flush_drain and
//   policy_drain at most one is set, in this order.
// Degenerate: without in_valid_i the policy alone drains. While the queue of a waiting request has
//   nothing visible the policy drains others.
// Latency: 0 cycles, combinational, no clock.
module mrpb_flush_ctl #(
    /// flush option: 0 off, 1 on
    parameter int Flush = 1
) (
    /// a request stands at the input
    input  logic       in_valid_i,
    /// it is a write
    input  logic       in_write_i,
    /// its queue is full
    input  logic       in_full_i,
    /// its queue holds nothing
    input  logic       in_empty_i,
    /// its queue has something visible
    input  logic       in_visible_i,
    /// some queue has something visible
    input  logic       any_i,
    /// the outbound register is free, or becomes free at this edge
    input  logic       ob_free_i,
    /// the request at the input is taken
    output logic       in_ready_o,
    /// it enters its queue
    output logic       enqueue_o,
    /// it enters the outbound register
    output logic       direct_o,
    /// the outbound register takes from the queue of the request at the input
    output logic       flush_drain_o,
    /// the outbound register takes from the queue that the policy chooses
    output logic       policy_drain_o,
    /// what is drained: 0 nothing, 1 the policy's choice, 2 the full queue of a waiting read, 3 the
    /// queue of a waiting write
    output logic [1:0] drained_o,
    /// the request at the input waits because its queue is full
    output logic       wait_full_o,
    /// a write waits for its queue to be empty or for the outbound register
    output logic       wait_write_o
);
  if (Flush < 0 || Flush > 1) begin : gen_illegal_flush
    mrpb_flush_ctl_needs_Flush_0_to_1 i_illegal ();
  end

  // All outputs in one block, so that an assertion never sees half of them.
  logic beside;
  always_comb begin
    beside         = Flush == 1 && in_valid_i && in_write_i;
    direct_o       = beside && in_empty_i && ob_free_i;
    flush_drain_o  = Flush == 1 && in_valid_i && in_visible_i && ob_free_i &&
        (in_write_i ? !in_empty_i : in_full_i);
    policy_drain_o = any_i && ob_free_i && !direct_o && !flush_drain_o;
    enqueue_o      = in_valid_i && !in_full_i && !beside;
    in_ready_o     = enqueue_o || direct_o;
    drained_o      = {flush_drain_o, flush_drain_o ? in_write_i : policy_drain_o};
    wait_full_o    = in_valid_i && in_full_i && !beside;
    wait_write_o   = beside && !direct_o;
  end

  always @(*) begin : a_one_source
    assert (!(direct_o && flush_drain_o) && !(policy_drain_o && (direct_o || flush_drain_o)));
  end
  always @(*) begin : a_enters_one_way
    assert (!(enqueue_o && direct_o));
  end
  always @(*) begin : a_enters_or_waits
    assert (in_valid_i == (in_ready_o || wait_full_o || wait_write_o));
  end
endmodule
