# lockwarp run with checkpoints, killed: a checkpoint that is there is whole, whether the run was begun anew
# or resumed from the one before: it continues to the undisturbed run's bytes. One that was there or was
# said to be written is not lost; a result is there whole or not at all.
. "$(dirname "$0")/lib.sh"
long_part 15

options=(-w bfs --scale tiny -c abyp-gcn -p abyp --interval 5000 --analyze)
every=0.01
aim_first=25 # checkpoints that come later make the same calls
fresh() { command=("$lockwarp" run "${options[@]}" --checkpoint c.ckpt --checkpoint-every $every --json o.json); }
name=kill_checkpoint_calm
fresh
calm "${command[@]}"
mv o.json calm.json
rm -f c.ckpt
cycles=$(number calm.json cycles)

# choose: begun anew, gone on with, or to a cycle that is announced.
choose() {
    draw 3
    at=$drawn
    [ $at != 1 ] || [ -e c.ckpt ] || at=0
    rm -f o.json
    case $at in
    0) [ $((attempt % 4)) -lt 2 ] || rm -f c.ckpt; fresh ;;
    1) command=("$lockwarp" run --resume c.ckpt --checkpoint-every $every --json o.json) ;;
    2)
        draw "$cycles"
        command=("$lockwarp" run "${options[@]}" --checkpoint c.ckpt --checkpoint-at $((drawn + 1)) --json o.json)
        ;;
    esac
}
one_kill() {
    local had=0
    choose
    [ ! -e c.ckpt ] || had=1
    strike open "${command[@]}"
    [ $had = 0 ] || [ -e c.ckpt ] || fail 'the checkpoint that was there is gone'
    [ ! -e o.json ] || same "$name" calm.json o.json
    ! grep -q 'written to c.ckpt' said.err || [ -e c.ckpt ] || fail 'said to be written, and is not there'
    [ ! -e c.ckpt ] || continues
    [ $((attempt % 10)) != 0 ] || go_on
}
# The checkpoint, looked at in a copy; the file itself stays as it was left.
continues() {
    local said now
    cp c.ckpt copy.ckpt
    said=$(sed -n 's/.*stopped at --checkpoint-at, core cycle \([0-9]*\); checkpoint.* written to c.ckpt.*/\1/p' said.err)
    if [ -n "$said" ]; then
        run "$name" 3 "$lockwarp" run --resume copy.ckpt --checkpoint-at 1 --checkpoint again.ckpt
        now=$(sed -n 's/.*core cycle \([0-9]*\);.*/\1/p' err)
        [ "$now" -ge "$said" ] && [ "$now" -le $((said + 1)) ] || fail "written at cycle $said; the file is of $now"
    fi
    run "$name" 0 "$lockwarp" run --resume copy.ckpt --json copy.json
    same "$name" calm.json copy.json
}
go_on() {
    local left
    fresh
    "${command[@]}" >out 2>err || fail "undisturbed after a kill: exit status $?"
    same "$name" calm.json o.json
    left=$(find . -maxdepth 1 -name 'c.ckpt?*' -o -maxdepth 1 -name 'o.json?*' | grep -v 'cut$')
    [ -z "$left" ] || fail "left behind: $left"
}

# A temporary that has a name and is not the checkpoint yet: the next run on it takes it away.
name=kill_checkpoint_temporary
strike_at rename before "$lockwarp" run "${options[@]}" --checkpoint c.ckpt --checkpoint-at 5000
[ -n "$(find . -name 'c.ckpt?*')" ] || fail 'no temporary'
go_on

rm -f c.ckpt
kill_all checkpoint one_kill "$wanted"
name=kill_checkpoint_goes_on
go_on

# Begun anew each time: what is killed is a run of that length.
one_long_kill() {
    rm -f c.ckpt o.json
    fresh
    strike open "${command[@]}"
    [ ! -e o.json ] || same "$name" calm.json o.json
    [ ! -e c.ckpt ] || continues
}
if [ $wanted_long -gt 0 ]; then
    name=kill_checkpoint_long_calm
    options=(-w $long_workload --scale $long_scale -c $long_config)
    every=0.5
    fresh
    calm "${command[@]}"
    mv o.json calm.json
    takes_10_s 1
    kill_all checkpoint_long one_long_kill $wanted_long
    name=kill_checkpoint_long_goes_on
    go_on
fi
finish
