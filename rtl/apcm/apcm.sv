// Access-pattern-aware management of one L1: LAT, monitor, MTA, CAIT, PSB and tag extension.
//
// Source: Koo et al., "Access Pattern-Aware Cache Management for Improving Data Utilization in
//   GPU", ISCA 2017, sections 4 and 5.
// Storage: tag extension 128 * 11 = 1408, MTA 32 * 36 = 1152, CAIT 16 * 11 = 176, LAT 16 * 32 = 512,
//   PSB 48 * 6 = 288, together 3536 bits; valid bits of MTA and LAT 32 + 16, monitor 13.
// Example: the first warp that loads is monitored. When it has finished, a load whose lines it used
//   once bypasses (streams), and one whose lines it alone used again takes lines with a pin: these
//   are held until the warp is through its last load, or the loop.
// Same cycle: one request at the L1, one load, one warp's start or finish, one loop exit. A request is
//   decided with the state before the edge. A kernel start comes before all but the tags, which it
//   leaves alone.
// Degenerate: a number that names no load, warp, way or set reads 0 and changes nothing. held and
//   all_held depend on acc_set alone, and streams on nothing of the L1, so that acc_way and
//   acc_accept may follow from them, and exit_match from exit_pc.
// Latency: outputs 0 cycles; what an access teaches is seen in the next cycle.
module apcm #(
    /// loads that are tracked, entries of LAT and CAIT, 1 to 64
    parameter int Loads = 16,
    /// bits of a PC, 1 to 64
    parameter int PcW = 32,
    /// sets of the MTA, a power of two from 1 to 128; MtaSets * MtaWays is at most 128
    parameter int MtaSets = 32,
    /// ways of the MTA, 1 to 128; MtaSets * MtaWays is at most 128
    parameter int MtaWays = 1,
    /// bits of a line number that the MTA tells apart, 1 to 57 and above log2(MtaSets)
    parameter int LineW = 25,
    /// bits of a count, 1 to 8; all ones is the threshold
    parameter int CntW = 4,
    /// warps of the SM, 1 to 64
    parameter int Warps = 48,
    /// sets of the L1, 1 to 2048; Sets * Ways is at most 2048
    parameter int Sets = 32,
    /// ways of the L1, 1 to 64; Sets * Ways is at most 2048
    parameter int Ways = 4,
    /// bit 0: streaming loads bypass; bit 1: intra-warp lines are protected
    parameter int Manage = 3,
    localparam int IdW = (Loads > 1) ? $clog2(Loads) : 1,
    localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1,
    localparam int SetW = (Sets > 1) ? $clog2(Sets) : 1,
    localparam int WayW = (Ways > 1) ? $clog2(Ways) : 1
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: nothing is known, monitored or protected
    input  logic             rst_ni,
    /// a kernel starts
    input  logic             start_en_i,
    /// a warp issues a global load
    input  logic             load_en_i,
    /// that warp
    input  logic [WarpW-1:0] load_warp_i,
    /// its PC
    input  logic [  PcW-1:0] load_pc_i,
    /// a warp starts or finishes
    input  logic             warp_en_i,
    /// that warp
    input  logic [WarpW-1:0] warp_i,
    /// it finishes
    input  logic             finish_i,
    /// a warp leaves a loop
    input  logic             exit_en_i,
    /// that warp
    input  logic [WarpW-1:0] exit_warp_i,
    /// the load at exit_pc_o is in that loop
    input  logic             exit_match_i,
    /// a request stands before the L1
    input  logic             acc_en_i,
    /// the L1 takes it in this cycle
    input  logic             acc_accept_i,
    /// it is of a plain global load
    input  logic             acc_plain_i,
    /// its warp
    input  logic [WarpW-1:0] acc_warp_i,
    /// its load has an ID
    input  logic             acc_tracked_i,
    /// that ID
    input  logic [  IdW-1:0] acc_id_i,
    /// it is the first or second request of its load
    input  logic             acc_early_i,
    /// it is the last one
    input  logic             acc_final_i,
    /// the warp has a lane in the innermost loop of the load
    input  logic             acc_in_loop_i,
    /// it stood here before: acc_method_i and acc_last_i are what was told then
    input  logic             acc_again_i,
    /// see acc_again_i
    input  logic [      1:0] acc_method_i,
    /// see acc_again_i
    input  logic [  IdW-1:0] acc_last_i,
    /// number of its line
    input  logic [LineW-1:0] acc_line_i,
    /// its set
    input  logic [ SetW-1:0] acc_set_i,
    /// the line is present or its fill pending
    input  logic             acc_hit_i,
    /// another system lets it bypass the L1
    input  logic             acc_past_i,
    /// its way, or the way that it would take
    input  logic [ WayW-1:0] acc_way_i,
    /// a line is invalidated, or evicted by a write
    input  logic             gone_en_i,
    /// its set
    input  logic [ SetW-1:0] gone_set_i,
    /// its way
    input  logic [ WayW-1:0] gone_way_i,
    /// all lines are invalidated
    input  logic             flush_en_i,
    /// the load has an ID, which goes with its requests
    output logic             load_tracked_o,
    /// that ID
    output logic [  IdW-1:0] load_id_o,
    /// warp exit_warp_i protects until it leaves a loop
    output logic             exit_watch_o,
    /// PC of the load whose loop that is; 0 without
    output logic [  PcW-1:0] exit_pc_o,
    /// of the request: 0 normal, 1 bypass, 2 protect; it goes with the request
    output logic [      1:0] method_o,
    /// last load of its lines; it goes with the request
    output logic [  IdW-1:0] last_o,
    /// it bypasses as its load is of type bypass
    output logic             streams_o,
    /// ways of acc_set_i that may not be victims
    output logic [ Ways-1:0] held_o,
    /// all of them
    output logic             all_held_o,
    /// the line taken is protected
    output logic             pins_o,
    /// some warp no longer protects after this edge
    output logic             released_o,
    /// stale protection of the set ends
    output logic             lapses_o,
    /// a load gets an ID
    output logic             took_o,
    /// a load finds no ID left
    output logic             refused_o,
    /// a warp is monitored from now on
    output logic             begins_o,
    /// the monitored warp finishes
    output logic             ends_o,
    /// the access hits the MTA
    output logic             mta_hits_o,
    /// the access takes an entry of the MTA
    output logic             allocates_o,
    /// an entry that goes from the MTA writes the CAIT
    output logic             evict_wrote_o,
    /// an entry that reaches the threshold writes the CAIT
    output logic             reach_wrote_o
);
  localparam int MtaEntries = MtaSets * MtaWays;
  localparam int MtaIdxW = (MtaEntries > 1) ? $clog2(MtaEntries) : 1;

  // Refused here under the names of this module; the parts refuse the others.
  if (Loads < 1 || Loads > 64) begin : gen_illegal_loads
    apcm_needs_Loads_1_to_64 i_illegal ();
  end
  if (MtaSets < 1 || MtaSets > 128) begin : gen_illegal_mta_sets
    apcm_needs_MtaSets_1_to_128 i_illegal ();
  end else if ((MtaSets & (MtaSets - 1)) != 0) begin : gen_illegal_mta_power
    apcm_needs_MtaSets_a_power_of_two i_illegal ();
  end else if (MtaWays < 1 || MtaWays > 128) begin : gen_illegal_mta_ways
    apcm_needs_MtaWays_1_to_128 i_illegal ();
  end else if (MtaEntries > 128) begin : gen_illegal_mta_entries
    apcm_needs_product_MtaSets_MtaWays_at_most_128 i_illegal ();
  end
  if (Manage < 0 || Manage > 3) begin : gen_illegal_manage
    apcm_needs_Manage_0_to_3 i_illegal ();
  end

  logic [IdW-1:0] exit_last;
  logic [PcW-1:0] exit_last_pc;
  logic finish_en;
  logic watching;
  logic [WarpW-1:0] mine;
  logic scan_en;
  logic [MtaIdxW-1:0] scan_idx;
  logic mta_en, mta_mine, mta_hit;
  logic [CntW-1:0] line_count;
  logic evict_en;
  logic [IdW-1:0] evict_first, evict_last;
  logic [CntW-1:0] evict_count, evict_intra;
  logic reach_en;
  logic [IdW-1:0] reach_first, reach_last;
  logic [CntW-1:0] reach_intra;
  logic [1:0] cait_method;
  logic [IdW-1:0] cait_last;
  logic psb_protect;
  logic [IdW-1:0] psb_last;
  logic psb_loop;
  logic set_en, in_loop, done_en;
  logic [Warps-1:0] live;
  logic tags_en, tags_new, plain, pin;

  apcm_lat #(
      .Loads(Loads),
      .PcW  (PcW)
  ) i_lat (
      .clk_i,
      .rst_ni,
      .load_en_i,
      .load_pc_i,
      .rd_id_i   (exit_last),
      .clear_en_i(start_en_i),
      .tracked_o (load_tracked_o),
      .id_o      (load_id_o),
      .rd_pc_o   (exit_last_pc),
      .took_o,
      .refused_o
  );
  assign exit_pc_o = exit_watch_o ? exit_last_pc : {PcW{1'b0}};

  assign finish_en = warp_en_i && finish_i;
  apcm_monitor #(
      .Warps  (Warps),
      .Entries(MtaEntries)
  ) i_monitor (
      .clk_i,
      .rst_ni,
      .start_en_i,
      .load_en_i,
      .load_warp_i,
      .finish_en_i  (finish_en),
      .finish_warp_i(warp_i),
      .watching_o   (watching),
      .warp_o       (mine),
      .scan_en_o    (scan_en),
      .scan_idx_o   (scan_idx),
      .begins_o,
      .ends_o
  );

  // The method is read when the request stands here first; later it brings it along.
  logic reads_cait, accepted, past, takes, own_agrees;
  assign plain = acc_en_i && acc_plain_i;
  assign reads_cait = acc_en_i && acc_tracked_i && !acc_again_i;
  always_comb begin
    method_o = cait_method & {2{reads_cait}};
    last_o   = cait_last & {IdW{reads_cait}};
    if (acc_en_i && acc_again_i) begin
      method_o = acc_method_i;
      last_o   = acc_last_i;
    end
  end

  localparam bit Bypasses = (Manage & 1) != 0;
  localparam bit Protects = (Manage & 2) != 0;
  assign streams_o = Bypasses && plain && method_o == 2'd1;
  assign accepted = acc_en_i && acc_accept_i;
  assign past = streams_o || acc_past_i;
  assign takes = accepted && !past && !acc_hit_i && !all_held_o;

  // The monitored warp's later requests, and its loads without an ID, leave the MTA alone.
  assign mta_mine = watching && acc_warp_i == mine;
  assign mta_en = accepted && plain && watching && (!mta_mine || (acc_tracked_i && acc_early_i));
  assign mta_hit = acc_hit_i && !past;
  apcm_mta #(
      .Sets (MtaSets),
      .Ways (MtaWays),
      .LineW(LineW),
      .IdW  (IdW),
      .CntW (CntW)
  ) i_mta (
      .clk_i,
      .rst_ni,
      .acc_en_i     (mta_en),
      .acc_mine_i   (mta_mine),
      .acc_line_i,
      .acc_id_i,
      .acc_hit_i    (mta_hit),
      .acc_count_i  (line_count),
      .scan_en_i    (scan_en),
      .scan_idx_i   (scan_idx),
      .clear_en_i   (start_en_i),
      .hit_o        (mta_hits_o),
      .allocates_o,
      .evict_en_o   (evict_en),
      .evict_first_o(evict_first),
      .evict_last_o (evict_last),
      .evict_count_o(evict_count),
      .evict_intra_o(evict_intra),
      .reach_en_o   (reach_en),
      .reach_first_o(reach_first),
      .reach_last_o (reach_last),
      .reach_intra_o(reach_intra)
  );

  apcm_cait #(
      .Loads(Loads),
      .CntW (CntW)
  ) i_cait (
      .clk_i,
      .rst_ni,
      .rd_id_i      (acc_id_i),
      .evict_en_i   (evict_en),
      .evict_first_i(evict_first),
      .evict_last_i (evict_last),
      .evict_count_i(evict_count),
      .evict_intra_i(evict_intra),
      .reach_en_i   (reach_en),
      .reach_first_i(reach_first),
      .reach_last_i (reach_last),
      .reach_intra_i(reach_intra),
      .clear_en_i   (start_en_i),
      .rd_method_o  (cait_method),
      .rd_last_o    (cait_last),
      .evict_wrote_o,
      .reach_wrote_o
  );

  // A warp protects for one last load at a time.
  assign in_loop = acc_in_loop_i && last_o == acc_id_i;
  assign own_agrees = psb_last == last_o && psb_loop == in_loop;
  assign pin = Protects && plain && method_o == 2'd2 && (!psb_protect || own_agrees);
  assign pins_o = takes && pin;
  assign set_en = pins_o && !psb_protect;
  assign done_en = accepted && plain && acc_tracked_i && acc_final_i;
  apcm_psb #(
      .Warps(Warps),
      .IdW  (IdW)
  ) i_psb (
      .clk_i,
      .rst_ni,
      .rd_warp_i   (acc_warp_i),
      .set_en_i    (set_en),
      .set_last_i  (last_o),
      .set_loop_i  (in_loop),
      .done_en_i   (done_en),
      .done_id_i   (acc_id_i),
      .exit_en_i,
      .exit_warp_i,
      .exit_match_i,
      .warp_en_i,
      .warp_i,
      .clear_en_i  (start_en_i),
      .rd_protect_o(psb_protect),
      .rd_last_o   (psb_last),
      .rd_loop_o   (psb_loop),
      .exit_watch_o,
      .exit_last_o (exit_last),
      .live_o      (live),
      .released_o
  );

  // What bypasses because every way is held changes nothing here.
  assign tags_new = takes;
  assign tags_en  = takes || (accepted && mta_hit);
  apcm_tags #(
      .Sets (Sets),
      .Ways (Ways),
      .Warps(Warps),
      .CntW (CntW)
  ) i_tags (
      .clk_i,
      .rst_ni,
      .set_i      (acc_set_i),
      .way_i      (acc_way_i),
      .live_i     (live),
      .acc_en_i   (tags_en),
      .acc_new_i  (tags_new),
      .acc_plain_i(plain),
      .acc_pin_i  (pin),
      .acc_warp_i,
      .gone_en_i,
      .gone_set_i,
      .gone_way_i,
      .flush_en_i,
      .held_o,
      .all_held_o,
      .rd_count_o (line_count),
      .lapses_o
  );

  always @(posedge clk_i) begin : a_one_way_to_be_served
    if (rst_ni) assert (!(streams_o && (tags_en || pins_o)) && !(set_en && !pins_o));
  end
  always @(posedge clk_i) begin : a_not_accepted_changes_nothing
    if (rst_ni && !accepted) assert (!tags_en && !pins_o && !mta_hits_o && !allocates_o);
  end
  always @(posedge clk_i) begin : a_only_the_monitored_warp_allocates
    if (rst_ni && allocates_o) assert (watching && acc_warp_i == mine && !scan_en);
  end
endmodule
