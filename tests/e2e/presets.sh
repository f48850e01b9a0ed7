# Every preset runs two workloads to a correct result, and says in its JSON what it is.
. "$(dirname "$0")/lib.sh"
run presets_100_list 0 "$lockwarp" list configs
cp out list
head -1 list | grep -Eq '^name +SMs +warps +scheds +L1 +L2 +DRAM MHz +what it is$' ||
    fail "no head of columns: $(head -1 list)"
grep -Eq '^mrpb-s-x1024 +14 +48 +2 lrr +16 MB full +768 KB +6x750 +Base-S' list || fail "no row of mrpb-s-x1024"
grep -Eq '^abyp-gcn +8 +40 +4 oldest +16 KB 8-way +256 KB +2x1000 +AMD GCN' list || fail "no row of abyp-gcn"
presets=$(tail -n +2 list | cut -d' ' -f1)
[ "$(echo "$presets" | wc -l)" = "$(ls "$source"/sim/gpu/configs/*.yaml | wc -l)" ] ||
    fail "not one line a file: $presets"
for preset in $presets; do
    for w in bfs atax; do
        run "presets_110_${preset}_$w" 0 "$lockwarp" run -w $w --scale tiny -c "$preset" --json r.json
        grep -q "^    \"name\": \"$preset\"" r.json || fail "the JSON does not name the preset"
        grep -q '"result": "correct"' r.json || fail "the result is not correct"
        cp r.json "$preset-$w.json"
    done
done
[ "$(number mrpb-s-20k-5way-bfs.json l1_ways)" = 5 ] || fail "the JSON does not echo the variant's L1"
[ "$(number mrpb-l-x1024-bfs.json l1_ways)" = 393216 ] || fail "the JSON does not echo the variant's L1"
# 1024 times the capacity leaves cold misses only, and a cache is what its geometry says, however named
[ "$(number mrpb-s-x1024-atax.json reload_misses)" = 0 ] || fail "16 MB reloads lines of atax tiny"
[ "$(number mrpb-s-atax.json reload_misses)" -gt 0 ] || fail "16 KB reload no line: the test shows nothing"
run presets_120_by_hand 0 "$lockwarp" run -w atax --scale tiny -c mrpb-s --set l1_sets=1 \
    --set l1_ways=128 --json r.json
sed 's/"name": "mrpb-s-fa"/"name": "mrpb-s"/' mrpb-s-fa-atax.json >fa.json
same presets_121_by_hand_is_the_preset r.json fa.json
refuses presets_130_too_many_lines "l1_ways is '1048576'; expected" \
    "$lockwarp" run -w bfs -c mrpb-s --set l1_ways=1048576
finish
