// Cache access information table of apcm: how the lines of each load are managed.
//
// Source: Koo et al., "Access Pattern-Aware Cache Management for Improving Data Utilization in
//   GPU", ISCA 2017, section 4.
// Storage: Loads * (3 + CntW + IdW) bits = 16 * (3 + 4 + 4) = 176, IdW the bits of a load's number.
// Example (counts of 2 bits): evict load 0 count 1 intra 1 -> bypass; evict load 0 last 1 count 2
//   intra 2 -> protect, last 1; evict load 0 count 2 intra 1 -> refused, its count is not larger.
// Same cycle: the clear comes before all, and no update writes beside it. Of two updates the eviction
//   comes first; where both name one load, the threshold is compared with what the eviction left. The
//   read is of the state before the edge.
// Degenerate: an update of load Loads or above writes nothing, such a load reads 0. A count of 0
//   is normal. Nothing but valid is reset: the rest means something only in a valid entry.
// Latency: read 0 cycles; an update is seen in the next cycle.
module apcm_cait #(
    /// loads, any number from 1 to 64
    parameter int Loads = 16,
    /// bits of a count, 1 to 8; all ones is the threshold
    parameter int CntW = 4,
    localparam int IdW = (Loads > 1) ? $clog2(Loads) : 1
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: no load has an entry
    input  logic            rst_ni,
    /// load whose entry is read
    input  logic [ IdW-1:0] rd_id_i,
    /// an entry of the MTA goes
    input  logic            evict_en_i,
    /// the load that it describes
    input  logic [ IdW-1:0] evict_first_i,
    /// its last load
    input  logic [ IdW-1:0] evict_last_i,
    /// its count
    input  logic [CntW-1:0] evict_count_i,
    /// its count by the monitored warp
    input  logic [CntW-1:0] evict_intra_i,
    /// an entry of the MTA reaches the threshold, which is its count
    input  logic            reach_en_i,
    /// the load that it describes
    input  logic [ IdW-1:0] reach_first_i,
    /// its last load
    input  logic [ IdW-1:0] reach_last_i,
    /// its count by the monitored warp
    input  logic [CntW-1:0] reach_intra_i,
    /// a kernel starts
    input  logic            clear_en_i,
    /// its method: 0 normal, 1 bypass, 2 protect; 0 without an entry
    output logic [     1:0] rd_method_o,
    /// its last load, 0 without an entry
    output logic [ IdW-1:0] rd_last_o,
    /// the eviction writes at this edge
    output logic            evict_wrote_o,
    /// the threshold writes at this edge
    output logic            reach_wrote_o
);
  if (Loads < 1 || Loads > 64) begin : gen_illegal_loads
    apcm_cait_needs_Loads_1_to_64 i_illegal ();
  end
  if (CntW < 1 || CntW > 8) begin : gen_illegal_cnt_w
    apcm_cait_needs_CntW_1_to_8 i_illegal ();
  end

  logic [Loads-1:0] valid_q, valid_d;
  (* mem2reg *)
  logic [1:0] method_q[0:Loads-1];
  (* mem2reg *)
  logic [CntW-1:0] count_q[0:Loads-1];
  (* mem2reg *)
  logic [IdW-1:0] last_q[0:Loads-1];

  logic rd_ok, evict_ok, reach_ok;
  if (Loads == (1 << IdW)) begin : gen_every_load
    assign {rd_ok, evict_ok, reach_ok} = 3'b111;
  end else begin : gen_some_loads
    assign rd_ok = rd_id_i < IdW'(Loads);
    assign evict_ok = evict_first_i < IdW'(Loads);
    assign reach_ok = reach_first_i < IdW'(Loads);
  end

  logic known;
  assign known = rd_ok && valid_q[rd_id_i];
  assign rd_method_o = known ? method_q[rd_id_i] : 2'd0;
  assign rd_last_o = known ? last_q[rd_id_i] : {IdW{1'b0}};

  function automatic logic [1:0] method_of(input logic [CntW-1:0] count,
                                           input logic [CntW-1:0] intra);
    method_of = 2'd0;
    if (count == CntW'(1)) method_of = 2'd1;
    else if (count != CntW'(0) && count == intra) method_of = 2'd2;
  endfunction

  // The threshold is compared with the table and with the eviction at once, and what holds is
  // selected when it is known whether the eviction writes.
  logic evict_larger, reach_larger, same;
  assign evict_larger = !valid_q[evict_first_i] || count_q[evict_first_i] < evict_count_i;
  assign reach_larger = !valid_q[reach_first_i] || !(&count_q[reach_first_i]);
  assign same = evict_wrote_o && evict_first_i == reach_first_i;
  assign evict_wrote_o = evict_en_i && evict_ok && !clear_en_i && evict_larger;
  assign reach_wrote_o = reach_en_i && reach_ok && !clear_en_i &&
      (same ? !(&evict_count_i) : reach_larger);

  logic [Loads-1:0] evict_sel, reach_sel;
  for (genvar g = 0; g < Loads; g++) begin : gen_sel
    assign evict_sel[g] = evict_wrote_o && evict_first_i == IdW'(g);
    assign reach_sel[g] = reach_wrote_o && reach_first_i == IdW'(g);
  end
  assign valid_d = (valid_q | evict_sel | reach_sel) & {Loads{!clear_en_i}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Loads{1'b0}};
    else valid_q <= valid_d;
  end
  always_ff @(posedge clk_i) begin
    if (evict_wrote_o) begin
      method_q[evict_first_i] <= method_of(evict_count_i, evict_intra_i);
      count_q[evict_first_i]  <= evict_count_i;
      last_q[evict_first_i]   <= evict_last_i;
    end
    if (reach_wrote_o) begin
      method_q[reach_first_i] <= method_of({CntW{1'b1}}, reach_intra_i);
      count_q[reach_first_i]  <= {CntW{1'b1}};
      last_q[reach_first_i]   <= reach_last_i;
    end
  end

  always @(posedge clk_i) begin : a_method_is_one_of_three
    if (rst_ni) assert (rd_method_o != 2'd3);
  end
  always @(posedge clk_i) begin : a_clear_writes_nothing
    if (rst_ni && clear_en_i) assert (!evict_wrote_o && !reach_wrote_o);
  end
  always @(posedge clk_i) begin : a_threshold_is_written_once
    if (rst_ni && evict_wrote_o && reach_wrote_o && evict_first_i == reach_first_i)
      assert (!(&evict_count_i));
  end
endmodule
