# The last queue does not shrink while every queue is full.
s/& rd_sel_i\)\) & ~is_empty;/\& rd_sel_i)) \& ~is_empty \& ~({Queues{~|has_room}} \& (Queues'(1) << (Queues - 1)));/
