// Drain policy of mrpb: which queue the outbound register takes from next.
//
// Source: Jia et al., "MRPB: Memory Request Prioritization for Massively Parallel Processors",
//   HPCA 2014, section 3.2.
// Storage: Queues * LenW + 2 * QueueW bits = 48 * 4 + 2 * 6 = 204.
// Example (visible 2, 0, 3 in queues 0 to 2, rr 1, greedy 1): fixed order chooses 0, longest first
//   2, round robin 2; greedy forms the same, as queue 1 has nothing. A drain by the policy makes
//   the queue chosen the greedy one, and round robin begins behind it.
// Same cycle: a flush comes before the policy's drain and moves neither greedy nor rr; a flush
//   that finds nothing leaves the policy's drain as it is. A queue that is added to and drained
//   keeps its number.
// Degenerate: queue is 0 if nothing is visible. A number of Queues or above adds nothing and has
//   nothing visible. A count does not go beyond Depth.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module mrpb_drain_sel #(
    /// queues, 2 to 64
    parameter int Queues = 48,
    /// entries a queue, 2 to 1024
    parameter int Depth = 8,
    /// drain policy, 0 to 7 as mode_policy_i; 8: as mode_policy_i says
    parameter int Policy = 8,
    localparam int QueueW = (Queues > 1) ? $clog2(Queues) : 1
) (
    /// clock
    input  logic              clk_i,
    /// synchronous reset, active low: nothing visible, greedy and rr 0
    input  logic              rst_ni,
    /// drain policy: 1 longest first, 2 round robin, 0 and 3 fixed order; 4 more: greedy
    input  logic [       2:0] mode_policy_i,
    /// one more request is to be seen in queue add_queue_i
    input  logic              add_en_i,
    /// that queue
    input  logic [QueueW-1:0] add_queue_i,
    /// the policy's choice is drained
    input  logic              drain_en_i,
    /// queue look_queue_i is drained, whatever the policy chooses
    input  logic              flush_en_i,
    /// a queue that the flush control asks about or drains
    input  logic [QueueW-1:0] look_queue_i,
    /// some queue has something visible
    output logic              any_o,
    /// the policy's choice, 0 if nothing is visible
    output logic [QueueW-1:0] queue_o,
    /// queue look_queue_i has something visible
    output logic              look_any_o
);
  localparam int LenW = $clog2(Depth + 1);

  if (Queues < 2 || Queues > 64) begin : gen_illegal_queues
    mrpb_drain_sel_needs_Queues_2_to_64 i_illegal ();
  end
  if (Depth < 2 || Depth > 1024) begin : gen_illegal_depth
    mrpb_drain_sel_needs_Depth_2_to_1024 i_illegal ();
  end
  if (Policy < 0 || Policy > 8) begin : gen_illegal_policy
    mrpb_drain_sel_needs_Policy_0_to_8 i_illegal ();
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

  logic [Queues-1:0] seen, add_sel, look_sel;
  for (genvar g = 0; g < Queues; g++) begin : gen_queue
    assign seen[g] = vis_q[g] != LenW'(0);
    assign add_sel[g] = add_queue_i == QueueW'(g);
    assign look_sel[g] = look_queue_i == QueueW'(g);
  end
  assign any_o = seen != {Queues{1'b0}};
  assign look_any_o = (seen & look_sel) != {Queues{1'b0}};

  // Fixed order; round robin begins with it again where nothing is left behind rr.
  logic [QueueW-1:0] fixed_queue;
  if (HasFixed) begin : gen_fixed
    logic unused_any;
    logic [Queues-1:0] unused_onehot;
    prio_enc #(
        .N(Queues)
    ) i_fixed (
        .req_i   (seen),
        .any_o   (unused_any),
        .idx_o   (fixed_queue),
        .onehot_o(unused_onehot)
    );
  end else begin : gen_no_fixed
    assign fixed_queue = {QueueW{1'b0}};
  end

  // Longest first: a tree of maxima, node n above nodes 2n and 2n + 1, the queues at its foot. Of
  // equals the left one goes up, which has the lower queues below it.
  logic [QueueW-1:0] longest_queue;
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
  end else begin : gen_no_longest
    assign longest_queue = {QueueW{1'b0}};
  end

  // Round robin: the first from rr on, else the first of all.
  logic [QueueW-1:0] rr_queue;
  if (HasRr) begin : gen_rr
    logic [Queues-1:0] behind, unused_onehot;
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
        .onehot_o(unused_onehot)
    );
    assign rr_queue = behind_any ? behind_queue : fixed_queue;
  end else begin : gen_no_rr
    assign rr_queue = {QueueW{1'b0}};
  end

  logic greedy_stays;
  if (HasGreedy) begin : gen_greedy
    logic [Queues-1:0] greedy_sel;
    for (genvar g = 0; g < Queues; g++) begin : gen_sel
      assign greedy_sel[g] = greedy_q == QueueW'(g);
    end
    assign greedy_stays = policy[2] && (seen & greedy_sel) != {Queues{1'b0}};
  end else begin : gen_no_greedy
    assign greedy_stays = 1'b0;
  end

  logic longest, rr;
  assign longest = policy[1:0] == 2'd1;
  assign rr = policy[1:0] == 2'd2;
  always_comb begin
    if (greedy_stays) queue_o = greedy_q;
    else if (longest) queue_o = longest_queue;
    else if (rr) queue_o = rr_queue;
    else queue_o = fixed_queue;
  end

  logic flush_do, drain_do;
  logic [Queues-1:0] queue_sel, adds, takes;
  assign flush_do = flush_en_i && look_any_o;
  assign drain_do = drain_en_i && any_o && !flush_do;
  for (genvar g = 0; g < Queues; g++) begin : gen_move
    assign queue_sel[g] = queue_o == QueueW'(g);
    assign adds[g] = add_en_i && add_sel[g];
    assign takes[g] = (flush_do && look_sel[g]) || (drain_do && queue_sel[g]);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < Queues; i++) vis_q[i] <= LenW'(0);
      greedy_q <= {QueueW{1'b0}};
      rr_q <= {QueueW{1'b0}};
    end else begin
      for (int i = 0; i < Queues; i++) begin
        if (adds[i] && !takes[i] && vis_q[i] != LenW'(Depth)) vis_q[i] <= vis_q[i] + LenW'(1);
        if (takes[i] && !adds[i]) vis_q[i] <= vis_q[i] - LenW'(1);
      end
      if (drain_do) begin
        greedy_q <= queue_o;
        rr_q <= (queue_o == QueueW'(Queues - 1)) ? QueueW'(0) : queue_o + QueueW'(1);
      end
    end
  end

  always @(posedge clk_i) begin : a_choice_has_something
    if (rst_ni && any_o) assert ((queue_sel & seen) != {Queues{1'b0}});
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
