// Memory request prioritization buffer of one L1: queues by signature between coalescer and cache.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, sections 3 and 6.
// Storage: queues Queues * Depth * EntryW + Queues * (2 * PosW + LenW) = 25056, latency pipe
//   (Latency - 1) * (1 + QueueW) = 28, selector Queues * LenW + 2 * QueueW = 204, outbound register
//   2 + EntryW = 66; together 25354 bits, of which the memory is 3072 B.
// Example (Latency 5): a read that enters queue 7 in cycle 0 is visible from cycle 5 on, drained
//   then at the earliest, and offered from cycle 6 on. With the flush option on a write that finds
//   its queue empty in cycle 0 is offered in cycle 1.
// Same cycle: one request enters and one is drained; in_ready is computed of the lengths before
//   the edge, a drain makes no room. What is offered is never replaced before it is taken.
// Degenerate: a request whose number names no queue is never ready.
// Latency: Latency + 1 cycles from in to out for what is stored, 1 for a write that is not. Choice,
//   place and memory are in one cycle.
module mrpb #(
    /// queues, 1 to 64
    parameter int Queues = 48,
    /// entries per queue, 1 to 1024
    parameter int Depth = 8,
    /// cycles from enqueue to where the selector sees it, 2 to 64
    parameter int Latency = 5,
    /// bits of an entry, 2 to 64: the highest says write, the others are the header
    parameter int EntryW = 64,
    /// drain policy: 0 fixed order, 1 longest first, 2 round robin; 3, 4, 5 the greedy forms
    parameter int Policy = 0,
    /// flush option: 0 off, 1 on
    parameter int Flush = 1,
    /// bypass option: 0 off, 1 all stalls, 2 associativity stalls
    parameter int Bypass = 2,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1
) (
    /// clock
    input  logic              clk_i,
    /// synchronous reset, active low: everything empty
    input  logic              rst_ni,
    /// a request stands at the input
    input  logic              in_valid_i,
    /// its queue
    input  logic [QueueW-1:0] in_queue_i,
    /// it is a write
    input  logic              in_write_i,
    /// its header
    input  logic [EntryW-2:0] in_data_i,
    /// the request offered has been taken
    input  logic              out_taken_i,
    /// it has been rejected for lack of resources
    input  logic              out_reject_i,
    /// the rejection is because all ways of the set are reserved
    input  logic              out_assoc_i,
    /// the request at the input is taken in at this edge
    output logic              in_ready_o,
    /// a request is offered to the cache
    output logic              out_valid_o,
    /// it is a write
    output logic              out_write_o,
    /// it bypasses the cache
    output logic              out_bypass_o,
    /// its header
    output logic [EntryW-2:0] out_data_o,
    /// the request at the input enters its queue
    output logic              entered_o,
    /// the request at the input, a write, enters the outbound register
    output logic              direct_o,
    /// what is drained: 0 nothing, 1 the policy's choice, 2 the full queue of a waiting read, 3 the
    /// queue of a waiting write
    output logic [       1:0] drained_o,
    /// the request at the input waits because its queue is full
    output logic              wait_full_o,
    /// a write waits for its queue to be empty or for the outbound register
    output logic              wait_write_o
);
  if (EntryW < 2 || EntryW > 64) begin : gen_illegal_entry_w
    mrpb_needs_EntryW_2_to_64 i_illegal ();
  end

  localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1;
  logic [EntryW-1:0] in_entry;
  logic full, empty;
  logic [Queues*PosW-1:0] heads;
  logic [EntryW-1:0] rd_entry;
  logic add_en;
  logic [QueueW-1:0] add_queue;
  logic any;
  logic [QueueW-1:0] choice;
  logic [Queues-1:0] choice_sel;
  logic [PosW-1:0] choice_head;
  logic visible, enqueue, direct, flush_drain, policy_drain, ob_free;
  logic flush_read;
  logic ob_valid;
  logic [EntryW-1:0] ob_entry;

  assign in_entry = {in_write_i, in_data_i};
  // Whose entry is read is decided without asking whether the outbound register is free, and whether
  // the queue holds something: what is visible is stored.
  assign flush_read = Flush == 1 && in_valid_i && visible && (in_write_i || full);
  mrpb_fifo_bank #(
      .Queues(Queues),
      .Depth (Depth),
      .Width (EntryW)
  ) i_bank (
      .clk_i,
      .rst_ni,
      .wr_en_i       (enqueue),
      .wr_queue_i    (in_queue_i),
      .wr_data_i     (in_entry),
      .rd_en_i       (policy_drain),
      .rd_queue_i    (choice),
      .rd_sel_i      (choice_sel),
      .rd_head_i     (choice_head),
      .flush_en_i    (flush_drain),
      .flush_read_i  (flush_read),
      .wr_full_o     (full),
      .wr_empty_o    (empty),
      .heads_o       (heads),
      .rd_data_o     (rd_entry)
  );

  mrpb_latency #(
      .Queues (Queues),
      .Latency(Latency)
  ) i_pipe (
      .clk_i,
      .rst_ni,
      .in_en_i    (enqueue),
      .in_queue_i (in_queue_i),
      .out_en_o   (add_en),
      .out_queue_o(add_queue)
  );

  mrpb_drain_sel #(
      .Queues(Queues),
      .Depth (Depth),
      .Policy(Policy)
  ) i_sel (
      .clk_i,
      .rst_ni,
      .add_en_i    (add_en),
      .add_queue_i (add_queue),
      .drain_en_i  (policy_drain),
      .flush_en_i  (flush_drain),
      .look_queue_i(in_queue_i),
      .heads_i     (heads),
      .any_o       (any),
      .queue_o     (choice),
      .queue_sel_o (choice_sel),
      .queue_head_o(choice_head),
      .look_any_o  (visible)
  );

  mrpb_flush_ctl #(
      .Flush(Flush)
  ) i_flush (
      .in_valid_i,
      .in_write_i,
      .in_full_i     (full),
      .in_empty_i    (empty),
      .in_visible_i  (visible),
      .any_i         (any),
      .ob_free_i     (ob_free),
      .in_ready_o,
      .enqueue_o     (enqueue),
      .direct_o      (direct),
      .flush_drain_o (flush_drain),
      .policy_drain_o(policy_drain),
      .drained_o,
      .wait_full_o,
      .wait_write_o
  );
  assign entered_o = enqueue;
  assign direct_o = direct;

  assign ob_valid = direct || flush_drain || policy_drain;
  assign ob_entry = direct ? in_entry : rd_entry;
  mrpb_slot #(
      .Width (EntryW - 1),
      .Bypass(Bypass)
  ) i_ob (
      .clk_i,
      .rst_ni,
      .in_valid_i(ob_valid),
      .in_write_i(ob_entry[EntryW-1]),
      .in_data_i (ob_entry[EntryW-2:0]),
      .taken_i   (out_taken_i),
      .reject_i  (out_reject_i),
      .assoc_i   (out_assoc_i),
      .in_ready_o(ob_free),
      .out_valid_o,
      .out_write_o,
      .out_bypass_o,
      .out_data_o
  );

  always @(posedge clk_i) begin : a_one_source
    if (rst_ni) assert ({1'b0, direct} + {1'b0, flush_drain} + {1'b0, policy_drain} <= 2'd1);
  end
  always @(posedge clk_i) begin : a_drained_was_visible
    if (rst_ni) assert ((!flush_drain || visible) && (!policy_drain || any));
  end
  always @(posedge clk_i) begin : a_flush_reads_its_queue
    if (rst_ni && (flush_drain || policy_drain))
      assert (flush_drain == flush_read);
  end
  always @(posedge clk_i) begin : a_full_or_taken_in
    if (rst_ni) assert (!(full && in_ready_o));
  end
endmodule
