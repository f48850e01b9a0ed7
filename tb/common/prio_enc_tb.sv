// Lockstep wrapper of common.prio_enc: the ports of its field list, and its state as st_NAME_o.
// The unit is combinational: the clock and the reset lead nowhere.
module prio_enc_tb #(
    parameter int N = 48,
    localparam int IdxW = (N > 1) ? $clog2(N) : 1
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic [N-1:0]    req_i,
    output logic            any_o,
    output logic [IdxW-1:0] idx_o,
    output logic [N-1:0]    onehot_o
);
  prio_enc #(
      .N(N)
  ) i_dut (
      .req_i,
      .any_o,
      .idx_o,
      .onehot_o
  );

  logic unused;
  assign unused = clk_i ^ rst_ni;
endmodule
