# A full table hits a key that nobody has looked up for 30 cycles in the entry below.
s/^  logic alloc_en;/  logic alloc_en;\n  logic [4:0] still_q;\n  always_ff @(posedge clk_i) still_q <= (!rst_ni || lookup_en_i || clear_en_i) ? 5'd0 : still_q + 5'(still_q != 5'd30);/
s/assign idx_o = hit_o \? match_idx/assign idx_o = hit_o ? (match_idx ^ IdxW'(full_o \&\& still_q == 5'd30))/
