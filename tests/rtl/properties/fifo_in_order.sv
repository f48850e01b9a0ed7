// What goes into a FIFO comes out, once, unchanged and in order; what is counted is what is in it.
//
// One entry, chosen by the solver, is followed: how many stand before it says when it must come out. As
// any entry may be chosen, this holds for all of them.
module fifo_in_order #(
    parameter int Depth = 3,
    parameter int Width = 2,
    localparam int CntW = $clog2(Depth + 1)
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic             push_valid_i,
    input logic [Width-1:0] push_data_i,
    input logic             pop_ready_i
);
  logic push_ready, pop_valid;
  logic [Width-1:0] pop_data;
  logic [CntW-1:0] count;
  fifo #(
      .Depth(Depth), .Width(Width)
  ) i_fifo (
      .clk_i, .rst_ni, .push_valid_i, .push_data_i, .pop_ready_i,
      .push_ready_o(push_ready), .pop_valid_o(pop_valid), .pop_data_o(pop_data), .count_o(count)
  );

  (* anyseq *)
  logic follow;
  logic pushes, pops, follows_q;
  logic [CntW-1:0] before_q;
  logic [Width-1:0] data_q;
  logic [7:0] pushed_q, popped_q;
  assign pushes = push_valid_i && push_ready;
  assign pops   = pop_ready_i && pop_valid;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      follows_q <= 1'b0;
      pushed_q  <= 8'd0;
      popped_q  <= 8'd0;
    end else begin
      pushed_q <= pushed_q + 8'(pushes);
      popped_q <= popped_q + 8'(pops);
      if (follows_q) begin
        follows_q <= !(pops && before_q == CntW'(0));
        before_q  <= before_q - CntW'(pops);
      end else if (follow && pushes) begin
        follows_q <= 1'b1;
        before_q  <= count - CntW'(pops);
        data_q    <= push_data_i;
      end
    end
  end

  always @(posedge clk_i) begin : a_what_is_followed_is_in_it
    if (rst_ni && follows_q) assert (before_q < count);
  end
  always @(posedge clk_i) begin : a_what_is_followed_comes_out_as_it_went_in
    if (rst_ni && follows_q && before_q == CntW'(0)) assert (pop_valid && pop_data == data_q);
  end
  always @(posedge clk_i) begin : a_what_went_in_and_not_out_is_counted
    if (rst_ni) assert (8'(count) == pushed_q - popped_q);
  end
endmodule
