// Locality-aware warp scheduler of one SM.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, chapter 3.
// Storage: Warps + 1 + SchedW + 2 * PerW bits = 48 + 1 + 1 + 10 = 60, and in the parts ranges 6288, match
//   112, ages 768 and sched 5004; together 12232. With Stages sched has 431 more.
// Example (figures 3.13 and 3.14: 1 scheduler of 3 warps, 4 subregions): warps 0 (001-1011), 1 (001-0011) and
//   2 (010-1111) arrive in cycles 0, 1 and 2. Cycle 1: warp 0 is taken. Cycles 2 to 4 compare it with 0
//   (nothing begins), 1 and 2. The degree of 0 and 1 is in the table from cycle 6 on: 2.
// Same cycle: a start comes before all. A warp that arrives while its degrees are under way begins anew;
//   its bit of those to do stays, in the last cycle of its degrees, too.
// Degenerate: an arrival with a number that names no warp or scheduler changes nothing. Which warp is under
//   way is not reset, it means something only while one is.
// Latency: pick 0 cycles; the degrees of a warp take Per cycles, the last is in the table two cycles later.
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
    /// bits of an age, 1 to 16
    parameter int AgeW = 16,
    /// CTAs that run on the SM at most, 1 to 64
    parameter int Ctas = 8,
    /// registers of las.sched, 0 or 1
    parameter int Stages = 0,
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
    /// of each array: the region of its CTA
    input  logic [Arrays*RegionW-1:0] set_regions_i,
    /// of each array: the subregions that it touches
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
    /// two warps are compared in this cycle
    output logic                      compares_o
);
  // Refused here where two must fit together, each in its range first; the parts refuse the others.
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

  localparam int Warps = Scheds * Per;
  localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1;

  logic sets;
  logic [WarpW-1:0] set_idx, cur_idx, other_idx;
  logic [Arrays*RegionW-1:0] a_regions;
  logic [Arrays*Subs-1:0] a_subs;
  logic [Arrays*RegionW-1:0] b_regions;
  logic [Arrays*Subs-1:0] b_subs;
  logic look, done;
  logic [SchedW-1:0] done_sched;
  logic [PerW-1:0] done_one, done_other;
  logic [DegW-1:0] done_deg;
  logic [Warps*AgeW-1:0] since;
  logic [Warps-1:0] starve;

  logic [Warps-1:0] todo_q, todo_d;
  logic busy_q, busy_d;
  logic [SchedW-1:0] cur_sched_q;
  logic [PerW-1:0] cur_warp_q;
  logic [PerW-1:0] count_q;

  // One-hot, or 0 for numbers that name no warp and where none arrives or is under way.
  logic [Warps-1:0] set_sel, cur_sel, other_sel;
  always_comb begin
    set_sel = {Warps{1'b0}};
    cur_sel = {Warps{1'b0}};
    other_sel = {Warps{1'b0}};
    for (int s = 0; s < Scheds; s++) begin
      if (set_en_i && set_sched_i == SchedW'(s))
        for (int w = 0; w < Per; w++) if (set_warp_i == PerW'(w)) set_sel[s*Per+w] = 1'b1;
      if (busy_q && cur_sched_q == SchedW'(s))
        for (int w = 0; w < Per; w++) begin
          if (cur_warp_q == PerW'(w)) cur_sel[s*Per+w] = 1'b1;
          if (count_q == PerW'(w)) other_sel[s*Per+w] = 1'b1;
        end
    end
  end
  // las.match and las.sched find by themselves that a number names no warp.
  logic arrives;
  assign arrives = set_en_i && !start_en_i;
  assign sets = !start_en_i && (|set_sel);

  // The lowest warp whose degrees are to be computed, found in log2(Warps) steps, if one is taken up, and the
  // numbers of the others.
  logic takes;
  assign takes = !busy_q && (|todo_q);
  logic [Warps-1:0] up_to, lowest;
  logic [SchedW-1:0] next_sched;
  logic [PerW-1:0] next_warp;
  always_comb begin
    up_to = todo_q;
    for (int k = 0; k < WarpW; k++) up_to = up_to | (up_to << (1 << k));
    lowest = todo_q & ~(up_to << 1);
    next_sched = {SchedW{1'b0}};
    next_warp = {PerW{1'b0}};
    set_idx = {WarpW{1'b0}};
    cur_idx = {WarpW{1'b0}};
    other_idx = {WarpW{1'b0}};
    for (int s = 0; s < Scheds; s++) begin
      if (takes)
        for (int w = 0; w < Per; w++)
          if (lowest[s*Per+w]) begin
            next_sched = next_sched | SchedW'(s);
            next_warp  = next_warp | PerW'(w);
          end
      if (set_en_i) for (int w = 0; w < Per; w++) if (set_sel[s*Per+w]) set_idx = set_idx | WarpW'(s * Per + w);
      if (busy_q)
        for (int w = 0; w < Per; w++) begin
          if (cur_sel[s*Per+w]) cur_idx = cur_idx | WarpW'(s * Per + w);
          if (other_sel[s*Per+w]) other_idx = other_idx | WarpW'(s * Per + w);
        end
    end
  end

  las_ranges #(
      .Warps  (Warps),
      .Arrays (Arrays),
      .RegionW(RegionW),
      .Subs   (Subs)
  ) i_ranges (
      .clk_i,
      .rst_ni,
      .set_en_i   (sets),
      .set_warp_i (set_idx),
      .set_regions_i,
      .set_subs_i,
      .clear_en_i (start_en_i),
      .a_warp_i   (cur_idx),
      .b_warp_i   (other_idx),
      .a_regions_o(a_regions),
      .a_subs_o   (a_subs),
      .b_regions_o(b_regions),
      .b_subs_o   (b_subs)
  );

  assign look = busy_q && cur_warp_q != count_q && !start_en_i;
  assign compares_o = look;
  las_match #(
      .Scheds (Scheds),
      .Per    (Per),
      .Arrays (Arrays),
      .RegionW(RegionW),
      .Subs   (Subs),
      .DegW   (DegW)
  ) i_match (
      .clk_i,
      .rst_ni,
      .look_en_i   (look),
      .sched_i     (cur_sched_q),
      .one_i       (cur_warp_q),
      .other_i     (count_q),
      .a_regions_i (a_regions),
      .a_subs_i    (a_subs),
      .b_regions_i (b_regions),
      .b_subs_i    (b_subs),
      .drop_en_i   (arrives),
      .drop_sched_i(set_sched_i),
      .drop_warp_i (set_warp_i),
      .clear_en_i  (start_en_i),
      .done_o      (done),
      .done_sched_o(done_sched),
      .done_one_o  (done_one),
      .done_other_o(done_other),
      .done_deg_o  (done_deg)
  );

  las_ages #(
      .Warps(Warps),
      .AgeW (AgeW),
      .Ctas (Ctas)
  ) i_ages (
      .clk_i,
      .rst_ni,
      .set_en_i  (sets),
      .set_warp_i(set_idx),
      .set_new_i,
      .clear_en_i(start_en_i),
      .since_o   (since),
      .starve_o  (starve)
  );

  las_sched #(
      .Scheds(Scheds),
      .Per   (Per),
      .Active(Active),
      .DegW  (DegW),
      .AgeW  (AgeW),
      .Stages(Stages)
  ) i_sched (
      .clk_i,
      .rst_ni,
      .clear_en_i   (start_en_i),
      .wipe_en_i    (arrives),
      .wipe_sched_i (set_sched_i),
      .wipe_warp_i  (set_warp_i),
      .write_en_i   (done),
      .write_sched_i(done_sched),
      .write_one_i  (done_one),
      .write_other_i(done_other),
      .write_deg_i  (done_deg),
      .run_en_i,
      .ready_i,
      .stalled_i,
      .starve_i     (starve),
      .since_i      (since),
      .issue_en_i,
      .issue_warp_i,
      .pick_valid_o,
      .pick_o,
      .group_o,
      .promotes_o,
      .demotes_o,
      .starved_o,
      .rescues_o
  );

  logic ends, restarts;
  assign restarts = busy_q && sets && (|(set_sel & cur_sel));
  assign ends = busy_q && count_q == PerW'(Per - 1) && !restarts;
  assign busy_d = (takes || (busy_q && !ends)) && !start_en_i;
  assign todo_d = ((todo_q & ~(cur_sel & {Warps{ends}})) | (set_sel & {Warps{sets}})) & {Warps{!start_en_i}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      todo_q <= {Warps{1'b0}};
      busy_q <= 1'b0;
    end else begin
      todo_q <= todo_d;
      busy_q <= busy_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (takes) begin
      cur_sched_q <= next_sched;
      cur_warp_q  <= next_warp;
    end
    if (takes || restarts) count_q <= {PerW{1'b0}};
    else if (busy_q) count_q <= count_q + PerW'(1);
  end

  always @(posedge clk_i) begin : a_who_is_under_way_is_to_do
    if (rst_ni && busy_q) assert (|(cur_sel & todo_q));
  end
  always @(posedge clk_i) begin : a_a_partner_is_a_warp
    if (rst_ni && busy_q) assert (|other_sel);
  end
  always @(posedge clk_i) begin : a_degrees_are_of_two_warps
    if (rst_ni && done) assert (done_one != done_other);
  end
endmodule
