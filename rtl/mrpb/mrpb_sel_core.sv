// Drain policy of mrpb with the choice in every form that is asked for: what mrpb_drain_sel is made of.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, section 3.2.
// Storage: Queues * LenW + 2 * QueueW bits = 48 * 4 + 2 * 6 = 204.
// Example (visible 2, 0, 3 in queues 0 to 2, heads 1, 0, 2): fixed order chooses 0, sel 001, head 1;
//   longest first 2, sel 100, head 2.
// Same cycle: as mrpb_drain_sel. The choice comes in every form at once: nobody codes it to a number
//   and back, and its head needs no lookup.
// Degenerate: as mrpb_drain_sel; sel and head mean nothing while nothing is visible.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module mrpb_sel_core #(
    /// queues, 2 to 64
    parameter int Queues = 48,
    /// entries a queue, 2 to 1024
    parameter int Depth = 8,
    /// drain policy, 0 to 7 as mode_policy_i; 8: as mode_policy_i says
    parameter int Policy = 8,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1,
    localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1
) (
    /// clock
    input  logic                   clk_i,
    /// synchronous reset, active low: nothing visible, greedy and rr 0
    input  logic                   rst_ni,
    /// drain policy: 1 longest first, 2 round robin, 0 and 3 fixed order; 4 more: greedy
    input  logic [            2:0] mode_policy_i,
    /// one more request is to be seen in queue add_queue_i
    input  logic                   add_en_i,
    /// that queue
    input  logic [     QueueW-1:0] add_queue_i,
    /// the policy's choice is drained
    input  logic                   drain_en_i,
    /// queue look_queue_i is drained, whatever the policy chooses
    input  logic                   flush_en_i,
    /// a queue that the flush control asks about or drains
    input  logic [     QueueW-1:0] look_queue_i,
    /// of each queue: where its oldest entry stands
    input  logic [Queues*PosW-1:0] head_i,
    /// some queue has something visible
    output logic                   any_o,
    /// the policy's choice, 0 if nothing is visible
    output logic [     QueueW-1:0] queue_o,
    /// the same, one-hot
    output logic [     Queues-1:0] sel_o,
    /// where the oldest entry of it stands
    output logic [       PosW-1:0] head_o,
    /// of each queue: it has something visible
    output logic [     Queues-1:0] seen_o,
    /// queue look_queue_i has something visible
    output logic                   look_any_o
);
  localparam int LenW = $clog2(Depth + 1);

  if (Queues < 2 || Queues > 64) begin : gen_illegal_queues
    mrpb_sel_core_needs_Queues_2_to_64 i_illegal ();
  end
  if (Depth < 2 || Depth > 1024) begin : gen_illegal_depth
    mrpb_sel_core_needs_Depth_2_to_1024 i_illegal ();
  end
  if (Policy < 0 || Policy > 8) begin : gen_illegal_policy
    mrpb_sel_core_needs_Policy_0_to_8 i_illegal ();
  end

  // One policy is built of what it needs; any policy of everything.
  localparam bit Any = Policy == 8;
  localparam bit HasLongest = Any || Policy % 4 == 1;
  localparam bit HasRr = Any || Policy % 4 == 2;
  localparam bit HasGreedy = Any || Policy >= 4;
  localparam bit HasFixed = Any || !HasLongest;
  logic [2:0] policy;
  if (Any) begin : gen_any_policy
    assign policy = mode_policy_i;
  end else begin : gen_one_policy
    assign policy = 3'(Policy);
  end

  (* mem2reg *)
  logic [LenW-1:0] vis_q[0:Queues-1];
  // Numbers of queues; Yosys takes a small one for a state machine and codes it anew.
  (* fsm_encoding = "none" *)
  logic [QueueW-1:0] greedy_q;
  logic [QueueW-1:0] rr_q;

  logic [Queues-1:0] add_sel, look_sel;
  for (genvar g = 0; g < Queues; g++) begin : gen_queue
    assign seen_o[g] = vis_q[g] != LenW'(0);
    assign add_sel[g] = add_queue_i == QueueW'(g);
    assign look_sel[g] = look_queue_i == QueueW'(g);
  end
  assign any_o = seen_o != {Queues{1'b0}};

  // Queue look_queue is looked up in two steps, in each group of eight and among the groups: each
  // select drives few gates that way. Lines beyond the last queue are never set.
  localparam int Lines = 8;
  localparam int Groups = (Queues > 2 * Lines) ? (Queues + Lines - 1) / Lines : 2;
  logic [Groups*Lines-1:0] seen_line;
  assign seen_line = (Groups * Lines)'(seen_o);
  logic [Lines-1:0] look_line;
  logic [Groups-1:0] look_group, look_seen;
  for (genvar g = 0; g < Lines; g++) begin : gen_line
    assign look_line[g] = 3'(look_queue_i) == 3'(g);
  end
  for (genvar g = 0; g < Groups; g++) begin : gen_group
    assign look_group[g] = (look_queue_i >> 3) == QueueW'(g);
    assign look_seen[g]  = |(look_line & seen_line[g*Lines+:Lines]);
  end
  assign look_any_o = |(look_group & look_seen);

  // Fixed order; round robin begins with it again where nothing is left behind rr. In two steps, too:
  // the lowest of each group and its head, and the lowest group that has one.
  logic [QueueW-1:0] fixed_queue;
  logic [Queues-1:0] fixed_sel;
  logic [PosW-1:0] fixed_head;
  if (HasFixed) begin : gen_fixed
    logic [Groups-1:0] group_any, group_sel;
    localparam int GroupW = $clog2(Groups);
    logic [GroupW-1:0] group;
    (* mem2reg *)
    logic [2:0] line[0:Groups-1];
    logic [Groups*Lines-1:0] line_sel;
    for (genvar g = 0; g < Groups; g++) begin : gen_lines
      prio_enc #(
          .N(Lines)
      ) i_lines (
          .req_i   (seen_line[g*Lines+:Lines]),
          .any_o   (group_any[g]),
          .idx_o   (line[g]),
          .onehot_o(line_sel[g*Lines+:Lines])
      );
    end
    // Written out: in logarithmic steps, as prio_enc has it, the last select comes later.
    assign group_sel[0] = group_any[0];
    for (genvar g = 1; g < Groups; g++) begin : gen_groups
      assign group_sel[g] = group_any[g] && !(|group_any[g-1:0]);
    end
    always_comb begin
      group = {GroupW{1'b0}};
      for (int g = 0; g < Groups; g++) group = group | ({GroupW{group_sel[g]}} & GroupW'(g));
    end
    logic [2:0] first_line;
    (* mem2reg *)
    logic [PosW-1:0] group_head[0:Groups-1];
    always_comb begin
      first_line = 3'd0;
      fixed_head = {PosW{1'b0}};
      for (int g = 0; g < Groups; g++) group_head[g] = {PosW{1'b0}};
      for (int i = 0; i < Queues; i++) begin
        fixed_sel[i] = group_sel[i/Lines] & line_sel[i];
        group_head[i/Lines] = group_head[i/Lines] | ({PosW{line_sel[i]}} & head_i[i*PosW+:PosW]);
      end
      for (int g = 0; g < Groups; g++) begin
        first_line = first_line | ({3{group_sel[g]}} & line[g]);
        fixed_head = fixed_head | ({PosW{group_sel[g]}} & group_head[g]);
      end
    end
    assign fixed_queue = QueueW'({group, first_line});
  end else begin : gen_no_fixed
    assign fixed_sel = {Queues{1'b0}};
    assign fixed_head = {PosW{1'b0}};
    assign fixed_queue = {QueueW{1'b0}};
  end

  // Longest first: a tree of maxima, node n above nodes 2n and 2n + 1, the queues at its foot. Of
  // equals the left one goes up, which has the lower queues below it.
  logic [QueueW-1:0] longest_queue;
  logic [Queues-1:0] longest_sel;
  if (HasLongest) begin : gen_longest
    localparam int Feet = 1 << QueueW;
    (* mem2reg *)
    logic [LenW-1:0] most[0:2*Feet-1];
    (* mem2reg *)
    logic [QueueW-1:0] at[0:2*Feet-1];
    always_comb begin
      for (int i = 0; i < Feet; i++) begin
        most[Feet+i] = (i < Queues) ? vis_q[i] : LenW'(0);
        at[Feet+i]   = QueueW'(i);
      end
      for (int n = Feet - 1; n > 0; n--) begin
        most[n] = (most[2*n+1] > most[2*n]) ? most[2*n+1] : most[2*n];
        at[n]   = (most[2*n+1] > most[2*n]) ? at[2*n+1] : at[2*n];
      end
    end
    assign longest_queue = at[1];
    for (genvar g = 0; g < Queues; g++) begin : gen_sel
      assign longest_sel[g] = longest_queue == QueueW'(g);
    end
  end else begin : gen_no_longest
    assign longest_sel = {Queues{1'b0}};
    assign longest_queue = {QueueW{1'b0}};
  end

  // Round robin: the first from rr on, else the first of all.
  logic [QueueW-1:0] rr_queue;
  logic [Queues-1:0] rr_sel;
  if (HasRr) begin : gen_rr
    logic [Queues-1:0] behind, behind_sel;
    logic behind_any;
    logic [QueueW-1:0] behind_queue;
    // The last queue is never before rr.
    for (genvar g = 0; g < Queues - 1; g++) begin : gen_behind
      assign behind[g] = seen_o[g] && QueueW'(g) >= rr_q;
    end
    assign behind[Queues-1] = seen_o[Queues-1];
    prio_enc #(
        .N(Queues)
    ) i_behind (
        .req_i   (behind),
        .any_o   (behind_any),
        .idx_o   (behind_queue),
        .onehot_o(behind_sel)
    );
    assign rr_queue = behind_any ? behind_queue : fixed_queue;
    assign rr_sel = behind_any ? behind_sel : fixed_sel;
  end else begin : gen_no_rr
    assign rr_sel = {Queues{1'b0}};
    assign rr_queue = {QueueW{1'b0}};
  end

  logic greedy_stays;
  logic [Queues-1:0] greedy_sel;
  if (HasGreedy) begin : gen_greedy
    for (genvar g = 0; g < Queues; g++) begin : gen_sel
      assign greedy_sel[g] = greedy_q == QueueW'(g);
    end
    assign greedy_stays = policy[2] && (seen_o & greedy_sel) != {Queues{1'b0}};
  end else begin : gen_no_greedy
    assign greedy_stays = 1'b0;
    assign greedy_sel = {Queues{1'b0}};
  end

  logic longest, rr;
  assign longest = policy[1:0] == 2'd1;
  assign rr = policy[1:0] == 2'd2;
  always_comb begin
    queue_o = fixed_queue;
    sel_o   = fixed_sel;
    if (greedy_stays) begin
      queue_o = greedy_q;
      sel_o   = greedy_sel;
    end else if (longest) begin
      queue_o = longest_queue;
      sel_o   = longest_sel;
    end else if (rr) begin
      queue_o = rr_queue;
      sel_o   = rr_sel;
    end
  end
  logic [PosW-1:0] sel_head;
  always_comb begin
    sel_head = {PosW{1'b0}};
    for (int i = 0; i < Queues; i++) sel_head = sel_head | ({PosW{sel_o[i]}} & head_i[i*PosW+:PosW]);
  end
  assign head_o = (HasLongest || HasRr || HasGreedy) ? sel_head : fixed_head;

  logic flush_do, drain_do;
  logic [Queues-1:0] adds, takes;
  assign flush_do = flush_en_i && look_any_o;
  assign drain_do = drain_en_i && any_o && !flush_do;
  for (genvar g = 0; g < Queues; g++) begin : gen_move
    assign adds[g] = add_en_i && add_sel[g];
    assign takes[g] = (flush_do && look_sel[g]) || (drain_do && sel_o[g]);
  end

  // Whether a queue is taken from is known last: its next count is found for both cases before.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < Queues; i++) vis_q[i] <= LenW'(0);
      greedy_q <= {QueueW{1'b0}};
      rr_q <= {QueueW{1'b0}};
    end else begin
      for (int i = 0; i < Queues; i++) begin
        vis_q[i] <= takes[i] ? (adds[i] ? vis_q[i] : vis_q[i] - LenW'(1)) :
            (adds[i] && vis_q[i] != LenW'(Depth)) ? vis_q[i] + LenW'(1) : vis_q[i];
      end
      if (drain_do) begin
        greedy_q <= queue_o;
        rr_q <= (queue_o == QueueW'(Queues - 1)) ? QueueW'(0) : queue_o + QueueW'(1);
      end
    end
  end

  always @(posedge clk_i) begin : a_choice_has_something
    if (rst_ni && any_o)
      assert (sel_o == (Queues'(1) << queue_o) && (sel_o & seen_o) != {Queues{1'b0}});
  end
  always @(posedge clk_i) begin : a_head_is_the_choices
    if (rst_ni && any_o) assert (head_o == sel_head);
  end
  always @(posedge clk_i) begin : a_takes_from_one_that_has
    if (rst_ni)
      assert ((takes & ~seen_o) == {Queues{1'b0}} &&
        (takes & (takes - Queues'(1))) == {Queues{1'b0}});
  end
  always @(posedge clk_i) begin : a_pointers_name_a_queue
    if (rst_ni) assert (greedy_q <= QueueW'(Queues - 1) && rr_q <= QueueW'(Queues - 1));
  end
endmodule
