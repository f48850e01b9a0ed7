// Scheduling-aware prefetching of apres: prefetches for the warps of a group whose first load missed.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV, figures 6 and 9.
// Storage: 2 + PcW + 2 * IdW + AddrW + index(Entries) + Warps bits = 2 + 32 + 16 + 64 + 4 + 48 = 166, and
//   those of the parts. With Stages 2 * AddrW + 2 * IdW + 7 = 151 more.
// Example (figure 9): the PT has PC 200 with warp 10, address 2800, stride 100. A miss of warp 2 at PC 200,
//   address 2000, group {1, 2}, in cycle 0 -> cycle 1 takes; cycle 18 predicts; cycle 19 offers 1900 for
//   warp 1; taken and good -> cycle 20 target_id 1.
// Same cycle: a kernel start comes before all. A miss is served one cycle after it came or later. The
//   end of a division comes before the fill. A target is kept before another is offered.
// Degenerate: a miss of an ID that names no warp has no effect; one that finds the DRQ full is lost. The
//   lowest warp of a group is filled first, and those that are not live are left out. The target is not
//   reset: it means something only while it is held.
// Latency: outputs 0 cycles; a miss that hits the PT predicts AddrW / DivBits + 2 cycles after it came, with
//   Stages 4 cycles later. A prefetch is offered in the cycle after the prediction, and after the one in which its
//   predecessor is taken, at the earliest; with Stages 1 in the third, with Stages 2 in the fourth.
module apres_sap #(
    /// warps of the SM, any number from 1 to 64
    parameter int Warps = 48,
    /// bits of a PC, 1 to 64
    parameter int PcW = 32,
    /// bits of an address and of a stride, 1 to 64
    parameter int AddrW = 64,
    /// bits of a warp's ID, 1 to 8; at least those of a warp's number
    parameter int IdW = 8,
    /// misses that can wait, any number from 1 to 64
    parameter int Drq = 32,
    /// entries of the PT, any number from 1 to 32
    parameter int Entries = 10,
    /// bits of the quotient per cycle, 1 to 8; AddrW is a multiple
    parameter int DivBits = 4,
    /// 1: registers from the DRQ to the division and from the WQ to the address of a prefetch; 2: in the product, too
    parameter int Stages = 0
) (
    /// clock
    input  logic             clk_i,
    /// synchronous reset, active low: nothing waits, is known or served
    input  logic             rst_ni,
    /// a kernel starts
    input  logic             start_en_i,
    /// a group has missed
    input  logic             miss_en_i,
    /// PC of the load
    input  logic [  PcW-1:0] miss_pc_i,
    /// ID of its warp
    input  logic [  IdW-1:0] miss_id_i,
    /// address of its lowest active lane
    input  logic [AddrW-1:0] miss_addr_i,
    /// warps of the group
    input  logic [Warps-1:0] miss_group_i,
    /// bit w: slot w holds a warp
    input  logic [Warps-1:0] live_i,
    /// the L1 takes or drops the prefetch that is offered
    input  logic             pf_take_i,
    /// the L1 has accepted it, or the line is present or pending
    input  logic             pf_good_i,
    /// LAWS moves the target at this edge
    input  logic             target_moves_i,
    /// a prefetch is offered
    output logic             pf_valid_o,
    /// PC of its load, 0 without
    output logic [  PcW-1:0] pf_pc_o,
    /// warp for which it is made, 0 without
    output logic [  IdW-1:0] pf_id_o,
    /// its address, 0 without
    output logic [AddrW-1:0] pf_addr_o,
    /// a target waits to be moved
    output logic             target_en_o,
    /// that warp, 0 without
    output logic [  IdW-1:0] target_id_o,
    /// a miss is taken from the DRQ
    output logic             takes_o,
    /// a miss finds the DRQ full and is lost
    output logic             dropped_o,
    /// it takes an entry of the PT
    output logic             allocates_o,
    /// ... that was in use
    output logic             replaces_o,
    /// it is by the warp of the PT: no stride
    output logic             same_warp_o,
    /// the division leaves a remainder: no stride
    output logic             inexact_o,
    /// the stride is not that of the PT, and is written there
    output logic             mismatch_o,
    /// the stride is that of the PT, and 0
    output logic             no_stride_o,
    /// the stride is that of the PT: prefetches follow
    output logic             predicts_o
);
  localparam int WayW = (Entries > 1) ? $clog2(Entries) : 1;
  localparam int WarpW = (Warps > 1) ? $clog2(Warps) : 1;
  localparam int DiffW = IdW + 1;
  // What is refused below must not stop a tool before its name does.
  localparam int PerStep = (DivBits > 0) ? DivBits : 1;

  if (Warps < 1 || Warps > 64) begin : gen_illegal_warps
    apres_sap_needs_Warps_1_to_64 i_illegal ();
  end else if (IdW < 1 || IdW > 8) begin : gen_illegal_id_w
    apres_sap_needs_IdW_1_to_8 i_illegal ();
  end else if (IdW < WarpW) begin : gen_illegal_id
    apres_sap_needs_product_2_to_IdW_at_least_Warps i_illegal ();
  end
  if (PcW < 1 || PcW > 64) begin : gen_illegal_pc_w
    apres_sap_needs_PcW_1_to_64 i_illegal ();
  end
  if (AddrW < 1 || AddrW > 64) begin : gen_illegal_addr_w
    apres_sap_needs_AddrW_1_to_64 i_illegal ();
  end else if (DivBits < 1 || DivBits > 8) begin : gen_illegal_div_bits
    apres_sap_needs_DivBits_1_to_8 i_illegal ();
  end else if (AddrW % PerStep != 0) begin : gen_illegal_steps
    apres_sap_needs_product_of_DivBits_and_steps_AddrW i_illegal ();
  end
  if (Drq < 1 || Drq > 64) begin : gen_illegal_drq
    apres_sap_needs_Drq_1_to_64 i_illegal ();
  end
  if (Entries < 1 || Entries > 32) begin : gen_illegal_entries
    apres_sap_needs_Entries_1_to_32 i_illegal ();
  end
  if (Stages < 0 || Stages > 2) begin : gen_illegal_stages
    apres_sap_needs_Stages_0_to_2 i_illegal ();
  end

  logic dividing_q, dividing_d;
  logic [PcW-1:0] pc_q;
  logic [IdW-1:0] id_q;
  logic [AddrW-1:0] addr_q;
  logic [WayW-1:0] way_q;
  logic [Warps-1:0] fill_q, fill_d;
  logic held_q, held_d;
  logic [IdW-1:0] target_q;

  logic push_en, drq_valid;
  logic [AddrW-1:0] drq_addr;
  logic [PcW-1:0] drq_pc;
  logic [IdW-1:0] drq_id;
  logic [Warps-1:0] drq_group;
  logic look_en;
  logic [PcW-1:0] look_pc;
  logic [IdW-1:0] look_id;
  logic [AddrW-1:0] look_addr;
  logic pt_hit;
  logic [WayW-1:0] pt_way;
  logic [IdW-1:0] old_id;
  logic [AddrW-1:0] old_addr, stride;
  logic [AddrW-1:0] d_addr;
  logic [DiffW-1:0] d_id, d_to;
  logic [AddrW-1:0] product, to;
  logic div_en;
  logic [AddrW-1:0] div_num;
  logic [DiffW-1:0] div_den;
  logic done;
  logic [AddrW-1:0] quot;
  logic div_exact;
  logic [AddrW-1:0] stride_new;
  logic wq_push;
  logic [IdW-1:0] wq_push_id;
  logic wq_pop, wq_clear, wq_valid;
  logic [IdW-1:0] wq_id;

  logic miss_ok;
  if (Warps >= (1 << IdW)) begin : gen_every_id
    assign miss_ok = 1'b1;
  end else begin : gen_some_ids
    assign miss_ok = miss_id_i < IdW'(Warps);
  end
  assign push_en = miss_en_i && miss_ok && !start_en_i;
  apres_drq #(
      .Depth(Drq),
      .AddrW(AddrW),
      .PcW  (PcW),
      .IdW  (IdW),
      .Warps(Warps)
  ) i_drq (
      .clk_i,
      .rst_ni,
      .push_en_i   (push_en),
      .push_addr_i (miss_addr_i),
      .push_pc_i   (miss_pc_i),
      .push_id_i   (miss_id_i),
      .push_group_i(miss_group_i),
      .pop_en_i    (takes_o),
      .clear_en_i  (start_en_i),
      .valid_o     (drq_valid),
      .addr_o      (drq_addr),
      .pc_o        (drq_pc),
      .id_o        (drq_id),
      .group_o     (drq_group),
      .dropped_o
  );

  // With Stages alone: the miss is looked up that was taken before; it is not divided; the address of a
  // prefetch is computed or offered.
  logic idle, looks_up, no_division, between_offers, divides;
  assign idle = !dividing_q && !wq_valid && fill_q == {Warps{1'b0}} && !between_offers;
  assign takes_o = idle && drq_valid && !start_en_i;
  apres_pt #(
      .Entries(Entries),
      .PcW    (PcW),
      .IdW    (IdW),
      .AddrW  (AddrW)
  ) i_pt (
      .clk_i,
      .rst_ni,
      .look_en_i   (look_en),
      .look_pc_i   (look_pc),
      .look_id_i   (look_id),
      .look_addr_i (look_addr),
      .at_i        (way_q),
      .set_en_i    (mismatch_o),
      .set_stride_i(stride_new),
      .clear_en_i  (start_en_i),
      .hit_o       (pt_hit),
      .allocates_o,
      .replaces_o,
      .way_o       (pt_way),
      .old_id_o    (old_id),
      .old_addr_o  (old_addr),
      .stride_o    (stride)
  );
  assign same_warp_o = pt_hit && look_id == old_id;
  assign divides = pt_hit && look_id != old_id;

  logic [AddrW-1:0] agen_old_addr, agen_stride, agen_so_far, agen_step;
  logic [IdW-1:0] agen_old_id;
  logic [DiffW-1:0] agen_by;
  logic agen_upper;
  apres_agen #(
      .AddrW (AddrW),
      .IdW   (IdW),
      .Halves((Stages == 2) ? 1 : 0)
  ) i_agen (
      .addr_i    (look_addr),
      .old_addr_i(agen_old_addr),
      .id_i      (look_id),
      .old_id_i  (agen_old_id),
      .from_id_i (id_q),
      .to_id_i   (wq_id),
      .by_i      (agen_by),
      .stride_i  (agen_stride),
      .upper_i   (agen_upper),
      .so_far_i  (agen_so_far),
      .base_i    (addr_q),
      .step_i    (agen_step),
      .d_addr_o  (d_addr),
      .d_id_o    (d_id),
      .d_to_o    (d_to),
      .product_o (product),
      .to_o      (to)
  );

  apres_div #(
      .NumW(AddrW),
      .DenW(DiffW),
      .Bits(DivBits)
  ) i_div (
      .clk_i,
      .rst_ni,
      .start_en_i(div_en),
      .num_i     (div_num),
      .den_i     (div_den),
      .clear_en_i(start_en_i),
      .done_o    (done),
      .quot_o    (quot),
      .exact_o   (div_exact)
  );

  // The end of a division, in one of four ways.
  logic over, ends, exact, agrees, some_stride, gives_up;
  assign ends = over && !start_en_i;
  assign agrees = stride_new == stride;
  assign some_stride = |stride;
  assign inexact_o = ends && !exact;
  assign mismatch_o = ends && exact && !agrees;
  assign no_stride_o = ends && exact && agrees && !some_stride;
  assign predicts_o = ends && exact && agrees && some_stride;
  assign gives_up = ends && !predicts_o;

  // The lowest warp that is left goes first: whether one up to each is, in log2(Warps) steps.
  logic [Warps-1:0] left, others, up_to, lowest;
  assign left   = fill_q & live_i;
  assign others = left & ~lowest;
  always_comb begin
    up_to = left;
    for (int k = 0; k < WarpW; k++) up_to = up_to | (up_to << (1 << k));
    lowest = left & ~(up_to << 1);
  end
  assign wq_push = (|left) && !looks_up && !no_division;
  always_comb begin
    wq_push_id = {IdW{1'b0}};
    for (int w = 0; w < Warps; w++) wq_push_id = wq_push_id | ({IdW{lowest[w]}} & IdW'(w));
  end

  // The warp of the miss itself has its line under way: it is passed over.
  // serves: a miss becomes the one that is served; finds: its entry of the PT is known.
  logic at_warp, own, good_take, serves, finds;
  logic [IdW-1:0] offered;
  assign at_warp = !dividing_q && wq_valid && !between_offers;
  assign own = wq_id == id_q;
  assign wq_clear = start_en_i || gives_up;
  apres_wq #(
      .Depth(Warps),
      .IdW  (IdW)
  ) i_wq (
      .clk_i,
      .rst_ni,
      .push_en_i (wq_push),
      .push_id_i (wq_push_id),
      .pop_en_i  (wq_pop),
      .clear_en_i(wq_clear),
      .valid_o   (wq_valid),
      .id_o      (wq_id)
  );
  assign pf_pc_o = pf_valid_o ? pc_q : {PcW{1'b0}};
  assign pf_id_o = pf_valid_o ? offered : {IdW{1'b0}};
  assign pf_addr_o = pf_valid_o ? to : {AddrW{1'b0}};
  assign good_take = pf_valid_o && pf_take_i && pf_good_i && !start_en_i;
  assign target_en_o = held_q;
  assign target_id_o = held_q ? target_q : {IdW{1'b0}};

  if (Stages == 0) begin : gen_at_once
    assign look_en       = takes_o;
    assign look_pc       = drq_pc;
    assign look_id       = drq_id;
    assign look_addr     = drq_addr;
    assign agen_old_addr = old_addr;
    assign agen_old_id   = old_id;
    assign agen_by       = d_to;
    assign agen_stride   = stride;
    assign agen_upper    = at_warp;  // has no effect without Halves, nor has the next
    assign agen_so_far   = product;
    assign agen_step     = product;
    assign div_en        = divides;
    assign div_num       = d_addr;
    assign div_den       = d_id;
    assign over          = done && dividing_q;
    assign exact         = div_exact;
    assign stride_new    = quot;
    assign pf_valid_o    = at_warp && !own && !held_q;
    assign offered       = wq_id;
    assign wq_pop        = (at_warp && own) || (pf_valid_o && pf_take_i);
    assign serves        = divides;
    assign looks_up       = 1'b0;
    assign no_division    = 1'b0;
    assign finds          = divides;
    assign between_offers = 1'b0;
  end else begin : gen_stages
    localparam logic [2:0] StepLook = 3'd1;
    localparam logic [2:0] StepDifferences = 3'd2;
    localparam logic [2:0] StepStart = 3'd3;
    localparam logic [2:0] StepEnd = 3'd4;
    localparam logic [2:0] StepGiveUp = 3'd5;
    localparam logic [1:0] PhaseWarp = 2'd1;
    localparam logic [1:0] PhaseProduct = 2'd2;
    localparam logic [1:0] PhaseHalf = 2'd3;
    (* fsm_encoding = "none" *)
    logic [2:0] step_q;
    logic [2:0] step_d;
    logic [AddrW-1:0] num_q;
    logic [DiffW-1:0] den_q;
    logic exact_q;
    (* fsm_encoding = "none" *)
    logic [1:0] phase_q;
    logic [1:0] phase_d;
    logic [IdW-1:0] next_q;
    logic [AddrW-1:0] product_q;

    // With Stages 2 the product is made in two cycles: first with the lower half of the stride.
    logic result, differs, goes, halfway, multiplies;
    assign result     = done && dividing_q;
    assign differs    = step_q == StepDifferences;
    assign goes       = at_warp && !own;
    assign halfway    = Stages == 2 && phase_q == PhaseHalf;
    assign multiplies = phase_q == PhaseWarp || halfway;

    assign looks_up       = step_q == StepLook;
    assign no_division    = step_q == StepGiveUp;
    assign finds          = looks_up;
    assign between_offers = phase_q != 2'd0;
    assign look_en       = looks_up;
    assign look_pc       = pc_q;
    assign look_id       = id_q;
    assign look_addr     = addr_q;
    assign agen_old_addr = num_q;
    assign agen_old_id   = den_q[IdW-1:0];
    assign agen_by       = den_q;
    assign agen_stride   = num_q;
    assign agen_upper    = halfway;
    assign agen_so_far   = product_q;
    assign agen_step     = product_q;
    assign div_en        = step_q == StepStart;
    assign div_num       = num_q;
    assign div_den       = den_q;
    assign over          = step_q == StepEnd;
    assign exact         = exact_q;
    assign stride_new    = num_q;
    assign pf_valid_o    = phase_q == PhaseProduct && !held_q;
    assign offered       = next_q;
    assign wq_pop        = at_warp;
    assign serves        = takes_o;

    always_comb begin
      step_d = 3'd0;
      if (takes_o) step_d = StepLook;
      if (looks_up) step_d = divides ? StepDifferences : StepGiveUp;
      if (differs) step_d = StepStart;
      if (result) step_d = StepEnd;
      phase_d = phase_q;
      if (goes) phase_d = PhaseWarp;
      if (multiplies) phase_d = (Stages == 2 && !halfway) ? PhaseHalf : PhaseProduct;
      if (pf_valid_o && pf_take_i) phase_d = 2'd0;
      if (start_en_i) begin
        step_d  = 3'd0;
        phase_d = 2'd0;
      end
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        step_q    <= 3'd0;
        num_q     <= {AddrW{1'b0}};
        den_q     <= {DiffW{1'b0}};
        exact_q   <= 1'b0;
        phase_q   <= 2'd0;
        next_q    <= {IdW{1'b0}};
        product_q <= {AddrW{1'b0}};
      end else begin
        step_q  <= step_d;
        phase_q <= phase_d;
        if (looks_up) begin
          num_q <= old_addr;
          den_q <= {1'b0, old_id};
        end
        if (differs) begin
          num_q <= d_addr;
          den_q <= d_id;
        end
        if (result) begin
          num_q   <= quot;
          exact_q <= div_exact;
        end
        if (goes) begin
          next_q <= wq_id;
          den_q  <= d_to;
        end
        if (multiplies) product_q <= product;
      end
    end

    always @(posedge clk_i) begin : a_a_step_is_of_a_miss_that_is_served
      if (rst_ni && step_q != 3'd0) assert (dividing_q && step_q <= StepGiveUp);
    end
    always @(posedge clk_i) begin : a_a_phase_is_of_an_offer
      if (rst_ni && phase_q != 2'd0) assert (!dividing_q && (phase_q != PhaseHalf || Stages == 2));
    end
  end

  always_comb begin
    dividing_d = serves || (dividing_q && !over && !no_division);
    fill_d     = looks_up ? fill_q : others;
    held_d     = good_take || (held_q && !target_moves_i);
    if (gives_up || no_division) fill_d = {Warps{1'b0}};
    if (serves) fill_d = drq_group;
    if (start_en_i) begin
      dividing_d = 1'b0;
      fill_d     = {Warps{1'b0}};
      held_d     = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dividing_q <= 1'b0;
      fill_q     <= {Warps{1'b0}};
      held_q     <= 1'b0;
    end else begin
      dividing_q <= dividing_d;
      fill_q     <= fill_d;
      held_q     <= held_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pc_q   <= {PcW{1'b0}};
      id_q   <= {IdW{1'b0}};
      addr_q <= {AddrW{1'b0}};
      way_q  <= {WayW{1'b0}};
    end else begin
      if (serves) begin
        pc_q   <= drq_pc;
        id_q   <= drq_id;
        addr_q <= drq_addr;
      end
      if (finds) way_q <= pt_way;
    end
  end
  always_ff @(posedge clk_i) begin
    if (good_take) target_q <= offered;
  end

  // The WQ has a place for each warp. A group comes only when it is empty and nothing is left to fill, and
  // each push takes its warp out of what is left: no push finds it full.
  always @(posedge clk_i) begin : a_group_finds_the_wq_empty
    if (rst_ni && serves) assert (!wq_valid && fill_q == {Warps{1'b0}} && !dividing_q);
  end
  always @(posedge clk_i) begin : a_each_push_leaves_fewer
    if (rst_ni && wq_push) assert ((fill_q & lowest) == lowest && (others & lowest) == {Warps{1'b0}});
  end
  always @(posedge clk_i) begin : a_one_warp_is_filled
    if (rst_ni && wq_push) assert (|lowest && (lowest & (lowest - Warps'(1))) == {Warps{1'b0}});
  end
  always @(posedge clk_i) begin : a_divides_only_while_dividing
    if (rst_ni && done) assert (dividing_q);
  end
  always @(posedge clk_i) begin : a_one_way_to_end
    if (rst_ni) begin
      assert (!(inexact_o && mismatch_o) && !(no_stride_o && predicts_o));
      assert ((inexact_o || mismatch_o) != (no_stride_o || predicts_o) || !ends);
    end
  end
  always @(posedge clk_i) begin : a_held_only_after_a_good_take
    if (rst_ni && held_d && !held_q) assert (pf_valid_o && pf_take_i && pf_good_i);
  end
endmodule
