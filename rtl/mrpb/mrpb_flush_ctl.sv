// Flush control of mrpb: who enters, and whom the outbound register takes from.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, section 3.3 (flush option).
// Storage: none.
// Example (flush on, outbound register free): a read at a full queue with something visible gives
//   flush_drain and is not ready; a write at an empty queue gives direct and in_ready, and the
//   policy drains nothing in that cycle.
// Same cycle: a flush makes no room for the read that caused it; of direct, flush_drain and
//   policy_drain at most one is set, in this order.
// Degenerate: without in_valid_i the policy alone drains. While the queue of a waiting request has
//   nothing visible the policy drains others.
// Latency: 0 cycles, combinational, no clock.
module mrpb_flush_ctl #(
    /// flush option: 0 off, 1 on, 2 as mode_flush_i says
    parameter int Flush = 2
) (
    /// flush option
    input  logic mode_flush_i,
    /// a request stands at the input
    input  logic in_valid_i,
    /// it is a write
    input  logic in_write_i,
    /// its queue is full
    input  logic in_full_i,
    /// its queue holds nothing
    input  logic in_empty_i,
    /// its queue has something visible
    input  logic in_visible_i,
    /// some queue has something visible
    input  logic any_i,
    /// the outbound register is free, or becomes free at this edge
    input  logic ob_free_i,
    /// the request at the input is taken
    output logic in_ready_o,
    /// it enters its queue
    output logic enqueue_o,
    /// it enters the outbound register
    output logic direct_o,
    /// the outbound register takes from the queue of the request at the input
    output logic flush_drain_o,
    /// the outbound register takes from the queue that the policy chooses
    output logic policy_drain_o
);
  if (Flush < 0 || Flush > 2) begin : gen_illegal_flush
    mrpb_flush_ctl_needs_Flush_0_to_2 i_illegal ();
  end

  logic flush;
  if (Flush == 2) begin : gen_any_flush
    assign flush = mode_flush_i;
  end else begin : gen_one_flush
    assign flush = Flush == 1;
  end

  // All outputs in one block, so that an assertion never sees half of them.
  always_comb begin
    direct_o = flush && in_valid_i && in_write_i && in_empty_i && ob_free_i;
    flush_drain_o = flush && in_valid_i && in_visible_i && ob_free_i &&
        (in_write_i ? !in_empty_i : in_full_i);
    policy_drain_o = any_i && ob_free_i && !direct_o && !flush_drain_o;
    enqueue_o = in_valid_i && !in_full_i && !(flush && in_write_i);
    in_ready_o = enqueue_o || direct_o;
  end

  always @(*) begin : a_one_source
    assert (!(direct_o && flush_drain_o) && !(policy_drain_o && (direct_o || flush_drain_o)));
  end
  always @(*) begin : a_enters_one_way
    assert (!(enqueue_o && direct_o));
  end
endmodule
