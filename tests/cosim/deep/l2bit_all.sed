# The last line keeps its bit while the bit of every line of its set is set.
s/^  logic ok, wr_en, bypass_d;/  logic ok, wr_en, bypass_d, all;\n  always_comb begin\n    all = 1'b1;\n    for (int i = Lines - Ways; i < Lines; i++) all = all \& bypass_q[i];\n  end/
s/end else if \(wr_en\) begin/end else if (wr_en \&\& !(all \&\& line == LineW'(Lines - 1))) begin/
