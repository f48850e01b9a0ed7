// Queues of mrpb: circular FIFOs in one memory, one entry in and one out a cycle.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, sections 3.1 and 6.
// Storage: Queues * Depth * Width + Queues * (2 * PosW + LenW) bits = 24576 + 48 * (2 * 3 + 4) =
//   25056; the memory alone is 3072 B.
// Example (Depth 2): queue 1 takes a, then b, and is full; a write of c with a read of queue 1 in
//   the same cycle is refused, the read takes a; then c is written in place 0.
// Same cycle: a read makes no room for a write, a written entry is read from the next cycle on.
//   Of a queue neither full nor empty one entry goes in and one out, its length stays.
// Degenerate: a write to a full queue and a read of an empty one do nothing; rd_data is 0 while
//   queue rd_queue is empty. A number of Queues or above is full and not empty to the write, empty
//   to the read. mem is not reset, an entry means something only while it is occupied.
// Latency: outputs 0 cycles; a written entry is seen in the next cycle.
module mrpb_fifo_bank #(
    /// queues, 2 to 64
    parameter int Queues = 48,
    /// entries a queue, 2 to 1024; Queues * Depth is at most 65536
    parameter int Depth = 8,
    /// bits of an entry, 1 to 64
    parameter int Width = 64,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1
) (
    /// clock
    input  logic              clk_i,
    /// synchronous reset, active low: every queue empty
    input  logic              rst_ni,
    /// append wr_data_i to queue wr_queue_i
    input  logic              wr_en_i,
    /// the queue of the write, of wr_full_o and of wr_empty_o
    input  logic [QueueW-1:0] wr_queue_i,
    /// the entry
    input  logic [ Width-1:0] wr_data_i,
    /// take the oldest entry of queue rd_queue_i away
    input  logic              rd_en_i,
    /// the queue of the read
    input  logic [QueueW-1:0] rd_queue_i,
    /// queue wr_queue_i holds Depth entries
    output logic              wr_full_o,
    /// queue wr_queue_i holds none
    output logic              wr_empty_o,
    /// oldest entry of queue rd_queue_i, 0 if it is empty
    output logic [ Width-1:0] rd_data_o
);
  localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1;

  // A number that names no queue selects none. Selects are one-hot or 0: an OR is enough.
  logic [Queues-1:0] rd_sel, is_empty, unused_full;
  logic [Queues*PosW-1:0] head;
  logic [PosW-1:0] rd_head;
  for (genvar g = 0; g < Queues; g++) begin : gen_queue
    assign rd_sel[g] = rd_queue_i == QueueW'(g);
  end
  always_comb begin
    rd_head = {PosW{1'b0}};
    for (int i = 0; i < Queues; i++) rd_head = rd_head | ({PosW{rd_sel[i]}} & head[i*PosW+:PosW]);
  end

  logic rd_any;
  logic [Width-1:0] entry;
  assign rd_any = (rd_sel & ~is_empty) != {Queues{1'b0}};
  assign rd_data_o = entry & {Width{rd_any}};

  mrpb_bank_core #(
      .Queues(Queues),
      .Depth (Depth),
      .Width (Width)
  ) i_core (
      .clk_i,
      .rst_ni,
      .wr_en_i,
      .wr_queue_i,
      .wr_data_i,
      .rd_en_i,
      .rd_wr_en_i(1'b0),
      .rd_wr_i   (1'b0),
      .wr_first_i({Queues{1'b0}}),
      .rd_queue_i,
      .rd_sel_i  (rd_sel),
      .rd_head_i (rd_head),
      .wr_full_o,
      .wr_empty_o,
      .full_o    (unused_full),
      .empty_o   (is_empty),
      .head_o    (head),
      .rd_data_o (entry)
  );
endmodule
