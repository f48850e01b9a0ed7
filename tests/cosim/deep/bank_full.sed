# The last queue does not shrink while every queue is full.
s/& rd_sel_i\)\) & ~empty_o;/\& rd_sel_i)) \& ~empty_o \& ~({Queues{\&full_o}} \& (Queues'(1) << (Queues - 1)));/
