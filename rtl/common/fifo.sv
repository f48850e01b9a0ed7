// Circular FIFO with ready/valid handshakes on both sides.
//
// Source: building block (the queues of mrpb, Jia et al., HPCA 2014).
// Storage: Depth * Width + 2 * IdxW + CntW bits = 8 * 64 + 2 * 3 + 4 = 522.
// Example (Depth 2): push a; push b (push_ready falls, count 2); pop gives a while a push of c
//   in that cycle is refused; then c is taken; the order out is a, b, c.
// Same cycle: push_ready and pop_valid come from the state alone: a pop makes no room for a
//   push of the same cycle, and a pushed entry is seen from the next cycle on. A push and a pop
//   both happen unless the FIFO is full or empty.
// Degenerate: a push while full and a pop while empty are refused and change nothing;
//   pop_data is 0 while empty. Depth need not be a power of two: pointers wrap at Depth - 1. With
//   one entry the pointers stay 0, and a push and a pop never happen in one cycle.
//   mem is not reset, an entry means something only while it is occupied.
// Latency: 1 cycle from push to pop_valid.
module fifo #(
    /// entries, any number from 1 to 64
    parameter int Depth = 8,
    /// bits per entry, 1 to 64
    parameter int Width = 64,
    localparam int IdxW = (Depth > 1) ? $clog2(Depth) : 1,
    localparam int CntW = (Depth > 0) ? $clog2(Depth + 1) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: empty
    input  logic             rst_ni,
    /// the producer offers push_data_i
    input  logic             push_valid_i,
    /// entry to push
    input  logic [Width-1:0] push_data_i,
    /// the consumer takes pop_data_o
    input  logic             pop_ready_i,
    /// not full
    output logic             push_ready_o,
    /// not empty
    output logic             pop_valid_o,
    /// oldest entry, 0 while empty
    output logic [Width-1:0] pop_data_o,
    /// occupied entries
    output logic [CntW-1:0]  count_o
);
  if (Depth < 1 || Depth > 64) begin : gen_illegal_depth
    fifo_needs_Depth_1_to_64 i_illegal ();
  end
  if (Width < 1 || Width > 64) begin : gen_illegal_width
    fifo_needs_Width_1_to_64 i_illegal ();
  end

  (* mem2reg *)
  logic [Width-1:0] mem_q[0:Depth-1];
  logic [IdxW-1:0] rd_q, rd_d, wr_q, wr_d;
  logic [CntW-1:0] cnt_q, cnt_d;
  logic push_en, pop_en;

  assign push_ready_o = cnt_q != CntW'(Depth);
  assign pop_valid_o = cnt_q != CntW'(0);
  assign pop_data_o = pop_valid_o ? mem_q[rd_q] : {Width{1'b0}};
  assign count_o = cnt_q;
  assign push_en = push_valid_i && push_ready_o;
  assign pop_en = pop_ready_i && pop_valid_o;

  // The places after the pointers, from 1 to Depth; Depth is place 0 again. A pointer is never above
  // Depth - 1; it would return to 0, too.
  logic [CntW-1:0] after_rd, after_wr;
  assign after_rd = CntW'(rd_q) + CntW'(1);
  assign after_wr = CntW'(wr_q) + CntW'(1);
  always_comb begin
    rd_d  = rd_q;
    wr_d  = wr_q;
    cnt_d = cnt_q;
    if (push_en) wr_d = (after_wr < CntW'(Depth)) ? IdxW'(after_wr) : IdxW'(0);
    if (pop_en) rd_d = (after_rd < CntW'(Depth)) ? IdxW'(after_rd) : IdxW'(0);
    if (push_en && !pop_en) cnt_d = cnt_q + CntW'(1);
    if (pop_en && !push_en) cnt_d = cnt_q - CntW'(1);
  end

  always_ff @(posedge clk_i) begin
    if (push_en) mem_q[wr_q] <= push_data_i;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rd_q  <= IdxW'(0);
      wr_q  <= IdxW'(0);
      cnt_q <= CntW'(0);
    end else begin
      rd_q  <= rd_d;
      wr_q  <= wr_d;
      cnt_q <= cnt_d;
    end
  end

  // Depth as a number that the sum of a pointer and the count can be compared with.
  localparam int SumW = CntW + 1;
  logic [SumW-1:0] wr_from_rd;
  assign wr_from_rd = SumW'(rd_q) + SumW'(cnt_q);
  always @(posedge clk_i) begin : a_count_in_range
    if (rst_ni) assert (SumW'(cnt_q) <= SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_pointers_in_range
    if (rst_ni) assert (SumW'(rd_q) < SumW'(Depth) && SumW'(wr_q) < SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_pointers_and_count_agree
    if (rst_ni) assert (SumW'(wr_q) == wr_from_rd || SumW'(wr_q) + SumW'(Depth) == wr_from_rd);
  end
endmodule
