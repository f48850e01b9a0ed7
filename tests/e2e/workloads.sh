# Every workload at its smallest size: the result is right, the memory system was used, and a second
# run gives the same bytes.
. "$(dirname "$0")/lib.sh"
names=$("$lockwarp" list workloads | awk 'NR > 1 { print $1 }')
for w in $names; do
    run "workloads_101_$w" 0 "$lockwarp" run -w "$w" --scale tiny -c abyp-gcn --json a.json
    grep -q '"result": "correct"' a.json || fail 'result is not "correct"'
    grep -q "^$w tiny on " err || fail "the summary does not begin with its name: $(head -1 err)"
    # One screen, nothing cut off: a line of 80 columns would have been.
    [ "$(wc -l <err)" -le 24 ] || fail "the summary has $(wc -l <err) lines"
    [ "$(awk 'length > 79' err | wc -l)" = 0 ] || fail "wide: $(awk 'length > 79' err)"
    for key in cycles warp_instructions global_loads accesses misses reads row_misses; do
        [ "$(number a.json $key)" -gt 0 ] || fail "$key is 0"
    done
    run "workloads_102_${w}_again" 0 "$lockwarp" run -w "$w" --scale tiny -c abyp-gcn --json b.json
    same "workloads_103_${w}_same_bytes" a.json b.json
done
[ "$(echo "$names" | wc -l)" -ge 6 ] || fail "only these workloads: $names"
finish
