// A counter of the table goes up by one and down by one, and stays where it is at either end.
//
// One counter, chosen by the solver, stands beside a number that is counted here in another way: with two
// bits more, so that it cannot wrap, and brought back to the range afterwards.
module ctr_saturates #(
    parameter int Entries = 3,
    parameter int CtrW = 2,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    input logic            clk_i,
    input logic            rst_ni,
    input logic            inc_en_i,
    input logic [IdxW-1:0] inc_idx_i,
    input logic            dec_en_i,
    input logic [IdxW-1:0] dec_idx_i
);
  (* anyconst *)
  logic [IdxW-1:0] idx;
  logic [CtrW-1:0] ctr;
  sat_ctr_table #(
      .Entries(Entries), .CtrW(CtrW)
  ) i_table (
      .clk_i, .rst_ni, .rd_idx_i(idx), .inc_en_i, .inc_idx_i, .dec_en_i, .dec_idx_i, .rd_ctr_o(ctr)
  );

  localparam int Most = (1 << CtrW) - 1;
  logic signed [CtrW+1:0] count_q, next;
  logic named;
  assign named = 32'(idx) < Entries;
  always_comb begin
    next = count_q;
    if (named && inc_en_i && inc_idx_i == idx) next = next + (CtrW + 2)'(1);
    if (named && dec_en_i && dec_idx_i == idx) next = next - (CtrW + 2)'(1);
    if (next < 0) next = '0;
    if (next > $signed((CtrW + 2)'(Most))) next = (CtrW + 2)'(Most);
  end
  always_ff @(posedge clk_i) count_q <= rst_ni ? next : '0;

  always @(posedge clk_i) begin : a_the_counter_is_the_number
    if (rst_ni) assert ({2'b00, ctr} == count_q);
  end
endmodule
