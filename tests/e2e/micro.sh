# lockwarp micro: the table, its exit status, and bad input.
. "$(dirname "$0")/lib.sh"
run micro_101_every_row_holds 0 "$lockwarp" micro -c mrpb-s
grep -q '^latency: ' out || fail 'no microbenchmark latency'
grep -q 'rows hold on mrpb-s$' out || fail 'no last line'
grep -qE 'DIFFERS|OUTSIDE' out && fail 'a row does not hold'
cp out all
run micro_102_never_sleep_is_the_same 0 "$lockwarp" micro -c mrpb-s --never-sleep
cmp -s out all || fail 'another table without sleep'
run micro_103_those_named 0 "$lockwarp" micro -c mrpb-s barrier
grep -q '^barrier: ' out || fail 'no microbenchmark barrier'
grep -q '^latency: ' out && fail 'latency was not named'
run micro_104_set_changes_what_is_derived 0 "$lockwarp" micro --set l1_hit_latency=41 latency
grep -qE 'L1 hit, a hop +44 +44 ' out || fail 'no L1 hit of 41 cycles and 3 before the stage'
run micro_105_markdown 0 "$lockwarp" micro --markdown latency
grep -qF '| L1 hit, a hop | 4 | 4 | +0.00 % | exact | core cycles |' out || fail 'no such row'
run micro_106_a_small_machine_says_what_is_left_out 0 \
    "$lockwarp" micro --set warps_per_sm=8 --set shared_bytes=1024 alu shared barrier
grep -q 'not here: ' out || fail 'nothing left out'
page=$source/docs/microbenchmarks.md
for config in apres abyp-gcn mrpb-s; do
    run "micro_107_page_$config" 0 "$lockwarp" micro --markdown -c "$config" latency l1 l2 dram
    sed -n "/^<!-- lockwarp micro --markdown -c $config /,/^<!-- end/p" "$page" | sed '1d;$d' >page
    cmp -s out page || fail "the page has another table: $(diff out page | head -2)"
done
for config in $("$lockwarp" list configs | awk 'NR > 1 { print $1 }'); do
    run "micro_109_holds_on_$config" 0 "$lockwarp" micro -c "$config" turn mshr bypass
done
run micro_108_list 0 "$lockwarp" list micro
[ "$(wc -l <out)" -ge 13 ] || fail "$(wc -l <out) microbenchmarks"
for name in $(awk '{print $1}' out); do
    grep -q "^| $name |" "$page" || fail "the page does not have $name"
done
refuses micro_201_unknown_name "unknown microbenchmark 'latncy'; did you mean 'latency'" \
    "$lockwarp" micro latncy
refuses micro_202_unknown_key "unknown key 'l1_way'; did you mean" "$lockwarp" micro --set l1_way=3
refuses micro_203_set_without_value "expected KEY=VALUE" "$lockwarp" micro --set l1_ways
refuses micro_204_unknown_preset "unknown preset 'nosuch'" "$lockwarp" micro -c nosuch
finish
