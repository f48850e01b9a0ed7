# Killed at random moments: no result, or a whole one; and the last checkpoint can be continued. The moments are parts
# of the processor time that a run takes, so that they are the same on a busy machine.
. "$(dirname "$0")/lib.sh"
draw_seed

slow=(-w atax --scale tiny --never-sleep --set n_sms=30) # half a second of processor time
quick=(-w bfs --scale tiny)

# kill_in PART PARTS TICKS COMMAND...: kills it at a moment in that part of so many ticks.
kill_in() {
    local at=$((1 + ($1 - 1) * $3 / $2 + RANDOM % ($3 / $2 + 1))) pid
    shift 3
    command=("$@")
    "$@" >out 2>err </dev/null & pid=$!
    until_true used $pid $at || fail 'neither works nor ends'
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
}

TIMEFORMAT='%U %S'
{ time run checkpoint_436_undisturbed 0 "$lockwarp" run "${slow[@]}" --json slow.json; } 2>times
took=$(tail -1 times | awk '{ print int(100 * ($1 + $2)) + 1 }')
echo "a run takes $took hundredths of a second of processor time"

whole=0 left=0
for part in 1 2 3 4 5 6; do
    rm -f k.json e.ckpt
    name=checkpoint_600_killed
    # The sixth comes when the run has ended: how much its checkpoints take depends on how long it takes by the clock.
    kill_in $part 6 $((part < 6 ? took : 1000000)) "$lockwarp" run "${slow[@]}" --json k.json --checkpoint e.ckpt --checkpoint-every 0.05
    if [ -e k.json ]; then
        whole=$((whole + 1))
        same checkpoint_600_leaves_no_half_result slow.json k.json
    elif [ -e e.ckpt ]; then
        left=$((left + 1))
        run checkpoint_603_the_last_checkpoint_continues 0 "$lockwarp" run --resume e.ckpt --json e.json
        same checkpoint_604_same_json slow.json e.json
    fi
done
name=checkpoint_601_some_were_killed_before_and_some_after
cases=$((cases + 1))
[ "$whole" -gt 0 ] && [ "$whole" -lt 6 ] || fail "$whole of 6 killed runs left a result"
name=checkpoint_605_checkpoints_were_left
cases=$((cases + 1))
[ "$left" -gt 0 ] || fail 'no run wrote a checkpoint before it was killed'

run checkpoint_606_another 0 "$lockwarp" run "${quick[@]}" --json want.json
for part in 1 2 3 4; do
    cp want.json old.json
    name=checkpoint_602_killed
    kill_in $part 4 12 "$lockwarp" run "${quick[@]}" --json old.json
    same checkpoint_602_leaves_an_older_result_or_a_whole_one want.json old.json
done
finish
