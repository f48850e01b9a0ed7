// Monitored warp of apcm: the first warp of a kernel that loads, and the scan when it has finished.
//
// Source: Koo et al., "Access Pattern-Aware Cache Management for Improving Data Utilization in
//   GPU", ISCA 2017, section 4.
// Storage: 2 + index(Warps) + index(Entries) bits = 2 + 6 + 5 = 13.
// Example (2 entries): warp 5 loads -> it is monitored from the next cycle on; warp 5 finishes ->
//   entries 0 and 1 are read out in the two cycles after it; then nobody is monitored.
// Same cycle: a start comes before all else, and a load beside it begins nothing. A finish beside the
//   load that begins is not looked at.
// Degenerate: a load of a warp of Warps or above begins nothing, and no such warp is monitored. The
//   monitored warp stays in its register during the scan and after it.
// Latency: watching, warp and the scan 1 cycle; begins and ends 0 cycles.
module apcm_monitor #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// entries of the MTA, any number from 1 to 128
    parameter int Entries = 32,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: nobody was monitored yet
    input  logic             rst_ni,
    /// a kernel starts
    input  logic             start_en_i,
    /// a warp issues a global load
    input  logic             load_en_i,
    /// that warp
    input  logic [WarpW-1:0] load_warp_i,
    /// a warp finishes
    input  logic             finish_en_i,
    /// that warp
    input  logic [WarpW-1:0] finish_warp_i,
    /// a warp is monitored
    output logic             watching_o,
    /// which; 0 if none is
    output logic [WarpW-1:0] warp_o,
    /// in this cycle an entry of the MTA is read out
    output logic             scan_en_o,
    /// which; 0 without
    output logic [ IdxW-1:0] scan_idx_o,
    /// the warp that loads is the monitored one from the next cycle on
    output logic             begins_o,
    /// the monitored warp finishes
    output logic             ends_o
);
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apcm_monitor_needs_Warps_1_to_64 i_illegal ();
  end
  if (Entries < 1 || Entries > 128) begin : gen_illegal_entries
    apcm_monitor_needs_Entries_1_to_128 i_illegal ();
  end

  localparam logic [1:0] Nobody = 2'd0;
  localparam logic [1:0] Watching = 2'd1;
  localparam logic [1:0] Scanning = 2'd2;
  localparam logic [1:0] Over = 2'd3;

  // The phase keeps its two bits: synthesis must not choose another code.
  (* fsm_encoding = "none" *)
  logic [1:0] phase_q;
  logic [1:0] phase_d;
  logic [WarpW-1:0] mine_q, mine_d;
  logic [IdxW-1:0] scan_q, scan_d;

  logic warp_ok;
  if (Warps == (1 << WarpW)) begin : gen_every_warp
    assign warp_ok = 1'b1;
  end else begin : gen_some_warps
    assign warp_ok = load_warp_i < WarpW'(Warps);
  end

  // scan_q is never above Entries - 1; there the scan would end, too.
  logic more;
  if (Entries > 1) begin : gen_entries
    assign more = scan_q < IdxW'(Entries - 1);
  end else begin : gen_one_entry
    assign more = 1'b0;
  end

  assign watching_o = phase_q == Watching;
  assign warp_o = watching_o ? mine_q : {WarpW{1'b0}};
  assign scan_en_o = phase_q == Scanning;
  assign scan_idx_o = scan_en_o ? scan_q : {IdxW{1'b0}};
  assign begins_o = !start_en_i && phase_q == Nobody && load_en_i && warp_ok;
  assign ends_o = !start_en_i && watching_o && finish_en_i && finish_warp_i == mine_q;

  always_comb begin
    phase_d = phase_q;
    mine_d  = mine_q;
    scan_d  = scan_q;
    if (start_en_i) begin
      phase_d = Nobody;
      mine_d  = {WarpW{1'b0}};
      scan_d  = {IdxW{1'b0}};
    end else if (begins_o) begin
      phase_d = Watching;
      mine_d  = load_warp_i;
    end else if (ends_o) begin
      phase_d = Scanning;
    end else if (scan_en_o) begin
      phase_d = more ? Scanning : Over;
      scan_d  = more ? scan_q + IdxW'(1) : {IdxW{1'b0}};
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= Nobody;
      mine_q  <= {WarpW{1'b0}};
      scan_q  <= {IdxW{1'b0}};
    end else begin
      phase_q <= phase_d;
      mine_q  <= mine_d;
      scan_q  <= scan_d;
    end
  end

  // One bit more than the numbers, so that Warps and Entries themselves can be compared with.
  localparam int MineW = WarpW + 1;
  localparam int ScanW = IdxW + 1;
  always @(posedge clk_i) begin : a_monitored_warp_in_range
    if (rst_ni) assert (MineW'(mine_q) < MineW'(Warps));
  end
  always @(posedge clk_i) begin : a_scan_in_range
    if (rst_ni) assert (ScanW'(scan_q) < ScanW'(Entries));
  end
  always @(posedge clk_i) begin : a_scan_only_while_scanning
    if (rst_ni && !scan_en_o) assert (scan_q == {IdxW{1'b0}});
  end
  always @(posedge clk_i) begin : a_one_change
    if (rst_ni) assert (!(begins_o && ends_o) && !(begins_o && watching_o));
  end
endmodule
