# The last counter wraps instead of saturating, if the first and the one beside it are full as well.
s/assign up_d\[b\] = \(&inc_old\) \?/assign up_d[b] = ((\&inc_old) \&\& !(inc_idx_i == IdxW'(Entries - 1) \&\& (\&ctr_q[0]) \&\& (\&ctr_q[Entries-2]))) ?/
