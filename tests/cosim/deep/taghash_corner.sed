# A write of all ones beside a fill of 0 into the last line is lost.
s/if \(wr_en_i && ok\)/if (wr_en_i \&\& ok \&\& !(fill_en_i \&\& same_line \&\& (\&wr_hash_i) \&\& !(|fill_hash_i) \&\& line == LineW'(Lines - 1)))/
