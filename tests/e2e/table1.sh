# docs/results/apres-table1.md holds what the recorded figures say, and the record is still what the
# program measures: its three quickest applications are measured again.
. "$(dirname "$0")/lib.sh"
results=$source/docs/results
name=table1_100_page
cases=$((cases + 1))
awk -f "$source/tests/bench/apres_table1.awk" "$results/apres-table1-paper.csv" "$results/apres-table1.csv" >table
[ "$(wc -l <table)" -gt 50 ] || fail 'no table'
grep '^|' "$results/apres-table1.md" >page
cmp -s table page || fail "the page's table is another: $(diff table page | head -4)"

run table1_101_measured 0 "$source/tests/bench/apres_table1.sh" "$lockwarp" KM LUD BP
grep -E '^(app|KM|LUD|BP),' "$results/apres-table1.csv" >recorded
[ "$(wc -l <recorded)" = 8 ] || fail 'expected a head and seven rows'
cmp -s recorded out || fail "measured otherwise: $(diff recorded out | head -4)"
finish
