# lockwarp sweep --backend slurm against a real Slurm: arrays, chunks, failing points and tasks, a node
# that crashes, submitters that are killed, a controller that goes away.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../e2e/lib.sh"
. "$here/cluster.sh"
slurm_start

query() { sqlite3 -readonly "$1" "$2"; }
content() {
    query "$1" "SELECT hash, workload, seed, input, result, cycles, ipc_warp, command FROM runs ORDER BY hash;
        SELECT hash, name, value FROM runs JOIN stats ON run = id ORDER BY hash, name;
        SELECT hash, name, value FROM runs JOIN settings ON run = id ORDER BY hash, name;
        SELECT hash, kernel, pc, name, value FROM runs JOIN per_pc ON run = id ORDER BY 1, 2, 3, 4;
        SELECT hash, row, name, value FROM runs JOIN series ON run = id ORDER BY 1, 2, 3;
        SELECT sweep, number, hash, series FROM points ORDER BY 1, 2;
        SELECT count(*) FROM failures; SELECT count(*) FROM claims;"
}
# same_content A B: two databases, but for where and when runs were made.
same_content() {
    content "$1" >a.txt
    content "$2" >b.txt
    [ "$(wc -l <b.txt)" -gt 500 ] || fail 'nothing to compare'
    cmp -s a.txt b.txt || fail "the contents of $1 and $2 differ: $(diff a.txt b.txt | head -5)"
}
# tasks SWEEP [STATES]: how many Slurm has or had (it forgets them a while after their end).
tasks() { squeue -h -r -t "${2:-all}" -o %j | grep -c "^lockwarp-$1-"; }
poll=0.2
running() { [ "$(tasks "$1" R)" -ge "$2" ]; }
none_left() { [ "$(squeue -h -r | wc -l)" = 0 ]; }
has_runs() { [ "$(sqlite3 -readonly "$1" 'SELECT count(*) FROM runs' 2>/dev/null || echo 0)" -ge "$2" ]; }
slurm=(--backend slurm --poll 0.5 --grace 2)

# ---- The same content as the local backend; chunks ----

cat >tiny.yaml <<'END'
groups:
  - {series: a, workloads: [bfs, nn, histogram], configs: [apres, abyp-gcn], seeds: [1, 2, 3, 4], scale: tiny}
  - {series: b, workloads: [bfs], configs: [abyp-gcn], policies: [none, abyp], scale: tiny, interval: 1000}
END
run slurm_100_local 0 "$lockwarp" sweep tiny.yaml --db local.db --jobs 2
# Without measurements a second is 10^6 warp instructions, a point at least 0.1 s: ten of bfs 0.125 s, the
# rest 0.1 s. Longest first into 1.1 s: eight of bfs; two of bfs and eight others; eight others.
run slurm_101_dry 0 "$lockwarp" sweep tiny.yaml --db tiny.db "${slurm[@]}" --chunk-seconds 1.1 --dry-run
grep -q '26 runs, 0 done.* 3 tasks of about 1.1 s' out || fail 'expected three tasks'
[ -e tiny.db ] || [ -e tiny.db.slurm ] && fail 'a dry run left files'
run slurm_102_array 0 "$lockwarp" sweep tiny.yaml --db tiny.db "${slurm[@]}" --chunk-seconds 1.1
grep -q '26 runs made, 0 were there, 0 failed, 0 left' err || fail 'expected 26 runs'
[ "$(tasks tiny)" = 3 ] || fail "Slurm had $(tasks tiny) tasks; expected 3"
same_content tiny.db local.db
[ "$(ls tiny.db.slurm/tiny)" = lock ] || fail "left in the work folder: $(ls tiny.db.slurm/tiny)"
run slurm_103_again 0 "$lockwarp" sweep tiny.yaml --db tiny.db "${slurm[@]}" --chunk-seconds 1.1
grep -q '0 runs made, 26 were there' err || fail 'expected nothing to do'

# ---- A point that fails; sbatch that refuses ----

