// Queues of mrpb: circular FIFOs in one memory, one entry in and one out a cycle.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, sections 3.1 and 6.
// Storage: Queues * Depth * Width + Queues * (2 * PosW + LenW) bits = 24576 + 48 * (2 * 3 + 4) =
//   25056; the memory alone is 3072 B.
// Example (Queues 3): queues 1 and 2 hold entries. wr_queue 1, rd_queue 2, rd_sel 100, rd_head the
//   head of queue 2: rd_data is queue 1's with flush_read, otherwise queue 2's.
// Same cycle: a read makes no room for a write, a written entry is read from the next cycle on. Of a
//   queue neither full nor empty one entry goes in and one out, its length stays. Which of the two
//   queues is read is decided last, when both places are known. rd_en and flush_en together take from
//   each of their queues, once where they are the same.
// Degenerate: a write to a full queue and a read of an empty one do nothing. A wr_queue of Queues or
//   above is full and not empty, and nothing is taken from it. rd_en takes from every queue of
//   rd_sel. rd_data means something only where the place that is read holds an entry. mem is not
//   reset.
// Latency: outputs 0 cycles; a written entry is seen in the next cycle.
module mrpb_fifo_bank #(
    /// queues, 1 to 64
    parameter int Queues = 48,
    /// entries per queue, 1 to 1024
    parameter int Depth = 8,
    /// bits of an entry, 1 to 64
    parameter int Width = 64,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1,
    localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1
) (
    /// clock
    input  logic                   clk_i,
    /// synchronous reset, active low: every queue empty
    input  logic                   rst_ni,
    /// append wr_data_i to queue wr_queue_i
    input  logic                   wr_en_i,
    /// the queue at the input: of the write, of wr_full_o, of wr_empty_o and of a flush
    input  logic [     QueueW-1:0] wr_queue_i,
    /// the entry
    input  logic [      Width-1:0] wr_data_i,
    /// take the oldest entry of each queue in rd_sel_i away
    input  logic                   rd_en_i,
    /// the queue that rd_data_o is of, if not of a flush
    input  logic [     QueueW-1:0] rd_queue_i,
    /// the same, one-hot
    input  logic [     Queues-1:0] rd_sel_i,
    /// where its oldest entry stands
    input  logic [       PosW-1:0] rd_head_i,
    /// take the oldest entry of queue wr_queue_i away
    input  logic                   flush_en_i,
    /// rd_data_o is of queue wr_queue_i
    input  logic                   flush_read_i,
    /// queue wr_queue_i holds Depth entries
    output logic                   wr_full_o,
    /// queue wr_queue_i holds none
    output logic                   wr_empty_o,
    /// where each queue's oldest entry stands, in planes of Queues bits, the lowest bit's first
    output logic [PosW*Queues-1:0] heads_o,
    /// the entry that is read
    output logic [      Width-1:0] rd_data_o
);
  // What is refused below must not stop a tool before its name does.
  localparam int LenW = (Depth > 0) ? $clog2(Depth + 1) : 1;
  localparam int Places = Queues * Depth;
  localparam int PlaceW = (Places > 1) ? $clog2(Places) : 1;
  localparam int LastPos = Depth - 1;

  if (Queues < 1 || Queues > 64) begin : gen_illegal_queues
    mrpb_fifo_bank_needs_Queues_1_to_64 i_illegal ();
  end
  if (Depth < 1 || Depth > 1024) begin : gen_illegal_depth
    mrpb_fifo_bank_needs_Depth_1_to_1024 i_illegal ();
  end
  if (Width < 1 || Width > 64) begin : gen_illegal_width
    mrpb_fifo_bank_needs_Width_1_to_64 i_illegal ();
  end

  (* mem2reg *)
  logic [Width-1:0] mem_q[0:Places-1];
  // Positions and lengths stand in bit planes: bit q of len_q[b] is bit b of queue q's length. So all
  // queues are compared, and count, in a few operations on whole vectors.
  (* mem2reg *)
  logic [Queues-1:0] head_q[0:PosW-1];
  (* mem2reg *)
  logic [Queues-1:0] tail_q[0:PosW-1];
  (* mem2reg *)
  logic [Queues-1:0] len_q[0:LenW-1];

  logic [Queues-1:0] has_room, is_empty;
  if (Depth == (1 << (LenW - 1))) begin : gen_full_at_power
    assign has_room = ~len_q[LenW-1];
  end else begin : gen_full
    always_comb begin
      has_room = {Queues{1'b0}};
      for (int b = 0; b < LenW; b++) has_room = has_room | (Depth[b] ? ~len_q[b] : len_q[b]);
    end
  end
  always_comb begin
    is_empty = {Queues{1'b1}};
    for (int b = 0; b < LenW; b++) is_empty = is_empty & ~len_q[b];
  end
  for (genvar b = 0; b < PosW; b++) begin : gen_heads
    assign heads_o[b*Queues+:Queues] = head_q[b];
  end

  // What queue wr_queue has. It is selected in two steps, in each group of eight and among the groups:
  // each line drives few gates that way. A number that names no queue selects none, and reads as full.
  localparam int Lines = (Queues < 1) ? 1 : (Queues > 8) ? 8 : Queues;
  localparam int Groups = (Queues < 1) ? 1 : (Queues + 7) / 8;
  logic [Lines-1:0] line_sel;
  logic [Groups-1:0] group_sel;
  logic [Queues-1:0] wr_sel;
  assign line_sel  = Lines'(1) << (wr_queue_i & QueueW'(7));
  assign group_sel = Groups'(1) << (wr_queue_i >> 3);
  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int Here = (Queues - 8 * g > Lines) ? Lines : Queues - 8 * g;
    assign wr_sel[8*g+:Here] = line_sel[Here-1:0] & {Here{group_sel[g]}};
  end
  logic room;
  logic [PosW-1:0] wr_tail, wr_head;
  assign room = |(wr_sel & has_room);
  assign wr_empty_o = |(wr_sel & is_empty);
  for (genvar b = 0; b < PosW; b++) begin : gen_at_input
    assign wr_tail[b] = |(wr_sel & tail_q[b]);
    assign wr_head[b] = |(wr_sel & head_q[b]);
  end

  logic wr_do;
  assign wr_full_o = !room;
  assign wr_do = wr_en_i && room;
  logic [PlaceW-1:0] wr_first, wr_place, rd_first, rd_place;
  assign wr_first  = PlaceW'(wr_queue_i) * PlaceW'(Depth);
  assign rd_first  = PlaceW'(rd_queue_i) * PlaceW'(Depth);
  assign wr_place  = wr_first + PlaceW'(wr_tail);
  assign rd_place  = flush_read_i ? wr_first + PlaceW'(wr_head) : rd_first + PlaceW'(rd_head_i);
  assign rd_data_o = mem_q[rd_place];

  logic [PosW-1:0] wr_tail_next;
  assign wr_tail_next = (wr_tail == PosW'(Depth - 1)) ? PosW'(0) : wr_tail + PosW'(1);

  // Each queue knows by itself whether it has an entry to take.
  logic [Queues-1:0] grows, shrinks;
  assign grows   = wr_sel & {Queues{wr_do}};
  assign shrinks = (({Queues{flush_en_i}} & wr_sel) | ({Queues{rd_en_i}} & rd_sel_i)) & ~is_empty;

  // Every queue's next head, and its length with one more and with one less: a ripple through the
  // planes, the lowest first. At a power of two a position wraps by itself, and the highest bit is set
  // by the last entry that goes in, and cleared by any that goes out.
  localparam bit WrapsItself = Depth == (1 << PosW);
  localparam bit AtPower = Depth == (1 << (LenW - 1));
  (* mem2reg *)
  logic [Queues-1:0] head_next[0:PosW-1];
  (* mem2reg *)
  logic [Queues-1:0] more[0:LenW-1];
  (* mem2reg *)
  logic [Queues-1:0] less[0:LenW-1];
  logic [Queues-1:0] at_end, carry, borrow, beyond;
  always_comb begin
    at_end = {Queues{1'b1}};
    beyond = {Queues{1'b1}};
    for (int b = 0; b < PosW; b++) at_end = at_end & (LastPos[b] ? head_q[b] : ~head_q[b]);
    for (int b = 0; b < PosW; b++) begin
      head_next[b] = WrapsItself ? head_q[b] ^ beyond : (head_q[b] ^ beyond) & ~at_end;
      beyond = beyond & head_q[b];
    end
  end
  always_comb begin
    carry  = {Queues{1'b1}};
    borrow = {Queues{1'b1}};
    for (int b = 0; b < LenW; b++) begin
      more[b] = (AtPower && b == LenW - 1) ? carry : len_q[b] ^ carry;
      less[b] = (AtPower && b == LenW - 1) ? {Queues{1'b0}} : len_q[b] ^ borrow;
      carry   = carry & len_q[b];
      borrow  = borrow & ~len_q[b];
    end
  end

  // Whether a queue shrinks is known last: its next length is found for both cases before.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int b = 0; b < PosW; b++) begin
        head_q[b] <= {Queues{1'b0}};
        tail_q[b] <= {Queues{1'b0}};
      end
      for (int b = 0; b < LenW; b++) len_q[b] <= {Queues{1'b0}};
    end else begin
      for (int b = 0; b < PosW; b++) begin
        head_q[b] <= (shrinks & head_next[b]) | (~shrinks & head_q[b]);
        tail_q[b] <= (grows & {Queues{wr_tail_next[b]}}) | (~grows & tail_q[b]);
      end
      for (int b = 0; b < LenW; b++)
        len_q[b] <= (shrinks & ((grows & len_q[b]) | (~grows & less[b]))) |
            (~shrinks & ((grows & more[b]) | (~grows & len_q[b])));
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
    for (int b = 0; b < LenW; b++) wr_len[b] = (wr_sel & len_q[b]) != {Queues{1'b0}};
    tail_from_head = SumW'(wr_head) + wr_len;
  end
  always @(posedge clk_i) begin : a_length_in_range
    if (rst_ni) assert (wr_len <= SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_positions_in_range
    if (rst_ni) assert (SumW'(wr_tail) < SumW'(Depth) && SumW'(wr_head) < SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_positions_and_length_agree
    if (rst_ni)
      assert (SumW'(wr_tail) == tail_from_head ||
        SumW'(wr_tail) + SumW'(Depth) == tail_from_head);
  end
endmodule
