// Queues of mrpb: circular FIFOs in one memory, one entry in and one out a cycle.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, sections 3.1 and 6.
// Storage: Queues * Depth * Width + Queues * (2 * PosW + LenW) bits = 24576 + 48 * (2 * 3 + 4) =
//   25056; the memory alone is 3072 B.
// Example (Queues 3): queues 1 and 2 hold entries. wr_queue 1, rd_queue 2, rd_sel 100, rd_head the
//   head of queue 2: rd_data is queue 1's with flush_valid if flush_queues is 010, otherwise queue
//   2's.
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
    /// rd_data_o is of queue wr_queue_i, if that is in flush_queues_i
    input  logic                   flush_valid_i,
    /// per queue: with flush_valid_i and as wr_queue_i it is read instead of rd_queue_i
    input  logic [     Queues-1:0] flush_queues_i,
    /// queue wr_queue_i holds Depth entries
    output logic                   wr_full_o,
    /// queue wr_queue_i holds none
    output logic                   wr_empty_o,
    /// per queue: it holds Depth entries
    output logic [     Queues-1:0] full_o,
    /// per queue: where its oldest entry stands
    output logic [Queues*PosW-1:0] heads_o,
    /// the entry that is read
    output logic [      Width-1:0] rd_data_o
);
  localparam int LenW = $clog2(Depth + 1);
  localparam int Places = Queues * Depth;
  localparam int PlaceW = (Places > 1) ? $clog2(Places) : 1;

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
  (* mem2reg *)
  logic [PosW-1:0] head_q[0:Queues-1];
  (* mem2reg *)
  logic [PosW-1:0] tail_q[0:Queues-1];
  (* mem2reg *)
  logic [LenW-1:0] len_q[0:Queues-1];

  // A number that names no queue selects none, and reads as full.
  logic [Queues-1:0] wr_sel, is_empty;
  for (genvar g = 0; g < Queues; g++) begin : gen_queue
    assign wr_sel[g] = wr_queue_i == QueueW'(g);
    if (Depth == 1 << (LenW - 1)) begin : gen_full_at_power
      assign full_o[g] = len_q[g][LenW-1];
    end else begin : gen_full
      assign full_o[g] = len_q[g] == LenW'(Depth);
    end
    assign is_empty[g] = len_q[g] == LenW'(0);
    assign heads_o[g*PosW+:PosW] = head_q[g];
  end

  // What queue wr_queue has is looked up in two steps, in each group of eight and among the groups:
  // each select drives few gates that way. Selects are one-hot or 0: an OR is enough.
  localparam int Lines = 8;
  localparam int Groups = (Queues + Lines - 1) / Lines;
  logic [Lines-1:0] line_sel;
  logic [Groups-1:0] group_sel;
  for (genvar g = 0; g < Lines; g++) begin : gen_line
    assign line_sel[g] = 3'(wr_queue_i) == 3'(g);
  end
  for (genvar g = 0; g < Groups; g++) begin : gen_group
    assign group_sel[g] = (wr_queue_i >> 3) == QueueW'(g);
  end
  logic [Groups-1:0] group_room, group_empty, group_flush;
  (* mem2reg *)
  logic [PosW-1:0] group_head[0:Groups-1];
  logic room, from_wr;
  logic [PosW-1:0] wr_tail, wr_head;
  always_comb begin
    for (int g = 0; g < Groups; g++) begin
      group_room[g]  = 1'b0;
      group_empty[g] = 1'b0;
      group_flush[g] = 1'b0;
      group_head[g]  = {PosW{1'b0}};
    end
    for (int i = 0; i < Queues; i++) begin
      group_room[i/Lines]  = group_room[i/Lines] | (line_sel[i%Lines] & ~full_o[i]);
      group_empty[i/Lines] = group_empty[i/Lines] | (line_sel[i%Lines] & is_empty[i]);
      group_flush[i/Lines] = group_flush[i/Lines] | (line_sel[i%Lines] & flush_queues_i[i]);
      group_head[i/Lines]  = group_head[i/Lines] | ({PosW{line_sel[i%Lines]}} & head_q[i]);
    end
    room       = 1'b0;
    wr_empty_o = 1'b0;
    from_wr    = 1'b0;
    wr_head    = {PosW{1'b0}};
    for (int g = 0; g < Groups; g++) begin
      room       = room | (group_sel[g] & group_room[g]);
      wr_empty_o = wr_empty_o | (group_sel[g] & group_empty[g]);
      from_wr    = from_wr | (group_sel[g] & flush_valid_i & group_flush[g]);
      wr_head    = wr_head | ({PosW{group_sel[g]}} & group_head[g]);
    end
  end
  always_comb begin
    wr_tail = {PosW{1'b0}};
    for (int i = 0; i < Queues; i++) wr_tail = wr_tail | ({PosW{wr_sel[i]}} & tail_q[i]);
  end
  logic wr_do;
  assign wr_full_o = !room;
  assign wr_do = wr_en_i && room;
  logic [PlaceW-1:0] wr_first, wr_place, rd_first, rd_place;
  assign wr_first  = PlaceW'(wr_queue_i) * PlaceW'(Depth);
  assign rd_first  = PlaceW'(rd_queue_i) * PlaceW'(Depth);
  assign wr_place  = wr_first + PlaceW'(wr_tail);
  assign rd_place  = from_wr ? wr_first + PlaceW'(wr_head) : rd_first + PlaceW'(rd_head_i);
  assign rd_data_o = mem_q[rd_place];

  logic [PosW-1:0] wr_tail_next;
  assign wr_tail_next = (wr_tail == PosW'(Depth - 1)) ? PosW'(0) : wr_tail + PosW'(1);

  // Each queue knows by itself whether it has an entry to take and where its next head is.
  logic [Queues-1:0] grows, shrinks;
  assign grows   = wr_sel & {Queues{wr_do}};
  assign shrinks = (({Queues{flush_en_i}} & wr_sel) | ({Queues{rd_en_i}} & rd_sel_i)) & ~is_empty;

  // Whether a queue shrinks is known last: its next length is found for both cases before.
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
        if (shrinks[i]) head_q[i] <= (head_q[i] == PosW'(Depth - 1)) ? PosW'(0) : head_q[i] + PosW'(1);
        len_q[i] <= shrinks[i] ? (grows[i] ? len_q[i] : len_q[i] - LenW'(1)) :
            grows[i] ? len_q[i] + LenW'(1) : len_q[i];
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
    if (rst_ni) assert (SumW'(wr_tail) < SumW'(Depth) && SumW'(wr_head) < SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_positions_and_length_agree
    if (rst_ni)
      assert (SumW'(wr_tail) == tail_from_head ||
        SumW'(wr_tail) + SumW'(Depth) == tail_from_head);
  end
endmodule
