// Sequential divider of apres: a signed quotient, and whether it is exact.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV; the paper counts a divider and does not say how it is built.
// Storage: NumW + 2 * DenW + CntW + 2 bits = 64 + 18 + 5 + 2 = 89, CntW = count(NumW / Bits).
// Example (8 bits, 4 a cycle): start 100 / -7 in cycle 0 -> done in cycle 3, quot -14, not exact; start
//   -128 / -1 in cycle 3 -> in cycle 6 -128, exact.
// Same cycle: clear comes before a start, and a start before the step of a division under way, which
//   it replaces. A start can come in the cycle of done.
// Degenerate: a start with den 0 changes nothing. The quotient is modulo 2^NumW, which only the lowest
//   number divided by -1 needs.
// Latency: done in cycle NumW / Bits + 1 after the start, for one cycle.
module apres_div #(
    /// bits of the dividend and of the quotient, 1 to 64
    parameter int NumW = 64,
    /// bits of the divisor, 1 to 9
    parameter int DenW = 9,
    /// bits of the quotient per cycle, 1 to 8; NumW is a multiple
    parameter int Bits = 4
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: no division is under way
    input  logic            rst_ni,
    /// a division starts
    input  logic            start_en_i,
    /// dividend, two's complement
    input  logic [NumW-1:0] num_i,
    /// divisor, two's complement
    input  logic [DenW-1:0] den_i,
    /// the division under way is given up
    input  logic            clear_en_i,
    /// the division has ended
    output logic            done_o,
    /// with done_o: the quotient, two's complement, else 0
    output logic [NumW-1:0] quot_o,
    /// with done_o: the remainder is 0
    output logic            exact_o
);
  // What is refused below must not stop a tool before its name does.
  localparam int PerStep = (Bits > 0) ? Bits : 1;
  localparam int Steps = (NumW >= PerStep) ? NumW / PerStep : 1;
  localparam int CntW = $clog2(Steps + 1);
  localparam int RowW = DenW + 1;
  localparam int QuoW = (NumW > 0) ? NumW : 1;
  localparam int RemW = (DenW > 0) ? DenW : 1;

  if (NumW < 1 || NumW > 64) begin : gen_illegal_num_w
    apres_div_needs_NumW_1_to_64 i_illegal ();
  end else if (Bits < 1 || Bits > 8) begin : gen_illegal_bits
    apres_div_needs_Bits_1_to_8 i_illegal ();
  end else if (Steps * PerStep != NumW) begin : gen_illegal_steps
    apres_div_needs_product_of_Bits_and_steps_NumW i_illegal ();
  end
  if (DenW < 1 || DenW > 9) begin : gen_illegal_den_w
    apres_div_needs_DenW_1_to_9 i_illegal ();
  end

  logic [CntW-1:0] left_q, left_d;
  logic ended_q, ended_d;
  logic neg_q, neg_d;
  logic [DenW-1:0] by_q, by_d;
  logic [DenW-1:0] rem_q, rem_d;
  logic [NumW-1:0] quo_q, quo_d;

  // Magnitudes: the highest negative number has one, too, as the result has no sign.
  logic num_neg, den_neg;
  logic [NumW-1:0] num_abs;
  logic [DenW-1:0] den_abs;
  assign num_neg = num_i[NumW-1];
  assign den_neg = den_i[DenW-1];
  assign num_abs = (num_i ^ {NumW{num_neg}}) + QuoW'(num_neg);
  assign den_abs = (den_i ^ {DenW{den_neg}}) + RemW'(den_neg);

  // The digits of one cycle, from the highest on. rem is below by, so that a row is below twice by: the
  // highest bit of its difference is the sign.
  logic [RowW-1:0] row, difference;
  logic [DenW-1:0] step_rem;
  logic [NumW-1:0] step_quo;
  logic fits;
  always_comb begin
    row = {RowW{1'b0}};
    difference = {RowW{1'b0}};
    fits = 1'b0;
    step_rem = rem_q;
    step_quo = quo_q;
    for (int b = 0; b < PerStep; b++) begin
      row = {step_rem, |(step_quo >> (NumW - 1))};
      difference = row - RowW'(by_q);
      fits = !(|(difference >> DenW));
      step_rem = fits ? RemW'(difference) : RemW'(row);
      step_quo = QuoW'({step_quo, fits});
    end
  end

  logic starts, steps, last;
  assign starts = start_en_i && |den_i && !clear_en_i;
  assign steps  = |left_q;
  assign last   = left_q == CntW'(1);
  always_comb begin
    left_d  = left_q;
    ended_d = 1'b0;
    neg_d   = neg_q;
    by_d    = by_q;
    rem_d   = rem_q;
    quo_d   = quo_q;
    if (clear_en_i) begin
      left_d = {CntW{1'b0}};
    end else if (starts) begin
      left_d = CntW'(Steps);
      neg_d  = num_neg != den_neg;
      by_d   = den_abs;
      rem_d  = {DenW{1'b0}};
      quo_d  = num_abs;
    end else if (steps) begin
      left_d  = left_q - CntW'(1);
      ended_d = last;
      rem_d   = step_rem;
      quo_d   = step_quo;
    end
  end

  assign done_o  = ended_q;
  assign exact_o = ended_q && rem_q == {DenW{1'b0}};
  assign quot_o  = ((quo_q ^ {NumW{neg_q}}) + QuoW'(neg_q)) & {NumW{ended_q}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left_q  <= {CntW{1'b0}};
      ended_q <= 1'b0;
      neg_q   <= 1'b0;
      by_q    <= {DenW{1'b0}};
      rem_q   <= {DenW{1'b0}};
      quo_q   <= {NumW{1'b0}};
    end else begin
      left_q  <= left_d;
      ended_q <= ended_d;
      neg_q   <= neg_d;
      by_q    <= by_d;
      rem_q   <= rem_d;
      quo_q   <= quo_d;
    end
  end

  always @(posedge clk_i) begin : a_remainder_below_divisor
    if (rst_ni && (steps || ended_q)) assert (rem_q < by_q);
  end
  // One bit more than a count, so that the comparison is one at every width.
  localparam int SumW = CntW + 1;
  always @(posedge clk_i) begin : a_at_most_every_step_is_left
    if (rst_ni) assert (SumW'(left_q) <= SumW'(Steps));
  end
endmodule
