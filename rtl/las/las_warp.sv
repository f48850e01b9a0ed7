// Locality-aware warp scheduler of one SM.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, section 3.4.
// Storage: Scheds * Per + 1 + SchedW + 2 * PerW bits = 48 + 1 + 1 + 10 = 60; with the parts 12248.
// Example (1 scheduler of 3 warps, 1 array, 3 bits of region, 4 subregions; figures 3.13 and 3.14): warps 0
//   (001-1011), 1 (001-0011) and 2 (010-1111) arrive in cycles 0, 1, 2. Warp 0 is taken in cycle 1 and compared
//   with warp 1 in cycle 3: their degree, 2, is in the table from cycle 6 on. With warp 2 it is 0.
// Same cycle: a start comes before all. A warp that arrives drops comparisons that have it; where it is the
//   one whose degrees are under way, they begin again.
// Degenerate: a scheduler or warp that does not exist does not arrive: nothing changes.
// Latency: pick 0 cycles; the degrees of a warp take Per cycles, one after the other, and two more to the table.
module las_warp #(
    /// schedulers, 1 to 4; Scheds * Per is at most 64
    parameter int Scheds = 2,
    /// warps of a scheduler, any number from 2 to 64
    parameter int Per = 24,
    /// active warps of a scheduler at most, 1 to 64; at most Per
    parameter int Active = 8,
    /// data arrays, 1 to 8
    parameter int Arrays = 5,
    /// bits of a region's number, 1 to 16
    parameter int RegionW = 10,
    /// subregions of a region, any number from 1 to 64
    parameter int Subs = 16,
    /// bits of a degree, 1 to 8
    parameter int DegW = 8,
    /// bits of a CTA's number on the SM, 1 to 16
    parameter int AgeW = 16,
    /// CTAs that run on the SM at most, 1 to 64
    parameter int Ctas = 8,
    localparam int SchedW = (Scheds > 1) ? $clog2(Scheds) : 1,
    localparam int PerW = (Per > 1) ? $clog2(Per) : 1
) (
    /// clock
    input  logic                      clk_i,
    /// synchronous reset, active low: no warp has arrived
    input  logic                      rst_ni,
    /// a kernel starts
    input  logic                      start_en_i,
    /// a warp arrives
    input  logic                      set_en_i,
    /// it is the first of its CTA
    input  logic                      set_new_i,
    /// its scheduler
    input  logic [        SchedW-1:0] set_sched_i,
    /// its number there
    input  logic [          PerW-1:0] set_warp_i,
    /// at a * RegionW: the region of its CTA in array a
    input  logic [Arrays*RegionW-1:0] set_regions_i,
    /// bit a * Subs + n: it touches subregion n of that region
    input  logic [   Arrays*Subs-1:0] set_subs_i,
    /// the schedulers work in this cycle
    input  logic                      run_en_i,
    /// bit s * Per + w: warp w of scheduler s can issue
    input  logic [    Scheds*Per-1:0] ready_i,
    /// bit s * Per + w: it waits for a load, at a barrier or a fence, or has finished
    input  logic [    Scheds*Per-1:0] stalled_i,
    /// bit s: a warp issues
    input  logic [        Scheds-1:0] issue_en_i,
    /// at s * PerW: that warp
    input  logic [   Scheds*PerW-1:0] issue_warp_i,
    /// bit s: a warp may issue
    output logic [        Scheds-1:0] pick_valid_o,
    /// at s * PerW: that warp, else 0
    output logic [   Scheds*PerW-1:0] pick_o,
    /// bit s * Per + w: warp w of scheduler s is active
    output logic [    Scheds*Per-1:0] group_o,
    /// bit s: a warp becomes active
    output logic [        Scheds-1:0] promotes_o,
    /// bit s: a warp leaves the active ones
    output logic [        Scheds-1:0] demotes_o,
    /// bit s: a warp issues because it starves
    output logic [        Scheds-1:0] starved_o,
    /// bit s: a warp becomes active because it starves
    output logic [        Scheds-1:0] rescues_o,
    /// two warps are compared
    output logic                      compares_o
);
  if (Scheds < 1 || Scheds > 4) begin : gen_illegal_scheds
    las_warp_needs_Scheds_1_to_4 i_illegal ();
  end else if (Per < 2 || Per > 64) begin : gen_illegal_per
    las_warp_needs_Per_2_to_64 i_illegal ();
  end else if (Scheds * Per > 64) begin : gen_illegal_warps
    las_warp_needs_product_Scheds_Per_at_most_64 i_illegal ();
  end else if (Active < 1 || Active > 64) begin : gen_illegal_active
    las_warp_needs_Active_1_to_64 i_illegal ();
  end else if (Active > Per) begin : gen_illegal_places
    las_warp_needs_product_Active_at_most_Per i_illegal ();
  end
  if (Arrays < 1 || Arrays > 8) begin : gen_illegal_arrays
    las_warp_needs_Arrays_1_to_8 i_illegal ();
  end
  if (RegionW < 1 || RegionW > 16) begin : gen_illegal_region_w
    las_warp_needs_RegionW_1_to_16 i_illegal ();
  end
  if (Subs < 1 || Subs > 64) begin : gen_illegal_subs
    las_warp_needs_Subs_1_to_64 i_illegal ();
  end
  if (DegW < 1 || DegW > 8) begin : gen_illegal_deg_w
    las_warp_needs_DegW_1_to_8 i_illegal ();
  end
  if (AgeW < 1 || AgeW > 16) begin : gen_illegal_age_w
    las_warp_needs_AgeW_1_to_16 i_illegal ();
  end
  if (Ctas < 1 || Ctas > 64) begin : gen_illegal_ctas
    las_warp_needs_Ctas_1_to_64 i_illegal ();
  end

  localparam int Warps = Scheds * Per;
  localparam int WarpW = $clog2(Warps);

  logic [Warps-1:0] todo_q;
  logic busy_q;
  logic [SchedW-1:0] cur_sched_q;
  logic [PerW-1:0] cur_warp_q, count_q;

  // The warp that arrives, and the two that are compared, among all warps of the SM.
  logic sets;
  logic [WarpW-1:0] set_idx, cur_idx, other_idx;
  logic [Arrays*RegionW-1:0] a_regions;
  logic [Arrays*Subs-1:0] a_subs;
  logic [Arrays*RegionW-1:0] b_regions;
  logic [Arrays*Subs-1:0] b_subs;
  logic look;
  logic done;
  logic [SchedW-1:0] done_sched;
  logic [PerW-1:0] done_one, done_other;
  logic [DegW-1:0] done_deg;
  logic [Warps*AgeW-1:0] since;
  logic [Warps-1:0] starve;

  logic [Warps-1:0] set_at, cur_at;
  always_comb begin
    set_idx = WarpW'(0);
    cur_idx = WarpW'(0);
    other_idx = WarpW'(0);
    for (int s = 0; s < Scheds; s++) begin
      for (int w = 0; w < Per; w++) begin
        set_at[s*Per+w] = set_sched_i == SchedW'(s) && set_warp_i == PerW'(w);
        cur_at[s*Per+w] = cur_sched_q == SchedW'(s) && cur_warp_q == PerW'(w);
        if (set_at[s*Per+w]) set_idx = WarpW'(s * Per + w);
        if (cur_at[s*Per+w]) cur_idx = WarpW'(s * Per + w);
        if (cur_sched_q == SchedW'(s) && count_q == PerW'(w)) other_idx = WarpW'(s * Per + w);
      end
    end
  end
  assign sets = set_en_i && !start_en_i && (|set_at);
  assign look = busy_q && !start_en_i && count_q != cur_warp_q;
  assign compares_o = look;

  las_ranges #(
      .Warps(Warps), .Arrays(Arrays), .RegionW(RegionW), .Subs(Subs)
  ) i_ranges (
      .clk_i, .rst_ni,
      .set_en_i(sets), .set_warp_i(set_idx), .set_regions_i, .set_subs_i, .clear_en_i(start_en_i),
      .a_warp_i(cur_idx), .b_warp_i(other_idx),
      .a_regions_o(a_regions), .a_subs_o(a_subs), .b_regions_o(b_regions), .b_subs_o(b_subs)
  );

  las_match #(
      .Scheds(Scheds), .Per(Per), .Arrays(Arrays), .RegionW(RegionW), .Subs(Subs), .DegW(DegW)
  ) i_match (
      .clk_i, .rst_ni,
      .look_en_i(look), .sched_i(cur_sched_q), .one_i(cur_warp_q), .other_i(count_q),
      .a_regions_i(a_regions), .a_subs_i(a_subs), .b_regions_i(b_regions), .b_subs_i(b_subs),
      .drop_en_i(sets), .drop_sched_i(set_sched_i), .drop_warp_i(set_warp_i), .clear_en_i(start_en_i),
      .done_o(done), .done_sched_o(done_sched), .done_one_o(done_one), .done_other_o(done_other),
      .done_deg_o(done_deg)
  );

  las_ages #(
      .Warps(Warps), .AgeW(AgeW), .Ctas(Ctas)
  ) i_ages (
      .clk_i, .rst_ni,
      .set_en_i(sets), .set_warp_i(set_idx), .set_new_i, .clear_en_i(start_en_i),
      .since_o(since), .starve_o(starve)
  );

  las_sched #(
      .Scheds(Scheds), .Per(Per), .Active(Active), .DegW(DegW), .AgeW(AgeW)
  ) i_sched (
      .clk_i, .rst_ni,
      .clear_en_i(start_en_i), .wipe_en_i(sets), .wipe_sched_i(set_sched_i), .wipe_warp_i(set_warp_i),
      .write_en_i(done), .write_sched_i(done_sched), .write_one_i(done_one), .write_other_i(done_other),
      .write_deg_i(done_deg), .run_en_i, .ready_i, .stalled_i, .starve_i(starve), .since_i(since),
      .issue_en_i, .issue_warp_i, .pick_valid_o, .pick_o, .group_o, .promotes_o, .demotes_o, .starved_o,
      .rescues_o
  );

  // The lowest warp whose degrees are to be computed.
  logic [SchedW-1:0] next_sched;
  logic [PerW-1:0] next_warp;
  always_comb begin
    next_sched = SchedW'(0);
    next_warp  = PerW'(0);
    for (int s = Scheds - 1; s >= 0; s--) begin
      for (int w = Per - 1; w >= 0; w--) begin
        if (todo_q[s*Per+w]) begin
          next_sched = SchedW'(s);
          next_warp  = PerW'(w);
        end
      end
    end
  end

  logic takes, restarts, last;
  assign takes = !busy_q && (|todo_q);
  assign restarts = busy_q && sets && (|(set_at & cur_at));
  assign last = busy_q && !restarts && count_q == PerW'(Per - 1);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || start_en_i) begin
      todo_q <= {Warps{1'b0}};
      busy_q <= 1'b0;
    end else begin
      todo_q <= (todo_q & ~({Warps{last}} & cur_at)) | ({Warps{sets}} & set_at);
      busy_q <= takes || (busy_q && !last);
    end
  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      cur_sched_q <= next_sched;
      cur_warp_q  <= next_warp;
    end
    if (takes || restarts) count_q <= PerW'(0);
    else if (busy_q) count_q <= count_q + PerW'(1);
  end

  always @(posedge clk_i) begin : a_busy_with_a_warp_to_do
    if (rst_ni) assert (!busy_q || (|(todo_q & cur_at)));
  end
endmodule
