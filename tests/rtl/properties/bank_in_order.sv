// What goes into a queue of mrpb's bank comes out, once, unchanged and in order, whatever the other queues do.
//
// One queue and one entry of it, chosen by the solver, are followed: how many stand before the entry says when it must
// come out. The queues are read as mrpb reads them, each where its head stands; a read and a flush may both take.
module bank_in_order #(
    parameter int Queues = 3,
    parameter int Depth = 2,
    parameter int Width = 2,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1,
    localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1
) (
    input logic              clk_i,
    input logic              rst_ni,
    input logic              wr_en_i,
    input logic [QueueW-1:0] wr_queue_i,
    input logic [ Width-1:0] wr_data_i,
    input logic              rd_en_i,
    input logic [QueueW-1:0] rd_queue_i,
    input logic              flush_en_i,
    input logic              flush_read_i
);
  localparam int LenW = $clog2(Depth + 1);
  logic full, empty;
  logic [PosW*Queues-1:0] heads;
  logic [Width-1:0] data;
  logic [Queues-1:0] rd_sel;
  logic [PosW-1:0] rd_head;
  assign rd_sel = Queues'(1) << rd_queue_i;
  for (genvar b = 0; b < PosW; b++) begin : gen_head
    assign rd_head[b] = |(heads[b*Queues+:Queues] & rd_sel);
  end
  mrpb_fifo_bank #(
      .Queues(Queues), .Depth(Depth), .Width(Width)
  ) i_bank (
      .clk_i, .rst_ni, .wr_en_i, .wr_queue_i, .wr_data_i, .rd_en_i, .rd_queue_i, .rd_sel_i(rd_sel),
      .rd_head_i(rd_head), .flush_en_i, .flush_read_i, .wr_full_o(full), .wr_empty_o(empty), .heads_o(heads),
      .rd_data_o(data)
  );

  (* anyconst *)
  logic [QueueW-1:0] queue;
  (* anyseq *)
  logic follow;
  logic pushes, pops, follows_q;
  logic [LenW-1:0] before_q, count_q;
  logic [Width-1:0] data_q;
  assign pushes = wr_en_i && wr_queue_i == queue && count_q != LenW'(Depth);
  assign pops   = count_q != LenW'(0) && (rd_en_i && rd_queue_i == queue || flush_en_i && wr_queue_i == queue);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      follows_q <= 1'b0;
      count_q   <= LenW'(0);
    end else begin
      count_q <= count_q + LenW'(pushes) - LenW'(pops);
      if (follows_q) begin
        follows_q <= !(pops && before_q == LenW'(0));
        before_q  <= before_q - LenW'(pops);
      end else if (follow && pushes) begin
        follows_q <= 1'b1;
        before_q  <= count_q - LenW'(pops);
        data_q    <= wr_data_i;
      end
    end
  end

  logic exists;
  assign exists = rst_ni && (QueueW + 1)'(queue) < (QueueW + 1)'(Queues);
  always @(posedge clk_i) begin : a_full_and_empty_are_its_count
    if (exists && wr_queue_i == queue) assert (full == (count_q == LenW'(Depth)) && empty == (count_q == LenW'(0)));
  end
  always @(posedge clk_i) begin : a_a_read_has_what_is_followed
    if (exists && follows_q && before_q == LenW'(0) && !flush_read_i && rd_queue_i == queue) assert (data == data_q);
  end
  always @(posedge clk_i) begin : a_a_flush_has_what_is_followed
    if (exists && follows_q && before_q == LenW'(0) && flush_read_i && wr_queue_i == queue) assert (data == data_q);
  end
endmodule
