# A file that a run reads is changed under it: the result is stored under no hash.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
cat >s.yaml <<'END'
groups:
  - {series: a, workloads: [pathfinder], configs: [gpu.yaml]}
END
echo 'base: apres' >same.yaml
printf 'base: apres\nl1_mshrs: 2\n' >other.yaml

# put FILE: it becomes gpu.yaml in one step, so that no reader meets half of it. Each has a time of its own, which
# writes within one tick of the file system's clock need not have.
puts=0
put() {
    puts=$((puts + 1))
    cp "$1" new.yaml
    touch -d "@$((1000000000 + puts))" new.yaml
    mv new.yaml gpu.yaml
}
put same.yaml

# begin SWEEP: started behind; its simulation has begun, and waits until go_on.
begin() {
    "$lockwarp" "$@" >out 2>err & sweep=$!
    while_runs $sweep simulation $sweep >/dev/null && run=$(simulation $sweep) && halt "$run" ||
        fail 'no simulation was caught'
}
go_on() { kill -CONT "$run"; }
ends() {
    wait $sweep
    status=$?
    [ $status = "$1" ] || fail "exit status $status; expected $1"
}

name=sweep_change_100_replaced command=() cases=1
begin sweep s.yaml --db r.db
put other.yaml
go_on
ends 1
grep -q 'is not what it was' err || fail 'does not say why'
[ "$(sqlite3 r.db 'SELECT count(*) FROM runs')" = 0 ] || fail 'the result of another file was stored'
[ "$(sqlite3 r.db 'SELECT status FROM failures')" = 2 ] || fail 'the failure is not kept'

name=sweep_change_110_there_and_back cases=$((cases + 1))
put same.yaml
begin sweep s.yaml --db r.db
put other.yaml
put same.yaml
go_on
ends 1
grep -q 'was written while it ran' err || fail 'does not say why'
[ "$(sqlite3 r.db 'SELECT count(*) FROM runs')" = 0 ] || fail 'a doubtful result was stored'

run sweep_change_120_at_rest 0 "$lockwarp" sweep s.yaml --db r.db
grep -q '1 runs made, 0 were there, 0 failed' err || fail 'expected a run'
run sweep_change_121_run 0 "$lockwarp" run -w pathfinder -c gpu.yaml --json a.json
[ "$(sqlite3 r.db 'SELECT cycles FROM runs')" = "$(number a.json cycles)" ] || fail 'cycles of another file'

# Written again with the same content before its run began: no harm.
name=sweep_change_130_rewritten cases=$((cases + 1))
cat >two.yaml <<'END'
groups:
  - {series: a, workloads: [pathfinder, nn], configs: [gpu.yaml], seeds: [2]}
END
begin sweep two.yaml --db two.db --jobs 1
put same.yaml
go_on
ends 1
grep -q '1 runs made, 0 were there, 1 failed' err || fail 'expected the second run to be kept'

# run --db has the same rule.
name=sweep_change_140_run_db cases=$((cases + 1))
"$lockwarp" run -w pathfinder -c gpu.yaml --db one.db >out 2>err & sweep=$!
run=$sweep
while_runs $sweep test -s one.db && halt $run || fail 'the run was not caught'
put other.yaml
go_on
ends 2
grep -q 'is not what it was' err || fail 'does not say why'
[ ! -e one.db ] || fail 'a database is left, of the result of another file or of none'
finish
