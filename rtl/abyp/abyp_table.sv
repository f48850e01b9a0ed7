// Prediction table of abyp: saturating counters by hashed PC, compared with a threshold.
//
// Source: Tian et al., "Adaptive GPU Cache Bypassing", GPGPU-8 2015, section 3, listing 1.
// Storage: Entries * CtrW bits = 128 * 4 = 512 (in i_ctrs).
// Example (Threshold 8): after 8 increments of entry 5, a lookup of 5 predicts bypass; one
//   decrement later it does not.
// Same cycle: a lookup sees the counters before the edge; an increment and a decrement of one
//   entry cancel.
// Degenerate: a threshold above the largest counter value never predicts bypass. An index of
//   Entries or above names no counter: it predicts no bypass and trains nothing.
// Latency: lookup 0 cycles; training is seen in the next cycle.
module abyp_table #(
    /// counters, any number from 1 to 1024
    parameter int Entries = 128,
    /// bits per counter, 1 to 8
    parameter int CtrW = 4,
    /// a counter at or above it predicts bypass, 1 to 255
    parameter int Threshold = 1,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: every counter becomes 0
    input  logic            rst_ni,
    /// hashed PC of the access
    input  logic [IdxW-1:0] lookup_idx_i,
    /// a block died unused
    input  logic            inc_en_i,
    /// hashed PC that touched the dead block last
    input  logic [IdxW-1:0] inc_idx_i,
    /// a block was used again
    input  logic            dec_en_i,
    /// hashed PC that had touched the reused block
    input  logic [IdxW-1:0] dec_idx_i,
    /// blocks of lookup_idx_i should bypass the L1
    output logic            predict_o
);
  if (Entries < 1 || Entries > 1024) begin : gen_illegal_entries
    abyp_table_needs_Entries_1_to_1024 i_illegal ();
  end
  if (Threshold < 1 || Threshold > 255) begin : gen_illegal_threshold
    abyp_table_needs_Threshold_1_to_255 i_illegal ();
  end

  // Counters and thresholds are compared with 8 bits, the most that either has: a threshold above
  // the largest counter value is not truncated.
  localparam int CmpW = 8;
  logic [CtrW-1:0] ctr;

  sat_ctr_table #(
      .Entries(Entries),
      .CtrW   (CtrW)
  ) i_ctrs (
      .clk_i,
      .rst_ni,
      .rd_idx_i(lookup_idx_i),
      .inc_en_i,
      .inc_idx_i,
      .dec_en_i,
      .dec_idx_i,
      .rd_ctr_o(ctr)
  );

  assign predict_o = CmpW'(ctr) >= CmpW'(Threshold);

  always @(posedge clk_i) begin : a_zero_never_predicts
    if (rst_ni) assert (!predict_o || ctr != {CtrW{1'b0}});
  end
endmodule
