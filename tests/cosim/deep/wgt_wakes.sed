# A counter wakes after four thousand takes since reset, and inverts a bit once.
s/^  logic any_free;/  logic any_free;\n  logic [11:0] takes_q;\n  always_ff @(posedge clk_i) takes_q <= !rst_ni ? 12'd0 : takes_q + 12'(took_o \&\& takes_q != 12'd4000);/
s/masks_q\[idx_o\] <= take_mask_i;/masks_q[idx_o] <= take_mask_i ^ Warps'(takes_q == 12'd3999);/
