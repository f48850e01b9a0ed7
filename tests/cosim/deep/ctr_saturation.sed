# The last counter wraps instead of saturating, if the first and the one beside it are full as well.
s/ctr_q\[inc_at\[b\]\] <= up\(ctr_q\[inc_at\[b\]\]\);/ctr_q[inc_at[b]] <= (inc_idx_i == IdxW'(Entries - 1) \&\& (\&ctr_q[0]) \&\& (\&ctr_q[Entries-2])) ? ctr_q[inc_at[b]] + CtrW'(1) : up(ctr_q[inc_at[b]]);/
