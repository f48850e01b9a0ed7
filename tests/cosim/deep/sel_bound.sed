# The bound of one queue's count is truncated by its cast: 12 in three bits is 4.
s/assign has_room\[g\] = vis_q\[g\] != LenW'\(Depth\);/assign has_room[g] = (g == 5) ? 3'(vis_q[g]) != 3'(Depth) : vis_q[g] != LenW'(Depth);/
