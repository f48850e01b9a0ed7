// Two-level schedulers: active warps, who issues, who is promoted and demoted.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, chapter 3.
// Storage: Scheds * (Per + 1 + PerW + Per * SumW) bits = 2 * (24 + 1 + 5 + 264) = 588; with i_degrees 5004.
//   With Stages Scheds * (Per * DegW + 3 + 2 * PerW) + 1 + SchedW + 2 * PerW + DiffW bits more, 431.
// Example (1 scheduler of 4 warps, 2 active, degrees 0-1: 2, 0-2: 1, 1-2: 3): run with ready 0111 -> warp 0
//   becomes active, then warp 1: sums 2, 2, 4, 0. Ready 0011 -> pick 0; it issues, the pick stays 0. Warp 0
//   stalls -> it leaves, sums 2, 0, 3, 0; in the next cycle warp 2 becomes active.
// Same cycle: outputs come from the state before the edge. A clear comes before all. While a warp arrives no
//   other one of its scheduler leaves, and none is promoted; a write of its degree is lost. A place that a
//   warp leaves is filled in the next cycle at the earliest.
// Degenerate: a number that names no warp or scheduler changes nothing. The last warp is not reset, it means
//   something only after an issue.
// Latency: pick 0 cycles; an arrival, a degree, a promotion or a demotion is seen in the next cycle. With
//   Stages a warp becomes active a cycle after it was chosen, the pick knows the degrees with the warp that
//   issued last a cycle later, and a degree and a demotion change the sums a cycle later.
module las_sched #(
    /// schedulers, 1 to 4; Scheds * Per is at most 64
    parameter int Scheds = 2,
    /// warps of a scheduler, any number from 2 to 64
    parameter int Per = 24,
    /// active warps of a scheduler at most, 1 to 64; at most Per
    parameter int Active = 8,
    /// bits of a degree, 1 to 8
    parameter int DegW = 8,
    /// bits of an age, 1 to 16
    parameter int AgeW = 16,
    /// registers behind the choice of the next warp, the row of the last one, and what changes sums, 0 or 1
    parameter int Stages = 0,
    localparam int SchedW = (Scheds > 1) ? $clog2(Scheds) : 1,
    localparam int PerW = (Per > 1) ? $clog2(Per) : 1
) (
    /// clock
    input  logic                       clk_i,
    /// synchronous reset, active low: no warp is active, none has issued, all degrees are 0
    input  logic                       rst_ni,
    /// a kernel starts
    input  logic                       clear_en_i,
    /// a warp arrives in a slot
    input  logic                       wipe_en_i,
    /// its scheduler
    input  logic [         SchedW-1:0] wipe_sched_i,
    /// its number there
    input  logic [           PerW-1:0] wipe_warp_i,
    /// two warps have been compared
    input  logic                       write_en_i,
    /// their scheduler
    input  logic [         SchedW-1:0] write_sched_i,
    /// one of them
    input  logic [           PerW-1:0] write_one_i,
    /// the other
    input  logic [           PerW-1:0] write_other_i,
    /// their degree
    input  logic [           DegW-1:0] write_deg_i,
    /// the schedulers work in this cycle
    input  logic                       run_en_i,
    /// bit s * Per + w: warp w of scheduler s can issue
    input  logic [     Scheds*Per-1:0] ready_i,
    /// bit s * Per + w: it waits for a load, at a barrier or a fence, or has finished
    input  logic [     Scheds*Per-1:0] stalled_i,
    /// bit s * Per + w: it starves
    input  logic [     Scheds*Per-1:0] starve_i,
    /// at (s * Per + w) * AgeW: its age
    input  logic [Scheds*Per*AgeW-1:0] since_i,
    /// bit s: a warp issues
    input  logic [         Scheds-1:0] issue_en_i,
    /// at s * PerW: that warp
    input  logic [    Scheds*PerW-1:0] issue_warp_i,
    /// bit s: a warp may issue
    output logic [         Scheds-1:0] pick_valid_o,
    /// at s * PerW: that warp, else 0
    output logic [    Scheds*PerW-1:0] pick_o,
    /// bit s * Per + w: warp w of scheduler s is active
    output logic [     Scheds*Per-1:0] group_o,
    /// bit s: a warp becomes active
    output logic [         Scheds-1:0] promotes_o,
    /// bit s: a warp leaves the active ones
    output logic [         Scheds-1:0] demotes_o,
    /// bit s: with issue_en_i: the pick is a warp that starves
    output logic [         Scheds-1:0] starved_o,
    /// bit s: a warp becomes active because it starves
    output logic [         Scheds-1:0] rescues_o
);
  if (Scheds < 1 || Scheds > 4) begin : gen_illegal_scheds
    las_sched_needs_Scheds_1_to_4 i_illegal ();
  end else if (Per < 2 || Per > 64) begin : gen_illegal_per
    las_sched_needs_Per_2_to_64 i_illegal ();
  end else if (Scheds * Per > 64) begin : gen_illegal_warps
    las_sched_needs_product_Scheds_Per_at_most_64 i_illegal ();
  end else if (Active < 1 || Active > 64) begin : gen_illegal_active
    las_sched_needs_Active_1_to_64 i_illegal ();
  end else if (Active > Per) begin : gen_illegal_places
    las_sched_needs_product_Active_at_most_Per i_illegal ();
  end
  if (DegW < 1 || DegW > 8) begin : gen_illegal_deg_w
    las_sched_needs_DegW_1_to_8 i_illegal ();
  end
  if (AgeW < 1 || AgeW > 16) begin : gen_illegal_age_w
    las_sched_needs_AgeW_1_to_16 i_illegal ();
  end
  if (Stages < 0 || Stages > 1) begin : gen_illegal_stages
    las_sched_needs_Stages_0_to_1 i_illegal ();
  end

  localparam int SumW = ((DegW > 0) ? DegW : 1) + $clog2(Active);
  localparam int RowW = Per * DegW;
  localparam int KeysW = Per * SumW;
  localparam int CntW = $clog2(Per + 1);

  (* mem2reg *)
  logic [Per-1:0] active_q[0:Scheds-1];
  logic [Scheds-1:0] last_en_q;
  (* mem2reg *)
  logic [PerW-1:0] last_q[0:Scheds-1];
  // Of warp w of scheduler s at (s * Per + w) * SumW.
  logic [Scheds*KeysW-1:0] sum_q;

  logic [Scheds*3*PerW-1:0] read_warp;
  logic [DegW-1:0] old;
  logic [Scheds*3*RowW-1:0] row;
  logic [Scheds*2*Per-1:0] usable;
  logic [Scheds*2*KeysW-1:0] key;
  logic [Scheds*2-1:0] any;
  logic [Scheds*2*PerW-1:0] best;
  logic [Scheds*2-1:0] hungry;

  las_degrees #(
      .Scheds(Scheds),
      .Per   (Per),
      .DegW  (DegW),
      .Ports (3)
  ) i_degrees (
      .clk_i,
      .rst_ni,
      .write_en_i,
      .write_sched_i,
      .write_one_i,
      .write_other_i,
      .write_deg_i,
      .wipe_en_i,
      .wipe_sched_i,
      .wipe_warp_i,
      .clear_en_i,
      .read_warp_i(read_warp),
      .old_o      (old),
      .row_o      (row)
  );

  // Two a scheduler: for issue and for promotion.
  for (genvar k = 0; k < 2 * Scheds; k++) begin : gen_pick
    localparam int Of = k / 2;
    las_pick #(
        .Per (Per),
        .KeyW(SumW),
        .AgeW(AgeW)
    ) i_pick (
        .use_i    (usable[k*Per+:Per]),
        .starve_i (starve_i[Of*Per+:Per]),
        .key_i    (key[k*KeysW+:KeysW]),
        .since_i  (since_i[Of*Per*AgeW+:Per*AgeW]),
        .any_o    (any[k]),
        .warp_o   (best[k*PerW+:PerW]),
        .starved_o(hungry[k])
    );
  end

  // What a write changes is one difference, which both warps add; sums are modulo their width.
  logic [SumW-1:0] change;
  assign change = SumW'(write_deg_i) - SumW'(old);

  // Of each scheduler: what is found in this cycle.
  logic [Scheds-1:0] chooses, leaves_row, writes_pair;
  logic [Scheds*RowW-1:0] last_row;
  logic [Scheds*PerW-1:0] leaver_of;
  // What the sums and the pick are told: the same, or with Stages that of the cycle before.
  logic [Scheds*RowW-1:0] near;
  logic [Scheds-1:0] comes, comes_hungry, waits_row, diff_en;
  logic [Scheds*PerW-1:0] comer, waiter;
  logic [PerW-1:0] diff_one, diff_other;
  logic [SumW-1:0] diff;
  if (Stages > 0) begin : gen_stages
    logic [Scheds*RowW-1:0] near_q;
    logic [Scheds-1:0] come_en_q, come_starves_q, left_en_q, left_en_d;
    (* mem2reg *)
    logic [PerW-1:0] come_q[0:Scheds-1];
    (* mem2reg *)
    logic [PerW-1:0] left_q[0:Scheds-1];
    logic diff_en_q;
    logic [SchedW-1:0] diff_sched_q;
    logic [PerW-1:0] diff_one_q, diff_other_q;
    // A difference is a bit longer than a degree, and its sign is that bit; with one active warp sums have the
    // length of a degree, and so has what is added to them.
    localparam int DiffW = DegW + ((Active > 1) ? 1 : 0);
    logic [DiffW-1:0] diff_q;
    logic unused_bits;
    assign unused_bits = &{1'b0, change};
    for (genvar i = 0; i < SumW; i++) begin : gen_diff
      assign diff[i] = diff_q[(i<DiffW)?i : DiffW-1];
    end
    for (genvar s = 0; s < Scheds; s++) begin : gen_of
      assign comer[s*PerW+:PerW] = come_q[s];
      assign waiter[s*PerW+:PerW] = left_q[s];
      assign diff_en[s] = diff_en_q && diff_sched_q == SchedW'(s);
      // A row waits while a warp arrives, and is gone if it is that warp's.
      logic arrives, same;
      assign arrives = gen_sched[s].wipes;
      assign same = left_q[s] == wipe_warp_i;
      assign left_en_d[s] = arrives ? left_en_q[s] && !same : leaves_row[s];
      always_ff @(posedge clk_i) begin
        if (chooses[s]) come_q[s] <= best[(2*s+1)*PerW+:PerW];
        if (chooses[s]) come_starves_q[s] <= hungry[2*s+1];
        if (leaves_row[s] && !arrives) left_q[s] <= leaver_of[s*PerW+:PerW];
      end
    end
    assign near  = near_q;
    assign comes = come_en_q;
    assign comes_hungry = come_starves_q;
    assign waits_row = left_en_q;
    assign diff_one = diff_one_q;
    assign diff_other = diff_other_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_en_i) begin
        near_q    <= {Scheds * RowW{1'b0}};
        come_en_q <= {Scheds{1'b0}};
        left_en_q <= {Scheds{1'b0}};
        diff_en_q <= 1'b0;
      end else begin
        near_q    <= last_row;
        come_en_q <= chooses;
        left_en_q <= left_en_d;
        diff_en_q <= |writes_pair;
      end
    end
    always_ff @(posedge clk_i) begin
      if (|writes_pair) begin
        diff_sched_q <= write_sched_i;
        diff_one_q <= write_one_i;
        diff_other_q <= write_other_i;
        diff_q <= change[DiffW-1:0];
      end
    end
  end else begin : gen_no_stages
    assign near = last_row;
    assign comes = chooses;
    assign waits_row = leaves_row;
    assign waiter = leaver_of;
    assign diff_en = writes_pair;
    assign diff_one = write_one_i;
    assign diff_other = write_other_i;
    assign diff = change;
    for (genvar s = 0; s < Scheds; s++) begin : gen_of
      assign comer[s*PerW+:PerW] = best[(2*s+1)*PerW+:PerW];
      assign comes_hungry[s] = hungry[2*s+1];
    end
  end

  for (genvar s = 0; s < Scheds; s++) begin : gen_sched
    logic [Per-1:0] active, active_d, wiped, one, other, promoted, last, lowest, leaving, up_to, stalls;
    logic [Per-1:0] may_issue, may_come, plus_one, plus_other, waiting, counted;
    logic [PerW-1:0] issue_warp, leaver, newcomer, waits_of;
    logic plus, waits;
    logic [KeysW-1:0] degs, sums;
    logic wipes, writes, room, issue_en, issues, issue_ok, last_goes, last_en, promotes, leaves, minus, moves;
    logic [CntW-1:0] count;
    assign active = active_q[s];
    assign group_o[s*Per+:Per] = active;
    assign issue_en = issue_en_i[s];
    assign issue_warp = issue_warp_i[s*PerW+:PerW];
    assign last_en = last_en_q[s];
    assign newcomer = comer[s*PerW+:PerW];
    assign promotes = promotes_o[s];
    assign plus = diff_en[s];
    assign waits = waits_row[s];
    assign waits_of = waiter[s*PerW+:PerW];

    // One-hot, or 0 for a number that names no warp or where there is none.
    always_comb begin
      wiped = {Per{1'b0}};
      one = {Per{1'b0}};
      other = {Per{1'b0}};
      promoted = {Per{1'b0}};
      plus_one = {Per{1'b0}};
      plus_other = {Per{1'b0}};
      waiting = {Per{1'b0}};
      issue_ok = 1'b0;
      if (wipe_en_i && wipe_sched_i == SchedW'(s))
        for (int w = 0; w < Per; w++) if (wipe_warp_i == PerW'(w)) wiped[w] = 1'b1;
      if (write_en_i)
        for (int w = 0; w < Per; w++) begin
          if (write_one_i == PerW'(w)) one[w] = 1'b1;
          if (write_other_i == PerW'(w)) other[w] = 1'b1;
        end
      if (promotes) for (int w = 0; w < Per; w++) if (newcomer == PerW'(w)) promoted[w] = 1'b1;
      if (plus)
        for (int w = 0; w < Per; w++) begin
          if (diff_one == PerW'(w)) plus_one[w] = 1'b1;
          if (diff_other == PerW'(w)) plus_other[w] = 1'b1;
        end
      if (waits) for (int w = 0; w < Per; w++) if (waits_of == PerW'(w)) waiting[w] = 1'b1;
      if (issue_en) for (int w = 0; w < Per; w++) if (issue_warp == PerW'(w)) issue_ok = 1'b1;
    end
    assign last = (Per'(1) << last_q[s]) & {Per{last_en}};
    assign wipes = |wiped;
    assign writes = write_sched_i == SchedW'(s) && (|one) && (|other) && (one & other) == {Per{1'b0}} &&
        ((one | other) & wiped) == {Per{1'b0}};
    assign writes_pair[s] = writes;

    // Issue. The warp that issued last goes on unless one starves.
    assign read_warp[3*s*PerW+:PerW] = last_q[s];
    assign last_row[s*RowW+:RowW] = row[3*s*RowW+:RowW] & {RowW{last_en}};
    assign may_issue = active & ready_i[s*Per+:Per];
    assign usable[2*s*Per+:Per] = may_issue;
    for (genvar w = 0; w < Per; w++) begin : gen_key
      assign degs[w*SumW+:SumW] = SumW'(near[(s*Per+w)*DegW+:DegW]);
    end
    assign sums = sum_q[s*KeysW+:KeysW];
    assign key[2*s*KeysW+:KeysW] = degs;
    assign pick_valid_o[s] = any[2*s];
    assign last_goes = |(last & may_issue) && !hungry[2*s];
    assign pick_o[s*PerW+:PerW] = last_goes ? last_q[s] : best[2*s*PerW+:PerW];
    assign starved_o[s] = issue_en && hungry[2*s] && !clear_en_i;

    // Demotion: of the active warps that are stalled the lowest, found in log2(Per) steps.
    assign stalls = active & stalled_i[s*Per+:Per];
    always_comb begin
      up_to = stalls;
      for (int k = 0; k < PerW; k++) up_to = up_to | (up_to << (1 << k));
      lowest = stalls & ~(up_to << 1);
      leaver = {PerW{1'b0}};
      if (|stalls) for (int w = 0; w < Per; w++) if (lowest[w]) leaver = leaver | PerW'(w);
    end
    assign leaving = wipes ? wiped & active : lowest & {Per{run_en_i}};
    assign leaves = |leaving;
    assign demotes_o[s] = leaves && !clear_en_i;
    assign leaver_of[s*PerW+:PerW] = leaver;
    assign leaves_row[s] = leaves;

    // Promotion: the count of the active warps is known before the pick. Another one is chosen only when
    // the one chosen before has become active.
    always_comb begin
      count = {CntW{1'b0}};
      for (int w = 0; w < Per; w++) count = count + CntW'(active[w]);
    end
    assign room = count < CntW'(Active) && !(Stages > 0 && comes[s]);
    assign may_come = ready_i[s*Per+:Per] & ~stalled_i[s*Per+:Per] & ~active & {Per{room}};
    assign usable[(2*s+1)*Per+:Per] = may_come;
    assign key[(2*s+1)*KeysW+:KeysW] = sums;
    assign read_warp[(3*s+1)*PerW+:PerW] = newcomer;
    assign chooses[s] = run_en_i && !wipes && !clear_en_i && any[2*s+1];
    assign promotes_o[s] = run_en_i && !wipes && !clear_en_i && comes[s];
    assign rescues_o[s] = promotes && comes_hungry[s];
    assign active_d = (active & ~leaving) | promoted;

    assign issues = issue_en && issue_ok;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_en_i) begin
        active_q[s]  <= {Per{1'b0}};
        last_en_q[s] <= 1'b0;
      end else begin
        active_q[s] <= active_d;
        if (issues) last_en_q[s] <= 1'b1;
      end
    end
    always_ff @(posedge clk_i) begin
      if (issues) last_q[s] <= issue_warp;
    end

    // A sum changes by the degree with the warp that is promoted, by that with the one that has left, and by
    // what was written if the partner counts: is active after the edge, or with Stages, where the table has
    // the new degree already, counts before it. The row of a warp that arrives is read in its own cycle.
    logic one_counts, other_counts;
    assign counted = (Stages > 0) ? active | waiting : active_d;
    assign one_counts = |(plus_one & counted);
    assign other_counts = |(plus_other & counted);
    assign read_warp[(3*s+2)*PerW+:PerW] = wipes ? wipe_warp_i : waits_of;
    assign minus = wipes ? |(wiped & (active | waiting)) : waits;
    assign moves = promotes || minus || plus;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_en_i) begin
        sum_q[s*KeysW+:KeysW] <= {KeysW{1'b0}};
      end else if (moves || wipes) begin
        for (int w = 0; w < Per; w++)
          sum_q[(s*Per+w)*SumW+:SumW] <= (sums[w*SumW+:SumW] +
              (SumW'(row[((3*s+1)*Per+w)*DegW+:DegW]) & {SumW{promotes}}) -
              (SumW'(row[((3*s+2)*Per+w)*DegW+:DegW]) & {SumW{minus}}) +
              (diff & {SumW{(plus_one[w] && other_counts) || (plus_other[w] && one_counts)}})) &
              {SumW{!wiped[w]}};
      end
    end

    // A sum is that of the degrees with the warps that count: of the warp that is promoted and the one whose
    // row is subtracted, while no difference waits.
    for (genvar p = 1; p < 3; p++) begin : gen_check
      logic [SumW-1:0] of_row, kept;
      logic [PerW-1:0] warp;
      logic reads;
      assign warp  = read_warp[(3*s+p)*PerW+:PerW];
      assign reads = ((p == 1) ? promotes : minus) && !(Stages > 0 && plus);
      always_comb begin
        of_row = {SumW{1'b0}};
        kept   = {SumW{1'b0}};
        if (reads)
          for (int w = 0; w < Per; w++) begin
            if (active[w] || (Stages > 0 && waiting[w])) of_row = of_row + SumW'(row[((3*s+p)*Per+w)*DegW+:DegW]);
            if (warp == PerW'(w)) kept = sums[w*SumW+:SumW];
          end
      end
      always @(posedge clk_i) begin : a_sum_of_degrees_with_active_warps
        if (rst_ni) assert (of_row == kept);
      end
    end
    always @(posedge clk_i) begin : a_no_more_than_the_most_are_active
      if (rst_ni) assert (count <= CntW'(Active));
    end
    always @(posedge clk_i) begin : a_who_is_promoted_was_not_active
      if (rst_ni) assert ((promoted & active) == {Per{1'b0}} && (|promoted) == promotes);
    end
  end
endmodule
