// Table of saturating counters: one combinational read, one increment and one decrement a
// cycle.
//
// Source: building block; the counters of abyp (Tian et al., GPGPU-8 2015, section 3).
// Storage: Entries * CtrW bits = 128 * 4 = 512.
// Example (CtrW 2): 3 +1 -> 3; 3 -1 -> 2; 3 +1 -1 -> 3; 0 -1 -> 0; 0 +1 -1 -> 0.
// Same cycle: an increment and a decrement of one entry cancel, also at either end; if they name
//   two entries, both happen. The read gives the value before the edge.
// Degenerate: an index of Entries or above names no counter: it reads 0 and changes nothing, and
//   leaves the other port alone. There is none where Entries is 2, 4, 8 and so on; with one entry
//   the index has one bit, and 1 names no counter.
// Latency: read 0 cycles; a change is seen in the next cycle.
module sat_ctr_table #(
    /// counters, any number from 1 to 1024
    parameter int Entries = 128,
    /// bits per counter, 1 to 8
    parameter int CtrW = 4,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: every counter becomes 0
    input  logic            rst_ni,
    /// entry to read
    input  logic [IdxW-1:0] rd_idx_i,
    /// add one to inc_idx_i
    input  logic            inc_en_i,
    /// entry to increment
    input  logic [IdxW-1:0] inc_idx_i,
    /// subtract one from dec_idx_i
    input  logic            dec_en_i,
    /// entry to decrement
    input  logic [IdxW-1:0] dec_idx_i,
    /// value of rd_idx_i before the edge
    output logic [CtrW-1:0] rd_ctr_o
);
  if (Entries < 1 || Entries > 1024) begin : gen_illegal_entries
    sat_ctr_table_needs_Entries_1_to_1024 i_illegal ();
  end
  if (CtrW < 1 || CtrW > 8) begin : gen_illegal_ctr_w
    sat_ctr_table_needs_CtrW_1_to_8 i_illegal ();
  end

  (* mem2reg *)
  logic [CtrW-1:0] ctr_q[0:Entries-1];

  logic rd_ok, inc_ok, dec_ok;
  if (Entries == (1 << IdxW)) begin : gen_every_index
    assign {rd_ok, inc_ok, dec_ok} = 3'b111;
  end else begin : gen_some_indices
    assign rd_ok  = rd_idx_i < IdxW'(Entries);
    assign inc_ok = inc_idx_i < IdxW'(Entries);
    assign dec_ok = dec_idx_i < IdxW'(Entries);
  end

  logic cancel, up_en, down_en;
  assign cancel = inc_en_i && dec_en_i && inc_idx_i == dec_idx_i;
  assign up_en = inc_en_i && inc_ok && !cancel;
  assign down_en = dec_en_i && dec_ok && !cancel;
  assign rd_ctr_o = rd_ok ? ctr_q[rd_idx_i] : {CtrW{1'b0}};

  // Indices arrive late (abyp reads them from its tags), and read, add, write is the longest path
  // of whoever holds this table. So each bank, the entries with the same low index bits, adds for
  // itself: the low bits choose only who writes, and a sum drives one bank and not every entry.
  localparam int BankW = (Entries % 8 == 0) ? 3 : 0;
  localparam int Banks = 1 << BankW;
  localparam logic [IdxW-1:0] LowBits = IdxW'(Banks - 1);
  logic [Banks-1:0] up_bank, down_bank;
  (* mem2reg *) logic [IdxW-1:0] inc_at[0:Banks-1];
  (* mem2reg *) logic [IdxW-1:0] dec_at[0:Banks-1];
  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    assign inc_at[b] = (inc_idx_i & ~LowBits) | IdxW'(b);
    assign dec_at[b] = (dec_idx_i & ~LowBits) | IdxW'(b);
    assign up_bank[b] = up_en && (inc_idx_i & LowBits) == IdxW'(b);
    assign down_bank[b] = down_en && (dec_idx_i & LowBits) == IdxW'(b);
  end

  function automatic logic [CtrW-1:0] up(input logic [CtrW-1:0] ctr);
    up = (&ctr) ? ctr : ctr + CtrW'(1);
  endfunction
  function automatic logic [CtrW-1:0] down(input logic [CtrW-1:0] ctr);
    down = (|ctr) ? ctr - CtrW'(1) : ctr;
  endfunction
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < Entries; i++) ctr_q[i] <= {CtrW{1'b0}};
    end else begin
      for (int b = 0; b < Banks; b++) begin
        if (up_bank[b]) ctr_q[inc_at[b]] <= up(ctr_q[inc_at[b]]);
        if (down_bank[b]) ctr_q[dec_at[b]] <= down(ctr_q[dec_at[b]]);
      end
    end
  end

  always @(posedge clk_i) begin : a_one_change_an_entry
    if (rst_ni) assert (!(up_en && down_en && inc_idx_i == dec_idx_i));
  end
endmodule
