// Lockstep wrapper of mrpb.slot: the ports of its field list, and its state as st_NAME_o.
module mrpb_slot_tb #(
    parameter int Width = 63,
    parameter int Bypass = 2
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             in_valid_i,
    input  logic             in_write_i,
    input  logic [Width-1:0] in_data_i,
    input  logic             taken_i,
    input  logic             reject_i,
    input  logic             assoc_i,
    output logic             in_ready_o,
    output logic             out_valid_o,
    output logic             out_write_o,
    output logic             out_bypass_o,
    output logic [Width-1:0] out_data_o,
    output logic             st_valid_o,
    output logic             st_write_o,
    output logic             st_bypass_o,
    output logic [Width-1:0] st_data_o
);
  mrpb_slot #(
      .Width (Width),
      .Bypass(Bypass)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_write_i,
      .in_data_i,
      .taken_i,
      .reject_i,
      .assoc_i,
      .in_ready_o,
      .out_valid_o,
      .out_write_o,
      .out_bypass_o,
      .out_data_o
  );

  assign st_valid_o = i_dut.valid_q;
  assign st_write_o = i_dut.write_q;
  assign st_bypass_o = i_dut.bypass_q;
  assign st_data_o = i_dut.data_q;
endmodule
