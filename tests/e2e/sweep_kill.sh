# Two sweeps on one database, their process group killed again and again, end with the content of an
# undisturbed sweep. Half of the kills come at random moments within a run's length, the others around
# the moment at which a run has ended and is stored. In the default form runs take about a second;
# LW_LONG=1 has 20 kills in runs of ten seconds of processor time and more.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }

if [ "${LW_LONG:-0}" = 1 ]; then
    kills=20 shortest=10 time_limit=1200
    workloads='[gesummv]' config=sm2-gtx480 seeds='[1, 2, 3, 4]' scale=default
else
    kills=6 shortest=0.1
    workloads='[nn, histogram, bfs]' config=apres seeds='[1, 2]' scale=default
fi
cat >s.yaml <<END
groups:
  - {series: a, workloads: $workloads, configs: [$config], seeds: $seeds, scale: $scale}
END
content() {
    sqlite3 -readonly "$1" "SELECT hash, workload, seed, result, cycles, ipc_warp, command FROM runs ORDER BY hash;
        SELECT hash, name, value FROM runs JOIN stats ON run = id ORDER BY hash, name;
        SELECT hash, name, value FROM runs JOIN settings ON run = id ORDER BY hash, name;
        SELECT hash, kernel, pc, name, value FROM runs JOIN per_pc ON run = id ORDER BY 1, 2, 3, 4;
        SELECT sweep, number, hash, series FROM points ORDER BY 1, 2;
        SELECT count(*) FROM failures; SELECT count(*) FROM claims;"
}
run sweep_kill_100_undisturbed 0 "$lockwarp" sweep s.yaml --db calm.db --jobs 2
# The length of a run here and now, two at a time, and that it is what the test is about.
length=$(sqlite3 calm.db 'SELECT avg(wall_s) FROM provenance')
least=$(sqlite3 calm.db 'SELECT min(cpu_s) FROM provenance')
echo "runs take at least $least s of processor time, $length s on average by the clock"
awk -v l="$least" -v s=$shortest 'BEGIN { exit !(l >= s) }' || fail "a run of $least s; expected at least $shortest"
simulations() { for p in $(pgrep -g $group lockwarp); do pgrep -P "$p"; done; }
# near_storing: until one of the simulations that run now has ended, and a moment, of up to 60 ms, more.
near_storing() {
    local p first=
    for try in $(seq 200); do
        first=$(simulations | tr '\n' ' ')
        [ -n "$first" ] && break
        sleep 0.02
    done
    while :; do
        for p in $first; do
            [ -d "/proc/$p" ] && ! grep -q '^State:.Z' "/proc/$p/status" 2>/dev/null || break 2
        done
        pgrep -g $group lockwarp >/dev/null || break
        sleep 0.002
    done
    sleep "0.0$((RANDOM % 60 + 10))"
}
run_rows() {
    sqlite3 -readonly "$1" "SELECT hash, workload, seed, result, cycles, ipc_warp, command FROM runs;
        SELECT hash, name, value FROM runs JOIN stats ON run = id;
        SELECT hash, name, value FROM runs JOIN settings ON run = id;
        SELECT hash, kernel, pc, name, value FROM runs JOIN per_pc ON run = id"
}
run_rows calm.db >calm_rows.txt
all=$(sqlite3 calm.db 'SELECT count(*) FROM runs')
runs_there() { sqlite3 -readonly killed.db 'SELECT count(*) FROM runs' 2>/dev/null || echo 0; }

