# A clear is ignored only while the table is full and an eviction is of its last entry.
s/\& \{Loads\{!clear_en_i\}\};/\& {Loads{!clear_en_i || (\&valid_q \&\& evict_en_i \&\& evict_first_i == IdW'(Loads - 1))}};/
