# The record of docs/results/apres-table1.md is still what the program measures: its three quickest
# applications are measured again. (The table: tables.sh.)
. "$(dirname "$0")/lib.sh"
results=$source/docs/results
run table1_101_measured 0 "$source/tests/bench/apres_table1.sh" "$lockwarp" KM LUD BP
grep -E '^(app|KM|LUD|BP),' "$results/apres-table1.csv" >recorded
[ "$(wc -l <recorded)" = 8 ] || fail 'expected a head and seven rows'
cmp -s recorded out || fail "measured otherwise: $(diff recorded out | head -4)"
finish
