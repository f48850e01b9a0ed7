# lockwarp run --db: stored as a sweep's point is, compared where it is there, left out where there is no result.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
query() { sqlite3 -readonly "$1" "$2"; }
# All that a database holds of its runs but for when and where they were made.
content() {
    query "$1" "SELECT * FROM (SELECT hash, 'run', workload || '|' || ifnull(suite, '') || '|' || ifnull(scale, '') || '|' ||
        config || '|' || policies || '|' || overrides || '|' || engine || '|' || result || '|' || ifnull(cycles, ''), command FROM runs
        UNION ALL SELECT hash, name, value, '' FROM runs JOIN settings ON run = id
        UNION ALL SELECT hash, name, value, '' FROM runs JOIN stats ON run = id
        UNION ALL SELECT hash, kernel || pc || name, value, '' FROM runs JOIN per_pc ON run = id
        UNION ALL SELECT hash, row || name, value, '' FROM runs JOIN series ON run = id) ORDER BY 1, 2"
}
runs() { query "$1" 'SELECT count(*) FROM runs'; }
no_claim() { [ "$(query "$1" 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'; }
bfs=("$lockwarp" run -w bfs --scale tiny -c abyp-gcn -p abyp)

cat >s.yaml <<'END'
groups:
  - series: a
    workloads: [bfs]
    configs: [abyp-gcn]
    policies: [abyp]
    overrides: [{}, {abyp.threshold: 2}]
    scale: tiny
    interval: 5000
  - {series: b, workloads: [{name: spmv, variant: csr}], configs: [abyp-gcn], scale: tiny, seeds: [2], analyze: true}
END
run run_db_100_sweep 0 "$lockwarp" sweep s.yaml --db sweep.db --jobs 2
run run_db_101_plain 0 "${bfs[@]}" --interval 5000 --db run.db
grep -q '^stored in run.db$' err || fail 'does not say that it was stored'
run run_db_102_set 0 "${bfs[@]}" --interval 5000 --set abyp.threshold=2 --db run.db --json a.json
run run_db_103_variant 0 "$lockwarp" run --db run.db -w spmv --analyze --kernel-variant csr --scale tiny -c abyp-gcn --seed 2
content sweep.db >sweep.txt
content run.db >run.txt
[ -s sweep.txt ] && cmp -s sweep.txt run.txt || fail "other rows than the sweep's: $(diff sweep.txt run.txt | head -4)"
[ "$(query run.db "SELECT cycles FROM runs WHERE overrides <> ''")" = "$(number a.json cycles)" ] || fail 'not what --json has'
[ "$(query run.db 'SELECT count(*) FROM provenance WHERE cpu_s > 0 AND started > 1.5e9 AND wall_s > 0')" = 3 ] || fail 'provenance'
no_claim run.db
run run_db_104_sweep_finds_them 0 "$lockwarp" sweep s.yaml --db run.db
grep -q '0 runs made, 3 were there' err || fail 'the sweep does not know the runs'

# Again: run, compared, left as it is.
run run_db_110_again 0 "${bfs[@]}" --interval 5000 --db run.db
grep -q '^run.db had this run, with the same result$' err || fail 'does not say that it was there'
content run.db | cmp -s - run.txt || fail 'the database has changed'
cp sweep.db bad.db
sqlite3 bad.db "UPDATE stats SET value = value + 1 WHERE name = 'l1d.hits' AND run = (SELECT id FROM runs WHERE overrides <> '')"
content bad.db >bad.txt
run run_db_111_differs 1 "${bfs[@]}" --interval 5000 --set abyp.threshold=2 --db bad.db
grep -q '^lockwarp: bad.db has another result of this run, which stays: l1d.hits is [0-9]*, in the database [0-9]*; values that differ: 1\.' err ||
    fail 'does not shout'
content bad.db | cmp -s - bad.txt || fail 'the database has changed'
no_claim bad.db
for change in 'UPDATE series SET value = 7 WHERE row = 1' 'DELETE FROM per_pc' "INSERT INTO stats SELECT id, 'more', 1 FROM runs"; do
    cp sweep.db bad.db
    sqlite3 bad.db "$change"
    run "run_db_112_${change%% *}" 1 "${bfs[@]}" --interval 5000 --db bad.db
done

# What makes another run.
points=("$(runs run.db)")
another() {
    run "$1" 0 "${@:2}" --db run.db
    points+=("$(runs run.db)")
    [ "${points[-1]}" = $((points[-2] + 1)) ] || fail "${points[-1]} runs; expected one more than ${points[-2]}"
}
another run_db_120_no_policy "$lockwarp" run -w bfs --scale tiny -c abyp-gcn
another run_db_121_max_cycles "${bfs[@]}" --max-cycles 3000
[ "$(query run.db "SELECT result || stopped || cycles FROM runs WHERE command LIKE '%--max-cycles%'")" = unchecked13000 ] ||
    fail 'cut short, and not known as such'
another run_db_122_functional "$lockwarp" run -w bfs --scale tiny --functional
[ "$(query run.db "SELECT engine || ifnull(cycles, ' none') FROM runs WHERE command LIKE '%--functional'")" = 'functional none' ] ||
    fail 'a functional run'
if "$lockwarp" list units >/dev/null && "$lockwarp" cosim -u common.prio_enc -n 10 >/dev/null 2>&1; then
    another run_db_123_lockstep "${bfs[@]}" -e lockstep
fi
cp "$data/vecadd.ptx" k.ptx
cat >k.yaml <<'END'
buffers:
  a: {type: f32, size: 64, init: {file: a.txt, format: text}}
  b: {type: f32, size: 64, init: iota}
  c: {type: f32, size: 64}
scalars:
  n: {type: u32, value: 64}
launches:
  - {kernel: vecadd, grid: 2, block: 32, args: [a, b, c, n]}
compare:
  - {buffer: c, file: c.txt, format: text}
END
seq 1 64 >a.txt
seq 1 2 127 >c.txt
another run_db_130_ptx "$lockwarp" run --ptx k.ptx --launch k.yaml
seq 2 65 >a.txt
run run_db_131_wrong 1 "$lockwarp" run --ptx k.ptx --launch k.yaml --db run.db
[ "$(runs run.db)" = "${points[-1]}" ] || fail 'a wrong result was stored'
no_claim run.db
seq 2 2 128 >c.txt
another run_db_132_buffer "$lockwarp" run --ptx k.ptx --launch k.yaml
echo '# the same otherwise' >>k.yaml
another run_db_133_launch_file "$lockwarp" run --ptx k.ptx --launch k.yaml
echo '// the same otherwise' >>k.ptx
another run_db_134_kernel "$lockwarp" run --ptx k.ptx --launch k.yaml
mkdir elsewhere && cp k.ptx k.yaml a.txt c.txt elsewhere
run run_db_135_moved 0 "$lockwarp" run --ptx elsewhere/k.ptx --launch elsewhere/k.yaml --db run.db
grep -q 'had this run' err || fail 'the same files in another folder are another run'
run run_db_136_record 0 "$lockwarp" trace record -w bfs --scale tiny -o bfs.lwt
another run_db_137_trace "$lockwarp" run --trace bfs.lwt
run run_db_138_again 0 "$lockwarp" run --trace ./bfs.lwt --db run.db
grep -q 'had this run' err || fail 'the trace is not known again'
run run_db_139_record 0 "$lockwarp" trace record -w bfs --scale tiny --seed 2 -o bfs.lwt
another run_db_140_other_trace "$lockwarp" run --trace bfs.lwt
# Each row's command makes it again.
name=run_db_141_commands
cases=$((cases + 1))
query run.db "SELECT command FROM runs WHERE command LIKE '%k.ptx%' AND hash IN (SELECT hash FROM runs ORDER BY id DESC LIMIT 3)
    UNION SELECT command FROM runs WHERE workload = 'bfs' AND engine <> 'lockstep'" >commands
while read -r line; do
    eval "${line/#lockwarp/\"\$lockwarp\"} --db run.db" 2>again || fail "$line: $(tail -1 again)"
    grep -q 'had this run, with the same result' again || fail "$line: $(tail -1 again)"
done <commands

# Stopped: nothing is stored until it is resumed, and then the same run.
run run_db_150_stopped 3 "${bfs[@]}" --interval 5000 --checkpoint-at 9000 --checkpoint c.ckpt --db stop.db
[ "$(runs stop.db)" = 0 ] || fail 'a stopped run was stored'
no_claim stop.db
run run_db_151_resumed 0 "$lockwarp" run --resume c.ckpt
grep -q '^stored in stop.db$' err || fail 'the checkpoint has forgotten the database'
content run.db | grep "$(query stop.db 'SELECT hash FROM runs')" >one.txt
content stop.db | cmp -s - one.txt || fail 'the resumed run is another'
run run_db_152_given_anew 0 "$lockwarp" run --resume c.ckpt --db run.db
grep -q '^run.db had this run, with the same result$' err || fail 'not given anew'

# Resumed in another folder, results go where they would have gone; --db given anew holds there.
"$lockwarp" run -w bfs --scale tiny --json base.json 2>/dev/null
run run_db_153_stopped 3 "${bfs[@]}" --checkpoint-at 9000 --checkpoint c.ckpt --db far.db --json far.json --report far.md --baseline base.json
mkdir far
run run_db_154_resumed_elsewhere 0 env -C far "$lockwarp" run --resume ../c.ckpt
[ -z "$(ls far)" ] || fail "made in the folder of the call: $(ls far)"
[ "$(runs far.db)" = 1 ] && [ -s far.json ] && grep -q baseline far.md || fail 'not where it would have been'
run run_db_155_given_anew 0 env -C far "$lockwarp" run --resume ../c.ckpt --db new.db --json new.json
[ "$(runs far/new.db)" = 1 ] && [ -s far/new.json ] || fail 'not where it was asked for'

# Beside a sweep, and several at once: each run is there once, and the same.
"$lockwarp" sweep s.yaml --db both.db --jobs 1 2>sweep.err &
for threshold in 1 2 3; do
    "${bfs[@]}" --interval 5000 --set abyp.threshold=$threshold --db both.db 2>run$threshold.err &
done
name=run_db_160_at_once cases=$((cases + 1))
for job in $(jobs -p); do wait "$job" || fail "a process ended with $?"; done
[ "$(runs both.db)" = 4 ] || fail "$(runs both.db) runs; expected 4"
no_claim both.db
# abyp.threshold=1 is the default: the same run by another command line.
content both.db | grep -Ff <(query sweep.db 'SELECT hash FROM runs') | grep -v '|run|' >both.txt
grep -v '|run|' sweep.txt | cmp -s - both.txt || fail 'other results than alone'

# The report shows runs of no sweep.
run run_db_170_report 0 "$lockwarp" report run.db -o page.html
grep -q 'id="single"' page.html && grep -q -- '--trace bfs.lwt' page.html || fail 'single runs are not on the page'
run run_db_171_report 0 "$lockwarp" report sweep.db -o page.html
grep -q 'id="single"' page.html && fail 'single runs where there are none'

# Refused, before anything runs.
echo text >text.db
sqlite3 new.db 'PRAGMA user_version = 99; CREATE TABLE x(y)'
refuses run_db_200_dash "--db is '-'" "${bfs[@]}" --db -
refuses run_db_201_nowhere 'nowhere/r.db: ' "${bfs[@]}" --db nowhere/r.db
refuses run_db_202_text 'text.db: ' "${bfs[@]}" --db text.db
refuses run_db_203_newer 'new.db: .*schema 99; expected at most' "${bfs[@]}" --db new.db
refuses run_db_204_list '--list-launches has no result' "${bfs[@]}" --db x.db --list-launches
refuses run_db_205_twice "--db and --json are both 'x'" "${bfs[@]}" --db x --json x
refuses run_db_206_workload "did you mean 'bfs'" "$lockwarp" run -w bsf --db x.db
refuses run_db_207_file 'missing.ptx' "$lockwarp" run --ptx missing.ptx --launch k.yaml --db x.db
[ -e x.db ] && fail 'a refused run made a database'
sed 's/add.f32/sum.f32/' k.ptx >wrong.ptx
cmp -s k.ptx wrong.ptx && fail 'the kernel is not wrong'
run run_db_213_wrong_kernel 2 "$lockwarp" run --ptx wrong.ptx --launch k.yaml --db x.db
[ -e x.db ] && fail 'a run that was refused after it was made left a database'
refuses run_db_208_folder 'new/: names a folder; expected a file' "${bfs[@]}" --db new/
refuses run_db_209_nowhere 'nowhere/../n.db: cannot open: No such file' "${bfs[@]}" --db nowhere/../n.db
ln -s loop loop
refuses run_db_210_loop 'loop: cannot open: Too many levels' "${bfs[@]}" --db loop
refuses run_db_211_long 'cannot open: File name too long' "${bfs[@]}" --db "$(printf 'x%.0s' {1..260})"
deep=$(printf 'd%.0s' {1..200})
mkdir -p "$deep/$deep/$deep"
refuses run_db_212_deep 'name too long with its folder' env -C "$deep/$deep/$deep" "${bfs[@]}" --db x.db
[ -z "$(ls "$deep/$deep/$deep")" ] && [ ! -e n.db ] || fail 'a refused run made a database'

# Names that SQLite has for other things are files.
for f in :memory: file:x.db 'file:x.db?mode=memory'; do
    run "run_db_220_$f" 0 "$lockwarp" run -w nn --scale tiny --db "$f"
    run "run_db_221_$f" 0 "$lockwarp" report "$f" --csv
    run "run_db_222_$f" 0 "$lockwarp" merge --db "into $f" "$f"
    [ "$(runs "./$f")" = 1 ] && [ "$(runs "./into $f")" = 1 ] || fail 'not there'
done

# Somebody else's lock on the folder.
run run_db_230_locked_folder 0 timeout 100 flock . "$lockwarp" run -w nn --scale tiny --db locked.db
finish
