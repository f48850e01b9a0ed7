// Lockstep wrapper of mrpb.flush_ctl: the ports of its field list, and no state.
module mrpb_flush_ctl_tb #(
    parameter int Flush = 1
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       in_valid_i,
    input  logic       in_write_i,
    input  logic       in_full_i,
    input  logic       in_empty_i,
    input  logic       in_visible_i,
    input  logic       any_i,
    input  logic       ob_free_i,
    output logic       in_ready_o,
    output logic       enqueue_o,
    output logic       direct_o,
    output logic       flush_drain_o,
    output logic       policy_drain_o,
    output logic [1:0] drained_o,
    output logic       wait_full_o,
    output logic       wait_write_o
);
  mrpb_flush_ctl #(
      .Flush(Flush)
  ) i_dut (
      .in_valid_i,
      .in_write_i,
      .in_full_i,
      .in_empty_i,
      .in_visible_i,
      .any_i,
      .ob_free_i,
      .in_ready_o,
      .enqueue_o,
      .direct_o,
      .flush_drain_o,
      .policy_drain_o,
      .drained_o,
      .wait_full_o,
      .wait_write_o
  );

  logic unused;
  assign unused = clk_i ^ rst_ni;
endmodule
