// A unit that does not read the top bit of its register, for own.sh.
module unread #(
    /// bits
    parameter int Width = 4
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low
    input  logic             rst_ni,
    /// taken over
    input  logic [Width-1:0] data_i,
    /// what is held, without its top bit
    output logic [Width-2:0] data_o
);
  logic [Width-1:0] kept_q;
  assign data_o = kept_q[Width-2:0];
  always_ff @(posedge clk_i)
    if (!rst_ni) kept_q <= '0;
    else kept_q <= data_i;
endmodule
