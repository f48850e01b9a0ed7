// The part of joined: a register, with gates of its own.
module joined_part #(
    /// bits
    parameter int Width = 4
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low
    input  logic             rst_ni,
    /// take over
    input  logic             en_i,
    /// what is taken over
    input  logic [Width-1:0] data_i,
    /// what is held
    output logic [Width-1:0] data_o,
    /// any of its bits is 1
    output logic             any_o
);
  assign any_o = |data_o;
  always_ff @(posedge clk_i)
    if (!rst_ni) data_o <= '0;
    else if (en_i) data_o <= data_i;
endmodule
