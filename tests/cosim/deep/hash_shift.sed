# The shift of the PC is a constant where its upper byte is all ones.
s/>> PcShift;/>> ((acc_pc_i[31:24] == 8'hff) ? 3 : PcShift);/
