// Outbound register of mrpb with the decision to bypass the cache; by itself the buffer-less
// form with which the paper studies bypassing.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, sections 3.4 and 5.4.
// Storage: 3 + Width bits = 66.
// Example (bypass on associativity stalls): a read enters in cycle 0, is rejected with assoc in
//   cycle 1, is offered as a bypass in cycle 2 and taken in cycle 3, while the next one enters.
// Same cycle: taken comes before reject; what is taken makes room for what enters.
// Degenerate: taken and reject mean nothing while nothing is offered; a write never becomes a
//   bypass. data is not reset, it means something only while valid.
// Latency: 1 cycle from in_valid to out_valid.
module mrpb_slot #(
    /// bits of a request but for the one that says write, 1 to 63
    parameter int Width = 63,
    /// bypass option: 0 off, 1 all stalls, 2 associativity stalls
    parameter int Bypass = 2
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: nothing is offered
    input  logic             rst_ni,
    /// a request is to enter
    input  logic             in_valid_i,
    /// it is a write
    input  logic             in_write_i,
    /// its header
    input  logic [Width-1:0] in_data_i,
    /// the cache has taken the request offered, or the injection FIFO has
    input  logic             taken_i,
    /// the cache has no resources for it
    input  logic             reject_i,
    /// of a rejection: all ways of the set are reserved
    input  logic             assoc_i,
    /// the register is free, or becomes free at this edge
    output logic             in_ready_o,
    /// a request is offered
    output logic             out_valid_o,
    /// it is a write, 0 if none is offered
    output logic             out_write_o,
    /// it bypasses the cache, 0 if none is offered
    output logic             out_bypass_o,
    /// its header, 0 if none is offered
    output logic [Width-1:0] out_data_o
);
  if (Width < 1 || Width > 63) begin : gen_illegal_width
    mrpb_slot_needs_Width_1_to_63 i_illegal ();
  end
  if (Bypass < 0 || Bypass > 2) begin : gen_illegal_bypass
    mrpb_slot_needs_Bypass_0_to_2 i_illegal ();
  end

  logic valid_q, write_q, bypass_q;
  logic [Width-1:0] data_q;

  logic enters, leaves, turns;
  assign in_ready_o = !valid_q || taken_i;
  assign enters = in_valid_i && in_ready_o;
  assign leaves = valid_q && taken_i;
  assign turns = valid_q && reject_i && !write_q && (Bypass == 1 || (Bypass == 2 && assoc_i));

  assign out_valid_o = valid_q;
  assign out_write_o = write_q;
  assign out_bypass_o = bypass_q;
  assign out_data_o = data_q & {Width{valid_q}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      write_q  <= 1'b0;
      bypass_q <= 1'b0;
    end else if (enters) begin
      valid_q  <= 1'b1;
      write_q  <= in_write_i;
      bypass_q <= 1'b0;
    end else if (leaves) begin
      valid_q  <= 1'b0;
      write_q  <= 1'b0;
      bypass_q <= 1'b0;
    end else if (turns) begin
      bypass_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (enters) data_q <= in_data_i;
  end

  always @(posedge clk_i) begin : a_nothing_offered_is_0
    if (rst_ni) assert (valid_q || (!write_q && !bypass_q));
  end
  always @(posedge clk_i) begin : a_write_is_no_bypass
    if (rst_ni) assert (!(write_q && bypass_q));
  end
endmodule
