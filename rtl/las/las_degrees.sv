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
  localparam int Degs = Scheds * Pairs;

  // One vector, degree i at i * DegW.
  logic [Degs*DegW-1:0] deg_q;

  // The two warps that are written, and the one that is wiped: 0 for a number that names no warp and where nothing is
  // written or wiped.
  logic [Per-1:0] two, wiped;
  always_comb begin
    two   = {Per{1'b0}};
    wiped = {Per{1'b0}};
    if (write_en_i)
      for (int w = 0; w < Per; w++) if (write_one_i == PerW'(w) || write_other_i == PerW'(w)) two[w] = 1'b1;
    if (wipe_en_i) for (int w = 0; w < Per; w++) if (wipe_warp_i == PerW'(w)) wiped[w] = 1'b1;
  end

  // Each degree by itself: whether it is written, whether it is wiped, and what is in the one that is written. A
  // warp has none with itself, so a write of one finds none. The loop goes by the higher warp, so that simulation
  // passes over what does not apply.
  logic [Degs-1:0] written, cleared;
  always_comb begin
    written = {Degs{1'b0}};
    cleared = {Degs{1'b0}};
    old_o   = {DegW{1'b0}};
    for (int s = 0; s < Scheds; s++) begin
      if (write_en_i && write_sched_i == SchedW'(s))
        for (int r = 1; r < Per; r++)
          if (two[r])
            for (int c = 0; c < Per; c++)
              if (c < r && two[c]) begin
                written[s*Pairs+((c<r)?r*(r-1)/2+c : 0)] = 1'b1;
                old_o = old_o | deg_q[(s*Pairs+((c<r)?r*(r-1)/2+c : 0))*DegW+:DegW];
              end
      if (wipe_en_i && wipe_sched_i == SchedW'(s))
        for (int r = 0; r < Per; r++)
          if (wiped[r])
            for (int c = 0; c < Per; c++)
              if (c != r) cleared[s*Pairs+((c<r)?r*(r-1)/2+c : c*(c-1)/2+r)] = 1'b1;
    end
  end

  // A wipe comes before a write, a clear before both.
  logic empties;
  logic [Degs-1:0] loads, keeps;
  assign empties = !rst_ni || clear_en_i;
  assign loads   = written | cleared | {Degs{empties}};
  assign keeps   = written & ~cleared & {Degs{!empties}};
  always_ff @(posedge clk_i) begin
    if (write_en_i || wipe_en_i || empties)
      for (int i = 0; i < Degs; i++) if (loads[i]) deg_q[i*DegW+:DegW] <= write_deg_i & {DegW{keeps[i]}};
  end

  // A row: the degrees of the warp with those below it and with those above. Rows stand in groups: what does not
  // apply is passed over in simulation.
  localparam int Group = 8;
  localparam int Groups = (Per + Group - 1) / Group;
  for (genvar s = 0; s < Scheds; s++) begin : gen_sched
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      logic [PerW-1:0] warp, group;
      logic [Per*DegW-1:0] row;
      assign group = warp >> $clog2(Group);
      assign warp = read_warp_i[(s*Ports+p)*PerW+:PerW];
      assign row_o[(s*Ports+p)*Per*DegW+:Per*DegW] = row;
      always_comb begin
        row = {Per * DegW{1'b0}};
        for (int g = 0; g < Groups; g++)
          if (group == PerW'(g))
            for (int k = 0; k < Group; k++)
              if (g * Group + k < Per && warp == PerW'(g * Group + k))
                for (int v = 0; v < Per; v++)
                  if (v != g * Group + k)
                    row[v*DegW+:DegW] = row[v*DegW+:DegW] | deg_q[(s*Pairs+((g*Group+k>=Per)?0 :
                        (v<g*Group+k)?(g*Group+k)*(g*Group+k-1)/2+v : v*(v-1)/2+g*Group+k))*DegW+:DegW];
      end
    end
  end

  always @(posedge clk_i) begin : a_at_most_one_is_written
    if (rst_ni && write_en_i) assert ((written & (written - Degs'(1))) == {Degs{1'b0}});
  end
  always @(posedge clk_i) begin : a_no_write_no_old_degree
    if (rst_ni && !(|written)) assert (old_o == {DegW{1'b0}});
  end
endmodule
