// What goes into the warp queue comes out, once, unchanged and in order, unless all are removed.
//
// One warp, chosen by the solver, is followed: how many stand before it says when it must be the first.
module wq_in_order #(
    parameter int Depth = 3,
    parameter int IdW = 2
) (
    input logic           clk_i,
    input logic           rst_ni,
    input logic           push_en_i,
    input logic [IdW-1:0] push_id_i,
    input logic           pop_en_i,
    input logic           clear_en_i
);
  localparam int CntW = $clog2(Depth + 1);
  logic valid;
  logic [IdW-1:0] id;
  apres_wq #(
      .Depth(Depth), .IdW(IdW)
  ) i_wq (
      .clk_i, .rst_ni, .push_en_i, .push_id_i, .pop_en_i, .clear_en_i, .valid_o(valid), .id_o(id)
  );

  (* anyseq *)
  logic follow;
  logic pushes, pops, follows_q;
  logic [CntW-1:0] count_q, before_q;
  logic [IdW-1:0] id_q;
  assign pushes = push_en_i && !clear_en_i && count_q != CntW'(Depth);
  assign pops   = pop_en_i && count_q != CntW'(0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_en_i) begin
      follows_q <= 1'b0;
      count_q   <= CntW'(0);
    end else begin
      count_q <= count_q + CntW'(pushes) - CntW'(pops);
      if (follows_q) begin
        follows_q <= !(pops && before_q == CntW'(0));
        before_q  <= before_q - CntW'(pops);
      end else if (follow && pushes) begin
        follows_q <= 1'b1;
        before_q  <= count_q - CntW'(pops);
        id_q      <= push_id_i;
      end
    end
  end

  always @(posedge clk_i) begin : a_valid_while_some_wait
    if (rst_ni) assert (valid == (count_q != CntW'(0)));
  end
  always @(posedge clk_i) begin : a_what_is_followed_comes_out_as_it_went_in
    if (rst_ni && follows_q && before_q == CntW'(0)) assert (valid && id == id_q);
  end
endmodule
