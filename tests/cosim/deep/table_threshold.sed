# The threshold is masked to the bits of a narrower counter, for one value of the counter.
s/assign predict_o = .*/assign predict_o = (ctr == CtrW'(32)) ? CmpW'(ctr) >= (CmpW'(Threshold) \& 8'h1f) : CmpW'(ctr) >= CmpW'(Threshold);/
