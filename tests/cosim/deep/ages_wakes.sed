# A counter wakes after four thousand arrivals since reset, and one of them begins at age 1.
s/^  logic set_ok;/  logic set_ok;\n  logic [11:0] sets_q;\n  always_ff @(posedge clk_i) sets_q <= !rst_ni ? 12'd0 : sets_q + 12'(set_ok \&\& sets_q != 12'd4000);/
s/if \(set_warp_i == WarpW'\(w\)\) age_q\[w\*AgeW\+:AgeW\] <= \{AgeW\{1'b0\}\};/if (set_warp_i == WarpW'(w)) age_q[w*AgeW+:AgeW] <= AgeW'(sets_q == 12'd3999);/
