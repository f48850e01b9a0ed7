// Locality degree table: a degree for each two warps of a scheduler.
//
// Source: "Improving GPU Memory Performance via Address Pre-computation", master thesis, National Taiwan
//   University, chapter 3.
// Storage: Scheds * Per * (Per - 1) / 2 * DegW bits = 2 * 276 * 8 = 4416.
// Example (1 scheduler of 3 warps, 1 port, 2 bits): write 0, 2: 3 -> reading 2: 3, 0, 0; reading 0: 0, 0, 3.
//   Write 1, 2: 1 -> old 0, reading 2: 3, 1, 0. Wipe 2 and write 2, 1: 2 -> reading 2: 0, 0, 0.
// Same cycle: reads come from the state before the edge. A clear comes before a wipe, and that before a write.
// Degenerate: a write of a warp with itself changes nothing. A number that names no warp or scheduler reads 0
//   and changes nothing. A warp has the degree 0 with itself.
// Latency: reads 0 cycles; a change is seen in the next cycle.
module las_degrees #(
    /// schedulers, 1 to 4; Scheds * Per is at most 64
    parameter int Scheds = 2,
    /// warps of a scheduler, any number from 2 to 64
    parameter int Per = 24,
    /// bits of a degree, 1 to 8
    parameter int DegW = 8,
    /// rows of each scheduler that are read at a time, 1 to 3
    parameter int Ports = 3,
    localparam int SchedW = (Scheds > 1) ? $clog2(Scheds) : 1,
    localparam int PerW = (Per > 1) ? $clog2(Per) : 1
) (
    /// clock
    input  logic                             clk_i,
    /// synchronous reset, active low: all degrees are 0
    input  logic                             rst_ni,
    /// a degree is written
    input  logic                             write_en_i,
    /// of this scheduler
    input  logic [               SchedW-1:0] write_sched_i,
    /// of this warp
    input  logic [                 PerW-1:0] write_one_i,
    /// and that one
    input  logic [                 PerW-1:0] write_other_i,
    /// the degree
    input  logic [                 DegW-1:0] write_deg_i,
    /// all degrees of a warp become 0
    input  logic                             wipe_en_i,
    /// of this scheduler
    input  logic [               SchedW-1:0] wipe_sched_i,
    /// of this warp
    input  logic [                 PerW-1:0] wipe_warp_i,
    /// all degrees become 0
    input  logic                             clear_en_i,
    /// at (s * Ports + p) * PerW: the warp whose row port p of scheduler s reads
    input  logic [    Scheds*Ports*PerW-1:0] read_warp_i,
    /// with write_en_i: the degree that is there, else 0
    output logic [                 DegW-1:0] old_o,
    /// at ((s * Ports + p) * Per + w) * DegW: degree of warp w and the warp that port p reads
    output logic [Scheds*Ports*Per*DegW-1:0] row_o
);
  if (Scheds < 1 || Scheds > 4) begin : gen_illegal_scheds
    las_degrees_needs_Scheds_1_to_4 i_illegal ();
  end else if (Per < 2 || Per > 64) begin : gen_illegal_per
    las_degrees_needs_Per_2_to_64 i_illegal ();
  end else if (Scheds * Per > 64) begin : gen_illegal_warps
    las_degrees_needs_product_Scheds_Per_at_most_64 i_illegal ();
  end
  if (DegW < 1 || DegW > 8) begin : gen_illegal_deg_w
    las_degrees_needs_DegW_1_to_8 i_illegal ();
  end
  if (Ports < 1 || Ports > 3) begin : gen_illegal_ports
    las_degrees_needs_Ports_1_to_3 i_illegal ();
  end

  // What is refused above must not stop a tool before its name does.
  localparam int Pairs = (Per > 1) ? Per * (Per - 1) / 2 : 1;
  localparam int RowW = Per * DegW;

  (* mem2reg *)
  logic [DegW-1:0] deg_q[0:Scheds*Pairs-1];

  // A number that names no warp or scheduler selects none.
  logic [Per-1:0] one_sel, other_sel, wipe_sel;
  for (genvar w = 0; w < Per; w++) begin : gen_sel
    assign one_sel[w]   = write_one_i == PerW'(w);
    assign other_sel[w] = write_other_i == PerW'(w);
    assign wipe_sel[w]  = wipe_warp_i == PerW'(w);
  end
  logic pair_ok;
  assign pair_ok = (|one_sel) && (|other_sel) && write_one_i != write_other_i;

  // The triangle as a square, in which each degree stands twice and the diagonal is 0: a row of it is
  // selected by one AND and one OR. Each scheduler has its own.
  logic [Scheds*DegW-1:0] olds;
  for (genvar s = 0; s < Scheds; s++) begin : gen_sched
    logic [Per*RowW-1:0] square;
    for (genvar r = 0; r < Per; r++) begin : gen_row
      for (genvar c = 0; c < Per; c++) begin : gen_col
        if (r > c) begin : gen_lower
          assign square[(r*Per+c)*DegW+:DegW] = deg_q[s*Pairs+r*(r-1)/2+c];
        end else if (r < c) begin : gen_upper
          assign square[(r*Per+c)*DegW+:DegW] = deg_q[s*Pairs+c*(c-1)/2+r];
        end else begin : gen_self
          assign square[(r*Per+c)*DegW+:DegW] = {DegW{1'b0}};
        end
      end
    end

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      logic [PerW-1:0] warp;
      logic [ Per-1:0] sel;
      logic [RowW-1:0] row;
      assign warp = read_warp_i[(s*Ports+p)*PerW+:PerW];
      for (genvar w = 0; w < Per; w++) begin : gen_warp
        assign sel[w] = warp == PerW'(w);
      end
      always_comb begin
        row = {RowW{1'b0}};
        for (int w = 0; w < Per; w++) row = row | ({RowW{sel[w]}} & square[w*RowW+:RowW]);
      end
      assign row_o[(s*Ports+p)*RowW+:RowW] = row;
    end

    logic sched_sel;
    logic [RowW-1:0] one_row;
    logic [DegW-1:0] old;
    assign sched_sel = write_en_i && write_sched_i == SchedW'(s);
    always_comb begin
      one_row = {RowW{1'b0}};
      old = {DegW{1'b0}};
      for (int w = 0; w < Per; w++) one_row = one_row | ({RowW{one_sel[w]}} & square[w*RowW+:RowW]);
      for (int w = 0; w < Per; w++)
        old = old | ({DegW{other_sel[w] && sched_sel}} & one_row[w*DegW+:DegW]);
    end
    assign olds[s*DegW+:DegW] = old;

    logic writes, wipes;
    assign writes = sched_sel && pair_ok;
    assign wipes  = wipe_en_i && wipe_sched_i == SchedW'(s);
    for (genvar r = 1; r < Per; r++) begin : gen_higher
      for (genvar c = 0; c < r; c++) begin : gen_pair
        localparam int At = s * Pairs + r * (r - 1) / 2 + c;
        logic write, wipe;
        assign write = writes && ((one_sel[r] && other_sel[c]) || (one_sel[c] && other_sel[r]));
        assign wipe  = clear_en_i || (wipes && (wipe_sel[r] || wipe_sel[c]));
        always_ff @(posedge clk_i) begin
          if (!rst_ni) deg_q[At] <= {DegW{1'b0}};
          else if (wipe) deg_q[At] <= {DegW{1'b0}};
          else if (write) deg_q[At] <= write_deg_i;
        end
      end
    end
  end

  always_comb begin
    old_o = {DegW{1'b0}};
    for (int s = 0; s < Scheds; s++) old_o = old_o | olds[s*DegW+:DegW];
  end

  always @(posedge clk_i) begin : a_no_write_no_old_degree
    if (rst_ni && !(write_en_i && pair_ok)) assert (old_o == {DegW{1'b0}});
  end
endmodule
