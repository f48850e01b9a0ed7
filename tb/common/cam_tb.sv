// Lockstep wrapper of common.cam: the ports of its field list, and its state as st_NAME_o.
module cam_tb #(
    parameter int Entries = 16,
    parameter int KeyW = 32,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            lookup_en_i,
    input  logic            alloc_i,
    input  logic [KeyW-1:0] key_i,
    input  logic            clear_en_i,
    output logic            hit_o,
    output logic            full_o,
    output logic [IdxW-1:0] idx_o,
    output logic            st_valid_o[0:Entries-1],
    output logic [KeyW-1:0] st_keys_o[0:Entries-1]
);
  cam #(
      .Entries(Entries),
      .KeyW   (KeyW)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .lookup_en_i,
      .alloc_i,
      .key_i,
      .clear_en_i,
      .hit_o,
      .full_o,
      .idx_o
  );

  for (genvar g = 0; g < Entries; g++) begin : gen_valid
    assign st_valid_o[g] = i_dut.valid_q[g];
  end
  assign st_keys_o = i_dut.keys_q;
endmodule
