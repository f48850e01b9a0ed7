// Locality of each candidate with the CTAs on each SM, and with all of them.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National
//   Taiwan University, chapter 3.
// Storage: Window * (Sms * ScoreW + TotalW) bits = 32 * (15 * 22 + 26) = 11392.
// Example (3 candidates, 2 SMs, 2 lanes, sums of 2 bits): each on SM 1, group 0, use 11, lines 3, 1 -> SM 1 reads
//   here 3, 1 and all 3, 1; one: candidate 0, SM 0, 2 lines -> SM 0 reads here 2, 0 and all 5, 1.
// Same cycle: outputs come from the sums before the edge. What each changes begins from these and wins over
//   one; a zero wins over both.
// Degenerate: an SM, candidate or group that is out of range names none: nothing changes, and here is 0. A
//   lane beyond the last candidate reads 0 and changes nothing. Sums are modulo their width.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module las_scores #(
    /// candidates, any number from 1 to 64
    parameter int Window = 32,
    /// SMs, any number from 1 to 32; Sms * Slots is at most 256
    parameter int Sms = 15,
    /// CTAs that run on an SM, any number from 1 to 64
    parameter int Slots = 8,
    /// candidates that are read or changed at a time, 1 to 32
    parameter int Lanes = 8,
    /// bits of the locality of two CTAs, 1 to 19
    parameter int SumW = 19,
    localparam int IdxW = (Window > 1) ? $clog2(Window) : 1,
    localparam int SmW = (Sms > 1) ? $clog2(Sms) : 1,
    localparam int LaneCount = (Lanes > 0) ? Lanes : 1,
    localparam int Groups = (Window + LaneCount - 1) / LaneCount,
    localparam int GroupW = (Groups > 1) ? $clog2(Groups) : 1,
    localparam int ScoreW = ((SumW > 0) ? SumW : 1) + ((Slots > 1) ? $clog2(Slots) : 0),
    localparam int TotalW = ((SumW > 0) ? SumW : 1) + ((Sms * Slots > 1) ? $clog2(Sms * Slots) : 0)
) (
    /// clock
    input  logic                    clk_i,
    /// synchronous reset, active low: all sums are 0
    input  logic                    rst_ni,
    /// a candidate is new
    input  logic                    zero_en_i,
    /// which
    input  logic [        IdxW-1:0] zero_idx_i,
    /// a CTA begins or ends on an SM: several candidates change
    input  logic                    each_en_i,
    /// it ends
    input  logic                    each_minus_i,
    /// the SM
    input  logic [         SmW-1:0] each_sm_i,
    /// the candidates
    input  logic [      GroupW-1:0] each_group_i,
    /// bit l: lane l changes
    input  logic [       Lanes-1:0] each_use_i,
    /// at l * SumW by so many lines
    input  logic [  Lanes*SumW-1:0] each_lines_i,
    /// one candidate is compared with CTAs of an SM
    input  logic                    one_en_i,
    /// the candidate
    input  logic [        IdxW-1:0] one_idx_i,
    /// the SM
    input  logic [         SmW-1:0] one_sm_i,
    /// lines that it shares with them
    input  logic [      ScoreW-1:0] one_lines_i,
    /// SM that is read
    input  logic [         SmW-1:0] sm_i,
    /// candidates that are read
    input  logic [      GroupW-1:0] group_i,
    /// at l * ScoreW lines that lane l shares with the CTAs on the SM
    output logic [Lanes*ScoreW-1:0] here_o,
    /// at l * TotalW ... with the CTAs on all SMs
    output logic [Lanes*TotalW-1:0] all_o
);
  if (Window < 1 || Window > 64) begin : gen_illegal_window
    las_scores_needs_Window_1_to_64 i_illegal ();
  end
  if (Sms < 1 || Sms > 32) begin : gen_illegal_sms
    las_scores_needs_Sms_1_to_32 i_illegal ();
  end
  if (Slots < 1 || Slots > 64) begin : gen_illegal_slots
    las_scores_needs_Slots_1_to_64 i_illegal ();
  end
  if (Lanes < 1 || Lanes > 32) begin : gen_illegal_lanes
    las_scores_needs_Lanes_1_to_32 i_illegal ();
  end
  if (SumW < 1 || SumW > 19) begin : gen_illegal_sum_w
    las_scores_needs_SumW_1_to_19 i_illegal ();
  end
  if (Sms <= 32 && Slots <= 64 && Sms * Slots > 256) begin : gen_illegal_places
    las_scores_needs_product_Sms_times_Slots_at_most_256 i_illegal ();
  end

  (* mem2reg *)
  logic [ScoreW-1:0] score_q[0:Window*Sms-1];
  (* mem2reg *)
  logic [TotalW-1:0] total_q[0:Window-1];

  // Each SM and each candidate by itself: a number that is out of range selects none.
  logic [Sms-1:0] each_sm, one_sm, read_sm;
  for (genvar s = 0; s < Sms; s++) begin : gen_sm
    assign each_sm[s] = each_sm_i == SmW'(s);
    assign one_sm[s]  = one_sm_i == SmW'(s);
    assign read_sm[s] = sm_i == SmW'(s);
  end
  logic [Window-1:0] zero, each_at, each, one_at, one, read;
  for (genvar i = 0; i < Window; i++) begin : gen_candidate
    assign zero[i] = zero_en_i && zero_idx_i == IdxW'(i);
    assign each_at[i] = each_group_i == GroupW'(i / LaneCount);
    assign each[i] = each_at[i] && each_en_i && each_use_i[i%LaneCount] && (|each_sm);
    assign one_at[i] = one_idx_i == IdxW'(i);
    assign one[i] = one_at[i] && one_en_i && (|one_sm);
    assign read[i] = group_i == GroupW'(i / LaneCount);
  end

  // Each candidate's scores with the SMs of both ports: the group, which is known later, selects among these.
  logic [Window*ScoreW-1:0] read_score, each_score_of;
  always_comb begin
    read_score = {Window * ScoreW{1'b0}};
    each_score_of = {Window * ScoreW{1'b0}};
    for (int i = 0; i < Window; i++)
      for (int s = 0; s < Sms; s++) begin
        read_score[i*ScoreW+:ScoreW] = read_score[i*ScoreW+:ScoreW] |
            ({ScoreW{read_sm[s]}} & score_q[i*Sms+s]);
        each_score_of[i*ScoreW+:ScoreW] = each_score_of[i*ScoreW+:ScoreW] |
            ({ScoreW{each_sm[s]}} & score_q[i*Sms+s]);
      end
  end

  // What a lane reads, and what each leaves of it.
  logic [Lanes*ScoreW-1:0] each_score;
  logic [Lanes*TotalW-1:0] each_total;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [ScoreW-1:0] here, score, score_lines;
    logic [TotalW-1:0] all, total, total_lines;
    always_comb begin
      here  = ScoreW'(0);
      score = ScoreW'(0);
      all   = TotalW'(0);
      total = TotalW'(0);
      for (int i = l; i < Window; i = i + LaneCount) begin
        here  = here | ({ScoreW{read[i]}} & read_score[i*ScoreW+:ScoreW]);
        score = score | ({ScoreW{each_at[i]}} & each_score_of[i*ScoreW+:ScoreW]);
        all   = all | ({TotalW{read[i]}} & total_q[i]);
        total = total | ({TotalW{each_at[i]}} & total_q[i]);
      end
    end
    assign here_o[l*ScoreW+:ScoreW] = here;
    assign all_o[l*TotalW+:TotalW] = all;
    // To subtract is to add the complement and one.
    assign score_lines = {ScoreW{each_minus_i}} ^ ScoreW'(each_lines_i[l*SumW+:SumW]);
    assign total_lines = {TotalW{each_minus_i}} ^ TotalW'(each_lines_i[l*SumW+:SumW]);
    assign each_score[l*ScoreW+:ScoreW] = score + score_lines + ScoreW'(each_minus_i);
    assign each_total[l*TotalW+:TotalW] = total + total_lines + TotalW'(each_minus_i);
  end

  logic [ScoreW-1:0] one_score;
  logic [TotalW-1:0] one_total;
  always_comb begin
    one_score = ScoreW'(0);
    one_total = TotalW'(0);
    for (int i = 0; i < Window; i++) begin
      for (int s = 0; s < Sms; s++)
        one_score = one_score | ({ScoreW{one_at[i] && one_sm[s]}} & score_q[i*Sms+s]);
      one_total = one_total | ({TotalW{one_at[i]}} & total_q[i]);
    end
    one_score = one_score + one_lines_i;
    one_total = one_total + TotalW'(one_lines_i);
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < Window; i++) begin
      for (int s = 0; s < Sms; s++) begin
        if (!rst_ni || zero[i]) score_q[i*Sms+s] <= ScoreW'(0);
        else if (each[i] && each_sm[s]) score_q[i*Sms+s] <= each_score[(i%LaneCount)*ScoreW+:ScoreW];
        else if (one[i] && one_sm[s]) score_q[i*Sms+s] <= one_score;
      end
      if (!rst_ni || zero[i]) total_q[i] <= TotalW'(0);
      else if (each[i]) total_q[i] <= each_total[(i%LaneCount)*TotalW+:TotalW];
      else if (one[i]) total_q[i] <= one_total;
    end
  end

  always @(posedge clk_i) begin : a_one_sm_of_each_port
    if (rst_ni)
      assert ((each_sm & (each_sm - Sms'(1))) == {Sms{1'b0}} &&
              (one_sm & (one_sm - Sms'(1))) == {Sms{1'b0}} && (read_sm & (read_sm - Sms'(1))) == {Sms{1'b0}});
  end
  always @(posedge clk_i) begin : a_one_changes_one_candidate
    if (rst_ni) assert ((one & (one - Window'(1))) == {Window{1'b0}});
  end
endmodule
