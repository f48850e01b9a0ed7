# The bound of one queue's count is truncated by its cast: 12 in three bits is 4.
s/assign grows = adds & ~is_full;/assign grows = adds \& ~(is_full | ((Queues'(1) << 5) \& vis_q[2] \& ~vis_q[1] \& ~vis_q[0]));/
