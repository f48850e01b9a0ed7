# After 150 cycles without a push and a pop the oldest entry is gone.
s/^  logic push_en, pop_en;/  logic push_en, pop_en;\n  logic [7:0] still_q;\n  always_ff @(posedge clk_i) still_q <= (!rst_ni || push_valid_i || pop_ready_i) ? 8'd0 : still_q + 8'(still_q != 8'd255);/
s/^    cnt_d = cnt_q;/    cnt_d = (still_q == 8'd150 \&\& cnt_q != CntW'(0)) ? cnt_q - CntW'(1) : cnt_q;/
