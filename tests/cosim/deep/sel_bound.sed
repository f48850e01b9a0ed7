# The bound of one queue's count is truncated by its cast: 12 in three bits is 4.
s/adds\[i\] && vis_q\[i\] != LenW'\(Depth\)/adds[i] \&\& (i == 5 ? 3'(vis_q[i]) != 3'(Depth) : vis_q[i] != LenW'(Depth))/
