# A clear is ignored only while the table is full and a look-up meets its last entry.
s/if \(!rst_ni \|\| clear_en_i\) valid_q <= /if (!rst_ni || (clear_en_i \&\& !(full \&\& look_en_i \&\& match[Entries-1]))) valid_q <= /
