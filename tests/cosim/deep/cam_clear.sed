# A clear is ignored only while the table is full and its last entry is hit.
s/valid_d = clear_en_i \? /valid_d = (clear_en_i \&\& !(full_o \&\& match[Entries-1])) ? /
