// What each warp touches: of each data array a region and subregions of it.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, chapter 3.
// Storage: Warps * (1 + Arrays * (RegionW + Subs)) bits = 48 * 131 = 6288.
// Example (3 warps, 1 array, 2 bits each): set warp 2, region 1, subregions 11 -> reading 2 and 0: a 1, 11;
//   b 0, 00. A set of warp 3 changes nothing.
// Same cycle: reads come from the state before the edge. A clear comes before a set, which is lost.
// Degenerate: a warp without a range and a number of Warps or above read 0. The ranges are not reset: one
//   means something only while its warp has it.
// Latency: reads 0 cycles; a set is seen in the next cycle.
module las_ranges #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// data arrays, 1 to 8
    parameter int Arrays = 5,
    /// bits of a region's number, 1 to 16
    parameter int RegionW = 10,
    /// subregions of a region, any number from 1 to 64
    parameter int Subs = 16,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
    /// clock
    input  logic                      clk_i,
    /// synchronous reset, active low: no warp has a range
    input  logic                      rst_ni,
    /// a warp's range arrives
    input  logic                      set_en_i,
    /// that warp
    input  logic [         WarpW-1:0] set_warp_i,
    /// of each array: the region of its CTA
    input  logic [Arrays*RegionW-1:0] set_regions_i,
    /// of each array: bit n: the warp touches subregion n
    input  logic [   Arrays*Subs-1:0] set_subs_i,
    /// a kernel starts
    input  logic                      clear_en_i,
    /// a warp whose range is read
    input  logic [         WarpW-1:0] a_warp_i,
    /// another
    input  logic [         WarpW-1:0] b_warp_i,
    /// regions of the first, 0 without a range
    output logic [Arrays*RegionW-1:0] a_regions_o,
    /// its subregions, 0 without a range
    output logic [   Arrays*Subs-1:0] a_subs_o,
    /// regions of the other, 0 without a range
    output logic [Arrays*RegionW-1:0] b_regions_o,
    /// its subregions, 0 without a range
    output logic [   Arrays*Subs-1:0] b_subs_o
);
  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    las_ranges_needs_Warps_1_to_64 i_illegal ();
  end
  if (Arrays < 1 || Arrays > 8) begin : gen_illegal_arrays
    las_ranges_needs_Arrays_1_to_8 i_illegal ();
  end
  if (RegionW < 1 || RegionW > 16) begin : gen_illegal_region_w
    las_ranges_needs_RegionW_1_to_16 i_illegal ();
  end
  if (Subs < 1 || Subs > 64) begin : gen_illegal_subs
    las_ranges_needs_Subs_1_to_64 i_illegal ();
  end

  logic [Warps-1:0] valid_q, valid_d;
  // Array a of warp w at (w * Arrays + a) * RegionW and * Subs.
  logic [Warps*Arrays*RegionW-1:0] regions_q;
  logic [Warps*Arrays*Subs-1:0] subs_q;

  localparam int Group = 8;
  localparam int Groups = (Warps + Group - 1) / Group;
  logic [WarpW-1:0] a_group, b_group;
  assign a_group = a_warp_i >> $clog2(Group);
  assign b_group = b_warp_i >> $clog2(Group);

  // A number that names no warp selects none; nor does a read of a warp without a range.
  logic [Warps-1:0] set_sel;
  always_comb begin
    set_sel = {Warps{1'b0}};
    a_regions_o = {Arrays * RegionW{1'b0}};
    a_subs_o = {Arrays * Subs{1'b0}};
    b_regions_o = {Arrays * RegionW{1'b0}};
    b_subs_o = {Arrays * Subs{1'b0}};
    if (set_en_i) for (int w = 0; w < Warps; w++) if (set_warp_i == WarpW'(w)) set_sel[w] = 1'b1;
    // By groups of warps: what does not apply is passed over in simulation.
    for (int g = 0; g < Groups; g++) begin
      if (a_group == WarpW'(g))
        for (int k = 0; k < Group; k++)
          if (g * Group + k < Warps && a_warp_i == WarpW'(g * Group + k) &&
              valid_q[(g*Group+k<Warps)?g*Group+k : 0]) begin
            a_regions_o = a_regions_o | regions_q[((g*Group+k<Warps)?g*Group+k : 0)*Arrays*RegionW+:Arrays*RegionW];
            a_subs_o = a_subs_o | subs_q[((g*Group+k<Warps)?g*Group+k : 0)*Arrays*Subs+:Arrays*Subs];
          end
      if (b_group == WarpW'(g))
        for (int k = 0; k < Group; k++)
          if (g * Group + k < Warps && b_warp_i == WarpW'(g * Group + k) &&
              valid_q[(g*Group+k<Warps)?g*Group+k : 0]) begin
            b_regions_o = b_regions_o | regions_q[((g*Group+k<Warps)?g*Group+k : 0)*Arrays*RegionW+:Arrays*RegionW];
            b_subs_o = b_subs_o | subs_q[((g*Group+k<Warps)?g*Group+k : 0)*Arrays*Subs+:Arrays*Subs];
          end
    end
  end

  assign valid_d = (valid_q | set_sel) & {Warps{!clear_en_i}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Warps{1'b0}};
    else valid_q <= valid_d;
  end
  always_ff @(posedge clk_i) begin
    if (set_en_i)
      for (int w = 0; w < Warps; w++)
        if (set_sel[w]) begin
          regions_q[w*Arrays*RegionW+:Arrays*RegionW] <= set_regions_i;
          subs_q[w*Arrays*Subs+:Arrays*Subs] <= set_subs_i;
        end
  end

  always @(posedge clk_i) begin : a_at_most_one_is_set
    if (rst_ni) assert ((set_sel & (set_sel - Warps'(1))) == {Warps{1'b0}});
  end
  logic a_has;
  assign a_has = |(valid_q & (Warps'(1) << a_warp_i));
  always @(posedge clk_i) begin : a_without_a_range_reads_0
    if (rst_ni && !a_has) assert (a_subs_o == {Arrays * Subs{1'b0}});
  end
endmodule
