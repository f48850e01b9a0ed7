// A unit of one gate and two instances of a part, for own.sh.
module joined #(
    /// bits
    parameter int Width = 4
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low
    input  logic             rst_ni,
    /// taken into the first part
    input  logic [Width-1:0] data_i,
    /// the second part takes over
    input  logic             en_i,
    /// what the second part holds
    output logic [Width-1:0] data_o
);
  logic [Width-1:0] first;
  logic first_any, unused_any;
  joined_part #(
      .Width(Width)
  ) i_first (
      .clk_i,
      .rst_ni,
      .en_i  (1'b1),
      .data_i,
      .data_o(first),
      .any_o (first_any)
  );
  joined_part #(
      .Width(Width)
  ) i_second (
      .clk_i,
      .rst_ni,
      .en_i  (en_i && first_any),
      .data_i(first),
      .data_o,
      .any_o (unused_any)
  );
endmodule
