// Places of a list: where its first entry stands and how many there are.
//
// Source: building block (the queues of apres, Oh et al., ISCA 2016).
// Storage: IdxW + CntW bits = 5 + 6 = 11.
// Example (Depth 3, after reset): push -> first 0, next 1; push, push -> full, next 0; push and pop
//   -> the push is refused, first 1, next 0; push -> full, next 1; clear -> first 0, next 0.
// Same cycle: valid, full, first and next come from the state alone: a pop makes no room for a push
//   of the same cycle, and a pushed entry is seen from the next cycle on. A clear comes before both:
//   neither is done. A push and a pop are both done unless the list is full or empty.
// Degenerate: a push while full and a pop while empty are refused and change nothing. Depth need not be
//   a power of two: after place Depth - 1 comes place 0. With every place taken, next is first. With
//   one entry both are always 0.
// Latency: outputs 0 cycles; a push or a pop is seen in the next cycle.
module ring #(
    /// entries, any number from 1 to 64
    parameter int Depth = 32,
    localparam int IdxW = (Depth > 1) ? $clog2(Depth) : 1,
    localparam int CntW = (Depth > 0) ? $clog2(Depth + 1) : 1
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: empty, and the first place is 0
    input  logic            rst_ni,
    /// an entry is added at the end
    input  logic            push_en_i,
    /// the first entry is removed
    input  logic            pop_en_i,
    /// all entries are removed
    input  logic            clear_en_i,
    /// there is an entry
    output logic            valid_o,
    /// every place is taken
    output logic            full_o,
    /// place of the first entry
    output logic [IdxW-1:0] first_o,
    /// place that the next entry takes
    output logic [IdxW-1:0] next_o,
    /// an entry is added at this edge
    output logic            pushes_o,
    /// an entry is removed at this edge
    output logic            pops_o
);
  if (Depth < 1 || Depth > 64) begin : gen_illegal_depth
    ring_needs_Depth_1_to_64 i_illegal ();
  end

  logic [IdxW-1:0] head_q, head_d;
  logic [CntW-1:0] len_q, len_d;

  assign valid_o  = len_q != CntW'(0);
  assign full_o   = len_q == CntW'(Depth);
  assign pushes_o = push_en_i && !full_o && !clear_en_i;
  assign pops_o   = pop_en_i && valid_o && !clear_en_i;

  // The place behind the last entry, before it wraps: at most 2 * Depth - 1.
  localparam int SumW = CntW + 1;
  logic [SumW-1:0] behind;
  assign behind  = SumW'(head_q) + SumW'(len_q);
  assign first_o = head_q;
  assign next_o  = (behind < SumW'(Depth)) ? IdxW'(behind) : IdxW'(behind - SumW'(Depth));

  // The place after the first, from 1 to Depth; Depth is place 0 again.
  logic [CntW-1:0] after_head;
  assign after_head = CntW'(head_q) + CntW'(1);
  always_comb begin
    head_d = head_q;
    len_d  = len_q;
    if (pops_o) head_d = (after_head < CntW'(Depth)) ? IdxW'(after_head) : IdxW'(0);
    if (pushes_o && !pops_o) len_d = len_q + CntW'(1);
    if (pops_o && !pushes_o) len_d = len_q - CntW'(1);
    if (clear_en_i) begin
      head_d = IdxW'(0);
      len_d  = CntW'(0);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= IdxW'(0);
      len_q  <= CntW'(0);
    end else begin
      head_q <= head_d;
      len_q  <= len_d;
    end
  end

  always @(posedge clk_i) begin : a_length_in_range
    if (rst_ni) assert (SumW'(len_q) <= SumW'(Depth));
  end
  always @(posedge clk_i) begin : a_places_in_range
    if (rst_ni) assert (SumW'(first_o) < SumW'(Depth) && SumW'(next_o) < SumW'(Depth));
  end
endmodule
