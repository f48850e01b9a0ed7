// Load alias table of apcm: the PC of a load to its ID, first come first served.
//
// Source: Koo et al., "Access Pattern-Aware Cache Management for Improving Data Utilization in
//   GPU", ISCA 2017, section 4.
// Storage: Loads * (PcW + 1) bits = 16 * 33 = 528, of which 512 are PCs (in i_cam).
// Example (3 loads, PCs of 2 bits, after reset): load 2 -> ID 0, took; load 1 -> ID 1, took; load 2
//   -> ID 0; load 0 -> ID 2, took; load 3 -> not tracked, refused.
// Same cycle: outputs come from the table before the edge. The clear comes first: a load that finds
//   its entry beside it keeps nothing, a load that gets an entry is then the only one.
// Degenerate: without load_en the load's outputs are 0. An rd_id that is not given away, or that
//   names no ID, reads 0. PCs are not reset, one means something only while its entry is valid.
// Latency: outputs 0 cycles; a new ID is found and read from the next cycle on.
module apcm_lat #(
    /// loads that are tracked, any number from 1 to 64
    parameter int Loads = 16,
    /// bits of a PC, 1 to 64
    parameter int PcW = 32,
    localparam int IdW = (Loads > 1) ? $clog2(Loads) : 1
) (
    /// clock
    input  logic           clk_i,
    /// synchronous reset, active low: every ID is free
    input  logic           rst_ni,
    /// a warp issues a global load
    input  logic           load_en_i,
    /// its PC
    input  logic [PcW-1:0] load_pc_i,
    /// load whose PC is read
    input  logic [IdW-1:0] rd_id_i,
    /// a kernel starts
    input  logic           clear_en_i,
    /// the load has an ID, or gets one at this edge
    output logic           tracked_o,
    /// its ID, 0 if it is not tracked
    output logic [IdW-1:0] id_o,
    /// PC of load rd_id_i, 0 if there is none
    output logic [PcW-1:0] rd_pc_o,
    /// the load gets an ID at this edge
    output logic           took_o,
    /// the load has no ID and the table is full
    output logic           refused_o
);
  if (Loads < 1 || Loads > 64) begin : gen_illegal_loads
    apcm_lat_needs_Loads_1_to_64 i_illegal ();
  end
  if (PcW < 1 || PcW > 64) begin : gen_illegal_pc_w
    apcm_lat_needs_PcW_1_to_64 i_illegal ();
  end

  logic hit, full;
  logic [IdW-1:0] idx;

  cam #(
      .Entries(Loads),
      .KeyW   (PcW)
  ) i_cam (
      .clk_i,
      .rst_ni,
      .lookup_en_i(load_en_i),
      .alloc_i    (1'b1),
      .key_i      (load_pc_i),
      .clear_en_i,
      .rd_idx_i   (rd_id_i),
      .hit_o      (hit),
      .full_o     (full),
      .idx_o      (idx),
      .rd_key_o   (rd_pc_o)
  );

  // idx is 0 where the load is refused, and the lowest free entry where there is no load.
  assign tracked_o = load_en_i && (hit || !full);
  assign id_o = load_en_i ? idx : {IdW{1'b0}};
  assign took_o = load_en_i && !hit && !full;
  assign refused_o = load_en_i && !hit && full;

  always @(posedge clk_i) begin : a_no_id_without_a_load
    if (rst_ni && !tracked_o) assert (id_o == {IdW{1'b0}} && !took_o);
  end
  always @(posedge clk_i) begin : a_tracked_or_refused
    if (rst_ni && load_en_i) assert (tracked_o != refused_o);
  end
endmodule
