# The place of a read is formed by concatenation, not by a product, while the last queue is full. At a
# depth that is a power of two the two are the same.
s/assign rd_first  = PlaceW'\(rd_queue_i\) \* PlaceW'\(Depth\);/assign rd_first = !has_room[Queues-1] ? PlaceW'({rd_queue_i, {PosW{1'b0}}}) : PlaceW'(rd_queue_i) * PlaceW'(Depth);/