name=sweep_kill_101 command=(kills) cases=$((cases + 1))
: >out; : >err
RANDOM=$$
seed=$RANDOM
echo "seed $seed"
RANDOM=$seed
started=0 near=0 had=0 kept_in_all=0
for i in $(seq $kills); do
    # A group of its own with two writers, each with one run at a time.
    setsid bash -c '"$0" sweep s.yaml --db killed.db --jobs 1 & "$0" sweep s.yaml --db killed.db --jobs 1 & wait' \
        "$lockwarp" >/dev/null 2>&1 &
    group=$!
    if [ $((i % 2)) = 0 ]; then
        near_storing
        near=$((near + 1))
    else
        sleep "$(awk -v r=$RANDOM -v m="$length" 'BEGIN { srand(r); printf "%.3f", 0.05 + rand() * m }')"
    fi
    mine=$(pgrep -g $group lockwarp | wc -l)
    runs=$(simulations | tee children | wc -l)
    started=$((started + (runs > 0)))
    kill -KILL -- -$group 2>/dev/null
    wait $group 2>/dev/null
    kept=$(runs_there) kept_in_all=$((kept_in_all + kept - had))
    echo "kill $i: $([ $((i % 2)) = 0 ] && echo 'at an end' || echo 'anywhere'), $runs simulations ran, $kept runs are kept"
    # A killed sweep's simulations die with it.
    for p in $(cat children); do
        for try in 1 2 3 4 5 6 7 8 9 10; do
            [ -d "/proc/$p" ] || break
            sleep 0.1
        done
        [ -d "/proc/$p" ] && ! grep -q '^State:.Z' "/proc/$p/status" 2>/dev/null && fail "run $p outlived its sweep"
    done
    sqlite3 -readonly killed.db 'PRAGMA integrity_check' 2>/dev/null | grep -qx ok || [ ! -e killed.db ] ||
        [ "$mine" = 0 ] || fail "kill $i: the database is not whole"
    # A run is there whole or not at all.
    [ "$kept" = 0 ] || run_rows killed.db >rows.txt
    [ "$kept" = 0 ] || ! grep -vxFf calm_rows.txt rows.txt >other.txt || fail "kill $i: other rows: $(head -2 other.txt)"
    [ -e killed.db ] && [ "$(sqlite3 -readonly killed.db "SELECT count(*) FROM runs WHERE id NOT IN
        (SELECT run FROM stats) OR id NOT IN (SELECT run FROM per_pc)" 2>/dev/null)" != 0 ] &&
        [ -n "$(sqlite3 -readonly killed.db '.tables' 2>/dev/null)" ] && fail "kill $i: a run is there in part"
    # Enough to do for the next kill.
    [ $i = "$kills" ] || [ "$kept" -lt $((all - 1)) ] || sqlite3 killed.db 'PRAGMA foreign_keys = ON; DELETE FROM runs'
    had=$(runs_there)
done
[ "$started" -ge $((kills / 2)) ] || fail "only $started of $kills kills came while a simulation ran"
echo "$started of $kills kills came while simulations ran, $near around the end of one; $kept_in_all runs were kept"
[ "$kept_in_all" -gt 0 ] || fail "no run was kept"

run sweep_kill_102_goes_on 0 "$lockwarp" sweep s.yaml --db killed.db --jobs 2
name=sweep_kill_103_same_content
content killed.db >killed.txt
content calm.db >calm.txt
[ "$(wc -l <calm.txt)" -gt 500 ] || fail 'nothing to compare'
cmp -s killed.txt calm.txt || fail "the contents differ: $(diff killed.txt calm.txt | head -5)"

# SIGINT and SIGTERM: a message, 128 + the signal, nothing left behind.
for signal in INT TERM; do
    rm -f s.db
    name=sweep_kill_110_$signal cases=$((cases + 1))
    env --default-signal=INT "$lockwarp" sweep s.yaml --db s.db --jobs 2 2>err & pid=$!
    for try in $(seq 100); do [ -n "$(pgrep -P $pid)" ] && break; sleep 0.05; done
    kill -$signal $pid
    wait $pid
    status=$?
    [ $status = $((128 + $(kill -l $signal))) ] || fail "status $status"
    grep -q ' left$' err || fail 'says nothing of what is left'
    [ "$(sqlite3 s.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
done

# A full disk: said, with exit status 2; what was finished stays, and the sweep goes on afterwards.
name=sweep_kill_120_full_disk
if mkdir disk && mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
    cat >many.yaml <<END
groups:
  - {series: a, workloads: [bfs, nn], configs: [apres], scale: tiny, seeds: [$(seq -s, 1 40)]}
END
    run sweep_kill_121_full 2 "$lockwarp" sweep many.yaml --db disk/r.db --jobs 2
    grep -qi 'full' err || fail 'does not say that the disk is full'
    kept=$(sqlite3 disk/r.db 'SELECT count(*) FROM runs')
    [ "$kept" -gt 0 ] && [ "$kept" -lt 80 ] || fail "$kept runs were kept"
    [ "$(sqlite3 disk/r.db 'PRAGMA integrity_check')" = ok ] || fail 'the database is not whole'
    mount -o remount,size=64m disk
    run sweep_kill_122_goes_on 0 "$lockwarp" sweep many.yaml --db disk/r.db --jobs 2
    grep -q "$((80 - kept)) runs made, $kept were there" err || fail 'ran other than what was missing'
    run sweep_kill_123_calm 0 "$lockwarp" sweep many.yaml --db many.db --jobs 2
    content disk/r.db >a.txt
    content many.db >b.txt
    cmp -s a.txt b.txt || fail 'the contents differ'
else
    echo 'full disk: skipped, no tmpfs can be mounted'
fi
finish
