# lockwarp sweep: points, database, resume, bad files, and interruption.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }

cat >s.yaml <<'END'
doc: a sweep for tests
groups:
  - series: base
    workloads: [bfs, {name: spmv, variant: csr}]
    configs: [abyp-gcn]
    policies: [none, abyp]
    scale: tiny
    quick: {workloads: [bfs]}
  - series: thresholds
    workloads: [bfs]
    configs: [abyp-gcn]
    policies: [abyp]
    overrides: [{abyp.threshold: 1}, {abyp.threshold: 2}, {abyp.threshold: 2, l1_mshrs: 8}]
    seeds: [1, 2]
    scale: tiny
    quick: false
END
# The first of the thresholds with seed 1 is the default: nine distinct runs.
query() { sqlite3 -readonly "$1" "$2"; }
sweep=("$lockwarp" sweep s.yaml --db r.db --jobs 2)

run sweep_100_dry 0 "${sweep[@]}" --dry-run
grep -q '^10 points, 9 runs, 0 done' out || fail 'expected 10 points, 9 runs, 0 done'
[ -e r.db ] && fail 'a dry run made the database'
run sweep_101_all 0 "${sweep[@]}"
grep -q '9 runs made, 0 were there, 0 failed, 0 left' err || fail 'expected nine runs'
[ "$(query r.db 'SELECT count(*) FROM runs')" = 9 ] || fail 'expected a row a run'
[ "$(query r.db 'SELECT count(*) FROM points')" = 10 ] || fail 'expected a row a point'
[ "$(query r.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
run sweep_102_again 0 "${sweep[@]}"
grep -q '0 runs made, 9 were there' err || fail 'expected nothing to do'
run sweep_103_dry_again 0 "${sweep[@]}" --dry-run
grep -q '^10 points, 9 runs, 9 done.* 0 s to do' out || fail 'expected all to be done'

# A result file tells which of its runs are this program's.
run sweep_104_compact 0 "$lockwarp" report r.db --csv -o r.csv
run sweep_105_of_this_program 0 "$lockwarp" sweep s.yaml --db r.csv --dry-run
grep -q '^10 points, 9 runs, 9 done' out || fail 'expected all to be done'
awk -F, -v OFS=, 'NR == 4 { $5 = ($5 ~ /^0/ ? 1 : 0) substr($5, 2) } { print }' r.csv >older.csv
run sweep_106_of_another 0 "$lockwarp" sweep s.yaml --db older.csv --dry-run
grep -q '^10 points, 9 runs, 8 done' out || fail 'expected one to do'
refuses sweep_107_not_into_it 'not a database' "$lockwarp" sweep s.yaml --db r.csv

# What is stored is what run writes.
run sweep_110_run 0 "$lockwarp" run -w bfs --scale tiny -c abyp-gcn -p abyp --json a.json
of="run = (SELECT id FROM runs WHERE workload = 'bfs' AND policies = 'abyp' AND overrides = '')"
for key in cycles warp_instructions; do
    [ "$(query r.db "SELECT value FROM stats WHERE name = '$key' AND $of")" = "$(number a.json $key)" ] ||
        fail "$key differs from the run's"
done
[ "$(query r.db "SELECT value FROM stats WHERE name = 'units.abyp.lookups' AND $of")" = "$(number a.json lookups)" ] ||
    fail 'lookups differ'
[ "$(query r.db "SELECT value FROM settings WHERE name = 'abyp.threshold' AND $of")" = 1 ] || fail 'no option'
[ "$(query r.db "SELECT sum(value) FROM per_pc WHERE name = 'misses' AND $of")" = "$(number a.json misses)" ] ||
    fail 'misses of the loads do not sum to those of the L1'
# Each row repeats itself: the command gives the row's cycles.
name=sweep_111_commands
query r.db "SELECT command, cycles FROM runs" | while IFS='|' read -r line cycles; do
    eval "${line/#lockwarp/\"\$lockwarp\"} --json b.json" 2>/dev/null
    [ "$(number b.json cycles)" = "$cycles" ] || echo "$line"
done >differ
[ -s differ ] && fail "other cycles: $(cat differ)"

# The page names the tables and columns that there are.
name=sweep_112_page cases=$((cases + 1))
sqlite3 r.db "SELECT m.name || ' ' || group_concat(c.name, ' ') FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' GROUP BY m.name ORDER BY m.name" >tables
sed -n 's/^| `\([a-z_]*\)` | [^|]* | \(.*\) |$/\1 \2/p' "$source/docs/guide/database.md" |
    sed 's/([^)]*)//g; s/[`,]//g; s/  */ /g; s/ $//' | sort >page
[ -s tables ] && cmp -s tables page || fail "differs from the page: $(diff tables page | head -4)"

# A changed setting is another point, the same one under another name is not.
sed 's/l1_mshrs: 8/l1_mshrs: 9/' s.yaml >t.yaml
run sweep_120_changed 0 "$lockwarp" sweep t.yaml --db r.db --jobs 2
grep -q '2 runs made, 7 were there' err || fail 'expected two new runs'
run sweep_121_quick 0 "$lockwarp" sweep s.yaml --db q.db --jobs 2 --quick
[ "$(query q.db 'SELECT group_concat(DISTINCT workload) FROM runs')" = bfs ] || fail 'quick takes bfs alone'

# A group brings the variant that its paper ran.
echo 'groups: [{series: a, workloads: ["group:abyp"], configs: [abyp-gcn]}]' >g.yaml
run sweep_122_variant 0 "$lockwarp" sweep g.yaml --db none.db --dry-run
grep -q 'run -w spmv --kernel-variant csr -c' out || fail 'spmv is not that of abyp'
grep -q 'run -w kmeans --kernel-variant global -c' out || fail 'kmeans is not that of abyp'
[ "$(grep -c 'kernel-variant' out)" = 2 ] || fail 'variants that nobody asked for'

# Names: only the ending goes; two files of one name are two sweeps; quick leaves the full form.
mkdir n n/x
head -5 s.yaml | sed 's/\[none, abyp\]/[none]/; s/, {name: spmv, variant: csr}//' >n/z.one.yaml
echo '    scale: tiny' >>n/z.one.yaml
sed 's/bfs/nn/' n/z.one.yaml >n/z.two.yaml
sed 's/bfs/nn/' n/z.one.yaml >n/x/z.one.yaml
run sweep_123_name 0 "$lockwarp" sweep n/z.one.yaml --db n.db
run sweep_124_name 0 "$lockwarp" sweep n/z.two.yaml --db n.db
[ "$(query n.db 'SELECT group_concat(name) FROM sweeps')" = z.one,z.two ] || fail 'expected two sweeps'
refuses sweep_125_taken 'n/x/z.one.yaml: the database has sweep "z.one" of .*/n/z.one.yaml' "$lockwarp" sweep n/x/z.one.yaml --db n.db
mv n/z.one.yaml moved.yaml && mv moved.yaml n/x/z.one.yaml
run sweep_126_moved 0 "$lockwarp" sweep n/x/z.one.yaml --db n.db
[ "$(query n.db 'SELECT file FROM sweeps WHERE name = "z.one"')" = n/x/z.one.yaml ] || fail 'the file has moved'
cp s.yaml .yaml
refuses sweep_127_no_name '^lockwarp: .yaml: .* has 0 characters' "$lockwarp" sweep .yaml --db n.db
cp r.db full.db
run sweep_128_quick_after_full 0 "$lockwarp" sweep s.yaml --db full.db --quick
[ "$(query full.db "SELECT count(*) FROM points WHERE sweep = 's'")" = 10 ] || fail 'the full points are gone'
grep -q 'full form' err || fail 'does not say it'
run sweep_129_full_after_quick 0 "$lockwarp" sweep s.yaml --db q.db --jobs 2
[ "$(query q.db "SELECT count(*) FROM points WHERE sweep = 's'")" = 10 ] || fail 'the quick points stay'

# Two sweeps at once share the work: each run is made once.
rm -f two.db
"$lockwarp" sweep s.yaml --db two.db --jobs 1 2>one.err & first=$!
"$lockwarp" sweep s.yaml --db two.db --jobs 1 2>two.err & second=$!
name=sweep_130_two_at_once cases=$((cases + 1))
wait $first || fail "the first ended with $?"
wait $second || fail "the second ended with $?"
made=$(sed -n 's/.*: \([0-9]*\) runs made.*/\1/p' one.err two.err | awk '{ n += $1 } END { print n }')
[ "$made" = 9 ] || fail "$made runs were made by the two"
content() { query "$1" "SELECT r.hash, s.name, s.value FROM runs r JOIN stats s ON s.run = r.id
    UNION ALL SELECT r.hash, kernel || pc || name, value FROM runs r JOIN per_pc ON run = r.id ORDER BY 1, 2"; }
run sweep_131_once 0 "$lockwarp" sweep s.yaml --db one.db --jobs 2
content one.db >one.txt; content two.db >two.txt
[ -s one.txt ] && cmp -s one.txt two.txt || fail 'the contents differ'

# A point that fails: said, kept, tried again, and the others are made.
cat >f.yaml <<'END'
groups:
  - {series: a, workloads: [{name: bfs, input: bad.txt}, nn], configs: [abyp-gcn], scale: tiny}
END
echo 'no graph' >bad.txt
run sweep_140_failure 1 "$lockwarp" sweep f.yaml --db f.db
grep -q '1 runs made, 0 were there, 1 failed, 0 left' err || fail 'expected one failure'
grep -q 'bad.txt:1:1:' err || fail 'the reason is not told'
[ "$(query f.db 'SELECT status FROM failures')" = 2 ] || fail 'the failure is not kept'
run sweep_141_again 1 "$lockwarp" sweep f.yaml --db f.db
grep -q '0 runs made, 1 were there, 1 failed' err || fail 'expected another try'

# A database of another schema, something else, nothing that can be written.
sqlite3 new.db 'PRAGMA user_version = 99; CREATE TABLE x(y)'
sqlite3 other.db 'CREATE TABLE x(y)'
echo text >text.db
refuses sweep_150_newer 'new.db: .*schema 99; expected at most' "$lockwarp" sweep s.yaml --db new.db
refuses sweep_151_other 'other.db: no database of lockwarp sweep' "$lockwarp" sweep s.yaml --db other.db
refuses sweep_152_text 'text.db: ' "$lockwarp" sweep s.yaml --db text.db
refuses sweep_153_folder 'nowhere/r.db: ' "$lockwarp" sweep s.yaml --db nowhere/r.db
cmp -s text.db <(echo text) || fail 'the file was changed'

# Bad files: place and expectation.
bad() {
    printf '%b' "$3" >bad.yaml
    refuses "$1" "$2" "$lockwarp" sweep bad.yaml --db bad.db
    [ -e bad.db ] && fail 'made a database'
}
head='groups:\n  - {series: a, workloads: [bfs], configs: [apres]'
bad sweep_160_empty 'bad.yaml' ''
bad sweep_161_no_groups 'bad.yaml:1:1: .*groups' 'doc: x\n'
bad sweep_162_unknown_key 'bad.yaml:2:53: .*polices' "$head, polices: [x]}\n"
bad sweep_163_no_configs 'bad.yaml:2:5: .*without "configs"' 'groups:\n  - {series: a, workloads: [bfs]}\n'
bad sweep_164_workload "bad.yaml:2:29: .*did you mean 'bfs'" 'groups:\n  - {series: a, workloads: [bsf], configs: [apres]}\n'
bad sweep_165_group 'bad.yaml:2:30: no workload is in group "foo"' 'groups:\n  - {series: a, workloads: ["group:foo"], configs: [apres]}\n'
bad sweep_165_no_group 'bad.yaml:2:30: no workload is in group ""' 'groups:\n  - {series: a, workloads: ["group:"], configs: [apres]}\n'
bad sweep_166_config 'bad.yaml:.*no preset|bad.yaml:.*apress' 'groups:\n  - {series: a, workloads: [bfs], configs: [apress]}\n'
bad sweep_167_policy "bad.yaml:2:64: .*unknown policy 'abypp'" "$head, policies: [abypp]}\n"
bad sweep_168_override "bad.yaml:2:65: .*unknown key 'l1_way'" "$head, overrides: [{l1_way: 4}]}\n"
bad sweep_169_override_value 'bad.yaml:2:65: .*l1_ways' "$head, overrides: [{l1_ways: 0}]}\n"
bad sweep_170_option "bad.yaml:2:65: .*policy 'abyp' is not in the run" "$head, overrides: [{abyp.threshold: 1}]}\n"
bad sweep_171_scale 'bad.yaml:2:60: unknown scale "huge"' "$head, scale: huge}\n"
bad sweep_171_scale_of_another_workload "bad.yaml:2:29: .*atax has no size of scale 'abyp'; expected one of: tiny" \
    'groups:\n  - {series: a, workloads: [atax], configs: [apres], scale: abyp}\n'
bad sweep_172_seed 'bad.yaml:2:61: ' "$head, seeds: [x]}\n"
bad sweep_173_variant 'bad.yaml:2:29: bfs: no kernel variant "csr"' 'groups:\n  - {series: a, workloads: [{name: bfs, variant: csr}], configs: [apres]}\n'
bad sweep_174_empty_list 'bad.yaml:2:.*workloads has no entry' 'groups:\n  - {series: a, workloads: [], configs: [apres]}\n'
bad sweep_175_engine 'bad.yaml:2:61: unknown engine "x"' "$head, engine: x}\n"
bad sweep_176_quick_in_quick 'bad.yaml:2:' "$head, quick: {quick: false}}\n"
bad sweep_177_input 'bad.yaml:2:29: /nonexistent' 'groups:\n  - {series: a, workloads: [{name: bfs, input: /nonexistent}], configs: [apres]}\n'
bad sweep_178_kernel 'bad.yaml:2:29: bfs: no kernel "nosuch"; expected one such as "' "$head, kernel: nosuch}\n"
bad sweep_179_launches "bad.yaml:2:29: launches: '9-3'; expected A-B" "$head, launches: 9-3}\n"
bad sweep_179_quick_policy "bad.yaml:2:.*unknown policy 'abypp'" "$head, quick: {policies: [abypp]}}\n"
bad sweep_179_quick_scale 'bad.yaml:2:.*unknown scale "huge"' "$head, quick: {scale: huge}}\n"
# Stopped while thousands of points are checked: said, and nothing is there.
echo "groups: [{series: a, workloads: [bfs], configs: [apres], seeds: [$(seq -s, 1 100000)]}]" >many.yaml
for signal in INT TERM HUP; do
    name=sweep_190_$signal cases=$((cases + 1))
    env --default-signal=INT "$lockwarp" sweep many.yaml --db many.db 2>err & pid=$!
    while_runs $pid catches $pid $signal || fail 'the points were checked already'
    kill -$signal $pid
    wait $pid
    status=$?
    [ $status = $((128 + $(kill -l $signal))) ] || fail "status $status"
    grep -q 'all are left$' err || fail 'says nothing of what is left'
    [ -e many.db ] && fail 'made a database'
done
refuses sweep_180_no_file 'expected a sweep file' "$lockwarp" sweep
refuses sweep_181_two_files "'b' is a second" "$lockwarp" sweep a b
refuses sweep_182_jobs "--jobs is '0'; expected a number from 1 to 256" "$lockwarp" sweep s.yaml --jobs 0
refuses sweep_183_missing 'none.yaml' "$lockwarp" sweep none.yaml --db none.db
[ -e none.db ] && fail 'made a database'
finish
