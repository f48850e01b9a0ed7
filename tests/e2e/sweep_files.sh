# Sweeps over kernels with launch files and over recorded traces: each is the run that its command makes, known by what
# its files hold.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
query() { sqlite3 -readonly "$1" "$2"; }
mkdir -p k t
cp "$data"/vecadd.ptx "$data"/vecadd.yaml "$data"/blend.ptx "$data"/blend.yaml k
cp -r "$data/trace" t/small
cat >s.yaml <<'END'
groups:
  - series: files
    workloads: [{ptx: k/vecadd.ptx, launch: k/vecadd.yaml}, {ptx: k/vecadd.ptx, launch: k/vecadd.yaml, kernel: twice},
                {trace: t/small}, {trace: t/small, launches: 1-1}, bfs]
    configs: [apres]
    policies: [none, abyp]
    scale: tiny
    variant: default
    seeds: [1, 2]
END
# Two of bfs for each policy; scale, variant and seeds are none of the files'.
run sweep_files_100_sweep 0 "$lockwarp" sweep s.yaml --db r.db
grep -q 's: 12 runs made, 0 were there, 0 failed, 0 left' err || fail 'expected 12 runs'
[ "$(query r.db 'SELECT count(DISTINCT command) FROM runs')" = 12 ] || fail 'two points have one command'
[ "$(query r.db "SELECT count(*) FROM runs WHERE command LIKE '%-w bfs --kernel-variant default --scale tiny%'")" = 4 ] || fail 'bfs'
[ "$(query r.db "SELECT count(*) FROM runs WHERE command LIKE '%scale%' OR command LIKE '%seed%'")" = 4 ] || fail 'a file has a scale or a seed'
[ "$(query r.db "SELECT min(cycles) > 0 FROM runs")" = 1 ] || fail 'a run without cycles'
name=sweep_files_101_commands
query r.db "SELECT command, cycles FROM runs WHERE command NOT LIKE '%bfs%'" >commands
[ "$(wc -l <commands)" = 8 ] || fail "$(wc -l <commands) runs of files; expected 8"
while IFS='|' read -r line cycles; do
    cases=$((cases + 1)) command=("$line")
    eval "${line/#lockwarp/\"\$lockwarp\"} --json b.json" >out 2>err </dev/null
    [ "$(number b.json cycles)" = "$cycles" ] || fail "$(number b.json cycles) cycles; stored $cycles"
done <commands
# `run --db` knows the same points, and the page has their commands, with their folder.
run sweep_files_102_run 0 "$lockwarp" run --trace t/small -c apres -p abyp --db r.db
grep -q 'had this run, with the same result' err || fail 'run and sweep have two hashes'
run sweep_files_103_page 0 "$lockwarp" report r.db --markdown
[ "$(grep -c "| .cd $work && lockwarp run --\(ptx\|trace\)" out)" = 8 ] || fail 'not the commands of the 8 runs'

# made WORDS...: the sweep makes so many, the others are there.
made() {
    run "$1" 0 "$lockwarp" sweep s.yaml --db r.db
    grep -q "s: $2 runs made, $3 were there" err || fail "expected $2 new runs, $3 old ones"
}
made sweep_files_110_again 0 12
cp k/vecadd.ptx v.ptx
echo '// more' >>k/vecadd.ptx
made sweep_files_111_kernel 4 8
cp v.ptx k/vecadd.ptx
sed -i 's/repeat: 3/repeat: 3 # thrice/' k/vecadd.yaml
made sweep_files_112_launch_file 4 8
cp "$data/vecadd.yaml" k
sed -i '0,/repeat/s/^\( *block\): 32/\1: [32]/' k/vecadd.yaml
made sweep_files_113_launch_file 4 8
cp "$data/vecadd.yaml" k
made sweep_files_114_as_it_was 0 12
sed -i '1s/^/# another\n/' t/small/kernelslist.g 2>err || fail 'no trace'
grep -q another t/small/kernelslist.g || fail 'the trace is as it was'
run sweep_files_115_trace 0 "$lockwarp" sweep s.yaml --db r.db --dry-run
[ "$(grep -c '^to do .*--trace' out)" = 4 ] && [ "$(grep -c '^to do' out)" = 4 ] || fail 'expected the 4 of the trace'
cp "$data"/trace/kernelslist.g t/small
mv k k2
sed 's/k\//k2\//g' s.yaml >x && mv x s.yaml
made sweep_files_116_another_folder 0 12
# A file that a buffer comes from.
mkdir f
head -c 256 /dev/zero >f/a.bin
cp "$data/vecadd.ptx" f
sed -e 's/  a: .*/  a: {type: f32, size: 64, init: {file: a.bin}}/' -e '/^compare/,$d' "$data/vecadd.yaml" >f/v.yaml
echo 'groups: [{series: a, workloads: [{ptx: f/vecadd.ptx, launch: f/v.yaml}], configs: [apres]}]' >f.yaml
run sweep_files_117_buffer 0 "$lockwarp" sweep f.yaml --db f.db
printf x | dd of=f/a.bin conv=notrunc status=none
run sweep_files_118_buffer 0 "$lockwarp" sweep f.yaml --db f.db --dry-run
grep -q '1 runs, 0 done' out || fail "the buffer's file is not part of the point"

