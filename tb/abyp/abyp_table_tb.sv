// Lockstep wrapper of abyp.table: the ports of its field list, and its state as st_NAME_o.
module abyp_table_tb #(
    parameter int Entries = 128,
    parameter int CtrW = 4,
    parameter int Threshold = 1,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic [IdxW-1:0] lookup_idx_i,
    input  logic            inc_en_i,
    input  logic [IdxW-1:0] inc_idx_i,
    input  logic            dec_en_i,
    input  logic [IdxW-1:0] dec_idx_i,
    output logic            predict_o,
    output logic [CtrW-1:0] st_ctr_o[0:Entries-1]
);
  abyp_table #(
      .Entries  (Entries),
      .CtrW     (CtrW),
      .Threshold(Threshold)
  ) i_dut (
      .clk_i,
      .rst_ni,
      .lookup_idx_i,
      .inc_en_i,
      .inc_idx_i,
      .dec_en_i,
      .dec_idx_i,
      .predict_o
  );

  assign st_ctr_o = i_dut.i_ctrs.ctr_q;
endmodule
