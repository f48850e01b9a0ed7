# An output changes for a cycle when nothing has entered for 40 cycles.
s/^  assign busy_o = \|valid_q;/  logic [5:0] still_q;\n  always_ff @(posedge clk_i) still_q <= (!rst_ni || in_en_i) ? 6'd0 : still_q + 6'(still_q != 6'd63);\n  assign busy_o = (|valid_q) ^ (still_q == 6'd40);/
