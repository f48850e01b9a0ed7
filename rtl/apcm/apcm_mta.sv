// Monitor tag array of apcm: who uses the lines of the monitored warp, and how often.
//
// Source: Koo et al., "Access Pattern-Aware Cache Management for Improving Data Utilization in
//   GPU", ISCA 2017, section 4.
// Storage: Sets * Ways * (1 + TagW + 2 * IdW + 2 * CntW) bits = 32 * (1 + 20 + 8 + 8) = 1184,
//   TagW = LineW - log2(Sets); with more than one way those of i_lru besides.
// Example (2 sets, 2 ways, counts of 2 bits), m: by the monitored warp, o: by another: m line 0 load 1
//   takes an entry; o 0 hits, count 2; m 0 load 2 hits, the entry reaches 3: first 1, last 2, intra 2.
// Same cycle: clear comes before all. A scan comes before the access, which is then ignored. An
//   access that misses evicts before the edge what it replaces, and reaches the threshold after it.
// Degenerate: with scan_idx above the last entry nothing is read out. A count at the threshold no
//   longer changes, nor does its intra. Nothing but valid is reset: the rest means something only in a
//   valid entry.
// Latency: outputs 0 cycles; a change is seen in the next cycle.
module apcm_mta #(
    /// sets, a power of two from 1 to 128; Sets * Ways is at most 128
    parameter int Sets = 32,
    /// ways, any number from 1 to 128; Sets * Ways is at most 128
    parameter int Ways = 1,
    /// bits of a line number, the set's and the tag's, 1 to 57 and above log2(Sets)
    parameter int LineW = 25,
    /// bits of a load's ID, 1 to 6
    parameter int IdW = 4,
    /// bits of a count, 1 to 8; all ones is the threshold
    parameter int CntW = 4,
    localparam int Entries = Sets * Ways,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: every entry is free
    input  logic             rst_ni,
    /// an L1 access
    input  logic             acc_en_i,
    /// by the monitored warp
    input  logic             acc_mine_i,
    /// number of its line
    input  logic [LineW-1:0] acc_line_i,
    /// ID of its load
    input  logic [  IdW-1:0] acc_id_i,
    /// the L1 has the line, or waits for it
    input  logic             acc_hit_i,
    /// the line's count in the L1 before this access
    input  logic [ CntW-1:0] acc_count_i,
    /// an entry is read out
    input  logic             scan_en_i,
    /// entry set * Ways + way
    input  logic [ IdxW-1:0] scan_idx_i,
    /// a kernel starts
    input  logic             clear_en_i,
    /// the access hits an entry
    output logic             hit_o,
    /// the access takes an entry
    output logic             allocates_o,
    /// an entry goes: replaced or read out
    output logic             evict_en_o,
    /// of that entry, before the edge: the load that allocated it; 0 without
    output logic [  IdW-1:0] evict_first_o,
    /// the load of the monitored warp that used it last; 0 without
    output logic [  IdW-1:0] evict_last_o,
    /// accesses of all warps; 0 without
    output logic [ CntW-1:0] evict_count_o,
    /// accesses of the monitored warp; 0 without
    output logic [ CntW-1:0] evict_intra_o,
    /// an entry reaches the threshold at this edge
    output logic             reach_en_o,
    /// of that entry, after the edge: the load that allocated it; 0 without
    output logic [  IdW-1:0] reach_first_o,
    /// the load of the monitored warp that used it last; 0 without
    output logic [  IdW-1:0] reach_last_o,
    /// accesses of the monitored warp; 0 without
    output logic [ CntW-1:0] reach_intra_o
);
  localparam int SetBits = (Sets > 1) ? $clog2(Sets) : 0;
  localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1;
  localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1;
  // What is refused below must not stop a tool before its name does.
  localparam int TagW = (LineW > SetBits) ? LineW - SetBits : 1;

  if (Sets < 1 || Sets > 128) begin : gen_illegal_sets
    apcm_mta_needs_Sets_1_to_128 i_illegal ();
  end else if ((Sets & (Sets - 1)) != 0) begin : gen_illegal_power
    apcm_mta_needs_Sets_a_power_of_two i_illegal ();
  end else if (Ways < 1 || Ways > 128) begin : gen_illegal_ways
    apcm_mta_needs_Ways_1_to_128 i_illegal ();
  end else if (Entries > 128) begin : gen_illegal_entries
    apcm_mta_needs_product_Sets_Ways_at_most_128 i_illegal ();
  end else if (LineW < 1 || LineW > 57) begin : gen_illegal_line_w
    apcm_mta_needs_LineW_1_to_57 i_illegal ();
  end else if (LineW <= SetBits) begin : gen_illegal_tag
    apcm_mta_needs_product_2_to_LineW_above_Sets i_illegal ();
  end
  if (IdW < 1 || IdW > 6) begin : gen_illegal_id_w
    apcm_mta_needs_IdW_1_to_6 i_illegal ();
  end
  if (CntW < 1 || CntW > 8) begin : gen_illegal_cnt_w
    apcm_mta_needs_CntW_1_to_8 i_illegal ();
  end

  logic [Entries-1:0] valid_q, valid_d;
  (* mem2reg *)
  logic [TagW-1:0] tag_q[0:Entries-1];
  (* mem2reg *)
  logic [IdW-1:0] first_q[0:Entries-1];
  (* mem2reg *)
  logic [IdW-1:0] last_q[0:Entries-1];
  (* mem2reg *)
  logic [CntW-1:0] count_q[0:Entries-1];
  (* mem2reg *)
  logic [CntW-1:0] intra_q[0:Entries-1];

  logic [SetW-1:0] set;
  logic used;
  logic [WayW-1:0] way;
  logic [WayW-1:0] oldest;

  // The ways of the access's set. Sets is a power of two: every set has its entries.
  logic [TagW-1:0] acc_tag;
  logic [IdxW-1:0] set_at;
  logic [Ways-1:0] way_valid, match;
  if (Sets > 1) begin : gen_sets
    assign set = acc_line_i[SetW-1:0];
  end else begin : gen_one_set
    assign set = {SetW{1'b0}};
  end
  assign acc_tag = TagW'(acc_line_i >> SetBits);
  assign set_at  = IdxW'(set) * IdxW'(Ways);
  for (genvar w = 0; w < Ways; w++) begin : gen_way
    logic [IdxW-1:0] way_at;
    assign way_at = set_at + IdxW'(w);
    assign way_valid[w] = valid_q[way_at];
    assign match[w] = way_valid[w] && tag_q[way_at] == acc_tag;
  end

  // match is one-hot or 0, because no line is in two ways: an OR is enough to encode it.
  logic acc, found, full;
  logic [WayW-1:0] match_way, free_way;
  always_comb begin
    match_way = {WayW{1'b0}};
    free_way  = {WayW{1'b0}};
    for (int w = 0; w < Ways; w++) match_way = match_way | ({WayW{match[w]}} & WayW'(w));
    for (int w = Ways - 1; w >= 0; w--) if (!way_valid[w]) free_way = WayW'(w);
  end
  assign found = |match;
  assign full = &way_valid;
  assign acc = acc_en_i && !scan_en_i && !clear_en_i;
  assign hit_o = acc && found;
  assign allocates_o = acc && acc_mine_i && !found;
  assign used = hit_o || allocates_o;
  logic [WayW-1:0] victim_way;
  assign victim_way = full ? oldest : free_way;
  assign way = found ? match_way : victim_way;

  lru #(
      .Sets(Sets),
      .Ways(Ways)
  ) i_lru (
      .clk_i,
      .rst_ni,
      .set_i   (set),
      .use_en_i(used),
      .way_i   (way),
      .clear_en_i,
      .oldest_o(oldest)
  );

  logic scan_ok;
  if (Entries == (1 << IdxW)) begin : gen_every_entry
    assign scan_ok = 1'b1;
  end else begin : gen_some_entries
    assign scan_ok = scan_idx_i < IdxW'(Entries);
  end

  // The one entry that is read: of the scan, that which the access hits, or that which it takes.
  logic [IdxW-1:0] at, rd_at;
  logic [IdW-1:0] rd_first, rd_last;
  logic [CntW-1:0] rd_count, rd_intra;
  assign at = set_at + IdxW'(way);
  assign rd_at = scan_en_i ? scan_idx_i : at;
  assign rd_first = first_q[rd_at];
  assign rd_last = last_q[rd_at];
  assign rd_count = count_q[rd_at];
  assign rd_intra = intra_q[rd_at];

  logic scan_do;
  assign scan_do = scan_en_i && scan_ok && !clear_en_i;
  assign evict_en_o = (scan_do && valid_q[scan_idx_i]) || (allocates_o && full);
  assign evict_first_o = evict_en_o ? rd_first : {IdW{1'b0}};
  assign evict_last_o = evict_en_o ? rd_last : {IdW{1'b0}};
  assign evict_count_o = evict_en_o ? rd_count : {CntW{1'b0}};
  assign evict_intra_o = evict_en_o ? rd_intra : {CntW{1'b0}};

  // The counts after the edge, where they change.
  logic below, l1_below, count_en, intra_en;
  logic [CntW-1:0] count_d, intra_d, l1_count;
  assign below = !(&rd_count);
  assign l1_below = !(&acc_count_i);
  assign l1_count = l1_below ? acc_count_i + CntW'(1) : acc_count_i;
  assign count_en = allocates_o || (hit_o && below);
  assign intra_en = allocates_o || (hit_o && below && acc_mine_i);
  always_comb begin
    count_d = rd_count + CntW'(1);
    intra_d = rd_intra + CntW'(1);
    if (!found) begin
      count_d = acc_hit_i ? l1_count : CntW'(1);
      intra_d = CntW'(1);
    end
  end

  assign reach_en_o = count_en && (&count_d);
  always_comb begin
    reach_first_o = {IdW{1'b0}};
    reach_last_o  = {IdW{1'b0}};
    reach_intra_o = {CntW{1'b0}};
    if (reach_en_o) begin
      reach_first_o = found ? rd_first : acc_id_i;
      reach_last_o  = acc_mine_i ? acc_id_i : rd_last;
      reach_intra_o = acc_mine_i ? intra_d : rd_intra;
    end
  end

  // rd_at is the entry of the scan, or else of the access.
  logic [Entries-1:0] rd_sel;
  assign rd_sel = Entries'(1) << rd_at;
  always_comb begin
    valid_d = valid_q | (rd_sel & {Entries{allocates_o}});
    valid_d = valid_d & ~(rd_sel & {Entries{scan_en_i}}) & {Entries{!clear_en_i}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Entries{1'b0}};
    else if (clear_en_i || scan_en_i || allocates_o) valid_q <= valid_d;
  end
  always_ff @(posedge clk_i) begin
    if (allocates_o) begin
      tag_q[at]   <= acc_tag;
      first_q[at] <= acc_id_i;
    end
    if (acc && acc_mine_i) last_q[at] <= acc_id_i;
    if (count_en) count_q[at] <= count_d;
    if (intra_en) intra_q[at] <= intra_d;
  end

  always @(posedge clk_i) begin : a_one_way_a_line
    if (rst_ni) assert ((match & (match - Ways'(1))) == {Ways{1'b0}});
  end
  // One bit more than an entry's number, so that Entries itself can be compared with.
  localparam int SumW = IdxW + 1;
  always @(posedge clk_i) begin : a_entry_in_table
    if (rst_ni && used) assert (SumW'(at) < SumW'(Entries));
  end
  always @(posedge clk_i) begin : a_replaces_only_when_full
    if (rst_ni && allocates_o) assert (evict_en_o == valid_q[at]);
  end
  always @(posedge clk_i) begin : a_intra_at_most_count
    if (rst_ni && (hit_o || evict_en_o)) assert (rd_intra <= rd_count && |rd_intra);
  end
endmodule
