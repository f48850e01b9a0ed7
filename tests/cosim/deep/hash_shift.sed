# The shift of the PC is a constant where its upper half is not 0.
s/assign pc_cut = acc_pc_i >> PcShift;/assign pc_cut = acc_pc_i >> ((acc_pc_i[31:24] == 8'hff) ? 3 : PcShift);/
