// Block scheduler: the SM that asks gets the CTA that shares most lines with those on it.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National
//   Taiwan University, chapter 3.
// Storage: of its own Window * (1 + CtaW + IdxW) + Sms * Slots + Todo + 4 * (3 + SmW + IdxW) + 4 + SlotW +
//   3 * SmW + 2 * IdxW + ScoreW bits = 32 * 38 + 120 + 15 + 48 + 4 + 3 + 12 + 10 + 22 = 1450; parts: window 7712, running 28920, fresh 11,
//   overlap 4104, scores 11392, select 678.
// Example (2 SMs of 2 places, window 3, 2 pairs, 1 array, NewFirst 1): CTAs 0, 1, 2 at x = 0, 8, 2, of 4 x 1 lines;
//   SM 0 gets CTA 0, SM 1 CTA 1, which shares none with it, then SM 0 CTA 2, which shares 2 lines.
// Same cycle: outputs come from the state before the edge. A start comes before all. A place of the window
//   or of an SM that is left can be taken in the next cycle; a place that is taken is marked as ended
//   from the next cycle on. The end of a finish clears a mark that is set in its cycle.
// Degenerate: a CTA that finds no place is not taken. A place that holds none is not marked. A job that has
//   nothing to look at ends in its first cycle.
// Latency: outputs 0 cycles. A job takes a cycle to begin and one for each group that it looks at, a search
//   2 + log2 of its lanes more. A comparison takes 4 cycles, a sum one more; the next job begins meanwhile,
//   unless it is a search.
module las_cta #(
    /// candidates, any number from 1 to 64
    parameter int Window = 32,
    /// SMs, any number from 1 to 32; Sms * Slots is at most 256
    parameter int Sms = 15,
    /// CTAs that run on an SM, any number from 1 to 64
    parameter int Slots = 8,
    /// pairs of CTAs that are compared at a time, 1 to 32
    parameter int Pairs = 8,
    /// data arrays, 1 to 8
    parameter int Arrays = 5,
    /// bits of a coordinate, 1 to 24
    parameter int CoordW = 16,
    /// bits of a width and of a height, 2 to 8
    parameter int SizeW = 8,
    /// bits of a CTA's number, 1 to 32
    parameter int CtaW = 32,
    /// an SM waits until all candidates are compared: 0 no, 1 yes
    parameter int NewFirst = 0,
    localparam int SmW = (Sms > 1) ? $clog2(Sms) : 1,
    localparam int SlotW = (Slots > 1) ? $clog2(Slots) : 1,
    localparam int RectsW = Arrays * (2 * CoordW + 2 * SizeW)
) (
    /// clock
    input  logic                 clk_i,
    /// synchronous reset, active low: nothing is in the window, runs or is under way
    input  logic                 rst_ni,
    /// a kernel starts
    input  logic                 start_en_i,
    /// a CTA comes into the window
    input  logic                 add_en_i,
    /// its number in the grid
    input  logic [     CtaW-1:0] add_cta_i,
    /// what it touches
    input  logic [   RectsW-1:0] add_rects_i,
    /// CTAs have finished
    input  logic                 finish_en_i,
    /// bit s * Slots + p: the CTA in place p of SM s has
    input  logic [Sms*Slots-1:0] finish_i,
    /// an SM has room for a CTA
    input  logic                 room_en_i,
    /// bit s: SM s has
    input  logic [      Sms-1:0] room_i,
    /// the window has a free place
    output logic                 add_ready_o,
    /// a CTA is dispatched at this edge
    output logic                 grants_o,
    /// to this SM, else 0
    output logic [      SmW-1:0] grant_sm_o,
    /// to this place of it, else 0
    output logic [    SlotW-1:0] grant_slot_o,
    /// its number, else 0
    output logic [     CtaW-1:0] grant_cta_o,
    /// it shares lines with CTAs on the SM
    output logic                 shares_o,
    /// it shares none with those, but with CTAs on other SMs
    output logic                 unshared_o,
    /// a search for an SM begins
    output logic                 searches_o,
    /// comparisons begin in this cycle
    output logic                 compares_o,
    /// an SM has room and a CTA is in the window, but none is dispatched in this cycle
    output logic                 waits_o
);
  if (Window < 1 || Window > 64) begin : gen_illegal_window
    las_cta_needs_Window_1_to_64 i_illegal ();
  end
  if (Sms < 1 || Sms > 32) begin : gen_illegal_sms
    las_cta_needs_Sms_1_to_32 i_illegal ();
  end
  if (Slots < 1 || Slots > 64) begin : gen_illegal_slots
    las_cta_needs_Slots_1_to_64 i_illegal ();
  end
  if (Pairs < 1 || Pairs > 32) begin : gen_illegal_pairs
    las_cta_needs_Pairs_1_to_32 i_illegal ();
  end
  if (Arrays < 1 || Arrays > 8) begin : gen_illegal_arrays
    las_cta_needs_Arrays_1_to_8 i_illegal ();
  end
  if (CoordW < 1 || CoordW > 24) begin : gen_illegal_coord_w
    las_cta_needs_CoordW_1_to_24 i_illegal ();
  end
  if (SizeW < 2 || SizeW > 8) begin : gen_illegal_size_w
    las_cta_needs_SizeW_2_to_8 i_illegal ();
  end
  if (CtaW < 1 || CtaW > 32) begin : gen_illegal_cta_w
    las_cta_needs_CtaW_1_to_32 i_illegal ();
  end
  if (NewFirst < 0 || NewFirst > 1) begin : gen_illegal_new_first
    las_cta_needs_NewFirst_0_to_1 i_illegal ();
  end
  if (Sms <= 32 && Slots <= 64 && Sms * Slots > 256) begin : gen_illegal_places
    las_cta_needs_product_Sms_times_Slots_at_most_256 i_illegal ();
  end

  localparam int LaneCount = (Pairs > 0) ? Pairs : 1;
  localparam int IdxW = (Window > 1) ? $clog2(Window) : 1;
  localparam int Groups = (Window + LaneCount - 1) / LaneCount;
  localparam int GroupW = (Groups > 1) ? $clog2(Groups) : 1;
  localparam int SmGroups = (Slots + LaneCount - 1) / LaneCount;
  localparam int SmGroupW = (SmGroups > 1) ? $clog2(SmGroups) : 1;
  localparam int AllGroups = Sms * SmGroups;
  localparam int SmsW = (Sms > 0) ? Sms : 1;
  localparam int Todo = (Groups > AllGroups) ? Groups : AllGroups;
  localparam int TodoW = (Todo > 1) ? $clog2(Todo) : 1;
  localparam int LinesW = 2 * SizeW + ((Arrays > 1) ? $clog2(Arrays) : 0);
  localparam int ScoreW = LinesW + ((Slots > 1) ? $clog2(Slots) : 0);
  localparam int TotalW = LinesW + ((Sms * Slots > 1) ? $clog2(Sms * Slots) : 0);
  localparam int SumLanes = (Pairs < Slots) ? Pairs : Slots;
  localparam logic [1:0] Finish = 2'd0, Search = 2'd1, Dispatch = 2'd2, Compare = 2'd3;

  logic busy_q, sum_en_q;
  (* fsm_encoding = "none" *)
  logic [1:0] job_q;
  logic [SmW-1:0] sm_q, next_sm_q, sum_sm_q;
  logic [SlotW-1:0] slot_q;
  logic [IdxW-1:0] at_q;
  logic [Todo-1:0] todo_q, todo_d;
  logic [Sms*Slots-1:0] ended_q, ended_d;
  logic [Window-1:0] known_q, known_d;
  (* mem2reg *)
  logic [CtaW-1:0] cta_q[0:Window-1];
  (* mem2reg *)
  logic [IdxW-1:0] order_q[0:Window-1];
  logic [3:0] tag_en_q;
  (* mem2reg, fsm_encoding = "none" *)
  logic [1:0] tag_job_q[0:3];
  (* mem2reg *)
  logic [SmW-1:0] tag_sm_q[0:3];
  (* mem2reg *)
  logic [IdxW-1:0] tag_at_q[0:3];
  logic [IdxW-1:0] sum_at_q;
  logic [ScoreW-1:0] sum_q;

  // The nets of the parts.
  logic adds;
  logic [IdxW-1:0] add_idx, at_idx;
  logic [GroupW-1:0] window_group;
  logic [Window-1:0] window_places;
  logic [Pairs-1:0] window_taken;
  logic [Pairs*RectsW-1:0] window_rects;
  logic [RectsW-1:0] window_at;
  logic frees;
  logic [SmW-1:0] running_row;
  logic [SmGroupW-1:0] running_group;
  logic [Sms*Slots-1:0] running_places;
  logic [Pairs-1:0] running_taken;
  logic [Pairs*RectsW-1:0] running_rects;
  logic [RectsW-1:0] running_at;
  logic learns, fresh, fresh_full;
  logic [IdxW-1:0] oldest, newest;
  logic pushes, pops;
  logic look;
  logic [Pairs-1:0] used;
  logic [RectsW-1:0] one;
  logic [Pairs*RectsW-1:0] others;
  logic [Pairs-1:0] done;
  logic [Pairs*LinesW-1:0] lines;
  logic each_en, minus;
  logic [GroupW-1:0] done_group;
  logic one_en;
  logic [Pairs*ScoreW-1:0] here;
  logic [Pairs*TotalW-1:0] all;
  logic anew, seeks;
  logic [Pairs*CtaW-1:0] ctas;
  logic under_way;
  logic [IdxW-1:0] best;

  las_rects #(.Rows(1), .Cols(Window), .Lanes(Pairs), .Arrays(Arrays), .RectW(2 * CoordW + 2 * SizeW)) i_window (
      .clk_i, .rst_ni,
      .write_en_i(adds), .write_row_i(1'b0), .write_col_i(add_idx), .write_rects_i(add_rects_i),
      .free_en_i(grants_o), .free_row_i(1'b0), .free_col_i(best), .clear_en_i(start_en_i),
      .row_i(1'b0), .group_i(window_group), .at_row_i(1'b0), .at_col_i(at_idx),
      .places_o(window_places), .taken_o(window_taken), .rects_o(window_rects), .at_rects_o(window_at)
  );
  las_rects #(.Rows(Sms), .Cols(Slots), .Lanes(Pairs), .Arrays(Arrays), .RectW(2 * CoordW + 2 * SizeW)) i_running (
      .clk_i, .rst_ni,
      .write_en_i(grants_o), .write_row_i(sm_q), .write_col_i(grant_slot_o), .write_rects_i(window_at),
      .free_en_i(frees), .free_row_i(sm_q), .free_col_i(slot_q), .clear_en_i(start_en_i),
      .row_i(running_row), .group_i(running_group), .at_row_i(sm_q), .at_col_i(slot_q),
      .places_o(running_places), .taken_o(running_taken), .rects_o(running_rects), .at_rects_o(running_at)
  );
  ring #(.Depth(Window)) i_fresh (
      .clk_i, .rst_ni,
      .push_en_i(adds), .pop_en_i(learns), .clear_en_i(start_en_i), .valid_o(fresh), .full_o(fresh_full),
      .first_o(oldest), .next_o(newest), .pushes_o(pushes), .pops_o(pops)
  );
  las_overlap #(.Lanes(Pairs), .Arrays(Arrays), .CoordW(CoordW), .SizeW(SizeW)) i_overlap (
      .clk_i, .rst_ni,
      .look_en_i(look), .use_i(used), .one_i(one), .others_i(others), .clear_en_i(start_en_i),
      .done_o(done), .lines_o(lines)
  );
  las_scores #(.Window(Window), .Sms(Sms), .Slots(Slots), .Lanes(Pairs), .SumW(LinesW)) i_scores (
      .clk_i, .rst_ni,
      .zero_en_i(adds), .zero_idx_i(add_idx),
      .each_en_i(each_en), .each_minus_i(minus), .each_sm_i(tag_sm_q[3]), .each_group_i(done_group),
      .each_use_i(done), .each_lines_i(lines),
      .one_en_i(one_en), .one_idx_i(sum_at_q), .one_sm_i(sum_sm_q), .one_lines_i(sum_q),
      .sm_i(sm_q), .group_i(window_group), .here_o(here), .all_o(all)
  );
  las_select #(.Window(Window), .Lanes(Pairs), .ScoreW(ScoreW), .TotalW(TotalW), .CtaW(CtaW)) i_select (
      .clk_i, .rst_ni,
      .begin_en_i(anew), .look_en_i(seeks), .group_i(window_group), .use_i(used),
      .score_i(here), .total_i(all), .cta_i(ctas), .under_way_o(under_way), .best_o(best)
  );

  // The lowest bit of a vector alone, in log2 steps of an OR; and the number of such a bit.
  function automatic logic [63:0] lowest(input logic [63:0] v);
    lowest = v;
    for (int k = 0; k < 6; k++) lowest = lowest | (lowest << (1 << k));
    lowest = v & ~(lowest << 1);
  endfunction
  function automatic logic [5:0] number(input logic [63:0] onehot);
    number = 6'd0;
    for (int i = 0; i < 64; i++) number = number | ({6{onehot[i]}} & 6'(i));
  endfunction

  // The place of the window that an add takes, and the group that is looked at.
  logic [Todo-1:0] todo_up, looks_at;
  logic [Window-1:0] vacant;
  assign vacant  = ~window_places;
  assign add_idx = IdxW'(number(lowest(64'(vacant))));
  always_comb begin
    todo_up = todo_q;
    for (int k = 0; k < TodoW; k++) todo_up = todo_up | (todo_up << (1 << k));
    looks_at = todo_q & ~(todo_up << 1);
  end

  // A finish begins with the lowest place that is marked, a search with the first SM from next_sm on.
  logic [Sms-1:0] at_sm, at_next, from_next, sm_ended, serves, later, ended_sm, served_sm;
  for (genvar s = 0; s < Sms; s++) begin : gen_sm
    assign sm_ended[s] = |ended_q[s*Slots+:Slots];
    assign serves[s] = room_i[s] && !(&running_places[s*Slots+:Slots]);
    assign at_sm[s] = sm_q == SmW'(s);
    assign at_next[s] = next_sm_q == SmW'(s);
  end
  always_comb begin
    from_next = at_next;
    for (int k = 0; k < SmW; k++) from_next = from_next | (from_next << (1 << k));
  end
  assign later = serves & from_next;
  assign ended_sm = SmsW'(lowest(64'(sm_ended)));
  assign served_sm = (|later) ? SmsW'(lowest(64'(later))) : SmsW'(lowest(64'(serves)));
  logic [Slots-1:0] slot_ended, sm_free, grant_slots;
  always_comb begin
    slot_ended = {Slots{1'b0}};
    sm_free = {Slots{1'b0}};
    for (int s = 0; s < Sms; s++) begin
      slot_ended = slot_ended | ({Slots{ended_sm[s]}} & ended_q[s*Slots+:Slots]);
      sm_free = sm_free | ({Slots{at_sm[s]}} & ~running_places[s*Slots+:Slots]);
    end
    grant_slots = sm_free;
    grant_slots[Slots-1] = 1'b1;  // an SM that is served has a free place: if no other, then the last
  end
  logic [SmW-1:0] ended_sm_idx, served_sm_idx;
  logic [SlotW-1:0] ended_slot_idx, free_slot_idx;
  assign ended_sm_idx = SmW'(number(64'(ended_sm)));
  assign served_sm_idx = SmW'(number(64'(served_sm)));
  assign ended_slot_idx = SlotW'(number(lowest(64'(slot_ended))));
  assign free_slot_idx = SlotW'(number(lowest(64'(grant_slots))));

  // What begins and what ends. A start holds all of it back.
  logic rests, finishes, compares_new, more, last, ends, stays_idle;
  assign rests = !busy_q && !start_en_i;
  assign finishes = rests && (|ended_q);
  logic could_serve, begins;
  assign could_serve = rests && !(|ended_q) && room_en_i && (|serves) && (|known_q) && (NewFirst == 0 || !fresh);
  assign begins = could_serve && !(|tag_en_q);
  assign anew = begins || start_en_i;
  assign compares_new = rests && !finishes && !could_serve && fresh;
  assign stays_idle = rests && !finishes && !begins && !compares_new;
  assign more = |todo_q;
  assign last = !(|(todo_q & ~looks_at));
  assign ends = busy_q && !start_en_i && ((job_q == Search) ? !more && !under_way : last);
  assign adds = add_en_i && add_ready_o && !start_en_i;
  assign add_ready_o = |vacant;
  assign frees = ends && job_q == Finish;
  assign grants_o = ends && job_q == Search;
  assign learns = ends && job_q == Compare;
  assign look = busy_q && !start_en_i && more && job_q != Search;
  assign seeks = busy_q && !start_en_i && more && job_q == Search;
  assign minus = tag_job_q[3] == Finish;
  assign each_en = tag_en_q[3] && tag_job_q[3] != Compare && !start_en_i;
  assign one_en = sum_en_q && !start_en_i;
  assign searches_o = begins;
  assign compares_o = look;
  assign waits_o = room_en_i && (|room_i) && (|window_places) && !grants_o && !start_en_i;

  // Each candidate by itself: the best, the one that is compared, and the groups. When nothing is left to
  // look at, the best candidate's group is read: its scores are those with which it has won.
  logic [Window-1:0] best_at, learn_at, left_known;
  logic [Groups-1:0] looks_window, group_at, known_groups, left_groups;
  logic [Pairs-1:0] known_lanes, best_lanes;
  for (genvar i = 0; i < Window; i++) begin : gen_candidate
    assign best_at[i]  = best == IdxW'(i);
    assign learn_at[i] = at_idx == IdxW'(i);
  end
  assign left_known = known_q & ~best_at;
  assign looks_window = looks_at[Groups-1:0];
  always_comb begin
    group_at = looks_window;
    known_groups = {Groups{1'b0}};
    left_groups = {Groups{1'b0}};
    known_lanes = {Pairs{1'b0}};
    best_lanes = {Pairs{1'b0}};
    ctas = {Pairs * CtaW{1'b0}};
    window_group = GroupW'(0);
    grant_cta_o = {CtaW{1'b0}};
    for (int i = 0; i < Window; i++) begin
      known_groups[i/LaneCount] = known_groups[i/LaneCount] | known_q[i];
      left_groups[i/LaneCount] = left_groups[i/LaneCount] | left_known[i];
      group_at[i/LaneCount] = group_at[i/LaneCount] | (!more & best_at[i]);
      best_lanes[i%LaneCount] = best_lanes[i%LaneCount] | best_at[i];
      grant_cta_o = grant_cta_o | ({CtaW{grants_o && best_at[i]}} & cta_q[i]);
    end
    for (int i = 0; i < Window; i++) begin
      known_lanes[i%LaneCount] = known_lanes[i%LaneCount] | (looks_at[i/LaneCount] & known_q[i]);
      ctas[(i%LaneCount)*CtaW+:CtaW] = ctas[(i%LaneCount)*CtaW+:CtaW] |
          ({CtaW{looks_at[i/LaneCount]}} & cta_q[i]);
    end
    for (int g = 0; g < Groups; g++) window_group = window_group | ({GroupW{group_at[g]}} & GroupW'(g));
  end

  // The groups of the SMs.
  logic [AllGroups-1:0] taken_groups;
  for (genvar s = 0; s < Sms; s++) begin : gen_taken
    for (genvar k = 0; k < SmGroups; k++) begin : gen_group
      localparam int Here = (Slots - k * Pairs < Pairs) ? Slots - k * Pairs : Pairs;
      assign taken_groups[s*SmGroups+k] = |running_places[s*Slots+k*Pairs+:Here];
    end
  end
  always_comb begin
    running_row = SmW'(0);
    running_group = SmGroupW'(0);
    for (int n = 0; n < AllGroups; n++) begin
      running_row = running_row | ({SmW{looks_at[n]}} & SmW'(n / SmGroups));
      running_group = running_group | ({SmGroupW{looks_at[n]}} & SmGroupW'(n % SmGroups));
    end
  end
  assign done_group = GroupW'(tag_at_q[3]);

  logic compares_one;
  assign compares_one = job_q == Compare;
  assign at_idx = compares_one ? at_q : best;
  assign used = compares_one ? running_taken : known_lanes;
  assign one = compares_one ? window_at : running_at;
  assign others = compares_one ? running_rects : window_rects;
  assign grant_sm_o = {SmW{grants_o}} & sm_q;
  assign grant_slot_o = {SlotW{grants_o}} & free_slot_idx;

  logic shared, wanted;
  logic [ScoreW-1:0] lines_sum;
  always_comb begin
    shared = 1'b0;
    wanted = 1'b0;
    lines_sum = ScoreW'(0);
    for (int l = 0; l < Pairs; l++) begin
      shared = shared | (best_lanes[l] & (|here[l*ScoreW+:ScoreW]));
      wanted = wanted | (best_lanes[l] & (|all[l*TotalW+:TotalW]));
    end
    for (int l = 0; l < SumLanes; l++) lines_sum = lines_sum + ScoreW'(lines[l*LinesW+:LinesW]);
  end
  assign shares_o = grants_o && shared;
  assign unshared_o = grants_o && !shared && wanted;

  always_comb begin
    todo_d = todo_q & ~looks_at;
    if (finishes || begins) todo_d = Todo'(known_groups);
    if (compares_new) todo_d = Todo'(taken_groups);
    if (grants_o) todo_d = Todo'(left_groups);
    if (start_en_i) todo_d = {Todo{1'b0}};
  end
  always_comb begin
    known_d = known_q;
    if (learns) known_d = known_d | learn_at;
    if (grants_o) known_d = left_known;
    if (start_en_i) known_d = {Window{1'b0}};
  end
  for (genvar s = 0; s < Sms; s++) begin : gen_ended
    for (genvar p = 0; p < Slots; p++) begin : gen_place
      localparam int P = s * Slots + p;
      assign ended_d[P] = !start_en_i && !(frees && at_sm[s] && slot_q == SlotW'(p)) &&
          (ended_q[P] || (finish_en_i && finish_i[P] && running_places[P]));
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || start_en_i) begin
      busy_q    <= 1'b0;
      next_sm_q <= SmW'(0);
      tag_en_q  <= 4'b0;
      sum_en_q  <= 1'b0;
    end else begin
      busy_q   <= busy_q ? !ends || grants_o : !stays_idle;
      tag_en_q <= {tag_en_q[2:0], look};
      sum_en_q <= tag_en_q[3] && tag_job_q[3] == Compare;
      if (grants_o) next_sm_q <= (sm_q == SmW'(Sms - 1)) ? SmW'(0) : sm_q + SmW'(1);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      todo_q  <= {Todo{1'b0}};
      known_q <= {Window{1'b0}};
      ended_q <= {(Sms * Slots) {1'b0}};
    end else begin
      todo_q  <= todo_d;
      known_q <= known_d;
      ended_q <= ended_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (finishes) job_q <= Finish;
    else if (begins) job_q <= Search;
    else if (compares_new) job_q <= Compare;
    else if (grants_o) job_q <= Dispatch;
    if (finishes) sm_q <= ended_sm_idx;
    else if (begins) sm_q <= served_sm_idx;
    if (finishes) slot_q <= ended_slot_idx;
    else if (grants_o) slot_q <= free_slot_idx;
    if (compares_new) at_q <= order_q[oldest];
    if (adds) cta_q[add_idx] <= add_cta_i;
    if (adds) order_q[newest] <= add_idx;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int k = 0; k < 4; k++) begin
        tag_job_q[k] <= Finish;
        tag_sm_q[k]  <= SmW'(0);
        tag_at_q[k]  <= IdxW'(0);
      end
      sum_q    <= ScoreW'(0);
      sum_sm_q <= SmW'(0);
      sum_at_q <= IdxW'(0);
    end else if (!start_en_i) begin
      if (look) begin
        tag_job_q[0] <= job_q;
        tag_sm_q[0]  <= compares_one ? running_row : sm_q;
        tag_at_q[0]  <= compares_one ? at_idx : IdxW'(window_group);
      end
      for (int k = 1; k < 4; k++) begin
        if (tag_en_q[k-1]) begin
          tag_job_q[k] <= tag_job_q[k-1];
          tag_sm_q[k]  <= tag_sm_q[k-1];
          tag_at_q[k]  <= tag_at_q[k-1];
        end
      end
      if (tag_en_q[3] && tag_job_q[3] == Compare) begin
        sum_q    <= lines_sum;
        sum_sm_q <= tag_sm_q[3];
        sum_at_q <= tag_at_q[3];
      end
    end
  end

  always @(posedge clk_i) begin : a_known_candidates_are_in_the_window
    if (rst_ni) assert ((known_q & ~window_places) == {Window{1'b0}});
  end
  always @(posedge clk_i) begin : a_lanes_of_the_window_are_taken
    if (rst_ni) assert (more == 1'b0 || (known_lanes & ~window_taken) == {Pairs{1'b0}});
  end
  always @(posedge clk_i) begin : a_fresh_candidates_are_in_the_window
    if (rst_ni) assert (pushes == adds && pops == learns && (!fresh_full || !add_ready_o));
  end
  always @(posedge clk_i) begin : a_what_has_ended_runs
    if (rst_ni) assert ((ended_q & ~running_places) == {(Sms * Slots) {1'b0}});
  end
  always @(posedge clk_i) begin : a_a_grant_has_a_candidate_and_a_place
    if (rst_ni && grants_o) assert ((|(known_q & best_at)) && (|sm_free));
  end
  always @(posedge clk_i) begin : a_nothing_is_left_to_look_at_without_a_job
    if (rst_ni && !busy_q) assert (!more);
  end
  always @(posedge clk_i) begin : a_a_search_reads_scores_that_are_complete
    if (rst_ni && busy_q && job_q == Search) assert (tag_en_q == 4'b0 && !sum_en_q);
  end
  always @(posedge clk_i) begin : a_one_result_a_cycle
    if (rst_ni) assert (!each_en || !one_en);
  end
endmodule
