// Drain policy of mrpb: which queue the outbound register takes from next.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, section 3.3.
// Storage: Queues * LenW + 2 * QueueW bits = 48 * 4 + 2 * 6 = 204.
// Example (visible 2, 0, 3 in queues 0 to 2, heads 1, 0, 2): fixed order chooses queue 0, queue_sel
//   001, queue_head 1; longest first 2, queue_sel 100, queue_head 2. A drain by the policy makes the
//   chosen queue the greedy one, and round robin continues behind it.
// Same cycle: a flush comes before the policy's drain and moves neither greedy nor rr; a flush that
//   finds nothing leaves the policy's drain as it is. A queue that is added to and drained keeps its
//   number. On a tie the lower queue wins. The choice comes in every form at once: nobody codes it to
//   a number and back, and its head needs no lookup.
// Degenerate: queue, queue_sel and queue_head are 0 if nothing is visible. A number of Queues or
//   above adds nothing and has nothing visible. A count does not go beyond Depth.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module mrpb_drain_sel #(
    /// queues, 1 to 64
    parameter int Queues = 48,
    /// entries per queue, 1 to 1024
    parameter int Depth = 8,
    /// drain policy: 0 fixed order, 1 longest first, 2 round robin; 3, 4, 5 the greedy forms
    parameter int Policy = 0,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1,
    localparam int PosW = (Depth > 1) ? $clog2(Depth) : 1
) (
    /// clock
    input  logic                   clk_i,
    /// synchronous reset, active low: nothing visible, greedy and rr 0
    input  logic                   rst_ni,
    /// one more request becomes visible in queue add_queue_i
    input  logic                   add_en_i,
    /// that queue
    input  logic [     QueueW-1:0] add_queue_i,
    /// the policy's choice is drained
    input  logic                   drain_en_i,
    /// queue look_queue_i is drained, whatever the policy chooses
    input  logic                   flush_en_i,
    /// a queue that the flush control asks about or drains
    input  logic [     QueueW-1:0] look_queue_i,
    /// where each queue's oldest entry stands, in planes of Queues bits, the lowest bit's first
    input  logic [PosW*Queues-1:0] heads_i,
    /// some queue has something visible
    output logic                   any_o,
    /// the policy's choice, 0 if nothing is visible
    output logic [     QueueW-1:0] queue_o,
    /// the same, one-hot, 0 if nothing is visible
    output logic [     Queues-1:0] queue_sel_o,
    /// where its oldest entry stands, 0 if nothing is visible
    output logic [       PosW-1:0] queue_head_o,
    /// queue look_queue_i has something visible
    output logic                   look_any_o
);
  // What is refused below must not stop a tool before its name does.
  localparam int LenW = (Depth > 0) ? $clog2(Depth + 1) : 1;
  localparam int QueuesW = (Queues > 0) ? Queues : 1;

  if (Queues < 1 || Queues > 64) begin : gen_illegal_queues
    mrpb_drain_sel_needs_Queues_1_to_64 i_illegal ();
  end
  if (Depth < 1 || Depth > 1024) begin : gen_illegal_depth
    mrpb_drain_sel_needs_Depth_1_to_1024 i_illegal ();
  end
  if (Policy < 0 || Policy > 5) begin : gen_illegal_policy
    mrpb_drain_sel_needs_Policy_0_to_5 i_illegal ();
  end

  // A policy is built of what it needs. Of one queue there is no order.
  localparam bit IsLongest = Policy % 3 == 1;
  localparam bit IsRr = Policy % 3 == 2 && Queues > 1;
  localparam bit IsGreedy = Policy >= 3;

  // Counts stand in bit planes: bit q of vis_q[b] is bit b of queue q's count.
  (* mem2reg *)
  logic [Queues-1:0] vis_q[0:LenW-1];
  // Numbers of queues; Yosys takes a small one for a state machine and codes it anew.
  (* fsm_encoding = "none" *)
  logic [QueueW-1:0] greedy_q;
  logic [QueueW-1:0] rr_q;

  // The queues with something visible, and those that the numbers name.
  logic [Queues-1:0] seen, add_sel, look_sel;
  assign add_sel  = QueuesW'(1) << add_queue_i;
  assign look_sel = QueuesW'(1) << look_queue_i;
  always_comb begin
    seen = {Queues{1'b0}};
    for (int b = 0; b < LenW; b++) seen = seen | vis_q[b];
  end
  assign any_o = seen != {Queues{1'b0}};

  assign look_any_o = (look_sel & seen) != {Queues{1'b0}};

  // Fixed order; round robin begins with it again where nothing is left behind rr. In two steps: the
  // lowest of each group of eight and its head, and the lowest group that has one. Lines beyond the
  // last queue are never set.
  localparam int Lines = 8;
  localparam int Groups = (Queues > 2 * Lines) ? (Queues + Lines - 1) / Lines : 2;
  logic [QueueW-1:0] fixed_queue;
  logic [Queues-1:0] fixed_sel;
  logic [PosW-1:0] fixed_head;
  if (!IsLongest) begin : gen_fixed
    logic [Groups-1:0] group_any, group_sel;
    localparam int GroupW = $clog2(Groups);
    logic [GroupW-1:0] group;
    (* mem2reg *)
    logic [2:0] line[0:Groups-1];
    logic [Groups*Lines-1:0] seen_line, line_sel;
    assign seen_line = (Groups * Lines)'(seen);
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
    logic [Groups*Lines-1:0] group_lines, line_head;
    logic [Groups-1:0] group_head;
    always_comb begin
      first_line = 3'd0;
      for (int g = 0; g < Groups; g++) begin
        first_line = first_line | ({3{group_sel[g]}} & line[g]);
        group_lines[g*Lines+:Lines] = {Lines{group_sel[g]}};
      end
      fixed_sel = QueuesW'(group_lines & line_sel);
      for (int b = 0; b < PosW; b++) begin
        line_head = line_sel & (Groups * Lines)'(heads_i[b*Queues+:Queues]);
        for (int g = 0; g < Groups; g++) group_head[g] = |line_head[g*Lines+:Lines];
        fixed_head[b] = |(group_sel & group_head);
      end
    end
    assign fixed_queue = QueueW'({group, first_line});
  end else begin : gen_no_fixed
    assign fixed_sel = {Queues{1'b0}};
    assign fixed_head = {PosW{1'b0}};
    assign fixed_queue = {QueueW{1'b0}};
  end

  // Longest first: a tree of maxima, node n above nodes 2n and 2n + 1, the queues at its foot. On a
  // tie node 2n wins, which has the lower queues below it.
  logic [QueueW-1:0] longest_queue;
  logic [Queues-1:0] longest_sel;
  if (IsLongest) begin : gen_longest
    localparam int Feet = 1 << QueueW;
    (* mem2reg *)
    logic [LenW-1:0] most[0:2*Feet-1];
    (* mem2reg *)
    logic [QueueW-1:0] at[0:2*Feet-1];
    always_comb begin
      for (int i = 0; i < Feet; i++) begin
        most[Feet+i] = LenW'(0);
        at[Feet+i]   = QueueW'(i);
      end
      for (int i = 0; i < Queues; i++) for (int b = 0; b < LenW; b++) most[Feet+i][b] = vis_q[b][i];
      for (int n = Feet - 1; n > 0; n--) begin
        most[n] = (most[2*n+1] > most[2*n]) ? most[2*n+1] : most[2*n];
        at[n]   = (most[2*n+1] > most[2*n]) ? at[2*n+1] : at[2*n];
      end
    end
    assign longest_queue = at[1];
    for (genvar g = 0; g < Queues; g++) begin : gen_sel
      assign longest_sel[g] = seen[g] && longest_queue == QueueW'(g);
    end
  end else begin : gen_no_longest
    assign longest_sel = {Queues{1'b0}};
    assign longest_queue = {QueueW{1'b0}};
  end

  // Round robin: the first from rr on, else the first of all.
  logic [QueueW-1:0] rr_queue;
  logic [Queues-1:0] rr_sel;
  if (IsRr) begin : gen_rr
    logic [Queues-1:0] behind, behind_sel;
    logic behind_any;
    logic [QueueW-1:0] behind_queue;
    // The last queue is never before rr.
    for (genvar g = 0; g < Queues - 1; g++) begin : gen_behind
      assign behind[g] = seen[g] && QueueW'(g) >= rr_q;
    end
    assign behind[Queues-1] = seen[Queues-1];
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
  if (IsGreedy) begin : gen_greedy
    for (genvar g = 0; g < Queues; g++) begin : gen_sel
      assign greedy_sel[g] = greedy_q == QueueW'(g);
    end
    assign greedy_stays = (seen & greedy_sel) != {Queues{1'b0}};
  end else begin : gen_no_greedy
    assign greedy_stays = 1'b0;
    assign greedy_sel = {Queues{1'b0}};
  end

  always_comb begin
    queue_o     = fixed_queue;
    queue_sel_o = fixed_sel;
    if (greedy_stays) begin
      queue_o     = greedy_q;
      queue_sel_o = greedy_sel;
    end else if (IsLongest) begin
      queue_o     = longest_queue;
      queue_sel_o = longest_sel;
    end else if (IsRr) begin
      queue_o     = rr_queue;
      queue_sel_o = rr_sel;
    end
  end
  logic [PosW-1:0] sel_head;
  for (genvar b = 0; b < PosW; b++) begin : gen_head
    assign sel_head[b] = (queue_sel_o & heads_i[b*Queues+:Queues]) != {Queues{1'b0}};
  end
  assign queue_head_o = (IsLongest || IsRr || IsGreedy) ? sel_head : fixed_head;

  logic flush_do, drain_do;
  logic [Queues-1:0] adds, takes, is_full;
  assign flush_do = flush_en_i && look_any_o;
  assign drain_do = drain_en_i && any_o && !flush_do;
  assign adds = {Queues{add_en_i}} & add_sel;
  assign takes = ({Queues{flush_do}} & look_sel) | ({Queues{drain_do}} & queue_sel_o);
  // Every queue's count with one more and with one less: a ripple through the planes, the lowest
  // first. At a power of two the highest bit is set by the last that comes, and cleared by any that
  // goes.
  localparam bit AtPower = Depth == (1 << (LenW - 1));
  (* mem2reg *)
  logic [Queues-1:0] more[0:LenW-1];
  (* mem2reg *)
  logic [Queues-1:0] less[0:LenW-1];
  logic [Queues-1:0] carry, borrow;
  always_comb begin
    is_full = {Queues{1'b1}};
    carry   = {Queues{1'b1}};
    borrow  = {Queues{1'b1}};
    for (int b = 0; b < LenW; b++) begin
      is_full = AtPower ? vis_q[b] : is_full & (Depth[b] ? vis_q[b] : ~vis_q[b]);
      more[b] = (AtPower && b == LenW - 1) ? carry : vis_q[b] ^ carry;
      less[b] = (AtPower && b == LenW - 1) ? {Queues{1'b0}} : vis_q[b] ^ borrow;
      carry   = carry & vis_q[b];
      borrow  = borrow & ~vis_q[b];
    end
  end

  // Whether a queue is taken from is known last: its next count is found for both cases before.
  logic [Queues-1:0] grows;
  assign grows = adds & ~is_full;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int b = 0; b < LenW; b++) vis_q[b] <= {Queues{1'b0}};
      greedy_q <= {QueueW{1'b0}};
      rr_q <= {QueueW{1'b0}};
    end else begin
      for (int b = 0; b < LenW; b++)
        vis_q[b] <= (takes & ((adds & vis_q[b]) | (~adds & less[b]))) |
            (~takes & ((grows & more[b]) | (~grows & vis_q[b])));
      if (drain_do) begin
        greedy_q <= queue_o;
        rr_q <= (queue_o == QueueW'(Queues - 1)) ? QueueW'(0) : queue_o + QueueW'(1);
      end
    end
  end

  always @(posedge clk_i) begin : a_choice_has_something
    if (rst_ni && any_o)
      assert (queue_sel_o == (Queues'(1) << queue_o) && (queue_sel_o & seen) != {Queues{1'b0}});
  end
  always @(posedge clk_i) begin : a_nothing_is_0
    if (rst_ni && !any_o)
      assert (queue_o == {QueueW{1'b0}} && queue_sel_o == {Queues{1'b0}} && sel_head == {PosW{1'b0}});
  end
  always @(posedge clk_i) begin : a_head_is_the_choices
    if (rst_ni) assert (queue_head_o == sel_head);
  end
  always @(posedge clk_i) begin : a_takes_from_one_that_has
    if (rst_ni)
      assert ((takes & ~seen) == {Queues{1'b0}} &&
        (takes & (takes - Queues'(1))) == {Queues{1'b0}});
  end
  always @(posedge clk_i) begin : a_pointers_name_a_queue
    if (rst_ni) assert (greedy_q <= QueueW'(Queues - 1) && rr_q <= QueueW'(Queues - 1));
  end
endmodule
