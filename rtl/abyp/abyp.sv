// PC-based bypass predictor of one L1: PC hash, prediction table and tag hashes.
//
// Source: Tian et al., "Adaptive GPU Cache Bypassing", GPGPU-8 2015, section 3, listing 1.
// Storage: Entries * CtrW + Sets * Ways * HashW bits = 128 * 4 + 32 * 8 * 7 = 512 + 1792 = 2304
//   (64 B + 224 B = 288 B), HashW = 7, the bits of an index of the counters.
// Example (7 bits, shift 3): PC 0x1238 >> 3 = 0x247; 0b1000111 ^ 0b0000100 = 0x43. A miss of that
//   PC that is not bypassed trains the victim's hash upward and leaves 0x43 in the line; a hit
//   there trains 0x43 downward.
// Same cycle: the late fill comes before the access: an access to the filled line trains with the
//   fill's hash and then writes its own. The prediction reads the table before the edge.
// Degenerate: an access that is not accepted predicts and changes nothing; an invalid victim
//   trains nothing. Where Entries is not a power of two (or 1), a hash of Entries or above names no
//   counter: it predicts no bypass and trains nothing. Where Sets or Ways is not, a set or way
//   out of range names no line: the access is predicted as usual, but trains nothing and leaves no
//   hash; a late fill leaves none.
// Latency: predict and acc_hash 0 cycles; training is seen in the next cycle.
module abyp #(
    /// counters of the table, any number from 1 to 1024
    parameter int Entries = 128,
    /// bits per counter, 1 to 8
    parameter int CtrW = 4,
    /// a counter at or above it predicts bypass, 1 to 255
    parameter int Threshold = 1,
    /// low PC bits that the hash leaves out, 0 to 8
    parameter int PcShift = 3,
    /// sets of the L1, any number from 1 to 2048
    parameter int Sets = 32,
    /// ways of the L1, any number from 1 to 2048; Sets * Ways is at most 2048
    parameter int Ways = 8,
    localparam int HashW = (Entries > 1) ? $clog2(Entries) : 1,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: counters and hashes become 0
    input  logic             rst_ni,
    /// a load is at the L1
    input  logic             acc_valid_i,
    /// its PC
    input  logic [31:0]      acc_pc_i,
    /// its block is in the L1, or its fill is pending
    input  logic             acc_hit_i,
    /// the L1 performs the access in this cycle
    input  logic             acc_accept_i,
    /// set of the line that hit, or of the victim
    input  logic [SetW-1:0]  acc_set_i,
    /// way of the line that hit, or of the victim
    input  logic [WayW-1:0]  acc_way_i,
    /// the victim's place holds a valid block
    input  logic             vic_valid_i,
    /// a bypassed block is filled after all
    input  logic             fill_valid_i,
    /// set of the late fill
    input  logic [SetW-1:0]  fill_set_i,
    /// way of the late fill
    input  logic [WayW-1:0]  fill_way_i,
    /// hashed PC that the request carried
    input  logic [HashW-1:0] fill_hash_i,
    /// the missing access should bypass the L1
    output logic             predict_o,
    /// hashed PC of the access, always
    output logic [HashW-1:0] acc_hash_o,
    /// the counter of the victim's hash is counted up at this edge
    output logic             trains_up_o,
    /// the counter of the hash in the line that hit is counted down at this edge
    output logic             trains_down_o
);
  if (Entries < 1 || Entries > 1024) begin : gen_illegal_entries
    abyp_needs_Entries_1_to_1024 i_illegal ();
  end
  if (PcShift < 0 || PcShift > 8) begin : gen_illegal_pc_shift
    abyp_needs_PcShift_0_to_8 i_illegal ();
  end

  // hash: XOR of HashW-bit chunks of the shifted PC from the low end, the last one zero-extended
  localparam int Chunks = (32 + HashW - 1) / HashW;
  localparam int PadW = Chunks * HashW;
  logic [PadW-1:0] pc_pad;
  assign pc_pad = PadW'(acc_pc_i) >> PcShift;
  always_comb begin
    acc_hash_o = {HashW{1'b0}};
    for (int i = 0; i < Chunks; i++) acc_hash_o = acc_hash_o ^ pc_pad[i*HashW+:HashW];
  end

  logic bypass, keep;
  logic [HashW-1:0] line_hash;
  logic line_ok;

  abyp_table #(
      .Entries  (Entries),
      .CtrW     (CtrW),
      .Threshold(Threshold)
  ) i_table (
      .clk_i,
      .rst_ni,
      .lookup_idx_i(acc_hash_o),
      .inc_en_i    (trains_up_o),
      .inc_idx_i   (line_hash),
      .dec_en_i    (trains_down_o),
      .dec_idx_i   (line_hash),
      .predict_o   (bypass)
  );

  abyp_taghash #(
      .Sets (Sets),
      .Ways (Ways),
      .HashW(HashW)
  ) i_tags (
      .clk_i,
      .rst_ni,
      .set_i      (acc_set_i),
      .way_i      (acc_way_i),
      .wr_en_i    (keep),
      .wr_hash_i  (acc_hash_o),
      .fill_en_i  (fill_valid_i),
      .fill_set_i,
      .fill_way_i,
      .fill_hash_i,
      .rd_ok_o    (line_ok),
      .rd_hash_o  (line_hash)
  );

  logic commit;
  assign predict_o = acc_valid_i && !acc_hit_i && bypass;
  assign commit = acc_valid_i && acc_accept_i;
  assign keep = commit && !predict_o;
  assign trains_up_o = keep && !acc_hit_i && vic_valid_i && line_ok;
  assign trains_down_o = commit && acc_hit_i && line_ok;

  always @(posedge clk_i) begin : a_trains_one_way
    if (rst_ni) assert (!(trains_up_o && trains_down_o));
  end
  always @(posedge clk_i) begin : a_bypass_trains_nothing
    if (rst_ni && predict_o) assert (!keep && !trains_up_o && !trains_down_o);
  end
endmodule
