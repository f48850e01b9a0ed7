// Prefetch table of apres: warp, address and stride of each load that missed last.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV, figure 9.
// Storage: Entries * (1 + PcW + IdW + 2 * AddrW) bits = 10 * (1 + 32 + 8 + 128) = 1690, and those of
//   i_lru, 45.
// Example (3 entries, after reset): look PC 1 warp 0 address 4 -> allocates entry 0; look PC 1 warp 2
//   address 8 -> hit, old warp 0, old address 4; set entry 0 stride 2; look PC 2, look PC 3 -> entries
//   1 and 2; look PC 1 -> hit; look PC 0 -> replaces entry 1, whose stride is then 0.
// Same cycle: clear comes before all. The outputs are those before the edge; where a lookup takes the
//   entry whose stride is written, its stride becomes 0.
// Degenerate: the lowest free entry is taken, or else the one used longest ago. An at_i that names no
//   entry, or one that is not in use, reads 0 and writes nothing. Nothing but valid is reset: the rest
//   means something only in a valid entry.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module apres_pt #(
    /// loads that are held, any number from 1 to 32
    parameter int Entries = 10,
    /// bits of a PC, 1 to 64
    parameter int PcW = 32,
    /// bits of a warp's ID, 1 to 8
    parameter int IdW = 8,
    /// bits of an address and of a stride, 1 to 64
    parameter int AddrW = 64,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: no entry is in use
    input  logic             rst_ni,
    /// a miss is looked up
    input  logic             look_en_i,
    /// PC of its load
    input  logic [  PcW-1:0] look_pc_i,
    /// ID of its warp
    input  logic [  IdW-1:0] look_id_i,
    /// its address
    input  logic [AddrW-1:0] look_addr_i,
    /// entry whose stride is read, and written with set_en_i
    input  logic [ IdxW-1:0] at_i,
    /// the stride is written
    input  logic             set_en_i,
    /// the new stride
    input  logic [AddrW-1:0] set_stride_i,
    /// a kernel starts
    input  logic             clear_en_i,
    /// the PC has an entry
    output logic             hit_o,
    /// the PC takes an entry at this edge
    output logic             allocates_o,
    /// ... that was in use
    output logic             replaces_o,
    /// with hit_o or allocates_o: that entry, else 0
    output logic [ IdxW-1:0] way_o,
    /// with hit_o: the warp before the edge, else 0
    output logic [  IdW-1:0] old_id_o,
    /// with hit_o: the address before the edge, else 0
    output logic [AddrW-1:0] old_addr_o,
    /// stride of entry at_i before the edge, 0 if it is not in use or there is none
    output logic [AddrW-1:0] stride_o
);
  // What is refused below must not stop a tool before its name does.
  localparam int Places = (Entries > 0) ? Entries : 1;

  if (Entries < 1 || Entries > 32) begin : gen_illegal_entries
    apres_pt_needs_Entries_1_to_32 i_illegal ();
  end
  if (PcW < 1 || PcW > 64) begin : gen_illegal_pc_w
    apres_pt_needs_PcW_1_to_64 i_illegal ();
  end
  if (IdW < 1 || IdW > 8) begin : gen_illegal_id_w
    apres_pt_needs_IdW_1_to_8 i_illegal ();
  end
  if (AddrW < 1 || AddrW > 64) begin : gen_illegal_addr_w
    apres_pt_needs_AddrW_1_to_64 i_illegal ();
  end

  logic [Entries-1:0] valid_q;
  (* mem2reg *)
  logic [PcW-1:0] pcs_q[0:Entries-1];
  (* mem2reg *)
  logic [IdW-1:0] ids_q[0:Entries-1];
  (* mem2reg *)
  logic [AddrW-1:0] addrs_q[0:Entries-1];
  (* mem2reg *)
  logic [AddrW-1:0] strides_q[0:Entries-1];

  logic used;
  logic [IdxW-1:0] oldest;

  logic [Entries-1:0] match;
  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign match[e] = valid_q[e] && pcs_q[e] == look_pc_i;
  end

  // match is one-hot or 0, because no PC is in two entries: an OR is enough to encode it and to read.
  logic found, full;
  logic [IdxW-1:0] match_way, free_way, way;
  logic [IdW-1:0] match_id;
  logic [AddrW-1:0] match_addr;
  always_comb begin
    match_way  = {IdxW{1'b0}};
    free_way   = {IdxW{1'b0}};
    match_id   = {IdW{1'b0}};
    match_addr = {AddrW{1'b0}};
    for (int e = 0; e < Entries; e++) begin
      match_way  = match_way | ({IdxW{match[e]}} & IdxW'(e));
      match_id   = match_id | ({IdW{match[e]}} & ids_q[e]);
      match_addr = match_addr | ({AddrW{match[e]}} & addrs_q[e]);
    end
    for (int e = Entries - 1; e >= 0; e--) if (!valid_q[e]) free_way = IdxW'(e);
  end
  assign found = |match;
  assign full = &valid_q;
  assign used = look_en_i && !clear_en_i;
  assign hit_o = used && found;
  assign allocates_o = used && !found;
  assign replaces_o = allocates_o && full;
  always_comb begin
    way = full ? oldest : free_way;
    if (found) way = match_way;
  end
  assign way_o = way & {IdxW{used}};
  assign old_id_o = match_id & {IdW{used}};
  assign old_addr_o = match_addr & {AddrW{used}};

  // One set: its number is the constant 0.
  lru #(
      .Sets(1),
      .Ways(Entries)
  ) i_lru (
      .clk_i,
      .rst_ni,
      .set_i   (1'b0),
      .use_en_i(used),
      .way_i   (way),
      .clear_en_i,
      .oldest_o(oldest)
  );

  logic at_ok, set_do;
  if (Entries == (1 << IdxW)) begin : gen_every_entry
    assign at_ok = valid_q[at_i];
  end else begin : gen_some_entries
    assign at_ok = at_i < IdxW'(Entries) && valid_q[at_i];
  end
  assign stride_o = at_ok ? strides_q[at_i] : {AddrW{1'b0}};
  assign set_do   = set_en_i && at_ok && !clear_en_i;

  logic [Entries-1:0] taken;
  assign taken = Places'(allocates_o) << way;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_en_i) valid_q <= {Entries{1'b0}};
    else if (allocates_o) valid_q <= valid_q | taken;
  end
  always_ff @(posedge clk_i) begin
    if (used) begin
      ids_q[way]   <= look_id_i;
      addrs_q[way] <= look_addr_i;
    end
    if (allocates_o) pcs_q[way] <= look_pc_i;
    // The lookup comes last.
    if (set_do) strides_q[at_i] <= set_stride_i;
    if (allocates_o) strides_q[way] <= {AddrW{1'b0}};
  end

  always @(posedge clk_i) begin : a_one_entry_a_pc
    if (rst_ni) assert ((match & (match - Places'(1))) == {Entries{1'b0}});
  end
  always @(posedge clk_i) begin : a_oldest_only_when_full
    if (rst_ni && allocates_o) assert (valid_q[way] == full && replaces_o == full);
  end
  // One bit more than an entry's number, so that Entries itself can be compared with.
  localparam int SumW = IdxW + 1;
  always @(posedge clk_i) begin : a_way_in_table
    if (rst_ni && used) assert (SumW'(way) < SumW'(Entries));
  end
endmodule
