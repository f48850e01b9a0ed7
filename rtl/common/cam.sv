// Content-addressed table: key to index, allocating the lowest free entry.
//
// Source: building block (the load and access tables of apcm and apres).
// Storage: Entries * (KeyW + 1) bits = 16 * 33 = 528, of which 512 are keys.
// Example (Entries 2, empty): look up 7 with alloc -> miss, idx 0, 7 is stored in 0; look up 7
//   -> hit, idx 0; look up 9 with alloc -> miss, idx 1; now full: look up 5 -> miss, idx 0,
//   nothing is stored.
// Same cycle: clear comes first, then the allocation, decided by this cycle's outputs: an
//   allocating miss beside a clear leaves exactly the new entry at idx_o; a hit, or a miss while
//   full, beside a clear leaves nothing. The read gives the key before the edge.
// Degenerate: lookup_en 0 gives hit 0 and the lowest free entry. keys is not reset, a key means
//   something only while it is valid. An entry that is not valid reads 0, and so does an index of
//   Entries or above, which names none.
// Latency: lookup and read 0 cycles; an allocation is found and read from the next cycle on.
module cam #(
    /// entries, any number from 1 to 64
    parameter int Entries = 16,
    /// bits per key, 1 to 64
    parameter int KeyW = 32,
    localparam int IdxW = (Entries > 1) ? $clog2(Entries) : 1
) (
    /// clock
    input  logic            clk_i,
    /// synchronous reset, active low: every entry invalid
    input  logic            rst_ni,
    /// look up key_i
    input  logic            lookup_en_i,
    /// store the key if it misses and an entry is free
    input  logic            alloc_i,
    /// key
    input  logic [KeyW-1:0] key_i,
    /// invalidate every entry
    input  logic            clear_en_i,
    /// entry whose key is read
    input  logic [IdxW-1:0] rd_idx_i,
    /// a valid entry holds the key (only with lookup_en_i)
    output logic            hit_o,
    /// every entry is valid
    output logic            full_o,
    /// on a hit the entry, else the lowest free entry, 0 if full
    output logic [IdxW-1:0] idx_o,
    /// key of entry rd_idx_i, 0 if it is not valid
    output logic [KeyW-1:0] rd_key_o
);
  if (Entries < 1 || Entries > 64) begin : gen_illegal_entries
    cam_needs_Entries_1_to_64 i_illegal ();
  end
  if (KeyW < 1 || KeyW > 64) begin : gen_illegal_key_w
    cam_needs_KeyW_1_to_64 i_illegal ();
  end

  logic [Entries-1:0] valid_q, valid_d;
  (* mem2reg *)
  logic [KeyW-1:0] keys_q[0:Entries-1];

  logic [Entries-1:0] same_key, match;
  logic [IdxW-1:0] match_idx;
  for (genvar g = 0; g < Entries; g++) begin : gen_match
    assign same_key[g] = valid_q[g] && keys_q[g] == key_i;
  end
  assign match = lookup_en_i ? same_key : {Entries{1'b0}};

  // match is one-hot or 0, because no key is stored twice: an OR is enough to encode it.
  always_comb begin
    match_idx = {IdxW{1'b0}};
    for (int i = 0; i < Entries; i++) match_idx = match_idx | ({IdxW{match[i]}} & IdxW'(i));
  end

  logic any_free;
  logic [IdxW-1:0] free_idx;
  logic [Entries-1:0] free_onehot;
  prio_enc #(
      .N(Entries)
  ) i_free (
      .req_i   (~valid_q),
      .any_o   (any_free),
      .idx_o   (free_idx),
      .onehot_o(free_onehot)
  );

  logic alloc_en;
  assign hit_o = |match;
  assign full_o = !any_free;
  assign idx_o = hit_o ? match_idx : free_idx;
  assign alloc_en = lookup_en_i && alloc_i && !hit_o && any_free;

  // A valid entry is selected by its number: no other number selects one.
  logic [Entries-1:0] rd_sel;
  for (genvar g = 0; g < Entries; g++) begin : gen_rd_sel
    assign rd_sel[g] = valid_q[g] && rd_idx_i == IdxW'(g);
  end
  assign rd_key_o = (|rd_sel) ? keys_q[rd_idx_i] : {KeyW{1'b0}};

  always_comb begin
    valid_d = clear_en_i ? {Entries{1'b0}} : valid_q;
    if (alloc_en) valid_d = valid_d | free_onehot;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Entries{1'b0}};
    else valid_q <= valid_d;
  end
  always_ff @(posedge clk_i) begin
    if (alloc_en) keys_q[free_idx] <= key_i;
  end

  always @(posedge clk_i) begin : a_one_entry_a_key
    if (rst_ni) assert ((same_key & (same_key - Entries'(1))) == {Entries{1'b0}});
  end
  always @(posedge clk_i) begin : a_allocates_a_free_entry
    if (rst_ni && alloc_en) assert ((free_onehot & valid_q) == {Entries{1'b0}});
  end
endmodule
