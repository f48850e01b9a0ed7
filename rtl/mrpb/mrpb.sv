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
//   place and memory are in one cycle: 0.867 ns at 45 nm with Policy 0, Flush 1, Bypass 2 and the
//   memory a macro.
module mrpb #(
    /// queues, 2 to 64
    parameter int Queues = 48,
    /// entries a queue, 2 to 1024; Queues * Depth is at most 65536
    parameter int Depth = 8,
    /// cycles from enqueue to where the selector sees it, 2 to 64
    parameter int Latency = 5,
    /// bits of an entry, 2 to 64: the highest says write, the others are the header
    parameter int EntryW = 64,
    /// drain policy, 0 to 7 as mode_policy_i; 8: as mode_policy_i says
    parameter int Policy = 8,
    /// flush option: 0 off, 1 on, 2 as mode_flush_i says
    parameter int Flush = 2,
    /// bypass option: 0 off, 1 all stalls, 2 associativity stalls, 3 as mode_bypass_i says
    parameter int Bypass = 3,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1
) (
    /// clock
    input  logic              clk_i,
    /// synchronous reset, active low: everything empty
    input  logic              rst_ni,
    /// drain policy
    input  logic [       2:0] mode_policy_i,
    /// flush option
    input  logic              mode_flush_i,
    /// bypass option
    input  logic [       1:0] mode_bypass_i,
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
    /// of a rejection: all ways of the set are reserved
    input  logic              out_assoc_i,
    /// the request at the input is taken in at this edge
    output logic              in_ready_o,
    /// a request is offered to the cache
    output logic              out_valid_o,
    /// it is a write
    output logic              out_write_o,
    /// it goes round the cache
    output logic              out_bypass_o,
    /// its header
    output logic [EntryW-2:0] out_data_o
);
  if (EntryW < 2 || EntryW > 64) begin : gen_illegal_entry_w
    mrpb_needs_EntryW_2_to_64 i_illegal ();
  end

  localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1;
  logic enqueue, direct, flush_drain, policy_drain, drain;
  logic full, empty, visible, any, ob_free, add_en;
  logic [QueueW-1:0] add_queue, choice;
  logic [Queues-1:0] choice_sel, unused_empty;
  logic [Queues*PosW-1:0] head;
  logic [PosW-1:0] choice_head;
  logic [EntryW-1:0] rd_entry, ob_entry;
  assign drain = flush_drain || policy_drain;
  assign ob_entry = direct ? {in_write_i, in_data_i} : rd_entry;

  logic flush;
  logic [Queues-1:0] is_full, seen, flushes;
  if (Flush == 2) begin : gen_any_flush
    assign flush = mode_flush_i;
  end else begin : gen_one_flush
    assign flush = Flush == 1;
  end
  // A flush takes from the queue at the input, which is the bank's wr_queue. Whose entry is read is
  // decided without asking whether the outbound register is free, and whether the queue holds
  // something: what is visible is stored.
  assign flushes = seen & (is_full | {Queues{in_write_i}});
  mrpb_bank_core #(
      .Queues(Queues),
      .Depth (Depth),
      .Width (EntryW)
  ) i_bank (
      .clk_i,
      .rst_ni,
      .wr_en_i   (enqueue),
      .wr_queue_i(in_queue_i),
      .wr_data_i ({in_write_i, in_data_i}),
      .rd_en_i   (policy_drain),
      .rd_wr_en_i(flush_drain),
      .rd_wr_i   (flush && in_valid_i),
      .wr_first_i(flushes),
      .rd_queue_i(choice),
      .rd_sel_i  (choice_sel),
      .rd_head_i (choice_head),
      .wr_full_o (full),
      .wr_empty_o(empty),
      .full_o    (is_full),
      .empty_o   (unused_empty),
      .head_o    (head),
      .rd_data_o (rd_entry)
  );

  logic unused_busy;
  mrpb_latency #(
      .Queues (Queues),
      .Latency(Latency)
  ) i_pipe (
      .clk_i,
      .rst_ni,
      .in_en_i    (enqueue),
      .in_queue_i (in_queue_i),
      .out_en_o   (add_en),
      .out_queue_o(add_queue),
      .busy_o     (unused_busy)
  );

  mrpb_sel_core #(
      .Queues(Queues),
      .Depth (Depth),
      .Policy(Policy)
  ) i_sel (
      .clk_i,
      .rst_ni,
      .mode_policy_i,
      .add_en_i    (add_en),
      .add_queue_i (add_queue),
      .drain_en_i  (policy_drain),
      .flush_en_i  (flush_drain),
      .look_queue_i(in_queue_i),
      .head_i      (head),
      .any_o       (any),
      .queue_o     (choice),
      .sel_o       (choice_sel),
      .head_o      (choice_head),
      .seen_o      (seen),
      .look_any_o  (visible)
  );

  mrpb_flush_ctl #(
      .Flush(Flush)
  ) i_flush (
      .mode_flush_i,
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
      .policy_drain_o(policy_drain)
  );

  mrpb_slot #(
      .Width (EntryW - 1),
      .Bypass(Bypass)
  ) i_ob (
      .clk_i,
      .rst_ni,
      .mode_bypass_i,
      .in_valid_i(direct || drain),
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

`ifndef SYNTHESIS
  // Of each queue, what is visible and what is on its way are all that it holds.
  int held[0:Queues-1];
  bit adds_up;
  always_comb begin
    adds_up = 1'b1;
    for (int q = 0; q < Queues; q++) held[q] = int'(i_sel.vis_q[q]);
    for (int s = 0; s < Latency - 1; s++)
      if (i_pipe.valid_q[s]) held[i_pipe.queue_q[s]] = held[i_pipe.queue_q[s]] + 1;
    for (int q = 0; q < Queues; q++)
      if (held[q] != int'(i_bank.len_q[q]) || held[q] > Depth) adds_up = 1'b0;
  end
  always @(posedge clk_i) begin : a_visible_and_on_the_way_are_all
    if (rst_ni) assert (adds_up);
  end
`endif
  always @(posedge clk_i) begin : a_one_source
    if (rst_ni) assert ({1'b0, direct} + {1'b0, flush_drain} + {1'b0, policy_drain} <= 2'd1);
  end
  always @(posedge clk_i) begin : a_drained_was_visible
    if (rst_ni) assert ((!flush_drain || visible) && (!policy_drain || any));
  end
  always @(posedge clk_i) begin : a_flush_reads_its_queue
    if (rst_ni && drain)
      assert (flush_drain == (flush && in_valid_i && visible && (in_write_i || full)));
  end
  always @(posedge clk_i) begin : a_full_or_taken_in
    if (rst_ni) assert (!(full && in_ready_o));
  end
endmodule