cat >f.yaml <<'END'
groups:
  - {series: a, workloads: [{name: bfs, input: bad.txt}, nn], configs: [abyp-gcn], scale: tiny}
END
echo 'no graph' >bad.txt
run slurm_110_failure 1 "$lockwarp" sweep f.yaml --db f.db "${slurm[@]}"
grep -q '1 runs made, 0 were there, 1 failed, 0 left' err || fail 'expected one failure'
grep -q 'bad.txt:1:1:' err || fail 'the reason is not told'
[ "$(query f.db 'SELECT status FROM failures')" = 2 ] || fail 'the failure is not kept'
[ "$(query f.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
[ "$(tasks f)" = 1 ] || fail 'a point that fails by itself was submitted again'

run slurm_120_refused 2 "$lockwarp" sweep tiny.yaml --db no.db "${slurm[@]}" --sbatch-arg=--partition=nowhere
grep -q '^lockwarp: sbatch: exit status 1: .*artition' err || fail 'does not tell what sbatch said'
grep -q '0 runs made, 0 were there, 0 failed, 26 left' err || fail 'expected everything to be left'
[ "$(query no.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
[ "$(ls no.db.slurm/tiny)" = lock ] || fail 'a folder is left'
run slurm_121_goes_on 0 "$lockwarp" sweep tiny.yaml --db no.db "${slurm[@]}" --jobs 1 \
    --sbatch-arg=--partition=main --sbatch-arg=--time=5 --sbatch-arg=--cpus-per-task=2
same_content no.db local.db

# ---- Tasks that bring no results: their points are submitted again, and given up in the end ----

cat >g.yaml <<'END'
groups:
  - {series: a, workloads: [{name: bfs, input: graph.txt}, nn], configs: [abyp-gcn], scale: tiny}
END
echo 'one' >graph.txt
name=slurm_130_changed_input command=(sweep g.yaml) cases=$((cases + 1))
"$lockwarp" sweep g.yaml --db g.db "${slurm[@]}" --attempts 2 --chunk-seconds 0.1 --sbatch-arg=--hold >out 2>err & submitter=$!
while_runs $submitter grep -q 'is held; `scontrol release`' err || fail 'a held task is not told'
echo 'other' >graph.txt # no longer what the point was named for
release() { scontrol release $(squeue -h -o %A) 2>/dev/null; ! kill -0 $submitter 2>/dev/null; }
until_true release || fail 'the sweep does not end'
wait $submitter
[ $? = 1 ] || fail 'expected exit status 1'
grep -q 'an input has changed since the sweep was submitted' err || fail 'the reason is not told'
grep -q '1 runs made, 0 were there, 1 failed, 0 left' err || fail 'expected the other point to be made'
[ "$(query g.db "SELECT status || message FROM failures" | cut -c1-15)" = '-12 tasks ended' ] ||
    fail 'the point was not given up after two tasks'
kept=$(sed -n 's/^logs of the lost.*: //p' err | tail -1)
grep -q 'has changed' "$kept"/log.* || fail 'the log of the lost task is not kept'

cat >runs.yaml <<'END'
groups:
  - {series: a, workloads: [nn, histogram, bfs], configs: [apres], seeds: [1, 2, 3, 4], scale: default}
END
run slurm_140_local 0 "$lockwarp" sweep runs.yaml --db runs.db --jobs 2
# Tasks of a third of the whole, by the estimates of a new database.
chunk=$("$lockwarp" sweep runs.yaml --db none.db --dry-run | sed -n 's/.*about \([0-9]*\) s of.*/\1/p' | awk '{ print $1 / 3 }')

# begin NAME [OPTION...]: the sweep, in tasks of $chunk seconds, into NAME.db in the background; returns when results
# have come in while tasks run.
begin() {
    name=$1 command=(sweep runs.yaml --db "$1.db") cases=$((cases + 1))
    until_true none_left || fail 'tasks of the case before are left'
    "$lockwarp" sweep runs.yaml --db "$1.db" "${slurm[@]}" --chunk-seconds "$chunk" "${@:2}" >out 2>err & submitter=$!
    while_runs $submitter has_runs "$1.db" 1 || fail 'no result comes in while tasks run'
    running runs 1 && kill -0 $submitter 2>/dev/null || fail 'the sweep was over before it could be disturbed'
}
ends() { # STATUS
    wait $submitter
    local status=$?
    [ $status = "$1" ] || fail "exit status $status; expected $1"
}
task_pids() {
    local p
    for p in $(slurm_steps); do
        tr '\0' '\n' <"/proc/$p/cmdline" 2>/dev/null | grep -qx -- --slurm-task && echo "$p"
    done
}

# A task's process is killed: Slurm ends it as failed, and its missing points go into another one.
begin slurm_141_task_killed
kill -KILL $(task_pids | head -1)
ends 0
grep -q 'ended without the results of [1-9]' err || fail 'the task that was killed is not told'
grep -q '12 runs made, 0 were there, 0 failed, 0 left' err || fail 'expected twelve runs'
same_content slurm_141_task_killed.db runs.db

# scancel, as at a time limit: SIGTERM first, upon which a task hands over all that it has finished.
# One task has all points; it is cancelled when it has finished one after the piece that came in. Its
# log is out of the work folder: what all tasks made is what came in, each run once.
chunk=10000 begin slurm_142_scancel --sbatch-arg=--output="$work/142.log"
child=$(pgrep -P "$(task_pids)")
next_child() { [ "$(pgrep -P "$(task_pids)")" != "$child" ]; }
while_runs $submitter next_child || fail 'no second run'
scancel --name="$(squeue -h -r -o %j | head -1)"
ends 0
grep -q 'ended without the results of [1-9]' err || fail 'the cancelled task is not told'
grep -q '12 runs made, 0 were there, 0 failed, 0 left' err || fail 'expected twelve runs'
sed -n 's/.* \([0-9]*\) runs made.*/\1/p' 142.log >made
[ "$(wc -l <made)" = 2 ] && [ "$(head -1 made)" -ge 2 ] && [ "$(awk '{ n += $1 } END { print n }' made)" = 12 ] ||
    fail "what the cancelled task had finished was lost: $(cat 142.log)"
same_content slurm_142_scancel.db runs.db

# ---- A node that crashes: Slurm restarts its tasks, which go on where their pieces end ----

begin slurm_150_node_crash --sbatch-arg=--output="$work/150.%a.log"
slurmd_crash
crashed=$(date +%s.%N)
kept=$(query slurm_150_node_crash.db 'SELECT count(*) FROM runs')
noticed() { sinfo -h -o %t | grep -q down; }
until_true noticed || fail 'Slurm does not notice'
kill -0 $submitter 2>/dev/null || fail 'the sweep gave up'
slurmd_start
ends 0
grep -q 'ended without' err && fail 'points of a restarted task were submitted again'
grep -q '12 runs made, 0 were there, 0 failed, 0 left' err || fail 'expected twelve runs'
before=$(query slurm_150_node_crash.db "SELECT count(*) FROM provenance WHERE started < $crashed")
[ "$before" -ge "$kept" ] && [ "$before" -lt 12 ] ||
    fail "$before of 12 runs are of before the crash, when $kept had come in"
# Only tasks that came to their end say so: what they made and found there is all, and they found some.
sums=$(sed -n 's/.* \([0-9]*\) runs made, \([0-9]*\) were there.*/\1 \2/p' 150.*.log |
    awk '{ made += $1; there += $2 } END { print made + there, (there > 0) }')
[ "$sums" = '12 1' ] || fail "a restarted task did not go on where its pieces end: $(cat 150.*.log)"
same_content slurm_150_node_crash.db runs.db

# ---- Submitters that are killed ----

begin slurm_160_submitter_killed
kill -KILL $submitter
wait $submitter 2>/dev/null
had=$(squeue -h -r -o '%j %K' | sort)
[ -n "$had" ] || fail 'no task outlived its submitter'
run slurm_161_takes_up 0 "$lockwarp" sweep runs.yaml --db slurm_160_submitter_killed.db "${slurm[@]}"
grep -q ' 0 failed, 0 left' err || fail 'expected all to be there'
[ "$(squeue -h -r -t all -o %j | grep '^lockwarp-runs-' | sort -u | tail -1)" = "$(echo "$had" | tail -1 | cut -d' ' -f1)" ] ||
    fail 'points that were in tasks were submitted again'
same_content slurm_160_submitter_killed.db runs.db

# The tasks end while nobody looks; the next sweep finds everything and submits nothing.
begin slurm_162_killed
kill -KILL $submitter
wait $submitter 2>/dev/null
until_true none_left || fail 'tasks do not end without the submitter'
last=$(squeue -h -r -t all -o %j | grep '^lockwarp-runs-' | sort -u | tail -1)
run slurm_163_finds_all 0 "$lockwarp" sweep runs.yaml --db slurm_162_killed.db "${slurm[@]}"
[ "$(squeue -h -r -t all -o %j | grep '^lockwarp-runs-' | sort -u | tail -1)" = "$last" ] || fail 'something was submitted'
same_content slurm_162_killed.db runs.db

# Killed at random moments, also while it submits; no claim of a dead submitter stays in the way.
name=slurm_164_killed_at_random command=(sweep tiny.yaml --db random.db) cases=$((cases + 1))
draw_seed
for i in 1 2 3 4 5 6 7 8; do
    "$lockwarp" sweep tiny.yaml --db random.db "${slurm[@]}" --chunk-seconds 0.4 >out 2>err & submitter=$!
    sleep "$(awk -v r=$RANDOM 'BEGIN { printf "%.3f", 0.02 + r / 32768 * (r % 2 ? 0.3 : 4) }')"
    kill -KILL $submitter 2>/dev/null
    wait $submitter 2>/dev/null
done
run slurm_165_goes_on 0 "$lockwarp" sweep tiny.yaml --db random.db "${slurm[@]}" --chunk-seconds 0.4
grep -q ' 0 failed, 0 left' err || fail 'expected all to be there'
same_content random.db local.db
until_true none_left || fail 'tasks are left'

begin slurm_170_sigterm
kill -TERM $submitter
ends 143
grep -q 'stay with Slurm; .*scancel --name=lockwarp-runs-' err || fail 'does not say what stays'
[ "$(query slurm_170_sigterm.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
$(grep -o 'scancel --name=[^ ]*' err)
until_true none_left || fail 'the command it names does not end the tasks'
run slurm_171_goes_on 0 "$lockwarp" sweep runs.yaml --db slurm_170_sigterm.db "${slurm[@]}"
same_content slurm_170_sigterm.db runs.db

# ---- Two at once; a controller that goes away ----

begin slurm_180_two
refuses_second() {
    run slurm_181_same_folder 2 "$lockwarp" sweep runs.yaml --db slurm_180_two.db "${slurm[@]}"
    grep -q 'another process is submitting this sweep' err || fail 'does not say why'
}
cp err first.err
refuses_second
name=slurm_180_two
"$lockwarp" sweep runs.yaml --db slurm_180_two.db --jobs 1 2>local.err || fail 'a local sweep beside it fails'
wait $submitter || fail "the sweep ended with $?"
grep -q ' 0 failed, 0 left' local.err || fail 'the local sweep did not see everything done'
same_content slurm_180_two.db runs.db

begin slurm_190_controller
kill "$(cat "$cluster/slurmctld.pid")"
while_runs $submitter grep -q 'squeue: .*trying again until it answers' err || fail 'the outage is not told'
slurmctld_start
ends 0
grep -q '12 runs made, 0 were there, 0 failed, 0 left' err || fail 'expected twelve runs'
same_content slurm_190_controller.db runs.db
finish
