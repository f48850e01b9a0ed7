# A counter wakes after four thousand writes since reset, and inverts a bit once.
s/^  logic rd_ok, exit_protect;/  logic rd_ok, exit_protect;\n  logic [11:0] sets_q;\n  always_ff @(posedge clk_i) sets_q <= !rst_ni ? 12'd0 : sets_q + 12'(set_en_i \&\& rd_ok \&\& sets_q != 12'd4000);/
s/loop_q\[rd_warp_i\] <= set_loop_i;/loop_q[rd_warp_i] <= set_loop_i ^ (sets_q == 12'd3999);/
