// Priority encoder: index and one-hot of the lowest request.
//
// Source: building block (the 48-to-6 encoder of mrpb, Jia et al., HPCA 2014).
// Storage: none.
// Example (N 4): req 0110 -> any 1, idx 1, onehot 0010; req 0000 -> any 0, idx 0, onehot 0000.
// Same cycle: the tie-break is fixed, the lowest index wins; there is no pointer.
// Degenerate: no request gives idx 0 and onehot 0. With one line, any is the line and idx is 0.
// Latency: 0 cycles, combinational, no clock.
module prio_enc #(
    /// request lines, any number from 1 to 64
    parameter int N = 48,
    localparam int IdxW = (N > 1) ? $clog2(N) : 1
) (
    /// requests
    input  logic [N-1:0]    req_i,
    /// some request is set
    output logic            any_o,
    /// number of the lowest request, 0 if none
    output logic [IdxW-1:0] idx_o,
    /// the lowest request alone, 0 if none
    output logic [N-1:0]    onehot_o
);
  if (N < 1 || N > 64) begin : gen_illegal_n
    prio_enc_needs_N_1_to_64 i_illegal ();
  end

  // Whether some request up to each one is set, in log2(N) steps of an OR: written as the two's
  // complement of the requests, synthesis would make a chain of N carries. All outputs are assigned
  // in one block, so that an assertion never sees half of them.
  logic [N-1:0] up_to;
  always_comb begin
    any_o = |req_i;
    up_to = req_i;
    for (int k = 0; k < IdxW; k++) up_to = up_to | (up_to << (1 << k));
    onehot_o = req_i & ~(up_to << 1);
    idx_o = {IdxW{1'b0}};
    for (int i = 0; i < N; i++) idx_o = idx_o | ({IdxW{onehot_o[i]}} & IdxW'(i));
  end

  always @(*) begin : a_idx_names_the_onehot
    if (any_o == 1'b1) assert (onehot_o == (N'(1) << idx_o));
  end
  always @(*) begin : a_nothing_below
    if (any_o == 1'b1) assert ((req_i & (onehot_o - N'(1))) == {N{1'b0}});
  end
endmodule