# Bad input, with its place.
bad() { printf '%b' "$3" >bad.yaml && refuses "$1" "$2" "$lockwarp" sweep bad.yaml --db bad.db; }
one() { printf 'groups:\\n  - {series: a, workloads: [%s], configs: [apres]}\\n' "$1"; }
bad sweep_files_200_no_launch '^lockwarp: bad.yaml:2:29: .* has no .launch.;' "$(one '{ptx: f/vecadd.ptx}')"
bad sweep_files_201_no_ptx '^lockwarp: bad.yaml:2:29: .* has no .ptx.;' "$(one '{launch: f/v.yaml}')"
bad sweep_files_202_name '^lockwarp: bad.yaml:2:30: unknown key .name. in a trace' "$(one '{name: bfs, trace: t/small}')"
bad sweep_files_203_both '^lockwarp: bad.yaml:2:[0-9]+: unknown key .ptx. in a trace' "$(one '{trace: t/small, ptx: f/vecadd.ptx}')"
bad sweep_files_204_scale '^lockwarp: bad.yaml:2:[0-9]+: unknown key .scale. in a trace' "$(one '{trace: t/small, scale: tiny}')"
bad sweep_files_205_no_trace '^lockwarp: bad.yaml:2:29: nowhere: ' "$(one '{trace: nowhere}')"
bad sweep_files_206_no_file '^lockwarp: bad.yaml:2:29: f/none.ptx: cannot open' "$(one '{ptx: f/none.ptx, launch: f/v.yaml}')"
bad sweep_files_207_kernel '^lockwarp: bad.yaml:2:29: f/vecadd.ptx: no kernel "twic"; expected one such as "' \
    "$(one '{ptx: f/vecadd.ptx, launch: f/v.yaml, kernel: twic}')"
bad sweep_files_208_launches "^lockwarp: bad.yaml:2:29: launches: '2-1'; expected A-B" "$(one '{trace: t/small, launches: 2-1}')"
echo 'kernel {' >f/bad.ptx
bad sweep_files_209_ptx '^lockwarp: bad.yaml:2:29: f/bad.ptx:1:1: ' "$(one '{ptx: f/bad.ptx, launch: f/v.yaml}')"
echo 'launches: 7' >f/bad.yaml
bad sweep_files_210_launch_file '^lockwarp: bad.yaml:2:29: f/bad.yaml:1:11: ' "$(one '{ptx: f/vecadd.ptx, launch: f/bad.yaml}')"
# Refused before a point of it is resolved.
seeds=$(seq -s, 400)
bad sweep_files_211_points '^lockwarp: bad.yaml:2:5: more than 100000 points' \
    "groups:\\n  - {series: a, workloads: [bfs, spmv], configs: [apres], seeds: [$seeds], overrides: [$(seq -s, 126 | sed 's/[0-9]*/{}/g')]}\\n"
[ -e bad.db ] && fail 'made a database'
finish
