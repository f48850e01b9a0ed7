// Locality degree of two warps, in two steps.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, chapter 3, figures 3.13 and 3.14.
// Storage: 2 + 2 * SchedW + 4 * PerW + Arrays * Subs + DegW bits = 2 + 2 + 20 + 80 + 8 = 112.
// Example (1 array, regions of 3 bits, 4 subregions): 001-1011 and 001-0011 -> both 0011, degree 2;
//   001-0011 and 010-1111 -> the regions differ: 0.
// Same cycle: a clear and a drop come before the comparison that begins and the one in step 1. The one in
//   step 2 is on the outputs in this cycle, and gone after the edge in any case.
// Degenerate: a degree above 2^DegW - 1 is 2^DegW - 1. Numbers of warps are only compared: a drop of one
//   that no warp has drops what has it. Data registers are not reset, and hold in a step that stores nothing.
// Latency: a comparison in cycle t is done in cycle t + 2, for one cycle; one can begin in each cycle.
module las_match #(
    /// schedulers, 1 to 4; Scheds * Per is at most 64
    parameter int Scheds = 2,
    /// warps of a scheduler, any number from 2 to 64
    parameter int Per = 24,
    /// data arrays, 1 to 8
    parameter int Arrays = 5,
    /// bits of a region's number, 1 to 16
    parameter int RegionW = 10,
    /// subregions of a region, any number from 1 to 64
    parameter int Subs = 16,
    /// bits of a degree, 1 to 8
    parameter int DegW = 8,
    localparam int SchedW = (Scheds > 1) ? $clog2(Scheds) : 1,
    localparam int PerW = (Per > 1) ? $clog2(Per) : 1
) (
    /// clock
    input  logic                      clk_i,
    /// synchronous reset, active low: no comparison is under way
    input  logic                      rst_ni,
    /// two warps are compared
    input  logic                      look_en_i,
    /// their scheduler
    input  logic [        SchedW-1:0] sched_i,
    /// one of them
    input  logic [          PerW-1:0] one_i,
    /// the other
    input  logic [          PerW-1:0] other_i,
    /// regions of the one
    input  logic [Arrays*RegionW-1:0] a_regions_i,
    /// its subregions
    input  logic [   Arrays*Subs-1:0] a_subs_i,
    /// regions of the other
    input  logic [Arrays*RegionW-1:0] b_regions_i,
    /// its subregions
    input  logic [   Arrays*Subs-1:0] b_subs_i,
    /// a warp's range changes
    input  logic                      drop_en_i,
    /// that warp's scheduler
    input  logic [        SchedW-1:0] drop_sched_i,
    /// that warp
    input  logic [          PerW-1:0] drop_warp_i,
    /// a kernel starts
    input  logic                      clear_en_i,
    /// two warps have been compared
    output logic                      done_o,
    /// their scheduler, 0 without
    output logic [        SchedW-1:0] done_sched_o,
    /// one of them, 0 without
    output logic [          PerW-1:0] done_one_o,
    /// the other, 0 without
    output logic [          PerW-1:0] done_other_o,
    /// their locality degree, 0 without
    output logic [          DegW-1:0] done_deg_o
);
  // What is refused below must not stop a tool before its name does.
  localparam int Most = (Arrays > 0 && Subs > 0) ? Arrays * Subs : 1;
  localparam int Levels = $clog2(Most);
  localparam int Leaves = 1 << Levels;
  localparam int SumW = (Levels > DegW) ? Levels + 1 : DegW + 1;

  if (Scheds < 1 || Scheds > 4) begin : gen_illegal_scheds
    las_match_needs_Scheds_1_to_4 i_illegal ();
  end else if (Per < 2 || Per > 64) begin : gen_illegal_per
    las_match_needs_Per_2_to_64 i_illegal ();
  end else if (Scheds * Per > 64) begin : gen_illegal_warps
    las_match_needs_product_Scheds_Per_at_most_64 i_illegal ();
  end
  if (Arrays < 1 || Arrays > 8) begin : gen_illegal_arrays
    las_match_needs_Arrays_1_to_8 i_illegal ();
  end
  if (RegionW < 1 || RegionW > 16) begin : gen_illegal_region_w
    las_match_needs_RegionW_1_to_16 i_illegal ();
  end
  if (Subs < 1 || Subs > 64) begin : gen_illegal_subs
    las_match_needs_Subs_1_to_64 i_illegal ();
  end
  if (DegW < 1 || DegW > 8) begin : gen_illegal_deg_w
    las_match_needs_DegW_1_to_8 i_illegal ();
  end

  logic both_en_q, both_en_d;
  logic [SchedW-1:0] both_sched_q;
  logic [PerW-1:0] both_one_q, both_other_q;
  logic [Arrays*Subs-1:0] both_q;
  logic deg_en_q, deg_en_d;
  logic [SchedW-1:0] deg_sched_q;
  logic [PerW-1:0] deg_one_q, deg_other_q;
  logic [DegW-1:0] deg_q, deg_d;

  // Step 1: of each array the subregions that both touch.
  logic [Arrays*Subs-1:0] both_d;
  for (genvar a = 0; a < Arrays; a++) begin : gen_array
    logic same;
    assign same = a_regions_i[a*RegionW+:RegionW] == b_regions_i[a*RegionW+:RegionW];
    assign both_d[a*Subs+:Subs] = a_subs_i[a*Subs+:Subs] & b_subs_i[a*Subs+:Subs] & {Subs{same}};
  end

  // Step 2: how many they are, by a tree of adders, each level a bit wider.
  logic [Leaves-1:0] leaves;
  assign leaves = Leaves'(both_q);
  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    localparam int Nodes = Leaves >> l;
    for (genvar n = 0; n < Nodes; n++) begin : gen_node
      logic [l:0] many;
      if (l == 0) begin : gen_leaf
        assign many = leaves[n];
      end else begin : gen_inner
        assign many = {1'b0, gen_level[l-1].gen_node[2*n].many} + {1'b0, gen_level[l-1].gen_node[2*n+1].many};
      end
    end
  end
  logic [SumW-1:0] sum;
  assign sum   = SumW'(gen_level[Levels].gen_node[0].many);
  assign deg_d = sum[DegW-1:0] | {DegW{|sum[SumW-1:DegW]}};

  logic begin_drops, both_drops;
  assign begin_drops = drop_en_i && drop_sched_i == sched_i &&
      (drop_warp_i == one_i || drop_warp_i == other_i);
  assign both_drops = drop_en_i && drop_sched_i == both_sched_q &&
      (drop_warp_i == both_one_q || drop_warp_i == both_other_q);
  assign both_en_d = look_en_i && !begin_drops && !clear_en_i;
  assign deg_en_d = both_en_q && !both_drops && !clear_en_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      both_en_q <= 1'b0;
      deg_en_q  <= 1'b0;
    end else begin
      both_en_q <= both_en_d;
      deg_en_q  <= deg_en_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (both_en_d) begin
      both_sched_q <= sched_i;
      both_one_q   <= one_i;
      both_other_q <= other_i;
      both_q       <= both_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (deg_en_d) begin
      deg_sched_q <= both_sched_q;
      deg_one_q   <= both_one_q;
      deg_other_q <= both_other_q;
      deg_q       <= deg_d;
    end
  end

  assign done_o = deg_en_q;
  assign done_sched_o = deg_sched_q & {SchedW{deg_en_q}};
  assign done_one_o = deg_one_q & {PerW{deg_en_q}};
  assign done_other_o = deg_other_q & {PerW{deg_en_q}};
  assign done_deg_o = deg_q & {DegW{deg_en_q}};

  always @(posedge clk_i) begin : a_a_dropped_warp_is_gone
    if (rst_ni && both_drops) assert (!deg_en_d);
  end
  always @(posedge clk_i) begin : a_no_shared_subregion_no_degree
    if (rst_ni && both_en_q) assert ((deg_d == {DegW{1'b0}}) == (both_q == {Arrays * Subs{1'b0}}));
  end
endmodule
