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
  localparam int LenW = $clog2(Depth + 1);
  localparam int Places = Queues * Depth;
  localparam int PlaceW = (Places > 1) ? $clog2(Places) : 1;

  if (Queues < 2 || Queues > 64) begin : gen_illegal_queues
    mrpb_fifo_bank_needs_Queues_2_to_64 i_illegal ();
  end
  if (Depth < 2 || Depth > 1024) begin : gen_illegal_depth
    mrpb_fifo_bank_needs_Depth_2_to_1024 i_illegal ();
  end
  if (Width < 1 || Width > 64) begin : gen_illegal_width
    mrpb_fifo_bank_needs_Width_1_to_64 i_illegal ();
  end

  (* mem2reg *)
  logic [Width-1:0] mem_q[0:Places-1];
  (* mem2reg *)
  logic [PosW-1:0] head_q[0:Queues-1];
  (* mem2reg *)
  logic [PosW-1:0] tail_q[0:Queues-1];
  (* mem2reg *)
  logic [LenW-1:0] len_q[0:Queues-1];

  // A number that names no queue selects none, and reads as full below, not empty above.
  logic [Queues-1:0] wr_sel, rd_sel, is_full, is_empty;
  for (genvar g = 0; g < Queues; g++) begin : gen_queue
    assign wr_sel[g]   = wr_queue_i == QueueW'(g);
    assign rd_sel[g]   = rd_queue_i == QueueW'(g);
    assign is_full[g]  = len_q[g] == LenW'(Depth);
    assign is_empty[g] = len_q[g] == LenW'(0);
  end
  logic rd_any, wr_do, rd_do;
  assign wr_full_o = (wr_sel & ~is_full) == {Queues{1'b0}};
  assign wr_empty_o = (wr_sel & is_empty) != {Queues{1'b0}};
  assign rd_any = (rd_sel & ~is_empty) != {Queues{1'b0}};
  assign wr_do = wr_en_i && !wr_full_o;
  assign rd_do = rd_en_i && rd_any;

  // Selects are one-hot or 0: an OR is enough.
  logic [PosW-1:0] wr_tail, rd_head;
  always_comb begin
    wr_tail = {PosW{1'b0}};
    rd_head = {PosW{1'b0}};
    for (int i = 0; i < Queues; i++) begin
      wr_tail = wr_tail | ({PosW{wr_sel[i]}} & tail_q[i]);
      rd_head = rd_head | ({PosW{rd_sel[i]}} & head_q[i]);
    end
  end
  logic [PlaceW-1:0] wr_place, rd_place;
  assign wr_place  = PlaceW'(wr_queue_i) * PlaceW'(Depth) + PlaceW'(wr_tail);
  assign rd_place  = PlaceW'(rd_queue_i) * PlaceW'(Depth) + PlaceW'(rd_head);
  assign rd_data_o = rd_any ? mem_q[rd_place] : {Width{1'b0}};

  logic [PosW-1:0] wr_tail_next, rd_head_next;
  assign wr_tail_next = (wr_tail == PosW'(Depth - 1)) ? PosW'(0) : wr_tail + PosW'(1);
  assign rd_head_next = (rd_head == PosW'(Depth - 1)) ? PosW'(0) : rd_head + PosW'(1);

  logic [Queues-1:0] grows, shrinks;
  assign grows   = wr_sel & {Queues{wr_do}};
  assign shrinks = rd_sel & {Queues{rd_do}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < Queues; i++) begin
        head_q[i] <= PosW'(0);
        tail_q[i] <= PosW'(0);
        len_q[i]  <= LenW'(0);
      end
    end else begin
      for (int i = 0; i < Queues; i++) begin
        if (grows[i]) tail_q[i] <= wr_tail_next;
        if (shrinks[i]) head_q[i] <= rd_head_next;
        if (grows[i] && !shrinks[i]) len_q[i] <= len_q[i] + LenW'(1);
        if (shrinks[i] && !grows[i]) len_q[i] <= len_q[i] - LenW'(1);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (wr_do) mem_q[wr_place] <= wr_data_i;
  end

  // Depth as a number that the sum of a position and a length can be compared with.
  localparam int SumW = LenW + 1;
  logic [SumW-1:0] wr_len, tail_from_head;
  always_comb begin
    wr_len = {SumW{1'b0}};
    tail_from_head = {SumW{1'b0}};
    for (int i = 0; i < Queues; i++) begin
      wr_len = wr_len | ({SumW{wr_sel[i]}} & SumW'(len_q[i]));
      tail_from_head = tail_from_head | ({SumW{wr_sel[i]}} & (SumW'(head_q[i]) + SumW'(len_q[i])));
    end
  end
  always @(posedge clk_i) begin : a_length_in_range
    if (rst_ni) assert (wr_len <= SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_positions_in_range
    if (rst_ni) assert (SumW'(wr_tail) < SumW'(Depth) && SumW'(rd_head) < SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_positions_and_length_agree
    if (rst_ni)
      assert (SumW'(wr_tail) == tail_from_head ||
        SumW'(wr_tail) + SumW'(Depth) == tail_from_head);
  end
endmodule
