# A counter wakes after forty thousand pushes since reset, and inverts a bit once.
s/assign pop_data_o = pop_valid_o \? mem_q\[rd_q\]/assign pop_data_o = pop_valid_o ? (mem_q[rd_q] ^ Width'(pushes_q == 16'd40000))/
s/^  logic push_en, pop_en;/  logic push_en, pop_en;\n  logic [15:0] pushes_q;\n  always_ff @(posedge clk_i) pushes_q <= !rst_ni ? 16'd0 : (push_en ? pushes_q + 16'd1 : pushes_q);/
