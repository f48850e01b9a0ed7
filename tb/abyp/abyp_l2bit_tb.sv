// Lockstep wrapper of abyp.l2bit: the ports of its field list, and its state as st_NAME_o.
module abyp_l2bit_tb #(
    parameter int Sets = 128,
    parameter int Ways = 16,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            acc_en_i,
    input  logic            acc_write_i,
    input  logic            acc_hit_i,
    input  logic            acc_bypass_i,
    input  logic [SetW-1:0] acc_set_i,
    input  logic [WayW-1:0] acc_way_i,
    output logic            ret_bypass_o,
    output logic            st_bypass_o[0:Sets*Ways-1]
);
  abyp_l2bit #(
      .Sets(Sets),
      .Ways(Ways)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .acc_en_i,
      .acc_write_i,
      .acc_hit_i,
      .acc_bypass_i,
      .acc_set_i,
      .acc_way_i,
      .ret_bypass_o
  );

  assign st_bypass_o = i_dut.bypass_q;
endmodule
